"""Where copies lie: a folder beside the database, and any further folders and sticks, recognised by a marker.

The list is a file and not a row: it is of this computer, and it is needed when the database cannot be read.
"""

import json
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from glob import glob
from pathlib import Path
from stat import S_ISREG
from typing import Any

from django.conf import settings
from django.utils.translation import gettext_lazy as _

from tournament.backup.copies.locking import Lock
from tournament.files import hold_lock, write_whole
from tournament.refusals import Refused

LIST, MARKER = "locations.json", "location.json"
LONGEST_MARKER = 1024
# The folder that we make on a stick, and our own in the folder of the data.
SUBFOLDER = "spielliste"
OWN = "own"
# Folders of the system, in memory.
NOT_KEPT = ("/dev", "/proc", "/sys")
# Where systems put sticks: Linux desktops, by hand, macOS.
MEDIA = ("/media/*", "/media/*/*", "/run/media/*/*", "/mnt/*", "/Volumes/*")


@dataclass(frozen=True, slots=True, kw_only=True)
class Location:
    """A folder for copies. `key` also stands in its marker, so that another stick at the same path is not taken for it.

    With a `lock` its copies are written locked.
    """

    key: str
    folder: Path
    lock: Lock | None = None

    @property
    def own(self) -> bool:
        """Whether this is the folder beside the database."""
        return self.key == OWN


def copies_folder() -> Path:
    """The folder of copies beside the database, made if it is missing; only its owner can enter it."""
    folder = Path(settings.VAR_DIR, "backup")
    folder.mkdir(mode=0o700, exist_ok=True)
    return folder


def locations() -> list[Location]:
    """All locations, the own folder first. A list that cannot be read counts as empty."""
    entries: Any = []
    with suppress(OSError, ValueError):
        entries = json.loads((copies_folder() / LIST).read_bytes())
    further = []
    for one in entries if isinstance(entries, list) else ():
        with suppress(KeyError, ValueError, TypeError):
            lock = Lock.from_json(one["lock"]) if one["lock"] else None
            further.append(Location(key=one["key"], folder=Path(one["folder"]), lock=lock))
    return [Location(key=OWN, folder=copies_folder()), *further]


def add_location(folder: Path, lock: Lock | None) -> Location:
    """Add a folder that exists; copies go into a folder of their own in it.

    Refused: folder_relative, folder_missing, folder_inside, folder_not_kept, folder_read_only, location_known.
    """
    if not folder.is_absolute():
        raise Refused(_("Please give the whole path of the folder, beginning with /."), code="folder_relative")
    if not folder.is_dir():
        raise Refused(_("There is no folder “%(folder)s”."), code="folder_missing", folder=folder)
    folder = folder.resolve()
    # What lies in the program's folder is partly served to everybody.
    if any(folder.is_relative_to(Path(own).resolve()) for own in (settings.VAR_DIR, settings.BASE_DIR)):
        raise Refused(
            _("This folder is lost together with the database. Please choose another one."), code="folder_inside"
        )
    if any(folder.is_relative_to(place) for place in NOT_KEPT):
        raise Refused(
            _("This folder belongs to the system and is kept on no disk. Please choose another one."),
            code="folder_not_kept",
        )
    target = folder if (folder / MARKER).exists() else folder / SUBFOLDER
    try:
        target.mkdir(mode=0o700, exist_ok=True)
        key = _marked(target)
        if not key:
            key = secrets.token_hex(8)
            write_whole(target / MARKER, json.dumps({"key": key}).encode(), 0o600)
        _try_writing(target)
    except OSError as error:
        raise Refused(
            _("Nothing can be written to “%(folder)s”: %(why)s."),
            code="folder_read_only",
            folder=folder,
            why=error.strerror,
        ) from None
    added = Location(key=key, folder=target, lock=lock)
    with _changing() as listed:
        if any(one.key == key for one in listed):
            raise Refused(_("Copies go there already."), code="location_known")
        listed.append(added)
    return added


def remove_location(key: str) -> None:
    """Take a location off the list. Its copies stay where they are."""
    with _changing() as listed:
        listed[:] = [one for one in listed if one.key != key]


def found_at(location: Location) -> Path | None:
    """The folder of a location if it is there now, also at another path than before; None if it is not."""
    if location.own or _marked(location.folder) == location.key:
        return location.folder
    for medium in media():
        for folder in (medium / SUBFOLDER, medium):
            if _marked(folder) == location.key:
                return folder
    return None


def media() -> list[Path]:
    """The removable media that are there now."""
    return sorted(Path(path) for pattern in MEDIA for path in glob(pattern) if os.path.ismount(path))


def is_elsewhere(folder: Path) -> bool:
    """Whether a folder is on another disk than the database."""
    return folder.stat().st_dev != Path(settings.VAR_DIR).stat().st_dev


def _marked(folder: Path) -> str:
    """The key in the marker of this folder, "" if there is none. Whoever made a stick chose what lies there: nothing
    waits for a pipe, and nothing is read without end."""
    with (
        suppress(OSError, ValueError, KeyError, TypeError),
        open(folder / MARKER, "rb", opener=lambda path, flags: os.open(path, flags | os.O_NONBLOCK)) as file,
    ):
        if S_ISREG(os.fstat(file.fileno()).st_mode):
            return str(json.loads(file.read(LONGEST_MARKER))["key"])
    return ""


def _try_writing(folder: Path) -> None:
    probe = folder / f"{secrets.token_hex(4)}.part"
    probe.touch()
    probe.unlink()


@contextmanager
def _changing() -> Iterator[list[Location]]:
    """The locations beside the own one, to be changed; one process at a time."""
    with hold_lock(copies_folder() / f"{LIST}.lock", wait=True):
        listed = [one for one in locations() if not one.own]
        yield listed
        entries = [
            {"key": one.key, "folder": str(one.folder), "lock": one.lock and one.lock.as_json()} for one in listed
        ]
        write_whole(copies_folder() / LIST, json.dumps(entries, indent=1).encode(), 0o600)
