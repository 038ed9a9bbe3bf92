"""The points of each seat and the counters of 5.4.2, as they are kept with the games."""

from typing import NamedTuple

from scoring.ruleset import CRITERIA
from tournament.enums import SheetState
from tournament.models import Seat, Tournament
from tournament.person.names import listed_name
from tournament.selectors.progress import COUNTING
from tournament.selectors.records import total_column

COUNTERS = CRITERIA
NOTHING = (0,) * len(COUNTERS)
TOTALS = ("points", *COUNTERS)


class SeatTotals(NamedTuple):
    """The totals of one participant in one match. `counts` are in the order of COUNTERS.

    A tuple, because a ranking makes thousands of them: a dataclass takes four times as long.
    """

    match: int
    table: int
    seat: int
    state: str
    participant: int
    start_number: int
    name: str
    club: str
    house: bool
    left: bool
    excluded: bool
    points: int
    counts: tuple[int, ...]

    @property
    def ranked(self) -> bool:
        """Whether it counts in the ranking: its sheet is complete."""
        return self.state in COUNTING


def seat_totals(tournament: Tournament, match: int | None = None) -> list[SeatTotals]:
    """Return the kept totals of every seat, zeros for a void sheet (5.3.6). One query, no instances."""
    seats = Seat.objects.filter(match__tournament=tournament)
    if match is not None:
        seats = seats.filter(match__number=match)
    rows = seats.order_by("match__number", "scoresheet__table_number", "number").values_list(
        "match__number", "scoresheet__table_number", "number", "scoresheet__state", "participant_id",
        "participant__start_number", "participant__last_name", "participant__first_name", "participant__club",
        "participant__house", "participant__withdrawn", "participant__excluded",
        total_column(tournament.ruleset), *COUNTERS,
    )  # fmt: skip
    return [
        SeatTotals(
            match=number,
            table=table,
            seat=seat,
            state=state,
            participant=key,
            start_number=start,
            name=listed_name(last, first),
            club=club,
            house=house,
            left=left,
            excluded=excluded,
            points=0 if state == SheetState.VOID else points,
            counts=NOTHING if state == SheetState.VOID else tuple(counts),
        )
        for number, table, seat, state, key, start, last, first, club, house, left, excluded, points, *counts in rows
    ]
