"""What is printed on the sheets of a match before play: who sits where, and no game."""

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass

from tournament.models import Match, Scoresheet, Seat
from tournament.person.table_names import table_names


@dataclass(frozen=True, slots=True, kw_only=True)
class PrefilledSheet:
    """A sheet and the names, by seat."""

    scoresheet: Scoresheet
    names: tuple[str, ...]


def prefilled_sheets(match: Match, tables: Collection[int] | None = None) -> list[PrefilledSheet]:
    """Return the sheets of a match, or of these tables, in the order of the tables. Two queries, however many."""
    players = defaultdict(list)
    # The participants are joined in this query, because SQLite takes no list of a thousand keys.
    for seat in Seat.objects.filter(match=match).select_related("participant").order_by("number"):
        players[seat.scoresheet_id].append(seat.participant.player)
    sheets = []
    for sheet in match.scoresheets.in_force().order_by("table_number"):
        if tables is None or sheet.table_number in tables:
            sheet.match = match  # all sheets share one object, so that the tournament reads its ruleset once
            sheets.append(PrefilledSheet(scoresheet=sheet, names=tuple(table_names(players[sheet.pk]))))
    return sheets
