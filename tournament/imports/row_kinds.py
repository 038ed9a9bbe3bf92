"""Rows of a list that are no people: headings, sums, and lines of text below the list."""

import re
from enum import StrEnum

from tournament.imports.columns import Header, letters_of
from tournament.imports.name_cells import without_number, written_name
from tournament.imports.status import status_of
from tournament.imports.table import FileRow, show
from tournament.person.first_names import is_first_name
from tournament.person.names import PARTICLES, split_title


class RowKind(StrEnum):
    """The kinds of rows that name nobody."""

    HEADING = "heading"
    SUM = "sum_line"
    TEXT = "text_line"


SUM_WORDS = frozenset(
    "summe summen gesamt gesamtsumme gesamtzahl gesamtbetrag insgesamt zwischensumme übertrag total sum subtotal "
    "anzahl teilnehmerzahl davon".split()
)
# Before a number or a letter: “Tisch 2”, “Gruppe B”.
GROUP_WORDS = frozenset("tisch gruppe mannschaft team block runde durchgang table group".split())
# People below such a heading may not be players.
ROLE_WORDS = frozenset(
    "helfer helferinnen orga organisation turnierleitung schiedsrichter schiedsgericht bedienung zuschauer küche "
    "kasse theke begleitung begleitpersonen fahrer helpers staff".split()
)
# The first words of text below a list.
TEXT_WORDS = frozenset(
    "bitte stand kasse kassier kassiererin ansprechpartner ansprechpartnerin turnierleiter turnierleiterin "
    "turnierleitung organisator organisation vorstand schriftführer anmeldeschluss anmeldung anmeldungen meldeschluss "
    "kontakt hinweis hinweise achtung wichtig legende quelle datum unterschrift startgeld beginn einlass veranstalter "
    "iban konto überweisung seite ausdruck gedruckt erstellt verteiler ia iv gez ps nb vielen please contact".split()
)
_SIGNED = re.compile(r",\s*(?:den|am|dated)\s+\d", re.IGNORECASE)
_GROUP = re.compile(r"(?:\d+|[A-Z]|[IVX]+)[.:]?")
MOST_WORDS = 5


def row_kind(row: FileRow, header: Header) -> RowKind | None:
    """Return the kind of a row that names nobody, None for a person or a row that may be one."""
    only = without_number(show_only(row))
    if _is_sum(row):
        return RowKind.SUM
    if only.endswith(":") or written_name(row, header).endswith(":") or is_known_heading(only):
        return RowKind.HEADING
    return RowKind.TEXT if _is_text(only) else None


def show_only(row: FileRow) -> str:
    """Return the text of the only filled cell of a row, "" if there are several."""
    texts = [show(cell) for cell in row.cells if cell != ""]
    return texts[0] if len(texts) == 1 else ""


def is_known_heading(text: str) -> bool:
    """Whether a text that stands alone in its row says in known words who stands below it."""
    words = text.split()
    if not words:
        return False
    is_group = letters_of(words[0]) in GROUP_WORDS and all(map(_GROUP.fullmatch, words[1:]))
    return is_group or letters_of(text) in ROLE_WORDS or status_of(text) is not None


def _is_sum(row: FileRow) -> bool:
    """Whether the row begins with a word for a sum: “Summe”, “Gesamt:”, “Summe bezahlt:”; “Summe, Anna” is a person."""
    for cell in row.cells:
        if isinstance(cell, str) and any(character.isalpha() for character in cell):
            return "," not in cell and letters_of(cell.split()[0]) in SUM_WORDS
    return False


def _is_text(only: str) -> bool:
    """Whether the only text in a row is no name: “Kasse: Hans Meier”, “Aying, den 3.11.”, a sentence."""
    words = split_title(only)[1].split()
    if len(words) < 2:
        return False
    if re.search(r":\s*\S", only) or _SIGNED.search(only) or re.search(r"@|www\.|https?", only):
        return True
    if letters_of(words[0]) in TEXT_WORDS and not words[0].endswith(","):
        return len(words) > 2 or not is_first_name(words[1])
    # Particles and “und” are the only words of a name that are written small.
    small = [word for word in words if word[0].islower() and word.casefold() not in PARTICLES | {"und", "u.", "and"}]
    return len(words) > MOST_WORDS and bool(small)
