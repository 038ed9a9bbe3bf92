"""“dto.”, “wie oben”, a single quotation mark: the cell repeats the club or the town of the row above."""

from dataclasses import replace

from tournament.imports.columns import Column, Header
from tournament.imports.table import Cell, FileRow, FileTable

DITTOS = frozenset({
    "dto", "dito", "ditto", "detto", "wie oben", "wie vor", "s.o", "s. o", "siehe oben", "desgl", "same", "as above",
    '"', "''", "“", "”", "„", "″", "〃", ",,",
})  # fmt: skip
REPEATING = (Column.CLUB, Column.TOWN)


def with_dittos(table: FileTable, header: Header) -> FileTable:
    """Return the table with the repeated values in such cells; a cell with nothing above it stays."""
    columns = [header.columns[column] for column in REPEATING if column in header.columns]
    above: dict[int, Cell] = {}
    rows = list(table.rows)
    for number in range(header.index + 1, len(rows)):
        row = rows[number]
        for at in columns:
            cell = row.cell(at)
            if isinstance(cell, str) and cell.casefold().strip(" .") in DITTOS and at in above:
                row = _with_cell(row, at, above[at])
            elif cell != "" and not row.head:
                above[at] = cell
        rows[number] = row
    return replace(table, rows=tuple(rows))


def _with_cell(row: FileRow, at: int, cell: Cell) -> FileRow:
    return replace(row, cells=(*row.cells[:at], cell, *row.cells[at + 1 :]))
