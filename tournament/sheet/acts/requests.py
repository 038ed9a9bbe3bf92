"""Requests before the first card: made by the table, decided by a supervisor (5.2.14, 5.2.16; reading 14)."""

from dataclasses import dataclass, replace
from typing import ClassVar

from django.utils.translation import gettext_lazy as _

from scoring.approvals import approval_section, free_games
from scoring.contracts import EVERYONE
from scoring.errors import ScoringError
from scoring.games import GameRecord
from scoring.permits import check_permit
from scoring.records import GamePlace, Play
from scoring.results import played_as
from tournament.enums import ApprovalState, SheetState, step
from tournament.refusals import Refused
from tournament.sheet.acts.approvals import decided_already, decided_meanwhile
from tournament.sheet.commands import command
from tournament.sheet.draft import Draft
from tournament.sheet.events import Link, event
from tournament.sheet.parts import put, request_place
from tournament.sheet.places import check_open
from tournament.sheet.state import Request, Sheet

ANSWERS = ("granted", "refused", "withdrawn")


@command(may="enter_games", device=True)
@dataclass(frozen=True, slots=True, kw_only=True)
class RequestApproval:
    """Ask for the next game before its first card (5.2.14, 5.2.16). `hand` holds the declarer's cards or nothing."""

    kind: ClassVar[str] = "request"
    number: int
    seat: int
    contract: str
    suit: str
    hand: tuple[str, ...]
    key: str

    def decide(self, draft: Draft) -> None:
        check_open(draft.sheet)
        section = _check_request(draft.sheet, self)
        if any(one.number == self.number and one.state == ApprovalState.REQUESTED for one in draft.sheet.requests):
            raise Refused(_("This table waits for the supervisor already."), code="request_open")
        # If a line was taken back meanwhile, an open request for a later game may be left over.
        withdraw_open(draft)
        draft.say(
            RequestMade(
                number=self.number,
                seat=self.seat,
                contract=self.contract,
                suit=self.suit,
                hand=self.hand,
                section=section,
                command=self.key,
            )
        )


@event("request.made", unlogged=("row",))
@dataclass(frozen=True, slots=True, kw_only=True)
class RequestMade:
    """The table wants game `number` approved before its first card. `command` is the id of the device's command."""

    number: int
    seat: int
    contract: str
    suit: str
    hand: tuple[str, ...]
    section: str
    command: str = ""
    row: int | None = None

    def fold(self, sheet: Sheet, link: Link) -> Sheet:
        request = Request(
            number=self.number,
            seat=self.seat,
            contract=self.contract,
            suit=self.suit,
            section=self.section,
            hand=self.hand,
            by=link.by,
            at=link.at,
            command=self.command,
            row=self.row,
        )
        return replace(sheet, requests=(*sheet.requests, request))


@command(may="enter_games", device=True)
@dataclass(frozen=True, slots=True, kw_only=True)
class WithdrawRequest:
    """The table no longer wants the game. `request` is its place among the sheet's requests, from 1."""

    request: int

    def decide(self, draft: Draft) -> None:
        request = draft.sheet.requests[self.request - 1]
        if draft.sheet.state == SheetState.VOID:
            raise request_closed()
        if request.state != ApprovalState.REQUESTED:
            raise _decided(request)
        draft.say(RequestAnswered(answer=ApprovalState.WITHDRAWN.value, request=self.request))


@command(may="decide_approvals")
@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerRequest:
    """Grant or refuse a request before the first card. A refusal strikes nothing; the table may choose another game.

    `seen` is as in DecideApproval.
    """

    request: int
    granted: bool
    at_table: bool = False
    seen: ApprovalState | None = None

    def decide(self, draft: Draft) -> None:
        request = draft.sheet.requests[self.request - 1]
        state = ApprovalState.GRANTED if self.granted else ApprovalState.REFUSED
        if draft.sheet.state == SheetState.VOID:
            raise request_closed()
        check_open(draft.sheet)
        if request.state == ApprovalState.WITHDRAWN or request.number in draft.sheet.games:
            raise request_closed()
        if request.state == state:
            raise _decided(request)
        if self.seen is not None and request.state != self.seen:
            raise decided_meanwhile(request.number, request.state, request.supervisor)
        step(ApprovalState, request.state, state)
        draft.say(RequestAnswered(answer=state.value, request=self.request, at_table=self.at_table))


@event(field="answer", kinds={answer: f"request.{answer}" for answer in ANSWERS}, unlogged=("row",))
@dataclass(frozen=True, slots=True, kw_only=True)
class RequestAnswered:
    """A request was granted, refused or withdrawn. `at_table`: on the table's device, with the supervisor's code.

    `request` is its place among the sheet's requests, from 1. `row` is its key in the database, which an older log
    holds instead.
    """

    answer: str
    request: int | None = None
    at_table: bool = False
    row: int | None = None

    def fold(self, sheet: Sheet, link: Link) -> Sheet:
        place = request_place(sheet, self.request, self.row)
        request = replace(sheet.requests[place], state=ApprovalState(self.answer))
        if self.answer != ApprovalState.WITHDRAWN:
            request = replace(request, supervisor=link.by.login, decided_at=link.at, at_table=self.at_table)
        return replace(sheet, requests=put(sheet.requests, place, request))


def withdraw_open(draft: Draft, number: int | None = None) -> None:
    """Withdraw the open requests, of one game or all of them."""
    for place, request in enumerate(draft.sheet.requests, 1):
        if request.state == ApprovalState.REQUESTED and number in (None, request.number):
            draft.say(RequestAnswered(answer=ApprovalState.WITHDRAWN.value, request=place))


def section_before_play(sheet: Sheet, number: int, seat: int, contract: str) -> str | None:
    """Return the section by which this game needs approval before its first card, or None (5.2.14–5.2.16)."""
    ruleset = sheet.ruleset
    # 5.2.15: a Tout in the first game is a simple Solo.
    key = played_as(
        ruleset,
        GameRecord(play=Play(contract=contract, declarer=seat), place=GamePlace(first=True if number == 1 else None)),
    )
    free = free_games(ruleset, sheet.evaluated.counted, len(sheet.seats), before=number)
    return approval_section(ruleset, {key}, free[seat - 1])


def request_closed() -> Refused:
    """The refusal of an act on a request that no longer waits."""
    return Refused(_("This request waits no longer: it was withdrawn, or its game is written already."), code="gone")


def _check_request(sheet: Sheet, command: RequestApproval) -> str:
    """Return the section that asks for the approval; the game must be possible there.

    Refused: request_out_of_turn, no_such_game, approval_not_needed, a code of scoring for an impossible hand.
    """
    if command.number != sheet.next_number:
        raise Refused(
            _("Game %(number)s comes next: only the next game can be approved before it is played."),
            code="request_out_of_turn",
            number=sheet.next_number,
        )
    ruleset = sheet.terms.ruleset
    played = ruleset.contracts.get(command.contract)
    if (
        played is None
        or played.kind.family == EVERYONE
        or not 1 <= command.seat <= len(sheet.seats)
        or command.suit not in ("", *ruleset.suits(command.contract))
    ):
        raise Refused(_("Please choose the game and who plays it."), code="no_such_game")
    section = section_before_play(sheet, command.number, command.seat, command.contract)
    if section is None:
        raise Refused(_("This game needs no approval."), code="approval_not_needed")
    if command.hand:
        _check_hand(sheet, command)
    return section


def _check_hand(sheet: Sheet, command: RequestApproval) -> None:
    try:
        check_permit(sheet.terms.ruleset, command.contract, command.hand, command.suit or None)
    except ScoringError as error:
        # The phone that shows the answer lies on the table, so the answer names no card.
        raise Refused(_("These cards are no hand: please choose them again."), code=error.code) from error


def _decided(request: Request) -> Refused:
    if request.supervisor is None:
        return request_closed()
    return decided_already(request.number, request.state, request.supervisor)
