"""Reads a club's list of participants: file -> table -> columns -> lines. Knows no database and writes nothing."""
