"""Disputes: raised at the table, decided by the supervisor, appealed, decided finally (5.1.3, 3.4.1)."""

from dataclasses import dataclass, replace
from typing import Any, ClassVar

from django.utils.translation import gettext_lazy as _

from tournament.enums import SETTLED, DisputeOutcome, DisputeState, FollowUp, step
from tournament.refusals import RefusalKind, Refused
from tournament.sheet.actors import Reason
from tournament.sheet.commands import command
from tournament.sheet.dispute_state import Dispute, DisputeStep
from tournament.sheet.disputed import is_back, is_changed, reads_otherwise
from tournament.sheet.draft import Draft
from tournament.sheet.events import Link, event
from tournament.sheet.official import check_not_official
from tournament.sheet.parts import put
from tournament.sheet.places import written_games
from tournament.sheet.state import Sheet
from tournament.words.citations import cited

REASON_LENGTH = 500
TRIBUNAL = "tribunal"
# A table, or anybody with its device, cannot flood the supervisors.
MOST_OPEN = 5


@command(may="raise_disputes", device=True, official=True)
@dataclass(frozen=True, slots=True, kw_only=True)
class RaiseDispute:
    """Object to game `number`, or with None to the sheet as a whole (5.1.3); `seat` objects, None for somebody else.

    3.4.1: objections are barred once the next game is written, except those against deliberate cheating. A late one
    is marked, and the supervisor decides.
    """

    kind: ClassVar[str] = "dispute"
    number: int | None
    seat: int | None
    reason: Reason
    key: str
    cheating: bool = False

    def decide(self, draft: Draft) -> None:
        sheet = draft.sheet
        check_not_official(draft)
        if draft.by.login is None and sheet.state in SETTLED:
            raise Refused(
                _("This sheet is accepted. Whoever still objects to it goes to the desk."), code="sheet_settled"
            )
        _check_text(self.reason)
        _check_seat(sheet, self.seat)
        if sum(dispute.open for dispute in sheet.disputes) >= MOST_OPEN:
            raise Refused(
                _("%(most)s disputes about this sheet are open already. Please talk to the supervisor."),
                code="too_many_disputes",
                most=MOST_OPEN,
            )
        games = written_games(sheet)
        if self.number is not None and not 1 <= self.number <= max(sheet.reached, games):
            raise Refused(
                _("Game %(number)s is not written yet. While it is still played, please call the supervisor."),
                code="not_written",
                field="number",
                number=self.number,
            )
        late = self.number is not None and not self.cheating and self.number < max(sheet.games, default=games)
        draft.say(
            DisputeRaised(
                number=self.number,
                seat=self.seat,
                cheating=self.cheating,
                late=late,
                reason=self.reason,
                command=self.key,
            )
        )


@event("dispute.raised")
@dataclass(frozen=True, slots=True, kw_only=True)
class DisputeRaised:
    """Somebody objects to game `number`, or to the whole sheet (5.1.3). `command` is the id of the command.

    `late`: the next game was written already (3.4.1).
    """

    reason: Reason
    number: int | None = None
    seat: int | None = None
    cheating: bool = False
    late: bool = False
    command: str = ""

    def fold(self, sheet: Sheet, link: Link) -> Sheet:
        raised = DisputeStep(to=DisputeState.RAISED, reason=self.reason, seat=self.seat, by=link.by, at=link.at)
        dispute = Dispute(
            number=self.number, cheating=self.cheating, late=self.late, steps=(raised,), command=self.command
        )
        return replace(sheet, disputes=(*sheet.disputes, dispute))


@command(may="raise_disputes", official=True)
@dataclass(frozen=True, slots=True, kw_only=True)
class WithdrawDispute:
    """Withdraw a dispute that nobody has decided. Withdrawing an appeal leaves the supervisor's decision in force.

    `dispute` is its place among the sheet's disputes, from 1. The commands below name it in the same way.
    """

    dispute: int

    def decide(self, draft: Draft) -> None:
        dispute = _dispute_at(draft, self.dispute)
        if not dispute.open:
            raise _stepped_already(dispute)
        if dispute.state == DisputeState.APPEALED and _decider(dispute) == draft.by.login != _appellant(dispute):
            raise Refused(
                _("You decided this dispute yourself: somebody else takes the appeal against your decision back."),
                code="own_decision",
                kind=RefusalKind.NOT_ALLOWED,
            )
        draft.say(DisputeWithdrawn(dispute=self.dispute))


@event("dispute.withdrawn")
@dataclass(frozen=True, slots=True, kw_only=True)
class DisputeWithdrawn:
    """The dispute was taken back; an appealed one falls back to the supervisor's decision."""

    dispute: int

    def fold(self, sheet: Sheet, link: Link) -> Sheet:
        appealed = sheet.disputes[self.dispute - 1].state == DisputeState.APPEALED
        return _with_step(sheet, link, self.dispute, DisputeState.DECIDED if appealed else DisputeState.WITHDRAWN)


@command(may="decide_disputes", official=True)
@dataclass(frozen=True, slots=True, kw_only=True)
class DecideDispute:
    """The supervisor decides (5.1.3)."""

    dispute: int
    outcome: DisputeOutcome
    reason: Reason

    def decide(self, draft: Draft) -> None:
        _check_step(draft, self.dispute, DisputeState.DECIDED, DisputeState.RAISED)
        _check_text(self.reason)
        draft.say(DisputeDecided(dispute=self.dispute, outcome=self.outcome, reason=self.reason))
        _note_earlier_correction(draft, self.dispute)


@event(field="final", kinds={False: "dispute.decided", True: "dispute.final"})
@dataclass(frozen=True, slots=True, kw_only=True)
class DisputeDecided:
    """The supervisor decided the dispute at this place, from 1, among the sheet's disputes.

    `final`: it was the tribunal or the director.
    """

    dispute: int
    outcome: DisputeOutcome
    reason: Reason
    final: bool = False

    def fold(self, sheet: Sheet, link: Link) -> Sheet:
        to = DisputeState.FINAL if self.final else DisputeState.DECIDED
        return _with_step(sheet, link, self.dispute, to, outcome=self.outcome, reason=self.reason)


@command(may="raise_disputes", official=True)
@dataclass(frozen=True, slots=True, kw_only=True)
class AppealDispute:
    """Take the supervisor's decision to the tribunal, or to the director if the rules have no tribunal (5.1.3)."""

    dispute: int
    seat: int | None
    reason: Reason

    def decide(self, draft: Draft) -> None:
        _check_step(draft, self.dispute, DisputeState.APPEALED, DisputeState.DECIDED)
        _check_text(self.reason)
        _check_seat(draft.sheet, self.seat)
        draft.say(DisputeAppealed(dispute=self.dispute, seat=self.seat, reason=self.reason))


@event("dispute.appealed")
@dataclass(frozen=True, slots=True, kw_only=True)
class DisputeAppealed:
    dispute: int
    reason: Reason
    seat: int | None = None

    def fold(self, sheet: Sheet, link: Link) -> Sheet:
        return _with_step(sheet, link, self.dispute, DisputeState.APPEALED, seat=self.seat, reason=self.reason)


@command(may="have_the_last_word", official=True)
@dataclass(frozen=True, slots=True, kw_only=True)
class SettleDispute:
    """The tribunal, or the director, decides finally (5.1.3)."""

    dispute: int
    outcome: DisputeOutcome
    reason: Reason

    def decide(self, draft: Draft) -> None:
        """The caller has checked that the actor has the last word by these rules."""
        tribunal = draft.sheet.terms.ruleset.final_say == TRIBUNAL
        # Without a tribunal the director may decide at once what cannot be resolved at the table.
        allowed = (DisputeState.APPEALED,) if tribunal else (DisputeState.RAISED, DisputeState.APPEALED)
        dispute = _check_step(draft, self.dispute, DisputeState.FINAL, *allowed)
        _check_text(self.reason)
        if tribunal and _decider(dispute) == draft.by.login:
            raise Refused(
                cited(
                    _("You decided this dispute as the supervisor. Somebody else must decide the appeal (5.1.3)."),
                    draft.sheet.terms.ruleset,
                ),
                code="own_decision",
                kind=RefusalKind.NOT_ALLOWED,
            )
        draft.say(DisputeDecided(dispute=self.dispute, outcome=self.outcome, reason=self.reason, final=True))
        _note_earlier_correction(draft, self.dispute)


@command(may="decide_disputes", official=True)
@dataclass(frozen=True, slots=True, kw_only=True)
class FollowDispute:
    """Say why an upheld dispute changes nothing on the sheet. A correction of its game needs no such reason."""

    dispute: int
    reason: Reason

    def decide(self, draft: Draft) -> None:
        dispute = _dispute_at(draft, self.dispute)
        if dispute.open or not dispute.unfollowed:
            raise _stepped_already(dispute)
        _check_text(self.reason)
        draft.say(DisputeFollowed(dispute=self.dispute, follow_up=FollowUp.DECLINED, reason=self.reason))


@event("dispute.followed")
@dataclass(frozen=True, slots=True, kw_only=True)
class DisputeFollowed:
    """A decision was followed up: the game was corrected, or a supervisor said why nothing changes."""

    dispute: int
    follow_up: FollowUp
    reason: Reason | None = None

    def fold(self, sheet: Sheet, link: Link) -> Sheet:
        state = sheet.disputes[self.dispute - 1].state
        return _with_step(sheet, link, self.dispute, state, follow_up=self.follow_up, reason=self.reason)


def note_corrections(draft: Draft, before: Sheet) -> None:
    """Note that a command followed up a decision: it changed what was disputed, or put it back."""
    for place, dispute in enumerate(before.disputes, 1):
        if dispute.outcome == DisputeOutcome.UPHELD and dispute.corrected and is_back(before, draft.sheet, dispute):
            draft.say(DisputeFollowed(dispute=place, follow_up=FollowUp.UNDONE))
        if dispute.unfollowed and is_changed(before, draft.sheet, dispute.number):
            draft.say(DisputeFollowed(dispute=place, follow_up=FollowUp.CORRECTED))


def _note_earlier_correction(draft: Draft, place: int) -> None:
    """Note that the game was corrected before the dispute was upheld. Many supervisors work in this order."""
    dispute = draft.sheet.disputes[place - 1]
    if dispute.outcome == DisputeOutcome.UPHELD and dispute.unfollowed and reads_otherwise(draft.sheet, dispute):
        draft.say(DisputeFollowed(dispute=place, follow_up=FollowUp.CORRECTED))


def _appellant(dispute: Dispute) -> int | None:
    """Return the login that entered the last appeal."""
    appeals = (one for one in reversed(dispute.steps) if one.to == DisputeState.APPEALED and not one.follow_up)
    return next((one.by.login for one in appeals), None)


def _decider(dispute: Dispute) -> int | None:
    """Return the login that decided as the supervisor, None before that."""
    return next((one.by.login for one in dispute.steps if one.to == DisputeState.DECIDED and one.outcome), None)


def _dispute_at(draft: Draft, place: int) -> Dispute:
    """Return the dispute at this place, from 1. Refused: no_such_dispute, tournament_finished."""
    if not 1 <= place <= len(draft.sheet.disputes):
        raise Refused(_("There is no such dispute about this sheet."), code="no_such_dispute")
    check_not_official(draft)
    return draft.sheet.disputes[place - 1]


def _check_step(draft: Draft, place: int, to: DisputeState, *states: DisputeState) -> Dispute:
    dispute = _dispute_at(draft, place)
    if dispute.state not in states:
        raise _stepped_already(dispute)
    step(DisputeState, dispute.state, to)
    return dispute


def _stepped_already(dispute: Dispute) -> Refused:
    return Refused(
        _("This is not possible for a dispute that is “%(state)s”. Please look once more."),
        code="dispute_not_there",
        kind=RefusalKind.CONFLICT,
        state=dispute.state.label,
    )


def _check_text(reason: Reason) -> None:
    text = (reason.text or "").strip()
    if not text:
        raise Refused(
            _("Please say it in a sentence: whoever decides reads it."), code="reason_missing", field="reason"
        )
    if len(text) > REASON_LENGTH:
        raise Refused(
            _("Please say it in %(most)s letters at most."), code="reason_too_long", field="reason", most=REASON_LENGTH
        )


def _check_seat(sheet: Sheet, seat: int | None) -> None:
    if seat is not None and not 1 <= seat <= len(sheet.seats):
        raise Refused(_("There is no seat %(seat)s at this table."), code="no_such_seat", field="seat", seat=seat)


def _with_step(sheet: Sheet, link: Link, place: int, to: DisputeState, **values: Any) -> Sheet:
    """Return the sheet with one more step of the dispute at this place, from 1."""
    dispute = sheet.disputes[place - 1]
    after = replace(dispute, steps=(*dispute.steps, DisputeStep(to=to, by=link.by, at=link.at, **values)))
    return replace(sheet, disputes=put(sheet.disputes, place - 1, after))
