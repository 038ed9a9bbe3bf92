"""A club's list as a table of cells with their look, and the same as values of JSON. Knows no file."""

import datetime as dt
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

MAX_CELL = 300


class Omission(StrEnum):
    """The ways in which a file marks cells as not to be read: a list leaves them out unless somebody wants them."""

    HIDDEN_ROW = "hidden_row"
    HIDDEN_COLUMN = "hidden_column"
    STRUCK = "struck"
    CANCELLED = "cancelled"
    WAITING = "waiting"


@dataclass(frozen=True, slots=True)
class Formula:
    """A cell with a formula whose value is not stored in the file. Its text is shown, never used."""

    text: str


Cell = str | dt.date | Formula


@dataclass(frozen=True, slots=True, kw_only=True)
class FileRow:
    """A line of the file that is not empty.

    `number` is the one that a spreadsheet program shows; if several sheets are read as one list, it continues from
    sheet to sheet, and `place` is the place in the file: “L-Z 3”. `hidden`: by hand, by a filter or folded. `struck`
    are the columns of cells that are struck through; in `part_struck` only a part was, which the cell no longer
    contains. `colours` are the colours of cells that are not black on white, by column. `commented`, `ruled`: a comment
    or a conditional format belongs to the row. `head`: the row names the columns again. `side`: the number, from 0, of
    its table among those that stand side by side or on several sheets.
    """

    number: int
    cells: tuple[Cell, ...]
    hidden: bool = False
    struck: frozenset[int] = frozenset()
    part_struck: frozenset[int] = frozenset()
    colours: tuple[tuple[int, str], ...] = ()
    commented: bool = False
    ruled: bool = False
    place: str = ""
    head: bool = False
    side: int = 0

    def cell(self, column: int | None) -> Cell:
        """Return the cell of a column, counted from 0; empty if the line is too short or there is no such column."""
        return self.cells[column] if column is not None and column < len(self.cells) else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class FileTable:
    """The rows that were read. `source` names the worksheet, or the encoding and the separator.

    `wanted` are the omissions that are read all the same.
    """

    source: str
    rows: tuple[FileRow, ...]
    wanted: frozenset[Omission] = frozenset()

    @property
    def width(self) -> int:
        return max(len(row.cells) for row in self.rows)

    def shows(self, row: FileRow) -> bool:
        """Whether a row is visible, or read in spite of being hidden."""
        return not row.hidden or Omission.HIDDEN_ROW in self.wanted

    def texts(self) -> list[list[str]]:
        """Return all cells as text; a row that is not visible has none."""
        return [[show(cell) for cell in row.cells] if self.shows(row) else [] for row in self.rows]


def row_values(row: FileRow) -> list[Any]:
    """Return a row as values of JSON, from which `row_of` makes it again."""
    looks = {
        "hidden": row.hidden,
        "struck": sorted(row.struck),
        "part_struck": sorted(row.part_struck),
        "colours": row.colours,
        "commented": row.commented,
        "ruled": row.ruled,
    }
    looks_of_row = {look: value for look, value in looks.items() if value}
    return [row.number, [_value(cell) for cell in row.cells], *([looks_of_row] if looks_of_row else [])]


def row_of(values: list[Any]) -> FileRow:
    """Return the row that these values stand for."""
    number, cells, *rest = values
    looks: dict[str, Any] = rest[0] if rest else {}
    return FileRow(
        number=number,
        cells=tuple(map(_cell_of, cells)),
        hidden=looks.get("hidden", False),
        struck=frozenset(looks.get("struck", ())),
        part_struck=frozenset(looks.get("part_struck", ())),
        colours=tuple((at, colour) for at, colour in looks.get("colours", ())),
        commented=looks.get("commented", False),
        ruled=looks.get("ruled", False),
    )


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
