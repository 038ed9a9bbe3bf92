"""The rows of a measurement, as a table of markdown and as JSON, beside the limits of the same run."""

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One line: turns a second, the milliseconds of half and of 99 in 100 of them, and what the server computed.

    `beside` says in words what the row is beside its limit, `goal` what it should be, `holds` whether it is so; None
    where there is no goal.
    """

    what: str
    rate: float
    p50: float
    p99: float
    cpu: float
    bytes: int = 0
    beside: str = ""
    goal: str = ""
    holds: bool | None = None
    errors: int = 0

    def cells(self) -> list[str]:
        mark = {True: "", False: " **missed**", None: ""}[self.holds]
        told = self.what + (f" ({self.errors} errors)" if self.errors else "")
        figures = [_short(value) for value in (self.rate, self.p50, self.p99, self.cpu)]
        size = f"{self.bytes / 1000:.1f}" if self.bytes else ""
        return [told, *figures, size, self.beside, self.goal + mark]


HEAD = ["row", "a second", "p50 ms", "p99 ms", "CPU ms", "kB", "beside", "goal"]


def markdown(rows: Sequence[Row]) -> str:
    """The rows as a table of markdown."""
    lines = [HEAD, ["---"] * len(HEAD), *(row.cells() for row in rows)]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def values(rows: Sequence[Row]) -> list[dict[str, Any]]:
    """The rows as values of JSON."""
    return [asdict(row) for row in rows]


def exponent(sizes: Sequence[int], costs: Sequence[float]) -> float:
    """The power of the size with which a cost grows: the slope of a line through the logarithms, by least squares."""
    xs, ys = [math.log(size) for size in sizes], [math.log(max(cost, 1e-6)) for cost in costs]
    x, y = sum(xs) / len(xs), sum(ys) / len(ys)
    spread = sum((one - x) ** 2 for one in xs)
    return sum((one - x) * (other - y) for one, other in zip(xs, ys, strict=True)) / spread


def _short(value: float) -> str:
    if not math.isfinite(value):
        return "–"
    return f"{value:.0f}" if value >= 100 else f"{value:.1f}" if value >= 10 else f"{value:.2f}"
