"""Makes the fonts that every page loads first: `python -m tests.screen_fonts` writes tournament/static/fonts.

They are cut from the vendored Source Sans 3 and Source Serif 4: the letters of German and of the languages around it,
figures, and the signs that pages use, in one file for each weight. The OFL reserves the name "Source" for unchanged
fonts, so these have names of their own. Whatever they lack, the vendored fonts show (tokens.css).
"""

import io
from pathlib import Path

from fontTools.merge import Merger
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

STATIC = Path(__file__).resolve().parent.parent / "tournament" / "static"
VENDOR, FONTS = STATIC / "vendor", STATIC / "fonts"
SANS, SERIF = "Spielliste Sans", "Spielliste Serif"

BASIC = "".join(map(chr, range(0x20, 0x7F))) + "\u00a0§©«°±·»½×ÄÖÜßäöü–—‘’‚“”„…•‹›€−↑↓"
ACCENTS = "ıÀÁÂÃÅÆÇÈÉÊËÌÍÎÏÑÒÓÔÕØÙÚÛÝàáâãåæçèéêëìíîïñòóôõøùúûýÿ"
NEIGHBOURS = "ẞĂăĄąĆćČčĎďĐđĘęĚěĞğİŁłŃńŇňŐőŘřŚśŞşŠšŤťŮůŰűŹźŻżŽžȘșȚț"
SIGNS = "←→✓"
FULL = "source-sans-3.52.0/SourceSans3-Semibold.ttf.woff2"  # the latin subsets have none of these signs
# Bold shows results. Bold letters are rare: the vendored font has them.
FIGURES = "0123456789 \u00a0+−-–.,:·/%()"
# Kerns show between letters, and in text beside these; those of all other signs would take a tenth of each file.
LETTERS = "".join(sign for sign in BASIC if sign.isalpha())
BESIDE_LETTERS = ".,-–’“„"


def without(signs: str) -> str:
    """What a latin subset has beside these signs."""
    return "".join(sign for sign in BASIC + ACCENTS if sign not in signs)


def vendored(name: str, characters: str, *, kern: bool = False) -> io.BytesIO:
    """The glyphs of these characters of a vendored font. Of its features at most the kerns: German wants no ligatures
    where two words meet ("auffallend"), and no figures but the usual ones are shown."""
    options = Options(layout_features=["kern"] if kern else [], name_IDs=[0, 14])
    options.drop_tables += ["BASE", "DSIG", "STAT"] + ([] if kern else ["GDEF"])
    font = TTFont(VENDOR / name, recalcTimestamp=False)
    subsetter = Subsetter(options)
    subsetter.populate(text=characters)
    subsetter.subset(font)
    font.flavor = None
    font.save(content := io.BytesIO())
    content.seek(0)
    return content


def named_font(family: str, *parts: io.BytesIO) -> bytes:
    """One font file of these parts under a name of its own."""
    created = TTFont(parts[0], recalcTimestamp=False)["head"].created
    font = Merger().merge(list(parts))
    font.recalcTimestamp = False
    font["head"].created = font["head"].modified = created  # the same file every time
    for number, text in ((1, family), (2, "Regular"), (4, family), (6, family.replace(" ", ""))):
        font["name"].setName(text, number, 3, 1, 0x409)
    font.flavor = "woff2"
    font.save(content := io.BytesIO())
    return content.getvalue()


def sans(weight: int) -> bytes:
    """The sans of the pages."""
    latin, further = (
        f"source-sans-3-5.3.0/source-sans-3-{part}-{weight}-normal.woff2" for part in ("latin", "latin-ext")
    )
    kerned = LETTERS + BESIDE_LETTERS
    return named_font(
        SANS,
        vendored(latin, kerned, kern=True),
        vendored(latin, without(kerned)),
        vendored(further, NEIGHBOURS),
        vendored(FULL, SIGNS),
    )


def serif() -> bytes:
    """The serif of titles and places."""
    latin, further = (f"source-serif-4-5.3.1/source-serif-4-{part}-600-normal.woff2" for part in ("latin", "latin-ext"))
    return named_font(
        SERIF, vendored(latin, LETTERS, kern=True), vendored(latin, without(LETTERS)), vendored(further, NEIGHBOURS)
    )


def figures() -> bytes:
    """Bold figures, and the signs."""
    bold = "source-sans-3-5.3.0/source-sans-3-latin-700-normal.woff2"
    return named_font(SANS, vendored(bold, FIGURES), vendored(FULL, SIGNS))


def screen_fonts() -> dict[str, bytes]:
    """All files by name."""
    return {
        "sans-400.woff2": sans(400),
        "sans-600.woff2": sans(600),
        "figures-700.woff2": figures(),
        "serif-600.woff2": serif(),
    }


if __name__ == "__main__":
    for name, content in screen_fonts().items():
        (FONTS / name).write_bytes(content)
        print(name, len(content))
