"""Everything read of a file: its sheets, and the choice of those that make the list. Choices in the preview need no
second file.

A text file is one sheet. Its cells stay bytes, written as letters of Latin-1, until an encoding is chosen.
"""

from dataclasses import dataclass, replace
from typing import Any

from tournament.imports.columns import Header, find_header
from tournament.imports.encodings import Encoding, decode_cell, mend
from tournament.imports.joins import join_sheets, stack
from tournament.imports.table import MAX_CELL, Cell, FileRow, FileTable, Omission, row_of, row_values, show
from tournament.person.names import fold_text

ENCODING_NAMES = {
    Encoding.UTF_8: "UTF-8",
    Encoding.WINDOWS: "Windows (CP1252)",
    Encoding.MAC: "Mac (Mac Roman)",
    Encoding.DOS: "DOS (CP850)",
    Encoding.EAST: "Windows (CP1250)",
    Encoding.TWICE: "UTF-8 × 2",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class FileSheet:
    """A worksheet, or a text whose `separator` is set and whose cells are bytes if there is an `encoding`.

    `encoding` is the recognised one; in a worksheet only `TWICE` occurs.
    """

    title: str
    rows: tuple[FileRow, ...]
    hidden: bool = False
    hidden_columns: frozenset[int] = frozenset()
    separator: str = ""
    encoding: Encoding | None = None

    def table(self, includes: frozenset[Omission] = frozenset(), encoding: Encoding | None = None) -> FileTable:
        """Return the rows with their text in this encoding; hidden columns are empty unless they are wanted.

        Several tables of a sheet are one below the other.
        """
        dropped = frozenset() if Omission.HIDDEN_COLUMN in includes else self.hidden_columns
        if self.separator:  # bytes are no text in any case
            encoding = encoding or self.encoding
        rows = self.rows
        if dropped or encoding is not None:
            rows = tuple(self._row(row, dropped, encoding) for row in rows)
        source = self.title
        if self.separator:
            name = ENCODING_NAMES[encoding] if encoding else "UTF-16"
            source = f"CSV · {name} · {self.separator}"
        # If every column is hidden, their content says more than an empty page.
        rows = tuple(row for row in rows if any(row.cells)) or self.rows
        return stack(FileTable(source=source, rows=rows, wanted=includes))

    def _row(self, row: FileRow, dropped: frozenset[int], encoding: Encoding | None) -> FileRow:
        cells = ["" if at in dropped else self._cell(cell, encoding) for at, cell in enumerate(row.cells)]
        while cells and cells[-1] == "":
            cells.pop()
        return replace(row, cells=tuple(cells))

    def _cell(self, cell: Cell, encoding: Encoding | None) -> Cell:
        if not isinstance(cell, str) or encoding is None or cell.isascii():
            return cell
        text = decode_cell(cell.encode("latin-1"), encoding) if self.separator else mend(cell)
        return fold_text(text)[:MAX_CELL]

    def header(self, includes: frozenset[Omission] = frozenset()) -> Header | None:
        """Return the header as the recognised encoding gives it."""
        return find_header(self.table(includes, self.encoding).texts())

    @property
    def people(self) -> int:
        """Count the visible rows below the header of names, whether hidden columns are read or not."""
        for includes in (frozenset[Omission](), frozenset({Omission.HIDDEN_COLUMN})):
            table, header = self.table(includes, self.encoding), self.header(includes)
            if header:
                return sum(table.shows(row) and not row.head for row in table.rows[header.index + 1 :])
        return 0

    def hidden_headings(self) -> list[str]:
        """Return the heading of each hidden column that is not empty."""
        whole = frozenset({Omission.HIDDEN_COLUMN})
        table, header = self.table(whole, self.encoding), self.header(whole)
        tops = table.rows[max(header.index, 0) if header else 0]
        filled = sorted(at for at in self.hidden_columns if any(row.cell(at) != "" for row in self.rows))
        return [show(tops.cell(at)) for at in filled]

    @property
    def is_mixed(self) -> bool:
        """Whether a text of UTF-8 has cells that are not UTF-8."""
        return self.encoding == Encoding.UTF_8 and any(
            self._cell(cell, Encoding.UTF_8)
            != fold_text(cell.encode("latin-1").decode("utf-8", errors="replace"))[:MAX_CELL]
            for row in self.rows
            for cell in row.cells
            if isinstance(cell, str)
        )

    def samples(self, encoding: Encoding | None) -> tuple[str, ...]:
        """Return the cells with letters beyond ASCII as this encoding reads them."""
        cells = {cell: None for row in self.rows for cell in row.cells if isinstance(cell, str) and not cell.isascii()}
        return tuple(show(self._cell(cell, encoding)) for cell in cells)


@dataclass(frozen=True, slots=True, kw_only=True)
class BookReading:
    """How a book is read: one sheet, or all with names (None); hidden parts that are read all the same; and the
    encoding of a text."""

    sheet: int | None
    wanted: frozenset[Omission] = frozenset()
    encoding: Encoding | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class FileBook:
    """The sheets with names in columns that are understood, else the one that is read. `opened` is the index of that
    one.

    `others` are the titles of visible sheets with other content. `tells_hidden`: it is known which rows and columns are
    hidden or struck through.
    """

    sheets: tuple[FileSheet, ...]
    opened: int = 0
    others: tuple[str, ...] = ()
    tells_hidden: bool = True

    def first_reading(self) -> BookReading:
        """Return the reading of the book before anybody chooses."""
        return BookReading(sheet=self.opened, encoding=self.sheets[self.opened].encoding)

    def visible(self) -> list[int]:
        """Return the sheets that are read together."""
        return [at for at, sheet in enumerate(self.sheets) if not sheet.hidden]

    def table(self, reading: BookReading | None = None) -> FileTable:
        """Return the list, read by default or as somebody chose."""
        reading = reading or self.first_reading()
        sheets = self.visible() if reading.sheet is None else [reading.sheet]
        tables = [self.sheets[at].table(reading.wanted, reading.encoding) for at in sheets]
        return join_sheets(tables) if len(tables) > 1 else tables[0]

    def values(self) -> dict[str, Any]:
        """Return the book as values of JSON, from which `book_of` makes it again."""
        return {
            "sheets": [
                [
                    sheet.title,
                    [row_values(row) for row in sheet.rows],
                    sheet.hidden,
                    sorted(sheet.hidden_columns),
                    sheet.separator,
                    sheet.encoding,
                ]
                for sheet in self.sheets
            ],
            "opened": self.opened,
            "others": self.others,
            "tells_hidden": self.tells_hidden,
        }


def book_of(values: dict[str, Any]) -> FileBook:
    """Return the book whose values these are; other keys are ignored."""
    sheets = [
        FileSheet(
            title=title,
            rows=tuple(map(row_of, rows)),
            hidden=hidden,
            hidden_columns=frozenset(columns),
            separator=separator,
            encoding=encoding and Encoding(encoding),
        )
        for title, rows, hidden, columns, separator, encoding in values["sheets"]
    ]
    return FileBook(
        sheets=tuple(sheets),
        opened=values["opened"],
        others=tuple(values["others"]),
        tells_hidden=values["tells_hidden"],
    )
