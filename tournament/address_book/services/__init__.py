"""Writes of the address book."""
