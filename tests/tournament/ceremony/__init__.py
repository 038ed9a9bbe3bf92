"""The prize-giving: its script, its services, its pages."""
