"""The points of each seat and the counters of 5.4.2, as they are kept with the games."""

from typing import NamedTuple

from scoring.ruleset import CRITERIA, Ruleset
from tournament.enums import SheetState
from tournament.models import Tournament
from tournament.models.statements import select
from tournament.person.names import listed_name
from tournament.selectors.progress import COUNTING

COUNTERS = CRITERIA
NOTHING = (0,) * len(COUNTERS)
TOTALS = ("points", *COUNTERS)
# Asked after each game for the whole hall, so it is written by hand.
SEATS = f"""
    SELECT played.number, sheet.table_number, seat.number, sheet.state, seat.participant_id, person.start_number,
        person.last_name, person.first_name, person.club, person.house, person.withdrawn, person.excluded,
        seat.{{total}}, {", ".join(f"seat.{name}" for name in COUNTERS)}
    FROM tournament_seat seat
    JOIN tournament_match played ON played.id = seat.match_id
    JOIN tournament_scoresheet sheet ON sheet.id = seat.scoresheet_id
    JOIN tournament_participant person ON person.id = seat.participant_id
    WHERE played.tournament_id = %s {{of_match}}
    ORDER BY played.number, sheet.table_number, seat.number
"""  # noqa: S608  our own columns


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


def total_column(ruleset: Ruleset) -> str:
    """Return the column of a seat's totals that counts: plus alone if losers are not written (5.2.7 counts both)."""
    return "plus" if ruleset.only_plus else "points"


def seat_totals(tournament: Tournament, match: int | None = None) -> list[SeatTotals]:
    """Return the kept totals of every seat, zeros for a void sheet (5.3.6). One query, no instances."""
    of_match, parameters = (
        ("", [tournament.pk]) if match is None else ("AND played.number = %s", [tournament.pk, match])
    )
    rows = select(SEATS.format(total=total_column(tournament.ruleset), of_match=of_match), *parameters)
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
            house=bool(house),
            left=bool(leaver),
            excluded=bool(excluded),
            points=0 if state == SheetState.VOID else points,
            counts=NOTHING if state == SheetState.VOID else tuple(counts),
        )
        for number, table, seat, state, key, start, last, first, club, house, leaver, excluded, points, *counts in rows
    ]
