"""The workbook of a tournament."""

from tournament.exports.workbook import workbook_of
from tournament.models import Scoresheet, Tournament
from tournament.selectors.scoresheets import SheetView, sheet_view
from tournament.standings.selectors.standings import overall_standings


def export(tournament: Tournament) -> tuple[bytes, list[SheetView]]:
    sheets = Scoresheet.objects.filter(match__tournament=tournament).order_by("match__number", "table_number")
    views = [sheet_view(sheet) for sheet in sheets.select_related("match__tournament", "accepted_by")]
    standings = overall_standings(tournament)
    return workbook_of(tournament, standings, views, [f"line {line.place}" for line in standings.lines]), views
