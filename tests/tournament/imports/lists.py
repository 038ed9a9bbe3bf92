"""Lists as clubs hand them in: what several tests read."""

import datetime as dt
import io
from collections.abc import Callable
from typing import Any

import openpyxl

from tournament.imports.book import BookReading, FileBook
from tournament.imports.columns import find_header
from tournament.imports.files import read_list_file
from tournament.imports.lines import ImportedLine, read_lines

HEAD = ["Nachname", "Vorname", "Verein", "geboren"]
FOUR = [["Huber", "Anna", "SV"], ["Maier", "Bene", "SV"], ["Reiter", "Centa", "TSV"], ["Zeller", "Dirk", "TSV"]]

DAY = dt.date(2026, 11, 28)

PICTURE = b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x01\x00\x00\x00\x01\x00\x08\x02\x00\x00\x00"


def lines_of(book: FileBook, reading: BookReading | None = None) -> list[ImportedLine]:
    table = book.table(reading)
    header = find_header(table.texts())
    assert header is not None
    return read_lines(table, header, day=DAY, minimum_age=0)


def left_out(book: FileBook, reading: BookReading | None = None) -> list[tuple[str, str]]:
    """Of each line that is left out, its name as written and the reason."""
    return [(line.written, line.remarks[0].text) for line in lines_of(book, reading) if line.omission]


def book_of(change: Callable[[Any], None], rows: list[list[Any]] | None = None) -> FileBook:
    """The book of one sheet of four people that `change` has changed."""
    workbook = openpyxl.Workbook()
    for row in rows or [HEAD, *FOUR]:
        workbook.active.append(row)
    change(workbook.active)
    return saved(workbook)


def saved(workbook: Any) -> FileBook:
    stream = io.BytesIO()
    workbook.save(stream)
    return read_list_file(stream.getvalue())
