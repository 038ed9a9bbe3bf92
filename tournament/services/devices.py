"""The devices that write at the tables: enrolling one by the table's code, taking over, locking, renewing the code.

The device is told its token once, and only the token's hash is kept. The log holds neither token nor code.
"""

import secrets
from datetime import timedelta

from django.db import transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from tournament import permissions
from tournament.enums import IS_OFFICIAL, DeviceState, step
from tournament.models import Scoresheet, TableDevice, Tournament, User
from tournament.models.devices import new_code
from tournament.refusals import Refused
from tournament.selectors.devices import CODE_TRIES, token_hash
from tournament.selectors.sheets import sheet_state
from tournament.services import live
from tournament.services.acting import act_on
from tournament.services.locks import lock_scoresheet
from tournament.sheet.commands import EnrolDevice, LockDevice, RenewCode
from tournament.sheet.official import official_already
from tournament.sheet.tables import check_not_settled, goes_live
from tournament.words.moments import ago, clock

SEEN_EVERY = timedelta(minutes=1)
LABEL_LENGTH = 60


def enrol_device(*, scoresheet: Scoresheet, code: str, take_over: bool, label: str) -> tuple[TableDevice, str]:
    """Let a device write this sheet; return the device and its token, which cannot be read again later.

    Anyone who knows the table's code may do this (5.3.1: the scorekeeper). A device can also open a complete or signed
    sheet, for the signatures. With `take_over` it replaces the device that writes now. Refused: sheet_discarded,
    sheet_settled (accepted or void), tournament_finished, code_locked after CODE_TRIES wrong codes, wrong_code,
    typed_from_paper, device_active unless `take_over`.
    """
    with transaction.atomic():
        sheet = lock_scoresheet(scoresheet)
        check_enrollable(sheet)
        refusal = _try_code(sheet, code)
        if refusal is None:
            return _enrol(sheet, take_over, label)
    # Raise only here: inside the transaction it would roll back the count of wrong codes.
    raise refusal


def seen(device: TableDevice) -> None:
    """Note that the device is there, at most once a minute. The sheet does not change: no event, no new version."""
    now = timezone.now()
    if device.seen_at < now - SEEN_EVERY:
        TableDevice.objects.filter(pk=device.pk).update(seen_at=now)
        device.seen_at = now


@transaction.atomic
def lock_device(*, device: TableDevice, actor: User) -> Scoresheet:
    """Stop a device from writing, and renew the table's code, which its holder knows; return the sheet.

    For a device that is locked already nothing changes. Refused: not_allowed, step_not_allowed if it was replaced.
    """
    permissions.check(permissions.arrange_devices, actor)
    sheet = lock_scoresheet(device.scoresheet)
    found = TableDevice.objects.get(pk=device.pk)
    if found.state != DeviceState.LOCKED:
        found.locked_by = actor
        _end(found, DeviceState.LOCKED)
        # Renew the code even of a settled sheet: the supervisor may take its acceptance back.
        _renew(sheet)
        act_on(sheet, LockDevice(number=found.number, device=found.pk), actor=actor)
    return sheet


@transaction.atomic
def renew_code(*, scoresheet: Scoresheet, actor: User) -> Scoresheet:
    """Give this table a new code and set the count of wrong codes to 0. The device that writes goes on without it.

    Refused: not_allowed, sheet_discarded, sheet_settled.
    """
    permissions.check(permissions.arrange_devices, actor)
    sheet = lock_scoresheet(scoresheet)
    check_not_settled(sheet_state(sheet))
    _renew(sheet)
    act_on(sheet, RenewCode(), actor=actor)
    return sheet


def check_enrollable(sheet: Scoresheet) -> None:
    """Refuse a sheet that no code opens for a device: sheet_settled, tournament_finished."""
    check_not_settled(sheet_state(sheet))
    if Tournament.objects.values_list("state", flat=True).get(pk=sheet.match.tournament_id) in IS_OFFICIAL:
        raise official_already()


def _try_code(sheet: Scoresheet, code: str) -> Refused | None:
    """Return None for the right code; count a wrong one and return the refusal."""
    if sheet.wrong_codes < CODE_TRIES:
        if secrets.compare_digest(code.encode(), sheet.code.encode()):
            return None
        sheet.wrong_codes += 1
        sheet.save(update_fields=["wrong_codes"])
        live.bump(sheet)
    left = CODE_TRIES - sheet.wrong_codes
    if left <= 0:
        return Refused(
            _("Too many wrong codes for table %(table)s. The desk gives out a new one."),
            code="code_locked",
            table=sheet.table_number,
        )
    return Refused(
        ngettext(
            "This is not the code of table %(table)s. One try is left.",
            "This is not the code of table %(table)s. %(left)s tries are left.",
            left,
        ),
        code="wrong_code",
        table=sheet.table_number,
        left=left,
    )


def _enrol(sheet: Scoresheet, take_over: bool, label: str) -> tuple[TableDevice, str]:
    goes_live(sheet_state(sheet))
    old = TableDevice.objects.filter(scoresheet=sheet, state=DeviceState.ACTIVE).first()
    if old is not None and not take_over:
        raise _active(old)
    now, token = timezone.now(), secrets.token_urlsafe(32)
    if old is not None:
        _end(old, DeviceState.REPLACED)
    # Carry over the mistyped supervisors' codes: enrolling another device gives a table no new tries.
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
    """Set a code that differs from the old one, and the count of wrong codes to 0. The log never holds the code."""
    old = sheet.code
    while sheet.code == old:
        sheet.code = new_code()
    sheet.wrong_codes = 0
    sheet.save(update_fields=["code", "wrong_codes"])


def _end(device: TableDevice, state: DeviceState) -> None:
    """Step to `state`, in which the device writes no more."""
    device.state, device.ended_at = step(DeviceState, device.state, state), timezone.now()
    device.save(update_fields=["state", "ended_at", "locked_by"])
