"""Fields of players to draw lots for: closed lists whose earlier matches were drawn from fixed seeds."""

import hashlib
import itertools
import random
from collections.abc import Sequence

from tournament import lots
from tournament.lots import Terms

SEED = "5f" * 32
SECRET = "c0ffee00" * 8


def digits(label: object) -> str:
    """64 hexadecimal digits, different for every label."""
    return hashlib.sha256(str(label).encode()).hexdigest()


def field(sizes: Sequence[int], match: int = 1, *, matches: int = 0, label: object = "", **terms: object) -> Terms:
    """The list of a match at tables of these sizes, start numbers from 1; `label` decides the earlier lots."""
    earlier: tuple = ()
    entrants = tuple(range(1, sum(sizes) + 1))
    for number in range(1, match + 1):
        closed = Terms(
            match=number,
            matches=max(match, matches),
            entrants=entrants,
            tables=tuple(sizes),
            earlier=earlier,
            **terms,  # type: ignore[arg-type]
        )
        if number < match:
            earlier = (*earlier, as_tuples(lots.draw(closed, digits(f"{label} {number}"))))
    return closed


def clubs_of(count: int, sizes: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """Clubs of these sizes, spread over the start numbers 1 to `count`; the other players are in no club."""
    pool = random.Random(count).sample(range(1, count + 1), count)
    clubs = []
    for size in sizes:
        clubs.append(tuple(sorted(pool[:size])))
        pool = pool[size:]
    return tuple(sorted(clubs))


def any_field(number: int) -> Terms:
    """A random field of 8 to 26 players: gaps in the start numbers, tables of 3, 4 and 5, all options mixed."""
    rng = random.Random(number)
    at_least, sizes = rng.choice((8, 11, 14, 17, 20, 24)), []
    while sum(sizes) < at_least:
        sizes.append(rng.choice((3, 4, 4, 4, 5)))
    count = sum(sizes)
    entrants = sorted(rng.sample(range(1, 3 * count), count))
    in_clubs = rng.sample(entrants, 2 * rng.randint(0, 3))
    places = rng.sample([(table, seat) for table, size in enumerate(sizes, 1) for seat in range(1, size + 1)], count)
    count_of_fixed = rng.choice((0, 0, 1, 3))
    match = rng.randint(1, 3)
    return Terms(
        match=match,
        matches=match + rng.randint(0, 2),
        source=rng.choice(lots.SOURCES),
        entrants=tuple(entrants),
        tables=tuple(sizes),
        clubs=tuple(tuple(sorted(in_clubs[first : first + 2])) for first in range(0, len(in_clubs), 2)),
        fixed=tuple(
            (entrant, *place)
            for entrant, place in zip(rng.sample(entrants, count_of_fixed), places[:count_of_fixed], strict=True)
        ),
        even_seats=rng.random() < 0.5,
        earlier=tuple(seated(rng.sample(entrants, count), sizes) for _ in range(1, match)),
    )


def as_tuples(tables: Sequence[Sequence[int]]) -> tuple[tuple[int, ...], ...]:
    return tuple(map(tuple, tables))


def seated(order: Sequence[int], sizes: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """Seat these people in this order, table after table."""
    coming = iter(order)
    return tuple(tuple(itertools.islice(coming, size)) for size in sizes)
