"""Puts rows of known heights into columns and pages. WeasyPrint would take a minute to balance them.

Knows no rows and no words. Heights and widths are in em, the size of the type.
"""

from collections.abc import Sequence

from tournament.exports.text_widths import text_width

# Estimate too many lines rather than too few: a text judged too wide costs some room, one judged too narrow runs into
# the next line.
MARGIN = 1.04

Page = list[list[int]]


def line_count(text: str, width: float) -> int:
    """Estimate how many lines, `width` em wide, a text takes in bold.

    It breaks at spaces and hyphens, and inside a word only if it must.
    """
    width, space = max(width, 1.0), text_width(" ")
    lines, rest = 1, width
    for word in text.replace("-", "- ").split():
        needed = MARGIN * (text_width(word) + space)
        if needed > rest and rest < width:
            lines, rest = lines + 1, width
        over = int(needed // width)
        lines, rest = lines + over, rest - needed + over * width
    return lines


def page_columns(heights: Sequence[float], *, room: float, columns: int) -> list[Page]:
    """Return pages of columns, each column the indices of its rows, in order: few pages, evenly filled.

    `room` is the height of a column; a row that is higher than that gets a column of its own.
    """
    fewest = len(_filled(heights, room, columns))
    low, high = 0.0, room
    # Lower the columns as far as the number of pages stays the same, to a hundredth of a line.
    while high - low > 0.01:
        middle = (low + high) / 2
        low, high = (low, middle) if len(_filled(heights, middle, columns)) <= fewest else (middle, high)
    return _filled(heights, high, columns)


def _filled(heights: Sequence[float], room: float, columns: int) -> list[Page]:
    filled: Page = []
    height = room
    for index, needed in enumerate(heights):
        if not filled or height + needed > room:
            filled.append([])
            height = 0.0
        filled[-1].append(index)
        height += needed
    return [filled[first : first + columns] for first in range(0, len(filled), columns)]
