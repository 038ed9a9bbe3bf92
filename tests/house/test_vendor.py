"""Vendored files are unchanged: licences, checksums, and the glyphs that the pages need."""

import hashlib
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

from tests.house.letters import NEIGHBOURS, UMLAUTS_AND_SIGNS

VENDOR = Path(__file__).resolve().parents[2] / "tournament" / "static" / "vendor"
FOLDERS = sorted(path for path in VENDOR.iterdir() if path.is_dir())


def characters(*names: str) -> set[str]:
    """All characters that these font files have together."""
    return {chr(code) for name in names for code in TTFont(VENDOR / name).getBestCmap()}


def test_there_is_something_to_check():
    assert [folder.name.rpartition("-")[0] for folder in FOLDERS][:1] == ["bootstrap"]


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_licence_stands_beside_the_files(folder):
    licences = [path for path in folder.iterdir() if path.name.upper().startswith("LICEN")]
    assert len(licences) == 1
    assert len(licences[0].read_text(encoding="utf-8")) > 500


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_checksums_hold_and_name_every_file(folder):
    stated = {}
    for line in (folder / "SHA256SUMS").read_text(encoding="utf-8").splitlines():
        digest, name = line.split(maxsplit=1)
        stated[name] = digest
    checksums = {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in folder.rglob("*")
        if path.is_file() and path.name != "SHA256SUMS"
    }
    assert stated == checksums


def test_no_source_map_is_shipped_or_asked_for():
    assert list(VENDOR.rglob("*.map")) == []
    texts = [path for path in VENDOR.rglob("*") if path.suffix in (".css", ".js", ".mjs")]
    assert [path for path in texts if "sourceMappingURL" in path.read_text(encoding="utf-8")] == []


@pytest.mark.parametrize("weight", [400, 600, 700])
def test_screen_font_has_the_characters_of_the_pages(weight):
    stem = "source-sans-3-5.3.0/source-sans-3"
    files = f"{stem}-latin-{weight}-normal.woff2", f"{stem}-latin-ext-{weight}-normal.woff2"
    assert set(UMLAUTS_AND_SIGNS + NEIGHBOURS) - characters(*files) == set()


def test_titles_have_the_characters_of_names():
    stem = "source-serif-4-5.3.1/source-serif-4"
    files = f"{stem}-latin-600-normal.woff2", f"{stem}-latin-ext-600-normal.woff2"
    assert set(UMLAUTS_AND_SIGNS + NEIGHBOURS) - characters(*files) == set()


@pytest.mark.parametrize("face", ["Regular", "Semibold"])
def test_paper_font_has_every_sign_in_one_file(face):
    file = f"source-sans-3.52.0/SourceSans3-{face}.ttf.woff2"
    assert set(UMLAUTS_AND_SIGNS + NEIGHBOURS + "✓←→") - characters(file) == set()


@pytest.mark.parametrize(
    "name",
    [
        "source-sans-3-5.3.0/source-sans-3-latin-400-normal.woff2",
        "source-sans-3-5.3.0/source-sans-3-latin-700-normal.woff2",
        "source-sans-3.52.0/SourceSans3-Semibold.ttf.woff2",
    ],
)
def test_figures_and_signs_are_of_one_width(name):
    font = TTFont(VENDOR / name)
    cmap, widths = font.getBestCmap(), font["hmtx"]
    assert len({widths[cmap[ord(sign)]][0] for sign in "0123456789+−"}) == 1
