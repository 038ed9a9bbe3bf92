"""Where everybody moves for the next match, by rules that draw once and then move by place or by seat (reading 49)."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from scoring.ruleset import BY_PLACE, BY_SEAT, Ruleset
from tournament import lots
from tournament.models import Match, Participant
from tournament.standings.selectors.seat_totals import COUNTERS, SeatTotals, seat_totals


@dataclass(frozen=True, slots=True, kw_only=True)
class Moving:
    """The movement from one match to the next. `open_tables` have no complete sheet, so their places are not known.

    `places` are those to which somebody moves for certain, `people` all who play, by start number. `everyone`: all who
    play have a place, so nothing is left to a lot. `fits`: there are as many chairs as people; else all are drawn anew.
    """

    before: int
    open_tables: tuple[int, ...]
    movement: lots.Movement
    figures: lots.Figures
    places: tuple[lots.Place, ...]
    people: Mapping[int, Participant]
    everyone: bool
    fits: bool

    @property
    def sizes(self) -> tuple[int, ...]:
        """How many chairs each table has."""
        return tuple(len(table) for table in self.movement.tables)

    @property
    def moved(self) -> int:
        """How many have their chair without a lot."""
        return len(self.places)

    @property
    def arrivals(self) -> list[tuple[int, list[tuple[int, Participant]]]]:
        """Who comes to each table, by the number of the table: seat and participant."""
        tables = groupby(self.places, key=lambda place: place[1])
        return [(table, [(seat, self.people[number]) for number, _, seat in places]) for table, places in tables]

    @property
    def step(self) -> int:
        """How many tables the first of a table moves on."""
        return self.movement.step

    @property
    def again(self) -> int:
        """How many pairs meet again."""
        return self.movement.again


def moving_of(match: Match, entrants: Sequence[Participant], earlier: Sequence[lots.Tables]) -> Moving | None:
    """Return how everybody moves, or None if the rules move nobody or nothing was drawn yet. One query.

    `earlier` are the matches before, who sits where now. Whoever has a fixed place keeps it.
    """
    ruleset = match.tournament.ruleset
    if ruleset.seating not in (BY_PLACE, BY_SEAT) or match.number == 1 or len(earlier) != match.number - 1:
        return None
    totals = seat_totals(match.tournament, match.number - 1) if ruleset.seating == BY_PLACE else []
    figures = _figures(ruleset, totals)
    fixed_places = {one.start_number: (one.fixed_table, one.fixed_seat) for one in entrants if one.fixed_table}
    people = {one.start_number: one for one in entrants}
    movement = lots.move(earlier[-1], figures, earlier, playing=set(people))
    places = tuple(_places(movement, fixed_places.keys(), set(fixed_places.values())))
    chairs = sum(map(len, movement.tables))
    return Moving(
        before=match.number - 1,
        open_tables=tuple(sorted({seat.table for seat in totals if not seat.ranked})),
        movement=movement,
        figures=figures,
        places=places,
        people=people,
        everyone=len(places) == chairs == len(people),
        fits=chairs == len(people),
    )


def _figures(ruleset: Ruleset, totals: Sequence[SeatTotals]) -> lots.Figures:
    columns = [COUNTERS.index(name) for name in ruleset.tie_break]
    tables = groupby(totals, key=lambda seat: seat.table)
    return tuple(
        tuple((seat.points, *(seat.counts[column] for column in columns)) for seat in table)
        for _number, table in tables
    )


def _places(
    movement: lots.Movement, fixed_numbers: Collection[int], taken_chairs: Collection[tuple[int | None, int | None]]
) -> list[lots.Place]:
    """Return who moves where: nobody with a fixed place, and nobody to a fixed place of somebody else."""
    return [
        (number, table, seat)
        for table, row in enumerate(movement.tables, start=1)
        for seat, number in enumerate(row, start=1)
        if number and number not in fixed_numbers and (table, seat) not in taken_chairs
    ]
