"""The visible seal on a page: an emblem and two lines, drawn as a PDF form with its fonts embedded, as PDF/A asks.

The caller gives the words; this module only sets them.
"""

import io
from dataclasses import dataclass
from functools import lru_cache
from math import cos, pi, sin
from pathlib import Path

import pikepdf
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from pikepdf import Array, Dictionary, Name

from tournament.proof.seals.pdf import Stamp

FONTS = Path(__file__).resolve().parents[2] / "static/vendor/source-sans-3.52.0"
# The size of the place that a page leaves for the seal (paper.css, .seal-place).
MILLIMETRE = 72 / 25.4
WIDTH, HEIGHT = 62 * MILLIMETRE, 8 * MILLIMETRE
# The colour --ink of paper.css, which looks good on paper and on copies.
INK = "0.1137 0.1647 0.1373"
TITLE_SIZE, LINE_SIZE = 8.0, 7.0
# Digits and signs that every subset holds, so that all seals of a tournament can share one.
ALWAYS = " 0123456789ABCDEF.,:/-·−"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Font:
    """A subset of a font: the file, and the glyph number and width (in thousandths) of each character."""

    name: str
    file: bytes
    glyphs: dict[str, int]
    widths: list[int]
    box: list[int]
    ascent: int
    descent: int
    capitals: int

    def encoded(self, text: str) -> str:
        """Encode the text in hexadecimal, two bytes a character. Characters that the font lacks are left out."""
        return "".join(f"{self.glyphs[one]:04X}" for one in text if one in self.glyphs)

    def width(self, text: str, size: float) -> float:
        """Return the width of a text in points."""
        return sum(self.widths[self.glyphs[one]] for one in text if one in self.glyphs) * size / 1000


def stamp_form(pdf: pikepdf.Pdf, stamp: Stamp) -> pikepdf.Stream:
    """Make the stamp as a form of `pdf` with WIDTH by HEIGHT points. A text too long for its line is set smaller."""
    bold, regular = stamp_fonts(stamp)
    left = HEIGHT + 1.6 * MILLIMETRE
    room = WIDTH - left
    drawing = [
        *(f"{INK} rg", _emblem(HEIGHT / 2, HEIGHT / 2, HEIGHT / 2 - 0.5)),
        *("1 1 1 RG 1.5 w 1 J 1 j", _check_mark(HEIGHT / 2, HEIGHT / 2, HEIGHT / 6)),
        _text("Bold", bold, stamp.title, TITLE_SIZE, room, left, HEIGHT * 0.58),
        _text("Regular", regular, stamp.line, LINE_SIZE, room, left, HEIGHT * 0.18),
    ]
    return pdf.make_stream(
        "\n".join(drawing).encode("ascii"),
        Type=Name.XObject,
        Subtype=Name.Form,
        BBox=Array([0, 0, WIDTH, HEIGHT]),
        Resources=Dictionary(Font=Dictionary(Bold=_embedded(pdf, bold), Regular=_embedded(pdf, regular))),
    )


def stamp_fonts(stamp: Stamp) -> tuple[_Font, _Font]:
    """Return the fonts of its two lines: those of all seals of a language, once they are cut."""
    return (
        _font("SourceSans3-Semibold", frozenset(stamp.title + ALWAYS)),
        _font("SourceSans3-Regular", frozenset(stamp.line + ALWAYS)),
    )


def _text(resource: str, font: _Font, text: str, size: float, room: float, x: float, y: float) -> str:
    width = font.width(text, size)
    fitting = size * min(1, room / width) if width else size
    return f"BT /{resource} {fitting:.2f} Tf {x:.2f} {y:.2f} Td <{font.encoded(text)}> Tj ET"


def _emblem(x: float, y: float, radius: float, teeth: int = 16) -> str:
    """Draw a round seal with a scalloped edge."""
    inner, path = radius * 0.9, []
    for tooth in range(teeth):
        tip, end = 2 * pi * (tooth + 0.5) / teeth, 2 * pi * (tooth + 1) / teeth
        if not tooth:
            path.append(f"{x + inner:.2f} {y:.2f} m")
        # With both control points this far out, the curve between two notches just reaches the radius.
        out = inner + (radius - inner) * 4 / 3
        first, second = tip - pi / teeth * 0.6, tip + pi / teeth * 0.6
        points = [(out, first), (out, second), (inner, end)]
        path.append(" ".join(f"{x + far * cos(at):.2f} {y + far * sin(at):.2f}" for far, at in points) + " c")
    return " ".join([*path, "f"])


def _check_mark(x: float, y: float, size: float) -> str:
    return (
        f"{x - size:.2f} {y:.2f} m {x - size * 0.25:.2f} {y - size * 0.75:.2f} l "
        f"{x + size:.2f} {y + size * 0.75:.2f} l S"
    )


@lru_cache(maxsize=16)
def _font(name: str, characters: frozenset[str]) -> _Font:
    """Cut these characters out of one of our fonts. It takes 0.3 s and is cached: all seals of a language share it."""
    font = TTFont(FONTS / f"{name}.ttf.woff2")
    options = Options(layout_features=[], hinting=False, notdef_outline=True, name_IDs=[], drop_tables=["DSIG"])
    subsetter = Subsetter(options)
    subsetter.populate(text="".join(characters))
    subsetter.subset(font)
    per_em = font["head"].unitsPerEm / 1000
    head, metrics, order = font["head"], font["hmtx"].metrics, font.getGlyphOrder()
    font.flavor = None
    file = io.BytesIO()
    font.save(file)
    return _Font(
        name=f"SEALED+{name}",
        file=file.getvalue(),
        glyphs={chr(code): font.getGlyphID(glyph) for code, glyph in font.getBestCmap().items()},
        widths=[round(metrics[glyph][0] / per_em) for glyph in order],
        box=[round(value / per_em) for value in (head.xMin, head.yMin, head.xMax, head.yMax)],
        ascent=round(font["hhea"].ascent / per_em),
        descent=round(font["hhea"].descent / per_em),
        capitals=round(font["OS/2"].sCapHeight / per_em),
    )


def _embedded(pdf: pikepdf.Pdf, font: _Font) -> pikepdf.Object:
    name = Name(f"/{font.name}")
    descriptor = Dictionary(
        Type=Name.FontDescriptor,
        FontName=name,
        Flags=4,
        FontBBox=Array(font.box),
        ItalicAngle=0,
        Ascent=font.ascent,
        Descent=font.descent,
        CapHeight=font.capitals,
        StemV=80,
        FontFile2=pdf.make_stream(font.file, Length1=len(font.file)),
    )
    descendant = Dictionary(
        Type=Name.Font,
        Subtype=Name.CIDFontType2,
        BaseFont=name,
        CIDSystemInfo=Dictionary(Registry=b"Adobe", Ordering=b"Identity", Supplement=0),
        CIDToGIDMap=Name.Identity,
        FontDescriptor=pdf.make_indirect(descriptor),
        W=Array([0, Array(font.widths)]),
    )
    return pdf.make_indirect(
        Dictionary(
            Type=Name.Font,
            Subtype=Name.Type0,
            BaseFont=name,
            Encoding=Name("/Identity-H"),
            DescendantFonts=Array([pdf.make_indirect(descendant)]),
            ToUnicode=pdf.make_stream(_to_unicode(font)),
        )
    )


def _to_unicode(font: _Font) -> bytes:
    """Map each glyph to its character, so that the seal's words can be searched and read out."""
    pairs = [f"<{glyph:04X}> <{ord(one):04X}>" for one, glyph in sorted(font.glyphs.items()) if ord(one) < 0x10000]
    blocks = [pairs[at : at + 100] for at in range(0, len(pairs), 100)]
    return "\n".join(
        [
            "/CIDInit /ProcSet findresource begin 12 dict begin begincmap",
            "/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def",
            "/CMapName /Adobe-Identity-UCS def /CMapType 2 def",
            "1 begincodespacerange <0000> <FFFF> endcodespacerange",
            *("\n".join([f"{len(block)} beginbfchar", *block, "endbfchar"]) for block in blocks),
            "endcmap CMapName currentdict /CMap defineresource pop end end",
        ]
    ).encode("ascii")
