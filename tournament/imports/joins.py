"""Makes one table of several: of the sheets of a book, and of tables that stand side by side or one below the other.

Cells under the same meaning or heading come into one column.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from tournament.imports.columns import (
    Column,
    Header,
    column_letters,
    find_header,
    is_head,
    letters_of,
    meaning_of,
    read_head,
)
from tournament.imports.table import Cell, FileRow, FileTable, show

OF_NAMES = (Column.NAME, Column.LAST_NAME, Column.FIRST_NAME)
# “Mannschaft | Spieler 1 | Spieler 2”: one column for everybody beside it.
SHARED = (Column.CLUB, Column.TOWN)


@dataclass(frozen=True, slots=True, kw_only=True)
class Side:
    """One of the tables that stand side by side: its columns, and the first of those with names."""

    columns: tuple[int, ...]
    name: int


def join_sheets(tables: Sequence[FileTable]) -> FileTable:
    """Return one table with the rows of all sheets, and the place of each."""
    first = tables[0]
    header = find_header(first.texts())
    headings = _headings(first, header)
    rows = [replace(row, place=_place(first, row)) for row in first.rows]
    for table in tables[1:]:
        count, side = rows[-1].number, rows[-1].side + 1
        other = find_header(table.texts())
        to = _columns_in(headings, header, table.rows[other.index].cells if other else (), other, table.width)
        for row in table.rows[other.index + 1 if other else 0 :]:
            moved = replace(_moved(row, to), number=count + row.number, place=_place(table, row))
            rows.append(replace(moved, side=side + row.side))
    source = _(" and ").join(_("“%(text)s”") % {"text": table.source} for table in tables)
    return FileTable(source=source, rows=_with_headings(rows, header, headings), wanted=first.wanted)


def stack(table: FileTable) -> FileTable:
    """Return the table with all tables that stand side by side or have heads of their own one below the other.

    The columns are those of the first head; further heads stay as rows. The numbers of rows continue in a second table
    at the side, and `place` names the cell of the name: “F2”.
    """
    texts = table.texts()
    header = find_header(texts)
    if header is None:
        return table
    heads = [header.index, *(at for at in range(header.index + 1, len(texts)) if is_head(texts[at]))]
    sides = [_sides(texts[at], texts[at + 1 : end]) for at, end in zip(heads, [*heads[1:], None], strict=True)]
    if len(heads) == 1 and len(sides[0]) == 1:
        return table
    own = sides[0][0].columns
    headings = [cell if at in own else "" for at, cell in enumerate(_headings(table, header))]
    headings = headings[: max(len(row.cells) for row in (_part(row, sides[0][0]) for row in table.rows))]
    header = read_head(header.index, [show(cell) for cell in headings])
    rows = list(table.rows[: header.index])
    beside: list[FileRow] = []
    last = table.rows[-1].number
    for at, end, tables in zip(heads, [*heads[1:], len(texts)], sides, strict=True):
        for number, side in enumerate(tables):
            parts = [_part(row, side) for row in table.rows[at:end]]
            if number or at > header.index:
                head = read_head(0, [show(cell) for cell in parts[0].cells])
                width = max(len(row.cells) for row in parts)
                to = _columns_in(headings, header, parts[0].cells, head, width)
                parts = [_moved(row, to) for row in parts]
                parts[0] = replace(parts[0], head=True)
            parts = [row for row in parts if any(cell != "" for cell in row.cells)]
            if not number:
                rows += parts
                continue
            for row in parts:
                place = f"{column_letters(side.name)}{row.number}"
                beside.append(replace(row, number=number * last + row.number, place=place, side=number))
    return replace(table, rows=_with_headings([*rows, *sorted(beside, key=_order)], header, headings))


def _order(row: FileRow) -> tuple[int, int]:
    return row.side, row.number


def _place(table: FileTable, row: FileRow) -> str:
    return f"{table.source} {row.place or row.number}"


def _headings(table: FileTable, header: Header | None) -> list[Cell]:
    """Return the heading of each column, "" if there is none."""
    cells = table.rows[header.index].cells if header else ()
    return [*cells, *[""] * (table.width - len(cells))]


def _with_headings(rows: list[FileRow], header: Header | None, headings: list[Cell]) -> tuple[FileRow, ...]:
    if header:
        while headings and headings[-1] == "":
            headings.pop()
        rows[header.index] = replace(rows[header.index], cells=tuple(headings))
    return tuple(rows)


def _sides(head: Sequence[str], below: Sequence[Sequence[str]]) -> list[Side]:
    """Return the tables below a head. Another table begins where the heading of the name occurs again, or after an
    empty column; it must hold names."""
    width = max(map(len, [head, *below]))
    head = [*head, *[""] * (width - len(head))]
    header = read_head(0, head)
    first = min(header.columns[column] for column in OF_NAMES if column in header.columns)
    begins, names = [0], [first]
    apart = False
    for at in range(first + 1, width):
        if meaning_of(head[at]) != meaning_of(head[first]):
            continue
        begin = at
        gap = "" in head[names[-1] : at]
        if gap:
            begin -= [*reversed(head[:at])].index("")
        else:
            while begin - 1 > names[-1] and _same_heading(head, begin - 1, first - (at - begin) - 1):
                begin -= 1
        same = _same_heading(head, at, first) and _names_of(head[begin:]) >= _names_of(head[:at])
        if (same or gap) and _holds_names(head[begin:], [cells[begin:] for cells in below]):
            begins.append(begin)
            names.append(at)
            apart = apart or gap
    shared = [] if apart else [at for at in range(width) if _is_shared(head, at)]
    sides = []
    for begin, end, name in zip(begins, [*begins[1:], width], names, strict=True):
        sides.append(Side(columns=(*range(begin, end), *(at for at in shared if not begin <= at < end)), name=name))
    return sides


def _same_heading(head: Sequence[str], at: int, other: int) -> bool:
    return other >= 0 and head[at] != "" and letters_of(head[at]) == letters_of(head[other])


def _names_of(head: Sequence[str]) -> set[Column]:
    return {column for column in read_head(0, head).columns if column in OF_NAMES}


def _is_shared(head: Sequence[str], at: int) -> bool:
    meaning = meaning_of(head[at])
    return meaning in SHARED and [meaning_of(text) for text in head].count(meaning) == 1


def _holds_names(head: Sequence[str], below: Sequence[Sequence[str]]) -> bool:
    """Whether most of the cells in the columns of names hold whole names: “Huber, Anna”, not “ja” or “2”."""
    header = read_head(0, head)
    if not header.has_names:
        return False
    columns = [header.columns[column] for column in OF_NAMES if column in header.columns]
    rows = [[cells[at] for at in columns if at < len(cells) and cells[at]] for cells in below]
    filled = [cells for cells in rows if cells]
    whole = [cells for cells in filled if len(cells) > 1 or len(cells[0].replace(",", ", ").split()) > 1]
    return bool(filled) and 2 * len(whole) >= len(filled)


def _part(row: FileRow, side: Side) -> FileRow:
    """Return the cells of one side, in the order of its columns; those of the first side keep their columns."""
    return _moved(row, {at: new if side.columns[0] else at for new, at in enumerate(side.columns)})


def _columns_in(
    headings: list[Cell], header: Header | None, own: Sequence[Cell], other: Header | None, width: int
) -> dict[int, int]:
    """Return, for each column of a table with the head `own`, its column in the joined table. Adds missing headings to
    `headings`."""
    if header is None or other is None:
        return {at: at for at in range(width)}
    meanings = {at: header.columns[column] for column, at in other.columns.items() if column in header.columns}
    to = {}
    for at in range(width):
        heading = own[at] if at < len(own) else ""
        if at in meanings:
            to[at] = meanings[at]
        elif heading != "" and heading in headings:
            to[at] = headings.index(heading)
        elif heading == "" and at < len(headings) and headings[at] == "" and at not in meanings.values():
            to[at] = at
        else:
            to[at] = len(headings)
            headings.append(heading)
    return to


def _moved(row: FileRow, to: dict[int, int]) -> FileRow:
    """Return the row with its cells in other columns; cells whose column is not in `to` are left out."""
    cells: list[Cell] = [""] * (max((new for at, new in to.items() if at < len(row.cells)), default=-1) + 1)
    for at, cell in enumerate(row.cells):
        if at in to:
            cells[to[at]] = cell if cell != "" else cells[to[at]]
    struck, part = (frozenset(to[at] for at in columns if at in to) for columns in (row.struck, row.part_struck))
    colours = tuple((to[at], colour) for at, colour in row.colours if at in to)
    return replace(row, cells=tuple(cells), struck=struck, part_struck=part, colours=colours)
