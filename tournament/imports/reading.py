"""Reads the bytes of a file into a table of cells: .xlsx, .csv and text with tabs. It runs no formula.

Strangers made the file, so `files.py` lets it be read in a process of its own; this module needs no settings there.
"""

import csv
import datetime as dt
import io
import json
from collections.abc import Iterable, Iterator
from typing import Any

from tournament.imports.columns import find_header
from tournament.imports.package import TooMuch, part_names
from tournament.imports.table import Cell, FileRow, FileTable, Formula, show
from tournament.person.names import INVISIBLE, excerpt, fold

MAX_ROWS = 5_000
MAX_LINES = 20_000  # empty ones count, too; a file may claim a million
MAX_COLUMNS = 60
MAX_CHARACTERS = 1_000_000
MAX_CELL = 300
MAX_SHEETS = 30

ZIP = b"PK\x03\x04"
_OLE = b"\xd0\xcf\x11\xe0"
_DELIMITERS = ";\t,"


class Unreadable(Exception):
    """No list of participants. `code` and `context` belong to a sentence of files.py."""

    def __init__(self, code: str, **context: int) -> None:
        super().__init__(code)
        self.code, self.context = code, context


def read_as_json(data: bytes) -> bytes:
    """Return what `read_table` makes of the file as JSON, a table or why there is none, for another process."""
    try:
        told = read_table(data).values()
    except Unreadable as unreadable:
        told = {"code": unreadable.code, "context": unreadable.context}
    return json.dumps(told).encode()


def read_table(data: bytes) -> FileTable:
    """Read a whole file by its content, not by its name. Raises Unreadable."""
    if data.startswith(_OLE):
        raise Unreadable("old_excel")
    table = _read_workbook(data) if data.startswith(ZIP) else _read_text(data)
    if not table.rows:
        raise Unreadable("empty_file")
    return table


def _read_workbook(data: bytes) -> FileTable:
    try:
        names = part_names(data)
    except TooMuch:
        raise Unreadable("too_large_unpacked") from None
    except MemoryError:
        raise
    except Exception as error:  # A damaged zip can fail with any kind of error.
        raise Unreadable("not_a_spreadsheet") from error
    if {"mimetype", "content.xml"} <= names:
        raise Unreadable("open_document")
    # Imported here: a .csv does not need it, and it takes a quarter of a second.
    import openpyxl

    try:
        # data_only would hide formulas: a name that a formula computes must be seen as a formula.
        workbook = openpyxl.load_workbook(io.BytesIO(data), read_only=True, keep_links=False)
        return _best_sheet(workbook)
    except (Unreadable, MemoryError):
        raise
    except Exception as error:  # A damaged file can fail anywhere inside the reader, with any kind of error.
        raise Unreadable("not_a_spreadsheet") from error


def _best_sheet(workbook: Any) -> FileTable:
    """Return the first worksheet with a header that is understood, else the first that is not empty."""
    tables = []
    for sheet in workbook.worksheets[:MAX_SHEETS]:
        sheet.reset_dimensions()  # the size that the file states may be wrong
        table = FileTable(source=excerpt(sheet.title), rows=_rows(_sheet_cells(sheet)))
        if table.rows and find_header(table.texts()) is not None:
            return table
        if table.rows:
            tables.append(table)
    return tables[0] if tables else FileTable(source="", rows=())


def _sheet_cells(sheet: Any) -> Iterator[list[Cell]]:
    # Read one column more than allowed, and no further: cells far to the right then cost nothing.
    for row in sheet.iter_rows(max_col=MAX_COLUMNS + 1):
        yield [_cell(cell.value, cell.data_type) for cell in row]


def _cell(value: Any, kind: str) -> Cell:
    if value is None:
        return ""
    if kind == "f":
        return Formula(str(getattr(value, "text", None) or value)[:MAX_CELL])
    if isinstance(value, dt.datetime):
        return value.date()
    if isinstance(value, dt.date):
        return value
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return str(value)


def _rows(lines: Iterable[list[Cell]]) -> tuple[FileRow, ...]:
    """Return the lines that are not empty, without empty cells at the end. Unreadable `too_long`, `too_wide`."""
    rows: list[FileRow] = []
    characters = 0
    for number, cells in enumerate(lines, start=1):
        # Cut before, too: the time to sort a letter's accents grows with the square of their number.
        cells = [fold(cell[: 2 * MAX_CELL])[:MAX_CELL] if isinstance(cell, str) else cell for cell in cells]
        while cells and cells[-1] == "":
            cells.pop()
        if number > MAX_LINES:
            raise _too_long()
        if not cells:
            continue
        if len(cells) > MAX_COLUMNS:
            raise Unreadable("too_wide", line=number, most=MAX_COLUMNS)
        characters += sum(len(show(cell)) for cell in cells)
        if len(rows) == MAX_ROWS or characters > MAX_CHARACTERS:
            raise _too_long()
        rows.append(FileRow(number=number, cells=tuple(cells)))
    return tuple(rows)


def _too_long() -> Unreadable:
    return Unreadable("too_long", most=MAX_ROWS)


def _read_text(data: bytes) -> FileTable:
    text, encoding = _decode(data)
    # Control characters other than tabs and line ends occur in pictures and programs; < begins a web page.
    if any(character < " " and character not in "\t\r\n\f\v" for character in text) or text.lstrip().startswith("<"):
        raise Unreadable("not_a_spreadsheet")
    if not "".join(text.translate(INVISIBLE).split()).strip('",;'):
        return FileTable(source="", rows=())
    parsed = {sign: _parse(text, sign) for sign in _DELIMITERS}
    reasons = [rows for rows in parsed.values() if isinstance(rows, Unreadable)]
    tables = {
        sign: FileTable(source=f"CSV · {encoding} · {'Tab' if sign == chr(9) else sign}", rows=rows)
        for sign, rows in parsed.items()
        if rows and not isinstance(rows, Unreadable)
    }
    best = max(tables.values(), key=_fitness, default=None)
    # Nothing was understood: perhaps a separator that failed was the right one, so its reason helps more.
    if best is None or (reasons and not _fitness(best)[0]):
        raise reasons[0]
    return best


def _decode(data: bytes) -> tuple[str, str]:
    """Return the text and its encoding: as a byte order mark says, else UTF-8, else Windows' usual one here."""
    encodings = ["utf-16"] if data[:2] in (b"\xff\xfe", b"\xfe\xff") else ["utf-8-sig", "cp1252"]
    for encoding in encodings:
        try:
            return data.decode(encoding).removesuffix("\x1a"), encoding.removesuffix("-sig").upper()
        except UnicodeDecodeError:
            continue
    raise Unreadable("not_a_spreadsheet")


def _parse(text: str, delimiter: str) -> tuple[FileRow, ...] | Unreadable:
    """Return the rows that this separator gives, or why it does not fit."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    try:
        # A quoted cell may hold line breaks, so lines are numbered as a spreadsheet program would.
        return _rows(list(cells) for cells in reader)
    except Unreadable as unreadable:
        return unreadable
    except csv.Error:
        return Unreadable("open_quote", line=reader.line_num)


def _fitness(table: FileTable) -> tuple[int, float, int]:
    """Rate a separator: by the columns understood in the header, the lines as wide as the header, the width."""
    header = find_header(table.texts())
    widths = [len(row.cells) for row in table.rows]
    common = max(set(widths), key=widths.count)
    if header is None:
        return 0, widths.count(common) / len(widths) if common > 1 else 0.0, common
    width = widths[header.index]
    return len(header.columns), widths[header.index :].count(width) / len(widths), width
