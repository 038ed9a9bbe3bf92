"""The documents of a sheet with totals only: printed, and as a worksheet that LibreOffice reads."""

import io

import pytest
from openpyxl import load_workbook

from tests.pdf import page_text, pdf_reader
from tests.tournament.exports.exported import export
from tests.worlds.factories import make_user
from tests.worlds.played import accept
from tests.worlds.totals import GOOD, open_totals_sheet
from tournament.exports.scoresheet import scoresheet_pdf
from tournament.models import Scoresheet
from tournament.selectors.scoresheets import sheet_view
from tournament.services.acting import act
from tournament.sheet.acts.totals import RecordTotals

pytestmark = pytest.mark.django_db


@pytest.fixture
def sheet() -> Scoresheet:
    actor = make_user("organiser", "supervisor", "desk", username="reiter", full_name="K. Reiter")
    sheet = open_totals_sheet(actor)
    act(sheet, RecordTotals(totals=GOOD), actor=actor)
    return accept(sheet, actor)


def test_the_printed_sheet_says_sums_result_and_what_decides(sheet: Scoresheet) -> None:
    view = sheet_view(sheet)
    reader = pdf_reader(scoresheet_pdf(view))
    assert len(reader.pages) == 1
    printed = page_text(reader.pages[0])
    assert "Plus and minus points +40 −12 +10 −30 +0 −8 +5 −5" in printed
    assert "Result · sum 0 +28 −20 −8 0" in printed
    assert "Only the totals of this sheet are known." in printed
    assert f"{view.names[1]}: Touts played 1" in printed
    assert view.check_code in printed


def test_the_worksheet_keeps_the_sums_and_computes_the_result(sheet: Scoresheet) -> None:
    file, _views = export(sheet.match.tournament)
    worksheet = load_workbook(io.BytesIO(file)).worksheets[-1]
    sums, result = 5, 6  # right below the head
    assert [worksheet[f"{column}{sums}"].value for column in "DEFGHIJK"] == [40, 12, 10, 30, 0, 8, 5, 5]
    assert [worksheet[f"{column}{result}"].value for column in "DFHJ"] == ["=D5-E5", "=F5-G5", "=H5-I5", "=J5-K5"]
