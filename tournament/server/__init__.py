"""The web server: whole requests before a thread works on them, processes that end with their parent, one start."""
