"""Finds the content of each column by the German and English words in the header of a club's list."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum


class Column(StrEnum):
    """The possible contents of a column."""

    NUMBER = "number"
    NAME = "name"
    LAST_NAME = "last_name"
    FIRST_NAME = "first_name"
    TITLE = "title"
    CLUB = "club"
    TOWN = "town"
    BIRTH_DATE = "birth_date"
    PHONE = "phone"
    REMARK = "remark"
    PAID = "paid"
    WITHDRAWN = "withdrawn"
    HOUSE = "house"


# Headings in small letters, without spaces and signs.
WORDS: dict[Column, frozenset[str]] = {
    column: frozenset(words.split())
    for column, words in {
        Column.NUMBER: "nr nummer no number lfdnr lfdnummer laufendenummer startnr startnummer startno startnumber pos",
        Column.NAME: "name namen fullname vollername vorundnachname vorundzuname vornameundnachname vornamenachname "
        "vornamename nachundvorname nachnamevorname namevorname namevornamen nachnameundvorname lastnamefirstname "
        "firstnamelastname teilnehmer teilnehmerin teilnehmername spieler spielername player participant",
        Column.LAST_NAME: "nachname familienname zuname lastname surname familyname",
        Column.FIRST_NAME: "vorname vornamen rufname firstname givenname forename",
        Column.TITLE: "titel akadtitel akademischertitel title",
        Column.CLUB: "verein vereinort vereinoderort clubortown vereinsname stammtisch klub club mannschaft team",
        Column.TOWN: "ort wohnort heimatort stadt gemeinde town city",
        Column.BIRTH_DATE: "geboren geborenam geb gebam gebdat gebdatum geburtsdatum geburtstag jahrgang geburtsjahr "
        "birthdate dateofbirth birthday dob born yearofbirth",
        Column.PHONE: "telefon tel telefonnummer telefonnr telnr handy handynummer handynr mobil mobilnummer "
        "mobiltelefon phone phonenumber mobile mobilephone cell",
        Column.REMARK: "bemerkung bemerkungen anmerkung anmerkungen notiz notizen hinweis hinweise kommentar "
        "kommentare remark remarks note notes comment comments",
        Column.PAID: "bezahlt gezahlt bezahltam startgeldbezahlt startgeldbez startgelderhalten paid feepaid",
        Column.WITHDRAWN: "abgemeldet abgesagt zurückgezogen storniert withdrawn cancelled canceled",
        Column.HOUSE: "hausspieler houseplayer",
    }.items()
}
LAST_FIRST = frozenset(
    {"nachundvorname", "nachnamevorname", "namevorname", "namevornamen", "nachnameundvorname", "lastnamefirstname"}
)
HEAD_WORDS = {word: column for column, words in WORDS.items() for word in words}
# Headings of data that is read from no list: people tick it once a prize asks for it.
MARKS: dict[str, frozenset[str]] = {
    "woman": frozenset("geschlecht frau frauen dame damen weiblich mw wm mwd wmd gender sex woman women".split()),
    "newcomer": frozenset("neu neuling neulinge erstmals erstteilnahme erstteilnehmer newcomer firsttime".split()),
}
SEARCHED_ROWS = 40


@dataclass(frozen=True, slots=True, kw_only=True)
class Header:
    """The columns of a list, counted from 0. `index` is the header's position among the rows, -1 if there is none.

    `last_first`: a column of names without commas has the order “Huber Anna”.
    """

    index: int
    columns: dict[Column, int]
    last_first: bool = False

    @property
    def has_names(self) -> bool:
        """Whether the columns give every line a first and a last name."""
        return Column.NAME in self.columns or {Column.LAST_NAME, Column.FIRST_NAME} <= self.columns.keys()


def unused_columns(rows: Sequence[Sequence[str]], header: Header) -> list[int]:
    """Return the columns, in order, that are not empty and not read.

    The town is read only if there is no club, so it is unused if every line has a club.
    """
    if header.index < 0:
        return []
    below = rows[header.index + 1 :]
    idle = Column.CLUB in header.columns and not town_heading(rows, header)
    positions = {at for column, at in header.columns.items() if not (idle and column == Column.TOWN)}
    width = max(map(len, below), default=0)
    return [at for at in range(width) if at not in positions and any(at < len(cells) and cells[at] for cells in below)]


def marks_of(headings: Sequence[str]) -> list[str]:
    """Return the marks that some of these headings are about: woman, newcomer."""
    letters = {letters_of(heading) for heading in headings}
    return [mark for mark, words in MARKS.items() if words & letters]


def column_letters(column: int) -> str:
    """Return a spreadsheet program's name for a column: “F”, “AB”."""
    return (chr(64 + column // 26) if column > 25 else "") + chr(65 + column % 26)


def town_heading(rows: Sequence[Sequence[str]], header: Header) -> str:
    """Return the heading of the town column if some line without a club uses it, else ""."""
    if header.index < 0 or not {Column.CLUB, Column.TOWN} <= header.columns.keys():
        return ""
    club, town = header.columns[Column.CLUB], header.columns[Column.TOWN]
    below = [[*cells, *[""] * (max(club, town) + 1 - len(cells))] for cells in rows[header.index + 1 :]]
    return rows[header.index][town] if any(cells[town] and not cells[club] for cells in below) else ""


def has_club_once_a_group(rows: Sequence[Sequence[str]], header: Header) -> bool:
    """Whether the club stands in front of the names, and only in the first line of each group."""
    club = header.columns.get(Column.CLUB)
    names = [
        at for column, at in header.columns.items() if column in (Column.NAME, Column.LAST_NAME, Column.FIRST_NAME)
    ]
    if club is None or club > min(names):
        return False
    clubs = [club < len(cells) and cells[club] != "" for cells in rows[header.index + 1 :] if any(cells)]
    return bool(clubs) and clubs[0] and sum(clubs) * 2 <= len(clubs)


def find_header(rows: Sequence[Sequence[str]]) -> Header | None:
    """Find the row with the most understood words and a name of players; title lines may stand above it.

    If a table with a head of its own stands above that row, its head is the first one.
    """
    best = None
    in_sight = [(index, cells) for index, cells in enumerate(rows) if cells][:SEARCHED_ROWS]
    for index, cells in in_sight:
        header = read_head(index, cells)
        if header.has_names and (best is None or len(header.columns) > len(best.columns)):
            best = header
    if best:
        above = [index for index, _cells in in_sight if index < best.index]
        heads = [index for index in above[:-1] if is_head(rows[index])]
        best = read_head(heads[0], rows[heads[0]]) if heads else best
    if best and best.last_first:
        # “Name, Vorname” with a comma in some line: the lines without one are in the other order.
        name = best.columns.get(Column.NAME)
        below = rows[best.index + 1 :]
        commas = name is not None and any(name < len(cells) and "," in cells[name] for cells in below)
        best = replace(best, last_first=not commas)
    return best


def is_head(cells: Sequence[str]) -> bool:
    """Whether the cells of a row are head words, among them one for a name. A title or a person is no head.

    “Nachname” beside “Vorname” is enough; of other heads one word in four may be unknown.
    """
    filled = [text for text in cells if text]
    words = [text for text in filled if letters_of(text) in HEAD_WORDS and not any(map(str.isdigit, text))]
    if len(words) < 2 or not (header := read_head(0, words)).has_names:
        return False
    return Column.FIRST_NAME in header.columns or 4 * len(words) >= 3 * len(filled)


def read_head(index: int, cells: Sequence[str]) -> Header:
    """Return the meaning of the cells of a head."""
    columns: dict[Column, int] = {}
    last_first = False
    for position, text in enumerate(cells):
        column = meaning_of(text)
        if column is not None and column not in columns:
            columns[column] = position
            last_first = last_first or letters_of(text) in LAST_FIRST
    # “Name” beside “Vorname” is the last name.
    if Column.FIRST_NAME in columns and Column.NAME in columns and Column.LAST_NAME not in columns:
        columns[Column.LAST_NAME] = columns.pop(Column.NAME)
    return Header(index=index, columns=columns, last_first=last_first)


def meaning_of(text: str) -> Column | None:
    """Return the meaning of a heading, as a whole or by its first known part: “Verein / Stammtisch”.

    In “Teilnehmername: Vorname” the last part decides.
    """
    if text.strip() == "#":
        return Column.NUMBER
    for part in [text, text.rpartition(":")[2], *re.split("[/:]", text)]:
        if column := HEAD_WORDS.get(letters_of(part)):
            return column
    return None


def letters_of(text: str) -> str:
    """Return only the letters of a text, in lower case."""
    return "".join(character for character in text.casefold() if character.isalpha())
