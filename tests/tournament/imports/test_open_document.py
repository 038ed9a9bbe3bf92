"""Lists of LibreOffice (.ods): values, dates, formulas, several sheets, and files that are none."""

import datetime as dt
import io
import zipfile

import pytest

from tournament.imports.book import book_of
from tournament.imports.columns import Column, find_header
from tournament.imports.files import read_list_file
from tournament.imports.reading import read_book
from tournament.imports.rows import UnreadableList
from tournament.refusals import Refused

SPREADSHEET = b"application/vnd.oasis.opendocument.spreadsheet"
NAMESPACES = " ".join(
    f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"' for name in ("office", "table", "text", "style")
)
HEAD = ["Nachname", "Vorname", "Geboren", "Telefon", "Bezahlt", "Bemerkung"]


def text(value: str) -> str:
    return f'<table:table-cell office:value-type="string"><text:p>{value}</text:p></table:table-cell>'


def number(value: float, formula: str = "") -> str:
    rule = f' table:formula="of:={formula}"' if formula else ""
    kind = f'office:value-type="float" office:value="{value}"'
    return f"<table:table-cell{rule} {kind}><text:p>?</text:p></table:table-cell>"


def day(value: str) -> str:
    cell = '<table:table-cell office:value-type="date" office:date-value="{0}"><text:p>{0}</text:p></table:table-cell>'
    return cell.format(value)


def sheet(title: str, *rows: list[str], style: str = "") -> str:
    lines = "".join(f"<table:table-row>{''.join(cells)}</table:table-row>" for cells in rows)
    return f'<table:table table:name="{title}"{style}>{lines}</table:table>'


def package(*sheets: str, kind: bytes = SPREADSHEET, manifest: str = "<m/>", styles: str = "") -> bytes:
    content = (
        f'<?xml version="1.0"?><office:document-content {NAMESPACES} office:version="1.3">'
        f"<office:automatic-styles>{styles}</office:automatic-styles>"
        f"<office:body><office:spreadsheet>{''.join(sheets)}</office:spreadsheet></office:body></office:document-content>"
    )
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as box:
        box.writestr("mimetype", kind)
        box.writestr("content.xml", content)
        box.writestr("META-INF/manifest.xml", manifest)
    return file.getvalue()


def people(*rows: list[str]) -> str:
    return sheet("Liste", [text(word) for word in HEAD], *rows)


def reason(data: bytes) -> str:
    with pytest.raises(UnreadableList) as error:
        read_book(data)
    return error.value.code


HUBER = [text("Huber"), text("Anna"), day("1970-05-01"), number(1711234567.0), text("ja"), number(3.5, "1+2.5")]


def test_the_values_of_a_list_with_those_that_its_formulas_gave() -> None:
    book = read_list_file(package(people(HUBER)))
    table = book.table()
    header = find_header(table.texts())
    assert header
    assert header.columns.keys() == {
        Column.LAST_NAME, Column.FIRST_NAME, Column.BIRTH_DATE, Column.PHONE, Column.PAID, Column.REMARK,
    }  # fmt: skip
    assert table.rows[1].cells == ("Huber", "Anna", dt.date(1970, 5, 1), "1711234567", "ja", "3.5")
    assert (book.tells_hidden, table.source) == (False, "Liste")


def test_a_book_stays_the_same_in_the_page() -> None:
    book = read_book(package(people(HUBER)))
    assert book_of(book.values()) == book


def test_the_sheet_with_names_is_read_and_hidden_sheets_are_known() -> None:
    look = '<style:table-properties table:display="false"/>'
    hidden = f'<style:style style:name="ta2" style:family="table">{look}</style:style>'
    book = read_book(
        package(
            sheet("Kasse", [text("Startgeld"), number(10)]),
            people(HUBER),
            sheet("Alt", [text("Nachname"), text("Vorname")], [text("X"), text("Y")], style=' table:style-name="ta2"'),
            styles=hidden,
        )
    )
    assert [(one.title, one.hidden) for one in book.sheets] == [("Liste", False), ("Alt", True)]
    assert (book.table().source, book.others) == ("Liste", ("Kasse",))


def test_lines_have_the_numbers_that_libreoffice_shows() -> None:
    empty = [[text("")]] * 2
    book = read_book(
        package(sheet("Liste", *empty, [text("Nachname"), text("Vorname")], [text("Huber"), text("Anna")]))
    )
    assert [row.number for row in book.table().rows] == [3, 4]


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (package(people(HUBER), manifest="<manifest:encryption-data/>"), "password"),
        (package(people(HUBER), kind=b"application/vnd.oasis.opendocument.text"), "text_document"),
        (package(people(HUBER).replace("</table:table>", "")), "not_a_spreadsheet"),
        (package(sheet("Leer")), "empty_file"),
        (package(people(HUBER))[:-40], "not_a_spreadsheet"),
        (package(sheet("Breit", [text("x")] * 61)), "too_wide"),
    ],
    ids=["encrypted", "a text", "damaged", "empty", "cut off", "too wide"],
)
def test_what_is_no_list_says_why(data: bytes, code: str) -> None:
    assert reason(data) == code


def test_the_newer_way_to_lock_a_file_is_known() -> None:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as box:
        box.writestr("mimetype", SPREADSHEET)
        box.writestr("encrypted-package", b"\x00" * 100)
    with pytest.raises(Refused) as error:
        read_list_file(file.getvalue())
    assert error.value.code == "password"


def test_rows_that_claim_to_be_a_million_are_refused() -> None:
    row = '<table:table-row table:number-rows-repeated="1048000">' + text("Huber") + "</table:table-row>"
    with pytest.raises(Refused) as error:
        read_list_file(package(f'<table:table table:name="Viel">{row}</table:table>'))
    assert error.value.code in {"too_long", "too_hard"}
