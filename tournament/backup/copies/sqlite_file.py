"""An SQLite database as a file: copied while others write, checked, and read without Django."""

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from tournament.backup.copies.contents import Run

# Steps of SQLite's machine between two looks at the clock.
STEPS = 200_000


class OutOfTime(Exception):
    """A check took longer than it may."""


@contextmanager
def reading(file: Path, *, untouched: bool = False) -> Iterator[sqlite3.Connection]:
    """Open a database for reading. Nothing is made beside one that is `untouched` by others. Raises sqlite3.Error."""
    address = f"{file.resolve().as_uri()}?{'immutable=1' if untouched else 'mode=ro'}"
    with closing(sqlite3.connect(address, uri=True, timeout=10)) as connection:
        # A stranger may have written the schema of a copy: it calls nothing but plain functions.
        connection.execute("PRAGMA trusted_schema=OFF")
        yield connection


def copy_database(source: Path, target: Path) -> None:
    """Copy a database as it is at one moment. Nobody waits: what others write meanwhile lies in the WAL."""
    with reading(source) as connection, closing(sqlite3.connect(target)) as copy:
        # The caller writes it to the disk once, as part of the copy.
        copy.execute("PRAGMA synchronous=OFF")
        connection.backup(copy)


def database_faults(connection: sqlite3.Connection, *, thorough: bool, seconds: float = 0) -> list[str]:
    """What SQLite finds wrong, in its own words. A `thorough` check compares the indexes with their tables as well.

    Raises OutOfTime after so many seconds, if any are given.
    """
    began = time.monotonic()
    if seconds:
        connection.set_progress_handler(lambda: time.monotonic() - began > seconds, STEPS)
    try:
        check = "integrity_check" if thorough else "quick_check"
        faults = [row[0] for row in connection.execute(f"PRAGMA {check}(3)")]
        pointless = connection.execute("PRAGMA foreign_key_check").fetchone() if faults == ["ok"] else None
    except sqlite3.OperationalError as error:
        if error.sqlite_errorname == "SQLITE_INTERRUPT":
            raise OutOfTime from None
        return [str(error)]
    except sqlite3.DatabaseError as error:
        return [str(error)]
    finally:
        connection.set_progress_handler(None, 0)
    if faults != ["ok"]:
        return faults
    return [f"{pointless[0]} points to a row of {pointless[2]} that is missing"] if pointless else []


def runs_on(connection: sqlite3.Connection) -> Run:
    """What executes a statement on this open database."""
    return lambda sql: connection.execute(sql).fetchall()


def has_log(run: Run) -> bool:
    """Whether the database has tables of ours; one whose first start was interrupted has none."""
    return bool(run("SELECT 1 FROM sqlite_master WHERE name = 'tournament_event'"))


def chains_can_be_read(run: Run) -> bool:
    """Whether it is known which chains an import brought. In a database of older versions that stands nowhere: it is
    compared when it has been migrated."""
    return bool(run("SELECT 1 FROM sqlite_master WHERE name = 'tournament_importedtournament'"))


def computes(run: Run) -> bool:
    """Whether reading the database runs what somebody else wrote, without an end perhaps: it has views or virtual
    tables. Ours has none."""
    views = "SELECT 1 FROM sqlite_master WHERE type = 'view' OR sql LIKE 'CREATE VIRTUAL %' LIMIT 1"
    return bool(run(views))
