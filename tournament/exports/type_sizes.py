"""The type in which a name fits its place on a scoresheet, whatever it is. Knows widths of letters, no rows.

The places of a sheet with names and empty lines have their sizes (paper.css): what is longer is set smaller.
"""

import unicodedata

# Of a small letter's width: what is enough for a whole name, on the narrow side.
CAPITAL, WIDE = 1.35, 2.2
# Small letters that fit at a table of four in the usual type, and in the smaller one.
PLAYER, LONG_PLAYER = 30, 60
SIGNER = 46
# In the two lines for scorekeeper, cards and first dealer.
KEEPER = 38


def width(text: str) -> float:
    """About how many small letters it is as wide as."""
    return sum(_width(letter) for letter in text)


def player_size(name: str, seats: int) -> str:
    """The class of a name in the head of the columns: "", "is-long" or "is-longest"."""
    wide = width(name) * seats / 4
    if wide <= PLAYER:
        return ""
    return "is-long" if wide <= LONG_PLAYER else "is-longest"


def signer_size(name: str, seats: int) -> str:
    """The class of a name below its line for the signature."""
    return "is-long" if width(name) * seats / 4 > SIGNER else ""


def keeper_size(name: str) -> str:
    """The class of the line that names the scorekeeper."""
    return "is-long" if width(name) > KEEPER else ""


def _width(letter: str) -> float:
    if unicodedata.combining(letter):
        return 0
    if unicodedata.east_asian_width(letter) in "WF":
        return WIDE
    return CAPITAL if letter.isupper() else 1
