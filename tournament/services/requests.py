"""Requests for approval before the first card, and deciding at the table with the supervisor's code (reading 14)."""

import re

from django.contrib.auth.hashers import check_password, make_password
from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext_lazy as _

from tournament import permissions
from tournament.enums import ApprovalState, DeviceState
from tournament.models import Actor, ApprovalRequest, Scoresheet, TableDevice, User
from tournament.refusals import Refused
from tournament.services.acting import act, act_on, check_may, place_of
from tournament.services.locks import lock_scoresheet
from tournament.sheet.commands import AnswerRequest, RequestApproval, WithdrawRequest

# Wrong supervisors' codes that a table may type, on all its devices; then supervisors decide on their own phone.
MOST_WRONG_CODES = 5
KEY = re.compile(r"[0-9a-f]{32}")


@transaction.atomic
def request_approval(*, scoresheet: Scoresheet, command: RequestApproval, actor: Actor) -> ApprovalRequest:
    """Ask for the next game before its first card; the same command id (32 hex digits) twice is one request.

    Refused: not_allowed (and everything of check_at), sheet_not_open, request_out_of_turn, request_open,
    approval_not_needed, no_such_game, command_used, or a code of scoring for an impossible hand.
    """
    if not KEY.fullmatch(command.key):
        raise Refused(_("This request was used for another table. Please load the page again."), code="command_used")
    act(scoresheet, command, actor=actor)
    return ApprovalRequest.objects.get(scoresheet=scoresheet, command=command.key)


@transaction.atomic
def withdraw_request(*, request: ApprovalRequest, actor: Actor) -> None:
    """Withdraw a request that the table made. Refused: everything of check_at, gone, already_decided (says by whom)."""
    sheet, place = _locked(request)
    command = WithdrawRequest(request=place)
    check_may(sheet, command, actor)
    act_on(sheet, command, actor=actor)


@transaction.atomic
def decide_request(*, request: ApprovalRequest, state: ApprovalState, actor: User, at_table: bool = False) -> None:
    """Grant or refuse a request, with name and time. Nothing is struck: the table may choose another game.

    `state` is GRANTED or REFUSED; the decision may be reversed until the game is written. Refused: not_allowed, gone
    (withdrawn, or its game is written), sheet_not_open, already_decided (says by whom).
    """
    permissions.check(permissions.decide_approvals, actor)
    sheet, place = _locked(request)
    command = AnswerRequest(request=place, granted=state == ApprovalState.GRANTED, at_table=at_table)
    act_on(sheet, command, actor=actor)


def decide_at_table(
    *, request: ApprovalRequest, state: ApprovalState, supervisor: User | None, code: str, device: TableDevice
) -> None:
    """Decide a request on the table's device, with the name and the six-digit code of the supervisor who stands there.

    A wrong code always counts against the device. Refused: wrong_code (without telling whether the name or the code is
    wrong), codes_locked after five, and everything of check_at and decide_request.
    """
    permissions.check_at(request.scoresheet, permissions.enter_games, device)
    actor = _recognised(device, supervisor, code)
    if actor is None:
        raise Refused(
            _("Name and code do not go together. Please try again, or decide on your own phone."), code="wrong_code"
        )
    decide_request(request=request, state=state, actor=actor, at_table=True)


def _recognised(device: TableDevice, supervisor: User | None, code: str) -> User | None:
    """Return the supervisor if the code is right. A try counts before its check, which limits parallel tries, too."""
    # Count only on the active device: a device that was replaced meanwhile has passed its count on.
    tries = TableDevice.objects.filter(pk=device.pk, state=DeviceState.ACTIVE)
    if not tries.filter(wrong_codes__lt=MOST_WRONG_CODES).update(wrong_codes=F("wrong_codes") + 1):
        permissions.check_device(TableDevice.objects.get(pk=device.pk))
        raise Refused(
            _("Too many wrong codes at this table: none is taken any more. Please decide on your own phone."),
            code="codes_locked",
        )
    # Hash outside of any transaction: it takes long, and other tables would wait.
    if supervisor is None or not (supervisor.is_active and supervisor.supervisor and supervisor.supervisor_code):
        make_password(code)  # takes as long as a real check, so that the time tells nothing
        return None
    if not check_password(code, supervisor.supervisor_code):
        return None
    tries.update(wrong_codes=F("wrong_codes") - 1)
    return supervisor


def _locked(request: ApprovalRequest) -> tuple[Scoresheet, int]:
    """Return the locked sheet, and the place of the request among the sheet's requests, counted from 1."""
    sheet = lock_scoresheet(request.scoresheet)
    place = place_of(sheet.requests, request.pk)
    assert place is not None  # a request is never deleted
    return sheet, place
