"""The fonts that every page loads first: as they are made, under names of their own, and never twice."""

import re

import pytest
from fontTools.ttLib import TTFont

from tests.house.letters import NEIGHBOURS, UMLAUTS_AND_SIGNS
from tests.screen_fonts import FONTS, SANS, SERIF, STATIC, screen_fonts

TOKENS = (STATIC / "css" / "tokens.css").read_text(encoding="utf-8")
PRELOADS = STATIC.parent.parent / "templates" / "_fonts.html"
FACE = re.compile(r'font-family: "([^"]+)"; font-weight: (\d+);[^}]*url\("\.\./([^"]+)"\)[^}]*unicode-range: ([^;]+);')
NAMES = sorted(path.name for path in FONTS.glob("*.woff2"))


def characters(ranges: str) -> set[int]:
    """The code points of a unicode-range."""
    codes: set[int] = set()
    for part in ranges.split(","):
        first, _, last = part.strip().removeprefix("U+").partition("-")
        codes |= set(range(int(first, 16), int(last or first, 16) + 1))
    return codes


def faces() -> dict[tuple[str, str], dict[str, set[int]]]:
    """By family and weight: the files that the pages name, each with its characters."""
    files: dict[tuple[str, str], dict[str, set[int]]] = {}
    for family, weight, file, ranges in FACE.findall(TOKENS):
        files.setdefault((family, weight), {})[file] = characters(ranges)
    return files


def test_they_are_made_from_the_vendored_fonts():
    assert screen_fonts() == {name: (FONTS / name).read_bytes() for name in NAMES}


def test_every_page_asks_for_all_of_them_at_once():
    assert sorted(re.findall(r'static "fonts/([^"]+)"', PRELOADS.read_text(encoding="utf-8"))) == NAMES


def test_their_licence_stands_beside_them():
    assert (FONTS / "LICENSE").read_bytes() == (STATIC / "vendor/source-sans-3-5.3.0/LICENSE").read_bytes()


@pytest.mark.parametrize("name", NAMES)
def test_they_do_not_bear_the_reserved_name(name):
    names = {record.nameID: str(record) for record in TTFont(FONTS / name)["name"].names}
    assert names[1] in {SANS, SERIF}
    assert [number for number, text in names.items() if "Source" in text] == [0]  # the copyright, which must stay


@pytest.mark.parametrize("key", sorted(faces()), ids=str)
def test_a_character_of_ours_comes_from_no_other_file(key):
    """Where two files have the same character, a browser that waits for the one asks for the other, too."""
    files = faces()[key]
    (ours,) = [file for file in files if file.startswith("fonts/")]
    assert files[ours] == set(TTFont(STATIC / ours).getBestCmap())
    assert [file for file in files if file != ours and files[file] & files[ours]] == []


@pytest.mark.parametrize("key", sorted(faces()), ids=str)
def test_the_pages_lack_no_character(key):
    signs = set() if "Serif" in key[0] else set("✓←→")
    assert {chr(code) for file in faces()[key].values() for code in file} >= set(UMLAUTS_AND_SIGNS + NEIGHBOURS) | signs


def test_names_of_the_neighbours_need_no_second_font():
    """A hall has many of them: such a name must not cost every phone another 33 kB."""
    for name in ("sans-400", "sans-600", "serif-600"):
        assert set(NEIGHBOURS) <= set(map(chr, TTFont(FONTS / f"{name}.woff2").getBestCmap()))
