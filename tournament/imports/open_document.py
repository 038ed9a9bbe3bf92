"""Reads the worksheets of an .ods with the values that its formulas gave. Hidden rows are not told from others here."""

import io
import zipfile
from dataclasses import replace
from typing import Any
from xml.parsers import expat

from python_calamine import CalamineWorkbook, SheetTypeEnum, SheetVisibleEnum

from tournament.imports.book import FileBook, FileSheet
from tournament.imports.rows import MAX_COLUMNS, MAX_LINES, MAX_ROWS, UnreadableList, clean_rows
from tournament.imports.sheets import MAX_SHEETS, cell_of, choose_sheets
from tournament.imports.table import FileRow
from tournament.person.names import excerpt


def read_open_document(data: bytes) -> FileBook:
    """Return the sheets with names, else the first that is visible and not empty. Raises Unreadable, and any kind of
    error for a damaged file."""
    _check_well_formed(data)
    workbook = CalamineWorkbook.from_filelike(io.BytesIO(data))
    sheets = []
    for metadata in workbook.sheets_metadata[:MAX_SHEETS]:
        if metadata.typ != SheetTypeEnum.WorkSheet:
            continue
        rows = tuple(clean_rows(_raw_rows(workbook.get_sheet_by_name(metadata.name))))
        hidden = metadata.visible != SheetVisibleEnum.Visible
        sheets.append(FileSheet(title=excerpt(metadata.name), rows=rows, hidden=hidden))
    book = choose_sheets([(sheet, False) for sheet in sheets if sheet.rows])
    return replace(book, tells_hidden=False)


def _check_well_formed(data: bytes) -> None:
    """Raise ExpatError for XML that breaks off: the library would look for the end of the table for ever."""
    with zipfile.ZipFile(io.BytesIO(data)) as package:
        expat.ParserCreate().Parse(package.read("content.xml"), True)


def _raw_rows(worksheet: Any) -> list[FileRow]:
    if worksheet.total_height > MAX_LINES:
        raise UnreadableList("too_long", most=MAX_ROWS)
    rows = worksheet.to_python(skip_empty_area=False)
    return [
        # One column more than allowed is kept, to refuse a list that is too wide.
        FileRow(number=number, cells=tuple(cell_of(value) for value in values[: MAX_COLUMNS + 1]))
        for number, values in enumerate(rows, start=1)
    ]
