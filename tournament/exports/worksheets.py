"""One scoresheet as a worksheet: the lines as written, sums and checksums as live formulas, and who signed."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from openpyxl.styles import Font
from openpyxl.utils import column_index_from_string, get_column_letter

from tournament.enums import SheetState
from tournament.exports.cells import (
    CENTER,
    CENTER_WRAPPED,
    FIGURES,
    FILL,
    LINE,
    PLAIN,
    QUIET,
    SIGNED,
    SIGNED_ON,
    STRONG,
    STRUCK,
    TITLE,
    WRAPPED,
    set_paper,
    wrapped_height,
    write_formula,
    write_number,
    write_text,
)
from tournament.exports.filled_sheet import acceptance_of, signed_by
from tournament.exports.light_sheet import LightSheet
from tournament.exports.scoresheet import sheet_title
from tournament.exports.sheet_words import Signed, circled_line, reminders, rules_line
from tournament.selectors.scoresheets import SheetView
from tournament.sheet.lines import LineView, RoundView

LINE_HEIGHT = 19  # points: 32 lines and the checksums fill a page
HEAD = 4  # rows above the first line
FIRST_SEAT = 4  # column D
COLUMN = 7  # digits: the width of a seat's column
NUMBER, DEALER, GAME, COUNTS = 6, 8, 20, 11  # digits: the widths of the other columns
# In points: the content of a page that is as wide as a table of four, and how much smaller one page may be set.
PAGE, WIDTH_OF_FOUR, SMALLER = 780, 104, 1.6
PEN = 30  # points: the least height of a line to sign on


@dataclass(frozen=True, slots=True, kw_only=True)
class Grid:
    """The places on the worksheet of a sheet with `seats` seats; with `only_plus` only plus is totalled."""

    seats: int
    only_plus: bool
    has_sum: bool
    """Whether the points of a game sum to 0, so that there is something to check."""

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

    @property
    def width(self) -> int:
        """The width of the worksheet in digits."""
        return NUMBER + DEALER + GAME + 2 * COLUMN * self.seats + 2 * COUNTS

    def all_seats(self) -> range:
        return range(1, self.seats + 1)


def fill_worksheet(page: LightSheet, view: SheetView) -> dict[int, str]:
    """Write the sheet; return by seat the cell of its result, for the standings to refer to."""
    ruleset = view.scoresheet.match.tournament.ruleset
    grid = Grid(seats=len(view.seats), only_plus=ruleset.only_plus, has_sum=ruleset.has_sum)
    _head(page, view, grid)
    row = HEAD + 1
    for round_ in view.rounds:
        for line in round_.lines:
            _line(page, row, line, grid)
            row += 1
        _round(page, row, round_, grid)
        row += 1
    for number in range(HEAD, row + 2):
        page.heights[number] = LINE_HEIGHT
    page.circled_height = LINE_HEIGHT
    _sums(page, row, view, grid)
    _result(page, row + 1, view, grid)
    end = _remarks(page, row + 2, view, grid)
    _signatures(page, end + 1, view, grid)
    height = sum(page.heights.values())
    set_paper(
        page.worksheet,
        titles=f"1:{HEAD}",
        freeze=f"D{HEAD + 1}",
        upright=True,
        area=page.size,
        # A sheet with many remarks goes on on a second page; its letters must stay readable.
        pages=1 if height <= PAGE * SMALLER * grid.width / WIDTH_OF_FOUR else 0,
    )
    return {seat: f"{grid.plus(seat)}{row + 1}" for seat in grid.all_seats()}


def _head(page: LightSheet, view: SheetView, grid: Grid) -> None:
    sheet = view.scoresheet
    _wide(page, 1, sheet_title(sheet), grid, TITLE, size=16)
    facts = [
        SheetState(sheet.state).label,
        _("Scorekeeper %(name)s") % {"name": f"{view.scorekeeper.number} {view.scorekeeper.name}"},
        *([_("Cards %(pack)s") % {"pack": sheet.pack}] if sheet.pack else []),
        _("First dealer %(number)s") % {"number": sheet.first_dealer},
        rules_line(sheet.match.tournament.ruleset),
        _("check code %(code)s") % {"code": view.check_code},
    ]
    _wide(page, 2, " · ".join(map(str, facts)), grid, QUIET)
    for column, word in zip("ABC", (_("No."), _("Dealer"), _("Game")), strict=True):
        write_text(page[f"{column}3"], word, STRONG, CENTER)
        page.merge(f"{column}3:{column}4")
    for seat in view.seats:
        plus, minus = grid.plus(seat.number), grid.minus(seat.number)
        write_text(page[f"{plus}3"], f"{seat.number} {seat.name}", STRONG, CENTER_WRAPPED)
        page.merge(f"{plus}3:{minus}3")
        write_text(page[f"{plus}4"], "+", STRONG, CENTER)
        write_text(page[f"{minus}4"], "−", STRONG, CENTER)
        page.worksheet.column_dimensions[plus].width = page.worksheet.column_dimensions[minus].width = COLUMN
    for column, word in ((grid.counts, _("counts")), (grid.check, _("Checksum") if grid.has_sum else "")):
        write_text(page[f"{column}3"], word, STRONG, CENTER)
        page.merge(f"{column}3:{column}4")
        page.worksheet.column_dimensions[column].width = COUNTS
    for column, width in zip("ABC", (NUMBER, DEALER, GAME), strict=True):
        page.worksheet.column_dimensions[column].width = width
    names = (wrapped_height(f"{seat.number} {seat.name}", 2 * COLUMN) for seat in view.seats)
    page.heights[3] = max(LINE_HEIGHT, *names)


def _line(page: LightSheet, row: int, line: LineView, grid: Grid) -> None:
    quiet = STRUCK if line.struck else QUIET
    write_number(page[f"A{row}"], line.number, quiet).border = LINE
    write_number(page[f"B{row}"], line.dealer, quiet).border = LINE
    write_text(page[f"C{row}"], _("open") if line.waiting else line.word, quiet).border = LINE
    for seat, cell in enumerate(line.cells, 1):
        for column, value, kind in ((grid.plus(seat), cell.plus, "plus"), (grid.minus(seat), cell.minus, "minus")):
            number_cell = write_number(page[f"{column}{row}"], value, STRUCK if line.struck else FIGURES[kind])
            number_cell.border = LINE
            if cell.circled and value is not None:
                page.circled.append((row, column_index_from_string(column)))
    if not line.written:
        return
    # 5.2.17: a struck game stays readable and counts nothing; an undecided one waits for the supervisor.
    nothing = line.struck or line.pending or line.unplayed or bool(line.problems)
    write_number(page[f"{grid.counts}{row}"], 0 if nothing else 1, QUIET)
    plus = "+".join(f"{grid.plus(seat)}{row}" for seat in grid.all_seats())
    minus = "-".join(f"{grid.minus(seat)}{row}" for seat in grid.all_seats())
    _check(page, row, f"{plus}-{minus}", sum((cell.plus or 0) - (cell.minus or 0) for cell in line.cells), grid, QUIET)


def _round(page: LightSheet, row: int, round_: RoundView, grid: Grid) -> None:
    """Write the running totals of the lines above, as on paper; the checksum is their sum (5.3.3)."""
    write_text(page[f"A{row}"], _("Round %(number)s") % {"number": round_.number}, STRONG)
    page.merge(f"A{row}:C{row}")
    for seat in grid.all_seats():
        formula = _sum(grid, grid.plus(seat), row)
        if not grid.only_plus:
            formula += f"-{_sum(grid, grid.minus(seat), row)}"
        _total(page, row, seat, formula, round_.running[seat - 1], grid)
    _shade(page, row, round_.running, grid)


def _sums(page: LightSheet, row: int, view: SheetView, grid: Grid) -> None:
    """Write the sums of the two columns of each seat (5.2.7); all plus and all minus must be equal.

    If no games are known, the sums are figures as they were handed in.
    """
    write_text(page[f"A{row}"], _("Sums of the columns"), STRONG)
    page.merge(f"A{row}:C{row}")
    sums = _column_sums(view)
    for seat, values in zip(grid.all_seats(), sums, strict=True):
        for column, value in zip((grid.plus(seat), grid.minus(seat)), values, strict=True):
            if view.rounds:
                write_formula(page[f"{column}{row}"], _sum(grid, column, row), value, STRONG)
            else:
                write_number(page[f"{column}{row}"], value, STRONG)
    plus = "+".join(f"{grid.plus(seat)}{row}" for seat in grid.all_seats())
    minus = "-".join(f"{grid.minus(seat)}{row}" for seat in grid.all_seats())
    _check(page, row, f"{plus}-{minus}", sum(plus - minus for plus, minus in sums), grid, STRONG)


def _column_sums(view: SheetView) -> list[tuple[int, int]]:
    """Return the sums of the plus and of the minus column of each seat."""
    if view.rounds:
        return list(zip(view.evaluated.plus, view.evaluated.minus, strict=True))
    return [(seat.plus, seat.minus) for seat in view.seats]


def _result(page: LightSheet, row: int, view: SheetView, grid: Grid) -> None:
    write_text(page[f"A{row}"], _("Result"), STRONG)
    page.merge(f"A{row}:C{row}")
    totals = [plus if grid.only_plus else plus - minus for plus, minus in _column_sums(view)]
    for seat, total in zip(grid.all_seats(), totals, strict=True):
        minus = "" if grid.only_plus else f"-{grid.minus(seat)}{row - 1}"
        _total(page, row, seat, f"{grid.plus(seat)}{row - 1}{minus}", total, grid)
    _shade(page, row, totals, grid)


def _total(page: LightSheet, row: int, seat: int, formula: str, value: int, grid: Grid) -> None:
    write_formula(page[f"{grid.plus(seat)}{row}"], formula, value, STRONG, SIGNED)
    page.merge(f"{grid.plus(seat)}{row}:{grid.minus(seat)}{row}")


def _shade(page: LightSheet, row: int, totals: Sequence[int], grid: Grid) -> None:
    """Shade a checksum line, and write the check at its end."""
    if not grid.only_plus:
        formula = "+".join(f"{grid.plus(seat)}{row}" for seat in grid.all_seats())
        _check(page, row, formula, sum(totals), grid, STRONG)
    for column in range(1, FIRST_SEAT + 2 * grid.seats + 2):
        page.cell(row, column).fill = FILL


def _sum(grid: Grid, column: str, row: int) -> str:
    """Sum the lines of a column above `row` that count; checksum lines have no figure in the column "counts"."""
    lines = f"{column}${HEAD + 1}:{column}{row - 1}"
    return f"SUMIFS({lines},${grid.counts}${HEAD + 1}:${grid.counts}{row - 1},1)"


def _check(page: LightSheet, row: int, expression: str, value: int, grid: Grid, font: Font) -> None:
    """Write "ok" if the expression is 0, else the difference; nothing where the rules know no checksum."""
    if not grid.has_sum:
        return
    cell = page[f"{grid.check}{row}"]
    write_formula(cell, f'IF({expression}=0,"ok",{expression})', value or "ok", font, SIGNED)


def _remarks(page: LightSheet, row: int, view: SheetView, grid: Grid) -> int:
    """Write the meaning of a circle, every remark, and what the rules remind of; return the row below."""
    ruleset = view.scoresheet.match.tournament.ruleset
    circled = circled_line(ruleset)
    remarks = [*([circled] if circled else []), *view.remarks, *view.waiting_remarks, *reminders(ruleset)]
    for below, remark in enumerate(remarks):
        _wide(page, row + below, remark, grid, QUIET)
    return row + len(remarks)


def _wide(page: LightSheet, row: int, text: str, grid: Grid, font: Font, *, size: int = 11) -> None:
    """Write a text over the whole width, on as many lines as it needs."""
    write_text(page[f"A{row}"], text, font, WRAPPED)
    page.merge(f"A{row}:{grid.check}{row}")
    page.heights[row] = wrapped_height(text, grid.width, size=size)


def _signatures(page: LightSheet, row: int, view: SheetView, grid: Grid) -> None:
    """Write who signed, who accepted, and when, with a line for the pen if nobody has (5.3.2); then place and day."""
    tournament = view.scoresheet.match.tournament
    last = len(view.seats)
    halves = (grid.plus(1), grid.minus(last // 2)), (grid.plus(last // 2 + 1), grid.minus(last))
    management = _("Tournament management") + f" · {tournament.management or tournament.organiser}"
    day = date_format(tournament.day, "SHORT_DATE_FORMAT")
    columns = [(grid.plus(seat), grid.minus(seat)) for seat in grid.all_seats()]
    _hands(page, row, _("Signatures"), [signed_by(view, index) for index in range(last)], columns)
    _hands(page, row + 2, _("Acceptance"), [acceptance_of(view.scoresheet), Signed(who=management, how="")], halves)
    where = ", ".join(filter(None, (tournament.place, day)))
    _hands(page, row + 4, "", [Signed(who=_("Place and day"), how=where)], [halves[0]])


def _hands(page: LightSheet, row: int, words: str, hands: Sequence[Signed], columns: Sequence[tuple[str, str]]) -> None:
    """Write a row to sign on, with how it was signed in the system, and below it the names."""
    write_text(page[f"A{row}"], words, STRONG)
    page.merge(f"A{row}:C{row}")
    page.heights[row] = page.heights[row + 1] = 15.0
    for hand, (first, last) in zip(hands, columns, strict=True):
        from_, to = column_index_from_string(first), column_index_from_string(last)
        for at, text, font in ((row, hand.how, QUIET), (row + 1, hand.who, PLAIN)):
            write_text(page[f"{first}{at}"], text, font, CENTER_WRAPPED)
            page.merge(f"{first}{at}:{last}{at}")
            page.heights[at] = max(page.heights[at], wrapped_height(text, COLUMN * (to - from_ + 1)))
        for column in range(from_, to + 1):
            page.cell(row, column).border = SIGNED_ON
    page.heights[row] = max(page.heights[row], PEN)
