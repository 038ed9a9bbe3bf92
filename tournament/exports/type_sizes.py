"""The type in which a name of any length fits its place on a scoresheet. Knows no rows.

The places on a sheet have fixed sizes (paper.css), so longer names are set smaller.
"""

from collections.abc import Sequence

from tournament.exports.text_widths import REGULAR, SEMIBOLD, text_width

# The width, in em, up to which a text is set in the type of each class: a name at a table of four, and below the line
# for its signature.
PLAYER = ((14.2, ""), (28.1, "is-long"), (56.5, "is-longer"))
SIGNER = ((20.8, ""), (49.7, "is-long"))
LONGEST = "is-longest"
# The same for the line behind the word "Scorekeeper", for the line below the title, for the management, for the foot.
KEEPER = ((10.9, ""), (40.8, "is-long"))
TITLE = ((38.0, ""), (85.7, "is-long"))
MANAGEMENT = ((22.6, ""), (63.3, "is-long"))
RULES = ((47.4, ""), (112.9, "is-long"))


def block_letters(name: str) -> str:
    """Return capitals that differ wherever the small letters do: Süß does not become SÜSS."""
    return name.replace("ß", "ẞ").upper()


def player_size(name: str, seats: int) -> str:
    """Return the class of a name above the columns."""
    return _size(name, PLAYER, font=SEMIBOLD, narrower=seats / 4)


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


def _size(text: str, sizes: Sequence[tuple[float, str]], *, font: str = REGULAR, narrower: float = 1) -> str:
    wide = text_width(text, font) * narrower
    return next((size for most, size in sizes if wide <= most), LONGEST)
