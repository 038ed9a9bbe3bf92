"""Rows that only their look sets apart: another colour, a comment, a conditional format. They are named, not
interpreted."""

from collections import Counter
from collections.abc import Collection, Sequence
from enum import StrEnum

from tournament.imports.columns import Header
from tournament.imports.name_cells import NAMES
from tournament.imports.table import FileRow, FileTable

# With fewer rows nobody can say that they alternate.
LEAST_STRIPES = 4


class Look(StrEnum):
    """The ways in which a row stands out."""

    COLOURED = "coloured"
    COMMENTED = "commented"
    RULED = "ruled"


def unread_looks(table: FileTable, header: Header, numbers: Collection[int]) -> dict[Look, list[str]]:
    """Return the places of those numbered rows that have a comment, a conditional format, or a name in a colour that
    the list does not have everywhere. Stripes do not count."""
    listed = table.rows[header.index + 1 :]
    usual = _usual(listed, [_colours(row, header) for row in listed])
    rows = [row for row in listed if row.number in numbers]
    places = {
        Look.COLOURED: [_place(row) for row in rows if _colours(row, header) not in usual],
        Look.COMMENTED: [_place(row) for row in rows if row.commented],
        Look.RULED: [_place(row) for row in rows if row.ruled],
    }
    return {look: where for look, where in places.items() if where}


def _place(row: FileRow) -> str:
    return row.place or str(row.number)


def _colours(row: FileRow, header: Header) -> str:
    """Return the colours of the cells of the name, "" if they are plain."""
    colours = dict(row.colours)
    return " ".join(filter(None, (colours.get(header.columns.get(column, -1)) for column in NAMES)))


def _usual(rows: Sequence[FileRow], colours: Sequence[str]) -> set[str]:
    """Return the colours without a meaning: none at all, one that nearly all rows have, or two that alternate."""
    counts = Counter(colours).most_common(2)
    common = [colour for colour, _count in counts]
    alike = {"", *(colour for colour, count in counts if 5 * count >= 4 * len(rows))}
    if len(common) < 2 or len(rows) < LEAST_STRIPES or 3 * counts[1][1] < len(rows):
        return alike
    pairs = [
        (colour, following)
        for row, after, colour, following in zip(rows, rows[1:], colours, colours[1:], strict=False)
        if after.number == row.number + 1 and {colour, following} <= set(common)
    ]
    changes = sum(colour != following for colour, following in pairs)
    # One coloured row gives two changes of colour, so stripes need more.
    return {"", *common} if changes > 2 and 5 * changes >= 4 * len(pairs) else alike
