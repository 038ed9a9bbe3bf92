"""The closed list: its text and hash, refusals, and who sits down at how many tables."""

import hashlib
from typing import Any

import pytest

from tests.tournament.lots.fields import any_field
from tournament import lots
from tournament.lots import Terms

PLAIN: dict[str, Any] = {"match": 1, "matches": 1, "entrants": (1, 2, 3, 5), "tables": (4,)}


def test_the_text_as_the_description_has_it() -> None:
    terms = Terms(
        match=3,
        matches=4,
        source="numbers",
        entrants=(1, 2, 3, 5, 6, 7, 9, 12),
        tables=(5, 3),
        clubs=((1, 5), (2, 3, 12)),
        fixed=((7, 1, 2), (9, 2, 3)),
        even_seats=True,
        earlier=(((1, 2, 3, 5, 6), (7, 9, 12)), ((12, 9, 7, 6, 5), (3, 2, 1))),
    )
    text = (
        "match=3/4\nsource=numbers\nentrants=1,2,3,5,6,7,9,12\ntables=5,3\nclubs=1,5;2,3,12\nfixed=7:1:2;9:2:3\n"
        "even-seats=yes\nearlier=1,2,3,5,6;7,9,12|12,9,7,6,5;3,2,1"
    )
    assert (terms.text, terms.list_hash) == (text, hashlib.sha256(text.encode("ascii")).hexdigest())
    assert Terms(**PLAIN).text == (
        "match=1/1\nsource=system\nentrants=1,2,3,5\ntables=4\nclubs=\nfixed=\neven-seats=no\nearlier="
    )


@pytest.mark.parametrize("number", range(8))
def test_stored_and_read_again_it_is_the_same_list(number: int) -> None:
    terms = any_field(number)
    assert Terms.from_json(terms.to_json() | {"lots": [[1]]}) == terms


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"match": 2}, "match 2 is none of 1"),
        ({"match": 0}, "match 0 is none of 1"),
        ({"source": "dice"}, "the source “dice” is not known"),
        ({"source": ""}, "the source “” is not known"),
        ({"entrants": (1, 2, 2, 3)}, "the entrants are not in ascending order, or one is listed twice"),
        ({"entrants": (1, 3, 2, 4)}, "the entrants are not in ascending order, or one is listed twice"),
        ({"entrants": ()}, "0 entrants do not fill tables of 4"),
        ({"entrants": (), "tables": ()}, "0 entrants do not fill tables of "),
        ({"entrants": (1, 2, 3)}, "3 entrants do not fill tables of 4"),
        ({"tables": (4, 4)}, "4 entrants do not fill tables of 4,4"),
        ({"tables": (4, 0)}, "4 entrants do not fill tables of 4,0"),
        ({"tables": (5, -1)}, "4 entrants do not fill tables of 5,-1"),
        ({"tables": (10**9,)}, "4 entrants do not fill tables of 1000000000"),
        ({"clubs": ((1, 2), (2, 3))}, "a club names somebody twice or nobody on the list"),
        ({"clubs": ((1, 1),)}, "a club names somebody twice or nobody on the list"),
        ({"clubs": ((1, 4),)}, "a club names somebody twice or nobody on the list"),
        ({"fixed": ((1, 1, 1), (1, 1, 2))}, "a fixed place is given twice, or to nobody on the list"),
        ({"fixed": ((1, 1, 1), (2, 1, 1))}, "a fixed place is given twice, or to nobody on the list"),
        ({"fixed": ((4, 1, 1),)}, "a fixed place is given twice, or to nobody on the list"),
        ({"fixed": ((1, 2, 1),)}, "a fixed place is at no table"),
        ({"fixed": ((1, 0, 1),)}, "a fixed place is at no table"),
        ({"fixed": ((1, -1, 1),)}, "a fixed place is at no table"),
        ({"fixed": ((1, 1, 5),)}, "a fixed place is at no table"),
        ({"fixed": ((1, 1, 0),)}, "a fixed place is at no table"),
    ],
)
def test_a_list_that_cannot_be_is_refused(change: dict[str, Any], reason: str) -> None:
    with pytest.raises(lots.LotsError) as refused:
        Terms(**(PLAIN | change))
    assert str(refused.value) == reason


@pytest.mark.parametrize(
    ("largest", "too_large"),
    [
        ({"matches": 99}, {"matches": 100}),
        ({"entrants": tuple(range(10)), "tables": (10,)}, {"entrants": tuple(range(11)), "tables": (11,)}),
        (
            {"entrants": tuple(range(20_000)), "tables": (4,) * 5_000},
            {"entrants": tuple(range(20_004)), "tables": (4,) * 5_001},
        ),
        ({"earlier": ((tuple(range(10)),),)}, {"earlier": ((tuple(range(11)),),)}),
        ({"earlier": (((1, 2),),) * 99}, {"earlier": (((1, 2),),) * 100}),
    ],
    ids=["matches", "seats", "entrants", "seats before", "matches before"],
)
def test_a_list_has_limits(largest: dict[str, Any], too_large: dict[str, Any]) -> None:
    assert Terms(**(PLAIN | largest)).text
    with pytest.raises(lots.LotsError):
        Terms(**(PLAIN | too_large))


@pytest.mark.parametrize(
    ("count", "allowed", "usual", "sizes"),
    [
        (8, {4}, 4, (4, 4)),
        (9, {4}, 4, None),
        (0, {4}, 4, None),
        (3, {4}, 4, None),
        (4, {4, 5}, 4, (4,)),
        (5, {4, 5}, 4, (5,)),
        (6, {4, 5}, 4, None),
        (7, {4, 5}, 4, None),
        (11, {4, 5}, 4, None),
        (10, {4, 5}, 4, (5, 5)),
        (13, {4, 5}, 4, (5, 4, 4)),
        (15, {4, 5}, 4, (5, 5, 5)),
        (5, {3, 4}, 4, None),
        (6, {3, 4}, 4, (3, 3)),
        (7, {3, 4}, 4, (4, 3)),
        (10, {3, 4}, 4, (4, 3, 3)),
        (9, {3, 4}, 3, (3, 3, 3)),
        (10, {3, 4}, 3, (4, 3, 3)),
        (14, {3, 4, 5}, 4, (4, 4, 3, 3)),
    ],
)
def test_how_they_sit_down(count: int, allowed: set[int], usual: int, sizes: tuple[int, ...] | None) -> None:
    assert lots.table_sizes(count, allowed, usual) == sizes


@pytest.mark.parametrize(("allowed", "usual", "impossible"), [({4, 5}, 4, {1, 2, 3, 6, 7, 11}), ({3, 4}, 4, {1, 2, 5})])
def test_every_other_number_sits_down(allowed: set[int], usual: int, impossible: set[int]) -> None:
    """The fewest tables of another size that any mixture of the two sizes allows."""
    (other,) = allowed - {usual}
    for count in range(1, 120):
        sizes = lots.table_sizes(count, allowed, usual)
        mixtures = [count - usual * tables for tables in range(count // usual + 1)]
        fewest = min((rest // other for rest in mixtures if rest % other == 0), default=None)
        assert (sizes is None) == (count in impossible) == (fewest is None)
        if sizes is not None:
            assert (sum(sizes), sizes.count(other), list(sizes)) == (count, fewest, sorted(sizes, reverse=True))
