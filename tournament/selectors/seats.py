"""Who sits where: the table plan of a match by table and by name, and the search for one's own seat."""

from dataclasses import dataclass, replace
from itertools import groupby

from django.db.models import QuerySet

from tournament.enums import MatchState
from tournament.models import Match, Participant, Seat, Tournament
from tournament.names import fits, plain

MOST_FOUND = 12
LONGEST_SEARCH = 80


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A drawn place. `mark` is the initial where a list by name comes to a new letter, else empty."""

    match: int
    table: int
    seat: int
    start_number: int
    name: str
    mark: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    number: int
    places: tuple[Place, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TablePlan:
    """The same places twice: `tables` in order, and `by_name` from A to Z."""

    tables: tuple[Table, ...]
    by_name: tuple[Place, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Sitting:
    """One's own place in a match, and who else sits there."""

    place: Place
    opponents: tuple[Place, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """A participant found, with the places drawn so far: the newest match first."""

    start_number: int
    name: str
    withdrawn: bool
    sittings: tuple[Sitting, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Search:
    found: tuple[Found, ...]
    too_many: bool


def newest_drawn(tournament: Tournament) -> tuple[int, ...]:
    """The numbers of the drawn matches, the newest first. One query."""
    drawn = Match.objects.filter(tournament=tournament).exclude(state=MatchState.PLANNED)
    return tuple(drawn.order_by("-number").values_list("number", flat=True))


def table_plan(tournament: Tournament, match: int) -> TablePlan:
    """Every place of a drawn match. One query."""
    places = _places(Seat.objects.filter(match__tournament=tournament, match__number=match))
    tables = tuple(
        Table(number=number, places=tuple(group)) for number, group in groupby(places, key=lambda place: place.table)
    )
    return TablePlan(tables=tables, by_name=_by_name(places))


def find_seat(tournament: Tournament, text: str) -> Search:
    """Whoever fits a start number or parts of a name; umlauts may be spelled ö, o or oe. 2 queries."""
    words = text[:LONGEST_SEARCH].replace(",", " ").split()
    listed = Participant.objects.filter(tournament=tournament)
    rows = listed.values_list("pk", "start_number", "last_name", "first_name", "withdrawn")
    hits = [row for row in rows if words and fits(words, row[1], f"{row[2]} {row[3]}")]
    hits.sort(key=lambda row: (plain(f"{row[2]} {row[3]}"), row[1]))
    shown = hits[:MOST_FOUND]
    sheets = Seat.objects.filter(participant__in=[row[0] for row in shown]).values("scoresheet")
    places = _places(Seat.objects.filter(scoresheet__in=sheets))
    return Search(
        found=tuple(
            Found(
                start_number=number,
                name=f"{last_name} {first_name}",
                withdrawn=withdrawn,
                sittings=_sittings(number, places),
            )
            for _pk, number, last_name, first_name, withdrawn in shown
        ),
        too_many=len(hits) > MOST_FOUND,
    )


def _places(seats: QuerySet[Seat]) -> list[Place]:
    rows = seats.order_by("match__number", "scoresheet__table_number", "number").values_list(
        "match__number",
        "scoresheet__table_number",
        "number",
        "participant__start_number",
        "participant__last_name",
        "participant__first_name",
    )
    return [
        Place(match=match, table=table, seat=seat, start_number=start_number, name=f"{last_name} {first_name}")
        for match, table, seat, start_number, last_name, first_name in rows
    ]


def _sittings(start_number: int, places: list[Place]) -> tuple[Sitting, ...]:
    own = [place for place in places if place.start_number == start_number]
    return tuple(
        Sitting(
            place=place,
            opponents=tuple(
                other
                for other in places
                if (other.match, other.table) == (place.match, place.table) and other.seat != place.seat
            ),
        )
        for place in sorted(own, key=lambda place: -place.match)
    )


def _by_name(places: list[Place]) -> tuple[Place, ...]:
    marked = []
    initial = ""
    for place in sorted(places, key=lambda place: (plain(place.name), place.start_number)):
        letter = plain(place.name)[:1].upper()
        marked.append(replace(place, mark=letter) if letter != initial else place)
        initial = letter
    return tuple(marked)
