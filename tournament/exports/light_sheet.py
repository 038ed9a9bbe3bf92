"""A worksheet that writes its own cells; openpyxl writes everything around them.

A styled cell costs openpyxl 0.1 ms, and a workbook of 500 sheets has 300,000 of them. Here each look is registered
once, and a row becomes text as soon as it is put.
"""

import functools
import re
import zipfile
from collections.abc import Sequence
from io import BytesIO
from typing import Any
from xml.sax.saxutils import escape

from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.styles import Alignment, Border, Font, PatternFill
from openpyxl.utils import get_column_letter
from openpyxl.utils.cell import coordinate_to_tuple
from openpyxl.worksheet.worksheet import Worksheet

from tournament.exports.cells import FORMULA_STARTS, set_properties
from tournament.exports.circles import CONTENT_TYPE, drawing_element, drawing_relationships, drawing_xml
from tournament.person.names import without_controls

_EMPTY, _DIMENSION = re.compile(rb"<sheetData ?/>|<sheetData></sheetData>"), re.compile(rb'<dimension ref="[^"]*" ?/>')

# By the ids of a look's parts, its number format and its quote prefix: its number in the workbook, and the parts.
Looks = dict[Any, tuple[int, Any]]

# The numbers of one look: for a text, and for a text that begins like a formula.
RowLook = tuple[int, int]


class LightCell:
    """A value and its look; cells.py sets both. With a `formula` the value is its result."""

    __slots__ = ("alignment", "border", "data_type", "fill", "font", "formula", "number_format", "quotePrefix", "value")

    def __init__(self) -> None:
        self.value: str | int | float | None = None
        self.data_type = self.number_format = self.formula = ""
        self.quotePrefix = False
        self.font: Font | None = None
        self.alignment: Alignment | None = None
        self.border: Border | None = None
        self.fill: PatternFill | None = None

    def xml(self, name: str, look: int) -> str:
        """Return the cell's XML."""
        if not self.formula:
            return _cell_xml(name, look, self.value)
        kind = ' t="str"' if isinstance(self.value, str) else ""
        formula, value = escape(self.formula), escape(str(self.value))
        return f'<c r="{name}" s="{look}"{kind}><f>{formula}</f><v>{value}</v></c>'


class LightSheet:
    """The cells of `worksheet`, which itself stays empty; names, widths, paper and panes are set on it."""

    def __init__(self, worksheet: Worksheet, looks: Looks) -> None:
        self.worksheet = worksheet
        self.heights: dict[int, float] = {}
        self._looks = looks
        self._rows: dict[int, dict[int, LightCell]] = {}
        self._written: list[str] = []
        self._merged: list[str] = []
        # Cells with a circle (row, column), and how many points high their rows are.
        self.circled: list[tuple[int, int]] = []
        self.circled_height = 15.0
        self._last = (1, 1)

    def __getitem__(self, name: str) -> LightCell:
        return self.cell(*_place(name))

    def cell(self, row: int, column: int) -> LightCell:
        """Return the cell; make it if there is none yet."""
        cells = self._rows.setdefault(row, {})
        if column not in cells:
            cells[column] = LightCell()
        return cells[column]

    def merge(self, cells: str) -> None:
        """Merge these cells into one, with the value and look of the first."""
        self._merged.append(cells)

    def look(self, font: Font, alignment: Alignment) -> RowLook:
        """Look up a look for cells that are put in whole rows."""
        cell = LightCell()
        cell.font, cell.alignment = font, alignment
        plain = self._look(cell)
        cell.quotePrefix = True
        return plain, self._look(cell)

    def put(self, row: int, values: Sequence[str | int | None], looks: Sequence[RowLook]) -> None:
        """Add a row below all others. Its texts are never formulas."""
        cells = []
        for column, (value, look) in enumerate(zip(values, looks, strict=True), 1):
            quoted = isinstance(value, str) and value.startswith(FORMULA_STARTS)
            cells.append(_cell_xml(f"{_letters(column)}{row}", look[quoted], value))
        self._written.append(f'<row r="{row}">{"".join(cells)}</row>')
        self._last = row, len(values)

    @property
    def size(self) -> str:
        """The range from the first cell to the last."""
        row, column = self._last
        columns = (max(cells) for cells in self._rows.values() if cells)
        return f"A1:{_letters(max(column, *columns))}{max(row, *self._rows)}"

    def rows_xml(self) -> bytes:
        """Return the XML of all rows, and of the merged cells."""
        lines = []
        for number in sorted(self._rows.keys() | self.heights.keys()):
            height = self.heights.get(number)
            tall = f' ht="{height}" customHeight="1"' if height else ""
            cells = self._rows.get(number, {})
            xml = "".join(
                cells[column].xml(f"{_letters(column)}{number}", self._look(cells[column])) for column in sorted(cells)
            )
            lines.append(f'<row r="{number}"{tall}>{xml}</row>')
        merged = "".join(f'<mergeCell ref="{cells}"/>' for cells in self._merged)
        joined = f'<mergeCells count="{len(self._merged)}">{merged}</mergeCells>' if merged else ""
        return f"<sheetData>{''.join(lines)}{''.join(self._written)}</sheetData>{joined}".encode()

    def _look(self, cell: LightCell) -> int:
        """Return the number of this look in the workbook. Its parts are constants, so their ids identify them."""
        font, alignment, border, fill = cell.font, cell.alignment, cell.border, cell.fill
        key = (id(font), id(alignment), id(border), id(fill), cell.number_format, cell.quotePrefix)
        if key not in self._looks:
            sample: Any = WriteOnlyCell(self.worksheet)
            parts = {"font": font, "alignment": alignment, "border": border, "fill": fill}
            for name, part in (parts | {"number_format": cell.number_format}).items():
                if part:
                    setattr(sample, name, part)
            sample.quotePrefix = cell.quotePrefix
            self._looks[key] = sample.style_id, parts  # kept with the number, so that no other object gets their ids
        return self._looks[key][0]


class LightBook:
    """A workbook of light sheets."""

    def __init__(self, *, title: str) -> None:
        self.workbook = Workbook()
        self.workbook.remove(self.workbook.worksheets[0])
        set_properties(self.workbook, title)
        self._looks: Looks = {}
        self._rows: list[tuple[Worksheet, str, bytes]] = []
        self._drawings: dict[str, str] = {}

    @property
    def names(self) -> list[str]:
        """The names of its worksheets."""
        return list(self.workbook.sheetnames)

    def sheet(self, name: str) -> LightSheet:
        """Add a worksheet at the end."""
        return LightSheet(self.workbook.create_sheet(name), self._looks)

    def close(self, sheet: LightSheet) -> None:
        """Turn the cells of a filled sheet into text, which takes far less memory."""
        self._rows.append((sheet.worksheet, sheet.size, sheet.rows_xml()))
        if sheet.circled:
            self._drawings[sheet.worksheet.title] = drawing_xml(sheet.circled, height=sheet.circled_height)

    def content(self) -> bytes:
        """Return the .xlsx."""
        around, new = BytesIO(), BytesIO()
        self.workbook.save(around)
        rows = {worksheet.path[1:]: (size, text) for worksheet, size, text in self._rows}
        drawings = {
            sheet.path[1:]: self._drawings[sheet.title] for sheet, *_ in self._rows if sheet.title in self._drawings
        }
        types = "".join(
            f'<Override PartName="/xl/drawings/drawing{number}.xml" ContentType="{CONTENT_TYPE}"/>'
            for number in range(1, len(drawings) + 1)
        )
        with (
            zipfile.ZipFile(around) as source,
            zipfile.ZipFile(new, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as target,
        ):
            for name in source.namelist():
                part = source.read(name)
                if name in rows:
                    size, text = rows[name]
                    part = _DIMENSION.sub(f'<dimension ref="{size}"/>'.encode(), part, count=1)
                    before, after = _EMPTY.split(part, maxsplit=1)
                    part = before + text + after
                if name in drawings:
                    part = part.replace(b"</worksheet>", f"{drawing_element()}</worksheet>".encode())
                if name == "[Content_Types].xml":
                    part = part.replace(b"</Types>", f"{types}</Types>".encode())
                target.writestr(name, part)
            for number, (name, drawing) in enumerate(drawings.items(), 1):
                target.writestr(f"xl/drawings/drawing{number}.xml", drawing)
                target.writestr(
                    name.replace("worksheets/", "worksheets/_rels/") + ".rels", drawing_relationships(number)
                )
        return new.getvalue()


def _cell_xml(name: str, look: int, value: str | int | float | None) -> str:
    """Return the XML of a text, a number or an empty cell; never of a formula."""
    if value is None or value == "":
        return f'<c r="{name}" s="{look}"/>'
    if isinstance(value, int | float):
        return f'<c r="{name}" s="{look}"><v>{value}</v></c>'
    text = escape(without_controls(value))
    return f'<c r="{name}" s="{look}" t="inlineStr"><is><t xml:space="preserve">{text}</t></is></c>'


@functools.lru_cache(maxsize=10_000)
def _place(name: str) -> tuple[int, int]:
    row, column = coordinate_to_tuple(name)
    return row, column


@functools.cache
def _letters(column: int) -> str:
    return str(get_column_letter(column))
