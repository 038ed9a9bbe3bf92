"""Who sits where: everyone once, fixed seats kept, and the same from the same seed everywhere."""

import dataclasses
import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournament.lots.fields import SEED, any_field, as_tuples, digits, field
from tournament import lots
from tournament.lots import Terms

ROOT = Path(__file__).parents[3]


@st.composite
def lists(draw: st.DrawFn) -> Terms:
    """Any valid closed list, up to 30 players; in the second match mostly nobody has met before."""
    sizes = draw(st.lists(st.integers(1, 6), min_size=1, max_size=6).filter(lambda sizes: sum(sizes) <= 30))
    count = sum(sizes)
    entrants = sorted(draw(st.lists(st.integers(0, 10**6), min_size=count, max_size=count, unique=True)))
    places = [(table, seat) for table, size in enumerate(sizes, 1) for seat in range(1, size + 1)]
    some = st.lists(st.sampled_from(entrants), unique=True, max_size=6)
    people = draw(some.filter(lambda people: len(people) < count))
    members = draw(some)
    order = draw(st.permutations(places))
    return Terms(
        match=1,
        matches=draw(st.integers(1, 3)),
        source=draw(st.sampled_from(lots.SOURCES)),
        entrants=tuple(entrants),
        tables=tuple(sizes),
        clubs=tuple(tuple(club) for club in (members[:3], members[3:]) if club),
        fixed=tuple((number, *place) for number, place in zip(people, order, strict=False)),
        even_seats=draw(st.booleans()),
    )


@settings(max_examples=60, deadline=None)
@given(terms=lists(), label=st.integers(0, 10**9))
def test_every_seat_is_filled_and_everyone_seated_once(terms: Terms, label: int) -> None:
    seated_once(terms, lots.draw(terms, digits(label)))


@pytest.mark.parametrize("number", range(100, 112))
def test_later_matches_seat_everyone_once(number: int) -> None:
    terms = any_field(number)
    seated_once(terms, lots.draw(terms, SEED))


def seated_once(terms: Terms, tables: list[list[int]]) -> None:
    assert [len(table) for table in tables] == list(terms.tables)
    assert sorted(number for table in tables for number in table) == list(terms.entrants)
    for number, table, seat in terms.fixed:
        assert tables[table - 1][seat - 1] == number


def test_a_thousand_have_one_seat_each() -> None:
    terms = field((5,) * 40 + (4,) * 200, 2)
    seated_once(terms, lots.draw(terms, SEED))


# Copied from the first run: any other platform, Python or release must give the same.
ONE_MATCH = field((4, 4, 4))
CLUBS = field((5, 4, 3), clubs=((1, 2), (3, 4, 5)), fixed=((7, 2, 1),))
SEATS = Terms(
    match=2,
    matches=2,
    source="lottery",
    entrants=tuple(range(1, 17)),
    tables=(4,) * 4,
    even_seats=True,
    earlier=(tuple(tuple(range(first, first + 4)) for first in (1, 5, 9, 13)),),
)
UNAVOIDABLE = Terms(
    match=2,
    matches=3,
    entrants=(2, 3, 5, 7, 11, 13, 17, 19),
    tables=(5, 3),
    earlier=(((2, 3, 5, 7, 11), (13, 17, 19)),),
)
GOLDEN = [
    (ONE_MATCH, [[10, 11, 3, 2], [6, 8, 12, 9], [4, 5, 7, 1]]),
    (CLUBS, [[12, 9, 5, 2, 10], [7, 6, 3, 1], [11, 4, 8]]),
    (SEATS, [[14, 12, 1, 5], [2, 15, 8, 11], [7, 3, 9, 13], [4, 16, 10, 6]]),
    (UNAVOIDABLE, [[17, 19, 5, 11, 2], [13, 7, 3]]),
]


@pytest.mark.parametrize(("terms", "tables"), GOLDEN, ids=["one match", "clubs", "seats", "unavoidable"])
def test_the_lots_of_a_seed_never_change(terms: Terms, tables: list[list[int]]) -> None:
    assert lots.draw(terms, SEED) == tables


PRINT_LOTS = """
from tests.tournament.lots.fields import any_field, digits
from tournament import lots
for number in (200, 202, 203):
    print(lots.protocol(any_field(number), secret=digits(number), hall={"system": [], "numbers": ["1"] * 3}.get(
        any_field(number).source, ["42"])))
"""


def test_the_same_in_every_process() -> None:
    """The order of sets and dictionaries changes with the hash seed; the lots must not depend on it."""
    printed = {
        subprocess.run(
            [sys.executable, "-c", PRINT_LOTS],
            cwd=ROOT,
            env=os.environ | {"PYTHONHASHSEED": hash_seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for hash_seed in ("0", "1", "4711")
    }
    assert [len(text.splitlines()) for text in printed] == [3]


def test_another_seed_gives_other_lots() -> None:
    terms = field((4,) * 16)
    assert len({as_tuples(lots.draw(terms, digits(number))) for number in range(100)}) == 100


def test_meetings_are_counted() -> None:
    terms = field((4, 4), matches=2, clubs=((1, 2, 3),), even_seats=True)
    later = dataclasses.replace(terms, match=2, earlier=(((1, 2, 3, 4), (5, 6, 7, 8)),))
    assert lots.meetings(later, [[1, 2, 3, 4], [5, 6, 7, 8]]) == lots.Meetings(again=12, clubs=3, seats=8)
    assert lots.meetings(later, [[2, 1, 5, 6], [7, 8, 4, 3]]) == lots.Meetings(again=4, clubs=1, seats=0)
    assert lots.meetings(later, [[5, 2, 1, 6], [7, 8, 4, 3]]) == lots.Meetings(again=4, clubs=1, seats=2)
    assert lots.meetings(terms, [[1, 2, 3, 4], [5, 6, 7, 8]]) == lots.Meetings(again=0, clubs=3, seats=0)


def test_whom_the_meetings_count() -> None:
    terms = field((4, 4), matches=2, clubs=((1, 2, 3),), even_seats=True)
    later = dataclasses.replace(terms, match=2, earlier=(((1, 2, 3, 4), (5, 6, 7, 8)),))
    assert lots.repeats(later, [[5, 2, 1, 6], [7, 8, 4, 3]]) == lots.Repeats(
        again=((5, 6), (2, 1), (7, 8), (4, 3)), clubs=((2, 1),), seats=(5, 2)
    )
    assert lots.repeats(dataclasses.replace(later, even_seats=False), [[5, 2, 1, 6], [7, 8, 4, 3]]).seats == ()
