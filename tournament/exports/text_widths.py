"""The printed width of a text, by the figures of our own fonts. Knows no page and no rows."""

import unicodedata
from collections.abc import Mapping
from functools import cache
from pathlib import Path

REGULAR, SEMIBOLD = "Regular", "Semibold"
FONTS = Path(__file__).resolve().parent.parent / "static" / "vendor" / "source-sans-3.52.0"
# The widths in em of signs that our fonts lack: those of East Asia are as wide as high, others rarely wider than this.
EAST_ASIAN, OTHER = 1.0, 0.7


def text_width(text: str, font: str = SEMIBOLD, size: float = 1.0) -> float:
    """Return the width of a text on one line, in the unit of `size`, the size of the type."""
    widths = load_widths(font)
    return size * sum(widths[sign] if sign in widths else _missing(sign) for sign in text)


@cache
def load_widths(font: str) -> Mapping[str, float]:
    """Read the width of each sign of one of our fonts, in em. It takes a tenth of a second, so each process reads a
    font once."""
    from fontTools.ttLib import TTFont  # imported here because most processes print nothing

    with TTFont(FONTS / f"SourceSans3-{font}.ttf.woff2", lazy=True) as file:
        units, advances = file["head"].unitsPerEm, file["hmtx"].metrics
        return {chr(code): advances[glyph][0] / units for code, glyph in file.getBestCmap().items()}


def _missing(sign: str) -> float:
    if unicodedata.combining(sign):
        return 0
    return EAST_ASIAN if unicodedata.east_asian_width(sign) in "WF" else OTHER
