"""The pages of the screens: what a browser in the hall shows, and the desk's page that steers it."""
