"""Refusals to change a sheet that is void or settled, or results that are official."""

from django.utils.translation import gettext_lazy as _

from tournament.enums import SETTLED, SheetState
from tournament.refusals import Refused
from tournament.sheet.draft import Draft
from tournament.sheet.state import Sheet


def check_not_official(draft: Draft) -> None:
    """Refuse tournament_finished: an official ranking changes only after the organiser reopened the tournament."""
    if draft.official:
        raise official_already()


def official_already() -> Refused:
    """The refusal to change official results."""
    return Refused(
        _("The tournament is finished and its ranking official. The organiser can reopen it for a correction."),
        code="tournament_finished",
    )


def check_not_void(sheet: Sheet) -> None:
    """Refuse sheet_void."""
    if sheet.state == SheetState.VOID:
        raise Refused(_("This sheet is void; nothing on it can be changed."), code="sheet_void")


def check_not_settled(sheet: Sheet) -> None:
    """Refuse sheet_settled: nothing changes at the table of a sheet that is accepted or void."""
    if sheet.state in SETTLED:
        raise Refused(_("This sheet is settled; nothing changes at its table any more."), code="sheet_settled")


def check_reason(text: str | None) -> None:
    """Refuse reason_missing: a supervisor signs off, and the sheet shows the reason (5.3.4)."""
    if not (text or "").strip():
        raise Refused(_("Please say why: the reason is printed on the sheet."), code="reason_missing")
