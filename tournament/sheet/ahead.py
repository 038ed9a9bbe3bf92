"""The next games of a sheet, for a table without network: who deals, and which games need a request first."""

from dataclasses import dataclass

from scoring.approvals import free_games
from scoring.parts import BY_PLAYER
from tournament.sheet.places import line_place
from tournament.sheet.state import Sheet


@dataclass(frozen=True, slots=True, kw_only=True)
class Ahead:
    """The games from line `number` on, if every one of them is played.

    `dealers` deal in this order, over and over; if more sit than play, the dealer sits out. `free` is, for each seat,
    the number of games counted by 5.2.16 that it may still play without a request; 0 or less means none. `shared`: each
    such game counts for all seats.
    """

    number: int
    dealers: tuple[int, ...]
    free: tuple[int, ...]
    shared: bool


def ahead(sheet: Sheet) -> Ahead:
    """The next games of the sheet (5.2.5, 5.2.16)."""
    number, seats = sheet.next_number, len(sheet.seats)
    first = line_place(sheet, number).dealer()
    return Ahead(
        number=number,
        dealers=tuple((first - 1 + turn) % seats + 1 for turn in range(seats)),
        free=free_games(sheet.terms.ruleset, sheet.evaluated.counted, seats),
        shared=sheet.terms.ruleset.approvals.counted_by != BY_PLAYER,
    )
