"""The names of copies. The name tells when a copy was made, so that a folder can be read without opening a file."""

import re
from datetime import UTC, datetime
from pathlib import Path

PLAIN, LOCKED = ".zip", ".zip.locked"
# What is being written, and what turned out to be damaged. Neither is a copy.
BEGUN, DAMAGED = ".part", ".damaged"
_NAME = re.compile(r"spielliste-(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ)(\.zip|\.zip\.locked)")
_TIME = "%Y-%m-%dT%H-%M-%SZ"


def copy_name(at: datetime, *, locked: bool = False) -> str:
    """The name of the copy that is made at this moment, for example spielliste-2026-11-28T14-30-00Z.zip."""
    return f"spielliste-{at.astimezone(UTC):{_TIME}}{LOCKED if locked else PLAIN}"


def made_at(name: str) -> datetime | None:
    """When the copy of this name was made; None if that is not the name of a copy."""
    found = _NAME.fullmatch(name)
    try:
        return datetime.strptime(found[1], _TIME).replace(tzinfo=UTC) if found else None
    except ValueError:
        return None


def is_locked(name: str) -> bool:
    """Whether the copy of this name opens only with a passphrase."""
    return name.endswith(LOCKED)


def copies_in(folder: Path) -> dict[datetime, Path]:
    """The copies in a folder by the time when they were made, the newest first. Raises OSError."""
    found = {at: path for path in folder.iterdir() if (at := made_at(path.name)) is not None}
    return dict(sorted(found.items(), reverse=True))
