"""The words for coming or not coming in lists: in a column, beside a name, as a heading. Knows no table.

A word is compared in lower case, without spaces, signs and the fillers around it: “hat leider abgesagt!”.
"""

import datetime as dt
import re
from enum import StrEnum
from functools import lru_cache

from tournament.imports.columns import letters_of
from tournament.imports.table import Cell, show


class PersonStatus(StrEnum):
    """Whether somebody comes, by the words of the list."""

    CANCELLED = "cancelled"
    WAITING = "waiting"
    UNSURE = "unsure"
    COMING = "coming"


WORDS: dict[PersonStatus, frozenset[str]] = {
    PersonStatus.CANCELLED: frozenset(
        "abgesagt absage absagen abges abgemeldet abgem abmeldung abmeldungen zurückgezogen storniert storno stornos "
        "stornierungen ausgetragen ausgeschieden entschuldigt entsch verhindert krank erkrankt krankgemeldet "
        "krankheit verstorben gestorben gestrichen gelöscht ausgefallen fälltaus fallenaus abwesend nichtdabei "
        "nichtmehrdabei kommtnicht kommennicht kommtnichtmehr kannnicht kannnichtkommen könnennicht nimmtnichtteil "
        "spieltnicht spieltnichtmit keinezeit sagtab sagtenab abgelehnt erstattet cancelled canceled cancellations "
        "withdrawn declined refunded notcoming".split()
    ),
    PersonStatus.WAITING: frozenset(
        "warteliste wartend wartet nachrücker nachrückerliste reserve reserveliste ersatz ersatzspieler "
        "ersatzspielerin ersatzliste waitinglist waitlist waitlisted standby".split()
    ),
    PersonStatus.UNSURE: frozenset(
        "fraglich vielleicht evtl eventuell eventuelle unsicher unklar unentschieden ungewiss unbestätigt angefragt "
        "vorbehaltlich untervorbehalt maybe tentative".split()
    ),
    # As a heading: players follow below it.
    PersonStatus.COMING: frozenset(
        "angemeldet anmeldungen kommt kommtsicher sicher zugesagt zusage zusagen dabei fest bestätigt teilnehmer "
        "teilnehmerinnen teilnehmerliste spieler spielerinnen nachmeldung nachmeldungen nachgemeldet nachzügler "
        "damen herren frauen männer jugend senioren gäste mitglieder confirmed participants players coming".split()
    ),
}
STATUSES = {word: status for status, words in WORDS.items() for word in words}
FILLERS = frozenset("leider doch hat haben hatte ist sind ab hier jetzt bereits schon auf der die heute nun".split())
# Columns with these headings are about coming, so “nein” in them is a cancellation.
ATTENDANCE = frozenset(
    "dabei kommt kommtzumturnier teilnahme nimmtteil zusage zugesagt anwesend attending coming rsvp".split()
)
# Columns with these headings may use any words; so may a column without a heading.
STATUS_HEADINGS = frozenset({"", *"status rückmeldung antwort anmeldung anmeldestatus stand state".split()})
# An empty checkbox in a workbook reads as "False".
NO_WORDS = frozenset({"0", "nein", "n", "no", "falsch", "false", "-", "–", "−"})
PLAIN_NO = frozenset({"nein", "no", "✗", "✘"})
YES_WORDS = frozenset({"1", "ja", "j", "x", "y", "yes", "true", "wahr", "✓", "✔", "✗", "✘"})
# Somewhere in a remark these words may mean a cancellation, so a person must read the remark.
HINTS = ("abgesagt", "abgemeldet", "storniert", "sagt ab", "kommt nicht", "verhindert", "cancelled", "canceled")
_AFTER_WORD = re.compile(r"[:(\d]| (?:bis|am|ab|stand|seit|wegen) ", re.IGNORECASE)


@lru_cache(maxsize=4096)
def status_of(text: str) -> PersonStatus | None:
    """Return the status that a text as a whole gives somebody: “Abgesagt (3):”, “auf der Warteliste”, “krank seit
    3.11.”, “?”.

    “Ersatz Anna” gives none, because it may be a name.
    """
    bare = text.strip(" .,;!()[]–—-*")
    if bare and not bare.strip("?"):
        return PersonStatus.UNSURE
    before = _AFTER_WORD.split(bare)[0]
    words = [word for word in before.split() if letters_of(word) not in FILLERS]
    return STATUSES.get(letters_of(before)) or STATUSES.get(letters_of(" ".join(words)))


def status_below(heading: str, cell: Cell) -> PersonStatus | None:
    """Return the status of a cell below this heading: “nein” below “Kommt” is a cancellation."""
    text = show(cell).casefold().strip(" .!")
    word = letters_of(heading)
    if (word in ATTENDANCE and text in NO_WORDS) or (word in ATTENDANCE | STATUS_HEADINGS and text in PLAIN_NO):
        return PersonStatus.CANCELLED
    return status_of(show(cell))


def says_yes(cell: Cell) -> bool | None:
    """Return the yes or no in a cell below a heading like “Zurückgezogen”; None for any other word.

    A date is a yes: it is the day since when.
    """
    if isinstance(cell, dt.date):
        return True
    text = show(cell).casefold().strip(" .!")
    if not text or text in NO_WORDS:
        return False
    return True if text in YES_WORDS or status_of(text) == PersonStatus.CANCELLED else None


def hints_at_absence(text: str) -> bool:
    """Whether a remark may mean that somebody does not come."""
    return any(hint in text.casefold() for hint in HINTS)
