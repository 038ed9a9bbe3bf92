"""Shared vectors: the sheet that the table's device must show without network, as decide() gives it.

`python -m tests.vectors` writes tests/vectors/table.json anew; pytest and `node --test` both compare with it.
"""
