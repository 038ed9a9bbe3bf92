"""Attacks on a running installation, each with its figures: `python -m tests.attack [NAME ...]`."""
