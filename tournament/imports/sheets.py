"""What the readers of .xlsx and .ods share: which sheets of a file are the list, and what a value is in a cell."""

import datetime as dt
from typing import Any

from tournament.imports.book import FileBook, FileSheet
from tournament.imports.rows import MAX_CHARACTERS, UnreadableList
from tournament.imports.table import Cell, Formula, show

MAX_SHEETS = 30


def choose_sheets(sheets: list[tuple[FileSheet, bool]]) -> FileBook:
    """Return the sheets with names. The one that was open is read, else the first visible one."""
    if not sheets:
        return FileBook(sheets=())
    candidates = [(sheet, active, sheet.people) for sheet, active in sheets]
    best = max(candidates, key=lambda one: (not one[0].hidden and one[2] > 0, not one[0].hidden, one[2] > 0, one[1]))
    with_names = [one for one in candidates if one[2] or one is best]
    others = [one[0].title for one in candidates if one not in with_names and not one[0].hidden]
    if sum(len(show(cell)) for one in with_names for row in one[0].rows for cell in row.cells) > MAX_CHARACTERS:
        raise UnreadableList("too_many_sheets")
    return FileBook(sheets=tuple(one[0] for one in with_names), opened=with_names.index(best), others=tuple(others))


def cell_of(value: Any) -> Cell:
    """Return a value as a library read it as a cell: a date, or text; of a time stamp the day."""
    if value is None:
        return ""
    if isinstance(value, Formula):
        return value
    if isinstance(value, dt.datetime):
        return value.date()
    if isinstance(value, dt.date):
        return value
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return str(value)
