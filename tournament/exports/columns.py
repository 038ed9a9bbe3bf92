"""Puts rows of known heights into columns and pages. WeasyPrint would take a minute to balance them.

Knows no rows and no words. Heights and widths are in em, the size of the type.
"""

from collections.abc import Sequence

# Widths of Source Sans Semibold in em, rather too wide than too narrow: a text judged too wide costs some room, one
# judged too narrow runs into the next line.
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
    """Estimate how wide a text is, in em."""
    return sum(WIDTHS.get(sign, CAPITAL if sign.isupper() else SMALL) for sign in text)


def line_count(text: str, width: float) -> int:
    """Estimate on how many lines a text is set. It breaks at spaces and hyphens, inside a word only if it must."""
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
