"""The type in which a name of any length fits its place on a scoresheet. Knows widths of letters, no rows.

The places on a sheet have fixed sizes (paper.css), so longer names are set smaller.
"""

import unicodedata
from collections.abc import Sequence

# Widths in small letters, rather too narrow: over a whole name that evens out.
CAPITAL, WIDE = 1.35, 2.2
# How many small letters fit at a table of four, and the class of the type in which they fit.
PLAYER = ((30, ""), (60, "is-long"), (120, "is-longer"))
SIGNER = ((46, ""), (110, "is-long"))
LONGEST = "is-longest"
# The same for the line behind the word "Scorekeeper", for the line below the title, for the management, for the foot.
KEEPER = ((24, ""), (90, "is-long"))
TITLE = ((84, ""), (190, "is-long"))
MANAGEMENT = ((50, ""), (140, "is-long"))
RULES = ((105, ""), (250, "is-long"))


def width(text: str) -> float:
    """Estimate the width, counted in small letters."""
    return sum(_width(letter) for letter in text)


def block_letters(name: str) -> str:
    """Return capitals that stay as different as the small letters: Süß does not become SÜSS."""
    return name.replace("ß", "ẞ").upper()


def player_size(name: str, seats: int) -> str:
    """Return the class of a name above the columns."""
    return _size(name, PLAYER, narrower=seats / 4)


def signer_size(name: str, seats: int) -> str:
    """Return the class of a name below the line for its signature."""
    return _size(name, SIGNER, narrower=seats / 4)


def keeper_size(name: str) -> str:
    """Return the class of the line that names the scorekeeper."""
    return _size(name, KEEPER)


def title_size(text: str) -> str:
    """Return the class of the line that names tournament, place and day."""
    return _size(text, TITLE)


def management_size(text: str) -> str:
    """Return the class of the management's name below its line."""
    return _size(text, MANAGEMENT)


def rules_size(text: str) -> str:
    """Return the class of the foot that names the rules."""
    return _size(text, RULES)


def _size(text: str, sizes: Sequence[tuple[int, str]], *, narrower: float = 1) -> str:
    wide = width(text) * narrower
    return next((size for most, size in sizes if wide <= most), LONGEST)


def _width(letter: str) -> float:
    if unicodedata.combining(letter):
        return 0
    if unicodedata.east_asian_width(letter) in "WF":
        return WIDE
    return CAPITAL if letter.isupper() else 1
