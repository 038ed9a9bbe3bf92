"""What the folder of results holds beside the facts: each match with its tables, and the games if they are wanted."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby

from tournament.enums import SheetState, ShownName
from tournament.models import Scoresheet, Tournament
from tournament.results.facts import PlayedMatch, PlayedTable
from tournament.results.folder import sheet_page
from tournament.results.selectors.facts import WebPeople
from tournament.selectors.scoresheets import AT_ONCE, SheetView, unsigned_views
from tournament.standings.selectors.seat_totals import SeatTotals, seat_totals
from tournament.standings.selectors.standings import Standings, match_standings


def played_matches(tournament: Tournament, standings: Standings, *, games: bool) -> list[PlayedMatch]:
    """Return each match with its ranking and its tables; with the `games` each table names the page of its sheet.

    Five queries a match.
    """
    people, pages = WebPeople(tournament, standings), set(_open_sheets(tournament, standings)) if games else set()
    matches = []
    for part in standings.progress:
        seats = [seat for seat in seat_totals(tournament, part.match) if seat.ranked]
        tables = [
            _table(part.match, number, list(own), people, with_sheet=(part.match, number) in pages)
            for number, own in groupby(seats, key=lambda seat: seat.table)
        ]
        if tables:
            ranking = tuple(people.lines(match_standings(tournament, part.match)))
            matches.append(PlayedMatch(number=part.match, lines=ranking, tables=tuple(tables)))
    return matches


def web_sheets(tournament: Tournament, standings: Standings) -> Iterator[SheetView]:
    """Yield the sheets with their games as the web may see them: those of tables at which nobody is hidden.

    Reasons and remarks stay in the hall. Every 50 sheets take as many queries as one.
    """
    names = WebPeople(tournament, standings).names
    keys = list(_open_sheets(tournament, standings).values())
    for first in range(0, len(keys), AT_ONCE):
        rows = Scoresheet.objects.filter(pk__in=keys[first : first + AT_ONCE]).select_related("match__tournament")
        sheets = list(rows.order_by("match__number", "table_number"))
        for view in unsigned_views(sheets, names):
            yield replace(view, noted=())


def _open_sheets(tournament: Tournament, standings: Standings) -> dict[tuple[int, int], int]:
    """Return the keys of the sheets whose games the web may see, by match and table. Three queries."""
    names = WebPeople(tournament, standings).names
    sheets = Scoresheet.objects.filter(match__tournament=tournament, state=SheetState.ACCEPTED)
    rows = sheets.filter(games__isnull=False).distinct().values_list("match__number", "table_number", "pk")
    hidden = {
        (seat.match, seat.table)
        for seat in seat_totals(tournament)
        if names.naming(seat.participant) == ShownName.HIDDEN
    }
    return {(match, table): key for match, table, key in sorted(rows) if (match, table) not in hidden}


def _table(match: int, number: int, seats: list[SeatTotals], people: WebPeople, *, with_sheet: bool) -> PlayedTable:
    players = tuple((people.who(seat.participant), seat.points) for seat in seats)
    return PlayedTable(number=number, seats=players, sheet=sheet_page(match, number) if with_sheet else "")
