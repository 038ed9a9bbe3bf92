"""The draw agrees with an implementation that was written from docs/draw.md alone."""

import pytest

from tests.tournament.lots import described
from tests.tournament.lots.fields import SECRET, SEED, any_field, clubs_of, digits, field
from tournament import lots

HALL = {"system": [], "numbers": ["7", "042", "1998"], "lottery": ["4913283147", "0"]}


def agree(terms: lots.Terms, label: object) -> None:
    """Draw both ways, and compare everything that is published."""
    secret, hall = digits(label), HALL[terms.source]
    published = lots.protocol(terms, secret=secret, hall=hall)
    seed = described.seed(published, secret, hall)
    tables = described.draw(published, seed)
    assert published["lots"] == tables
    assert published["list_hash"] == described.list_hash(published)
    assert published["commitment"] == described.commitment(secret)
    assert published["seed"] == seed
    assert published["meetings"] == described.meetings(published, tables)


@pytest.mark.parametrize("number", range(12))
def test_fields_of_all_kinds(number: int) -> None:
    agree(any_field(number), number)


def test_the_fields_of_all_kinds_are_of_all_kinds() -> None:
    fields = [any_field(number) for number in range(12)]
    assert {terms.match for terms in fields} == {1, 2, 3}
    assert {terms.source for terms in fields} == set(lots.SOURCES)
    assert {size for terms in fields for size in terms.tables} == {3, 4, 5}
    assert {terms.even_seats for terms in fields} == {True, False}
    assert {bool(terms.clubs) for terms in fields} == {bool(terms.fixed) for terms in fields} == {True, False}
    # A later match that is not the last uses an outlook for at most 20 players.
    assert sum(len(terms.entrants) <= 20 and 1 < terms.match < terms.matches for terms in fields) >= 3


@pytest.mark.parametrize("sizes", [(4, 4), (5, 4, 3), (4,) * 4, (4,) * 5])
def test_a_second_match_with_more_to_come(sizes: tuple[int, ...]) -> None:
    agree(field(sizes, 2, matches=4, clubs=((1, 2), (3, 5))), sizes)


@pytest.mark.parametrize("even_seats", [True, False])
@pytest.mark.parametrize(("count", "match"), [(64, 1), (64, 3), (200, 2), (1000, 1), (1000, 3)])
def test_larger_fields(count: int, match: int, even_seats: bool) -> None:
    places = ((2, 1, 1), (9, 2, 2), (30, 7, 4))
    clubs = clubs_of(count, [count // 8, *[5] * (count // 10)])
    agree(field((4,) * (count // 4), match, clubs=clubs, fixed=places, even_seats=even_seats), count)


FULL_TABLE = tuple((number, 1, number) for number in (1, 2, 3, 4))


@pytest.mark.parametrize("terms", [field((4,)), field((1,)), field((4, 4), fixed=FULL_TABLE)])
def test_the_smallest_fields(terms: lots.Terms) -> None:
    agree(terms, SECRET)


@pytest.mark.parametrize("count", [4, 8, 64, 1000])
def test_the_lots_of_the_first_algorithm(count: int) -> None:
    entrants = [3 * number + 1 for number in range(count)]
    for number in range(20):
        order = lots.shuffle(entrants, digits(number))
        assert [order[first : first + 4] for first in range(0, count, 4)] == described.draw_first(
            entrants, digits(number)
        )


def test_one_other_word_in_the_list_is_another_draw() -> None:
    """The seed depends on the whole list, so nobody can exchange it afterwards."""
    terms = field((4, 4, 4))
    others = [
        field((4, 4, 4), matches=2),
        field((4, 4, 4), source="lottery"),
        field((4, 4, 4), clubs=((1, 2),)),
        field((4, 4, 4), fixed=((1, 1, 1),)),
        field((4, 4, 4), even_seats=True),
        field((5, 4, 3)),
        field((4, 4, 4), 2),
    ]
    assert len({lots.draw_seed(list_hash=one.list_hash, secret=SEED) for one in [terms, *others]}) == 8
