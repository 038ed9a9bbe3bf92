"""Reads the bytes of a file into a book: .xlsx, .ods, .csv and text with tabs. It runs no formula.

Strangers made the file, so `files.py` lets it be read in a process of its own; this module needs no settings there.
"""

import csv
import io
import json

from tournament.imports.book import FileBook, FileSheet
from tournament.imports.columns import find_header
from tournament.imports.encodings import Encoding, guess_encoding
from tournament.imports.kinds import ZIP, check_package, check_text, foreign_kind, is_open_document
from tournament.imports.package import TooMuch, part_names
from tournament.imports.rows import UnreadableList, clean_rows
from tournament.imports.table import FileRow, FileTable
from tournament.person.names import INVISIBLE

_DELIMITERS = ";\t,"
_NO_ROWS = FileBook(sheets=())


def read_as_json(data: bytes) -> bytes:
    """Return the result of `read_book` as JSON for another process: a book, or why there is none."""
    try:
        answer = read_book(data).values()
    except UnreadableList as unreadable:
        answer = {"code": unreadable.code, "context": unreadable.context}
    return json.dumps(answer).encode()


def read_book(data: bytes) -> FileBook:
    """Read a whole file by its content, not by its name. Raises Unreadable."""
    if kind := foreign_kind(data):
        raise UnreadableList(kind)
    book = _read_package(data) if data.startswith(ZIP) else _read_text(data)
    if not book.sheets:
        raise UnreadableList("empty_file")
    return book


def _read_package(data: bytes) -> FileBook:
    try:
        names = part_names(data)
    except TooMuch:
        raise UnreadableList("too_large_unpacked") from None
    except MemoryError:
        raise
    except Exception as error:  # A damaged zip can fail with any kind of error.
        raise UnreadableList("not_a_spreadsheet") from error
    check_package(data, names)
    try:
        return _read_sheets(data, names)
    except (UnreadableList, MemoryError):
        raise
    except Exception as error:  # A damaged file can fail anywhere inside the reader, with any kind of error.
        raise UnreadableList("not_a_spreadsheet") from error


def _read_sheets(data: bytes, names: frozenset[str]) -> FileBook:
    # Imported here: a .csv needs neither, and openpyxl takes a quarter of a second.
    if is_open_document(names):
        from tournament.imports.open_document import read_open_document

        return read_open_document(data)
    from tournament.imports.workbook import read_workbook

    return read_workbook(data)


def _read_text(data: bytes) -> FileBook:
    text, encoding = _letters(data)
    check_text(text)
    if not "".join(text.translate(INVISIBLE).split()).strip('",;'):
        return _NO_ROWS
    parsed = {sign: _parse(text, sign, encoding) for sign in _DELIMITERS}
    reasons = [sheet for sheet in parsed.values() if isinstance(sheet, UnreadableList)]
    sheets = [sheet for sheet in parsed.values() if not isinstance(sheet, UnreadableList) and sheet.rows]
    best = max(sheets, key=_fitness, default=None)
    # Nothing was understood. A separator that failed may be the right one, so its reason helps more.
    if best is None or (reasons and not _fitness(best)[0]):
        raise reasons[0]
    return FileBook(sheets=(best,))


def _letters(data: bytes) -> tuple[str, Encoding | None]:
    """Return the text of UTF-16, else the bytes as letters of Latin-1 and the encoding that was recognised.

    The separators and line ends are the same in all of these encodings.
    """
    wide = _wide_encoding(data)
    if wide:
        try:
            return data.decode(wide), None
        except UnicodeDecodeError as error:
            raise UnreadableList("not_a_spreadsheet") from error
    data = data.removeprefix(b"\xef\xbb\xbf").removesuffix(b"\x1a")
    return data.decode("latin-1"), guess_encoding(data)


def _wide_encoding(data: bytes) -> str:
    """Return the kind of UTF-16, by its mark or by the zero bytes that are every second byte of a list; else ""."""
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return "utf-16"
    half = max(len(data) // 2, 1)
    even, odd = data[::2].count(0) / half, data[1::2].count(0) / half
    if max(even, odd) < 0.5 or min(even, odd) > 0.1:
        return ""
    return "utf-16-le" if odd > even else "utf-16-be"


def _parse(text: str, delimiter: str, encoding: Encoding | None) -> FileSheet | UnreadableList:
    """Return the rows that this separator gives, or why it does not fit."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    # A quoted cell may hold line breaks, so lines are numbered as a spreadsheet program would.
    lines = (FileRow(number=number, cells=tuple(cells)) for number, cells in enumerate(reader, start=1))
    try:
        rows = tuple(clean_rows(lines, as_bytes=encoding is not None))
    except UnreadableList as unreadable:
        return unreadable
    except csv.Error:
        return UnreadableList("open_quote", line=reader.line_num)
    return FileSheet(title="", rows=rows, separator="Tab" if delimiter == "\t" else delimiter, encoding=encoding)


def _fitness(sheet: FileSheet) -> tuple[int, int, float, int]:
    """Rate a separator: by the columns understood in the header, how early the header stands, the lines as wide, the
    width."""
    table: FileTable = sheet.table(encoding=sheet.encoding)
    if not table.rows:
        return 0, 0, 0.0, 0
    header = find_header(table.texts())
    widths = [len(row.cells) for row in table.rows]
    common = max(set(widths), key=widths.count)
    if header is None:
        return 0, 0, widths.count(common) / len(widths) if common > 1 else 0.0, common
    width = widths[header.index]
    return len(header.columns), -header.index, widths[header.index :].count(width) / len(widths), width
