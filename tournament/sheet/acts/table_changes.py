"""A change at the table that the sheet shows: scorekeeper, cards, participants, totals, void or valid again."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from tournament.enums import Source, TableChangeKind
from tournament.sheet.actors import Reason
from tournament.sheet.events import Link, event
from tournament.sheet.parts import put
from tournament.sheet.state import Sheet, TableChange


@event(field="change", kinds={change: f"table.{change.value}" for change in TableChangeKind}, rest="told")
@dataclass(frozen=True, slots=True, kw_only=True)
class TableChanged:
    """The management changed something at the table; `told` holds seats, keys and numbers.

    `after_game` is the last game before the change. It is None for what was set before play: the sheet need not show
    that.
    """

    change: TableChangeKind
    told: Mapping[str, Any]
    after_game: int | None = None
    reason: Reason | None = None

    def fold(self, sheet: Sheet, link: Link) -> Sheet:
        payload = self.told
        if self.after_game is not None:
            change = TableChange(
                kind=self.change,
                after_game=self.after_game,
                told=payload,
                reason=self.reason,
                by=link.by.login,
                at=link.at,
            )
            sheet = replace(sheet, changes=(*sheet.changes, change))
        match self.change:
            case TableChangeKind.SCOREKEEPER:
                return replace(sheet, scorekeeper=payload["to"])
            case TableChangeKind.PACK:
                return replace(sheet, pack=payload["new"])
            case TableChangeKind.TOTALS:
                return replace(sheet, totals=payload["new"], source=Source.TOTALS)
            case TableChangeKind.VOIDED | TableChangeKind.RESTORED:
                return sheet
            case TableChangeKind.REPLACED | TableChangeKind.SUBSTITUTE:
                return replace(sheet, seats=put(sheet.seats, payload["seat"] - 1, payload["came"]))
        # If both sit at this table, they swap seats.
        seats = tuple(payload["left"] if participant == payload["came"] else participant for participant in sheet.seats)
        return replace(sheet, seats=put(seats, payload["seat"] - 1, payload["came"]))
