"""The watermark: how far the log had come at least, and which file it stands in, noted beside the database.

By it a start notices that the database is a copy of the file that was served, or an older state of it.
"""

import json
import os
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from tournament.network.certificates import write_whole


@dataclass(frozen=True, slots=True, kw_only=True)
class Watermark:
    """The key of the newest event that was seen, and the number that the file system gives to the database's file."""

    newest_event: int
    file: int


def watermark_file(database: Path) -> Path:
    """Where the watermark of this database stands."""
    return database.with_name(f"{database.name}.watermark")


def note_watermark(database: Path, newest_event: int) -> None:
    """Note how far the log has come. Raises OSError."""
    told = {"newest_event": newest_event, "file": os.stat(database).st_ino}
    write_whole(watermark_file(database), json.dumps(told).encode(), 0o600)


def watermark(database: Path) -> Watermark | None:
    """What was noted last; None if nothing was, or if it cannot be read."""
    with suppress(OSError, ValueError, KeyError, TypeError):
        told = json.loads(watermark_file(database).read_bytes())
        return Watermark(newest_event=int(told["newest_event"]), file=int(told["file"]))
    return None
