"""A paper sheet with one game too many: which lines may be the same game, written twice."""

from dataclasses import dataclass
from itertools import combinations

from tournament.selectors.scoresheets import SheetView
from tournament.sheet.lines import LineView

# Nobody reads a longer list: most games of an evening have the same points as some other game.
MOST_DOUBLES = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class Double:
    """Two lines with the same points for every seat."""

    first: LineView
    second: LineView


def likely_doubles(view: SheetView) -> list[Double]:
    """Return the pairs of lines with equal points, neighbours first, to be compared with the paper. No query."""
    played = [line for line in view.lines if line.written and any(cell.plus or cell.minus for cell in line.cells)]
    pairs = [(one, other) for one, other in combinations(played, 2) if one.cells == other.cells]
    pairs.sort(key=lambda pair: (pair[1].number - pair[0].number, pair[0].number))
    return [Double(first=one, second=other) for one, other in pairs[:MOST_DOUBLES]]
