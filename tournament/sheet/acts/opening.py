"""A sheet begins when the lots are drawn. It is removed if its draw is discarded before play."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from tournament.enums import SheetState
from tournament.sheet.commands import command
from tournament.sheet.draft import Draft
from tournament.sheet.events import Link, event
from tournament.sheet.state import Sheet


@command(may=None)
@dataclass(frozen=True, slots=True, kw_only=True)
class OpenSheet:
    """The lots are drawn: `seats` are the participants of this table."""

    match: int
    table: int
    seats: Sequence[int]

    def decide(self, draft: Draft) -> None:
        draft.say(SheetOpened(match=self.match, table=self.table, seats=tuple(self.seats)))


@event("scoresheet.opened")
@dataclass(frozen=True, slots=True, kw_only=True)
class SheetOpened:
    """The lots are drawn: `seats` are the participants' keys by seat."""

    match: int
    table: int
    seats: tuple[int, ...]

    def fold(self, sheet: Sheet, link: Link) -> Sheet:
        return replace(
            sheet,
            match=self.match,
            table=self.table,
            seats=self.seats,
            first_dealer=sheet.terms.ruleset.first_dealer,
        )


@command(may=None)
@dataclass(frozen=True, slots=True, kw_only=True)
class DiscardSheet:
    """Discard the draw before play, and the sheet with it."""

    def decide(self, draft: Draft) -> None:
        draft.say(SheetDiscarded())


@event("scoresheet.discarded")
@dataclass(frozen=True, slots=True, kw_only=True)
class SheetDiscarded:
    """The draw was discarded before play, and the sheet with it."""

    def fold(self, sheet: Sheet, link: Link) -> Sheet:
        return replace(sheet, seats=(), state=SheetState.DISCARDED)
