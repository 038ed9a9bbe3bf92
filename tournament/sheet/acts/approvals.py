"""Approvals of written games (5.2.14, 5.2.16, 5.2.17): which kind of game may need one, and how it is decided.

Which games need one is decided by `scoring/approvals.py`: from the fifth Solo or Wenz on (5.2.16). consequences.py asks
for the approval after every change.
"""

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy as _

from scoring.approvals import KEYS, Asks, asks_approval, contracts_of
from scoring.points import GameScore, score_game
from scoring.results import played_as
from scoring.ruleset import Ruleset
from scoring.sheets import EvaluatedLine
from tournament.enums import ApprovalState, Source, step
from tournament.refusals import Refused
from tournament.sheet.actors import Actor, Reason
from tournament.sheet.commands import command
from tournament.sheet.draft import Draft
from tournament.sheet.events import Link, event
from tournament.sheet.official import check_not_official
from tournament.sheet.parts import request_place, served, with_answer, with_approval
from tournament.sheet.state import Approval, Sheet, record_in_line


@command(may="decide_approvals", official=True)
@dataclass(frozen=True, slots=True, kw_only=True)
class DecideApproval:
    """Grant or refuse a game that waits (5.2.14, 5.2.16); a refused game is struck (5.2.17). The decision may be
    reversed.

    `game` is the id of the command that wrote the game, None if it no longer waits. `seen` is the decision that the
    page showed: two supervisors may look at the same list, and only somebody who saw a decision may reverse it.
    """

    game: str | None
    granted: bool
    seen: ApprovalState | None = None

    def decide(self, draft: Draft) -> None:
        number = next((at for at, game in draft.sheet.games.items() if game.command == self.game), None)
        if number is None or draft.sheet.games[number].approval is None:
            raise approval_closed()
        check_not_official(draft)
        decide_approval(draft, number, ApprovalState.GRANTED if self.granted else ApprovalState.REFUSED, self.seen)


@event("approval.requested", names={"name": "named"})
@dataclass(frozen=True, slots=True, kw_only=True)
class ApprovalRequested:
    """A written game needs a supervisor (5.2.14, 5.2.16). `oral`: the table names a person who approved it by word of
    mouth.

    `name` is that person as free text. The log holds the hash of the name; an older log says only that there is one.
    `request` is the place, from 1, of the request before play that was refused.
    """

    number: int
    section: str
    oral: bool = False
    name: Reason | None = None
    request: int | None = None

    def fold(self, sheet: Sheet, link: Link) -> Sheet:
        approval = Approval(section=self.section, by=link.by, at=link.at, oral=self.name)
        after = with_approval(sheet, self.number, approval)
        return after if self.request is None else served(after, self.request - 1, self.number)


@event("approval.granted", unlogged=("row",))
@dataclass(frozen=True, slots=True, kw_only=True)
class ApprovalGranted:
    """The game was approved: by the acting login, or by `supervisor` on paper or before play.

    `request` is the place of that request among the sheet's requests, from 1. `row` is its key in the database,
    which an older log holds instead.
    """

    number: int
    section: str
    on_paper: bool = False
    supervisor: int | None = None
    request: int | None = None
    row: int | None = None

    def fold(self, sheet: Sheet, link: Link) -> Sheet:
        if self.request is not None or self.row is not None:
            return _granted_before_play(sheet, link, self)
        columns: dict[str, Any] = {
            "state": ApprovalState.GRANTED,
            "on_paper": self.on_paper,
            "supervisor": self.supervisor or link.by.login,
            "decided_at": link.at,
        }
        approval = sheet.games[self.number].approval
        if approval is None:
            return with_approval(sheet, self.number, Approval(section=self.section, by=link.by, at=link.at, **columns))
        return with_answer(sheet, self.number, request=None, **columns)


@event("approval.refused")
@dataclass(frozen=True, slots=True, kw_only=True)
class ApprovalRefused:
    number: int
    section: str

    def fold(self, sheet: Sheet, link: Link) -> Sheet:
        return with_answer(
            sheet,
            self.number,
            state=ApprovalState.REFUSED,
            on_paper=False,
            supervisor=link.by.login,
            decided_at=link.at,
            request=None,
        )


@event("approval.withdrawn")
@dataclass(frozen=True, slots=True, kw_only=True)
class ApprovalWithdrawn:
    number: int
    section: str

    def fold(self, sheet: Sheet, link: Link) -> Sheet:
        return with_answer(sheet, self.number, state=ApprovalState.WITHDRAWN)


def section_for_approval(ruleset: Ruleset, score: GameScore) -> str | None:
    """Return the section by which this kind of game may need an approval, None if it never does."""
    asks = asks_approval(ruleset, contracts_of(ruleset, score))
    return None if asks == Asks.NEVER else ruleset.section(KEYS[asks])


def request_for(sheet: Sheet, number: int, line: EvaluatedLine) -> int | None:
    """Return the place, from 1, of the newest request that was decided before play for this very game, or None.

    Each request serves one game.
    """
    for place in range(len(sheet.requests), 0, -1):
        request = sheet.requests[place - 1]
        decided = request.state in (ApprovalState.GRANTED, ApprovalState.REFUSED)
        if decided and not request.game and (request.number, request.section) == (number, line.section):
            record, score = line.record, line.score
            if record is None or score is None or request.seat != (record.play.declarer or score.soloist):
                continue
            always = sheet.terms.ruleset.approvals.always
            played = played_as(sheet.terms.ruleset, record)
            # 5.2.16 limits the number of Solos and Wenzen, so a request for one of them serves for another. Under
            # 5.2.14 the contract itself counts: the request for a Wenz Tout does not serve for a Sie.
            if request.contract not in always:
                fits = played not in always
            else:
                fits = request.contract == played and (not record.play.suit or request.suit in ("", record.play.suit))
            if fits:
                return place
    return None


def initial(draft: Draft, number: int, supervisor: Actor) -> None:
    """Grant the approval by the supervisor's initials on the paper.

    Refused: not_on_paper, not_a_supervisor, approval_not_needed.
    """
    game, ruleset = draft.sheet.games[number], draft.sheet.ruleset
    if game.source == Source.LIVE:
        raise Refused(
            _("At the table there is no paper with initials: the supervisor approves with the own login."),
            code="not_on_paper",
        )
    if not supervisor.supervisor:
        raise Refused(
            _("The initials on the paper must be those of a supervisor (5.2.14, 5.2.16)."), code="not_a_supervisor"
        )
    section = section_for_approval(ruleset, score_game(ruleset, record_in_line(number, game.record)))
    if section is None:
        raise Refused(_("This game never needs an approval: please leave out “g”."), code="approval_not_needed")
    draft.say(ApprovalGranted(number=number, section=section, on_paper=True, supervisor=supervisor.login))


def approve_own_value(draft: Draft, number: int) -> None:
    """Grant the approval that the value just written by the supervisor needs; do nothing if it needs none."""
    approval = draft.sheet.games[number].approval
    if approval is not None and approval.state != ApprovalState.GRANTED:
        decide_approval(draft, number, ApprovalState.GRANTED)


def decide_approval(draft: Draft, number: int, state: ApprovalState, seen: ApprovalState | None = None) -> None:
    """Grant or refuse the approval in force of this line. Refused: already_decided (says by whom)."""
    approval = draft.sheet.games[number].approval
    assert approval is not None  # the caller has checked
    if approval.state == state:
        raise decided_already(number, state, approval.supervisor)
    if seen is not None and approval.state != seen:
        raise decided_meanwhile(number, approval.state, approval.supervisor)
    step(ApprovalState, approval.state, state)
    answer = ApprovalGranted if state == ApprovalState.GRANTED else ApprovalRefused
    draft.say(answer(number=number, section=approval.section))


def decided_already(number: int, state: ApprovalState, supervisor: int | None) -> Refused:
    """The refusal of a decision that stands already."""
    return Refused(
        _("%(name)s has decided so already: game %(number)s, %(state)s."),
        code="already_decided",
        login=supervisor,
        number=number,
        state=state.label,
    )


def decided_meanwhile(number: int, state: ApprovalState, supervisor: int | None) -> Refused:
    """The refusal of a decision that would reverse another one, which the page did not show yet."""
    if supervisor is None:
        return approval_closed()
    return Refused(
        _("%(name)s has decided meanwhile: game %(number)s, %(state)s. Please look once more."),
        code="already_decided",
        login=supervisor,
        number=number,
        state=state.label,
    )


def approval_closed() -> Refused:
    """The refusal to decide on an approval that is no longer pending."""
    return Refused(
        _("This game no longer waits for an approval: it was taken back or changed in the meantime."), code="gone"
    )


def _granted_before_play(sheet: Sheet, link: Link, event: ApprovalGranted) -> Sheet:
    place = request_place(sheet, event.request, event.row)
    request = sheet.requests[place]
    approval = Approval(
        section=event.section,
        state=ApprovalState.GRANTED,
        by=request.by,
        at=request.at,
        supervisor=request.supervisor or event.supervisor,
        decided_at=request.decided_at,
        request=place,
    )
    return served(with_approval(sheet, event.number, approval), place, event.number)
