"""The independent check of the standings: totals counted again from the game records, not from the seats' totals."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from scoring.games import GameRecord, record_from_json
from scoring.sheets import EvaluatedSheet, evaluate_sheet
from scoring.totals import evaluate_totals, totals_from_json
from tournament.enums import ApprovalState, SheetState
from tournament.models import Approval, Game, Scoresheet, Tournament
from tournament.selectors.records import GRANTED
from tournament.selectors.seat_totals import COUNTERS, NOTHING, TOTALS, SeatTotals, seat_totals
from tournament.selectors.standings import Standings, rank_overall


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


def recomputed_standings(tournament: Tournament) -> Standings:
    """Return the ranking from the game records alone. Seven queries, eight if the rules allow totals alone."""
    return rank_overall(tournament, recount(tournament, seat_totals(tournament)))


def differences(tournament: Tournament) -> list[TotalDifference]:
    """Return where the kept totals and the game records disagree; a ranking becomes official only if this is empty.

    Three queries, four if the rules allow totals alone.
    """
    seats = seat_totals(tournament)
    return [
        TotalDifference(
            match=kept.match,
            table=kept.table,
            start_number=kept.start_number,
            name=kept.name,
            total=total,
            kept=before,
            recounted=after,
        )
        for kept, counted in zip(seats, recount(tournament, seats), strict=True)
        for total, before, after in zip(
            TOTALS, (kept.points, *kept.counts), (counted.points, *counted.counts), strict=True
        )
        if before != after
    ]


def recount(tournament: Tournament, seats: list[SeatTotals]) -> list[SeatTotals]:
    """Return these seats with points and counters from the game records; zeros if the sheet is void.

    Two queries, three if the rules allow totals alone.
    """
    sheets = evaluated_sheets(tournament, seats) | _totals(tournament)
    recounted = []
    for seat in seats:
        sheet = sheets.get((seat.match, seat.table))
        points, counts = 0, NOTHING
        if sheet is not None and seat.state != SheetState.VOID:
            points = sheet.totals[seat.seat - 1]
            counts = tuple(getattr(sheet.counters[seat.seat - 1], name) for name in COUNTERS)
        recounted.append(seat._replace(points=points, counts=counts))
    return recounted


def evaluated_sheets(tournament: Tournament, seats: list[SeatTotals]) -> dict[tuple[int, int], EvaluatedSheet]:
    """Return (match, table) -> the sheet scored from its game records, for all sheets with lines. Two queries."""
    tables = Counter((seat.match, seat.table) for seat in seats)
    return {
        (match, table): evaluate_sheet(
            tournament.ruleset, records, seats=tables[match, table], match=match, first_dealer=first_dealer
        )
        for (match, table, first_dealer), records in _records(tournament, tables).items()
    }


def _totals(tournament: Tournament) -> dict[tuple[int, int], EvaluatedSheet]:
    """Return (match, table) -> the sheet that was handed in with totals alone. One query, none by most rules."""
    if not tournament.ruleset.totals_only:
        return {}
    rows = Scoresheet.objects.in_force().filter(match__tournament=tournament, totals__isnull=False)
    return {
        (match, table): evaluate_totals(tournament.ruleset, totals_from_json(totals), bounded=False)
        for match, table, totals in rows.values_list("match__number", "table_number", "totals")
    }


def _records(
    tournament: Tournament, tables: Mapping[tuple[int, int], int]
) -> dict[tuple[int, int, int], list[GameRecord | None]]:
    """Return (match, table, first dealer) -> the sheet's records, None for an empty line, `approved` as decided.

    `tables` says how many sit at each.
    """
    decided = {
        (match, table, number): GRANTED.get(state)
        for match, table, number, state in Approval.objects.filter(game__scoresheet__match__tournament=tournament)
        .exclude(state=ApprovalState.WITHDRAWN)
        .values_list("game__scoresheet__match__number", "game__scoresheet__table_number", "game__number", "state")
    }
    sheets: dict[tuple[int, int, int], list[GameRecord | None]] = {}
    for match, table, first_dealer, number, data in _games(tournament):
        lines = sheets.setdefault((match, table, first_dealer), [None] * tournament.ruleset.games(tables[match, table]))
        record = record_from_json(data)
        if (match, table, number) in decided:
            record = record.decided(approved=decided[match, table, number])
        lines[number - 1] = record
    return sheets


def _games(tournament: Tournament) -> Iterator[tuple[int, int, int, int, dict[str, object]]]:
    rows = Game.objects.filter(scoresheet__match__tournament=tournament).order_by()
    sheet = ("scoresheet__match__number", "scoresheet__table_number", "scoresheet__first_dealer")
    yield from rows.values_list(*sheet, "number", "record").iterator()
