"""Widths of texts by the figures of our fonts: what WeasyPrint lays out is as wide; what is too wide is set smaller."""

import pytest

from tests.tournament.exports.printed_draws import names
from tournament.exports.pdf import render_form
from tournament.exports.printed_lines import PrintedLine
from tournament.exports.text_widths import EAST_ASIAN, OTHER, REGULAR, SEMIBOLD, text_width

TEXTS = [*names(30), "Đorđević Łukasz", "STRAẞMAIER", "27", "5.2.14 KR, AO", "Herz-Solo Tout", "+120 −90"]


@pytest.mark.parametrize(("font", "weight"), [(REGULAR, 400), (SEMIBOLD, 600)])
def test_no_text_is_set_wider_and_none_much_narrower(font, weight):
    """Pairs of letters move closer together, which the figures of single letters do not say."""
    style = f"display: table; white-space: nowrap; font: {weight} 20px 'Paper Sans'"
    lines = "".join(f'<p id="t{number}" style="{style}">{text}</p>' for number, text in enumerate(TEXTS))
    pages = render_form(f"<body style='width: 300mm'>{lines}</body>", styles=("css/paper.css",))[1]
    boxes = {name: right - left for places in pages for name, (left, _top, right, _bottom) in places.items()}
    shares = {text: boxes[f"t{number}"] / text_width(text, font, 20) for number, text in enumerate(TEXTS)}
    assert len(boxes) == len(TEXTS)
    assert (max(shares.values()) <= 1.01, min(shares.values()) >= 0.95) == (True, True), shares


def test_signs_that_no_font_of_ours_has():
    assert [text_width(sign) for sign in ("e\N{COMBINING ACUTE ACCENT}", "名", "\N{HEBREW LETTER DALET}")] == [
        text_width("e") + text_width("\N{COMBINING ACUTE ACCENT}"),
        EAST_ASIAN,
        OTHER,
    ]


@pytest.mark.parametrize(
    ("word", "old", "why", "is_long"),
    [
        ("Bettel-Brett", "", "", False),
        ("Ramsch-Tout", "", "", True),
        ("Sie", "Rufer E", "", False),
        ("Wenz", "Rufer Gras", "", True),
        ("Solo E", "", "Schneider, 3 Laufende", False),
        ("Solo Schellen", "", "Schneider, 3 Laufende, Kontra", True),
    ],
)
def test_a_game_is_set_smaller_where_its_words_are_wider_than_its_column(word, old, why, is_long):
    assert PrintedLine(number=1, dealer=1, cells=(), word=word, old_word=old, why=why).is_long == is_long
