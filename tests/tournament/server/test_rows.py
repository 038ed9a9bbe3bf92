"""Single rows for the event loop."""

import sqlite3
from pathlib import Path

from tests.tournament.server.answering import Database
from tournament.server.rows import SqliteRows


def test_what_sqlite_needs_to_read_is_there_before_the_disk_is_full(tmp_path: Path) -> None:
    """Without the file of shared memory nobody reads, and a full disk has no room for it."""
    file = Database(tmp_path).file
    with sqlite3.connect(file) as database:
        database.execute("PRAGMA journal_mode=WAL")
    database.close()
    beside = file.with_name(f"{file.name}-shm")
    assert not beside.exists()
    rows = SqliteRows(str(file))
    rows.keep_open()
    assert beside.stat().st_size > 0
    rows.close()


def test_a_file_that_cannot_be_opened_stops_no_worker(tmp_path: Path) -> None:
    SqliteRows(str(tmp_path / "nowhere" / "database.sqlite3")).keep_open()
