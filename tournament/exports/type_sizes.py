"""The type in which a name fits its place on a scoresheet, whatever it is. Knows widths of letters, no rows.

The places of a sheet with names and empty lines have their sizes (paper.css): what is longer is set smaller.
"""

import unicodedata
from collections.abc import Sequence

# Of a small letter's width: what is enough for a whole name, on the narrow side.
CAPITAL, WIDE = 1.35, 2.2
# How many small letters fit at a table of four, and the class of the type in which they do.
PLAYER = ((30, ""), (60, "is-long"), (120, "is-longer"))
SIGNER = ((46, ""), (110, "is-long"))
LONGEST = "is-longest"
# Behind the word for the scorekeeper.
KEEPER = 24


def width(text: str) -> float:
    """About how many small letters it is as wide as."""
    return sum(_width(letter) for letter in text)


def block_letters(name: str) -> str:
    """Capitals that keep apart what the small letters keep apart: Süß is not Süss."""
    return name.replace("ß", "ẞ").upper()


def player_size(name: str, seats: int) -> str:
    """The class of a name in the head of the columns."""
    return _size(name, seats, PLAYER)


def signer_size(name: str, seats: int) -> str:
    """The class of a name below its line for the signature."""
    return _size(name, seats, SIGNER)


def keeper_size(name: str) -> str:
    """The class of the line that names the scorekeeper."""
    return "is-long" if width(name) > KEEPER else ""


def _size(name: str, seats: int, sizes: Sequence[tuple[int, str]]) -> str:
    wide = width(name) * seats / 4
    return next((size for most, size in sizes if wide <= most), LONGEST)


def _width(letter: str) -> float:
    if unicodedata.combining(letter):
        return 0
    if unicodedata.east_asian_width(letter) in "WF":
        return WIDE
    return CAPITAL if letter.isupper() else 1
