"""The lots of ties: a drawn order never turns round, new ones are drawn in, and every gap is equally likely."""

import random
from collections import Counter
from itertools import pairwise

import pytest

from tournament.lots import draw_in, drawn_order, keeps, kept_chains, shuffle

SEEDS = [f"{number:064x}" for number in range(3000)]


@pytest.mark.parametrize(
    ("group", "draws", "order"),
    [
        ("AB", [], None),
        ("AB", ["BA"], "BA"),
        ("ABC", ["CAB"], "CAB"),
        ("AB", ["CAB"], "AB"),  # Centa has left
        ("ABC", ["CA"], None),  # Bene has joined
        ("ABCD", ["CAB", "CDA"], "CDAB"),  # Dirk before Anna, so before Bene
        ("AC", ["AB", "BC"], "AC"),
        ("AC", ["AB", "CB"], None),
        ("ABCD", ["AB", "CD"], None),
        ("ABCD", ["AB", "CD", "BC"], "ABCD"),
        # Older releases drew anew for the smaller group.
        ("AB", ["ABC", "BA"], "BA"),
        ("ABC", ["ABC", "BA"], "ABC"),
        ("ABD", ["ABC", "BA", "BDA"], "BDA"),
        ("", [], ""),
    ],
)
def test_the_order_that_draws_give(group, draws, order):
    assert drawn_order(group, draws) == (None if order is None else tuple(order))


@pytest.mark.parametrize(
    ("group", "draws", "chains"),
    [
        ("ABC", [], []),
        ("ABC", ["CA"], ["CA"]),
        ("ABD", ["CAB"], ["AB"]),
        ("ACX", ["AB", "BC"], ["AC"]),
        ("ABCD", ["ABC", "ABD"], ["ABC", "ABD"]),
        ("ABX", ["A"], []),
        ("ABX", ["AB", "BA"], ["AB"]),
    ],
)
def test_what_draws_say_about_a_group(group, draws, chains):
    assert kept_chains(group, draws) == tuple(map(tuple, chains))


def test_without_earlier_draws_it_is_the_shuffle():
    assert [draw_in("ABCD", [], seed) for seed in SEEDS[:50]] == [shuffle("ABCD", seed) for seed in SEEDS[:50]]


@pytest.mark.parametrize(
    ("group", "chains", "orders"),
    [
        ("ABC", ["BA"], ["BAC", "BCA", "CBA"]),
        ("ABCD", ["ABC", "ABD"], ["ABCD", "ABDC"]),
        (
            "ABCD",
            ["DB"],
            "ACDB ADBC ADCB CADB CDAB CDBA DABC DACB DBAC DBCA DCAB DCBA".split(),
        ),
    ],
)
def test_every_order_that_keeps_the_lots_is_equally_likely(group, chains, orders):
    counts = Counter("".join(draw_in(group, chains, seed)) for seed in SEEDS)
    assert sorted(counts) == sorted(orders)
    # Five standard deviations of a fair draw.
    even = len(SEEDS) / len(orders)
    assert all(abs(count - even) < 5 * even**0.5 for count in counts.values())


@pytest.mark.parametrize("seed", range(60))
def test_no_order_turns_round_whoever_joins_and_leaves(seed):
    chance = random.Random(seed)
    draws: list[list[str]] = []
    announced: set[tuple[str, str]] = set()
    for number in range(12):
        group = sorted(chance.sample("ABCDEFG", chance.randint(2, 6)))
        order = drawn_order(group, draws)
        if order is None:
            chains = kept_chains(group, draws)
            order = tuple(draw_in(group, chains, f"{seed * 100 + number:064x}"))
            assert keeps(order, chains)
            draws.append(list(order))
        assert sorted(order) == group
        assert drawn_order(group, draws) == order
        announced |= {(one, other) for place, one in enumerate(order) for other in order[place + 1 :]}
        assert not {(other, one) for one, other in announced} & announced


@pytest.mark.parametrize(
    ("order", "chains", "holds"), [("ABC", ["AC"], True), ("ABC", ["CA"], False), ("ABC", [], True)]
)
def test_whether_an_order_keeps_chains(order, chains, holds):
    assert keeps(order, chains) == holds


def test_a_long_chain_is_read_at_once():
    everyone = [str(number) for number in range(300)]
    order = drawn_order(everyone[:299], [everyone])
    assert order is not None
    assert all(int(one) < int(other) for one, other in pairwise(order))
