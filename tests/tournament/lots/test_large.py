"""Large fields: nobody meets an opponent again; the work grows no faster than the field. Times: ./run bench lots."""

import dataclasses

import pytest

from tests.tournament.lots import described
from tests.tournament.lots.fields import SEED, as_tuples, clubs_of, digits, field
from tournament import lots


def realistic_clubs(count: int) -> tuple[tuple[int, ...], ...]:
    """Three of five players are in a club: one large club, and clubs of regulars with two to twelve members."""
    sizes = [count // 20]
    while sum(sizes) < count * 3 // 5:
        sizes.append(2 + len(sizes) % 11)
    return clubs_of(count, sizes)


@pytest.mark.parametrize("even_seats", [False, True])
@pytest.mark.parametrize(("count", "matches"), [(1000, 3), (10_000, 2)])
def test_nobody_meets_again_and_no_club_sits_together(count: int, matches: int, even_seats: bool) -> None:
    terms = field((4,) * (count // 4), matches=matches, clubs=realistic_clubs(count), even_seats=even_seats)
    earlier: tuple = ()
    for match in range(1, matches + 1):
        now = dataclasses.replace(terms, match=match, earlier=earlier)
        tables = lots.draw(now, digits(match))
        assert lots.meetings(now, tables) == lots.Meetings(again=0, clubs=0, seats=0)
        earlier = (*earlier, as_tuples(tables))


def test_a_club_of_two_fifths_spreads_as_far_as_it_can() -> None:
    """400 of 1,000 at 250 tables: 150 tables have two of them, and none has three."""
    terms = field((4,) * 250, clubs=(tuple(range(1, 401)),))
    assert lots.meetings(terms, lots.draw(terms, SEED)).clubs == 150


def effort(terms: lots.Terms) -> int:
    """The number of lots drawn on the way, as point 10 of the description counts them, for the same result."""
    drawing = described.Draw(terms.to_json(), SEED)
    assert drawing.best() == lots.draw(terms, SEED)
    return drawing.effort


def test_the_work_grows_with_the_field_and_no_faster() -> None:
    """A second match with clubs takes a few lots for each player, whether they are 250 or 4,000."""
    each = [
        effort(field((4,) * (count // 4), 2, clubs=realistic_clubs(count), even_seats=True)) / count
        for count in (240, 1000, 4000)
    ]
    assert all(1 <= lots_each < 5 for lots_each in each)
    assert each[2] < 1.5 * each[0]


@pytest.mark.parametrize(("count", "budget"), [(8, 120_000), (100, 80_000), (2400, 96_000)])
def test_what_cannot_be_avoided_has_an_end(count: int, budget: int) -> None:
    """Three of five in one club at tables of four: the effort is used up, with at most one round more."""
    terms = field((4,) * (count // 4), clubs=(tuple(range(1, count * 3 // 5 + 1)),))
    assert budget <= effort(terms) <= budget + 2 * count
