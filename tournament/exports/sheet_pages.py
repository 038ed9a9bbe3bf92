"""Divides the lines of a sheet among pages, and computes the heights of the rows of a sheet to write on."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from tournament.exports.printed_lines import PrintedRound

# This many games fit on one page: the longest match that is played on paper has 48.
PAGE_LINES = 48

# In mm. Each part of a sheet has this height in paper.css, whatever its content; the rows share the rest.
PAGE, HEAD, COLUMN_HEADS, RESULT, LEGEND, SIGNATURES, SPARE = 274.0, 22.4, 4.3, 6.75, 8.5, 30.6, 0.6
PRINTED_NAME, WRITTEN_NAME, TALL_NAME = 7.8, 12.0, 16.0
GAP, THICK_LINES, HIGHEST = 0.25, 0.5, 10.0
FRAME_ROWS = 4  # the heads of the columns, the sums of the columns, the result
# A line of the reminders of a sheet to write on, in mm: so many lines always, more as long as rows keep this height.
REMINDER, FEWEST_REMINDERS, WRITABLE = 3.1, 3, 5.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Heights:
    """The heights of a row and of a name's cell, in mm."""

    row: float
    name: float


def sheet_pages(rounds: Sequence[PrintedRound], *, more: int = 0) -> list[list[PrintedRound]]:
    """Return the rounds of each page, about as many on each: as few pages as hold the lines, plus `more`.

    A round is divided only if it is longer than a page; its checksum line stands below its last line.
    """
    lines = sum(len(round_.lines) for round_ in rounds)
    pages = max(1, -(-lines // PAGE_LINES)) + more
    each = max(1, -(-len(rounds) // pages))
    whole = [list(rounds[first : first + each]) for first in range(0, len(rounds), each)] or [[]]
    if max(sum(len(round_.lines) for round_ in page) for page in whole) <= PAGE_LINES:
        return whole
    return _divided(rounds, -(-lines // pages))


def row_count(rounds: Sequence[PrintedRound]) -> int:
    """Return how many rows a page of these rounds has, with their checksum lines."""
    return sum(len(round_.lines) + bool(round_.title) for round_ in rounds)


def reminder_lines(pages: Sequence[Sequence[PrintedRound]], *, nameless: bool) -> int:
    """Return how many lines of reminders a sheet to write on has room for below its table."""
    lines = FEWEST_REMINDERS
    while written_heights(pages, nameless=nameless, reminders=lines + 1).row >= WRITABLE:
        lines += 1
    return lines


def written_heights(pages: Sequence[Sequence[PrintedRound]], *, nameless: bool, reminders: int = 0) -> Heights:
    """Return the heights of a sheet to write on with so many lines of reminders: rows as high as its fullest page
    allows."""
    rows = max(map(row_count, pages))
    checksums = max(sum(bool(round_.title) for round_ in page) for page in pages)
    name = WRITTEN_NAME if nameless else PRINTED_NAME
    room = PAGE - HEAD - COLUMN_HEADS - RESULT - LEGEND - SIGNATURES - SPARE - name - reminders * REMINDER
    room -= checksums * THICK_LINES + (rows + FRAME_ROWS + 1) * GAP
    rows += 1  # the sums of the columns
    row = min(room / rows, HIGHEST)
    taller = min(name + room - rows * row, TALL_NAME) if nameless else name
    return Heights(row=row, name=taller)


def _divided(rounds: Sequence[PrintedRound], most: int) -> list[list[PrintedRound]]:
    """Return pages of this many lines, dividing rounds."""
    pages: list[list[PrintedRound]] = [[]]
    room = most
    for round_ in rounds:
        lines = round_.lines
        while len(lines) > room:
            if room:
                pages[-1].append(replace(round_, title="", lines=lines[:room]))
            lines, room = lines[room:], most
            pages.append([])
        pages[-1].append(replace(round_, lines=lines))
        room -= len(lines)
    return pages
