"""Which matches of a player count, and the places in them where places are added up (readings 47 and 48). No query."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

from scoring.ruleset import PLACES, Ruleset
from tournament.standings.selectors.seat_totals import COUNTERS, SeatTotals

Places = tuple[int | None, ...]
"""A player's place in each match; None for a match of which no sheet counts."""


class _Result(NamedTuple):
    """A match of a player, so that the best sorts first: lower place, more points, more of each counter, earlier."""

    place: int
    absent: bool
    minus_points: int
    minus_counts: tuple[int, ...]
    match: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CountedMatches:
    """The seats of a player that count, the matches that better ones keep from counting, and the sum of places."""

    seats: tuple[SeatTotals, ...]
    uncounted: tuple[int, ...] = ()
    place_sum: int = 0


def selects(ruleset: Ruleset) -> bool:
    """Whether the rules do more than add up the points of all matches."""
    return bool(ruleset.best_matches) or ruleset.sums == PLACES


def places_in_matches(players: Mapping[int, Sequence[SeatTotals]], matches: Sequence[int]) -> dict[int, Places]:
    """Return each player's place in each match by its points; equal points share the better place.

    Whoever has no sheet that counts in a match is behind everybody who has one.
    """
    columns = [_places(players, match) for match in matches]
    return {player: tuple(column.get(player) for column in columns) for player in players}


def _places(players: Mapping[int, Sequence[SeatTotals]], match: int) -> dict[int, int]:
    points = {
        player: seat.points for player, own in players.items() for seat in own if seat.match == match and seat.ranked
    }
    if not points:
        return {}
    places = dict.fromkeys(players, len(points) + 1)
    order = sorted(points, key=lambda player: -points[player])
    front = 1
    for _points, equal in groupby(order, key=points.__getitem__):
        group = list(equal)
        places |= dict.fromkeys(group, front)
        front += len(group)
    return places


def counted_matches(
    ruleset: Ruleset, own: Iterable[SeatTotals], matches: Sequence[int], places: Places = ()
) -> CountedMatches:
    """Choose the matches of a player that count: the best ones, if the rules say how many.

    `places` are the player's in these matches, where places are added up.
    """
    seats = {seat.match: seat for seat in own if seat.ranked}
    place_of = dict(zip(matches, places, strict=True)) if places else dict.fromkeys(seats, 0)
    results = sorted(
        _result(ruleset, match, place, seats.get(match)) for match, place in place_of.items() if place is not None
    )
    best = results[: ruleset.best_matches or None]
    uncounted = tuple(sorted(result.match for result in results[len(best) :]))
    return CountedMatches(
        seats=tuple(seat for match, seat in seats.items() if match not in uncounted),
        uncounted=uncounted,
        place_sum=sum(result.place for result in best),
    )


def _result(ruleset: Ruleset, match: int, place: int, seat: SeatTotals | None) -> _Result:
    counts = dict(zip(COUNTERS, seat.counts, strict=True)) if seat else {}
    return _Result(
        place=place,
        absent=seat is None,
        minus_points=-seat.points if seat else 0,
        minus_counts=tuple(-counts.get(name, 0) for name in ruleset.tie_break),
        match=match,
    )
