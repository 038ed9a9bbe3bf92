"""Approvals before the first card: asked for by the table, decided by a supervisor (5.2.14, 5.2.16; reading 14)."""

import re
from collections.abc import Sequence

from django.contrib.auth.hashers import check_password, make_password
from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from scoring.contracts import EVERYONE
from scoring.errors import ScoringError
from scoring.permits import check_permit
from tournament import permissions
from tournament.enums import ApprovalState, DeviceState, SheetState, step
from tournament.models import Actor, ApprovalRequest, Scoresheet, TableDevice, User
from tournament.refusals import Refused
from tournament.selectors.approvals import next_game, section_before_play
from tournament.services import live
from tournament.services.approvals_due import withdraw_open_request
from tournament.services.events import write_event
from tournament.services.locks import lock_scoresheet
from tournament.services.scoresheets import check_open

# So many codes may be mistyped at one table, whichever device is asked; then supervisors decide on their own phone.
MOST_WRONG_CODES = 5
KEY = re.compile(r"[0-9a-f]{32}")


@transaction.atomic
def request_approval(
    *,
    scoresheet: Scoresheet,
    number: int,
    seat: int,
    contract: str,
    suit: str,
    hand: Sequence[str],
    key: str,
    actor: Actor,
) -> ApprovalRequest:
    """Ask for the next game before its first card; the same `key` (32 hex digits) twice is one request.

    `seat` is the declarer's, `suit` a code or "", `hand` the declarer's cards or nothing. Refused: not_allowed (and
    what check_at refuses), sheet_not_open, request_out_of_turn, request_open, approval_not_needed, no_such_game,
    key_used, a code of scoring for a hand that cannot be.
    """
    sheet = lock_scoresheet(scoresheet)
    permissions.check_at(sheet, permissions.enter_games, actor)
    known = ApprovalRequest.objects.filter(key=key).first()
    if known is not None and known.scoresheet_id == sheet.pk:
        return known
    if known is not None or not KEY.fullmatch(key):
        raise Refused(_("This request was used for another table. Please load the page again."), code="key_used")
    check_open(sheet)
    section = _check_request(sheet, number, seat, contract, suit, hand)
    # A line taken back meanwhile leaves one behind for a later game.
    for row in sheet.requests.filter(state=ApprovalState.REQUESTED):
        if row.number == number:
            raise Refused(_("This table waits for the supervisor already."), code="request_open")
        withdraw_open_request(sheet, actor, pk=row.pk)
    row = ApprovalRequest.objects.create(
        scoresheet=sheet,
        number=number,
        seat=seat,
        contract=contract,
        suit=suit,
        hand=list(hand),
        section=section,
        key=key,
        device=actor if isinstance(actor, TableDevice) else None,
        requested_at=timezone.now(),
    )
    told = {"number": number, "seat": seat, "contract": contract, "suit": suit, "hand": row.hand, "section": section}
    _event(row, sheet, "made", actor, **told)
    return row


@transaction.atomic
def withdraw_request(*, request: ApprovalRequest, actor: Actor) -> ApprovalRequest:
    """The table no longer wants it. Refused: what check_at refuses, gone, already_decided (says by whom)."""
    row, sheet = _locked(request)
    permissions.check_at(sheet, permissions.enter_games, actor)
    if row.state != ApprovalState.REQUESTED:
        raise _decided(row)
    withdraw_open_request(sheet, actor, pk=row.pk)
    live.bump(sheet)
    row.refresh_from_db(fields=["state"])
    return row


@transaction.atomic
def decide_request(
    *, request: ApprovalRequest, state: ApprovalState, actor: User, at_table: bool = False
) -> ApprovalRequest:
    """Grant or refuse before the first card, with name and time; nothing is struck: another game may be chosen.

    `state` is GRANTED or REFUSED; until the game is written a decision may be turned round. Refused: not_allowed, gone
    (withdrawn, or its game is written), sheet_not_open, already_decided (says by whom).
    """
    permissions.check(permissions.decide_approvals, actor)
    row, sheet = _locked(request)
    check_open(sheet)
    if row.state == ApprovalState.WITHDRAWN or sheet.games.filter(number=row.number).exists():
        raise _gone()
    if row.state == state:
        raise _decided(row)
    row.state = step(ApprovalState, row.state, state)
    row.supervisor, row.decided_at, row.at_table = actor, timezone.now(), at_table
    row.save(update_fields=["state", "supervisor", "decided_at", "at_table"])
    _event(row, sheet, ApprovalState(state).value, actor, **({"at_table": True} if at_table else {}))
    return row


def decide_at_table(
    *, request: ApprovalRequest, state: ApprovalState, supervisor: User | None, code: str, device: TableDevice
) -> ApprovalRequest:
    """The supervisor stands at the table and decides on its device with the six digits of the own code.

    A wrong code is counted on the device whatever becomes of the rest. Refused: wrong_code (never which of name and
    code was wrong), codes_locked after five, what check_at and decide_request refuse.
    """
    permissions.check_at(request.scoresheet, permissions.enter_games, device)
    actor = _recognised(device, supervisor, code)
    if actor is None:
        raise Refused(
            _("Name and code do not go together. Please try again, or decide on your own phone."), code="wrong_code"
        )
    return decide_request(request=request, state=state, actor=actor, at_table=True)


def _recognised(device: TableDevice, supervisor: User | None, code: str) -> User | None:
    """The supervisor whose code it is; each try is counted before it is looked at, so that many at once are five."""
    # Of the device that writes: one that is replaced meanwhile has handed its count on.
    tries = TableDevice.objects.filter(pk=device.pk, state=DeviceState.ACTIVE)
    if not tries.filter(wrong_codes__lt=MOST_WRONG_CODES).update(wrong_codes=F("wrong_codes") + 1):
        permissions.check_device(TableDevice.objects.get(pk=device.pk))
        raise Refused(
            _("Too many wrong codes at this table: none is taken any more. Please decide on your own phone."),
            code="codes_locked",
        )
    # Outside of any transaction: hashing takes long, and other tables would wait.
    if supervisor is None or not (supervisor.is_active and supervisor.supervisor and supervisor.supervisor_code):
        make_password(code)  # as long as a real one takes: the time betrays nothing either
        return None
    if not check_password(code, supervisor.supervisor_code):
        return None
    tries.update(wrong_codes=F("wrong_codes") - 1)
    return supervisor


def _check_request(sheet: Scoresheet, number: int, seat: int, contract: str, suit: str, hand: Sequence[str]) -> str:
    """The section that asks for the approval, of a game that can be played there."""
    following = next_game(sheet)
    if number != following:
        raise Refused(
            _("Game %(number)s comes next: only the next game can be approved before it is played."),
            code="request_out_of_turn",
            number=following,
        )
    ruleset = sheet.match.tournament.ruleset
    played = ruleset.contracts.get(contract)
    seats = sheet.seats.count()
    if (
        played is None
        or played.kind.family == EVERYONE
        or not 1 <= seat <= seats
        or suit not in ("", *ruleset.suits(contract))
    ):
        raise Refused(_("Please choose the game and who plays it."), code="no_such_game")
    section = section_before_play(sheet, number, seat, contract)
    if section is None:
        raise Refused(_("This game needs no approval."), code="approval_not_needed")
    if hand:
        _check_hand(sheet, contract, suit, hand)
    return section


def _check_hand(sheet: Scoresheet, contract: str, suit: str, hand: Sequence[str]) -> None:
    ruleset = sheet.match.tournament.ruleset
    try:
        check_permit(ruleset, contract, hand, suit or None)
    except ScoringError as error:
        # The answer is shown on the phone that lies on the table: it names no card.
        raise Refused(_("These cards are no hand: please choose them again."), code=error.code) from error


def _locked(request: ApprovalRequest) -> tuple[ApprovalRequest, Scoresheet]:
    sheet = lock_scoresheet(request.scoresheet)
    row = ApprovalRequest.objects.select_related("supervisor").get(pk=request.pk)
    row.scoresheet = sheet
    if sheet.state == SheetState.VOID:
        raise _gone()
    return row, sheet


def _gone() -> Refused:
    return Refused(_("This request waits no longer: it was withdrawn, or its game is written already."), code="gone")


def _decided(row: ApprovalRequest) -> Refused:
    if row.supervisor is None:
        return _gone()
    return Refused(
        _("%(name)s has decided so already: game %(number)s, %(state)s."),
        code="already_decided",
        name=row.supervisor,
        number=row.number,
        state=row.get_state_display(),
    )


def _event(row: ApprovalRequest, sheet: Scoresheet, kind: str, actor: Actor, **more: object) -> None:
    write_event(scoresheet=sheet, kind=f"request.{kind}", actor=actor, payload={"request": row.pk, **more})
    live.bump(sheet)
