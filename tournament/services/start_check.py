"""The check of the database before anything is served from it. Nothing is written, and nothing is put right."""

import logging
import shlex
import sqlite3
from pathlib import Path
from typing import Any

from django.conf import settings
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from tournament.backups.locations import found_at, locations
from tournament.backups.names import copies_in, is_locked, made_at
from tournament.backups.sqlite_file import OutOfTime, database_faults, has_log, log_position, reading, runs_on
from tournament.backups.watermark import note_watermark, watermark
from tournament.enums import TournamentState
from tournament.models import Tournament
from tournament.refusals import Refused
from tournament.services.audit import audit_tournament
from tournament.services.backups import check_copy, newest_chain_faults, sqlite_path

log = logging.getLogger(__name__)

# A start waits no longer than this for the check; a folder that was copied is worth more.
SECONDS, SECONDS_OF_A_COPY = 10.0, 120.0
# Links of the log that are recomputed.
LINKS, LINKS_OF_A_COPY = 5_000, 200_000
# So many copies are tried until a good one is found.
TRIED = 5


def check_start() -> bool:
    """Check the database before it is opened; return whether it is a copy that was made while it was being written.

    Refused: database_missing, database_damaged, database_older. Each says which copy is good and how to restore it.
    """
    database = sqlite_path()
    if database is None:
        return False
    wal = database.with_name(f"{database.name}-wal")
    written = wal.exists() and wal.stat().st_size > 0
    if not database.exists() or not database.stat().st_size:
        if written or _copies():
            raise _refused("database_missing", _("The database %(file)s is missing."), file=database)
        return False
    known = watermark(database)
    copied = known is None or known.file != database.stat().st_ino
    try:
        with reading(database) as read:
            run = runs_on(read)
            faults = _faults(read, thorough=copied)
            position = log_position(run) if not faults and has_log(run) else 0
    except sqlite3.Error as error:
        faults, position = [str(error)], 0
    if faults:
        raise _damaged(faults[0])
    if known is not None and position < known.newest_event:
        lost = known.newest_event - position
        raise _refused(
            "database_older",
            _("The database is incomplete: %(lost)s entries of its log are missing, which it had before."),
            lost=lost,
        )
    return copied and known is not None and written


def check_rows() -> None:
    """Compare the rows with the log in all tournaments that are played. Refused: database_damaged."""
    for tournament in Tournament.objects.filter(state=TournamentState.RUNNING):
        for fault in audit_tournament(tournament).faults:
            raise _damaged(str(fault))


def note_position() -> None:
    """Note how far the log has come, and in which file it stands. Raises OSError."""
    database = sqlite_path()
    if database is not None and database.exists():
        with reading(database) as read:
            note_watermark(database, log_position(runs_on(read)))


def best_copy() -> Path | None:
    """The newest copy that is good; a locked one, which cannot be checked, only where there is no other."""
    newest = sorted(_copies().values(), key=lambda path: path.name, reverse=True)
    for copy in [path for path in newest if not is_locked(path.name)][:TRIED]:
        try:
            check_copy(copy)
        except (Refused, OSError):
            continue
        return copy
    return next((path for path in newest if is_locked(path.name)), None)


def restore_command(copy: Path) -> str:
    """What to type to restore this copy."""
    return f"./run restore {shlex.quote(str(copy))}"


def _faults(read: sqlite3.Connection, *, thorough: bool) -> list[str]:
    run = runs_on(read)
    try:
        seconds = SECONDS_OF_A_COPY if thorough else SECONDS
        faults = database_faults(read, thorough=thorough, seconds=seconds)
    except OutOfTime:
        # The larger a database, the rarer is it damaged where the newest links are whole.
        log.warning("The database is too large to be checked whole at the start.")
        faults = []
    if faults or not has_log(run):
        return faults
    return newest_chain_faults(run, LINKS_OF_A_COPY if thorough else LINKS)


def _copies() -> dict[Any, Path]:
    """The copies at all locations that are there, by time."""
    found: dict[Any, Path] = {}
    for location in locations():
        folder = found_at(location)
        if folder is not None:
            try:
                found |= {(at, location.key): path for at, path in copies_in(folder).items()}
            except OSError:
                continue
    return found


def _damaged(what: str) -> Refused:
    log.error("The check of the database found: %s", what)
    return _refused("database_damaged", _("The database %(file)s is damaged or was copied while it was written."))


def _refused(code: str, sentence: str, **told: Any) -> Refused:
    """The sentence, that nothing was changed, and the command that restores the newest good copy."""
    said = [sentence % ({"file": sqlite_path()} | told), _("Spielliste does not start on it and leaves it as it is.")]
    copy = best_copy()
    if copy is None:
        said.append(_("There is no good copy in %(folder)s.") % {"folder": Path(settings.VAR_DIR, "backup")})
    else:
        at = made_at(copy.name)
        assert at is not None
        when = date_format(timezone.localtime(at), "SHORT_DATETIME_FORMAT")
        told = {"when": when, "command": restore_command(copy)}
        said.append(_("The newest good copy is of %(when)s. This puts it into place:\n    %(command)s") % told)
    return Refused("%(said)s", code=code, said=" ".join(said))
