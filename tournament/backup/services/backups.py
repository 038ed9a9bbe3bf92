"""Backup: making copies of the installation, checking them, carrying them to every location, thinning them."""

import hashlib
import logging
import os
import shutil
import sqlite3
import tempfile
import tomllib
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import datetime, timedelta
from pathlib import Path
from typing import IO, Any

from django.conf import settings
from django.db import connection
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy
from django.utils.translation import gettext_lazy as _
from pyrage.x25519 import Identity

from tournament.backup.copies import packing, postgresql
from tournament.backup.copies.contents import Contents, Run, newest_links, read_contents
from tournament.backup.copies.damage import damaged_copy
from tournament.backup.copies.locations import Location, copies_folder, found_at
from tournament.backup.copies.locking import check_lock, lock, unlock_with_key
from tournament.backup.copies.names import (
    BEGUN,
    DAMAGED,
    copies_in,
    copy_name,
    locked_name,
    made_at,
    replaced_in,
    replaced_name,
)
from tournament.backup.copies.sqlite_file import (
    chains_can_be_read,
    computes,
    copy_database,
    database_faults,
    reading,
    runs_on,
)
from tournament.backup.copies.thinning import superfluous
from tournament.models import Event
from tournament.proof.services.audit import chain_faults, one_moment
from tournament.refusals import Refused

log = logging.getLogger(__name__)

# So many links of the log are recomputed in each copy, beginning with the chains that were written last.
MOST_LINKS = 30_000
# What tables and values raise that are none of ours: no hash was changed, but a stranger wrote the manifest, too.
NO_DATABASE_OF_OURS = (sqlite3.Error, ValueError, TypeError, AttributeError, LookupError, OverflowError)
# Nothing that is begun takes so long.
LEFT_SECONDS = 3600.0


def make_copy(why: str) -> Path:
    """Make a copy in the own folder, check it, and return it. Takes seconds; never call it in a web worker.

    Refused: copy_damaged, log_damaged, program_missing, postgresql_failed. Raises OSError, for example if the disk is
    full.
    """
    at, folder = timezone.now().replace(microsecond=0), copies_folder()
    # The newest copy has the newest name, also when the clock was set back: the other locations get the newest name.
    at = max([at, *(before + timedelta(seconds=1) for before in copies_in(folder))])
    return _make_copy(folder / copy_name(at), why, Path(settings.VAR_DIR), _write_database)


def copy_replaced(aside: Path) -> Path | None:
    """Make a copy of what a restore moved aside, so that it can be restored in its turn; None where that is no file.

    Its name says that it is of what was replaced.

    Refused: copy_damaged, log_damaged. Raises OSError, sqlite3.Error.
    """
    database = sqlite_path()
    if database is None or not (replaced := aside / database.name).exists():
        return None
    target = copies_folder() / replaced_name(aside.name)
    return _make_copy(target, "replaced", aside, lambda work: _copy_file(replaced, work))


def _make_copy(target: Path, why: str, var: Path, write: Callable[[Path], Contents]) -> Path:
    """Make the copy `target`, with the keys in `var` and the database that `write` writes, and check it."""
    at, folder = made_at(target.name), target.parent
    assert at is not None
    # Somebody may ask for a copy on the command line while the keeper makes one.
    part = target.with_name(f"{target.name}.{os.getpid()}{BEGUN}")
    try:
        with _working_folder(folder) as work:
            contents = write(work)
            parts = {path.name: path for path in (work / packing.SQLITE, work / packing.POSTGRESQL) if path.exists()}
            parts |= _keys(var)
            packing.pack_copy(part, parts, at=at, why=why, program=program_version(), contents=contents)
        check_copy(part)
        part.replace(target)
        packing.settle_file(folder)
    except Refused:
        _keep_aside(part, target)
        raise
    finally:
        part.unlink(missing_ok=True)
    return target


def check_copy(file: Path) -> packing.Manifest:
    """Read a copy from the disk and check all of it. Rows are not compared with the log: that takes too long here.

    Refused: copy_damaged, copy_surplus, signature_wrong, log_damaged, copy_newer, disk_full, program_missing.
    """
    with file.open("rb") as copy, _working_folder(copies_folder()) as work:
        packing.forget_cached(copy)
        manifest = packing.unpack_copy(copy, work)
        check_database(work / manifest.database, manifest)
    return manifest


def check_database(database: Path, manifest: packing.Manifest, *, thorough: bool = False) -> None:
    """Check the unpacked database of a copy. Refused: copy_damaged, log_damaged, program_missing."""
    if manifest.database == packing.POSTGRESQL:
        postgresql.check_dump(database)
        return
    try:
        with reading(database, untouched=True) as connected:
            faults = database_faults(connected, thorough=thorough)
            if faults or computes(runs_on(connected)) or read_contents(runs_on(connected)) != manifest.contents:
                log.error(
                    gettext_lazy("A copy is damaged: %s"), faults[0] if faults else _("it does not hold what it should")
                )
                raise damaged_copy()
            if chains_can_be_read(runs_on(connected)):
                check_log(runs_on(connected))
    except NO_DATABASE_OF_OURS as error:
        log.error(gettext_lazy("A copy is damaged: %s"), error)
        raise damaged_copy() from None


def check_log(run: Run) -> None:
    """Recompute the chains that were written last. Refused: log_damaged."""
    faults = newest_chain_faults(run)
    if faults:
        log.error(gettext_lazy("The log is damaged: %s"), faults[0])
        raise Refused(_("The log of the database is damaged: %(fault)s"), code="log_damaged", fault=faults[0])


def newest_chain_faults(run: Run, most: int = MOST_LINKS) -> list[str]:
    """The faults of the chains that were written last."""
    return [
        str(fault)
        for (tournament, sheet), links in newest_links(run, most).items()
        for fault in chain_faults(_chain_name(tournament, sheet), (Event(**link) for link in links))
    ]


def _chain_name(tournament: int | None, sheet: int | None) -> str:
    """What a chain is called where only its rows can be read: names may be what is damaged."""
    if tournament is None:
        return gettext("installation")
    if sheet is None:
        return gettext("tournament with the number %(tournament)s") % {"tournament": tournament}
    place = {"tournament": tournament, "key": sheet}
    return gettext("tournament with the number %(tournament)s, scoresheet %(key)s") % place


def carry(copy: Path, location: Location) -> Path | None:
    """Bring a copy to another location, read it back there, and return it; None if the location is not there.

    Refused: copy_damaged, lock_outdated. Raises OSError.
    """
    folder = found_at(location)
    if folder is None:
        return None
    if location.lock:
        check_lock(location.lock)
    name = locked_name(copy.name) if location.lock else copy.name
    part = folder / f"{name}.{os.getpid()}{BEGUN}"
    try:
        with copy.open("rb") as source, packing.writing(part) as target:
            key = lock(source, target, location.lock) if location.lock else None
            if key is None:
                shutil.copyfileobj(source, target, packing.PIECE)
        with copy.open("rb") as source, part.open("rb") as result:
            packing.forget_cached(result)
            if _digest(source) != (_digest(result) if key is None else _unlocked_digest(result, key)):
                raise damaged_copy()
        part.replace(folder / name)
        packing.settle_file(folder)
    except Refused:
        _keep_aside(part, folder / name)
        raise
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)
    return folder / name


def thin(folder: Path, now: datetime, spare: Path | None = None) -> None:
    """Delete the copies that are no longer needed, never the newest one and never `spare`, and what was left by a
    process that was killed. Raises OSError."""
    copies, replaced = copies_in(folder), replaced_in(folder)
    for at in superfluous(copies, now):
        if copies[at] != spare:
            copies[at].unlink(missing_ok=True)
    # Of these no newest one is kept beyond its time.
    for at in superfluous([*replaced, now], now) & replaced.keys():
        replaced[at].unlink(missing_ok=True)
    for rest in folder.glob(f"*{BEGUN}"):
        if now.timestamp() - rest.stat().st_mtime > LEFT_SECONDS:
            shutil.rmtree(rest) if rest.is_dir() else rest.unlink(missing_ok=True)


def _keep_aside(part: Path, target: Path) -> None:
    """Keep a copy that is damaged under another name, for whoever wants to know why; earlier ones go."""
    with suppress(OSError):
        for earlier in target.parent.glob(f"*{DAMAGED}"):
            earlier.unlink()
        if part.exists():
            part.replace(target.with_name(target.name + DAMAGED))


def newest_event() -> int:
    """The key of the newest event of the log; it grows with every act. One query."""
    return Event.objects.order_by("-pk").values_list("pk", flat=True).first() or 0


def program_version() -> str:
    """The version of this program."""
    with (settings.BASE_DIR / "pyproject.toml").open("rb") as file:
        return str(tomllib.load(file)["project"]["version"])


def database_run(sql: str) -> Any:
    """Execute a statement in our own database and return its rows."""
    with connection.cursor() as cursor:
        cursor.execute(sql)
        return cursor.fetchall()


def sqlite_path() -> Path | None:
    """The file of our database; None where it is no file."""
    return Path(connection.settings_dict["NAME"]) if connection.vendor == "sqlite" else None


def _write_database(work: Path) -> Contents:
    """Write the database into this folder as it is at one moment; return what it holds."""
    source = sqlite_path()
    if source is not None:
        return _copy_file(source, work)
    with one_moment():
        postgresql.dump(
            connection.get_connection_params(),
            database_run("SELECT pg_export_snapshot()")[0][0],
            work / packing.POSTGRESQL,
        )
        contents = read_contents(database_run)
        check_log(database_run)
    return contents


def _copy_file(database: Path, work: Path) -> Contents:
    """Copy an SQLite database into this folder; return what it holds."""
    copy_database(database, work / packing.SQLITE)
    with reading(work / packing.SQLITE, untouched=True) as copy:
        return read_contents(runs_on(copy))


def _keys(var: Path) -> dict[str, Path]:
    """The files of keys that belong to the installation in this folder, by their names in a copy."""
    files = [var / packing.SECRET, *sorted((var / packing.KEYS).glob("*"))]
    names = {str(file.relative_to(var)): file for file in files if file.is_file()}
    return {name: file for name, file in names.items() if packing.PART.fullmatch(name)}


@contextmanager
def _working_folder(beside: Path) -> Iterator[Path]:
    """An empty folder on the same disk, gone afterwards."""
    with tempfile.TemporaryDirectory(prefix=f"work-{os.getpid()}-", suffix=BEGUN, dir=beside) as folder:
        yield Path(folder)


def _digest(file: IO[bytes]) -> bytes:
    return hashlib.file_digest(file, "sha256").digest()  # type: ignore[arg-type]


def _unlocked_digest(file: IO[bytes], key: Identity) -> bytes:
    digest: Any = _Digest()
    unlock_with_key(file, digest, key)
    return bytes(digest.hash.digest())


class _Digest:
    """A file that keeps nothing but the hash of what is written to it."""

    def __init__(self) -> None:
        self.hash = hashlib.sha256()

    def write(self, piece: bytes) -> int:
        self.hash.update(piece)
        return len(piece)
