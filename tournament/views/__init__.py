"""Views: authorise, parse, act, answer."""
