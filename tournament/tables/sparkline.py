"""The small curve of a player's points after every game, as the numbers of an SVG. Knows no player."""

from collections.abc import Sequence
from dataclasses import dataclass

WIDTH, HEIGHT, MARGIN = 320, 64, 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Sparkline:
    """A polyline and the height of its zero line, in user units of a viewBox of WIDTH by HEIGHT."""

    points: str
    zero: float
    width: int = WIDTH
    height: int = HEIGHT
    left: int = MARGIN
    right: int = WIDTH - MARGIN


def sparkline(values: Sequence[int]) -> Sparkline | None:
    """The curve through these values, from 0 before the first game; None where nothing was played."""
    if not values:
        return None
    curve = [0, *values]
    highest, lowest = max(curve), min(curve)
    scale = (HEIGHT - 2 * MARGIN) / max(highest - lowest, 1)
    step = (WIDTH - 2 * MARGIN) / (len(curve) - 1)

    def height_of(value: int) -> float:
        return round(MARGIN + (highest - value) * scale, 1)

    points = " ".join(f"{round(MARGIN + index * step, 1)},{height_of(value)}" for index, value in enumerate(curve))
    return Sparkline(points=points, zero=height_of(0))
