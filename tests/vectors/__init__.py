"""Shared vectors: what the table's device makes of a sheet while it has no network, decided by the heart.

`python -m tests.vectors` writes tests/vectors/table.json anew; pytest and `node --test` both hold themselves to it.
"""
