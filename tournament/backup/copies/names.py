"""The names of copies. The name tells when a copy was made, and whether it is of what a restore replaced, so that a
folder can be read without opening a file.

It tells the time in UTC: by local time names would lose their order, and one would stand for two copies, in the hour
that is there twice in autumn; and older versions would take new copies for none. Pages show local time beside it.
"""

import re
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path

PLAIN, LOCKED = ".zip", ".zip.locked"
# What is being written, and what turned out to be damaged. Neither is a copy.
BEGUN, DAMAGED = ".part", ".damaged"
# What a restore replaced, in the name of its copy and before the time in the name of the folder it was moved to.
REPLACED, ASIDE = "-replaced", "replaced-"
_NAME = re.compile(r"spielliste-(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ)(?:-replaced)?(\.zip|\.zip\.locked)")
_TIME = "%Y-%m-%dT%H-%M-%SZ"


def copy_name(at: datetime) -> str:
    """The name of the copy that is made at this moment, for example spielliste-2026-11-28T14-30-00Z.zip."""
    return f"spielliste-{at.astimezone(UTC):{_TIME}}{PLAIN}"


def locked_name(name: str) -> str:
    """The name of this copy where it is locked."""
    return name.removesuffix(PLAIN) + LOCKED


def replaced_name(aside: str) -> str:
    """The name of the copy of what is in the folder `aside`, such as spielliste-2026-11-28T14-30-00Z-replaced.zip."""
    return f"spielliste-{aside.removeprefix(ASIDE)}{REPLACED}{PLAIN}"


def made_at(name: str) -> datetime | None:
    """When the copy of this name was made; None if that is not the name of a copy."""
    match = _NAME.fullmatch(name)
    try:
        return datetime.strptime(match[1], _TIME).replace(tzinfo=UTC) if match else None
    except ValueError:
        return None


def plain_name(name: str) -> str:
    """The name that the same copy has in the own folder, where none is locked."""
    return name.removesuffix(LOCKED) + PLAIN if is_locked(name) else name


def is_locked(name: str) -> bool:
    """Whether the copy of this name opens only with a passphrase."""
    return name.endswith(LOCKED)


def is_replaced(name: str) -> bool:
    """Whether the copy of this name is of what a restore replaced: somebody has thrown it away."""
    return REPLACED in name


def copies_in(folder: Path) -> dict[datetime, Path]:
    """The copies in a folder by the time when they were made, the newest first, without those of what a restore
    replaced. Raises OSError."""
    return _by_time(path for path in folder.iterdir() if not is_replaced(path.name))


def replaced_in(folder: Path) -> dict[datetime, Path]:
    """The copies in a folder of what restores replaced, by time, the newest first. Raises OSError."""
    return _by_time(path for path in folder.iterdir() if is_replaced(path.name))


def names_in(folder: Path) -> list[str]:
    """The names of all copies in a folder, the newest first. Raises OSError."""
    return sorted((path.name for path in folder.iterdir() if made_at(path.name) is not None), reverse=True)


def _by_time(paths: Iterable[Path]) -> dict[datetime, Path]:
    copies = {at: path for path in paths if (at := made_at(path.name)) is not None}
    return dict(sorted(copies.items(), reverse=True))
