"""The consequences of every change of a sheet: who sits out, approvals, signatures, the state. No other place decides
them.

A correction makes signatures lapse because the content that was signed has changed (5.3.4).
"""

from dataclasses import dataclass

from scoring.sheets import EvaluatedLine
from tournament.enums import ApprovalState, SheetState
from tournament.sheet.actors import Reason
from tournament.sheet.acts.approvals import (
    ApprovalGranted,
    ApprovalRequested,
    ApprovalWithdrawn,
    request_for,
    section_for_approval,
)
from tournament.sheet.acts.second_entry import open_lines
from tournament.sheet.acts.signatures import lapse_signatures
from tournament.sheet.acts.sitters import move_sitters
from tournament.sheet.acts.steps import step_to
from tournament.sheet.commands import command
from tournament.sheet.draft import Draft
from tournament.sheet.official import check_not_void
from tournament.sheet.state import Approval, Sheet


@command(may=None)
@dataclass(frozen=True, slots=True, kw_only=True)
class Settle:
    """Bring approvals, signatures and state in line with what the tournament asks of its sheets now."""

    def decide(self, draft: Draft) -> None:
        """The command itself adds no event; `settle` adds what follows."""


def settle_sheet(draft: Draft, *, content: str, oral: tuple[int, Reason | None] = (0, None)) -> None:
    """Add all events that follow. `content` is the content hash before the command, `oral` is RecordGame's, with its
    line."""
    if draft.sheet.state == SheetState.DISCARDED or not draft.sheet.seats:
        return
    move_sitters(draft)
    # Repeat until nothing changes: withdrawing one request can make a later game need approval (5.2.16).
    while _settle_approvals(draft, oral):
        pass
    sheet = draft.sheet
    if sheet.content_hash != content:
        check_not_void(sheet)
        lapse_signatures(draft)
        step_to(draft, due_state(sheet))
    elif sheet.state in (SheetState.OPEN, SheetState.COMPLETE):
        step_to(draft, due_state(sheet))


def due_state(sheet: Sheet) -> SheetState:
    """Return complete once nothing is missing and, with double entry, both entries agree; until then the sheet is open,
    and slips can be mended."""
    return SheetState.COMPLETE if sheet.evaluated.complete and not open_lines(sheet) else SheetState.OPEN


def _settle_approvals(draft: Draft, oral: tuple[int, Reason | None]) -> bool:
    """Ask for the approvals that the rules now demand and withdraw the others. Return whether any event was added."""
    length = len(draft.links)
    evaluated = draft.sheet.evaluated
    if not evaluated.lines:  # only the totals of the sheet are known
        return False
    for number in sorted(draft.sheet.games):
        line, approval = evaluated.lines[number - 1], draft.sheet.games[number].approval
        if approval is not None and _is_stale(draft.sheet, line, approval):
            draft.say(ApprovalWithdrawn(number=number, section=approval.section))
            approval = None
        if line.section and approval is None:
            _ask(draft, number, line, oral[1] if oral[0] == number else None)
    return len(draft.links) > length


def _ask(draft: Draft, number: int, line: EvaluatedLine, name: Reason | None) -> None:
    """Add the game's approval: granted if it was granted before play, else still to be decided (5.2.14, 5.2.16)."""
    section = line.section or ""
    place = request_for(draft.sheet, number, line)
    request = None if place is None else draft.sheet.requests[place - 1]
    issued_by = draft.sheet.games[number].supervisor
    if request is not None and request.state == ApprovalState.GRANTED:
        draft.say(ApprovalGranted(number=number, section=section, supervisor=request.supervisor, request=place))
    elif issued_by is not None:
        # A supervisor who issues a sanction has thereby decided on its game, so the game counts (3.4.18).
        draft.say(ApprovalGranted(number=number, section=section, supervisor=issued_by))
    else:
        event = ApprovalRequested(number=number, section=section, oral=name is not None, name=name, request=place)
        draft.say(event)


def _is_stale(sheet: Sheet, line: EvaluatedLine, approval: Approval) -> bool:
    """Whether the approval is undecided and no longer needed, or of another kind of game.

    The approval of a Solo does not serve for a Tout (5.2.14).
    """
    if line.section is not None:
        return approval.section != line.section
    if approval.state == ApprovalState.REQUESTED:
        return True
    return line.score is None or approval.section != section_for_approval(sheet.terms.ruleset, line.score)
