"""A drawing by finger: for each stroke a list of [x, y] points, in a box of width 1000. Knows no rows.

The points are whole numbers, so that the same drawing has the same hash. It is drawn as one path of smooth curves.
"""

import hashlib
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, TypeAlias

from django.utils.translation import gettext_lazy as _

from tournament.proof.integrity.canonical import canonical
from tournament.refusals import Refused

Strokes: TypeAlias = list[list[list[int]]]

WIDTH = 1000
TALLEST = 2 * WIDTH
MOST_STROKES = 200
MOST_POINTS = 5_000
# The least length of all strokes together: a dot, or a slip of the finger, is shorter than a twelfth of the field.
SHORTEST = 80
MARGIN = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawing:
    """An SVG path, the box around it, and the thickness of the pen in units of the box."""

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
    """The SHA-256 of a drawing, which the log keeps; None where nothing was drawn."""
    return None if strokes is None else hashlib.sha256(canonical({"strokes": strokes}).encode()).hexdigest()


def drawing(strokes: Strokes) -> Drawing:
    """Draw the strokes in a box that is cut to them; a small signature grows to twice its size at most."""
    across, down = ([point[axis] for stroke in strokes for point in stroke] for axis in (0, 1))
    left, top = min(across) - MARGIN, min(down) - MARGIN
    width = max(max(across) + MARGIN - left, WIDTH // 2)
    height = max(max(down) + MARGIN - top, WIDTH // 8)
    return Drawing(
        path=" ".join(map(_curve, strokes)),
        view_box=f"{left} {top} {width} {height}",
        # The pen looks the same on the sheet for every box: the place there is some five times as wide as high.
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
        # In Python True is an int; in a drawing it is not.
        and all(type(value) is int for value in point)
        and 0 <= point[0] <= WIDTH
        and 0 <= point[1] <= TALLEST
    )


def _length(stroke: list[list[int]]) -> float:
    pairs = pairwise(stroke)
    return sum(((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5 for (x1, y1), (x2, y2) in pairs)


def _curve(stroke: list[list[int]]) -> str:
    """Draw a curve through the middles between points; the points bend it, so it is smooth even for a quick finger."""
    (x, y), *rest = stroke
    parts = [f"M{x} {y}"]
    for (x1, y1), (x2, y2) in pairwise(rest):
        parts.append(f"Q{x1} {y1} {(x1 + x2) // 2} {(y1 + y2) // 2}")
    # End at the last point. A dot over an i repeats its only point, and the pen's round ends make it visible.
    x, y = stroke[-1]
    return " ".join([*parts, f"L{x} {y}"])
