"""A substitute on a seat, from a game on: the management appoints, the substitute takes over the points (5.2.11)."""

from django.utils.translation import gettext_lazy as _

from tournament.enums import TableChangeKind
from tournament.refusals import Refused
from tournament.sheet import commands, events
from tournament.sheet.draft import Draft
from tournament.sheet.official import check_not_official, check_reason
from tournament.sheet.tables import check_not_settled


def seat_substitute(draft: Draft, command: commands.SeatSubstitute) -> None:
    """The caller has checked who sits where in the tournament (5.2.9), because only the rows know that."""
    sheet = draft.sheet
    check_not_settled(sheet)
    check_not_official(draft)
    check_reason(command.reason.text)
    if sheet.totals is not None:
        raise Refused(
            _("Of this sheet only the totals are known, so no substitute can come in at a game."), code="totals_stand"
        )
    if not 1 <= command.number <= sheet.lines:
        raise Refused(
            _("There is no line %(number)s: a sheet has %(games)s lines."),
            code="no_such_line",
            field="number",
            number=command.number,
            games=sheet.lines,
        )
    told = {"seat": command.seat, "left": command.left, "came": command.came}
    draft.say(
        events.TableChanged(
            change=TableChangeKind.SUBSTITUTE, told=told, after_game=command.number - 1, reason=command.reason
        )
    )
