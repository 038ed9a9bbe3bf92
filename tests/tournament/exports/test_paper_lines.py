"""Lines that wait for the supervisor, and lines that were not played, in print and in the workbook."""

import io

import pytest
from openpyxl import load_workbook

from tests.tournament.exports.exported import export
from tests.worlds.sheets import QUIET, fill, fresh, set_aside
from tournament.exports.filled_sheet import filled_page
from tournament.models import Scoresheet, User
from tournament.selectors.scoresheets import sheet_view
from tournament.selectors.settlement import money_view
from tournament.services.acting import act, reason_given
from tournament.sheet.acts.rulings import CloseUnplayed

WAITS = "Game 3: Paper: +1 −1 −1 +2 · waits for the supervisor"
UNPLAYED = "Games 31, 32 not played (5.3.4). Fire alarm · supervisor K. Reiter"


@pytest.fixture
def ended(sheet: Scoresheet, desk: User, supervisor: User) -> Scoresheet:
    """A sheet of 30 lines, one of which waits, and two that were not played."""
    fill(sheet, desk, QUIET[:2])
    set_aside(sheet, 3, "+1 -1 -1 +2", desk)
    fill(sheet, desk, QUIET[3:30], first=4)
    closed = CloseUnplayed(numbers=(31, 32), reason=reason_given("Fire alarm"), keys=("c" * 32, "d" * 32))
    act(sheet, closed, actor=supervisor)
    return fresh(sheet)


def test_both_say_it(ended: Scoresheet) -> None:
    page = filled_page(sheet_view(ended))
    file, _views = export(ended.match.tournament)
    worksheet = load_workbook(io.BytesIO(file)).worksheets[-1]
    cells = [str(cell.value) for row in worksheet.iter_rows() for cell in row]
    assert (page.count(">open<"), page.count(">not played<"), cells.count("not played")) == (1, 2, 2)
    for words in (WAITS, UNPLAYED):
        assert words in page
        assert any(words in cell for cell in cells)


def test_a_line_that_was_not_played_pays_nothing(ended: Scoresheet) -> None:
    ended.match.tournament.tariff_id = "official"
    money = money_view(sheet_view(ended))
    assert money is not None
    assert [[units for units, _cents in line.cells] for line in money.lines[-2:]] == [[0, 0, 0, 0]] * 2
