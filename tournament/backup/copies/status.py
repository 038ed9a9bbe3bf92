"""What the keeper writes for the pages: which locations are there, which copies they hold, what went wrong.

A page reads this file only. It never touches a stick, because a broken one can make a reader wait for minutes.
"""

import json
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from tournament.backup.copies.locations import copies_folder
from tournament.files import hold_lock, write_whole

THERE, MISSING, FAILED = "there", "missing", "failed"
# More copies than thinning leaves.
SHOWN = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class LocationStatus:
    """One location as the keeper saw it last. `copies` are names, newest first; a missing one keeps those it had."""

    key: str
    state: str
    folder: str
    elsewhere: bool
    """On another disk than the database."""
    copies: tuple[str, ...] = ()
    problem: str = ""
    """The code of what went wrong with the last copy there."""
    free: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class BackupStatus:
    """All that the keeper wrote, and when. `problem` is the code of what went wrong with the last copy."""

    at: datetime | None = None
    busy: bool = False
    problem: str = ""
    details: str = ""
    locations: tuple[LocationStatus, ...] = ()
    media: tuple[str, ...] = ()


def write_status(status: BackupStatus) -> None:
    """Write down what the pages show. Raises OSError."""
    fields: dict[str, Any] = {name: getattr(status, name) for name in ("busy", "problem", "details", "media")}
    fields["at"] = status.at and status.at.isoformat()
    fields["locations"] = [{name: getattr(one, name) for name in LocationStatus.__slots__} for one in status.locations]
    write_whole(_file(), json.dumps(fields, indent=1).encode(), 0o600)


def read_status() -> BackupStatus:
    """What the keeper wrote last; an empty status if it never wrote."""
    with suppress(OSError, ValueError, KeyError, TypeError):
        fields = json.loads(_file().read_bytes())
        fields["at"] = fields["at"] and datetime.fromisoformat(fields["at"])
        places = fields["locations"]
        fields["locations"] = tuple(LocationStatus(**one | {"copies": tuple(one["copies"])}) for one in places)
        fields["media"] = tuple(fields["media"])
        return BackupStatus(**fields)
    return BackupStatus()


def ask_copy(why: str) -> None:
    """Ask the keeper for a copy at once."""
    write_whole(_order(), why.encode(), 0o600)


def take_copy_order() -> str:
    """Take the order for a copy: return why somebody asked for it, "" if nobody did. It waits no longer."""
    with suppress(FileNotFoundError):
        why = _order().read_text()
        _order().unlink()
        return why or "asked"
    return ""


def copy_ordered() -> bool:
    """Whether an order for a copy waits."""
    return _order().exists()


def only_keeper() -> AbstractContextManager[bool]:
    """Hold the lock of the keeper; yield whether this process got it."""
    return hold_lock(copies_folder() / "keeper.lock")


def keeper_runs() -> bool:
    """Whether a keeper is at work in this installation; none is where nothing can be written."""
    try:
        with only_keeper() as free:
            return not free
    except OSError:
        return False


def _file() -> Path:
    return copies_folder() / "status.json"


def _order() -> Path:
    return copies_folder() / "copy-asked"
