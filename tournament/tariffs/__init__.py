"""Tariffs as data that a club copies and edits, in every layer. What a game pays: scoring/settlement.py."""
