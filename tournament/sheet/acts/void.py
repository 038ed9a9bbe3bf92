"""Declaring a sheet void and valid again: only by the management, with a reason (5.3.6)."""

from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

from tournament.enums import SheetState, TableChangeKind
from tournament.refusals import Refused
from tournament.sheet.actors import Reason
from tournament.sheet.acts.consequences import due_state
from tournament.sheet.acts.steps import step_to
from tournament.sheet.acts.table_changes import TableChanged
from tournament.sheet.commands import command
from tournament.sheet.draft import Draft
from tournament.sheet.official import check_not_official, check_not_void, check_reason
from tournament.sheet.places import written_games
from tournament.sheet.state import Sheet


@command(may="void_scoresheets", official=True)
@dataclass(frozen=True, slots=True, kw_only=True)
class VoidSheet:
    """Declare the sheet void: it counts 0 for its whole table (5.3.6)."""

    reason: Reason

    def decide(self, draft: Draft) -> None:
        check_not_void(draft.sheet)
        check_not_official(draft)
        check_reason(self.reason.text)
        _say(draft, TableChangeKind.VOIDED, self.reason)
        step_to(draft, SheetState.VOID)


@command(may="void_scoresheets", official=True)
@dataclass(frozen=True, slots=True, kw_only=True)
class RestoreSheet:
    """Declare a void sheet valid again, with everything that stands on it. The supervisor accepts it anew."""

    reason: Reason

    def decide(self, draft: Draft) -> None:
        if draft.sheet.state != SheetState.VOID:
            raise Refused(_("This sheet is not void: it counts as it stands."), code="not_void")
        check_not_official(draft)
        check_reason(self.reason.text)
        _say(draft, TableChangeKind.RESTORED, self.reason)
        # Signatures stay valid, because nothing on a void sheet can change.
        step_to(draft, SheetState.SIGNED if _is_signed(draft.sheet) else due_state(draft.sheet))


def _say(draft: Draft, change: TableChangeKind, reason: Reason) -> None:
    after = written_games(draft.sheet)
    draft.say(TableChanged(change=change, told={}, after_game=after, reason=reason))


def _is_signed(sheet: Sheet) -> bool:
    return len(sheet.settled_seats) == len(sheet.seats) and due_state(sheet) == SheetState.COMPLETE
