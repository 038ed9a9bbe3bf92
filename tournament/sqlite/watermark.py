"""The watermark: the least length that the log had, and the file that holds it, noted beside the database.

Every writer raises it after its commit, which costs one write into the system's memory; the keeper brings it to the
disk. It tells a start that the database is a copy of the file that was served, or an older state of it.
"""

import json
import os
import sqlite3
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

# The number has a place of its own, so that it can be written alone.
BEFORE, DIGITS = '{"newest_event": ', 20
POSITION = "SELECT seq FROM sqlite_sequence WHERE name = 'tournament_event'"


@dataclass(frozen=True, slots=True, kw_only=True)
class Watermark:
    """The key of the newest event that was seen, and the number that the file system gives to the database's file."""

    newest_event: int
    file: int


class RaisedWatermark:
    """The watermark as one connection raises it. It never falls: only a start that has checked the file sets it
    lower."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._newest = _read(os.pread(descriptor, 200, 0)).newest_event

    def raise_to(self, newest_event: int) -> None:
        """Note that the log has come this far. The caller has the writers' turn, so that nobody notes less
        meanwhile."""
        if newest_event > self._newest:
            os.pwrite(self._descriptor, _number(newest_event), len(BEFORE))
            self._newest = newest_event

    def close(self) -> None:
        os.close(self._descriptor)


def watermark_file(database: Path) -> Path:
    """Return the path of this database's watermark."""
    return database.with_name(f"{database.name}.watermark")


def note_watermark(database: Path, newest_event: int) -> None:
    """Note how far the log has come, before anybody writes. Raises OSError."""
    record = BEFORE.encode() + _number(newest_event) + b', "file": %20d}\n' % os.stat(database).st_ino
    with open(os.open(watermark_file(database), os.O_RDWR | os.O_CREAT, 0o600), "r+b") as file:
        file.write(record)
        file.truncate()
        file.flush()
        os.fsync(file.fileno())


def settle_watermark(database: Path) -> None:
    """Bring the writers' notes to the disk; do nothing if nobody has written. Raises OSError."""
    with suppress(FileNotFoundError), watermark_file(database).open("rb") as file:
        os.fsync(file.fileno())


def watermark(database: Path) -> Watermark | None:
    """Return the last note; None if there is none, or if it cannot be read."""
    with suppress(OSError, ValueError, KeyError, TypeError):
        return _read(watermark_file(database).read_bytes())
    return None


def raised_watermark(database: str) -> RaisedWatermark | None:
    """Return the watermark to raise; None if there is none yet, or if it cannot be written."""
    with suppress(OSError):
        descriptor = os.open(watermark_file(Path(database)), os.O_RDWR)
        # A watermark of an older version has no room for a longer number.
        if os.pread(descriptor, 1, len(BEFORE) + DIGITS) == b",":
            return RaisedWatermark(descriptor)
        os.close(descriptor)
    return None


def log_position(connection: sqlite3.Connection) -> int:
    """Return how many events were ever written. The number never shrinks, whatever is purged. 0 without a log."""
    try:
        row = connection.execute(POSITION).fetchone()
    except sqlite3.OperationalError:
        return 0
    return int(row[0]) if row else 0


def _number(newest_event: int) -> bytes:
    return b"%*d" % (DIGITS, newest_event)


def _read(content: bytes) -> Watermark:
    payload = json.loads(content)
    return Watermark(newest_event=int(payload["newest_event"]), file=int(payload["file"]))
