"""Prints the schema that the migrations make: `python -m tests.schema > tournament/proof/integrity/schema.sql`."""

import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

from tests.migrated import lay_database

# The triggers are made by proof/integrity/append_only.py, and what SQLite keeps for itself follows from the tables.
PARTS = """
SELECT sql FROM sqlite_master WHERE type <> 'trigger' AND sql IS NOT NULL AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
ORDER BY tbl_name, type DESC, name
"""


def page() -> str:
    """One statement a line: each table, followed by its indexes."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "migrated.sqlite3")
        lay_database(file)
        with closing(sqlite3.connect(file)) as database:
            return "".join(f"{sql}\n" for (sql,) in database.execute(PARTS))


if __name__ == "__main__":
    print(page(), end="")
