"""Only chance decides: chi-square over many seeds, which are fixed so that every run computes the same.

A statistic has the mean `free` and a deviation near the square root of twice that. Four deviations to either side
reveal lots that are biased, and lots that are too even to be lots.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

import pytest

from tests.tournament.lots.fields import clubs_of, digits, field
from tournament import lots
from tournament.lots import Terms


def as_likely(statistic: float, free: int) -> bool:
    return abs(statistic - free) < 4 * (2 * free) ** 0.5


def places_as_likely(terms: Terms, runs: int) -> bool:
    """Whether everyone is equally often in all places at tables of one size; other sizes are not compared."""
    places: dict[int, list[tuple[int, int]]] = {}
    for table, size in enumerate(terms.tables):
        places.setdefault(size, []).extend((table, seat) for seat in range(size))
    counts: Counter = Counter()
    for run in range(runs):
        for table, players in enumerate(lots.draw(terms, digits(run))):
            counts.update((player, table, seat) for seat, player in enumerate(players))
    statistic, free = 0.0, 0
    for player in terms.entrants:
        for of_size in places.values():
            observed = [counts[player, table, seat] for table, seat in of_size]
            statistic += deviation(observed, sum(observed) / len(observed))
            free += len(observed) - 1
    return as_likely(statistic, free)


def deviation(observed: Sequence[int], expected: float) -> float:
    return sum((count - expected) ** 2 for count in observed) / expected


@pytest.mark.parametrize(
    ("terms", "runs"),
    [
        (field((4, 4)), 20_000),
        (field((5, 4, 4, 3, 3)), 20_000),
        (field((4, 4, 4), clubs=((1, 2, 3), (4, 5))), 20_000),
        (field((5, 4, 4, 4, 4, 3, 3), clubs=clubs_of(27, [5, 4, 3, 2])), 10_000),
        (field((4,) * 6, 2, clubs=clubs_of(24, [4, 4, 3])), 10_000),
        (field((5, 4, 4, 4, 4, 3, 3), 2, clubs=clubs_of(27, [5, 4, 3, 2])), 10_000),
        (field((4, 4), even_seats=True), 20_000),
        (field((4, 4, 4), even_seats=True, clubs=((1, 2, 3),)), 20_000),
    ],
    ids=["8", "mixed sizes", "clubs", "clubs, mixed", "match 2", "match 2, clubs, mixed", "seats", "seats, clubs"],
)
def test_seats_and_tables(terms: Terms, runs: int) -> None:
    assert places_as_likely(terms, runs)


def test_a_free_place_beside_a_fixed_one_is_as_likely_for_all() -> None:
    """Without clubs, the lots of the others do not depend on who has a fixed place."""
    terms = field((4, 4, 4), fixed=((1, 1, 2), (2, 3, 1)))
    runs = 20_000
    counts = Counter(
        (player, table, seat)
        for run in range(runs)
        for table, players in enumerate(lots.draw(terms, digits(run)))
        for seat, player in enumerate(players)
        if player > 2
    )
    assert len(counts) == 100
    assert as_likely(deviation(list(counts.values()), runs / 10), 90)


def meetings_as_likely(terms: Terms, runs: int, never: set[tuple[int, int]]) -> bool:
    """Whether all pairs share a table equally often, apart from those who never do."""
    pair_counts: Counter = Counter()
    for run in range(runs):
        for table in lots.draw(terms, digits(run)):
            pair_counts.update(combinations(sorted(table), 2))
    pairs = set(combinations(terms.entrants, 2)) - never
    assert set(pair_counts) == pairs
    share = sum(pair_counts.values()) / runs / len(pairs)
    spread = (share * (1 - share) / runs) ** 0.5
    return all(abs(count / runs - share) < 4 * spread for count in pair_counts.values())


def test_meetings() -> None:
    assert meetings_as_likely(field((4, 4)), 20_000, set())


def test_meetings_of_a_second_match() -> None:
    """Each of 16 has met three players; the twelve others are equally likely."""
    terms = field((4,) * 4, 2)
    before = {pair for table in terms.earlier[0] for pair in combinations(sorted(table), 2)}
    assert meetings_as_likely(terms, 10_000, before)


def test_bias_and_evenness_would_be_seen() -> None:
    """Tests the measure itself: the places of eleven people with one of ten slightly preferred, and dealt in turn."""
    assert not as_likely(deviation([1200, *[978] * 9] * 11, 1000), 99)
    assert not as_likely(deviation([1000] * 110, 1000), 99)
