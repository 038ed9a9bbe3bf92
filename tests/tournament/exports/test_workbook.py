"""The workbook as Excel and LibreOffice read it: text stays text, sums and checksums follow from the lines."""

import io
import os
import shutil
import subprocess
from pathlib import Path

import pytest
from openpyxl import Workbook, load_workbook

from tests.played import accepted_tournament, first_sheet, play
from tournament.exports.cells import reference, worksheet_name, write_text
from tournament.exports.workbook import workbook_of
from tournament.models import Participant, Scoresheet, Tournament
from tournament.selectors.participants import written_names
from tournament.selectors.scoresheets import SheetView, sheet_view
from tournament.selectors.standings import overall_standings
from tournament.services.tables import issue_pack, name_scorekeeper

# Rows of a sheet: four of head, then lines 1 to 32 with a checksum line after every four, the sums, the result.
CHECKSUMS = [9, 14, 19, 24, 29, 34, 39, 44]
LINES = [row for row in range(5, 45) if row not in CHECKSUMS]
SUMS, RESULT = 45, 46
PLUS, MINUS, COUNTS, CHECK = "DFHJ", "EGIK", "L", "M"


def export(tournament: Tournament) -> tuple[bytes, list[SheetView]]:
    sheets = Scoresheet.objects.filter(match__tournament=tournament).order_by("match__number", "table_number")
    views = [sheet_view(sheet) for sheet in sheets.select_related("match__tournament", "accepted_by")]
    standings = overall_standings(tournament)
    return workbook_of(tournament, standings, views, [f"line {line.place}" for line in standings.lines]), views


def recalculated(file: bytes, folder: Path) -> Workbook:
    """The workbook after LibreOffice has computed every formula anew."""
    program = shutil.which("soffice") or shutil.which("libreoffice")
    if program is None:
        pytest.skip("no LibreOffice here to recalculate: apt-get install libreoffice-calc-nogui")
    (folder / "given.xlsx").write_bytes(file)
    command = [program, "--headless", f"-env:UserInstallation={(folder / 'profile').as_uri()}"]
    command += ["--convert-to", "xlsx", "--outdir", str(folder / "computed"), str(folder / "given.xlsx")]
    subprocess.run(command, check=True, capture_output=True, timeout=120, env=os.environ | {"HOME": str(folder)})
    return load_workbook(folder / "computed" / "given.xlsx", data_only=True)


@pytest.mark.django_db
def test_every_sum_and_checksum_is_computed_from_the_lines(tmp_path):
    tournament, _actor = accepted_tournament(tables=2)
    file, views = export(tournament)
    computed = recalculated(file, tmp_path)
    assert computed.sheetnames == ["Standings", "M1 table 1", "M1 table 2"]
    for view, worksheet in zip(views, computed.worksheets[1:], strict=True):
        running = [tuple(worksheet[f"{column}{row}"].value for column in PLUS) for row in CHECKSUMS]
        assert running == [round_.running for round_ in view.rounds]
        assert tuple(worksheet[f"{column}{SUMS}"].value for column in PLUS) == view.evaluated.plus
        assert tuple(worksheet[f"{column}{SUMS}"].value for column in MINUS) == view.evaluated.minus
        assert tuple(worksheet[f"{column}{RESULT}"].value for column in PLUS) == view.evaluated.totals
        checks = [worksheet[f"{CHECK}{row}"].value for row in (*LINES, *CHECKSUMS, SUMS, RESULT)]
        assert checks == ["ok"] * 42
        # Game 16 was refused: struck, readable, worth nothing (5.2.17).
        assert [worksheet[f"{COUNTS}{row}"].value for row in LINES] == [1] * 15 + [0] + [1] * 16
    front = computed.worksheets[0]
    lines = overall_standings(tournament).lines
    found = [[front.cell(row, column).value for column in (1, 2, 3, 5, 7)] for row in range(4, 4 + len(lines))]
    names = written_names(tournament)
    assert found == [
        [line.place, line.start_number, names[line.participant], line.match_points[0], line.total] for line in lines
    ]


@pytest.mark.django_db
def test_a_changed_cell_changes_sums_checks_and_standings(tmp_path):
    tournament, _actor = accepted_tournament()
    file, [view] = export(tournament)
    workbook = load_workbook(io.BytesIO(file))
    sheet = workbook.worksheets[1]
    # Game 1, seat 1: 3 where 1 is right. Every check from there on says by how much.
    assert sheet["D5"].value == 1
    sheet["D5"].value = 3
    # The struck game 16 counts all at once.
    sheet[f"{COUNTS}23"].value = 1
    changed = io.BytesIO()
    workbook.save(changed)
    computed = recalculated(changed.getvalue(), tmp_path)
    worksheet = computed.worksheets[1]
    struck = (6, -2, -2, -2)
    expected = [total + more for total, more in zip(view.evaluated.totals, struck, strict=True)]
    expected[0] += 2
    assert [worksheet[f"{column}{RESULT}"].value for column in PLUS] == expected
    assert [worksheet[f"{CHECK}{row}"].value for row in (5, 6, *CHECKSUMS, SUMS, RESULT)] == [2, "ok", *[2] * 10]
    totals = {row[1]: row[6] for row in computed.worksheets[0].iter_rows(min_row=4, max_row=7, values_only=True)}
    assert totals == {seat.start_number: points for seat, points in zip(view.seats, expected, strict=True)}


@pytest.mark.django_db
def test_what_people_typed_is_never_a_formula():
    tournament, _actor = play(entries=["r12+"])
    clubs = ["=1+1", "@SUM(A1)", "+49 89 1", "-cmd|' /C calc'!A0"]
    for participant, club in zip(tournament.participants.all(), clubs, strict=True):
        Participant.objects.filter(pk=participant.pk).update(club=club, last_name="=" + participant.last_name)
    Tournament.objects.update(name='=HYPERLINK("x")')
    Scoresheet.objects.update(state="complete")
    tournament.refresh_from_db()
    file, _views = export(tournament)
    workbook = load_workbook(io.BytesIO(file))
    front, sheet = workbook.worksheets
    typed = [front["A1"], *(front[f"{column}{row}"] for column in "CD" for row in range(4, 8))]
    typed += [sheet["A1"], *(sheet[f"{column}3"] for column in PLUS)]
    assert {cell.data_type for cell in typed} == {"s"}
    assert sorted(front[f"D{row}"].value for row in range(4, 8)) == sorted(clubs)
    assert [cell.quotePrefix for cell in typed if str(cell.value).startswith(("=", "+", "-", "@"))] == [True] * 9
    formulas = [cell for row in front.iter_rows() for cell in row if cell.data_type == "f"]
    assert {cell.column_letter for cell in formulas} == {"E", "G"}


@pytest.mark.django_db
def test_lines_look_as_on_paper():
    tournament, _actor = accepted_tournament()
    file, _views = export(tournament)
    sheet = load_workbook(io.BytesIO(file)).worksheets[1]
    # Game 3 is a Solo of seat 2, game 15 one of seat 1, game 16 is struck.
    assert [sheet[cell].value for cell in ("C7", "F7", "E7", "I7", "K7")] == ["Solo", 6, 2, 2, 2]
    assert (sheet["F7"].border.bottom.style, sheet["E7"].border.bottom.style) == ("medium", "thin")
    assert (sheet["D23"].font.strike, sheet["D22"].font.strike) == (True, None)
    assert sheet["D9"].value == "=SUMIFS(D$5:D8,$L$5:$L8,1)-SUMIFS(E$5:E8,$L$5:$L8,1)"
    assert sheet["M9"].value == '=IF(D9+F9+H9+J9=0,"ok",D9+F9+H9+J9)'
    assert sheet["D9"].number_format == '+0;"−"0;0'
    remarks = [sheet[f"A{row}"].value for row in range(48, 52)]
    assert [remark.split(" ")[0:2] for remark in remarks if remark] == [
        ["Game", "7"],
        ["Game", "9,"],
        ["Game", "16"],
        ["Approved:", "game"],
    ]


@pytest.mark.django_db
def test_the_head_says_who_keeps_the_sheet_and_with_which_cards():
    tournament, actor = play(entries=[])
    file, [view] = export(tournament)
    head = load_workbook(io.BytesIO(file)).worksheets[1]["A2"].value
    assert head.startswith(f"Open · Scorekeeper 1 {view.seats[0].name} · First dealer 1 · Rules: ")
    issue_pack(scoresheet=view.scoresheet, pack="14", actor=actor)
    name_scorekeeper(scoresheet=view.scoresheet, seat=3, actor=actor)
    file, [view] = export(tournament)
    head = load_workbook(io.BytesIO(file)).worksheets[1]["A2"].value
    assert head.startswith(f"Open · Scorekeeper 3 {view.seats[2].name} · Cards 14 · First dealer 1 · Rules: ")


@pytest.mark.django_db
def test_paper_and_panes():
    tournament, _actor = play(entries=["r12+"])
    file, _views = export(tournament)
    front, sheet = load_workbook(io.BytesIO(file)).worksheets
    assert [(page.page_setup.paperSize, page.page_setup.orientation) for page in (front, sheet)] == [
        (9, "landscape"),
        (9, "portrait"),
    ]
    assert (front.freeze_panes, sheet.freeze_panes) == ("D4", "D5")
    assert (front.print_title_rows, sheet.print_title_rows) == ("$3:$3", "$1:$4")
    assert (sheet.page_setup.fitToWidth, sheet.page_setup.fitToHeight, front.page_setup.fitToHeight) == (1, 1, 0)


@pytest.mark.django_db
def test_what_does_not_count_yet_is_left_empty_and_the_remark_says_why():
    tournament, _actor = play(entries=["r12+"])
    Participant.objects.filter(start_number=1).update(house=True)
    file, _views = export(tournament)
    front = load_workbook(io.BytesIO(file)).worksheets[0]
    rows = {row[1]: row for row in front.iter_rows(min_row=4, max_row=7, values_only=True)}
    assert [(rows[number][0], rows[number][4:8]) for number in (1, 2)] == [(None, (None, None, None, 0))] * 2
    heads = [cell.value for cell in front[3]]
    assert (heads[6:8], heads[-1]) == (["Total", "Games"], "Remark")


@pytest.mark.django_db
def test_a_void_sheet_counts_nothing_in_the_standings():
    tournament, _actor = play(entries=["r12+"])
    Scoresheet.objects.filter(pk=first_sheet(tournament).pk).update(state="void")
    file, _views = export(tournament)
    front = load_workbook(io.BytesIO(file)).worksheets[0]
    assert [front[f"E{row}"].value for row in range(4, 8)] == [0, 0, 0, 0]


def test_names_of_worksheets():
    assert worksheet_name("M1 table 1", ()) == "M1 table 1"
    assert worksheet_name("a/b:c*[d]?\\e", ()) == "a b c  d   e"
    assert worksheet_name("x" * 40, ()) == "x" * 31
    assert worksheet_name("x" * 40, ["X" * 31]) == "x" * 29 + " 2"
    assert worksheet_name("'", ()) == "1"


def test_references_quote_the_name():
    workbook = Workbook()
    assert reference(workbook.create_sheet("Anna's table"), "D46") == "'Anna''s table'!D46"


def test_control_characters_do_not_break_the_file():
    workbook = Workbook()
    write_text(workbook.active["A1"], "An\x00na\x1f")
    file = io.BytesIO()
    workbook.save(file)
    assert load_workbook(file).active["A1"].value == "Anna"
