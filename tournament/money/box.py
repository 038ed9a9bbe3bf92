"""The arithmetic of a cash box in cents, and how long its record is kept. Pure: no rows, no clock."""

import datetime as dt
from collections.abc import Iterable, Mapping

# Coins and notes in cents.
PIECES = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 20_000)
MOST_PIECES = 9_999
MOST_KINDS = 4
MOST_FEE = 100_000
MOST_FLOAT = 1_000_000
NAME_LENGTH = 40
# Vouchers are kept for eight years, from the end of the calendar year on.
KEPT_YEARS = 8


def sum_in_box(float_cents: int, entries: Iterable[int]) -> int:
    """Return what must lie in a box: what it was opened with, what was taken, less what was given back."""
    return float_cents + sum(entries)


def sum_of_pieces(pieces: Mapping[int, int]) -> int:
    """Return the sum of so many of each coin and note."""
    return sum(piece * count for piece, count in pieces.items())


def difference(*, counted: int, expected: int) -> int:
    """Return how much more lies in the box than must: less than 0 where something is missing."""
    return counted - expected


def kept_until(days: Iterable[dt.date]) -> dt.date:
    """Return the last day on which the record is kept; `days` are those of the tournament and of every entry."""
    return dt.date(max(day.year for day in days) + KEPT_YEARS, 12, 31)
