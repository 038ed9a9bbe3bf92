"""Reads a file into a table of cells: .xlsx, .csv and text with tabs. It runs no formula."""

import csv
import datetime as dt
import io
import zipfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import openpyxl
from django.utils.translation import gettext_lazy as _

from tournament.imports.columns import find_header
from tournament.person.names import excerpt, fold
from tournament.refusals import Refused

# A list of 1,000 participants is about 50 KB as .xlsx, 0.5 MB unpacked.
MAX_BYTES = 5 * 1024 * 1024
MAX_UNPACKED = 20 * 1024 * 1024
MAX_STYLES = 2 * 1024 * 1024  # openpyxl makes an object of each: 1 MB of formats takes 125 MB and seconds
MAX_ROWS = 5_000
MAX_LINES = 100_000  # empty ones count, too; a file may claim a million
MAX_COLUMNS = 60
MAX_CHARACTERS = 1_000_000
MAX_CELL = 300

_ZIP, _OLE = b"PK\x03\x04", b"\xd0\xcf\x11\xe0"
_DELIMITERS = ";\t,"


@dataclass(frozen=True, slots=True)
class Formula:
    """A cell with a formula. Its text is shown, never used."""

    text: str


Cell = str | dt.date | Formula


@dataclass(frozen=True, slots=True, kw_only=True)
class FileRow:
    """A line of the file that is not empty. `number` is the one that a spreadsheet program shows."""

    number: int
    cells: tuple[Cell, ...]

    def cell(self, column: int | None) -> Cell:
        """Return the cell of a column, counted from 0; empty where the line is too short or there is no such column."""
        return self.cells[column] if column is not None and column < len(self.cells) else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class FileTable:
    """The rows that were read. `source` names the worksheet, or the encoding and the separator."""

    source: str
    rows: tuple[FileRow, ...]

    @property
    def width(self) -> int:
        return max(len(row.cells) for row in self.rows)

    def texts(self) -> list[list[str]]:
        """Return all cells as text."""
        return [[show(cell) for cell in row.cells] for row in self.rows]


def show(cell: Cell) -> str:
    """Return a cell as text."""
    if isinstance(cell, Formula):
        return cell.text
    return cell.isoformat() if isinstance(cell, dt.date) else cell


def check_size(size: int) -> None:
    """Refuse (`too_large`) a file with too many bytes before it is read."""
    if size > MAX_BYTES:
        raise Refused(
            _("The file has %(size)s MB; a list of participants has at most %(most)s MB. Is it the right file?"),
            code="too_large",
            size=-(-size // 1_048_576),
            most=MAX_BYTES // 1_048_576,
        )


def read_file(data: bytes) -> FileTable:
    """Read a whole file by its content, not by its name.

    Refused `too_large`, `empty_file`, `old_excel`, `open_document`, `not_a_spreadsheet`, `too_wide`, `too_long`,
    `open_quote`.
    """
    check_size(len(data))
    if data.startswith(_OLE):
        raise Refused(
            _("This is an Excel file of the old kind (.xls) or one with a password. "
              "Please save it as .xlsx without a password and choose it again."),
            code="old_excel",
        )  # fmt: skip
    table = _read_workbook(data) if data.startswith(_ZIP) else _read_text(data)
    if not table.rows:
        raise Refused(_("The file is empty. Is it the right one?"), code="empty_file")
    return table


def _not_a_spreadsheet() -> Refused:
    return Refused(
        _("This file is no spreadsheet that can be read. Please save the list as .xlsx or .csv and choose it again."),
        code="not_a_spreadsheet",
    )


def _read_workbook(data: bytes) -> FileTable:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            sizes = {entry.filename: entry.file_size for entry in archive.infolist()}
            unpacked = sum(entry.file_size for entry in archive.infolist())
    except (zipfile.BadZipFile, ValueError, NotImplementedError, OverflowError):
        raise _not_a_spreadsheet() from None
    # zipfile reads no further than the size an entry states, so the sum holds for a lying archive too.
    if unpacked > MAX_UNPACKED or sizes.get("xl/styles.xml", 0) > MAX_STYLES:
        raise Refused(
            _("Unpacked, this file is far larger than a list of participants. "
              "Please copy the list into a new file and save that as .xlsx."),
            code="too_large",
        )  # fmt: skip
    if "mimetype" in sizes and "content.xml" in sizes:
        raise Refused(
            _("This is an OpenDocument file. Please save it as .xlsx or .csv and choose it again."),
            code="open_document",
        )
    try:
        # data_only would hide formulas: a name that a formula computes must be seen as a formula.
        workbook = openpyxl.load_workbook(io.BytesIO(data), read_only=True, keep_links=False)
        return _best_sheet(workbook)
    except Refused:
        raise
    except Exception as error:  # A damaged file can fail anywhere inside the reader, with any kind of error.
        raise _not_a_spreadsheet() from error


def _best_sheet(workbook: Any) -> FileTable:
    """Return the first worksheet with a header that is understood, else the first that is not empty."""
    tables = []
    for sheet in workbook.worksheets:
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
    """Return the lines that are not empty, without empty cells at the end. Refused `too_long`, `too_wide`."""
    rows: list[FileRow] = []
    characters = 0
    for number, cells in enumerate(lines, start=1):
        cells = [fold(cell)[:MAX_CELL] if isinstance(cell, str) else cell for cell in cells]
        while cells and cells[-1] == "":
            cells.pop()
        if number > MAX_LINES:
            raise _too_long()
        if not cells:
            continue
        if len(cells) > MAX_COLUMNS:
            raise Refused(
                _("Line %(line)s has more than %(most)s columns. Is this the right file?"),
                code="too_wide",
                line=number,
                most=MAX_COLUMNS,
            )
        characters += sum(len(show(cell)) for cell in cells)
        if len(rows) == MAX_ROWS or characters > MAX_CHARACTERS:
            raise _too_long()
        rows.append(FileRow(number=number, cells=tuple(cells)))
    return tuple(rows)


def _too_long() -> Refused:
    return Refused(_("The file has more than %(most)s lines. Is it the right one?"), code="too_long", most=MAX_ROWS)


def _read_text(data: bytes) -> FileTable:
    text, encoding = _decode(data)
    # Control characters other than tabs and line ends occur in pictures and programs; < begins a web page.
    if any(character < " " and character not in "\t\r\n\f\v" for character in text) or text.lstrip().startswith("<"):
        raise _not_a_spreadsheet()
    if not fold(text).strip(' ",;'):
        return FileTable(source="", rows=())
    parsed = {sign: _parse(text, sign) for sign in _DELIMITERS}
    reasons = [rows for rows in parsed.values() if isinstance(rows, Refused)]
    tables = {
        sign: FileTable(source=f"CSV · {encoding} · {'Tab' if sign == chr(9) else sign}", rows=rows)
        for sign, rows in parsed.items()
        if rows and not isinstance(rows, Refused)
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
    raise _not_a_spreadsheet()


def _parse(text: str, delimiter: str) -> tuple[FileRow, ...] | Refused:
    """Return the rows that this separator gives, or why it does not fit."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    try:
        # A quoted cell may hold line breaks, so lines are numbered as a spreadsheet program would.
        return _rows(list(cells) for cells in reader)
    except Refused as refused:
        return refused
    except csv.Error:
        return Refused(
            _("Near line %(line)s a quotation mark is not closed. Please mend it, or save the list as .xlsx."),
            code="open_quote",
            line=reader.line_num,
        )


def _fitness(table: FileTable) -> tuple[int, float, int]:
    """Rate a separator: by the columns understood in the header, the lines as wide as the header, the width."""
    header = find_header(table.texts())
    widths = [len(row.cells) for row in table.rows]
    common = max(set(widths), key=widths.count)
    if header is None:
        return 0, widths.count(common) / len(widths) if common > 1 else 0.0, common
    width = widths[header.index]
    return len(header.columns), widths[header.index :].count(width) / len(widths), width
