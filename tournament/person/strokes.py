"""Signatures drawn with a finger: one list of [x, y] points for each stroke, in a box of width 1000. Knows no rows.

Points are whole numbers, so that the same drawing has the same hash. A drawing is shown as one path of smooth curves.
"""

import hashlib
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, TypeAlias

from django.utils.translation import gettext_lazy as _

from tournament.integrity.canonical import canonical
from tournament.refusals import Refused

Strokes: TypeAlias = list[list[list[int]]]

WIDTH = 1000
TALLEST = 2 * WIDTH
MOST_STROKES = 200
MOST_POINTS = 5_000
# The least length of all strokes together. Anything shorter, a twelfth of the field, is a dot or a slip.
SHORTEST = 80
MARGIN = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawing:
    """An SVG path, its view box, and the width of the pen in units of this box."""

    path: str
    view_box: str
    pen: int


def read_strokes(data: Any) -> Strokes:
    """Check the strokes that a device sent. Refused: strokes_unreadable, strokes_too_many, strokes_too_short."""
    if not _is_readable(data):
        raise Refused(_("The drawing cannot be read. Please sign again."), code="strokes_unreadable")
    if len(data) > MOST_STROKES or sum(map(len, data)) > MOST_POINTS:
        raise Refused(
            _("This is more than a signature. Please clear the field and sign again."), code="strokes_too_many"
        )
    if sum(map(_length, data)) < SHORTEST:
        raise Refused(_("This is only a dot. Please sign with your name or your initials."), code="strokes_too_short")
    strokes: Strokes = data
    return strokes


def strokes_hash(strokes: Strokes | None) -> str | None:
    """Return the SHA-256 of a drawing, which the log keeps instead of it; None if nothing was drawn."""
    return None if strokes is None else hashlib.sha256(canonical({"strokes": strokes}).encode()).hexdigest()


def drawing(strokes: Strokes) -> Drawing:
    """Return the drawing, cropped to its strokes. A small signature grows to at most twice its size."""
    across, down = ([point[axis] for stroke in strokes for point in stroke] for axis in (0, 1))
    left, top = min(across) - MARGIN, min(down) - MARGIN
    width = max(max(across) + MARGIN - left, WIDTH // 2)
    height = max(max(down) + MARGIN - top, WIDTH // 8)
    return Drawing(
        path=" ".join(map(_curve, strokes)),
        view_box=f"{left} {top} {width} {height}",
        # The pen looks equally thick on the sheet at any crop. The place there is some five times as wide as high.
        pen=round(max(width / 5, height) / 18),
    )


def _is_readable(data: Any) -> bool:
    return isinstance(data, list) and all(
        isinstance(stroke, list) and stroke and all(map(_is_point, stroke)) for stroke in data
    )


def _is_point(point: Any) -> bool:
    return (
        isinstance(point, list)
        and len(point) == 2
        # isinstance would also accept True, which is an int in Python
        and all(type(value) is int for value in point)
        and 0 <= point[0] <= WIDTH
        and 0 <= point[1] <= TALLEST
    )


def _length(stroke: list[list[int]]) -> float:
    pairs = pairwise(stroke)
    return sum(((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5 for (x1, y1), (x2, y2) in pairs)


def _curve(stroke: list[list[int]]) -> str:
    """Draw a smooth curve through the midpoints between the points, with the points as control points."""
    (x, y), *rest = stroke
    parts = [f"M{x} {y}"]
    for (x1, y1), (x2, y2) in pairwise(rest):
        parts.append(f"Q{x1} {y1} {(x1 + x2) // 2} {(y1 + y2) // 2}")
    # End at the last point. For a single point this is a line of length 0, which round line ends show as a dot.
    x, y = stroke[-1]
    return " ".join([*parts, f"L{x} {y}"])
