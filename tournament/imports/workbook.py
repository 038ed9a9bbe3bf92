"""Reads the worksheets of an .xlsx as people see them: hidden and struck rows, joined cells, open sheet.

The cells hold the values that were stored when the file was saved; no formula is run.
"""

import io
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import openpyxl
from openpyxl.cell.rich_text import CellRichText
from openpyxl.utils.cell import range_boundaries
from openpyxl.worksheet._reader import FORMULA_TAG, VALUE_TAG, WorkSheetParser

from tournament.imports.book import FileBook, FileSheet
from tournament.imports.columns import is_head
from tournament.imports.encodings import Encoding, mend
from tournament.imports.rows import MAX_CHARACTERS, MAX_COLUMNS, MAX_LINES, MAX_ROWS, UnreadableList, clean_rows
from tournament.imports.sheets import MAX_SHEETS, cell_of, choose_sheets
from tournament.imports.signs import colours_of, commented_rows, crossed_rows, is_invisible
from tournament.imports.table import MAX_CELL, Cell, FileRow, Formula, show
from tournament.person.names import excerpt

MAX_JOINED = 20_000
TRUE = ("1", "true")


def read_workbook(data: bytes) -> FileBook:
    """Return the sheets with names, else the first that is visible and not empty. Raises Unreadable, and any kind of
    error for a damaged file."""
    workbook = openpyxl.load_workbook(
        io.BytesIO(data), read_only=True, keep_links=False, data_only=True, rich_text=True
    )
    sheets, refusals = [], []
    active = workbook.active.title if workbook.active else ""
    for worksheet in workbook.worksheets[:MAX_SHEETS]:
        try:
            sheet = _read_sheet(worksheet)
        except UnreadableList as unreadable:
            refusals.append(unreadable)
            continue
        if sheet.rows:
            sheets.append((sheet, worksheet.title == active))
    if not sheets and refusals:
        raise refusals[0]
    return choose_sheets(sheets)


def _read_sheet(worksheet: Any) -> FileSheet:
    with worksheet._get_source() as source:
        parser = _Parser(source, worksheet)
        rows = list(clean_rows(_raw_rows(parser)))
    rows = _with_signs(rows, commented_rows(worksheet), parser.ruled)
    hidden = {at for first, last in parser.hidden_columns for at in range(first - 1, min(last, MAX_COLUMNS))}
    rows = _fill_joined(rows, [cells.ref for cells in parser.merged_cells.mergeCell] if parser.merged_cells else [])
    twice = any(isinstance(cell, str) and mend(cell) != cell for row in rows for cell in row.cells)
    return FileSheet(
        title=excerpt(worksheet.title),
        rows=tuple(rows),
        hidden=worksheet.sheet_state != "visible",
        hidden_columns=frozenset(hidden),
        encoding=Encoding.TWICE if twice else None,
    )


class _Parser(WorkSheetParser):
    """Reads stored values, also those of formulas; a formula without one, or with an error, stays a formula."""

    def __init__(self, source: Any, worksheet: Any) -> None:
        book = worksheet.parent
        super().__init__(
            source,
            worksheet._shared_strings,
            data_only=True,
            epoch=book.epoch,
            date_formats=book._date_formats,
            timedelta_formats=book._timedelta_formats,
            rich_text=True,
        )
        self.hidden_columns: list[tuple[int, int]] = []
        self.struck_styles = {at for at, style in enumerate(book._cell_styles) if book._fonts[style.fontId].strike}
        self.colours = [colours_of(book, style) for style in book._cell_styles]
        self.ruled: list[tuple[int, int]] = []

    def parse_column_dimensions(self, col: Any) -> None:
        if col.get("hidden") in TRUE or float(col.get("width") or 1) == 0:
            self.hidden_columns.append((int(col.get("min")), int(col.get("max"))))

    def parse_formatting(self, element: Any) -> None:
        self.ruled += crossed_rows(element)

    def parse_cell(self, element: Any) -> dict[str, Any]:
        cell: dict[str, Any] = super().parse_cell(element)
        formula = element.find(FORMULA_TAG)
        if formula is not None and (cell["data_type"] == "e" or cell["value"] is None):
            # Excel marks the stored text of a formula as text, so an empty one is a value, too.
            stored = element.get("t") == "str" and element.find(VALUE_TAG) is not None
            cell["value"] = "" if stored else Formula(f"={formula.text or ''}"[:MAX_CELL])
        return cell


def _raw_rows(parser: _Parser) -> Iterator[FileRow]:
    """Yield the rows of the file unchanged. Unreadable `too_long`."""
    last = 0
    for number, cells in parser.parse():
        if number > MAX_LINES:
            raise UnreadableList("too_long", most=MAX_ROWS)
        if number <= last:
            continue
        last = number
        # Keep one column more than allowed: then cells far to the right cost nothing.
        near = [cell for cell in cells if cell["column"] <= MAX_COLUMNS + 1]
        values: list[Cell] = [""] * max((cell["column"] for cell in near), default=0)
        struck, part_struck = set(), set()
        colours = [(cell["column"] - 1, parser.colours[cell["style_id"]]) for cell in near if cell["value"] is not None]
        for cell in near:
            at = cell["column"] - 1
            is_struck = cell["style_id"] in parser.struck_styles
            text, cut = _shown_part(cell["value"], is_struck)
            whole = text == "" if isinstance(cell["value"], CellRichText) and cut else is_struck
            values[at] = cell_of(str(cell["value"]) if whole and cut else text)
            if whole:
                struck.add(at)
            elif cut:
                part_struck.add(at)
        yield FileRow(
            number=number,
            cells=tuple(values),
            hidden=_is_hidden(parser.row_dimensions.get(str(number), {})),
            struck=frozenset(struck),
            part_struck=frozenset(part_struck),
            colours=tuple((at, colour) for at, colour in colours if colour),
        )


def _with_signs(rows: list[FileRow], commented: set[int], ruled: list[tuple[int, int]]) -> list[FileRow]:
    """Return the rows with the meaning of comments, rules and white letters."""
    return [
        replace(
            row,
            # White letters in the head of a table stand on a colour from the style of the table.
            hidden=row.hidden or (at > 0 and is_invisible(row) and not is_head([show(cell) for cell in row.cells])),
            commented=row.number in commented,
            ruled=any(first <= row.number <= last for first, last in ruled),
        )
        for at, row in enumerate(rows)
    ]


def _is_hidden(look: dict[str, str]) -> bool:
    """Whether a row is hidden by hand, by a filter or in a folded group, or has no height."""
    return look.get("hidden") in TRUE or float(look.get("ht") or 1) == 0


def _shown_part(value: Any, is_struck: bool) -> tuple[Any, bool]:
    """Return the text of a cell without its struck words, and whether there are any.

    Words with a look of their own are struck or not by it, all others as the cell `is_struck`.
    """
    if not isinstance(value, CellRichText):
        return value, False
    parts = [part for part in value if not (is_struck if isinstance(part, str) else part.font.strike)]
    return "".join(map(str, parts)).strip(), len(parts) < len(value)


def _fill_joined(rows: list[FileRow], ranges: list[str]) -> list[FileRow]:
    """Let the value of cells joined over several rows count for each of these rows that has other content."""
    if len(ranges) > MAX_JOINED:
        raise UnreadableList("too_large_unpacked")
    joined: dict[int, list[tuple[int, int]]] = {}
    for first, top, _right, bottom in map(range_boundaries, ranges):
        if top < bottom and first <= MAX_COLUMNS:
            joined.setdefault(first - 1, []).append((top, bottom))
    filled = [list(row.cells) for row in rows]
    characters = 0
    for column, spans in joined.items():
        spans.sort(reverse=True)
        value: Cell = ""
        top = bottom = 0
        for row, cells in zip(rows, filled, strict=True):
            while spans and spans[-1][0] <= row.number:
                begin, end = spans.pop()
                if begin > bottom:  # one within another is a damaged file
                    top, bottom = begin, end
                    value = row.cell(column) if top == row.number else ""
            if not top < row.number <= bottom or value == "" or row.cell(column) != "":
                continue
            cells.extend([""] * (column + 1 - len(cells)))
            cells[column] = value
            characters += len(show(value))
    if characters > MAX_CHARACTERS:
        raise UnreadableList("too_long", most=MAX_ROWS)
    return [replace(row, cells=tuple(cells)) for row, cells in zip(rows, filled, strict=True)]
