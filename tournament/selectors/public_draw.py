"""The draw of a match as everyone may see it: before the list is closed, while it waits, and with its lots."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Count

from tournament import lots
from tournament.enums import ClosedListState
from tournament.models import ClosedList, Draw, Match, Participant
from tournament.person.names import full_name, listed_name
from tournament.selectors.draw import closings, every_draw
from tournament.selectors.replacements import Replacement, replacements

MOST_NAMED = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class Lot:
    """One entrant with the place that was drawn; `table` and `seat` are None before the draw."""

    number: int
    name: str
    table: int | None = None
    seat: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Repeated:
    """Repetitions that a draw could not avoid: `named` are the first pairs or single lots, `more` counts the others."""

    named: tuple[tuple[Lot, ...], ...]
    more: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PublicDraw:
    """The content of a draw's page. `entrants` ascend by start number; they are empty while no list is closed.

    `draw` is the draw in force or None. `closed` is its list, or the list that waits for its draw, or None. `tables`
    are pairs (tables, seats of each). `fixed` had their place before the draw. `repeats` names the people that
    `draw.meetings` counts, by its keys. `closings` and `discarded` hold all that came before, `replaced` those who
    took a seat afterwards.
    """

    match: Match
    version: str
    draw: Draw | None
    closed: ClosedList | None
    entrants: tuple[Lot, ...]
    tables: tuple[tuple[int, int], ...]
    fixed: tuple[Lot, ...]
    witnesses: tuple[Lot, ...]
    clubs: bool
    even_seats: bool
    repeats: Mapping[str, Repeated]
    closings: tuple[ClosedList, ...]
    discarded: tuple[Draw, ...]
    replaced: tuple[Replacement, ...]

    @property
    def seats(self) -> int:
        return len(self.entrants)

    def lot_of(self, number: str) -> Lot | None:
        """Return the entrant with this start number, as it was typed."""
        return next((lot for lot in self.entrants if str(lot.number) == number.strip()), None)


def draw_version(match: Match) -> str:
    """Return a text that changes with every closing, opening, draw and discard of this match only. Two queries."""
    lists = ClosedList.objects.filter(match=match).aggregate(closed=Count("pk"), opened=Count("reopened_at"))
    draws = Draw.objects.filter(match=match).aggregate(drawn=Count("pk"), discarded=Count("discard"))
    return _version(lists["closed"], lists["opened"], draws["drawn"], draws["discarded"])


def _version(*counted: int) -> str:
    return "-".join(map(str, counted))


def public_draw(match: Match, of: Draw | None = None) -> PublicDraw:
    """Return the draw in force of `match`, or the draw `of`; the tournament is loaded. Four queries."""
    draws, lists = every_draw(match), closings(match)
    discarded = tuple(one for one in draws if one.is_discarded)
    draw = of or next((one for one in reversed(draws) if not one.is_discarded), None)
    waiting = next((one for one in lists if one.state == ClosedListState.CLOSED), None)
    closed = draw.closed_list if draw else waiting
    # Draws of the first algorithm and kept tables have no closed list: only the protocol has their terms.
    terms: Mapping[str, Any] = draw.protocol if draw else closed.terms if closed else {}
    tables = draw.lots if draw else []
    people = Participant.objects.filter(tournament=match.tournament_id)
    rows = list(people.values_list("pk", "start_number", "last_name", "first_name"))
    names = {number: listed_name(last, first) for _pk, number, last, first in rows}
    places = {number: (table, seat) for table, drawn in enumerate(tables, 1) for seat, number in enumerate(drawn, 1)}
    fixed = {number: place for number, *place in terms.get("fixed", [])}
    sizes = [len(table) for table in tables] or terms.get("tables", [])
    return PublicDraw(
        match=match,
        version=_version(len(lists), sum(one.reopened_at is not None for one in lists), len(draws), len(discarded)),
        draw=draw,
        closed=closed,
        entrants=_lots(draw.entrants if draw else terms.get("entrants", []), names, places),
        tables=tuple((count, seats) for seats, count in sorted(Counter(sizes).items(), reverse=True)),
        fixed=_lots(list(fixed), names, fixed),
        witnesses=_lots(terms.get("witnesses", []), names, {}),
        clubs=bool(terms.get("clubs")),
        even_seats=bool(terms.get("even_seats")),
        repeats=_repeats(draw, names) if draw else {},
        closings=tuple(lists),
        discarded=discarded,
        replaced=()
        if draw is None or draw.is_discarded
        else replacements(match, {pk: full_name(first, last) for pk, _number, last, first in rows}),
    )


def _repeats(draw: Draw, names: Mapping[int, str]) -> dict[str, Repeated]:
    """Recount who is repeated, because the protocol holds only the counts; return {} if nothing is repeated."""
    if not any(draw.meetings.values()):
        return {}
    found = lots.repeats(lots.Terms.from_json(draw.protocol), draw.lots)
    single = [(number,) for number in found.seats]
    groups: Mapping[str, Sequence[tuple[int, ...]]] = {"again": found.again, "clubs": found.clubs, "seats": single}
    return {
        kind: Repeated(
            named=tuple(_lots(group, names, {}) for group in those[:MOST_NAMED]), more=len(those[MOST_NAMED:])
        )
        for kind, those in groups.items()
    }


def _lots(numbers: Sequence[int], names: Mapping[int, str], places: Mapping[int, Sequence[int]]) -> tuple[Lot, ...]:
    nowhere: Sequence[None] = (None, None)
    found = []
    for number in numbers:
        table, seat = places.get(number, nowhere)
        found.append(Lot(number=number, name=names.get(number, ""), table=table, seat=seat))
    return tuple(found)
