"""An evening by rules that write the winners' points alone: from the first line to the sealed sheet and the ranking.

No line has a sum, so nothing says "checksum", and no check asks for 0.
"""

import datetime as dt
import io
import re

import pytest
from openpyxl import load_workbook

from tests.pdf import page_text, pdf_reader
from tests.rules import PLUS_ONCE
from tests.tournament.exports.exported import export
from tests.tournament.views.desk import PARTS, address, entered, login, text
from tests.worlds.factories import draw_lots
from tests.worlds.played import accept, first_sheet
from tests.worlds.sealed import in_file, look_here
from tests.worlds.sheets import faults, fill, points
from tournament.exports.documents import issue_document
from tournament.exports.scoresheet import blank_pdf, scoresheet_pdf
from tournament.models import Document, Scoresheet, User
from tournament.participants.services.participants import add_participant
from tournament.proof.selectors.verification import VerdictKind, verify_document
from tournament.proof.services.audit import audit_installation
from tournament.rulesets.services import create_ruleset
from tournament.selectors.scoresheets import sheet_view
from tournament.services.people import create_first_login
from tournament.services.tournaments import create_tournament
from tournament.standings.selectors.standings import overall_standings

pytestmark = pytest.mark.django_db

# Four lines in each way of entry, then 28 by points: no player has more than four Solos (5.2.16).
FIRST = ["30 1", "s2-", "0 20 0 20", "10 13"]
ENTRIES = [*FIRST, *["10 12", "20 34", "10 14", "r23+"] * 7]
LINES = {1: (30, 0, 0, 0), 2: (30, 0, 30, 30), 3: (0, 20, 0, 20), 4: (10, 0, 10, 0)}
TOTALS = [30 + 30 + 10 + 20 * 7, 20 + 20 * 7, 30 + 10 + 30 * 7, 30 + 20 + 30 * 7]


@pytest.fixture
def boss() -> User:
    roles = ["organiser", "supervisor", "desk"]
    return create_first_login(username="reiter", full_name="K. Reiter", roles=roles, password="geheim-genug-1")


@pytest.fixture
def open_sheet(boss: User) -> Scoresheet:
    """Match 1 is drawn for one table; nothing is written."""
    create_ruleset(actor=boss, text=PLUS_ONCE.text)
    tournament = create_tournament(
        actor=boss,
        name="Feldkirchen 2026",
        day=dt.date(2026, 11, 28),
        organiser="SV Feldkirchen",
        ruleset_id=PLUS_ONCE.id,
        slug="feldkirchen-2026",
    )
    for first, last in (("Anna", "Huber"), ("Bene", "Maier"), ("Centa", "Lang"), ("Dirk", "Kurz")):
        add_participant(tournament=tournament, first_name=first, last_name=last, club="", actor=boss)
    draw_lots(tournament.matches.get(number=1), boss)
    return first_sheet(tournament)


@pytest.fixture
def sheet(open_sheet: Scoresheet, boss: User) -> Scoresheet:
    """All lines are written, signed and accepted."""
    return accept(fill(open_sheet, boss, ENTRIES), boss)


def says_checksum(words: str) -> bool:
    return re.search("checksum|sum 0|Prüfsumme", words, re.IGNORECASE) is not None


def test_each_way_of_entry_writes_the_winners_points(open_sheet: Scoresheet, boss: User) -> None:
    client = login(boss)
    for number, entry in enumerate(FIRST, 1):
        assert client.post(address("game_record"), entered(number, entry), headers=PARTS).status_code == 200
    assert points(open_sheet) == LINES
    assert faults(open_sheet) == []


@pytest.mark.parametrize(
    ("entry", "sentence"),
    [
        ("30 -10 -10 -10", "Only the winners' points are written: none of +30 −10 −10 −10 may be below 0."),
        ("30 30 30 30", "No game ends with the points +30 +30 +30 +30."),
        ("70 1", "No game gives +70 points to the seats 1 and only to them."),
    ],
)
def test_points_that_no_game_has_are_refused_without_a_word_of_sums(
    open_sheet: Scoresheet, boss: User, entry: str, sentence: str
) -> None:
    answer = login(boss).post(address("game_record"), entered(1, entry), headers=PARTS)
    assert (answer.status_code, answer.json()["text"]) == (422, sentence)


def test_no_page_of_the_desk_shows_a_checksum(open_sheet: Scoresheet, boss: User) -> None:
    client = login(boss)
    fill(open_sheet, boss, ENTRIES[:8])
    answer = client.post(address("game_record"), entered(9, "30 1"), headers=PARTS).json()
    pages = [text(client.get(address("scoresheet"))), str(answer)]
    assert [says_checksum(re.sub("<[^>]*>", "", page)) for page in pages] == [False, False]
    assert "9 of 32 games" in pages[0]


def test_running_totals_are_compared_and_one_column_may_be_a_games_fault(open_sheet: Scoresheet, boss: User) -> None:
    client = login(boss)
    fill(open_sheet, boss, FIRST)
    same = client.post(address("game_record"), entered(5, "= 70 20 40 50"), headers=PARTS).json()
    other = client.post(address("game_record"), entered(5, "= 80 20 40 50"), headers=PARTS).json()
    assert (same["answer"], other["answer"]) == ("compared", "differs")
    # Nothing says that this column alone must be added up wrongly.
    assert "Difference: 1" in other["text"]


def test_the_error_finder_names_the_line(open_sheet: Scoresheet, boss: User) -> None:
    """The paper has 40 in line 1 where 30 was typed, and its totals say so."""
    fill(open_sheet, boss, ENTRIES[:8])
    totals = {"after_4": "80 20 40 50", "after_8": "100 40 70 80"}
    found = login(boss).get(address("sheet_slips"), totals).context["found"]
    assert any("Game 1" in slip.words.replace("\N{NO-BREAK SPACE}", " ") for slip in found.slips)


def test_sheets_to_write_on_and_filled_ones_print_no_checksum(sheet: Scoresheet) -> None:
    blank = " ".join(page_text(page) for page in pdf_reader(blank_pdf(sheet.match.tournament)).pages)
    filled = page_text(pdf_reader(scoresheet_pdf(sheet_view(sheet))).pages[0])
    assert (says_checksum(blank), says_checksum(filled)) == (False, False)
    assert "Only the points of the winners are written" in blank
    assert " ".join(f"+{total}" for total in TOTALS) in filled


def test_the_workbook_totals_the_plus_columns_and_checks_no_sum(sheet: Scoresheet) -> None:
    file, _views = export(sheet.match.tournament)
    worksheet = load_workbook(io.BytesIO(file)).worksheets[-1]
    words = [str(cell.value) for row in worksheet.iter_rows() for cell in row if cell.value is not None]
    assert [word for word in words if says_checksum(word) or "IF(" in word.replace("SUMIF", "")] == []
    values = load_workbook(io.BytesIO(file), data_only=True).worksheets[-1]
    result = next(row for row in values.iter_rows() if row[0].value == "Result")
    assert [cell.value for cell in result if isinstance(cell.value, int)] == TOTALS


def test_the_ranking_follows_the_totals(sheet: Scoresheet) -> None:
    lines = overall_standings(sheet.match.tournament).lines
    assert [line.total for line in lines] == sorted(TOTALS, reverse=True)


def test_the_sealed_sheet_is_counted_again_and_holds(sheet: Scoresheet, boss: User) -> None:
    issue_document(scoresheet=sheet, actor=boss)
    verdict = verify_document(in_file(bytes(Document.objects.get().pdf)), look=look_here)
    assert (verdict.answer, verdict.unchanged, verdict.follows, verdict.differs) == (VerdictKind.VALID, True, True, ())


def test_log_and_rows_agree(sheet: Scoresheet) -> None:
    assert faults(sheet) == []
    assert audit_installation().faults == ()
