"""A substitute on a seat, from a game on: the management appoints, the substitute takes over the points (5.2.11)."""

from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

from tournament.enums import TableChangeKind
from tournament.refusals import Refused
from tournament.sheet.actors import Reason
from tournament.sheet.acts.table_changes import TableChanged
from tournament.sheet.commands import command
from tournament.sheet.draft import Draft
from tournament.sheet.official import check_not_official, check_not_settled, check_reason
from tournament.sheet.places import no_such_line


@command(may=None, official=True)
@dataclass(frozen=True, slots=True, kw_only=True)
class SeatSubstitute:
    """Seat a substitute on `seat` from game `number` on, for somebody who drops out (5.2.11).

    `left` and `came` are the participants; the substitute takes over the points. Refused: sheet_settled,
    tournament_finished, reason_missing, totals_stand, no_such_line.
    """

    seat: int
    number: int
    left: int
    came: int
    reason: Reason

    def decide(self, draft: Draft) -> None:
        """The caller has checked who sits where in the tournament (5.2.9), because only the rows know that."""
        sheet = draft.sheet
        check_not_settled(sheet)
        check_not_official(draft)
        check_reason(self.reason.text)
        if sheet.totals is not None:
            raise Refused(
                _("Of this sheet only the totals are known, so no substitute can come in at a game."),
                code="totals_stand",
            )
        if not 1 <= self.number <= sheet.lines:
            raise no_such_line(sheet, self.number, field="number")
        payload = {"seat": self.seat, "left": self.left, "came": self.came}
        draft.say(
            TableChanged(
                change=TableChangeKind.SUBSTITUTE, told=payload, after_game=self.number - 1, reason=self.reason
            )
        )
