"""Which rows a list shows as not meant: hidden, struck through, below “Abgesagt”, or “storniert” beside the name."""

import datetime as dt
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from tournament.imports.columns import Column, Header, letters_of
from tournament.imports.table import Cell, FileRow, FileTable, Omission, show

# As the whole of a cell or a heading, in small letters, without spaces and signs.
CANCELLED = frozenset(
    "abgesagt absage absagen abgemeldet abmeldung abmeldungen zurückgezogen storniert storno stornos stornierungen "
    "ausgetragen entschuldigt verhindert nichtdabei kommtnicht kommennicht nimmtnichtteil sagtab abgelehnt erstattet "
    "cancelled canceled cancellations withdrawn declined refunded notcoming".split()
)
WAITING = frozenset(
    "warteliste wartend wartet aufwarteliste nachrücker nachrückerliste reserve reserveliste ersatz ersatzspieler "
    "waitinglist waitlist waitlisted standby".split()
)
# Headings below which the players go on.
COMING = frozenset(
    "angemeldet anmeldungen zugesagt zusage zusagen dabei fest bestätigt teilnehmer teilnehmerinnen teilnehmerliste "
    "spieler confirmed participants players coming".split()
)
# A column with this heading says who comes, so “nein” in it is a cancellation.
ATTENDANCE = frozenset("dabei kommt teilnahme nimmtteil attending coming rsvp".split())
# An empty checkbox in a workbook reads as "False".
NO_WORDS = frozenset({"0", "nein", "n", "no", "falsch", "false", "-", "–", "−"})
YES_WORDS = frozenset({"1", "ja", "j", "x", "y", "yes", "true", "wahr", "✓", "✔", "✗", "✘"}) | CANCELLED
# Somewhere in a remark they may mean a cancellation; a person must read the remark.
HINTS = ("abgesagt", "abgemeldet", "storniert", "sagt ab", "kommt nicht", "verhindert", "cancelled", "canceled")
MOST_VALUES = 6
LONGEST_VALUE = 20
NAMES = (Column.NAME, Column.LAST_NAME, Column.FIRST_NAME)
_AFTER_HEADING = re.compile(r"[:(\d]| (?:bis|am|ab|stand) ", re.IGNORECASE)
# What stands in them is no remark about whether somebody comes.
OWN = frozenset({*NAMES, Column.NUMBER, Column.CLUB, Column.TOWN, Column.BIRTH_DATE, Column.WITHDRAWN, Column.HOUSE})


@dataclass(frozen=True, slots=True, kw_only=True)
class Omitted:
    """Why a row is left out; `text` is the heading or the cell that says so, "" where the look of the row does."""

    omission: Omission
    text: str = ""


def list_omissions(table: FileTable, header: Header) -> tuple[frozenset[int], dict[int, list[Omitted]]]:
    """Return the positions of rows that are headings, and by position what speaks against each of the others."""
    headings = set()
    omitted: dict[int, list[Omitted]] = {}
    title = [text.casefold() for text in _names(table.rows[header.index], header)] if header.index >= 0 else []
    below: Omitted | None = None
    for at in range(header.index + 1, len(table.rows)):
        row = table.rows[at]
        if row.head:
            headings.add(at)
            continue
        word = _heading(row) if table.shows(row) else ""
        if word or (title and [text.casefold() for text in _names(row, header)] == title):
            headings.add(at)
            below = _section(word, show_only(row)) if word else below
            continue
        reasons = list(_reasons(table, header, row))
        if below:
            reasons.append(below)
        if reasons:
            omitted[at] = reasons
    return frozenset(headings), omitted


def first_unwanted(reasons: Sequence[Omitted], table: FileTable) -> Omitted | None:
    """Return why a row is left out of this table, None where it is read."""
    return next((reason for reason in reasons if reason.omission not in table.wanted), None)


def hint_of_absence(row: FileRow, header: Header) -> str:
    """Return the remark in a row that may say that somebody does not come, else ""."""
    for _at, cell in _other_cells(row, header):
        text = show(cell)
        if any(hint in text.casefold() for hint in HINTS):
            return text
    return ""


def says_yes(cell: Cell) -> bool | None:
    """Return whether a cell below a heading like “Zurückgezogen” says yes or no; None for any other word.

    A date is a yes: since then.
    """
    if isinstance(cell, dt.date):
        return True
    text = show(cell).casefold().strip(" .!")
    if not text or text in NO_WORDS:
        return False
    return True if text in YES_WORDS or letters_of(text) in CANCELLED else None


def repeated_values(table: FileTable, header: Header, at: int) -> list[tuple[str, int]]:
    """Return the few words that stand in a column again and again, with how often: paid, cancelled, open.

    Nothing where there are many, or each stands there once and none says that somebody does not come.
    """
    cells = [show(row.cell(at)) for row in table.rows[header.index + 1 :] if table.shows(row)]
    values = Counter(cell for cell in cells if cell)
    if len(values) > MOST_VALUES or any(len(value) > LONGEST_VALUE for value in values):
        return []
    tells = any(count > 1 or letters_of(value) in CANCELLED | WAITING for value, count in values.items())
    return values.most_common() if tells else []


def written_name(row: FileRow, header: Header) -> str:
    """Return what stands in the columns of names, in one text."""
    return " ".join(filter(None, _names(row, header)))


def show_only(row: FileRow) -> str:
    """Return the text of the only cell of a row that holds something, "" where there are several."""
    texts = [show(cell) for cell in row.cells if cell != ""]
    return texts[0] if len(texts) == 1 else ""


def _heading(row: FileRow) -> str:
    """Return what a row with a single cell says of the rows below it, in the words of the tables above; else ""."""
    # “Abgesagt (3):”, “Absagen bis 12.11.”; but “Spieler Hans” is somebody.
    word = letters_of(_AFTER_HEADING.split(show_only(row))[0])
    return word if word in CANCELLED | WAITING | COMING else ""


def _section(word: str, text: str) -> Omitted | None:
    if word in COMING:
        return None
    return Omitted(omission=Omission.CANCELLED if word in CANCELLED else Omission.WAITING, text=text)


def _reasons(table: FileTable, header: Header, row: FileRow) -> list[Omitted]:
    reasons = []
    if row.hidden:
        reasons.append(Omitted(omission=Omission.HIDDEN_ROW))
    names = {at for at in _name_columns(header) if row.cell(at) != ""}
    if names and names <= row.struck:
        reasons.append(Omitted(omission=Omission.STRUCK))
    for at, cell in _other_cells(row, header):
        heading = show(table.rows[header.index].cell(at)) if header.index >= 0 else ""
        if omission := _says(cell, letters_of(heading) in ATTENDANCE):
            reasons.append(Omitted(omission=omission, text=": ".join(filter(None, [heading, show(cell)]))))
    return reasons


def _says(cell: Cell, attendance: bool) -> Omission | None:
    text = show(cell).casefold()
    word = letters_of(text)
    if word in CANCELLED or (attendance and text in NO_WORDS):
        return Omission.CANCELLED
    return Omission.WAITING if word in WAITING else None


def _other_cells(row: FileRow, header: Header) -> list[tuple[int, Cell]]:
    """Return the cells, with their columns, of which no own meaning is known: a remark, a status."""
    own = {at for column, at in header.columns.items() if column in OWN}
    return [(at, cell) for at, cell in enumerate(row.cells) if at not in own and cell != ""]


def _name_columns(header: Header) -> list[int]:
    """Return the columns of names, in the order of `NAMES`."""
    return [header.columns[column] for column in NAMES if column in header.columns]


def _names(row: FileRow, header: Header) -> list[str]:
    return [show(row.cell(at)) for at in _name_columns(header)]
