"""Promises of the look that can be computed: contrast in both modes, smallest type, pages that a strict CSP allows."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
CSS = ROOT / "tournament" / "static" / "css"
SCREEN = sorted(path for path in CSS.glob("*.css") if path.name not in {"paper.css", "poster.css", "plan.css"})
# WeasyPrint's templates are not pages: no browser shows them and no policy applies to them.
PAGES = sorted(path for path in (ROOT / "templates").rglob("*.html") if "exports" not in path.parts)

TEXT = [
    (fg, bg)
    for fg in ("ink", "soft", "plus", "minus")
    for bg in ("paper", "sheet", "band", "picked", "warning", "problem")
]
TEXT += [("on-fill", "fill"), ("on-primary", "primary"), ("on-header", "header"), ("on-header-soft", "header")]
# WCAG 1.4.11 asks for only 3:1 between a control's border or a mark of state and what is beside it.
SHAPES = [
    ("control", "sheet"),
    ("control", "paper"),
    ("picked-line", "sheet"),
    ("picked-line", "picked"),
    ("problem-line", "problem"),
]


def modes() -> dict[str, dict[str, str]]:
    """The colours of tokens.css by mode; dark names only those it changes."""
    blocks = re.findall(r":root \{(.*?)\}", (CSS / "tokens.css").read_text(encoding="utf-8"), re.S)
    light, dark = (dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", block)) for block in blocks)
    return {"light": light, "dark": light | dark}


def luminance(colour: str) -> float:
    """Relative luminance of #rrggbb as WCAG 2 defines it."""
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    r, g, b = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contrast(one: str, other: str) -> float:
    """The contrast ratio of two colours, 1 to 21."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def test_contrast_of_black_and_white_is_21():
    assert round(contrast("#000000", "#ffffff"), 2) == 21.0


@pytest.mark.parametrize("mode", ["light", "dark"])
@pytest.mark.parametrize(("pair", "least"), [(p, 4.5) for p in TEXT] + [(p, 3.0) for p in SHAPES], ids=str)
def test_contrast(mode, pair, least):
    colours = modes()[mode]
    assert contrast(colours[pair[0]], colours[pair[1]]) >= least


def test_paper_prints_the_light_colours():
    light, paper = modes()["light"], paper_colours(":root")
    assert paper == {name: light[name] for name in paper}
    assert {"ink", "plus", "minus", "band"} <= set(paper)


def test_a_filled_sheet_is_darker_so_that_it_can_be_copied():
    light, filled = modes()["light"], paper_colours(".filled")
    assert set(filled) == {"line", "rule", "soft"}
    assert [name for name in filled if luminance(filled[name]) >= luminance(light[name])] == []


def paper_colours(rule: str) -> dict[str, str]:
    """The colours that a rule of the paper's style sheet sets."""
    style = (CSS / "paper.css").read_text(encoding="utf-8")
    match = re.search(rf"^{re.escape(rule)} {{([^}}]*)}}", style, re.MULTILINE)
    assert match is not None
    return dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", match[1]))


@pytest.mark.parametrize("path", SCREEN, ids=lambda path: path.name)
def test_no_type_below_13_px(path):
    sizes = re.findall(r"font(?:-size)?:[^;]*?(\d*\.?\d+)rem", path.read_text(encoding="utf-8"))
    assert [size for size in sizes if float(size) * 16 < 13] == []


@pytest.mark.parametrize("path", SCREEN, ids=lambda path: path.name)
def test_colours_come_from_the_tokens(path):
    text = path.read_text(encoding="utf-8")
    if path.name == "tokens.css":
        text = text.split("/* Bootstrap speaks")[1]
    # A variable's own value is a token; the header keeps its suits' colours in both modes, print keeps the paper white.
    assert re.findall(r"(?<!-)\b(?:color|background|border|fill|stroke)[\w-]*:[^;]*#[0-9a-f]{3,6}", text) == []


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.relative_to(ROOT / "templates").as_posix())
def test_page_needs_nothing_inline(path):
    text = path.read_text(encoding="utf-8")
    assert re.findall(r"<style|\sstyle=|\son[a-z]+=|<script(?![^>]*(?:\ssrc=|application/json|importmap))", text) == []
