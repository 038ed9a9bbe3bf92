"""One scoresheet as a worksheet: the lines as written, sums and checksums as live formulas."""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from openpyxl.utils import get_column_letter

from scoring.ruleset import PLUS_ONLY
from tournament.enums import SheetState
from tournament.exports.cells import (
    CENTER,
    CIRCLE,
    FIGURES,
    FILL,
    LINE,
    QUIET,
    SIGNED,
    STRONG,
    STRUCK,
    TITLE,
    WRAPPED,
    set_paper,
    write_number,
    write_text,
)
from tournament.exports.light_sheet import LightSheet
from tournament.exports.scoresheet import sheet_title
from tournament.exports.sheet_words import rules_line
from tournament.selectors.scoresheets import SheetView
from tournament.selectors.sheet_lines import LineView, RoundView

LINE_HEIGHT = 19  # points: 32 lines and the checksums fill a page
HEAD = 4  # rows above the first line
FIRST_SEAT = 4  # column D


@dataclass(frozen=True, slots=True, kw_only=True)
class Grid:
    """Where things stand on the worksheet of a sheet with `seats` seats; with `only_plus` only plus is totalled."""

    seats: int
    only_plus: bool

    def plus(self, seat: int) -> str:
        """Return the letter of a seat's plus column (from 1), which also holds running totals and result."""
        return get_column_letter(FIRST_SEAT + 2 * (seat - 1))

    def minus(self, seat: int) -> str:
        return get_column_letter(FIRST_SEAT + 2 * (seat - 1) + 1)

    @property
    def counts(self) -> str:
        """The column that holds 1 for a line that counts, and 0 for one that is struck or undecided."""
        return get_column_letter(FIRST_SEAT + 2 * self.seats)

    @property
    def check(self) -> str:
        return get_column_letter(FIRST_SEAT + 2 * self.seats + 1)

    def all_seats(self) -> range:
        return range(1, self.seats + 1)


def fill_worksheet(page: LightSheet, view: SheetView) -> dict[int, str]:
    """Write the sheet; return by seat the cell of its result, for the standings to refer to."""
    ruleset = view.scoresheet.match.tournament.ruleset
    grid = Grid(seats=len(view.seats), only_plus=ruleset.counting == PLUS_ONLY)
    _head(page, view, grid)
    row = HEAD + 1
    for round_ in view.rounds:
        for line in round_.lines:
            _line(page, row, line, grid)
            row += 1
        _round(page, row, round_, grid)
        row += 1
    for number in range(3, row + 2):
        page.heights[number] = LINE_HEIGHT
    if view.rounds:
        _sums(page, row, grid)
    else:
        _known_sums(page, row, view, grid)
    _result(page, row + 1, grid)
    _remarks(page, row + 3, view, grid)
    set_paper(page.worksheet, titles=f"1:{HEAD}", freeze=f"D{HEAD + 1}", upright=True, area=page.size, pages=1)
    return {seat: f"{grid.plus(seat)}{row + 1}" for seat in grid.all_seats()}


def _head(page: LightSheet, view: SheetView, grid: Grid) -> None:
    sheet = view.scoresheet
    write_text(page["A1"], sheet_title(sheet), TITLE)
    facts = [
        SheetState(sheet.state).label,
        _("Scorekeeper %(name)s") % {"name": f"{view.scorekeeper.number} {view.scorekeeper.name}"},
        *([_("Cards %(pack)s") % {"pack": sheet.pack}] if sheet.pack else []),
        _("First dealer %(number)s") % {"number": sheet.first_dealer},
        rules_line(sheet.match.tournament.ruleset),
        _("check code %(code)s") % {"code": view.check_code},
    ]
    write_text(page["A2"], " · ".join(map(str, facts)), QUIET)
    for column, word in zip("ABC", (_("No."), _("Dealer"), _("Game")), strict=True):
        write_text(page[f"{column}3"], word, STRONG, CENTER)
        page.merge(f"{column}3:{column}4")
    for seat in view.seats:
        plus, minus = grid.plus(seat.number), grid.minus(seat.number)
        write_text(page[f"{plus}3"], f"{seat.number} {seat.name}", STRONG, CENTER)
        page.merge(f"{plus}3:{minus}3")
        write_text(page[f"{plus}4"], "+", STRONG, CENTER)
        write_text(page[f"{minus}4"], "−", STRONG, CENTER)
        page.worksheet.column_dimensions[plus].width = page.worksheet.column_dimensions[minus].width = 10
    for column, word in ((grid.counts, _("counts")), (grid.check, _("Checksum"))):
        write_text(page[f"{column}3"], word, STRONG, CENTER)
        page.merge(f"{column}3:{column}4")
        page.worksheet.column_dimensions[column].width = 11
    page.worksheet.column_dimensions["A"].width = 6
    page.worksheet.column_dimensions["B"].width = 8
    page.worksheet.column_dimensions["C"].width = 20


def _line(page: LightSheet, row: int, line: LineView, grid: Grid) -> None:
    quiet = STRUCK if line.struck else QUIET
    write_number(page[f"A{row}"], line.number, quiet).border = LINE
    write_number(page[f"B{row}"], line.dealer, quiet).border = LINE
    write_text(page[f"C{row}"], _("open") if line.waiting else line.word, quiet).border = LINE
    for seat, cell in enumerate(line.cells, 1):
        for column, value, kind in ((grid.plus(seat), cell.plus, "plus"), (grid.minus(seat), cell.minus, "minus")):
            written = write_number(page[f"{column}{row}"], value, STRUCK if line.struck else FIGURES[kind])
            written.border = CIRCLE if cell.circled and value is not None else LINE
    if not line.written:
        return
    # 5.2.17: a struck game stays readable and counts nothing; an undecided one waits for the supervisor.
    nothing = line.struck or line.pending or line.unplayed
    write_number(page[f"{grid.counts}{row}"], 0 if nothing else 1, QUIET)
    plus = "+".join(f"{grid.plus(seat)}{row}" for seat in grid.all_seats())
    minus = "-".join(f"{grid.minus(seat)}{row}" for seat in grid.all_seats())
    write_number(page[f"{grid.check}{row}"], _check(f"{plus}-{minus}"), QUIET, SIGNED)


def _round(page: LightSheet, row: int, round_: RoundView, grid: Grid) -> None:
    """Write the running totals of the lines above, as on paper; the checksum is their sum (5.3.3)."""
    write_text(page[f"A{row}"], _("Round %(number)s") % {"number": round_.number}, STRONG)
    page.merge(f"A{row}:C{row}")
    for seat in grid.all_seats():
        formula = f"={_sum(grid, grid.plus(seat), row)}"
        if not grid.only_plus:
            formula += f"-{_sum(grid, grid.minus(seat), row)}"
        _total(page, row, seat, formula, grid)
    _shade(page, row, grid)


def _sums(page: LightSheet, row: int, grid: Grid) -> None:
    """Write the sums of the two columns of each seat (5.2.7); all plus and all minus must be equal."""
    write_text(page[f"A{row}"], _("Sums of the columns"), STRONG)
    page.merge(f"A{row}:C{row}")
    for seat in grid.all_seats():
        for column in (grid.plus(seat), grid.minus(seat)):
            write_number(page[f"{column}{row}"], f"={_sum(grid, column, row)}", STRONG)
    plus = "+".join(f"{grid.plus(seat)}{row}" for seat in grid.all_seats())
    minus = "-".join(f"{grid.minus(seat)}{row}" for seat in grid.all_seats())
    write_number(page[f"{grid.check}{row}"], _check(f"{plus}-{minus}"), STRONG, SIGNED)


def _known_sums(page: LightSheet, row: int, view: SheetView, grid: Grid) -> None:
    """Write the sums as they were handed in, where no games are known."""
    _sums(page, row, grid)
    for seat in view.seats:
        write_number(page[f"{grid.plus(seat.number)}{row}"], seat.plus, STRONG)
        write_number(page[f"{grid.minus(seat.number)}{row}"], seat.minus, STRONG)


def _result(page: LightSheet, row: int, grid: Grid) -> None:
    write_text(page[f"A{row}"], _("Result"), STRONG)
    page.merge(f"A{row}:C{row}")
    for seat in grid.all_seats():
        minus = "" if grid.only_plus else f"-{grid.minus(seat)}{row - 1}"
        _total(page, row, seat, f"={grid.plus(seat)}{row - 1}{minus}", grid)
    _shade(page, row, grid)


def _total(page: LightSheet, row: int, seat: int, formula: str, grid: Grid) -> None:
    write_number(page[f"{grid.plus(seat)}{row}"], formula, STRONG, SIGNED)
    page.merge(f"{grid.plus(seat)}{row}:{grid.minus(seat)}{row}")


def _shade(page: LightSheet, row: int, grid: Grid) -> None:
    """Shade a checksum line, and write the check at its end."""
    if not grid.only_plus:
        totals = "+".join(f"{grid.plus(seat)}{row}" for seat in grid.all_seats())
        write_number(page[f"{grid.check}{row}"], _check(totals), STRONG, SIGNED)
    for column in range(1, FIRST_SEAT + 2 * grid.seats + 2):
        page.cell(row, column).fill = FILL


def _sum(grid: Grid, column: str, row: int) -> str:
    """Sum the lines of a column above `row` that count; checksum lines have no figure in the column "counts"."""
    lines = f"{column}${HEAD + 1}:{column}{row - 1}"
    return f"SUMIFS({lines},${grid.counts}${HEAD + 1}:${grid.counts}{row - 1},1)"


def _check(expression: str) -> str:
    return f'=IF({expression}=0,"ok",{expression})'


def _remarks(page: LightSheet, row: int, view: SheetView, grid: Grid) -> None:
    for number, remark in enumerate((*view.remarks, *view.waiting_remarks)):
        write_text(page[f"A{row + number}"], remark, QUIET, WRAPPED)
        page.merge(f"A{row + number}:{grid.check}{row + number}")
        # Merged cells do not grow by themselves. About 110 characters fit on a line.
        page.heights[row + number] = 15 * (1 + len(remark) // 110)
