"""Declaring a sheet void and valid again: only by the management, with a reason (5.3.6)."""

from django.utils.translation import gettext_lazy as _

from tournament.enums import SheetState, TableChangeKind
from tournament.refusals import Refused
from tournament.sheet import commands, events
from tournament.sheet.consequences import due_state, step_to
from tournament.sheet.draft import Draft
from tournament.sheet.official import check_not_official, check_not_void, check_reason
from tournament.sheet.state import Sheet
from tournament.sheet.tables import written_games


def void_sheet(draft: Draft, command: commands.VoidSheet) -> None:
    check_not_void(draft.sheet)
    check_not_official(draft)
    check_reason(command.reason.text)
    _say(draft, TableChangeKind.VOIDED, command.reason)
    step_to(draft, SheetState.VOID)


def restore_sheet(draft: Draft, command: commands.RestoreSheet) -> None:
    if draft.sheet.state != SheetState.VOID:
        raise Refused(_("This sheet is not void: it counts as it stands."), code="not_void")
    check_not_official(draft)
    check_reason(command.reason.text)
    _say(draft, TableChangeKind.RESTORED, command.reason)
    # Signatures stay valid, because nothing on a void sheet can change.
    step_to(draft, SheetState.SIGNED if _is_signed(draft.sheet) else due_state(draft.sheet))


def _say(draft: Draft, change: TableChangeKind, reason: commands.Reason) -> None:
    after = written_games(draft.sheet)
    draft.say(events.TableChanged(change=change, told={}, after_game=after, reason=reason))


def _is_signed(sheet: Sheet) -> bool:
    return len(sheet.settled_seats) == len(sheet.seats) and due_state(sheet) == SheetState.COMPLETE
