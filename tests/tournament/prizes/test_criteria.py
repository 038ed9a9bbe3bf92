"""Money to the cent, and places as people write them."""

import pytest
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from tournament.prizes.criteria import laid_places, places_argument, places_text, typed_places
from tournament.prizes.money import by_places, divided, given_out
from tournament.refusals import Refused


def refusal(act) -> str:
    """The code of the refusal, which has a sentence; "" where the act is done."""
    try:
        act()
    except Refused as refused:
        return refused.code if str(refused) else "without words"
    return ""


@given(st.integers(1, 10_000_000), st.integers(1, 40), st.booleans())
def test_a_table_by_places_adds_up_and_falls(cents, places, whole):
    if refusal(lambda: by_places(cents, places, whole_euros=whole)) == "too_many_places":
        return
    table = by_places(cents, places, whole_euros=whole)
    assert sum(table) == cents
    assert table == sorted(table, reverse=True)
    assert table[-1] > 0
    assert not whole or all(share % 100 == 0 for share in table[1:])


@pytest.mark.parametrize(
    ("euros", "shares"),
    [
        (120, [70, 30, 20]), (960, [350, 160, 105, 80, 65, 50, 45, 40, 35, 30]), (97, [54, 26, 17]), (30, [20, 10]),
        (15, [10, 5]), (6, [4, 1, 1]),
    ],
)  # fmt: skip
def test_a_proposal_is_tidy_where_it_adds_up(euros, shares):
    assert by_places(euros * 100, len(shares), whole_euros=True) == [share * 100 for share in shares]


@given(st.integers(0, 10**9), st.integers(1, 50))
def test_shares_are_exact(cents, heads):
    shares = divided(cents, heads)
    assert sum(shares) == cents
    assert max(shares) - min(shares) <= 1


@pytest.mark.parametrize(
    ("total", "cents_held_back", "percent", "given_cents"),
    [(96000, 0, 0, 96000), (96000, 0, 50, 48000), (101, 0, 50, 51), (96000, 10000, 0, 86000), (96000, 8000, 25, 64000)],
)
def test_what_is_given_out(total, cents_held_back, percent, given_cents):
    assert given_out(total, kept_cents=cents_held_back, kept_percent=percent) == given_cents


@pytest.mark.parametrize(
    ("total", "cents_held_back", "percent", "code"),
    [(0, 0, 0, "no_money"), (-1, 0, 0, "no_money"), (10**9, 0, 0, "no_money"), (100, 100, 0, "all_kept"),
     (100, 0, 100, "all_kept"), (100, -1, 0, "all_kept"), (100, 0, 101, "all_kept")],
)  # fmt: skip
def test_what_is_no_sum(total, cents_held_back, percent, code):
    with pytest.raises(Refused) as refused:
        given_out(total, kept_cents=cents_held_back, kept_percent=percent)
    assert refused.value.code == code


@pytest.mark.parametrize(
    ("text", "argument"),
    [
        ("1", "1"), ("1–10", "1-10"), ("1. bis 10.", "1-10"), ("letzter", "last"), ("der Vorletzte", "last-1"),
        ("Mitte", "middle"), ("11, 22, 33", "11,22,33"), ("11, 22 und 33", "11,22,33"), ("11 22 33", "11,22,33"),
        ("jeder mit Pluspunkten", "plus"), ("everybody with plus points", "plus"), ("last but one", "last-1"),
        ("Plätze 1-3, letzter", "1-3,last"), ("1.-3. Platz", "1-3"), ("2nd", "2"), ("3, 1, 2", "1-3"), ("5,5", "5"),
        ("places 5 to 7", "5-7"), ("drittletzter", "last-2"),
    ],
)  # fmt: skip
def test_places_as_people_write_them(text, argument):
    assert places_argument(text) == argument
    assert places_argument(argument) == argument


@pytest.mark.parametrize(
    ("text", "code"),
    [("0", "place_zero"), ("0-3", "place_zero"), ("3-1", "places_reversed"), ("", "no_place"), (" , ", "no_place"),
     ("foo", "bad_places"), ("1--3", "bad_places"), ("-1", "bad_places"), ("1.5", "bad_places"), ("²", "bad_places"),
     ("99999", "place_too_high"), ("9" * 400, "place_too_high"), ("plus, 1", "plus_alone"), ("<b>1</b>", "bad_places"),
     ("last-९", "bad_places")],
)  # fmt: skip
def test_places_that_are_refused(text, code):
    with pytest.raises(Refused) as refused:
        places_argument(text)
    assert refused.value.code == code
    assert str(refused.value)


@given(st.text(max_size=60))
def test_any_text_is_read_or_refused_in_words(text):
    if refusal(lambda: places_argument(text)):
        return
    argument = places_argument(text)
    assert places_argument(argument) == argument
    assert places_text(argument)
    assert argument == "plus" or laid_places(argument, 10)


NUMBERED = st.sets(st.integers(1, 60), max_size=8).map(lambda places: [str(number) for number in sorted(places)])
OTHERS = st.lists(st.sampled_from(["last", "middle", *(f"last-{number}" for number in range(1, 10))]), unique=True)


@pytest.mark.parametrize("language", ["de", "en"])
@given(numbers=NUMBERED, others=OTHERS)
def test_what_is_typed_comes_back_in_the_readers_words(language, numbers, others):
    argument = places_argument(",".join([*numbers, *others]) or "plus")
    with translation.override(language):
        assert places_argument(typed_places(argument)) == argument
        assert places_argument(places_text(argument)) == argument
        assert language == "en" or "last" not in typed_places(argument)
