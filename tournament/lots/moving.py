"""Everyone moves on: the seats of the next match follow from the place, or the seat, at the table (docs/draw.md).

Nothing is drawn, so anyone can recompute it from what is published.
"""

import itertools
from collections.abc import Collection, Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from tournament.lots.errors import LotsError
from tournament.lots.seating import meetings
from tournament.lots.terms import MOVED, Tables, Terms

MOVING = "moved-1"
BY_PLACE, BY_SEAT = MOVEMENTS = ("by-place", "by-seat")

Figures = tuple[tuple[tuple[int, ...], ...], ...]
"""Of each table, by seat: the points, then the counters of the tie-break in order; more is better."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Movement:
    """Where everybody moves: the first of a table goes `step` tables on, the second two times as many, and so on.

    `tables` hold start numbers by seat; 0 is a chair that somebody left who plays no more. `again` counts the pairs
    who meet again.
    """

    step: int
    tables: Tables
    again: int

    @property
    def complete(self) -> bool:
        """Whether no chair is empty."""
        return all(all(table) for table in self.tables)


def move(before: Tables, figures: Figures, earlier: Sequence[Tables], *, playing: Collection[int]) -> Movement:
    """Move everyone at the tables of the match `before` who is still `playing`.

    `figures` order a table (reading 49), equal ones by seat; without figures the seats count. `earlier` are all matches
    before, this one included. Of the steps from 1 to the number of tables less 1 the smallest is taken by which fewest
    pairs meet again.
    """
    ordered = [_ordered(table, figures[index] if figures else ()) for index, table in enumerate(before)]
    chairs = [[number if number in playing else 0 for number in table] for table in ordered]
    met = {frozenset(pair) for tables in earlier for table in tables for pair in itertools.combinations(table, 2)}
    best = _moved(chairs, 1, met)
    for step in range(2, len(before)):
        if not best.again:
            break
        best = min(best, _moved(chairs, step, met), key=lambda movement: movement.again)
    return best


def moved_protocol(terms: Terms, *, seating: str, figures: Figures = ()) -> dict[str, Any]:
    """Return the protocol of a match to which everyone moves from the one before, ready for JSON.

    Raises LotsError if the tables are not those of the terms, or a chair stays empty.
    """
    movement = _movement(terms, seating, figures)
    return {
        "algorithm": MOVING,
        **terms.to_json(),
        "list_hash": terms.list_hash,
        "seating": seating,
        "figures": [[list(seat) for seat in table] for table in figures],
        "step": movement.step,
        "lots": [list(table) for table in movement.tables],
        "meetings": asdict(meetings(terms, movement.tables)),
    }


def differing_fields(published: dict[str, Any]) -> Iterator[str]:
    """Yield what a published protocol has otherwise than it follows from the match before."""
    terms = Terms.from_json(published)
    figures = tuple(tuple(tuple(seat) for seat in table) for table in published["figures"])
    expected = moved_protocol(terms, seating=published["seating"], figures=figures)
    for name, words in (("list_hash", "hash of the list"), ("step", "step"), ("meetings", "count of meetings")):
        if published[name] != expected[name]:
            yield f"the {words} is {expected[name]}, not {published[name]}"


def moved_lots(published: dict[str, Any]) -> list[list[int]]:
    """Return the tables that follow from a published protocol. Raises LotsError."""
    figures = tuple(tuple(tuple(seat) for seat in table) for table in published["figures"])
    tables = _movement(Terms.from_json(published), published["seating"], figures).tables
    return [list(table) for table in tables]


def _movement(terms: Terms, seating: str, figures: Figures) -> Movement:
    if terms.source != MOVED or not terms.earlier:
        raise LotsError("nobody moves here: there is no match before")
    if seating not in MOVEMENTS:
        raise LotsError(f"the seating “{seating}” moves nobody")
    before = terms.earlier[-1]
    sizes = [len(table) for table in before]
    if (seating == BY_PLACE) != bool(figures) or (figures and [len(table) for table in figures] != sizes):
        raise LotsError("the figures do not fit the tables")
    movement = move(before, figures, terms.earlier, playing=set(terms.entrants))
    if not movement.complete or tuple(len(table) for table in movement.tables) != terms.tables:
        raise LotsError("the entrants are not those of the match before")
    return movement


def _ordered(table: Sequence[int], figures: Sequence[Sequence[int]]) -> list[int]:
    """Return the start numbers of a table by place: more of the figures first, equal ones by seat."""
    if not figures:
        return list(table)
    seats = sorted(range(len(table)), key=lambda seat: ([-value for value in figures[seat]], seat))
    return [table[seat] for seat in seats]


def _moved(chairs: Sequence[Sequence[int]], step: int, met: Collection[frozenset[int]]) -> Movement:
    """Move by this step: whoever comes as the first of a table gets seat 1, the second of another seat 2, and so on."""
    count = len(chairs)
    places = range(max(map(len, chairs)))
    tables = []
    for table in range(count):
        origins = ((chairs[(table - step * (place + 1)) % count], place) for place in places)
        tables.append(tuple(origin[place] for origin, place in origins if place < len(origin)))
    pairs = (frozenset(pair) for table in tables for pair in itertools.combinations(filter(None, table), 2))
    return Movement(step=step, tables=tuple(tables), again=sum(pair in met for pair in pairs))
