"""Rows of known heights into columns and pages, by hand: WeasyPrint takes a minute to balance columns.

Knows no rows and no words. Heights and widths are in em, the size of the type.
"""

from collections.abc import Sequence

# Widths of Source Sans Semibold in em, on the safe side: a line that is thought too long costs room, one that is
# thought too short runs into the next.
WIDTHS = {
    sign: width
    for signs, width in {
        " ": 0.21,
        "ijlI.,:;'’|": 0.29,
        "frtł-–()/": 0.37,
        "sczvxyJ": 0.48,
        "aegkäéèLYEF0123456789": 0.53,
        "mwMW&@": 0.84,
    }.items()
    for sign in signs
}
CAPITAL, SMALL = 0.66, 0.57

Page = list[list[int]]


def text_width(text: str) -> float:
    """About how wide a text is set, in em."""
    return sum(WIDTHS.get(sign, CAPITAL if sign.isupper() else SMALL) for sign in text)


def line_count(text: str, width: float) -> int:
    """On how many lines of so many em a text is set: broken at spaces and hyphens, longer words anywhere."""
    width = max(width, 1.0)
    lines, left = 1, width
    for word in text.replace("-", "- ").split():
        needed = text_width(word) + WIDTHS[" "]
        if needed > left and left < width:
            lines, left = lines + 1, width
        over = int(needed // width)
        lines, left = lines + over, left - needed + over * width
    return lines


def page_columns(heights: Sequence[float], *, room: float, columns: int) -> list[Page]:
    """Pages of so many columns, each the indices of its rows in order: as few pages as there may be, evenly filled.

    `room` is the height of a column; a row that is higher has a column of its own.
    """
    fewest = len(_filled(heights, room, columns))
    low, high = 0.0, room
    # To a hundredth of a line, as low as the same pages allow.
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
