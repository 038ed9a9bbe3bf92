"""Who plays in whose place (5.2.11): the holder of each place, and what a substitute would take over."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Exists, OuterRef

from tournament.enums import SETTLED
from tournament.models import Participant, Seat, Substitution, Tournament
from tournament.person.names import listed_name


@dataclass(frozen=True, slots=True, kw_only=True)
class Holder:
    """Who holds a place now, after one or more substitutions. `before` are those who held it, the first one first."""

    participant: int
    start_number: int
    name: str
    club: str
    house: bool
    left: bool
    excluded: bool
    before: tuple[tuple[int, str], ...]
    """Start number and name of each."""
    keys: tuple[int, ...]
    """The same participants by key."""
    late: tuple[int, ...]
    """The substitutes of this place, by key, who came after the first game of the first match."""


def holders(tournament: Tournament) -> Mapping[int, Holder]:
    """Return the holder of each place that changed hands, by every participant who ever held it. One query."""
    rows = Substitution.objects.filter(tournament=tournament, taken_back_at=None).select_related(
        "left", "came", "match"
    )
    places: dict[int, list[Participant]] = {}
    late: set[int] = set()
    for row in rows.order_by("pk"):
        place = places.pop(row.left_id, [row.left])
        places[row.came_id] = [*place, row.came]
        if (row.match.number, row.game) > (1, 1):
            late.add(row.came_id)
    holders_by_key: dict[int, Holder] = {}
    for place in places.values():
        *before, now = place
        holder = Holder(
            participant=now.pk,
            start_number=now.start_number,
            name=listed_name(now.last_name, now.first_name),
            club=now.club,
            house=now.house,
            left=now.withdrawn,
            excluded=now.excluded,
            before=tuple((one.start_number, listed_name(one.last_name, one.first_name)) for one in before),
            keys=tuple(one.pk for one in before),
            late=tuple(one.pk for one in place if one.pk in late),
        )
        holders_by_key |= {one.pk: holder for one in place}
    return holders_by_key


def substitution_of(participant: Participant) -> Substitution | None:
    """Return the substitution in force in which this participant left or came, the newest first. One query."""
    rows = Substitution.objects.filter(tournament=participant.tournament_id, taken_back_at=None)
    rows = rows.select_related("left", "came", "match").order_by("-pk")
    return next((row for row in rows if participant.pk in (row.left_id, row.came_id)), None)


def open_seats(participant: Participant) -> list[Seat]:
    """Return the seats of this participant at sheets that are not settled, by match. One query."""
    seats = participant.seats.exclude(scoresheet__state__in=SETTLED).annotate(beside=Count("scoresheet__seats"))
    rows = seats.select_related("scoresheet__match__tournament", "match").order_by("match__number")
    open_ones: list[Any] = list(rows)
    for seat in open_ones:
        seat.scoresheet.table_size = seat.beside
    return open_ones


def matches_to_play(participant: Participant, seats: Sequence[Seat]) -> list[int]:
    """Return the matches that a substitute could still play: with one of these open seats, or none yet. One query."""
    settled = participant.seats.filter(match=OuterRef("pk")).exclude(pk__in=[seat.pk for seat in seats])
    rows = participant.tournament.matches.order_by("number").values_list("number", Exists(settled))
    states = list(rows)
    return [number for number, over in states if not over] or [number for number, _over in states]


def next_game(seat: Seat) -> int:
    """Return the first game of this sheet that is not written; the last line if all are. One query."""
    numbers = set(seat.scoresheet.games.values_list("number", flat=True))
    lines = seat.scoresheet.match.tournament.ruleset.games(seat.scoresheet.table_size)
    return next((number for number in range(1, lines + 1) if number not in numbers), lines)


def without_any_seat(tournament: Tournament) -> list[Participant]:
    """Return who may become a substitute: everybody on the list without a seat in any match, the last first."""
    rows = Participant.objects.filter(tournament=tournament, seats=None, forgotten=False, excluded=False)
    stood_in = Substitution.objects.filter(tournament=tournament, taken_back_at=None)
    rows = rows.exclude(pk__in=stood_in.values("came")).exclude(pk__in=stood_in.values("left"))
    return list(rows.order_by("withdrawn", "-start_number"))
