"""Files as clubs hand them over: what is read, and a sentence for what is not a list. The only error is Refused."""

import datetime as dt
import io
import json
import zipfile
import zlib
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from django.core import signing
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.attack import spreadsheets
from tests.tournament.imports.lists import PICTURE
from tournament.imports import carry, files
from tournament.imports.book import BookReading, FileBook, FileSheet
from tournament.imports.columns import Column, Header
from tournament.imports.encodings import Encoding
from tournament.imports.files import MAX_BYTES, check_size, file_refused, read_list_file
from tournament.imports.reading import read_as_json, read_book
from tournament.imports.rows import UnreadableList
from tournament.imports.table import FileRow, Formula, Omission
from tournament.refusals import Refused
from tournament.server.apart import ProcessLimits

FIXTURES = Path(__file__).parents[3] / "fixtures"
ROWS = [["Nachname", "Vorname", "Ort"], ["Löffler", "Centa", "Grafing"], ["Süß", "Dirk", ""]]


def workbook(*sheets: list[list[object]]) -> bytes:
    book = openpyxl.Workbook()
    book.remove(book.active)
    for rows in sheets:
        sheet = book.create_sheet()
        for row in rows:
            sheet.append(row)
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


def archive(**entries: bytes) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, data in entries.items():
            packed.writestr(name.replace("__", "."), data)
    return stream.getvalue()


def with_part(data: bytes, part: str, old: bytes, new: bytes) -> bytes:
    """The workbook with a piece of one of its parts replaced."""
    stream = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as source, zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as target:
        for name in source.namelist():
            text = source.read(name)
            assert name != part or old in text
            target.writestr(name, text.replace(old, new) if name == part else text)
    return stream.getvalue()


def refusal(data: bytes) -> str:
    with pytest.raises(Refused) as raised:
        read_list_file(data)
    assert str(raised.value).endswith((".", "?"))
    return raised.value.code


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16"])
@pytest.mark.parametrize("separator", [",", ";", "\t"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_csv_of_every_kind_reads_the_same(encoding: str, separator: str, end: str) -> None:
    text = end.join(separator.join(row) for row in ROWS) + end
    assert read_list_file(text.encode(encoding)).table().texts() == [ROWS[0], ROWS[1], ROWS[2][:2]]


@pytest.mark.parametrize(
    ("text", "width"),
    [
        ("Name;Ort\nHuber, Anna;Grafing\nSüß, Dirk;Grafing\n", 2),
        ("Name\nHuber, Anna\nSüß, Dirk\n", 1),
        ("Nachname,Vorname,Ort\nHuber,Anna,Grafing\n", 3),
        ("Name, Vorname;Ort\nHuber, Anna;Markt Schwaben\n", 2),
        ("Huber,Anna,Grafing\nSüß,Dirk,Ebersberg\n", 3),
        ("Nachname;Vorname\nHuber;Anna\n" + "Süß;Dirk, genannt Didi\n" * 3, 2),
    ],
)
def test_the_separator_is_the_one_that_makes_sense(text: str, width: int) -> None:
    assert read_list_file(text.encode()).table().width == width


def test_a_quoted_cell_may_hold_separators_and_line_breaks() -> None:
    table = read_list_file(b'Name;Verein\n"Huber; Anna";"SV\nFeldkirchen"\n').table()
    assert table.texts() == [["Name", "Verein"], ["Huber; Anna", "SV Feldkirchen"]]


def test_a_workbook_keeps_dates_and_formulas_apart_from_text() -> None:
    data = workbook([["Name", "geboren"], ["Huber, Anna", dt.datetime(1980, 1, 1)], ["=A2", 7.0], [None, None], ["x"]])
    table = read_list_file(data).table()
    assert [(row.number, row.cells) for row in table.rows] == [
        (1, ("Name", "geboren")),
        (2, ("Huber, Anna", dt.date(1980, 1, 1))),
        (3, (Formula("=A2"), "7")),
        (5, ("x",)),
    ]


def test_the_worksheet_with_a_header_is_the_one_that_is_read() -> None:
    data = workbook([["Kasse"], [12]], [["Nachname", "Vorname"], ["Huber", "Anna"]])
    assert read_list_file(data).table().source == "Sheet1"


def test_a_workbook_that_states_a_wrong_size_is_read_in_full() -> None:
    data = with_part(workbook(ROWS), "xl/worksheets/sheet1.xml", b'ref="A1:C3"', b'ref="A1:A1"')
    assert read_list_file(data).table().texts()[1] == ROWS[1]


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "empty_file"),
        (b" \n;;\n\t\n", "empty_file"),
        (workbook([]), "empty_file"),
        (PICTURE, "picture"),
        (b"\xff\xd8\xff\xe0\x00\x10JFIF", "picture"),
        (b"\x00\x00\x00\x18ftypheic\x00\x00\x00\x00", "picture"),
        (b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\x00", "pdf"),
        (b"{\\rtf1\\ansi Huber}", "text_document"),
        (b"<html><table><tr><td>Huber</td></tr></table></html>", "web_page"),
        (b"\xef\xbb\xbf\n<table><tr><td>Huber</td></tr></table>", "web_page"),
        (b"MIME-Version: 1.0\nContent-Type: multipart/related\n", "web_page"),
        (b'<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"/>', "xml_excel"),
        (b'<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"/>', "open_document"),
        (b"Name\nHuber \x01\x02 Anna\n", "not_a_spreadsheet"),
        (b"PK\x03\x04 not really", "not_a_spreadsheet"),
        (archive(readme__txt=b"hello"), "not_a_spreadsheet"),
        (
            archive(mimetype=b"application/vnd.oasis.opendocument.spreadsheet", content__xml=b"<x/>"),
            "not_a_spreadsheet",
        ),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600), "old_excel"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600) + "EncryptedPackage".encode("utf-16-le"), "password"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600) + "WordDocument".encode("utf-16-le"), "text_document"),
        (b"\x09\x04\x06\x00\x00\x04\x10\x00", "old_excel"),
        (archive(Index__zip=b"x"), "numbers"),
        (archive(word__xml=b"<x/>"), "not_a_spreadsheet"),
        (archive(**{"word/document__xml": b"<x/>"}), "text_document"),
        (archive(**{"xl/workbook__bin": b"x"}), "binary_excel"),
        (archive(liste__csv=b"Name"), "packed"),
        (
            with_part(
                workbook(ROWS),
                "xl/workbook.xml",
                b"http://schemas.openxmlformats.org/spreadsheetml/2006/main",
                b"http://purl.oclc.org/ooxml/spreadsheetml/main",
            ),
            "strict",
        ),
        (archive(bomb__xml=bytes(25_000_000)), "too_large"),
        (with_part(workbook(ROWS), "xl/styles.xml", b"<cellXfs ", b"<xf/>" * 450_000 + b"<cellXfs "), "too_large"),
        (b"x" * (MAX_BYTES + 1), "too_large"),
        (b"Name;Ort\n" + b"Huber, Anna;Grafing\n" * 5_001, "too_long"),
        (b"Name;Ort\n" + b"Huber, Anna" + b";x" * 61 + b"\n", "too_wide"),
        (workbook([["Name", *range(3_000)]]), "too_wide"),
        (b'Name;Ort\n"Huber, Anna;Grafing\nMeier, Bene;Grafing\n', "open_quote"),
        (b'Name;Ort\n"Huber" Anna;Grafing\n', "open_quote"),
    ],
)
def test_what_is_no_list_gets_a_sentence(data: bytes, code: str) -> None:
    assert refusal(data) == code


def test_a_workbook_that_claims_a_billion_lines_is_refused_at_once() -> None:
    data = with_part(workbook(ROWS), "xl/worksheets/sheet1.xml", b'<row r="3"', b'<row r="999999999"')
    assert refusal(data) == "too_long"


def test_a_workbook_with_entities_is_refused() -> None:
    part = "xl/worksheets/sheet1.xml"
    bomb = b'<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]><worksheet'
    assert refusal(with_part(workbook(ROWS), part, b"<worksheet", bomb)) == "not_a_spreadsheet"


@pytest.mark.parametrize("make", spreadsheets.FILES[:4], ids=lambda make: make.__name__)
def test_a_small_file_that_would_take_much_is_refused(make: Any) -> None:
    assert refusal(make()) in ("too_large", "too_long")


@pytest.mark.parametrize(
    ("reader", "seconds", "sentence"),
    [
        (read_as_json, 0.05, "takes longer than 1 seconds"),
        (zlib.decompress, 20.0, "takes more than 200 MB of memory"),
        (json.loads, 20.0, "the reading broke off"),
    ],
)
def test_beyond_the_limits_it_is_told_what_to_do(
    monkeypatch: pytest.MonkeyPatch, reader: Any, seconds: float, sentence: str
) -> None:
    monkeypatch.setattr(files, "read_as_json", reader)
    limits = ProcessLimits(computing=1, seconds=seconds, memory=200 * 2**20)
    with pytest.raises(Refused, match=sentence) as raised:
        read_list_file(zlib.compress(bytes(300_000_000), 1), limits)  # unpacked, 300 MB of nothing
    assert (raised.value.code, "as CSV" in str(raised.value)) == ("too_hard", True)


def test_one_list_is_read_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "TURN_SECONDS", 0.01)
    with files.TURN:
        assert refusal(workbook(ROWS)) == "busy"
        assert read_list_file(b"Nachname;Vorname\nHuber;Anna\n").table().rows  # small text needs no process
    assert read_list_file(workbook(ROWS)).table().texts()[1] == ROWS[1]


def test_the_size_is_refused_without_a_look_into_the_file() -> None:
    with pytest.raises(Refused) as raised:
        check_size(50 * 1024 * 1024)
    assert str(raised.value) == "The file has 50 MB; a list of participants has at most 5 MB. Is it the right file?"


@settings(deadline=None)
@given(st.binary(max_size=400))
@example(b'"')
@example(b"\r\x00")
@example(b"\xff\xfe")
@example(b"\xff\xfea")
@example(b"\xef\xbb\xbf")
def test_odd_bytes_are_read_or_refused(data: bytes) -> None:
    _read_or_refused(data)


@settings(deadline=None)
@given(st.text(alphabet=st.sampled_from('Name;,\t"\n\r aä=0.'), max_size=60))
def test_odd_text_is_read_or_refused(text: str) -> None:
    _read_or_refused(text.encode())


CLUB_LIST = (FIXTURES / "teilnehmer-feldkirchen.xlsx").read_bytes()


@settings(deadline=None, max_examples=60)
@given(st.integers(0, len(CLUB_LIST) - 1), st.binary(min_size=1, max_size=20))
def test_a_damaged_workbook_is_read_or_refused(at: int, damage: bytes) -> None:
    _read_or_refused(CLUB_LIST[:at] + damage + CLUB_LIST[at + len(damage) :])


def _read_or_refused(data: bytes) -> str:
    try:
        table = read_book(data).table()
    except UnreadableList as unreadable:
        error = file_refused(unreadable.code, unreadable.context)  # any other error fails the test
        return str(error)
    assert all(any(row.cells) for row in table.rows)
    return ""


BOOK = FileBook(
    sheets=(
        FileSheet(
            title="Liste",
            rows=(
                FileRow(number=1, cells=("Name", "geboren")),
                FileRow(number=3, cells=("Huber, Anna", dt.date(1980, 1, 1)), hidden=True),
                FileRow(number=4, cells=(Formula("=A1"),), struck=frozenset({0}), part_struck=frozenset({1})),
            ),
            hidden_columns=frozenset({1}),
        ),
        FileSheet(title="", rows=(FileRow(number=1, cells=("M\xfcller",)),), separator=";", encoding=Encoding.WINDOWS),
        FileSheet(title="Vorjahr", rows=(FileRow(number=1, cells=("Name",)),), hidden=True),
    ),
    opened=1,
    others=("Kasse",),
)
READING = BookReading(sheet=None, wanted=frozenset({Omission.STRUCK, Omission.HIDDEN_ROW}), encoding=Encoding.MAC)


@pytest.mark.parametrize("header", [None, Header(index=0, columns={Column.NAME: 0}, last_first=True)])
@pytest.mark.parametrize("reading", [READING, BOOK.first_reading()])
def test_the_book_comes_back_from_the_page_as_it_was(header: Header | None, reading: BookReading) -> None:
    assert carry.unpack_list(carry.pack_list(BOOK, reading, header, tournament=1), tournament=1) == (
        BOOK,
        reading,
        header,
    )


def test_what_was_changed_on_the_page_is_refused() -> None:
    packed = carry.pack_list(BOOK, READING, None, tournament=1)
    forged = signing.dumps({"tournament": 1}, salt="another", compress=True)
    for text in ["", "x", packed[:-1] + ("A" if packed[-1] != "A" else "B"), "A" + packed, forged]:
        with pytest.raises(Refused) as raised:
            carry.unpack_list(text, tournament=1)
        assert raised.value.code == "preview_unreadable"


def test_the_list_of_another_tournament_is_refused() -> None:
    with pytest.raises(Refused) as raised:
        carry.unpack_list(carry.pack_list(BOOK, READING, None, tournament=1), tournament=2)
    assert raised.value.code == "preview_unreadable"


def test_a_preview_of_yesterday_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    packed = carry.pack_list(BOOK, READING, None, tournament=1)
    monkeypatch.setattr(carry, "MAX_AGE", dt.timedelta(seconds=-1))
    with pytest.raises(Refused) as raised:
        carry.unpack_list(packed, tournament=1)
    assert raised.value.code == "preview_expired"
