"""A club's list, from its bytes to its lines: the real files, headers, and the remark on each odd line."""

import datetime as dt
from io import BytesIO
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import Workbook

from tournament.imports.columns import Column, Header, find_header, has_club_once_a_group, unused_columns
from tournament.imports.files import read_list_file
from tournament.imports.lines import ImportedLine, LineState, names_to_turn, read_lines
from tournament.imports.table import FileRow, FileTable, Formula
from tournament.imports.twins import Known

FIXTURES = Path(__file__).parents[3] / "fixtures"
DAY = dt.date(2026, 11, 28)


def lines_of(data: bytes, entries: list[Known] | None = None, first_number: int = 1) -> list[ImportedLine]:
    table = read_list_file(data).table()
    header = find_header(table.texts())
    assert header is not None
    return read_lines(table, header, day=DAY, minimum_age=16, entries=entries or [], first_number=first_number)


def codes(line: ImportedLine) -> list[str]:
    return [remark.code for remark in line.remarks]


def one(text: str) -> ImportedLine:
    """The only line of a CSV of name, club and date of birth."""
    lines = lines_of(f"Name;Verein;geboren\n{text}\n".encode())
    assert len(lines) == 1
    return lines[0]


@pytest.fixture
def feldkirchen() -> list[ImportedLine]:
    return lines_of((FIXTURES / "teilnehmer-feldkirchen.xlsx").read_bytes())


def test_the_clubs_list_gives_64_participants_in_its_order(feldkirchen: list[ImportedLine]) -> None:
    accepted = [line for line in feldkirchen if line.taken]
    assert [line.start_number for line in accepted] == list(range(1, 65))
    assert [line.number for line in accepted] == [*range(6, 30), *range(31, 55), *range(56, 72)]
    # The one number that is missing in the file is the one that fits its place.
    assert [line.number_in_file or "-" for line in accepted] == ["-" if n == 17 else str(n) for n in range(1, 65)]


def test_the_odd_lines_of_the_clubs_list_are_named(feldkirchen: list[ImportedLine]) -> None:
    assert [(line.number, codes(line)) for line in feldkirchen if not line.taken] == [
        (72, ["under_age"]),
        (73, ["twice"]),
        (74, ["no_name"]),
        (75, ["formula"]),
        (77, ["sum_line"]),
    ]
    assert feldkirchen[65].remarks[0].text == (
        "Stands on the list already: Elisabeth Pichler, line 10. The first entry holds."
    )


def test_what_was_read_into_the_clubs_list_is_said(feldkirchen: list[ImportedLine]) -> None:
    remarks = {line.number: codes(line) for line in feldkirchen if line.state == LineState.NOTED}
    order, date = ["name_order"], ["date_assumed"]
    assert remarks == {
        **dict.fromkeys([14, 23, 33, 42, 61, 70], order),
        **dict.fromkeys([11, 24, 29, 34, 38, 40, 45, 50, 54, 62, 64, 71], date),
        51: order + date,
        10: ["completed"],
    }


@pytest.mark.parametrize(
    ("number", "last", "first", "club", "born"),
    [
        (1, "von und zu Guttenstein", "Magdalena", "Kartlfreunde Ebersberg", dt.date(2004, 7, 10)),
        (4, "Reiter", "Georg", "Schützen Eichenlaub", dt.date(1944, 2, 23)),
        (6, "Steinberger", "René", "TSV 1865", dt.date(1983, 4, 14)),
        (7, "Mayer", "Elisabeth", "Wasserburg a. Inn", dt.date(2004, 9, 11)),
        (8, "Zöllner", "Rosa", "Schützen Eichenlaub", dt.date(1972, 7, 21)),
        (18, "de la Rosa", "Franz", "TSV 1865", dt.date(1980, 8, 21)),
        (28, "O'Connor", "Thomas", "TSV 1865", dt.date(1952, 8, 3)),
        (30, "Haslinger", "Zdeněk", "Stammtisch Zum Alten Ober", dt.date(1946, 5, 2)),
        (64, "de la Rosa", "Anna", "Kartlfreunde Ebersberg", dt.date(1959, 7, 28)),
    ],
)
def test_names_clubs_and_dates_of_the_clubs_list(
    feldkirchen: list[ImportedLine], number: int, last: str, first: str, club: str, born: dt.date
) -> None:
    line = next(line for line in feldkirchen if line.start_number == number)
    assert (line.last_name, line.first_name, line.club, line.birth_date) == (last, first, club, born)


def test_last_years_list_finds_all_its_20_registered(feldkirchen: list[ImportedLine]) -> None:
    entries = [
        Known(
            club="",
            last_name=line.last_name,
            first_name=line.first_name,
            born=line.birth_date,
            start_number=line.start_number,
        )
        for line in feldkirchen
        if line.taken
    ]
    lines = lines_of((FIXTURES / "teilnehmer-alt.csv").read_bytes(), entries, first_number=65)
    # The entries have no club, so the club of each line is new.
    assert [codes(line) for line in lines] == [["registered", "additions"]] * 20
    assert [line.start_number for line in lines] == [None] * 20


def test_last_years_list_alone_is_read_from_cp1252() -> None:
    lines = lines_of((FIXTURES / "teilnehmer-alt.csv").read_bytes())
    assert [line.state for line in lines] == [LineState.TAKEN] * 20
    assert (lines[7].last_name, lines[7].first_name, lines[7].club) == ("Zöllner", "Rosa", "Ebersberg")
    assert lines[17].last_name == "de la Rosa"


@pytest.mark.parametrize(
    ("cells", "columns"),
    [
        (
            ["Nr", "Name", "Verein / Stammtisch", "Wohnort", "Geb.-Datum", "Startgeld bez."],
            {Column.NUMBER: 0, Column.NAME: 1, Column.CLUB: 2, Column.TOWN: 3, Column.BIRTH_DATE: 4, Column.PAID: 5},
        ),
        (
            ["#", "Name", "Vorname", "Verein/Ort", "Geburtsdatum"],
            {Column.NUMBER: 0, Column.LAST_NAME: 1, Column.FIRST_NAME: 2, Column.CLUB: 3, Column.BIRTH_DATE: 4},
        ),
        (
            ["Start-Nr.", "Last name", "First name", "Club", "Date of birth"],
            {Column.NUMBER: 0, Column.LAST_NAME: 1, Column.FIRST_NAME: 2, Column.CLUB: 3, Column.BIRTH_DATE: 4},
        ),
        (["NAME, VORNAME", "JAHRGANG"], {Column.NAME: 0, Column.BIRTH_DATE: 1}),
        (["Spieler"], {Column.NAME: 0}),
        (
            ["Teilnehmername", "Teilnehmername: Vorname", "Teilnehmername: Nachname", "Name: in Druckbuchstaben"],
            {Column.NAME: 0, Column.FIRST_NAME: 1, Column.LAST_NAME: 2},
        ),
    ],
)
def test_headers_in_german_and_english(cells: list[str], columns: dict[Column, int]) -> None:
    header = find_header([["Turnier 2026"], cells, ["1", "2", "3", "4", "5"]])
    assert header is not None
    assert (header.index, header.columns) == (1, columns)


@pytest.mark.parametrize("cells", [["Huber", "Anna", "SV Feldkirchen"], ["Nr", "Verein"], ["Nachname", "Verein"], [""]])
def test_no_header_is_found_where_names_are_not_headed(cells: list[str]) -> None:
    assert find_header([cells]) is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Huber, Anna;;", ["no_birth_date"]),
        ("Huber, Anna;;1983", []),
        ("Huber, Anna;;2010", ["year_alone"]),
        ("Huber, Anna;;2011", ["under_age"]),
        ("Huber, Anna;;31.02.1990", ["date_unreadable"]),
        ("Huber, Anna;;28.11.2010", []),
        ("Huber, Anna;;29.11.2010", ["under_age"]),
        ("Huber, Anna;;10/7/80", ["date_assumed"]),
        ("Huber, Anna;=1+1;1.1.1980", ["club_formula"]),
        (f"Huber, Anna;{'x' * 81};1.1.1980", ["club_too_long"]),
        ("Huber;;1.1.1980", ["one_name"]),
        (";SV Feldkirchen;", ["no_name"]),
        ('"=HYPERLINK(""x"")";;1.1.1980', ["formula"]),
        ("Gesamt:;;64", ["sum_line"]),
        ("Summe, Anna;;1.1.1980", []),
    ],
)
def test_what_a_line_is_told(text: str, expected: list[str]) -> None:
    assert codes(one(text)) == expected


def test_the_order_of_a_name_column_without_commas_follows_its_heading() -> None:
    lines = lines_of(b"Name, Vorname\tVerein\nHuber Anna\tSV\nde la Rosa Franz\tSV\n")
    assert [(line.last_name, line.first_name) for line in lines] == [("Huber", "Anna"), ("de la Rosa", "Franz")]
    assert codes(lines[0]) == ["name_order", "no_birth_date"]


def test_one_comma_in_the_column_and_the_others_are_first_name_first() -> None:
    lines = lines_of(b"Name, Vorname\tVerein\nHuber, Anna\tSV\nFranz de la Rosa\tSV\n")
    assert [(line.last_name, line.first_name) for line in lines] == [("Huber", "Anna"), ("de la Rosa", "Franz")]


@pytest.mark.parametrize(
    ("second", "expected"),
    [
        ("Huber;Anna;1.1.1980", ["twice"]),
        ("HUBER;anna;01.01.1980", ["twice"]),
        ("Huber;Anna;", ["no_birth_date", "twice"]),
        ("Huber;Anna;1.1.1950", ["namesake"]),
        ("Anna;Huber;1.1.1980", []),
        ("Huber;Anna;;TSV Anzing", ["no_birth_date", "namesake"]),
        ("Huber;Anna;;sv feldkirchen", ["no_birth_date", "twice"]),
        ("Huber;Anna;1.1.1980;TSV Anzing", ["twice"]),
    ],
)
def test_the_first_of_two_holds(second: str, expected: list[str]) -> None:
    lines = lines_of(f"Nachname;Vorname;geboren;Verein\nHuber;Anna;1.1.1980;SV Feldkirchen\n{second}\n".encode())
    assert (lines[0].start_number, codes(lines[1])) == (1, expected)


def test_the_other_order_in_a_single_column_is_the_same_person() -> None:
    lines = lines_of(b"Name;geboren\nHuber, Anna;1.1.1980\nAnna Huber;1.1.1980\nHuber Anna;1.1.1980\n")
    assert [codes(line) for line in lines] == [[], ["name_order", "twice"], ["name_order", "twice"]]


def test_one_under_age_does_not_stand_in_the_way_of_a_namesake() -> None:
    lines = lines_of(b"Name;geboren\nHuber, Anna;1.1.2015\nHuber, Anna;1.1.1980\n")
    assert [line.start_number for line in lines] == [None, 1]


def test_numbers_written_in_advance_are_no_lines() -> None:
    assert [line.number for line in lines_of(b"Nr;Name;Verein\n1;Huber, Anna;SV\n2;;\n\n3;;\n")] == [2]


def test_a_formula_in_any_cell_of_a_workbook_is_seen() -> None:
    header = Header(index=-1, columns={Column.LAST_NAME: 0, Column.FIRST_NAME: 1, Column.CLUB: 2, Column.BIRTH_DATE: 3})
    table = FileTable(
        source="",
        rows=(
            FileRow(number=1, cells=("Huber", Formula("=A1"), "", dt.date(1980, 1, 1))),
            FileRow(number=2, cells=("Huber", "Anna", Formula("=A1"), dt.date(1980, 1, 1))),
            FileRow(number=3, cells=("Huber", "Bene", "", Formula("=TODAY()"))),
        ),
    )
    lines = read_lines(table, header, day=DAY, minimum_age=16)
    assert [codes(line) for line in lines] == [["formula"], ["club_formula"], ["date_unreadable"]]
    assert [line.taken for line in lines] == [False, True, True]


def test_a_column_says_yes_or_no_of_somebody_boxes_to_tick_too() -> None:
    workbook = Workbook()
    workbook.active.append(["Name", "Abgemeldet", "Hausspieler"])
    rows = [("Süß, Anna", False, True), ("Huber, Bene", "nein", "x"), ("Aigner, Eva", "FALSCH", "n"), ("Ott, Li", 0, 1)]
    for row in rows:
        workbook.active.append(row)
    file = BytesIO()
    workbook.save(file)
    lines = lines_of(file.getvalue())
    assert [line.withdrawn for line in lines] == [False] * 4
    assert [line.house for line in lines] == [True, True, False, True]


def test_without_a_minimum_age_nobody_is_asked_for_a_date() -> None:
    header = Header(index=-1, columns={Column.NAME: 0, Column.BIRTH_DATE: 1})
    rows = [("Huber, Anna", ""), ("Maier, Bene", "1983"), ("Löffler, Centa", "1.1.2020")]
    table = FileTable(source="", rows=tuple(FileRow(number=n, cells=cells) for n, cells in enumerate(rows, 1)))
    lines = read_lines(table, header, day=DAY, minimum_age=0)
    assert [line.birth_date for line in lines] == [None, None, dt.date(2020, 1, 1)]
    assert [(line.birth_year, line.remarks) for line in lines] == [(None, ()), (1983, ()), (None, ())]


CELLS = st.one_of(
    st.text(max_size=20),
    st.dates().map(lambda date: date),
    st.text(max_size=10).map(Formula),
    st.sampled_from(["Huber, Anna", "Anna Huber", "1.1.80", "29.2.1900", "1983", "Summe", ",", "von", "von zu"]),
)


@given(st.lists(st.tuples(CELLS, CELLS, CELLS), min_size=1, max_size=8))
def test_whatever_stands_in_the_cells_numbers_have_no_holes_and_the_taken_have_names(rows: list[tuple]) -> None:
    header = Header(index=-1, columns={Column.NAME: 0, Column.CLUB: 1, Column.BIRTH_DATE: 2})
    table = FileTable(source="", rows=tuple(FileRow(number=n, cells=cells) for n, cells in enumerate(rows, 1)))
    lines = read_lines(table, header, day=DAY, minimum_age=16)
    accepted = [line for line in lines if line.taken]
    assert [line.start_number for line in accepted] == list(range(1, len(accepted) + 1))
    assert all(line.last_name and line.first_name for line in accepted)
    assert all(line.remarks for line in lines if not line.taken)


@pytest.mark.parametrize(
    ("name", "unused"),
    [("teilnehmer-feldkirchen.xlsx", []), ("teilnehmer-alt.csv", [])],
)
def test_columns_that_are_not_taken_are_named(name: str, unused: list[str]) -> None:
    texts = read_list_file((FIXTURES / name).read_bytes()).table().texts()
    header = find_header(texts)
    assert header is not None
    assert [texts[header.index][at] for at in unused_columns(texts, header)] == unused


@pytest.mark.parametrize(
    ("text", "once"),
    [
        ("Mannschaft;Name\nA;Huber, Anna\n;Maier, Bene\n;Reiter, Centa\nB;Zeller, Dirk\n;Lang, Eva\n", True),
        ("Mannschaft;Name\nA;Huber, Anna\n;Maier, Bene\n", True),
        ("Mannschaft;Name\nA;Huber, Anna\nA;Maier, Bene\n;Reiter, Centa\n", False),
        ("Mannschaft;Name\n;Huber, Anna\nA;Maier, Bene\n;Reiter, Centa\n", False),
        ("Mannschaft;Name\n;Huber, Anna\n", False),
        ("Name;Verein\nHuber, Anna;A\nMaier, Bene;\nReiter, Centa;\n", False),
        ("Name\nHuber, Anna\n", False),
        ("Verein;Name\n", False),
    ],
)
def test_a_club_that_is_written_once_for_a_group_is_noticed(text: str, once: bool) -> None:
    texts = read_list_file(text.encode()).table().texts()
    header = find_header(texts)
    assert header is not None
    assert has_club_once_a_group(texts, header) is once


def test_a_text_from_a_messenger_is_a_list() -> None:
    lines = lines_of(b"Teilnehmer:\n1. Huber Anna, Aying\n2. Maier Bene - Glonn\n3. Reiter Centa\n")
    assert [(line.last_name, line.first_name, line.club) for line in lines] == [
        ("Anna", "Huber", "Aying"),
        ("Bene", "Maier", "Glonn"),
        ("Centa", "Reiter", ""),
    ]
    table = read_list_file(b"Teilnehmer:\n1. Huber Anna, Aying\n2. Maier Bene\n").table()
    header = find_header(table.texts())
    assert header is not None
    assert names_to_turn(table, header) == ["Huber Anna", "Maier Bene"]


@pytest.mark.parametrize(("club", "entered"), [("", "Aying"), ("Post", "Post")])
def test_a_place_behind_the_name_is_the_club_where_there_is_none(club: str, entered: str) -> None:
    line = one(f'"Huber, Anna, Aying";{club};1.1.1980')
    assert (line.last_name, line.first_name, line.club, codes(line)) == ("Huber", "Anna", entered, ["place"])


def test_a_club_as_in_the_row_above() -> None:
    clubs = ["Post", "dto.", "“", "wie oben", "-", "0", "#N/A"]
    rows = "".join(f"Huber{at}, Anna;{club}\n" for at, club in enumerate(clubs))
    lines = lines_of(f"Name;Verein\n{rows}".encode())
    assert [line.club for line in lines] == ["Post", "Post", "Post", "Post", "", "", ""]


def test_a_day_without_a_year_is_no_age() -> None:
    workbook = Workbook()
    for row in (["Name", "geboren"], ["Huber, Anna", dt.date(2026, 3, 4)]):
        workbook.active.append(row)
    stream = BytesIO()
    workbook.save(stream)
    lines = lines_of(stream.getvalue())
    assert [(line.taken, line.birth_date, codes(line)) for line in lines] == [(True, None, ["date_unreadable"])]


def test_a_missing_date_alone_needs_no_look() -> None:
    assert [one(f'"Huber, Anna";{club};').needs_a_look for club in ("Post", "=Post")] == [False, True]
