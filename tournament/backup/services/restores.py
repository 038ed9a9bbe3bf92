"""After a restore: noting it, keeping what the tables' devices remember, and settling it."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament import permissions
from tournament.backup.copies import switching
from tournament.backup.selectors.restores import newest_restore, restore_key
from tournament.backup.services.restored_secrecy import keep_secrecy
from tournament.enums import IS_SHUT
from tournament.models import Event, Recollection, Restore, Scoresheet, TableDevice, Tournament, User
from tournament.proof.services.witnesses import restore_payload
from tournament.refusals import Refused
from tournament.services import versions
from tournament.services.events import write_event
from tournament.services.locks import lock_installation, lock_scoresheet, lock_tournament

# Tournament, match, table, and the games on its sheet.
SheetLost = tuple[str, int, int, int]
NEVER = datetime(2026, 1, 1, tzinfo=UTC)


@transaction.atomic
def note_restore(
    *,
    copy: str,
    copied_at: datetime,
    sheets: Sequence[SheetLost] | None = None,
    signed_by: str = "",
    faults: int = 0,
    hall: Sequence[Mapping[str, Any]] = (),
) -> Restore:
    """Note that this database is a copy, made at `copied_at`, that took the place of another one. `sheets` are those
    that were newer there; None if nobody knows. `signed_by` is the key of the installation that wrote the copy, "" if
    it is not signed, and `faults` is how many the audit found in it. `hall` is what the hall was told of what was
    replaced (backup/copies/shown.py).

    Called once after each restore, before anything is served. The tables' devices learn it from the key of the restore
    and send what the copy lacks. Writes to the chain of every tournament that is not archived.
    """
    _lock_all()
    lost = None if sheets is None else [list(one) for one in sheets]
    return _note(copy, copied_at, {"sheets": lost, "signed_by": signed_by, "faults": faults}, hall)


@transaction.atomic
def note_lost_entries(lost: int) -> Restore:
    """Note that a start misses so many entries of the log that were there before: a restore that nobody ordered.

    Called before anything is served. The tables' devices send again what they know, as after a restore.
    """
    _lock_all()
    return _note("", _newest_at(), {"lost": lost})


@transaction.atomic
def note_seen_newer(*, device: TableDevice, restore: str, version: int) -> None:
    """Note that the database has gone back, if this device has seen this version of its sheet since this restore, which
    is the newest, and the sheet has not come so far. Then all devices send again what they know.

    A device's word is no proof. So nothing more is noted like this until somebody has looked after the last time.
    """
    newest = newest_restore()
    if restore != (newest.key if newest else "") or (newest and not newest.copy and newest.settled_at is None):
        return
    _lock_all()
    sheet = Scoresheet.objects.select_related("match__tournament").get(pk=device.scoresheet_id)
    if sheet.version < version and restore == restore_key():
        where = [sheet.match.tournament.slug, sheet.match.number, sheet.table_number]
        _note("", _newest_at(), {"seen_at": where})


def note_pending_restore() -> Restore | None:
    """Note the restore that was just carried out, if the database does not know of it yet."""
    note = switching.note_to_tell()
    if note is None:
        return None
    restore = note_restore(
        copy=Path(note["file"]).name,
        copied_at=datetime.fromisoformat(note["made_at"]),
        sheets=note.get("sheets"),
        signed_by=note.get("signed_by", ""),
        faults=note.get("faults", 0),
        hall=note.get("shown") or (),
    )
    # A process that ends here notes it once more. Then the devices only send again what is there already.
    switching.forget_note()
    return restore


@transaction.atomic
def keep_recollection(*, device: TableDevice, restore: str, version: int, counts: Mapping[str, Any]) -> None:
    """Keep what this device had counted on its sheet before the restore. Of several devices the newest version counts.

    Refused: not_allowed, device_locked, device_replaced, sheet_discarded, no_such_restore.
    """
    sheet = lock_scoresheet(device.scoresheet)
    permissions.check_at(sheet, permissions.enter_games, device)
    newest = newest_restore()
    if newest is None or restore != newest.key:
        raise Refused(_("This page is of another version. Please load it again."), code="no_such_restore")
    earlier = Recollection.objects.filter(restore=newest, scoresheet=sheet).first()
    if earlier is not None and earlier.version >= version:
        return
    versions.bump(sheet)
    report = {"version": version, "seen": dict(counts), "told_at": timezone.now()}
    Recollection.objects.update_or_create(restore=newest, scoresheet=sheet, defaults=report)


@transaction.atomic
def note_conflicts(*, device: TableDevice, conflicts: int) -> None:
    """Note how many of the games that this device sent again do not fit its sheet, so that the desk sees it.

    Nothing is noted before the device has reported what it had counted.
    """
    sheet = lock_scoresheet(device.scoresheet)
    report = Recollection.objects.filter(restore=newest_restore(), scoresheet=sheet).first()
    if report is not None and report.seen.get("conflicts", 0) != conflicts:
        versions.bump(sheet)
        report.seen["conflicts"] = conflicts
        report.save(update_fields=["seen"])


@transaction.atomic
def settle_restore(*, restore: Restore, actor: User) -> Restore:
    """Note that everything is looked after that did not come back by itself. The second time changes nothing.

    Refused: not_allowed.
    """
    permissions.check(permissions.settle_restores, actor)
    restore = Restore.objects.select_for_update().get(pk=restore.pk)
    if restore.settled_at is None:
        restore.settled_by, restore.settled_at = actor, timezone.now()
        restore.save(update_fields=["settled_by", "settled_at"])
        lock_installation()
        write_event(kind="installation.restore_settled", actor=actor, payload={"restore": restore.key})
        for tournament in Tournament.objects.exclude(state__in=IS_SHUT):
            versions.bump(tournament)
    return restore


def _lock_all() -> None:
    """Lock every tournament that is not archived, and the chain of the installation."""
    for tournament in _open_tournaments():
        lock_tournament(tournament)
    lock_installation()


def _open_tournaments() -> QuerySet[Tournament]:
    return Tournament.objects.exclude(state__in=IS_SHUT).order_by("pk")


def _note(copy: str, copied_at: datetime, more: Mapping[str, Any], hall: Sequence[Mapping[str, Any]] = ()) -> Restore:
    """Write the row with its events, and give pages and devices something new. All is locked."""
    restore = Restore.objects.create(copy=copy[-120:], copied_at=copied_at, restored_at=timezone.now())
    for tournament in _open_tournaments():
        payload = {"restore": restore.key, "copied_at": copied_at.isoformat()}
        write_event(tournament=tournament, kind="tournament.restored", actor=None, payload=payload)
        _jump(tournament)
    if changes := keep_secrecy(hall):
        more = {**more, "kept": changes}
    write_event(kind="installation.restored", actor=None, payload=restore_payload(restore) | dict(more))
    return restore


def _newest_at() -> datetime:
    """When the newest event of the log was written."""
    newest = Event.objects.order_by("-pk").values_list("at", flat=True).first()
    return newest or timezone.now()


def _jump(tournament: Tournament) -> None:
    """Give the tournament a version that no page can have seen before the restore: the seconds since a day before that.

    Pages that were open then would take one of their old versions for the newest. The hall's version grows by as much,
    and so stays below that which the hall is told once nothing is held back.
    """
    seconds = int((timezone.now() - NEVER).total_seconds())
    more = max(1, seconds - tournament.version)
    tournament.version += more
    tournament.hall_version += more
    tournament.save(update_fields=["version", "hall_version"])
