"""The door: people come in, a line each, with the keyboard alone."""
