"""Devices at the tables: enrolling one with the table's code, taking over, locking; renewing the code.

The device gets its token once. The database keeps only the hash; the log holds neither token nor code.
"""

import secrets
from datetime import timedelta

from django.db import DatabaseError, transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament import permissions
from tournament.devices.selectors.devices import token_hash
from tournament.enums import IS_OFFICIAL, SETTLED, DeviceState, Secret, step
from tournament.models import Match, Scoresheet, TableDevice, Tournament, User
from tournament.models.devices import new_code
from tournament.refusals import Refused
from tournament.selectors.sheets import sheet_state
from tournament.server.disk import disk_trouble
from tournament.services import versions
from tournament.services.acting import act_on
from tournament.services.guessing import Visitor, claim_try, forgive
from tournament.services.locks import lock_match, lock_scoresheet
from tournament.sheet.acts.devices import EnrolDevice, LockDevice, RenewCode, goes_live
from tournament.sheet.official import check_not_settled, official_already
from tournament.words.moments import ago, clock

SEEN_EVERY = timedelta(minutes=1)
LABEL_LENGTH = 60


def enrol_device(
    *, scoresheet: Scoresheet, code: str, take_over: bool, label: str, visitor: Visitor | None = None
) -> tuple[TableDevice, str]:
    """Let a device write this sheet; return the device and its token, which cannot be read again.

    Anybody who knows the table's code may enrol a device (5.3.1: the scorekeeper). A device may also enrol at a
    complete or signed sheet, for the signatures. With `take_over` it replaces the other device. Somebody who types
    wrong codes waits, at all tables (services/guessing.py); everybody else does not.
    Refused: sheet_discarded, sheet_settled (accepted or void), tournament_finished, wait after some wrong codes,
    wrong_code, typed_from_paper, device_active (without `take_over`).
    """
    visitor, subject = visitor or Visitor(address="", label=label), str(scoresheet.pk)
    # While results are held back only who knows the code is told that the sheet is settled.
    code_first = scoresheet.match.tournament.is_held_back
    if not code_first:
        check_enrollable(scoresheet)
    claim_try(Secret.TABLE_CODE, subject, visitor)
    right = False
    try:
        with transaction.atomic():
            sheet = lock_scoresheet(scoresheet)
            if not code_first:
                check_enrollable(sheet)
            right = secrets.compare_digest(code.encode(), sheet.code.encode())
            if right:
                check_enrollable(sheet)
                return _enrol(sheet, take_over, label)
            versions.bump(sheet)  # the desk sees who tries
    finally:
        if right:
            forgive(Secret.TABLE_CODE, subject, visitor)
    raise Refused(_("This is not the code of table %(table)s."), code="wrong_code", table=sheet.table_number)


def note_seen(device: TableDevice) -> None:
    """Note that the device is online, at most once a minute. The sheet does not change: no event, no new version.

    On a full disk it is not noted: the table may still read its sheet.
    """
    now = timezone.now()
    if timedelta() <= now - device.seen_at < SEEN_EVERY:  # one in the future does not count: the clock was set back
        return
    try:
        TableDevice.objects.filter(pk=device.pk).update(seen_at=now)
    except DatabaseError as error:
        if not disk_trouble(error):
            raise
    else:
        device.seen_at = now


@transaction.atomic
def lock_device(*, device: TableDevice, actor: User) -> Scoresheet:
    """Lock a device and renew the table's code, which its holder knows; return the sheet with its new code.

    A device that is locked already is no error and renews nothing.
    Refused: not_allowed, step_not_allowed if the device was replaced.
    """
    permissions.check(permissions.arrange_devices, actor)
    sheet = lock_scoresheet(device.scoresheet)
    current = TableDevice.objects.get(pk=device.pk)
    if current.state != DeviceState.LOCKED:
        current.locked_by = actor
        _end(current, DeviceState.LOCKED)
        # The code of a settled sheet is renewed, too, because its acceptance may be taken back.
        _renew(sheet)
        act_on(sheet, LockDevice(number=current.number, device=current.pk), actor=actor)
    return sheet


@transaction.atomic
def renew_code(*, scoresheet: Scoresheet, actor: User) -> Scoresheet:
    """Give this table a new code and forget who typed wrong ones, those of supervisors, too. The device that writes
    need not enrol again.

    Refused: not_allowed, sheet_discarded, sheet_settled.
    """
    permissions.check(permissions.arrange_devices, actor)
    sheet = lock_scoresheet(scoresheet)
    check_not_settled(sheet_state(sheet))
    _renew(sheet)
    TableDevice.objects.filter(scoresheet=sheet).update(wrong_codes=0)
    act_on(sheet, RenewCode(), actor=actor)
    return sheet


@transaction.atomic
def renew_codes(*, match: Match, actor: User) -> int:
    """Give every table of a match a new code, except for settled sheets; return how many. Refused: not_allowed."""
    permissions.check(permissions.arrange_devices, actor)
    lock_match(match)
    open_sheets = Scoresheet.objects.in_force().filter(match=match).exclude(state__in=SETTLED)
    sheets = list(open_sheets.select_for_update().select_related("match").order_by("pk"))
    for sheet in sheets:
        _renew(sheet)
        act_on(sheet, RenewCode(), actor=actor)
    return len(sheets)


def check_enrollable(sheet: Scoresheet) -> None:
    """Refuse a sheet at which no device can enrol, even with the right code: sheet_settled, tournament_finished."""
    check_not_settled(sheet_state(sheet))
    if Tournament.objects.values_list("state", flat=True).get(pk=sheet.match.tournament_id) in IS_OFFICIAL:
        raise official_already()


def _enrol(sheet: Scoresheet, take_over: bool, label: str) -> tuple[TableDevice, str]:
    goes_live(sheet_state(sheet))
    old = TableDevice.objects.filter(scoresheet=sheet, state=DeviceState.ACTIVE).first()
    if old is not None and not take_over:
        raise _active(old)
    now, token = timezone.now(), secrets.token_urlsafe(32)
    if old is not None:
        _end(old, DeviceState.REPLACED)
    # The count of mistyped supervisors' codes goes on, so that a new device brings no more tries.
    before = TableDevice.objects.filter(scoresheet=sheet).aggregate(newest=Max("number"), wrong=Max("wrong_codes"))
    device = TableDevice.objects.create(
        scoresheet=sheet,
        number=(before["newest"] or 0) + 1,
        wrong_codes=before["wrong"] or 0,
        token_hash=token_hash(token),
        label=label[:LABEL_LENGTH],
        enrolled_at=now,
        seen_at=now,
    )
    replaces = None if old is None else (old.number, old.pk)
    act_on(sheet, EnrolDevice(number=device.number, replaces=replaces), actor=device)
    return device, token


def _active(device: TableDevice) -> Refused:
    return Refused(
        _(
            "Table %(table)s is written by another device (%(label)s) already, enrolled %(since)s and last seen "
            "%(seen)s. Do you want to take over?"
        ),
        code="device_active",
        table=device.scoresheet.table_number,
        label=device.label,
        since=clock(device.enrolled_at),
        seen=ago(device.seen_at),
    )


def _renew(sheet: Scoresheet) -> None:
    """Set a different code. The log never holds the code itself."""
    old = sheet.code
    while sheet.code == old:
        sheet.code = new_code()
    sheet.save(update_fields=["code"])
    forgive(Secret.TABLE_CODE, str(sheet.pk))


def _end(device: TableDevice, state: DeviceState) -> None:
    """Set the final `state` of a device; from now on it cannot write."""
    device.state, device.ended_at = step(DeviceState, device.state, state), timezone.now()
    device.save(update_fields=["state", "ended_at", "locked_by"])
