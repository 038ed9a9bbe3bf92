"""The check of the database before anything is served from it: its file, its schema and its rows.

It writes nothing and repairs nothing.
"""

import logging
import shlex
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from pathlib import Path

from django.conf import settings
from django.db import connection
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournament.backup.copies.locations import copies_folder, found_at, locations
from tournament.backup.copies.names import copies_in, is_locked, is_replaced, made_at, replaced_in, replaced_name
from tournament.backup.copies.packing import read_manifest
from tournament.backup.copies.sqlite_file import (
    OutOfTime,
    chains_can_be_read,
    database_faults,
    has_log,
    reading,
    runs_on,
)
from tournament.backup.services.backups import check_copy, newest_chain_faults, sqlite_path
from tournament.enums import TournamentState
from tournament.models import Tournament
from tournament.proof.services.audit import Fault, audit_installation, audit_tournament
from tournament.proof.services.audit_schema import foreign_parts, schema_differences
from tournament.refusals import Refused
from tournament.sqlite.watermark import log_position, note_watermark, watermark

log = logging.getLogger(__name__)

# A start spends at most this time on the check; a copied folder gets more.
SECONDS, SECONDS_OF_A_COPY = 10.0, 120.0
# The number of links of the log that are recomputed.
LINKS, LINKS_OF_A_COPY = 5_000, 200_000
# At most this many copies are checked to find a good one.
TRIED = 5
# The terminal names at most this many faults.
TOLD = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class StartFinding:
    """The result of the check of the file. `moved`: this is not the file that was served before, because of a restore
    or a copied folder. `lost`: the number of log entries that it had before and lacks now."""

    moved: bool = False
    lost: int = 0


def check_start() -> StartFinding:
    """Check the file of the database before it is opened.

    Refused: database_missing, database_damaged, database_older. Each says which copy is good and how to restore it.
    """
    database = sqlite_path()
    if database is None:
        return StartFinding()
    wal = database.with_name(f"{database.name}-wal")
    wal_in_use = wal.exists() and wal.stat().st_size > 0
    if not database.exists() or not database.stat().st_size:
        if wal_in_use or _copies(copies_in) or _copies(replaced_in):
            raise _refused("database_missing", _("The database %(file)s is missing."))
        return StartFinding()
    mark = watermark(database)
    moved = mark is None or mark.file != database.stat().st_ino
    try:
        with reading(database) as connection_:
            position = log_position(connection_)
            lost = max(0, mark.newest_event - position) if mark is not None else 0
            # Pages copied into the database may belong to commits that are gone.
            faults = _faults(connection_, thorough=moved or lost > 0)
    except (sqlite3.Error, UnicodeDecodeError) as error:
        faults, position, lost = [str(error)], 0, 0
    if faults:
        raise _damaged(faults[0])
    if lost:
        _check_no_copy_has_more(position, lost)
    return StartFinding(moved=moved, lost=lost)


def check_foreign_parts(*, despite_faults: bool = False) -> None:
    """Look for triggers, views and migrations that no version of this program has made, before a migration sets them
    off.

    Refused: database_changed, unless it starts `despite_faults`.
    """
    _check(foreign_parts(connection), despite_faults)


def check_schema(*, despite_faults: bool = False) -> None:
    """Compare the schema of the migrated database with that of this version. Refused: database_changed."""
    _check(schema_differences(connection), despite_faults)


def check_rows(*, all_of_them: bool, despite_faults: bool = False) -> None:
    """Compare the rows with the log: all of them, or only those of tournaments that are played.

    Refused: database_changed.
    """
    _check(map(str, _row_faults(all_of_them=all_of_them)), despite_faults)


def note_position() -> None:
    """Note how far the log has come, and in which file it stands, before anybody writes. Raises OSError."""
    database = sqlite_path()
    if database is not None and database.exists():
        with reading(database) as read:
            note_watermark(database, log_position(read))


def lost_entries_sentence(lost: int) -> str:
    """The sentence of a start whose log lacks this many entries."""
    return ngettext(
        "%(lost)s entry of the log is missing that was there before. The tables send again what they know; what came "
        "back and what did not stands on the page of the match.",
        "%(lost)s entries of the log are missing that were there before. The tables send again what they know; what "
        "came back and what did not stands on the page of the match.",
        lost,
    ) % {"lost": lost}


def best_copy() -> Path | None:
    """Return the newest good copy; one that this installation has signed comes before others. A locked copy cannot be
    checked: it is taken only if there is no other. What a restore replaced comes last."""
    return _best_of(_copies(copies_in)) or _best_of(_copies(replaced_in))


def _best_of(newest: Sequence[Path]) -> Path | None:
    unproven = []
    for copy in [path for path in newest if not is_locked(path.name)][:TRIED]:
        try:
            if check_copy(copy).origin.own:
                return copy
        except (Refused, OSError):
            continue
        unproven.append(copy)
    return next(iter([*unproven, *(path for path in newest if is_locked(path.name))]), None)


def way_back_sentence(aside: Path) -> str:
    """How to get back what a restore moved into this folder; "" if no copy was made of it."""
    copy = copies_folder() / replaced_name(aside.name)
    if not copy.exists():
        return ""
    return _("The way back to what was here: %(command)s") % {"command": restore_command(copy)}


def restore_command(copy: Path) -> str:
    """The command line that restores this copy."""
    return f"./run restore {shlex.quote(str(copy))}"


def _faults(database: sqlite3.Connection, *, thorough: bool) -> list[str]:
    run = runs_on(database)
    try:
        seconds = SECONDS_OF_A_COPY if thorough else SECONDS
        faults = database_faults(database, thorough=thorough, seconds=seconds)
    except OutOfTime:
        # In a large database, damage is unlikely if the newest links are whole.
        log.warning(gettext_lazy("The database is too large to be checked whole at the start."))
        faults = []
    if faults or not has_log(run) or not chains_can_be_read(run):
        return faults
    return newest_chain_faults(run, LINKS_OF_A_COPY if thorough else LINKS)


def _copies(copies_of: Callable[[Path], Mapping[datetime, Path]]) -> list[Path]:
    """Return what `copies_of` finds at all locations that can be reached, the newest first."""
    paths: list[Path] = []
    for location in locations():
        folder = found_at(location)
        if folder is not None:
            try:
                paths += copies_of(folder).values()
            except OSError:
                continue
    return sorted(paths, key=lambda path: path.name, reverse=True)


def _row_faults(*, all_of_them: bool) -> Iterator[Fault]:
    tournaments = Tournament.objects.order_by("pk")
    if all_of_them:
        yield from audit_installation().faults
    else:
        tournaments = tournaments.filter(state=TournamentState.RUNNING)
    for tournament in tournaments:
        yield from audit_tournament(tournament).faults


def _check_no_copy_has_more(position: int, lost: int) -> None:
    """Refuse an old state of the database if a copy is newer. Without such a copy this state is the best there is, and
    the tables send again what it lacks."""
    copy = best_copy()
    if copy is None or is_locked(copy.name):
        return
    with copy.open("rb") as file:
        newer = read_manifest(file).contents.newest_event > position
    if newer:
        sentence = _("The database is incomplete: %(lost)s entries of its log are missing, which it had before.")
        raise _refused("database_older", sentence % {"lost": lost}, copy=copy)


def _check(faults: Iterable[str], despite_faults: bool) -> None:
    """Name these faults in the terminal. Refused: database_changed, unless it starts `despite_faults`."""
    first_faults = list(islice(faults, TOLD + 1))
    for fault in first_faults[:TOLD]:
        log.error(gettext_lazy("The check of the database found: %s"), fault)
    if len(first_faults) > TOLD:
        log.error(gettext_lazy("There are more; manage.py verify_audit names all."))
    if first_faults and not despite_faults:
        sentence = _("The database %(file)s does not fit its log: another program changed it, or it is damaged.")
        playing_on = _("To play on with it all the same:\n    %(command)s") % {"command": "./run --despite-faults"}
        raise _refused("database_changed", sentence, more=playing_on)


def _damaged(what: str) -> Refused:
    log.error(gettext_lazy("The check of the database found: %s"), what)
    return _refused("database_damaged", _("The database %(file)s is damaged or was copied while it was written."))


def _refused(code: str, sentence: str, *, copy: Path | None = None, more: str = "") -> Refused:
    """The sentence, that nothing was changed, the command that restores the newest good copy, and what more to say."""
    words = {"file": sqlite_path() or connection.settings_dict["NAME"]}
    sentences = [sentence % words, _("Spielliste does not start on it and leaves it as it is.")]
    copy = copy or best_copy()
    if copy is None:
        sentences.append(_("There is no good copy in %(folder)s.") % {"folder": Path(settings.VAR_DIR, "backup")})
    else:
        at = made_at(copy.name)
        assert at is not None
        when = date_format(timezone.localtime(at), "SHORT_DATETIME_FORMAT")
        words = {"when": when, "command": restore_command(copy)}
        newest = _("The newest good copy is of %(when)s. This puts it into place:\n    %(command)s")
        only = _("There is only the state before the restore of %(when)s. This puts it into place:\n    %(command)s")
        sentences.append((only if is_replaced(copy.name) else newest) % words)
    return Refused("%(said)s", code=code, said="\n".join([" ".join(sentences), more]).rstrip())
