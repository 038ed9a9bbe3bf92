"""Columns set by our own code: every row once and in order, none too high, no page too many."""

import math
import random

import pytest

from tests.tournament.exports.printed_draws import LONG_NAME
from tournament.exports.columns import line_count, page_columns


@pytest.mark.parametrize("columns", [1, 2, 3])
@pytest.mark.parametrize("count", [1, 2, 7, 64, 201])
def test_every_row_once_in_order_and_within_its_column(count, columns):
    chance = random.Random(count)
    heights = [chance.choice([1.2, 1.2, 1.2, 2.4, 3.6]) for _ in range(count)]
    pages = page_columns(heights, room=30, columns=columns)
    assert [index for page in pages for column in page for index in column] == list(range(count))
    assert all(len(page) <= columns for page in pages)
    assert max(sum(heights[index] for index in column) for page in pages for column in page) <= 30


@pytest.mark.parametrize(("count", "shape"), [(64, [[32, 32]]), (66, [[17, 17], [17, 15]]), (3, [[2, 1]])])
def test_pages_are_few_and_evenly_filled(count, shape):
    pages = page_columns([1.0] * count, room=32, columns=2)
    assert [[len(column) for column in page] for page in pages] == shape
    assert len(pages) == math.ceil(count / 64)


def test_a_row_higher_than_a_column_has_one_of_its_own():
    assert page_columns([1.0, 9.0, 1.0], room=4, columns=2) == [[[0], [1]], [[2]]]


def test_lines_break_at_spaces_at_hyphens_and_within_words_that_are_too_long():
    assert [line_count("Huber Bene", width) for width in (6.0, 4.0)] == [1, 2]
    assert line_count("Hofreiter-Stangl", 6.5) == 2
    assert line_count("Donaudampfschifffahrt", 4.0) == 3
    assert line_count(LONG_NAME, 12.0) == 3


@pytest.mark.parametrize("width", [1.0, 0.0, -3.0])
def test_no_room_at_all_is_many_lines_and_never_fewer_than_none(width):
    assert line_count("Huber Bene", width) >= len("Huber")
