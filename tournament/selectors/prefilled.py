"""What is printed on the sheets of a match before play: who sits where. Nothing that was played."""

from collections.abc import Collection
from dataclasses import dataclass

from tournament.models import Match, Scoresheet


@dataclass(frozen=True, slots=True, kw_only=True)
class PrefilledSheet:
    """A sheet and the names by seat."""

    scoresheet: Scoresheet
    names: tuple[str, ...]


def prefilled_sheets(match: Match, tables: Collection[int] | None = None) -> list[PrefilledSheet]:
    """The sheets of a match, or of these tables, in the order of the tables. Three queries, however many."""
    sheets = match.scoresheets.order_by("table_number").prefetch_related("seats__participant")
    if tables is not None:
        sheets = sheets.filter(table_number__in=tables)
    return [_prefilled(sheet, match) for sheet in sheets]


def _prefilled(sheet: Scoresheet, match: Match) -> PrefilledSheet:
    # One object for all of them: the tournament reads its ruleset once.
    sheet.match = match
    return PrefilledSheet(scoresheet=sheet, names=tuple(str(seat.participant) for seat in sheet.seats.all()))
