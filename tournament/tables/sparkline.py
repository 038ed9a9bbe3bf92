"""The small curve of a player's points after every game, as the numbers of an SVG. Knows no player."""

from collections.abc import Sequence
from dataclasses import dataclass

# Whole numbers only, because a German template would write 19.5 as 19,5.
WIDTH, HEIGHT, MARGIN = 1280, 256, 16


@dataclass(frozen=True, slots=True, kw_only=True)
class Sparkline:
    """A polyline and the height of its zero line, in user units of a viewBox of WIDTH by HEIGHT."""

    points: str
    zero: int
    width: int = WIDTH
    height: int = HEIGHT
    left: int = MARGIN
    right: int = WIDTH - MARGIN


def sparkline(values: Sequence[int]) -> Sparkline | None:
    """Draw the curve through these values, beginning at 0 before the first game; None if nothing was played."""
    if not values:
        return None
    curve = [0, *values]
    highest, lowest = max(curve), min(curve)
    scale = (HEIGHT - 2 * MARGIN) / max(highest - lowest, 1)
    step = (WIDTH - 2 * MARGIN) / (len(curve) - 1)

    def height_of(value: int) -> int:
        return round(MARGIN + (highest - value) * scale)

    points = " ".join(f"{round(MARGIN + index * step)},{height_of(value)}" for index, value in enumerate(curve))
    return Sparkline(points=points, zero=height_of(0))
