"""The seating: draw lots for all seats, then exchange seats by lot so that few players meet an opponent again."""

import functools
import itertools
from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass

from tournament.lots.chance import Chance
from tournament.lots.terms import Terms

# The costs of a table: for a pair who meet again, for each further time they met before, for a pair of one club, for
# each time a player sat on that seat before. One repetition of a kind outweighs all that two tables can have of later
# kinds.
AGAIN, OFTEN, CLUB, SEAT = 1_000_000, 10_000, 100, 1
# An attempt ends after this many rounds in a row that did not lower the cost.
IDLE_ROUNDS = 30
# With at most this many entrants an attempt also looks ahead to the matches that follow.
SMALL = 20

Counts = dict[int, dict[int, int]]
"""Counts by start number, and then by another start number or by a seat index."""
_NONE: Mapping[int, int] = {}


@dataclass(frozen=True, slots=True, kw_only=True)
class Meetings:
    """The repetitions in a draw: pairs who meet again, pairs of one club, players on a seat that they had before."""

    again: int
    clubs: int
    seats: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Repeats:
    """The pairs and players who are counted in Meetings, by start number."""

    again: tuple[tuple[int, int], ...]
    clubs: tuple[tuple[int, int], ...]
    seats: tuple[int, ...]


def draw(terms: Terms, seed: str) -> list[list[int]]:
    """Return the tables in order, each with the start numbers on its seats 1, 2, 3, … (steps 6 to 11 of docs/draw.md).

    Raises LotsError if the seed is not 64 hexadecimal digits. The time grows with the entrants, see _budget.
    """
    return _Draw(terms, Chance(seed)).tables()


def meetings(terms: Terms, tables: Sequence[Sequence[int]]) -> Meetings:
    """Count the repeats of these tables. Repeated seats count only if the terms ask for even seats."""
    repetitions = repeats(terms, tables)
    return Meetings(again=len(repetitions.again), clubs=len(repetitions.clubs), seats=len(repetitions.seats))


def repeats(terms: Terms, tables: Sequence[Sequence[int]]) -> Repeats:
    """Return the players of each repeat, in order. Repeated seats count only if the terms ask for even seats."""
    encounters, sat = _history(terms)
    club = _clubs(terms)
    pairs = [pair for table in tables for pair in itertools.combinations(table, 2)]
    seated = [(seat, player) for table in tables for seat, player in enumerate(table)] if terms.even_seats else []
    return Repeats(
        again=tuple((one, other) for one, other in pairs if other in encounters.get(one, _NONE)),
        clubs=tuple((one, other) for one, other in pairs if one in club and club[one] == club.get(other)),
        seats=tuple(player for seat, player in seated if seat in sat.get(player, _NONE)),
    )


class _Draw:
    """One draw: its places and the attempts to fill them. Places are numbered from 0 through the tables in order."""

    def __init__(self, terms: Terms, chance: Chance) -> None:
        self.terms, self.chance = terms, chance
        self.table_of = [table for table, size in enumerate(terms.tables) for _ in range(size)]
        self.seat_of = [seat for size in terms.tables for seat in range(size)]
        numbers_by_spot = {(table - 1, seat - 1): number for number, table, seat in terms.fixed}
        spots = zip(self.table_of, self.seat_of, strict=True)
        self.fixed = {place: numbers_by_spot[spot] for place, spot in enumerate(spots) if spot in numbers_by_spot}
        self.free = [place for place in range(len(self.table_of)) if place not in self.fixed]
        seated = set(self.fixed.values())
        self.others = [number for number in terms.entrants if number not in seated]
        self.club = _clubs(terms)
        self.past = _Past(*_history(terms), self.club)
        self.budget = _budget(len(terms.entrants))
        self.effort = 0

    def tables(self) -> list[list[int]]:
        """Return the cheapest attempt; of equal ones, that with the lowest cost of the coming matches."""
        lowest: tuple[int, int] | None = None
        best: list[list[int]] = []
        while lowest != (0, 0) and (lowest is None or self.effort < self.budget):
            cost, tables = self._attempt(self.past)
            rest = self._outlook(tables) if lowest is None or cost <= lowest[0] else 0
            if lowest is None or (cost, rest) < lowest:
                lowest, best = (cost, rest), tables
        return best

    def _outlook(self, tables: list[list[int]]) -> int:
        """Estimate the cost of the coming matches after these tables, by one attempt each; only for few entrants."""
        terms = self.terms
        if len(terms.entrants) > SMALL or not terms.earlier:
            return 0
        rest, encounters, sat = 0, deepcopy(self.past.met), deepcopy(self.past.sat)
        for _ in range(terms.matches - terms.match):
            _remember(tables, encounters, sat)
            cost, tables = self._attempt(_Past(encounters, sat, self.club))
            rest += cost
        return rest

    def _attempt(self, past: "_Past") -> tuple[int, list[list[int]]]:
        """Draw a lot for every free place, then exchange places in rounds if it costs no more. Return cost and
        tables."""
        places = self.free.copy()
        self.chance.shuffle(places)
        self.effort += len(self.terms.entrants)
        tables = [[0] * size for size in self.terms.tables]
        for place, player in [*self.fixed.items(), *zip(places, self.others, strict=True)]:
            tables[self.table_of[place]][self.seat_of[place]] = player
        costs = [past.pairs(frozenset(table)) for table in tables]
        if self.terms.even_seats:
            costs = [cost + past.seats(table) for cost, table in zip(costs, tables, strict=True)]
        total = lowest = sum(costs)
        idle = 0
        while total and idle < IDLE_ROUNDS and self.effort < self.budget:
            total = self._round(places, tables, costs, past)
            idle = 0 if total < lowest else idle + 1
            lowest = min(lowest, total)
        return total, tables

    def _round(self, places: list[int], tables: list[list[int]], costs: list[int], past: "_Past") -> int:
        """Exchange each free place of a table that has a cost with a free place drawn by lot, unless the exchange costs
        more."""
        table_of, seat_of, below = self.table_of, self.seat_of, self.chance.below
        even, pairs = self.terms.even_seats, past.pairs
        self.effort += 1
        for place in places:
            here = table_of[place]
            if not costs[here]:
                continue
            self.effort += 1
            other = places[below(len(places))]
            there = table_of[other]
            first, second, seat, other_seat = tables[here], tables[there], seat_of[place], seat_of[other]
            first[seat], second[other_seat] = second[other_seat], first[seat]
            before = costs[here] + (costs[there] if there != here else 0)
            new_here = pairs(frozenset(first))
            new_there = pairs(frozenset(second)) if there != here else 0
            if even:
                new_here += past.seats(first)
                new_there += past.seats(second) if there != here else 0
            if new_here + new_there > before:
                first[seat], second[other_seat] = second[other_seat], first[seat]
            else:
                costs[here] = new_here
                if there != here:
                    costs[there] = new_there
        return sum(costs)


class _Past:
    """The earlier matches as a draw needs them: who sat together, who sat where, and the cost of a table."""

    def __init__(self, encounters: Counts, sat: Counts, club: Mapping[int, int]) -> None:
        self.met, self.sat, self._club = encounters, sat, club
        # With few entrants the exchanges try the same tables again and again.
        self.pairs = functools.lru_cache(maxsize=2**16)(self._pairs)

    def _pairs(self, people: frozenset[int]) -> int:
        """Return the cost of the pairs at a table of these people."""
        cost, encounters, club = 0, self.met, self._club
        for one, other in itertools.combinations(people, 2):
            if one in encounters and other in encounters[one]:
                cost += AGAIN + OFTEN * (encounters[one][other] - 1)
            if one in club and club[one] == club.get(other):
                cost += CLUB
        return cost

    def seats(self, table: Sequence[int]) -> int:
        """Return the cost of the seats at a table, for people who sat on the same seat before."""
        times, sat = 0, self.sat
        for seat, player in enumerate(table):
            if player in sat:
                times += sat[player].get(seat, 0)
        return SEAT * times


def _budget(entrants: int) -> int:
    """Return how many lots the exchanges may use. It grows no faster than the number of entrants."""
    return 15_000 * entrants if entrants <= SMALL else max(80_000, 40 * entrants)


def _clubs(terms: Terms) -> dict[int, int]:
    return {number: index for index, club in enumerate(terms.clubs) for number in club}


def _history(terms: Terms) -> tuple[Counts, Counts]:
    """Return how often each two entrants sat together, and how often each sat on each seat (seats from 0)."""
    encounters: Counts = {number: {} for number in terms.entrants}
    sat: Counts = {number: {} for number in terms.entrants}
    for tables in terms.earlier:
        _remember(tables, encounters, sat)
    return encounters, sat


def _remember(tables: Sequence[Sequence[int]], encounters: Counts, sat: Counts) -> None:
    """Add one match to the counts, without players who are no entrants."""
    for table in tables:
        for seat, player in enumerate(table):
            if player not in encounters:
                continue
            counts, seats = encounters[player], sat[player]
            seats[seat] = seats.get(seat, 0) + 1
            for other in table:
                if other != player and other in encounters:
                    counts[other] = counts.get(other, 0) + 1
