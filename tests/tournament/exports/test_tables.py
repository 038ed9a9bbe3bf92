"""Sheets of tables of three, four and five on paper and as worksheets, by every bundled ruleset."""

import io

import pytest
from openpyxl import load_workbook
from pypdf import PdfReader

from scoring.ruleset import bundled_rulesets, load_ruleset
from tests.worlds.factories import make_participants, make_tournament, make_user, open_scoresheet
from tests.worlds.sheets import fill
from tournament.exports.prefilled import prefilled_pdf
from tournament.exports.scoresheet import blank_pdf, scoresheet_pdf
from tournament.exports.workbook import workbook_of
from tournament.models import Scoresheet
from tournament.selectors.prefilled import prefilled_sheets
from tournament.selectors.scoresheets import SheetView, sheet_view
from tournament.standings.selectors.standings import overall_standings

pytestmark = pytest.mark.django_db
TABLES = [(name, seats) for name in bundled_rulesets() for seats in load_ruleset(name).seats]


def opened(name: str, seats: int) -> Scoresheet:
    tournament = make_tournament(rules=name)
    make_participants(tournament, seats)
    return open_scoresheet(tournament, seats=seats)


def pages(pdf: bytes) -> list[str]:
    return [" ".join(page.extract_text().split()) for page in PdfReader(io.BytesIO(pdf)).pages]


def filled(name: str, seats: int) -> SheetView:
    """A sheet with the same Solo or Heart Solo in every line where the dealer allows it, and empty lines elsewhere."""
    sheet, actor = opened(name, seats), make_user("supervisor")
    ruleset = load_ruleset(name)
    letters = "hs" if "heart-solo" in ruleset.contracts else "s"
    entries = [f"{letters}{number % seats + 1}+" for number in range(1, ruleset.games(seats) + 1)]
    return sheet_view(fill(sheet, actor, entries))


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_one_page_whatever_the_table(name: str, seats: int) -> None:
    view = filled(name, seats)
    games = load_ruleset(name).games(seats)
    for pdf in (scoresheet_pdf(view), prefilled_pdf(prefilled_sheets(view.scoresheet.match), capitals=True)):
        (page,) = pages(pdf)
        assert all((seat.name in page) or (seat.name.replace("ß", "ẞ").upper() in page) for seat in view.seats)
        assert f" {games} " in page


@pytest.mark.parametrize("name", bundled_rulesets())
def test_a_blank_page_for_each_size_of_table(name: str) -> None:
    ruleset = load_ruleset(name)
    texts = pages(blank_pdf(make_tournament(rules=name)))
    assert [sum(f"Seat {seat}" in page for seat in range(1, 6)) for page in texts] == list(ruleset.seats)


def test_the_dealer_is_left_free_where_nobody_knows_who_deals_next() -> None:
    (same,) = pages(blank_pdf(make_tournament(rules="schafkopfschule-2023")))
    (free,) = pages(blank_pdf(make_tournament(rules="schafkopfschule-2007", slug="b")))
    assert "1 1 2 2 3 3 4 4 Round 1" in same
    assert "+ − 1 2 3 4 Round 1" in free


@pytest.mark.parametrize(
    ("name", "sentence"),
    [("schafkopfschule-2023", "The points of Solo or Wenz are circled"), ("house-10-60", ""), ("palatinate-three", "")],
)
def test_what_is_circled_is_said(name: str, sentence: str) -> None:
    for page in pages(blank_pdf(make_tournament(rules=name))):
        assert ("circled" in page, sentence in page) == (bool(sentence), True)


def test_a_worksheet_of_five_seats() -> None:
    view = filled("house-10-60", 5)
    tournament = view.scoresheet.match.tournament
    standings = overall_standings(tournament)
    book = load_workbook(io.BytesIO(workbook_of(tournament, standings, [view], [""] * 5)))
    sheet = book["M1 table 1"]
    assert [sheet[f"{column}3"].value for column in "DFHJL"] == [f"{seat.number} {seat.name}" for seat in view.seats]
    # Lines 1 to 10, their checksum line, the sums, the result.
    first = [sheet[f"A{row}"].value for row in (5, 14, 15, 16, 17)]
    assert first == [1, 10, "Round 1", "Sums of the columns", "Result"]
    assert sheet["D17"].value == "=D16-E16"
    # These rules rank by points alone, so no criterion has a column.
    heads = [cell.value for cell in book["Standings"][3]]
    assert heads[-3:] == ["Total", "Games", "Remark"]
