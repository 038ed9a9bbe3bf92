"""A workbook is read as people see it: what is hidden or struck through, joined cells, its sheets, stored values."""

import datetime as dt
import io
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from openpyxl.cell.rich_text import CellRichText, TextBlock
from openpyxl.cell.text import InlineFont
from openpyxl.styles import Font

from tests.tournament.imports.lists import FOUR, HEAD, book_of, left_out, lines_of, saved
from tournament.imports.book import BookReading, FileBook
from tournament.imports.files import read_list_file
from tournament.imports.table import Formula, Omission
from tournament.refusals import Refused

LISTS = Path(__file__).parents[3] / "fixtures" / "lists"
DAY = dt.date(2026, 11, 28)


def names_in(book: FileBook, reading: BookReading | None = None) -> list[str]:
    return [line.last_name for line in lines_of(book, reading) if line.taken]


def case(name: str) -> FileBook:
    return read_list_file((LISTS / name).read_bytes())


def with_xml(name: str, old: bytes, new: bytes) -> FileBook:
    """A case with a piece of its worksheet written otherwise."""
    stream = io.BytesIO()
    with zipfile.ZipFile(LISTS / name) as source, zipfile.ZipFile(stream, "w") as target:
        for part in source.namelist():
            content = source.read(part)
            assert part != "xl/worksheets/sheet1.xml" or old in content
            target.writestr(part, content.replace(old, new) if part == "xl/worksheets/sheet1.xml" else content)
    return read_list_file(stream.getvalue())


def reading_of(book: FileBook, *omissions: Omission, sheet: int | None = 0) -> BookReading:
    return BookReading(sheet=sheet, wanted=frozenset(omissions), encoding=book.sheets[0].encoding)


def test_rows_hidden_by_a_filter_are_left_out_and_named() -> None:
    book = case("filtered-rows.xlsx")
    assert names_in(book) == ["Huber", "Reiter", "Lang", "Wolf"]
    hidden = ["Maier Bene", "Zeller Dirk", "Kurz Franz", "Fuchs Hias"]
    assert left_out(book) == [(name, "Hidden in the file.") for name in hidden]
    # The same four have “nein” in the column “dabei”.
    reading = reading_of(book, Omission.HIDDEN_ROW)
    assert left_out(book, reading) == [(name, "“dabei: nein” stands there.") for name in hidden]
    assert len(names_in(book, reading_of(book, Omission.HIDDEN_ROW, Omission.CANCELLED))) == 8


def hide(sheet: Any) -> None:
    sheet.row_dimensions[3].hidden = True


def fold_group(sheet: Any) -> None:
    sheet.row_dimensions.group(3, 3, outline_level=1, hidden=True)


@pytest.mark.parametrize("change", [hide, fold_group])
def test_rows_can_be_hidden_or_folded(change: Callable[[Any], None]) -> None:
    assert names_in(book_of(change)) == ["Huber", "Reiter", "Zeller"]


@pytest.mark.parametrize("look", [b'hidden="true"', b'ht="0" customHeight="1"'])
def test_rows_can_be_hidden_as_other_programs_write_it(look: bytes) -> None:
    book = with_xml("two-sheets.xlsx", b'<row r="3"', b'<row r="3" ' + look)
    assert names_in(book) == ["Huber", "Reiter", "Zeller"]


def test_a_group_that_is_open_is_read() -> None:
    book = book_of(lambda sheet: sheet.row_dimensions.group(3, 4, outline_level=1, hidden=False))
    assert len(names_in(book)) == 4


def test_a_header_of_last_year_that_is_hidden_is_not_the_header() -> None:
    def change(sheet: Any) -> None:
        for row in (1, 2, 3):
            sheet.row_dimensions[row].hidden = True

    book = book_of(change, [["Name", "Vorname"], *FOUR[:2], ["Vorname", "Nachname"], ["Centa", "Reiter"]])
    assert (names_in(book), left_out(book)) == (["Reiter"], [])


def test_a_header_below_many_hidden_rows_is_found() -> None:
    def change(sheet: Any) -> None:
        for row in range(1, 61):
            sheet.row_dimensions[row].hidden = True

    assert names_in(book_of(change, [["Alt", "Alfons"]] * 60 + [HEAD, *FOUR])) == ["Huber", "Maier", "Reiter", "Zeller"]


def strike(*cells: str) -> Callable[[Any], None]:
    def change(sheet: Any) -> None:
        for cell in cells:
            sheet[cell].font = Font(strike=True)

    return change


@pytest.mark.parametrize("cells", [["A3", "B3"], ["A3", "B3", "C3"]])
def test_who_is_struck_through_is_left_out(cells: list[str]) -> None:
    book = book_of(strike(*cells))
    assert left_out(book) == [("Maier Bene", "Struck through in the file.")]
    assert len(names_in(book, reading_of(book, Omission.STRUCK))) == 4


def test_one_struck_cell_is_a_remark() -> None:
    lines = lines_of(book_of(strike("A3", "C4", "G5")))
    assert [[remark.code for remark in line.remarks] for line in lines] == [[], ["part_struck"], ["part_struck"], []]


def rich(*parts: tuple[str, bool]) -> CellRichText:
    return CellRichText([TextBlock(InlineFont(strike=struck), text) for text, struck in parts])


@pytest.mark.parametrize(
    ("parts", "names", "codes"),
    [
        ([("Huber ", False), ("Anna", False)], ["Huber"], ["name_order"]),
        ([("Anna ", True), ("Bene Huber", False)], ["Huber"], ["part_struck", "name_order"]),
        ([("Anna Huber", True)], [], ["struck"]),
    ],
)
def test_words_struck_within_a_cell_are_not_read(parts: Any, names: list[str], codes: list[str]) -> None:
    lines = lines_of(book_of(lambda sheet: None, [["Name"], [rich(*parts)]]))
    assert sorted(remark.code for line in lines for remark in line.remarks) == sorted(codes)
    assert [line.taken for line in lines] == [bool(names)]


def test_a_struck_cell_with_words_of_another_look_is_read_by_these() -> None:
    # So LibreOffice writes a cell of which only the first words are struck through.
    def change(sheet: Any) -> None:
        sheet["A2"].font = Font(strike=True)

    parts = CellRichText("Reiter, Centa ", TextBlock(InlineFont(strike=False), "Moser, Ida"))
    lines = lines_of(book_of(change, [["Name"], [parts]]))
    assert [(line.last_name, [remark.code for remark in line.remarks]) for line in lines] == [
        ("Moser", ["part_struck"])
    ]


def test_cells_joined_over_rows_count_for_each_of_them() -> None:
    book = case("merged-club.xlsx")
    assert [line.club for line in lines_of(book)] == ["Wirtshaus Kugler"] * 4 + ["Stammtisch Post"] * 4


@pytest.mark.parametrize(
    ("joined", "clubs"),
    [
        (["C2:C3"], ["A", "A", "", ""]),
        (["C2:D5"], ["A", "A", "A", "A"]),
        (["C2:C5", "C3:C4"], ["A", "A", "A", "A"]),
        (["C2:C400", "D2:D9"], ["A", "A", "A", "A"]),
        (["C3:C5"], ["A", "", "", ""]),
        (["A7:C9"], ["A", "", "", ""]),
    ],
)
def test_joined_cells_of_every_shape(joined: list[str], clubs: list[str]) -> None:
    def change(sheet: Any) -> None:
        sheet["C2"] = "A"
        sheet.merged_cells.ranges = [openpyxl.worksheet.cell_range.CellRange(area) for area in joined]

    book = book_of(change, [HEAD, *[row[:2] for row in FOUR]])
    assert [line.club for line in lines_of(book)] == clubs


def test_a_header_of_two_rows_is_nobody() -> None:
    def change(sheet: Any) -> None:
        sheet.merge_cells("A1:A2")
        sheet.merge_cells("B1:C1")

    book = book_of(change, [["Name", "Startgeld"], ["", "bezahlt", "offen"], ["Huber, Anna", "x"]])
    assert [line.written for line in lines_of(book)] == ["Huber, Anna"]


def test_hidden_columns_are_not_read_unless_they_are_wanted() -> None:
    def change(sheet: Any) -> None:
        sheet.column_dimensions["C"].hidden = True
        sheet["D2"] = dt.date(1980, 1, 1)

    book = book_of(change)
    assert book.sheets[0].hidden_headings() == ["Verein"]
    assert next((line.club, line.birth_date) for line in lines_of(book)) == ("", dt.date(1980, 1, 1))
    assert lines_of(book, reading_of(book, Omission.HIDDEN_COLUMN))[0].club == "SV"


def test_several_columns_hidden_at_once() -> None:
    def change(sheet: Any) -> None:
        sheet.column_dimensions.group("C", "D", hidden=True)

    assert book_of(change).sheets[0].hidden_columns == {2, 3}


def workbook_of(*sheets: tuple[str, str, list[list[str]]], active: int = 0) -> FileBook:
    workbook = openpyxl.Workbook()
    workbook.remove(workbook.active)
    for title, state, rows in sheets:
        sheet = workbook.create_sheet(title)
        for row in rows:
            sheet.append(row)
        sheet.sheet_state = state
    workbook.active = active
    return saved(workbook)


HEUER = [HEAD, *FOUR]
VORJAHR = [HEAD, ["Alt", "Alfons"]]
KASSE = [["Kasse"], ["12"]]


def test_a_hidden_first_sheet_is_not_the_list() -> None:
    book = case("hidden-first-sheet.xlsx")
    assert ([sheet.title for sheet in book.sheets], book.opened, len(names_in(book))) == (["Vorjahr", "Heuer"], 1, 8)


def test_of_two_sheets_one_or_both_can_be_read() -> None:
    book = case("two-sheets.xlsx")
    assert names_in(book) == ["Huber", "Maier", "Reiter", "Zeller"]
    assert names_in(book, reading_of(book, sheet=1)) == ["Lang", "Kurz", "Wolf", "Fuchs"]
    both = lines_of(book, reading_of(book, sheet=None))
    assert [line.last_name for line in both] == ["Huber", "Maier", "Reiter", "Zeller", "Lang", "Kurz", "Wolf", "Fuchs"]
    assert [line.place for line in both][3:5] == ["A-K 5", "L-Z 2"]
    assert len({line.number for line in both}) == 8


@pytest.mark.parametrize(
    ("sheets", "active", "opened", "others"),
    [
        ([("A", "visible", HEUER), ("B", "visible", VORJAHR)], 0, "A", ()),
        ([("A", "visible", HEUER), ("B", "visible", VORJAHR)], 1, "B", ()),
        ([("A", "visible", VORJAHR), ("K", "visible", KASSE)], 1, "A", ("K",)),
        ([("K", "visible", KASSE), ("A", "visible", VORJAHR)], 0, "A", ("K",)),
        ([("A", "hidden", VORJAHR), ("B", "visible", HEUER)], 0, "B", ()),
        ([("A", "veryHidden", VORJAHR), ("B", "visible", HEUER)], 0, "B", ()),
        ([("A", "hidden", VORJAHR), ("K", "visible", KASSE)], 1, "K", ()),
        ([("L", "hidden", KASSE), ("B", "visible", HEUER)], 1, "B", ()),
        ([("A", "visible", [HEAD]), ("B", "visible", HEUER)], 0, "B", ("A",)),
    ],
)
def test_the_open_sheet_with_names_is_read_by_itself(
    sheets: list[tuple[str, str, list[list[str]]]], active: int, opened: str, others: tuple[str, ...]
) -> None:
    book = workbook_of(*sheets, active=active)
    assert (book.sheets[book.opened].title, book.others) == (opened, others)


def test_sheets_with_other_columns_come_into_one_list() -> None:
    first = [["Nr", "Nachname", "Vorname", "Ort"], ["1", "Huber", "Anna", "Aying"]]
    second = [["Vorname", "Familienname", "Tel", "geboren", "Wohnort"], ["Bene", "Maier", "08", "1.1.1980", "Glonn"]]
    third = [["Teilnehmer", "Tel"], ["Reiter, Centa", "09"]]
    book = workbook_of(("A", "visible", first), ("B", "visible", second), ("C", "visible", third))
    lines = lines_of(book, reading_of(book, sheet=None))
    assert [(line.last_name, line.first_name, line.club, line.birth_date) for line in lines] == [
        ("Huber", "Anna", "Aying", None),
        ("Maier", "Bene", "Glonn", dt.date(1980, 1, 1)),
        ("Reiter", "Centa", "", None),
    ]


def test_the_same_person_on_two_sheets_is_one() -> None:
    book = workbook_of(("A", "visible", HEUER), ("B", "visible", HEUER))
    lines = lines_of(book, reading_of(book, sheet=None))
    assert lines[4].remarks[0].text.endswith("Anna Huber, line A 2. The first entry holds.")


def test_a_section_ends_with_its_sheet() -> None:
    book = workbook_of(
        ("A", "visible", [*HEUER, ["Abgesagt:"], ["Alt", "Alfons"]]), ("B", "visible", [HEAD, ["Neu", "Ida"]])
    )
    lines = lines_of(book, reading_of(book, sheet=None))
    assert [(line.written, [remark.code for remark in line.remarks]) for line in lines[4:]] == [
        ("Alt Alfons", ["cancelled"]),
        ("Neu Ida", []),
    ]


def test_stored_values_of_formulas_are_read() -> None:
    assert [(line.last_name, line.first_name) for line in lines_of(case("f-first.xlsx"))] == [
        ("Huber", "Anna"),
        ("Maier", "Bene"),
    ]


def test_a_name_made_by_a_formula_of_the_two_beside_it_needs_no_value() -> None:
    assert len(names_in(case("formula-names.xlsx"))) == 8


@pytest.mark.parametrize(
    ("stored", "cell"),
    [
        (b'<c r="B2" t="str"><f>C2</f><v></v></c>', ""),
        (b'<c r="B2"><f>C2</f><v></v></c>', Formula("=C2")),
        (b'<c r="B2"><f>C2</f></c>', Formula("=C2")),
        (b'<c r="B2" t="e"><f>C2</f><v>#REF!</v></c>', Formula("=C2")),
        (b'<c r="B2"><f>C2</f><v>7</v></c>', "7"),
        (b'<c r="B2" t="b"><f>C2</f><v>1</v></c>', "True"),
    ],
)
def test_what_a_formula_leaves_in_the_file(stored: bytes, cell: Any) -> None:
    with zipfile.ZipFile(LISTS / "f-first.xlsx") as package:
        sheet = package.read("xl/worksheets/sheet1.xml")
    begin = sheet.index(b'<c r="B2"')
    old = sheet[begin : sheet.index(b"</c>", begin) + 4]
    assert with_xml("f-first.xlsx", old, stored).table().rows[1].cells[1] == cell


def test_a_formula_without_a_value_names_the_way_out() -> None:
    lines = lines_of(book_of(lambda sheet: None, [["Name"], ['=A1&"x"']]))
    assert [line.remarks[0].text for line in lines] == [
        "The name is a formula, and its result is not in the file. Please open the file in Excel or LibreOffice and "
        "save it; or copy the column and paste it as values."
    ]


def test_letters_encoded_twice_are_mended_unless_they_are_wanted_so() -> None:
    book = book_of(lambda sheet: None, [["Name"], ["MÃ¼ller, JÃ¶rg"], ["Süß, Anna"]])
    assert [line.last_name for line in lines_of(book)] == ["Müller", "Süß"]
    lines = lines_of(book, BookReading(sheet=0))
    assert [(line.last_name, [remark.code for remark in line.remarks]) for line in lines] == [
        ("MÃ¼ller", ["odd_letters"]),
        ("Süß", []),
    ]


def test_sheets_that_hold_too_much_together_are_refused() -> None:
    many = [["Name", "Bemerkung"], *[[f"Huber, Anna{number}", "x" * 290] for number in range(2_000)]]
    with pytest.raises(Refused, match="Together, the sheets") as raised:
        workbook_of(("A", "visible", many), ("B", "visible", many))
    assert raised.value.code == "too_large"
