"""A table calls a supervisor: called and taken back on its device, answered by whoever comes."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament import permissions
from tournament.enums import SETTLED
from tournament.models import Scoresheet, TableCall, TableDevice, User
from tournament.refusals import RefusalKind, Refused
from tournament.services import versions
from tournament.services.events import write_event
from tournament.services.locks import lock_tournament

# So often a device may call during one match: more is somebody who plays with the key.
MOST_CALLS = 30


@transaction.atomic
def call_supervisor(*, device: TableDevice) -> TableCall:
    """Call a supervisor to the table. A second call while one is open changes nothing.

    Refused: device_locked, device_replaced, tournament_archived, sheet_settled, too_many_calls.
    """
    sheet = device.scoresheet
    lock_tournament(sheet.match.tournament)
    _check_device(device)
    calls = TableCall.objects.filter(scoresheet=sheet)
    open_call = calls.filter(answered_at=None, taken_back_at=None).first()
    if open_call is not None:
        return open_call
    if Scoresheet.objects.values_list("state", flat=True).get(pk=sheet.pk) in SETTLED:
        raise Refused(_("This sheet is settled: nothing is left to do here."), code="sheet_settled")
    if calls.filter(device=device).count() >= MOST_CALLS:
        raise Refused(
            _("This device has called %(count)s times already. Please send somebody to the desk."),
            code="too_many_calls",
            count=MOST_CALLS,
        )
    call = TableCall.objects.create(scoresheet=sheet, device=device, called_at=timezone.now())
    _write(call, "made", None)
    return call


@transaction.atomic
def take_back_call(*, device: TableDevice) -> None:
    """Take the open call of the table back. Without one it changes nothing. Refused: as in call_supervisor."""
    lock_tournament(device.scoresheet.match.tournament)
    _check_device(device)
    rows = TableCall.objects.select_related("scoresheet__match__tournament")
    call = rows.filter(scoresheet=device.scoresheet, answered_at=None, taken_back_at=None).first()
    if call is not None:
        call.taken_back_at = timezone.now()
        call.save(update_fields=["taken_back_at"])
        _write(call, "taken_back", None)


def _check_device(device: TableDevice) -> None:
    """Read again: the device may have been locked or replaced before the tournament was locked."""
    device.refresh_from_db(fields=["state"])
    permissions.check_device(device)


@transaction.atomic
def answer_call(*, call: TableCall, actor: User) -> TableCall:
    """Say that one comes to the table. A second time by the same login it changes nothing.

    Refused: not_allowed, tournament_archived, call_answered (says by whom), call_taken_back.
    """
    permissions.check(permissions.answer_calls, actor)
    lock_tournament(call.scoresheet.match.tournament)
    current = TableCall.objects.select_related("scoresheet__match__tournament", "answered_by").get(pk=call.pk)
    if current.taken_back_at is not None:
        raise Refused(
            _("Table %(table)s has taken its call back."),
            code="call_taken_back",
            kind=RefusalKind.CONFLICT,
            table=current.scoresheet.table_number,
        )
    if current.answered_by == actor:
        return current
    if current.answered_by is not None:
        raise Refused(
            _("%(name)s is on the way to table %(table)s already."),
            code="call_answered",
            kind=RefusalKind.CONFLICT,
            name=current.answered_by.full_name,
            table=current.scoresheet.table_number,
        )
    current.answered_by, current.answered_at = actor, timezone.now()
    current.save(update_fields=["answered_by", "answered_at"])
    _write(current, "answered", actor)
    return current


def _write(call: TableCall, what: str, actor: User | None) -> None:
    """Log what became of a call in the tournament's chain, and have its pages asked anew."""
    sheet = call.scoresheet
    payload = {
        "call": call.pk,
        "scoresheet": sheet.pk,
        "match": sheet.match.number,
        "table": sheet.table_number,
        "device": call.device_id,
    }
    write_event(tournament=sheet.match.tournament, kind=f"call.{what}", actor=actor, payload=payload)
    versions.bump(sheet)
