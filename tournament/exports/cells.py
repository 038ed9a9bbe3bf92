"""Cells of a workbook: text that is never a formula, the few styles, names of worksheets, paper."""

import re
from collections.abc import Collection
from typing import Any

from openpyxl import Workbook
from openpyxl.cell import Cell
from openpyxl.styles import Alignment, Border, Font, PatternFill, Side
from openpyxl.worksheet.worksheet import Worksheet

from tournament.exports.columns import line_count
from tournament.person.names import without_controls

INK, SOFT, PLUS, MINUS, RULE, BAND = "1D2A23", "5C6A60", "1F6B45", "A8241C", "B9B09A", "F3EEE0"
# A running total always shows its sign; the minus is U+2212, as on the printed sheet.
SIGNED = '+0;"−"0;0'
CENTER = Alignment(horizontal="center", vertical="center")
LEFT = Alignment(horizontal="left", vertical="center")
CENTER_WRAPPED = Alignment(horizontal="center", vertical="center", wrap_text=True)
WRAPPED = Alignment(horizontal="left", vertical="top", wrap_text=True)
TITLE = Font(name="Calibri", size=16, bold=True, color=INK)
PLAIN = Font(name="Calibri", color=INK)
QUIET = Font(name="Calibri", color=SOFT)
STRONG = Font(name="Calibri", bold=True, color=INK)
STRUCK = Font(name="Calibri", strike=True, color=SOFT)
FIGURES = {"plus": Font(name="Calibri", bold=True, color=PLUS), "minus": Font(name="Calibri", bold=True, color=MINUS)}
FILL = PatternFill("solid", fgColor=BAND)
LINE = Border(bottom=Side(style="thin", color=RULE))
SIGNED_ON = Border(bottom=Side(style="thin", color=INK))

# A spreadsheet takes a text with such a beginning for a formula when it is typed or read from a text file.
FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")
# The width of a digit in em, less a little for cells' margins; the height, in points, that no row may exceed.
DIGIT, HIGHEST = 0.47, 400.0
_FORBIDDEN_IN_NAMES = re.compile(r"[\[\]:*?/\\]")
_LONGEST_NAME = 31


def write_text(cell: Any, value: str, font: Font = PLAIN, alignment: Alignment = LEFT) -> Cell:
    """Write what people typed as text, so that "=1+1" stays four characters in every program."""
    cell.value = without_controls(value)
    cell.data_type = "s"
    if value.startswith(FORMULA_STARTS):
        cell.quotePrefix = True
    cell.font, cell.alignment = font, alignment
    return cell


def set_properties(workbook: Workbook, title: str) -> None:
    """Set the properties that a file manager shows of the workbook."""
    workbook.properties.title = without_controls(title)
    workbook.properties.creator = "Spielliste"


def write_number(cell: Any, value: int | float | None, font: Font = PLAIN, number_format: str = "0") -> Cell:
    """Write a number."""
    cell.value = value
    cell.font, cell.alignment, cell.number_format = font, CENTER, number_format
    return cell


def write_formula(cell: Any, formula: str, value: int | str, font: Font = PLAIN, number_format: str = "0") -> None:
    """Write a formula of our own into a light cell, with the value that it has now.

    A program that does not calculate (Protected View, the preview of a phone or of a mail) shows the value beside the
    formula.
    """
    cell.formula, cell.value = formula, value
    cell.font, cell.alignment, cell.number_format = font, CENTER, number_format


def worksheet_name(title: str, others: Collection[str]) -> str:
    """Turn `title` into a name that Excel takes: 31 characters at most, and unlike the `others`."""
    name = _FORBIDDEN_IN_NAMES.sub(" ", title).strip("' ")[:_LONGEST_NAME] or "1"
    lower, number, unlike = {other.casefold() for other in others}, 2, name
    while unlike.casefold() in lower:
        ending = f" {number}"
        unlike, number = name[: _LONGEST_NAME - len(ending)] + ending, number + 1
    return unlike


def reference(worksheet: Worksheet, cell: str) -> str:
    """Name a cell of another worksheet as formulas do."""
    quoted = worksheet.title.replace("'", "''")
    return f"'{quoted}'!{cell}"


def wrapped_height(text: str, digits: float, *, size: int = 11) -> float:
    """Return the height, in points, of a wrapped text in merged cells this many digits wide: such cells do not grow by
    themselves."""
    return min(HIGHEST, 1.35 * size * line_count(text, digits * DIGIT * 11 / size))


def set_paper(worksheet: Worksheet, *, titles: str, freeze: str, upright: bool, area: str, pages: int = 0) -> None:
    """Set A4, upright or across, as wide as the page. `titles` rows are repeated on each page.

    `area` is the printed range; with `pages` 0 it takes as many pages as it needs.
    """
    worksheet.print_area = area
    worksheet.freeze_panes = freeze
    worksheet.print_title_rows = titles
    worksheet.page_setup.paperSize = worksheet.PAPERSIZE_A4
    worksheet.page_setup.orientation = worksheet.ORIENTATION_PORTRAIT if upright else worksheet.ORIENTATION_LANDSCAPE
    worksheet.sheet_properties.pageSetUpPr.fitToPage = True
    worksheet.page_setup.fitToWidth = 1
    worksheet.page_setup.fitToHeight = pages
    worksheet.print_options.horizontalCentered = True
    worksheet.page_margins.left = worksheet.page_margins.right = 0.4
    worksheet.page_margins.top = worksheet.page_margins.bottom = 0.5
    worksheet.oddFooter.right.text = "&P / &N"
    worksheet.sheet_view.showGridLines = False
