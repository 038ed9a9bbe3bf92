"""Requests before the first card, and deciding on them at the table with the supervisor's code (reading 14)."""

import re

from django.contrib.auth.hashers import check_password, make_password
from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext_lazy as _

from tournament import permissions
from tournament.enums import ApprovalState, DeviceState, Secret
from tournament.models import Actor, ApprovalRequest, Scoresheet, TableDevice, User
from tournament.refusals import Refused
from tournament.services.acting import act, act_on, check_may, ordinal_of
from tournament.services.guessing import Visitor, forgive, trying
from tournament.services.locks import lock_scoresheet
from tournament.sheet.acts.requests import AnswerRequest, RequestApproval, WithdrawRequest

# One table may type this many wrong codes, on all its devices. Then supervisors decide on their own phones.
MOST_WRONG_CODES = 5
KEY = re.compile(r"[0-9a-f]{32}")


@transaction.atomic
def request_approval(*, scoresheet: Scoresheet, command: RequestApproval, actor: Actor) -> ApprovalRequest:
    """Ask for the next game before its first card. The same command (32 hex digits) twice is one request.

    Refused: not_allowed, all codes of check_at, sheet_not_open, request_out_of_turn, request_open,
    approval_not_needed, no_such_game, command_used, a code of scoring for an impossible hand.
    """
    if not KEY.fullmatch(command.key):
        raise Refused(_("This request was used for another table. Please load the page again."), code="command_used")
    act(scoresheet, command, actor=actor)
    return ApprovalRequest.objects.get(scoresheet=scoresheet, command=command.key)


@transaction.atomic
def withdraw_request(*, request: ApprovalRequest, actor: Actor) -> None:
    """Withdraw a request of the table. Refused: all codes of check_at, gone, already_decided (says by whom)."""
    sheet, place = _locked(request)
    command = WithdrawRequest(request=place)
    check_may(sheet, command, actor)
    act_on(sheet, command, actor=actor)


@transaction.atomic
def decide_request(
    *,
    request: ApprovalRequest,
    state: ApprovalState,
    actor: User,
    at_table: bool = False,
    seen: ApprovalState | None = None,
) -> None:
    """Grant or refuse a request before the first card. The decision keeps name and time. A refusal strikes nothing: the
    table may choose another game.

    `state` is GRANTED or REFUSED. Until the game is written, somebody who has `seen` a decision may reverse it.
    Refused: not_allowed, gone (withdrawn, or its game is written), sheet_not_open, already_decided (says by whom).
    """
    permissions.check(permissions.decide_approvals, actor)
    sheet, place = _locked(request)
    command = AnswerRequest(request=place, granted=state == ApprovalState.GRANTED, at_table=at_table, seen=seen)
    act_on(sheet, command, actor=actor)


def decide_at_table(
    *, request: ApprovalRequest, state: ApprovalState, supervisor: User | None, code: str, device: TableDevice
) -> None:
    """Decide on a request at the table, on its device, with the six digits of the supervisor's own code.

    A wrong code is counted on the device, even if the decision is refused. Refused: wrong_code (does not say whether
    name or code was wrong), codes_locked after five, wait, busy, all codes of check_at and decide_request.
    """
    permissions.check_at(request.scoresheet, permissions.enter_games, device)
    actor = _recognised(device, supervisor, code)
    if actor is None:
        raise Refused(
            _("Name and code do not go together. Please try again, or decide on your own phone."), code="wrong_code"
        )
    decide_request(request=request, state=state, actor=actor, at_table=True)


def _recognised(device: TableDevice, supervisor: User | None, code: str) -> User | None:
    """The supervisor, if the code is theirs. Each try is counted before its check, which limits parallel tries, too."""
    # Count on the active device only: a replaced device has already passed its count on to the next one.
    tries = TableDevice.objects.filter(pk=device.pk, state=DeviceState.ACTIVE)
    if not tries.filter(wrong_codes__lt=MOST_WRONG_CODES).update(wrong_codes=F("wrong_codes") + 1):
        permissions.check_device(TableDevice.objects.get(pk=device.pk))
        raise Refused(
            _(
                "Too many wrong codes at this table. Please decide on your own phone; the desk opens it again with a "
                "new code for the table."
            ),
            code="codes_locked",
        )
    # Check the code outside of a transaction, because hashing is slow and other tables would wait.
    try:
        return _with_this_code(supervisor, code, device)
    except Refused:
        tries.update(wrong_codes=F("wrong_codes") - 1)  # the code was not looked at
        raise


def _with_this_code(supervisor: User | None, code: str, device: TableDevice) -> User | None:
    """The supervisor, if the code is theirs. A supervisor's failures at all tables together slow the next try."""
    usable = supervisor is not None and supervisor.is_active and supervisor.supervisor and supervisor.supervisor_code
    visitor = Visitor(address=f"{device.scoresheet}"[:45], label=device.label)
    subject = str(supervisor.pk) if supervisor else ""
    with trying(Secret.SUPERVISOR_CODE, subject, visitor):
        if supervisor is None or not usable:
            make_password(code)  # takes as long as a real check, so the time reveals nothing
            return None
        right = check_password(code, supervisor.supervisor_code)
    if not right:
        return None
    TableDevice.objects.filter(pk=device.pk).update(wrong_codes=F("wrong_codes") - 1)
    forgive(Secret.SUPERVISOR_CODE, subject, visitor)
    return supervisor


def _locked(request: ApprovalRequest) -> tuple[Scoresheet, int]:
    """Lock the sheet of a request; return it with the position of the request among its requests, from 1."""
    sheet = lock_scoresheet(request.scoresheet)
    place = ordinal_of(sheet.requests, request.pk)
    assert place is not None  # a request is never deleted
    return sheet, place
