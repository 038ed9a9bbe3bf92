"""The table plan for the wall, on A3 or A4: by name or by table, in the largest type that needs no further page."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from tournament.draw.selectors.seats import DrawnSeat, TablePlan
from tournament.exports.columns import Page, line_count, page_columns
from tournament.exports.pdf import render_pdf
from tournament.models import Draw, Tournament
from tournament.network.qr import captioned_qr

# Type sizes in points on A3, where 22 can be read from two metres. A4 is the same page at 0.7, for 1.5 metres.
SMALLEST, LARGEST = 22, 60
SCALES = {"a3": 1.0, "a4": 0.7}
# The type size of the heading's text on A3.
HEAD = 16
# In mm on A3: the room for rows between heading and foot; the width of a single column and of each of two; a further
# line of the heading, which long names of tournament and place need.
HEIGHT = 360.0
HEAD_LINE, HEAD_WIDTH = 6.8, 267.0
# In mm on A3: what the players' code takes of the heading's width.
CODE = 24.0
WIDTHS = {1: 267.0, 2: 128.0}
MILLIMETRE = 72 / 25.4
# How many more lines larger type may break; how much larger type must be to prefer one column to two.
BROKEN, ONE_COLUMN = 1.05, 1.25

# In em, as in plan.css: a line of a name and the gap between rows, the heading of a column, the letter.
LINE, GAP, HEADS, MARK = 1.14, 0.08, 1.1, 1.15
# In em, the columns of figures: a digit of a start number, of a table (at least its heading), the seat, the gap before.
START_DIGIT, DIGIT, HEADING, SEAT, BEFORE = 0.37, 0.52, 1.1, 1.35, 0.4
# In em, a table: the least height for its number, the gap below, the width of a digit, the gap after it, a seat.
LEAST_TABLE, TABLE_GAP = 2.6, 0.76
TABLE_DIGIT, TABLE_BEFORE, TABLE_SEAT = 1.3, 0.8, 1.3

Lines = Callable[[float], list[int]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """Pages of columns of row indices, in type of so many points; `lines` counts the lines of all names."""

    size: int
    columns: int
    lines: int
    pages: list[Page]


def by_name_pdf(
    plan: TablePlan, draw: Draw, *, paper: str = "a3", exchanged: datetime | None = None, address: str = ""
) -> bytes:
    """Render everyone from A to Z with start number, table and seat. `paper` is a3 or a4; `draw` has its match loaded.

    `exchanged`, for the foot, is the time when seats were last exchanged after the draw; `address`, for the head, is
    the players' public page as a code to scan.
    """
    seats = plan.by_name
    start = START_DIGIT * _digits(seat.start_number for seat in seats) + BEFORE
    table = max(DIGIT * _digits(seat.table for seat in seats), HEADING) + BEFORE

    def lines(width: float) -> list[int]:
        room = width - MARK - start - table - SEAT
        return [line_count(seat.name, room) for seat in seats]

    layout = _largest(lines, lambda count: count * LINE + GAP, HEADS, height=_height(draw.match.tournament, address))
    pages = [[_marked([seats[index] for index in column]) for column in page] for page in layout.pages]
    spans = [_letters(page[0][0].name, page[-1][-1].name) for page in pages]
    widths = {"start_width": f"{start:.2f}", "table_width": f"{table:.2f}"}
    return _printed("exports/table_plan_by_name.html", pages, spans, layout, draw, paper, exchanged, address, widths)


def by_table_pdf(
    plan: TablePlan, draw: Draw, *, paper: str = "a3", exchanged: datetime | None = None, address: str = ""
) -> bytes:
    """Render every table with its large number and the names by seat; parameters as of by_name_pdf."""
    tables = plan.tables
    number = TABLE_DIGIT * _digits(table.number for table in tables) + TABLE_BEFORE

    def lines(width: float) -> list[int]:
        room = width - number - TABLE_SEAT
        return [sum(line_count(seat.name, room) for seat in table.seats) for table in tables]

    height = _height(draw.match.tournament, address)
    layout = _largest(lines, lambda count: max(count * LINE, LEAST_TABLE) + TABLE_GAP, HEADS, height=height)
    pages = [[[tables[index] for index in column] for column in page] for page in layout.pages]
    spans = [f"{page[0][0].number}–{page[-1][-1].number}" for page in pages]
    widths = {"number_width": f"{number:.2f}"}
    return _printed("exports/table_plan_by_table.html", pages, spans, layout, draw, paper, exchanged, address, widths)


def _printed(
    template: str,
    pages: Sequence[object],
    spans: Sequence[str],
    layout: Layout,
    draw: Draw,
    paper: str,
    exchanged: datetime | None,
    address: str,
    widths: dict[str, str],
) -> bytes:
    # Sizes are texts, because CSS takes no decimal comma.
    context = {
        "pages": list(zip(pages, spans if len(pages) > 1 else [""], strict=True)),
        "draw": draw,
        "match": draw.match,
        "tournament": draw.match.tournament,
        "paper": paper,
        "exchanged": exchanged,
        "points": f"{layout.size * SCALES[paper]:.2f}",
        "head_points": f"{HEAD * SCALES[paper]:.2f}",
        "columns": layout.columns,
        "players_code": captioned_qr(address, _("Code with the address of the public standings")) if address else "",
        **widths,
    }
    title = _("Table plan") + f" · {draw.match.tournament.name}"
    return render_pdf([render_to_string(template, context)], title=title)


def _height(tournament: Tournament, address: str) -> float:
    """Return the room for rows on A3 in millimetres, below a heading of one line or more."""
    words = " · ".join(filter(None, (tournament.name, f"{tournament.day:%d.%m.%Y}", tournament.place)))
    width = HEAD_WIDTH - (CODE if address else 0)
    return HEIGHT - HEAD_LINE * (line_count(words, width * MILLIMETRE / HEAD) - 1)


def _largest(lines: Lines, row: Callable[[int], float], heads: float, *, height: float) -> Layout:
    """Lay out in the largest type that needs no more pages than the smallest in two columns, and breaks few more names.

    In em, `row` gives the height of a row of so many lines, and `heads` is that of a column's heading; `height` is the
    room on a page, in millimetres on A3.
    """

    def layout(size: int, columns: int) -> Layout:
        needed = lines(WIDTHS[columns] * MILLIMETRE / size)
        room = height * MILLIMETRE / size - heads
        pages = page_columns([row(count) for count in needed], room=room, columns=columns)
        return Layout(size=size, columns=columns, lines=sum(needed), pages=pages)

    least = layout(SMALLEST, 2)

    def larger(than: float, columns: int) -> Layout | None:
        most, best = least.lines * BROKEN, None
        for size in range(int(than) + 1, LARGEST + 1):
            attempt = layout(size, columns)
            if len(attempt.pages) > len(least.pages) or attempt.lines > most:
                break
            best = attempt
        return best

    two = larger(SMALLEST, 2) or least
    return larger(two.size * ONE_COLUMN, 1) or two


def _marked(column: list[DrawnSeat]) -> list[DrawnSeat]:
    """Begin every column with its letter, even where the column before ended with the same letter."""
    first, *others = column
    return [replace(first, mark=first.letter), *others]


def _letters(first: str, last: str) -> str:
    """Return the beginnings of the first and the last name, as in a telephone book: Aig–Hub."""
    return f"{first[:3]}–{last[:3]}"


def _digits(numbers: Iterable[int]) -> int:
    return len(str(max(numbers)))
