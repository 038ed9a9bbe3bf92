"""Lots that people drew by hand, from a hat or a pile of tickets, and the problems that keep them from fitting the
closed list."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tournament.lots.terms import Terms

BY_HAND = "by-hand"

Place = tuple[int, int, int]
"""Start number, table and seat; tables and seats count from 1."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HandProblem:
    """A problem of the places. `at` is the index of the place concerned; None if something is missing."""

    code: str
    at: int | None = None
    fields: dict[str, Any]


def hand_problems(terms: Terms, places: Sequence[Place]) -> list[HandProblem]:
    """Return everything that keeps the places from being the lots of this list; none if everyone on it sits once.

    People with a fixed place sit there and need not be among the places. Tables of different sizes may stand in another
    order than on the list.
    """
    entrants, fixed_places = set(terms.entrants), {number: (table, seat) for number, table, seat in terms.fixed}
    spots = {spot: number for number, spot in fixed_places.items()}
    placed = set(fixed_places)
    problems = []
    for at, (number, table, seat) in enumerate(places):
        fields = {"number": number, "table": table, "seat": seat}
        if fixed_places.get(number) == (table, seat):
            continue
        if number in fixed_places:
            home, chair = fixed_places[number]
            code, fields = "fixed_elsewhere", {"number": number, "table": home, "seat": chair}
        elif number not in entrants:
            code = "unknown_number"
        elif number in placed:
            code = "number_twice"
        elif not 1 <= table <= len(terms.tables):
            code = "no_such_table"
        elif not 1 <= seat <= max(terms.tables):
            code = "no_such_seat"
        elif (table, seat) in spots:
            code, fields = "seat_taken", fields | {"other": spots[table, seat]}
        else:
            placed.add(number)
            spots[table, seat] = number
            continue
        # A number with a wrong place is not missing as well.
        placed.add(number)
        problems.append(HandProblem(code=code, at=at, fields=fields))
    problems += [
        HandProblem(code="number_missing", fields={"number": number})
        for number in terms.entrants
        if number not in placed
    ]
    return problems + _gaps(terms, set(spots))


def tables_by_hand(places: Sequence[Place], fixed_places: Sequence[Place] = ()) -> list[list[int]]:
    """Return the tables in order, each with the start numbers on its seats; the places are without problems."""
    at_table: dict[int, dict[int, int]] = {}
    for number, table, seat in (*fixed_places, *places):
        at_table.setdefault(table, {})[seat] = number
    return [[number for _seat, number in sorted(at_table[table].items())] for table in sorted(at_table)]


def places_by_hand(lots: Sequence[Sequence[int]]) -> list[Place]:
    """Return the same as places, table by table."""
    return [(number, table, seat) for table, numbers in enumerate(lots, 1) for seat, number in enumerate(numbers, 1)]


def _gaps(terms: Terms, spots: set[tuple[int, int]]) -> list[HandProblem]:
    """Return the tables that are not full, or the problem that all are full but not as large as those of the list."""
    seats_by_table: dict[int, set[int]] = {table: set() for table in range(1, len(terms.tables) + 1)}
    for table, seat in spots:
        seats_by_table[table].add(seat)
    sizes = sorted(set(terms.tables))
    problems, full_tables = [], []
    for table, seats in seats_by_table.items():
        size = next(size for size in sizes if size >= max(seats, default=0))
        full_tables.append(size)
        if free := sorted(set(range(1, size + 1)) - seats):
            fields = {"table": table, "seats": ", ".join(map(str, free))}
            problems.append(HandProblem(code="table_not_full", fields=fields))
    if not problems and sorted(full_tables) != sorted(terms.tables):
        problems.append(HandProblem(code="other_tables", fields={}))
    return problems
