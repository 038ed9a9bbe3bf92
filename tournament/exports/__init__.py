"""Exports: the official documents."""
