"""Restoring a copy: it is unpacked and checked beside the database, compared with it, and put into its place."""

import contextlib
import json
import logging
import shutil
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import IO, Any

from django.conf import settings
from django.db import DatabaseError, connection
from django.utils import timezone
from django.utils.translation import gettext_lazy
from django.utils.translation import gettext_lazy as _

from tournament.backup.copies import packing, postgresql, status, switching
from tournament.backup.copies.contents import ChainHead, Contents, Lacking, Run, lacking, read_contents
from tournament.backup.copies.keys import check_keys
from tournament.backup.copies.locking import unlock
from tournament.backup.copies.names import ASIDE, copies_in, is_locked
from tournament.backup.copies.packing import Manifest
from tournament.backup.copies.shown import read_shown
from tournament.backup.copies.sqlite_file import has_log, reading, runs_on
from tournament.backup.services.backups import check_database, copy_replaced, database_run, sqlite_path
from tournament.backup.services.copy_audit import copy_faults
from tournament.files import hold_lock
from tournament.refusals import Refused

log = logging.getLogger(__name__)

# What the staged copy holds, beside it.
CONTENTS = "contents.json"


@dataclass(frozen=True, slots=True, kw_only=True)
class Staged:
    """A copy that was unpacked and checked. `lacks` is what it lacks of the present database; None where that cannot
    be read, or where there is none. `faults` is what the audit found in it; None if it could not be done here."""

    manifest: Manifest
    file: str
    lacks: Lacking | None
    empty: bool
    """Whether there is nothing here yet that could be replaced."""
    faults: tuple[str, ...] | None


@contextlib.contextmanager
def only_check(*, wait: bool) -> Iterator[None]:
    """Hold the folder of the copy that is to be restored: the page and the command use the same one.

    Refused: check_running, if another process has it and this one does not `wait`.
    """
    with hold_lock(Path(settings.VAR_DIR, "restore-check.lock"), wait=wait) as is_free:
        if not is_free:
            raise check_running()
        yield


def check_running() -> Refused:
    """The refusal while another copy is in that folder."""
    return Refused(
        _("Another copy is being checked or restored here. Please wait until that has ended."), code="check_running"
    )


def stage(file: Path, passphrase: str = "", name: str = switching.STAGED) -> Staged:
    """Unpack a copy into the folder of this name beside the database, check and audit all of it and compare it. Nothing
    else is touched.

    `file` may be a folder, which means its newest copy. What the audit finds refuses nothing: it may be the only copy.
    Refused: copy_missing, passphrase_needed, passphrase_wrong, passphrase_slow, copy_damaged, copy_surplus,
    signature_wrong, log_damaged, copy_newer, other_database, database_elsewhere, disk_full.
    """
    file = copy_at(file)
    folder = Path(settings.VAR_DIR, name)
    unstage(name)
    folder.mkdir(mode=0o700)
    try:
        with _opened(file, folder, passphrase) as copy:
            manifest = packing.read_manifest(copy)
            _check_fits(manifest)
            packing.unpack_copy(copy, folder)
        (folder / CONTENTS).write_text(json.dumps(manifest.contents.as_json()))
        check_keys(folder)
        check_database(folder / manifest.database, manifest, thorough=True)
        faults = copy_faults(folder / manifest.database)
    except OSError as error:
        unstage(name)
        raise Refused(_("The copy cannot be read: %(why)s."), code="copy_unreadable", why=error.strerror) from error
    except Refused:
        unstage(name)
        raise
    lacks, empty = _compare(manifest.contents)
    return Staged(manifest=manifest, file=str(file), lacks=lacks, empty=empty, faults=faults)


def unstage(name: str = switching.STAGED) -> None:
    """Forget a copy that was staged under this name."""
    shutil.rmtree(Path(settings.VAR_DIR, name), ignore_errors=True)


def note_of(staged: Staged, *, by: int | None = None) -> dict[str, Any]:
    """What is told to the log of the restored database."""
    manifest = staged.manifest
    return {
        "file": Path(staged.file).name,
        "made_at": manifest.made_at.isoformat(),
        "program": manifest.program,
        "lacks": {"games": staged.lacks.games, "events": staged.lacks.events} if staged.lacks else None,
        "by": by,
        "signed_by": manifest.origin.key,
        "faults": len(staged.faults or ()),
    }


def accepted_faults() -> int:
    """How many faults the audit found in the copy that was put into place just now, and that somebody accepted. 0 once
    the restore is noted in the log."""
    return int((switching.note_to_tell() or {}).get("faults", 0))


def order_restore(note: dict[str, Any]) -> Path:
    """Let the next start put the staged copy into place; return the folder that what is there will be moved to."""
    aside = f"{ASIDE}{timezone.now():%Y-%m-%dT%H-%M-%SZ}"
    switching.give_order(switching.Order(staged=switching.STAGED, aside=aside, note=note))
    return Path(settings.VAR_DIR, aside)


def carry_out_restore() -> Path | None:
    """Carry out an order, also one that was interrupted; return the folder with what was replaced, None if there is
    no order. What is replaced becomes a copy, as far as it can be read, and the keeper is asked for one of what took
    its place. Only for the process that holds the server's lock."""
    _note_sheets()
    if switching.order_given():
        status.ask_copy("restored")
    aside = switching.carry_out(_switch_server)
    if aside is not None:
        try:
            copy_replaced(aside)
        except (sqlite3.Error, OSError, Refused) as error:
            log.warning(gettext_lazy("What was replaced lies in %s only: %s"), aside, error)
    return aside


def _note_sheets() -> None:
    """Tell the note which sheets are older in the copy, and how many games they had; None unless what is replaced goes
    on where the copy ends. On another laptop nobody knows what came after the copy. Also what the hall was told. Nobody
    writes any more."""
    order = switching.order()
    if order is None or "sheets" in order.note:
        return
    contents = Path(settings.VAR_DIR, order.staged, CONTENTS)
    if not contents.exists():
        return
    copy = Contents.from_json(json.loads(contents.read_bytes()))
    lacks, _empty = _compare(copy)
    had = {(head.tournament, head.match, head.table): head.games for head in copy.heads}
    sheets = None
    if lacks and not lacks.strange:
        sheets = [
            [tournament, match, table, had.get((tournament, match, table), 0) + games]
            for tournament, match, table, games in lacks.sheets
        ]
    switching.give_order(replace(order, note=order.note | {"sheets": sheets, "shown": _hall_status()}))


def _hall_status() -> list[dict[str, Any]]:
    """What the present database lets the hall know; nothing where it cannot be read, or is of an older version."""
    database = sqlite_path()
    try:
        if database is None:
            return read_shown(database_run)
        if database.exists():
            with reading(database) as copy:
                return read_shown(runs_on(copy))
    except (sqlite3.Error, DatabaseError):
        log.warning(gettext_lazy("Whether results are held back here cannot be read."))
    return []


def copy_at(file: Path) -> Path:
    """The copy itself, or the newest one in a folder, as on a stick. Refused: copy_missing."""
    with contextlib.suppress(OSError):
        if file.is_dir():
            for folder in (file, file / "spielliste"):
                if folder.is_dir() and (copies := copies_in(folder)):
                    return next(iter(copies.values()))
    if not file.is_file():
        raise Refused(_("There is no copy “%(file)s”."), code="copy_missing", file=file)
    return file


@contextlib.contextmanager
def _opened(file: Path, folder: Path, passphrase: str) -> Iterator[IO[bytes]]:
    """Open a copy; a locked one is unlocked into `folder` first."""
    if not is_locked(file.name):
        with file.open("rb") as copy:
            yield copy
        return
    if not passphrase:
        raise Refused(_("This copy opens only with its passphrase."), code="passphrase_needed")
    unlocked = folder / "unlocked.part"
    try:
        with file.open("rb") as source, packing.writing(unlocked) as target:
            unlock(source, target, passphrase)
        with unlocked.open("rb") as copy:
            yield copy
    finally:
        unlocked.unlink(missing_ok=True)


def _check_fits(manifest: Manifest) -> None:
    database = sqlite_path()
    if (manifest.database == packing.SQLITE) != (database is not None):
        raise Refused(
            _("The copy is of the other kind of database: SQLite and PostgreSQL cannot take each other’s place."),
            code="other_database",
        )
    if database is not None and database.parent.resolve() != Path(settings.VAR_DIR).resolve():
        raise Refused(
            _("The database is not in %(folder)s. Please set SPIELLISTE_VAR to its folder."),
            code="database_elsewhere",
            folder=settings.VAR_DIR,
        )


def _compare(copy: Contents) -> tuple[Lacking | None, bool]:
    """What the copy lacks of the present database, and whether that has nothing yet."""
    database = sqlite_path()
    try:
        if database is None:
            return _lacking(copy, database_run)
        if not database.exists():
            return None, True
        with reading(database) as present:
            return _lacking(copy, runs_on(present)) if has_log(runs_on(present)) else (None, True)
    except (sqlite3.Error, DatabaseError):
        return None, False


def _lacking(copy: Contents, run: Run) -> tuple[Lacking, bool]:
    present = read_contents(run)

    def is_known(head: ChainHead) -> bool:
        return bool(run(f"SELECT 1 FROM tournament_event WHERE hash = '{_digits(head.hash)}' LIMIT 1"))  # noqa: S608

    return lacking(copy, present, is_known), not present.heads


def _digits(text: str) -> str:
    """The hexadecimal digits of a hash, which comes from a file."""
    return "".join(digit for digit in text if digit in "0123456789abcdef")


def _switch_server(dump: Path, aside: str) -> None:
    """Put a dump into place on PostgreSQL, in one transaction: the present schema gets another name."""
    schema = aside.replace("-", "_").lower()
    parameters: dict[str, Any] = connection.get_connection_params()
    query = f"SELECT 1 FROM information_schema.schemata WHERE schema_name = '{schema}'"  # noqa: S608  our own name
    if postgresql.run(["psql", "--no-psqlrc", "--tuples-only", "--command", query], parameters).strip():
        return
    script = dump.with_suffix(".sql")
    postgresql.run(["pg_restore", "--no-owner", "--no-privileges", f"--file={script}", str(dump)], {})
    command = ["psql", "--no-psqlrc", "--quiet", "--single-transaction", "--set=ON_ERROR_STOP=1"]
    command += ["--command", f"ALTER SCHEMA public RENAME TO {schema}", "--command", "CREATE SCHEMA public"]
    postgresql.run([*command, f"--file={script}"], parameters)
