"""Sheets of any number of games: each page has its head, lines and names, and none has signatures alone."""

import datetime as dt
import itertools
from pathlib import Path

import pytest

from tests.tournament.exports.boxes import collisions
from tests.tournament.exports.scanned import picture, twice_copied
from tests.tournament.exports.sheets_of_length import BORDERS, KINDS, expected_sheet, read_sheets, written_page
from tournament.exports.pdf import render_pdf
from tournament.exports.printed_lines import PrintedCell, PrintedLine, PrintedRound
from tournament.exports.scoresheet import blank_pdf
from tournament.exports.sheet_pages import sheet_pages, written_heights
from tournament.models import Tournament


def rounds(games: int, size: int) -> list[PrintedRound]:
    lines = [PrintedLine(number=number, dealer=1, cells=(PrintedCell(),) * 4) for number in range(1, games + 1)]
    return [
        PrintedRound(title=f"Round {first // size + 1}", lines=tuple(lines[first : first + size]), running=("",) * 4)
        for first in range(0, games, size)
    ]


@pytest.mark.parametrize(
    ("games", "size", "pages"),
    [
        (1, 4, ["1"]),
        (48, 4, ["4 4 4 4 4 4 4 4 4 4 4 4"]),
        (48, 48, ["48"]),
        (49, 4, ["4 4 4 4 4 4 4", "4 4 4 4 4 1"]),
        (56, 8, ["8 8 8 8", "8 8 8"]),
        (100, 4, ["4 4 4 4 4 4 4 4 4", "4 4 4 4 4 4 4 4 4", "4 4 4 4 4 4 4"]),
        # A round that is longer than a page goes on on the next one: its checksum line is there.
        (60, 60, ["30+", "30"]),
        (100, 50, ["34+", "16 18+", "32"]),
    ],
)
def test_the_rounds_are_shared_out_over_the_pages(games: int, size: int, pages: list[str]) -> None:
    shared = sheet_pages(rounds(games, size))
    assert [" ".join(f"{len(one.lines)}{'' if one.title else '+'}" for one in page) for page in shared] == pages
    assert [line.number for page in shared for one in page for line in one.lines] == list(range(1, games + 1))


def test_a_sheet_without_games_has_one_page() -> None:
    assert sheet_pages([]) == [[]]


def test_fewer_games_have_higher_rows() -> None:
    heights = [written_heights(sheet_pages(rounds(games, 4)), nameless=True).row for games in (8, 24, 32, 40, 48, 64)]
    assert [round(height, 1) for height in heights] == [10.0, 5.7, 4.2, 3.3, 2.7, 4.2]


@pytest.mark.parametrize("seats", [4, 5])
@pytest.mark.parametrize("kind", ["blank", "long capitals"])
def test_the_lengths_at_which_pages_change(seats: int, kind: str) -> None:
    pdf = render_pdf([written_page(games, seats, kind) for games in BORDERS], title="x")
    assert read_sheets(pdf) == [expected_sheet(games, seats) for games in BORDERS]


@pytest.mark.proof
@pytest.mark.parametrize("seats", [4, 5])
@pytest.mark.parametrize("first", [1, 2, 3, 4])
def test_every_length_blank_and_with_names(first: int, seats: int) -> None:
    """Every length is printed blank and in one of the other kinds, which take turns."""
    lengths = range(first, 65, 4)
    for kind in ("blank", KINDS[first]):
        pdf = render_pdf([written_page(games, seats, kind) for games in lengths], title="x")
        assert read_sheets(pdf) == [expected_sheet(games, seats) for games in lengths]


def dark_runs(pixels: list[int]) -> int:
    """How many dark lines are crossed."""
    return sum(one < 128 <= before for before, one in itertools.pairwise([255, *pixels]))


@pytest.mark.parametrize("dpi", [150, 200])
@pytest.mark.parametrize(("games", "seats"), [(48, 4), (32, 5)])
def test_inner_lines_survive_a_copy_of_a_copy(games: int, seats: int, dpi: int) -> None:
    image = twice_copied(picture(render_pdf([written_page(games, seats, "blank")], title="x"), dpi))

    def at(millimetres: float) -> int:
        return round(millimetres / 25.4 * dpi)

    row = written_heights(sheet_pages(rounds(games, seats)), nameless=True).row
    # Through the first line, right of the game's left edge, and down the first player's plus column.
    first = at(49.45 + row / 2)
    across = [image.getpixel((x, first)) for x in range(at(30), at(200))]
    down = [image.getpixel((at(61), y)) for y in range(at(48), at(246))]
    checksums = -(-games // seats)
    # The edge of the initials, three at each player, the last of them the edge of the sheet.
    assert (dark_runs(across), dark_runs(down)) == (1 + 2 * seats + 1, games + checksums + 2 + 1)


def test_nothing_covers_anything_on_a_crowded_sheet() -> None:
    pages = [written_page(48, seats, kind) for seats in (4, 5) for kind in ("blank", "long", "long capitals")]
    assert collisions(pages) == [[]] * len(pages)


@pytest.mark.parametrize(("rules", "games"), [("g40", 40), ("sheets/muenchsmuenster", 48)])
def test_published_rules_of_more_than_32_games_have_one_page(rules: str, games: int) -> None:
    """Both once put the lines for supervisor and management alone on a second page."""
    text = Path(f"fixtures/rules/{rules}.toml").read_text(encoding="utf-8")
    [[page]] = read_sheets(blank_pdf(Tournament(name=rules, day=dt.date(2026, 11, 28), frozen_ruleset=text)))
    assert (page.head, page.games, page.signatures) == (True, tuple(range(1, games + 1)), True)
