"""The independent check of the standings: totals counted again from the game records, not from the seats' totals."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from scoring.sheets import EvaluatedSheet
from tournament.enums import SheetState
from tournament.models import Scoresheet, Tournament
from tournament.selectors.sheet_rows import COUNTED, sheet_rows
from tournament.selectors.sheets import terms_of
from tournament.sheet.loading import sheet_of_rows
from tournament.standings.selectors.seat_totals import COUNTERS, NOTHING, TOTALS, SeatTotals, seat_totals


@dataclass(frozen=True, slots=True, kw_only=True)
class TotalDifference:
    """A kept total of a seat that does not follow from its games. `total` is one of TOTALS."""

    match: int
    table: int
    start_number: int
    name: str
    total: str
    kept: int
    recounted: int


def differences(tournament: Tournament) -> list[TotalDifference]:
    """Return where the kept totals and the game records disagree; a ranking becomes official only if this is empty.

    Three queries.
    """
    seats = seat_totals(tournament)
    return [
        TotalDifference(
            match=seat.match,
            table=seat.table,
            start_number=seat.start_number,
            name=seat.name,
            total=total,
            kept=before,
            recounted=after,
        )
        for seat, recounted_seat in zip(seats, recount(tournament, seats), strict=True)
        for total, before, after in zip(
            TOTALS, (seat.points, *seat.counts), (recounted_seat.points, *recounted_seat.counts), strict=True
        )
        if before != after
    ]


def recount(tournament: Tournament, seats: list[SeatTotals]) -> list[SeatTotals]:
    """Return these seats with points and counters from the game records; zeros if the sheet is void.

    Three queries.
    """
    sheets = evaluated_sheets(tournament, seats)
    recounted = []
    for seat in seats:
        sheet = sheets.get((seat.match, seat.table))
        points, counts = 0, NOTHING
        if sheet is not None and seat.state != SheetState.VOID:
            points = sheet.totals[seat.seat - 1]
            counts = tuple(getattr(sheet.counters[seat.seat - 1], name) for name in COUNTERS)
        recounted.append(seat._replace(points=points, counts=counts))
    return recounted


def evaluated_sheets(tournament: Tournament, seats: Iterable[SeatTotals]) -> dict[tuple[int, int], EvaluatedSheet]:
    """Return (match, table) -> the sheet scored from its rows, for all sheets with lines or totals. Two queries."""
    players: dict[tuple[int, int], list[int]] = defaultdict(list)
    for seat in seats:
        players[seat.match, seat.table].append(seat.participant)
    sheets = Scoresheet.objects.in_force().filter(match__tournament=tournament).select_related("match")
    places = {sheet.pk: (sheet.match.number, sheet.table_number) for sheet in sheets}
    rows = sheet_rows(list(sheets), {key: tuple(players[place]) for key, place in places.items()}, COUNTED)
    terms = terms_of(tournament)
    return {
        places[key]: sheet_of_rows(terms, content).evaluated
        for key, content in rows.items()
        if content.games or content.sheet["totals"] is not None
    }
