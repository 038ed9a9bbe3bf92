"""The workbook as it is written: text stays text, formulas refer to the lines, paper and panes are set.

test_workbook_in_libreoffice.py tests its formulas and its seal in LibreOffice.
"""

import io
import re
import zipfile
from pathlib import Path
from typing import Any

import pytest
from openpyxl import Workbook, load_workbook

from tests.tournament.exports.exported import export
from tests.worlds.played import accepted_tournament, correct, first_sheet, play
from tournament.exports.cells import reference, worksheet_name, write_text
from tournament.exports.workbook import sealed_workbook
from tournament.models import Event, Participant, Scoresheet, SealCertificate, Tournament
from tournament.proof.seals.keys import SealKey, grouped
from tournament.proof.seals.office import check_xlsx
from tournament.services.acting import act
from tournament.services.tables import issue_pack
from tournament.sheet.acts.tables import NameScorekeeper

PLUS = "DFHJ"
TABLE_1 = "M1 table 1"


def parts(file: bytes) -> dict[str, str]:
    with zipfile.ZipFile(io.BytesIO(file)) as package:
        return {name: package.read(name).decode() for name in package.namelist()}


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
    front, people, log, sheet = workbook.worksheets
    typed = [front["A1"], *(front[f"{column}{row}"] for column in "CD" for row in range(4, 8))]
    typed += [sheet["A1"], *(sheet[f"{column}3"] for column in PLUS)]
    typed += [people[f"{column}{row}"] for column in "BC" for row in range(2, 6)]
    typed += [cell for row in log.iter_rows(min_row=2, min_col=5, max_col=6) for cell in row if cell.value]
    assert {cell.data_type for cell in typed} == {"s"}
    assert sorted(front[f"D{row}"].value for row in range(4, 8)) == sorted(clubs)
    assert [cell.quotePrefix for cell in typed if str(cell.value).startswith(("=", "+", "-", "@"))] == [True] * 17
    assert [cell for page in (people, log) for row in page.iter_rows() for cell in row if cell.data_type == "f"] == []
    formulas = [cell for row in front.iter_rows() for cell in row if cell.data_type == "f"]
    assert {cell.column_letter for cell in formulas} == {"E", "G"}


@pytest.mark.django_db
def test_lines_look_as_on_paper():
    tournament, _actor = accepted_tournament()
    file, _views = export(tournament)
    sheet = load_workbook(io.BytesIO(file))[TABLE_1]
    # Game 3 is a Solo of seat 2, game 15 one of seat 1, game 16 is struck.
    assert [sheet[cell].value for cell in ("C7", "F7", "E7", "I7", "K7")] == ["Solo", 6, 2, 2, 2]
    assert (sheet["D23"].font.strike, sheet["D22"].font.strike) == (True, None)
    assert sheet["D9"].value == "=SUMIFS(D$5:D8,$L$5:$L8,1)-SUMIFS(E$5:E8,$L$5:$L8,1)"
    assert sheet["M9"].value == '=IF(D9+F9+H9+J9=0,"ok",D9+F9+H9+J9)'
    assert sheet["D9"].number_format == '+0;"−"0;0'
    remarks = [sheet[f"A{row}"].value for row in range(47, 52)]
    assert [remark.split(" ")[0:2] for remark in remarks] == [
        ["circled:", "Solo"],
        ["Game", "7"],
        ["Game", "9,"],
        ["Game", "16"],
        ["Approved:", "game"],
    ]


@pytest.mark.django_db
def test_a_circle_is_drawn_around_each_figure_of_a_soloist():
    tournament, _actor = accepted_tournament()
    files = parts(export(tournament)[0])
    circles = files["xl/drawings/drawing1.xml"].split('<a:prstGeom prst="ellipse">')[:-1]
    places = [re.search(r"<xdr:col>(\d+)</xdr:col>.*?<xdr:row>(\d+)</xdr:row>", circle) for circle in circles]
    # Columns and rows count from 0: game 3 of seat 2, 4 of seat 4, 6 of 3, 15 and 16 of 1, and the Tout, 20, of 2.
    cells = [(int(one[2]), int(one[1])) for one in places if one]
    assert cells == [(6, 5), (7, 10), (10, 7), (21, 3), (22, 3), (27, 5)]
    assert "<drawing " in files["xl/worksheets/sheet4.xml"]
    assert "drawing1.xml" in files["xl/worksheets/_rels/sheet4.xml.rels"]
    assert "/xl/drawings/drawing1.xml" in files["[Content_Types].xml"]


@pytest.mark.django_db
def test_who_signed_and_accepted_stands_above_the_names_with_place_and_day():
    tournament, _actor = accepted_tournament()
    Tournament.objects.update(place="Gasthof Post")
    file, [view] = export(tournament)
    sheet = load_workbook(io.BytesIO(file))[TABLE_1]
    names = [seat.name for seat in view.seats]
    assert sheet["A53"].value == "Signatures"
    assert [str(sheet[f"{column}53"].value).split(",")[0] for column in PLUS] == [
        "confirmed at the desk · K. Reiter"
    ] * 4
    assert [sheet[f"{column}54"].value for column in PLUS] == names
    assert sheet["A55"].value == "Acceptance"
    assert (str(sheet["D55"].value).split(",")[0], sheet["H55"].value) == ("accepted · K. Reiter", None)
    assert [sheet[cell].value for cell in ("D56", "H56")] == ["Supervisor", "Tournament management · SV Feldkirchen"]
    assert [sheet[cell].value for cell in ("D57", "D58")] == ["Gasthof Post, 28/11/2026", "Place and day"]
    assert [sheet[cell].border.bottom.style for cell in ("D53", "K53", "D55", "K55", "G57", "H57")] == [
        *["thin"] * 5,
        None,
    ]


@pytest.mark.django_db
def test_an_open_sheet_has_room_for_the_pen():
    tournament, _actor = play(entries=["r12+"])
    sheet = load_workbook(io.BytesIO(export(tournament)[0]))[TABLE_1]
    assert [sheet[f"{column}49"].value for column in PLUS] == [None] * 4
    assert [sheet.row_dimensions[row].height for row in (49, 51, 53)] == [30, 30, 30]


@pytest.mark.django_db
def test_long_remarks_are_printed_whole_on_as_many_pages_as_they_need():
    tournament, actor = play()
    reason = "Beim Abschreiben zwei Zeilen verwechselt, alle vier Spieler bestätigen das richtige Ergebnis " * 2
    for number in range(1, 25):
        correct(first_sheet(tournament), number, "r24+++", actor, reason)
    sheet = load_workbook(io.BytesIO(export(tournament)[0]))[TABLE_1]
    remarks = [row for row in range(48, 100) if str(sheet[f"A{row}"].value).startswith("Game ")]
    # 104 digits of Calibri are 46 em, and this type has two letters to an em: each line has about 100 letters.
    low = [row for row in remarks if sheet.row_dimensions[row].height < 14 * -(-len(sheet[f"A{row}"].value) // 115)]
    assert (low, sheet.page_setup.fitToHeight, sheet["A48"].alignment.wrap_text) == ([], 0, True)
    assert len(remarks) >= 24


@pytest.mark.django_db
def test_the_head_says_who_keeps_the_sheet_and_with_which_cards():
    tournament, actor = play(entries=[])
    file, [view] = export(tournament)
    head = load_workbook(io.BytesIO(file))[TABLE_1]["A2"].value
    assert head.startswith(f"Open · Scorekeeper 1 {view.seats[0].name} · First dealer 1 · Rules: ")
    issue_pack(scoresheet=view.scoresheet, pack="14", actor=actor)
    act(view.scoresheet, NameScorekeeper(seat=3), actor=actor)
    file, [view] = export(tournament)
    head = load_workbook(io.BytesIO(file))[TABLE_1]["A2"].value
    assert head.startswith(f"Open · Scorekeeper 3 {view.seats[2].name} · Cards 14 · First dealer 1 · Rules: ")


@pytest.mark.django_db
def test_paper_and_panes():
    tournament, _actor = play(entries=["r12+"])
    file, _views = export(tournament)
    pages = load_workbook(io.BytesIO(file)).worksheets
    settings = {
        page.title: (
            page.page_setup.paperSize,
            page.page_setup.orientation,
            page.freeze_panes,
            page.print_title_rows,
            page.print_area,
            page.page_setup.fitToWidth,
            page.page_setup.fitToHeight,
        )
        for page in pages
    }
    assert settings == {
        "Standings": (9, "landscape", "D4", "$3:$3", "'Standings'!$A$1:$N$7", 1, 0),
        "Participants": (9, "portrait", "A2", "$1:$1", "'Participants'!$A$1:$E$5", 1, 0),
        "Log": (9, "landscape", "A2", "$1:$1", "'Log'!$A$1:$G$11", 1, 0),
        TABLE_1: (9, "portrait", "D5", "$1:$4", "'M1 table 1'!$A$1:$M$54", 1, 1),
    }
    assert [page.dimensions for page in pages] == [page.print_area.split("!")[1].replace("$", "") for page in pages]


@pytest.mark.django_db
def test_beside_the_sheets_stand_who_takes_part_and_what_happened():
    tournament, _actor = play(entries=["r12+"])
    Participant.objects.filter(start_number=2).update(withdrawn=True, birth_date="1980-05-17")
    Participant.objects.filter(start_number=3).update(house=True)
    file, _views = export(tournament)
    workbook = load_workbook(io.BytesIO(file))
    assert [row[:5] for row in workbook["Participants"].iter_rows(values_only=True)] == [
        ("No.", "Name", "Club or town", "Withdrawn", "House player"),
        (1, "Obermaier Anna", "SV Feldkirchen", None, None),
        (2, "Huber Bene", "SV Feldkirchen", "yes", None),
        (3, "Löffler Centa", "SV Feldkirchen", None, "yes"),
        (4, "Süß Dirk", "SV Feldkirchen", None, None),
    ]
    head, *rows = workbook["Log"].iter_rows(values_only=True)
    assert head == ("Time", "Match", "Table", "No.", "Event", "By", "Check code")
    newest = Event.objects.order_by("pk").last()
    code = newest.hash[:12].upper()
    assert rows[-1][1:] == (1, 1, 2, rows[-1][4], "K. Reiter", f"{code[:4]}-{code[4:8]}-{code[8:]}")
    assert "1980" not in "".join(parts(file).values())


@pytest.mark.django_db
def test_it_holds_no_macro_and_no_link_to_elsewhere():
    tournament, _actor = play(entries=["r12+"])
    files = parts(export(tournament)[0])
    assert not [name for name in files if "vba" in name.lower() or "external" in name.lower() or name.endswith(".bin")]
    assert not [name for name, text in files.items() if "TargetMode" in text or "hyperlink" in text or "macro" in text]


@pytest.mark.django_db
def test_it_is_sealed_with_the_key_of_the_installation(seal: SealKey):
    tournament, _actor = play(entries=["r12+"])
    file, trouble = sealed_workbook(tournament)
    check = check_xlsx(file)
    assert (trouble, check.problem, check.intact, check.fingerprint) == (None, None, True, seal.fingerprint)
    assert list(SealCertificate.objects.values_list("fingerprint", flat=True)) == [seal.fingerprint]
    sentence = load_workbook(io.BytesIO(file)).worksheets[0]["A2"].value
    assert sentence.endswith(f" · sealed with the key {grouped(seal.fingerprint[:16])}")


@pytest.mark.django_db
def test_without_a_key_it_says_that_it_is_not_sealed(settings: Any, tmp_path: Path):
    settings.VAR_DIR = tmp_path
    tournament, _actor = play(entries=["r12+"])
    file, trouble = sealed_workbook(tournament)
    assert (trouble.code, check_xlsx(file).problem) == ("seal_key_missing", "unsigned")
    sentence = load_workbook(io.BytesIO(file)).worksheets[0]["A2"].value
    assert sentence.endswith(f" · NOT SEALED: {trouble}")


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
