"""The arithmetic of a cash box, and how long its record is kept."""

import datetime as dt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournament.money.box import MOST_FEE, PIECES, difference, kept_until, sum_in_box, sum_of_pieces


@settings(max_examples=1000, deadline=None)
@given(
    st.integers(0, 1_000_000),
    st.lists(
        st.tuples(st.sampled_from(["take", "reverse"]), st.integers(1, MOST_FEE), st.randoms(use_true_random=False))
    ),
)
def test_a_box_holds_what_it_opened_with_and_every_fee_that_stands(float_cents, acts):
    """A random evening: fees are taken, some are reversed, in any order."""
    entries, standing = [], []
    for act, cents, chance in acts:
        if act == "take" or not standing:
            standing.append(cents)
            entries.append(cents)
        else:
            entries.append(-standing.pop(chance.randrange(len(standing))))
        assert sum_in_box(float_cents, entries) == float_cents + sum(standing) >= float_cents


@pytest.mark.parametrize(
    ("pieces", "cents"),
    [
        ({}, 0),
        ({2: 1}, 2),
        ({1000: 3, 500: 1, 50: 2}, 3600),
        (dict.fromkeys(PIECES, 1), 38888),
    ],
)
def test_coins_and_notes(pieces, cents):
    assert sum_of_pieces(pieces) == cents


def test_less_than_there_must_be_is_below_0():
    assert [difference(counted=counted, expected=5000) for counted in (4900, 5000, 5100)] == [-100, 0, 100]


@pytest.mark.parametrize(
    ("days", "until"),
    [
        ([dt.date(2026, 11, 28)], dt.date(2034, 12, 31)),
        ([dt.date(2026, 12, 31), dt.date(2027, 1, 1)], dt.date(2035, 12, 31)),
        ([dt.date(2026, 1, 1), dt.date(2025, 12, 30)], dt.date(2034, 12, 31)),
    ],
)
def test_eight_years_from_the_end_of_the_calendar_year(days, until):
    assert kept_until(days) == until
