"""A drawn signature: what counts as one, its hash, and the path that draws it."""

import pytest

from tests.worlds.signing import DRAWN
from tournament.person.strokes import MOST_POINTS, MOST_STROKES, drawing, read_strokes, strokes_hash
from tournament.refusals import Refused


@pytest.mark.parametrize(
    "data",
    [
        None, "M0 0", {}, 7, [[]], [[], [[1, 2]]], [[1, 2]], [[[1]]], [[[1, 2, 3]]], [[["1", 2]]], [[[1.5, 2]]],
        [[[True, 2]]], [[[-1, 2]]], [[[1001, 2]]], [[[1, 2001]]], [[[1, None]]], [[{"x": 1, "y": 2}]],
    ],
)  # fmt: skip
def test_what_is_no_drawing(data: object) -> None:
    with pytest.raises(Refused) as refused:
        read_strokes(data)
    assert refused.value.code == "strokes_unreadable"


@pytest.mark.parametrize(
    ("data", "code"),
    [
        ([], "strokes_too_short"),
        ([[[500, 200]]], "strokes_too_short"),
        ([[[500, 200], [530, 230]]], "strokes_too_short"),
        ([[[0, 0], [100, 0]]] * (MOST_STROKES + 1), "strokes_too_many"),
        ([[[0, 0], [100, 0]] * (MOST_POINTS // 2) + [[0, 0]]], "strokes_too_many"),
    ],
)
def test_what_is_no_signature(data: object, code: str) -> None:
    with pytest.raises(Refused) as refused:
        read_strokes(data)
    assert refused.value.code == code


def test_a_signature() -> None:
    assert read_strokes(DRAWN) == DRAWN
    most = [[[0, 0], [100, 0]]] * MOST_STROKES
    assert read_strokes(most) == most


def test_the_hash_is_of_every_point() -> None:
    assert strokes_hash(None) is None
    moved = [DRAWN[0], [[470, 80], [473, 85]]]
    joined = [[*DRAWN[0], *DRAWN[1]]]
    assert len({strokes_hash(DRAWN), strokes_hash(moved), strokes_hash(joined)}) == 3
    assert strokes_hash([list(map(list, stroke)) for stroke in DRAWN]) == strokes_hash(DRAWN)


def test_a_path_runs_through_the_middles_and_stays_in_its_box() -> None:
    large = drawing([[[100, 100], [300, 200], [500, 100], [700, 300]], [[400, 50]]])
    # A field of 600 by 250 points: as wide as the drawing, with a margin.
    assert large.path == "M100 100 Q300 200 400 150 Q500 100 600 200 L700 300 M400 50 L400 50"
    assert large.view_box == "88 38 624 274"
    small = drawing([[[100, 100], [180, 110]]])
    assert small.view_box == "88 88 500 125"
