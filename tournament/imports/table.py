"""A club's list as a table of cells, and the same as values of JSON. Knows no file."""

import datetime as dt
from dataclasses import dataclass
from typing import Any


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

    def values(self) -> dict[str, Any]:
        """Return the table as values of JSON, from which `table_of` makes it again."""
        rows = [[row.number, [_value(cell) for cell in row.cells]] for row in self.rows]
        return {"source": self.source, "rows": rows}


def table_of(values: dict[str, Any]) -> FileTable:
    """Return the table whose values these are; other keys are ignored."""
    rows = tuple(FileRow(number=number, cells=tuple(map(_cell_of, cells))) for number, cells in values["rows"])
    return FileTable(source=values["source"], rows=rows)


def show(cell: Cell) -> str:
    """Return a cell as text."""
    if isinstance(cell, Formula):
        return cell.text
    return cell.isoformat() if isinstance(cell, dt.date) else cell


def _value(cell: Cell) -> Any:
    if isinstance(cell, Formula):
        return {"formula": cell.text}
    return {"date": cell.isoformat()} if isinstance(cell, dt.date) else cell


def _cell_of(value: Any) -> Cell:
    if not isinstance(value, dict):
        return str(value)
    return Formula(value["formula"]) if "formula" in value else dt.date.fromisoformat(value["date"])
