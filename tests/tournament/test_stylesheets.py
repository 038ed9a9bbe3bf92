"""The style sheets of public pages: nothing is lost where they are joined."""

import re

import pytest

from tournament.settings import BASE_DIR
from tournament.stylesheets import COMMENT, PARTS, REBOOT, joined_sheets, short, stylesheets_of

STATIC = BASE_DIR / "tournament" / "static"


def text_of(kind):
    return "".join((STATIC / part).read_text(encoding="utf-8") for part in PARTS[kind])


def test_a_style_sheet_is_shortened_and_says_the_same():
    css = """/*! MIT */:root{--bs-red:#f00;--bs-blue:#00f}
    /* why */
    a:hover, .b :focus { color: var(--bs-blue); margin: 0 0 1rem; content: "· "; }
    @media (min-width: 44rem) and (max-width: 60rem) { .c > .d { width: calc(1rem + 2px); } }
    """
    shortened = (
        '/*! MIT */:root{--bs-blue:#00f}a:hover, .b :focus{color: var(--bs-blue);margin: 0 0 1rem;content: "· ";}'
        "@media (min-width: 44rem) and (max-width: 60rem){.c > .d{width: calc(1rem + 2px);}}"
    )
    assert short(css) == shortened


@pytest.mark.parametrize("kind", PARTS)
def test_no_rule_is_lost(kind):
    """As many blocks and values as before, but for the values of Bootstrap that nobody reads."""
    before, after = COMMENT.sub("", text_of(kind)), short(text_of(kind))
    assert [after.count(sign) for sign in "{}"] == [before.count(sign) for sign in "{}"]
    names = set(re.findall(r"var\((--bs-[\w-]+)", before))
    assert set(re.findall(r"(--bs-[\w-]+):", after)) == names & set(re.findall(r"(--bs-[\w-]+):", before))
    own = r"(?<![\w-])(?!--bs-)[a-z-]+:[^:;{}]"
    assert len(re.findall(own, re.sub(r"\s", "", after))) == len(re.findall(own, re.sub(r"\s", "", before)))


@pytest.mark.parametrize("kind", PARTS)
def test_parts_are_joined_in_an_installation_only(kind, settings):
    assert stylesheets_of(kind) == PARTS[kind]
    settings.WHITENOISE_USE_FINDERS = False
    assert stylesheets_of(kind) == (joined_sheets(kind),)


def test_what_is_written_last_wins():
    """Bootstrap comes first, so that every style sheet of ours overrides it."""
    assert {parts[0] for parts in PARTS.values()} == {REBOOT}


def test_parts_lie_beside_the_joined_file_or_name_no_other_file():
    """An address in a style sheet is relative to its folder."""
    elsewhere = {part for parts in PARTS.values() for part in parts if not part.startswith("css/")}
    assert [part for part in elsewhere if re.search(r'url\("?(?!"?data:)', (STATIC / part).read_text())] == []
