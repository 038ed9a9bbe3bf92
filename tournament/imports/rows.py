"""The limits of a list, and its rows without empty ones."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from tournament.imports.table import MAX_CELL, FileRow, show
from tournament.person.names import fold_text

MAX_ROWS = 5_000
MAX_LINES = 20_000  # empty ones count, too; a file may claim a million
MAX_COLUMNS = 60
MAX_CHARACTERS = 1_000_000


class UnreadableList(Exception):
    """No list of participants. `code` and `context` belong to a sentence of files.py."""

    def __init__(self, code: str, **context: int) -> None:
        super().__init__(code)
        self.code, self.context = code, context


def clean_rows(rows: Iterable[FileRow], *, as_bytes: bool = False) -> Iterator[FileRow]:
    """Yield the rows that are not empty, without empty cells at the end. Unreadable `too_long`, `too_wide`.

    Cells `as_bytes` are kept as they are until their encoding is known.
    """
    count = characters = 0
    for row in rows:
        # Cut before cleaning, too: the time to sort a letter's accents grows with the square of their number.
        cells = [cell[: 2 * MAX_CELL] if isinstance(cell, str) else cell for cell in row.cells]
        cells = [
            fold_text(cell)[:MAX_CELL] if isinstance(cell, str) and (not as_bytes or cell.isascii()) else cell
            for cell in cells
        ]
        while cells and cells[-1] == "":
            cells.pop()
        if row.number > MAX_LINES:
            raise too_long()
        if not cells:
            continue
        if len(cells) > MAX_COLUMNS:
            raise UnreadableList("too_wide", line=row.number, most=MAX_COLUMNS)
        characters += sum(len(show(cell)) for cell in cells)
        if count == MAX_ROWS or characters > MAX_CHARACTERS:
            raise too_long()
        count += 1
        yield replace(row, cells=tuple(cells))


def too_long() -> UnreadableList:
    """Return the refusal of a list with too many rows."""
    return UnreadableList("too_long", most=MAX_ROWS)
