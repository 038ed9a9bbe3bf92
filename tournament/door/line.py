"""What is typed or scanned at the door, taken apart. Knows no database and no language."""

import datetime as dt
import re
from dataclasses import dataclass
from enum import Enum

from tournament.person.birth_dates import read_birth_date
from tournament.person.first_names import FIRST_NAMES
from tournament.person.names import Born, fold_text, plain, split_name, split_title
from tournament.refusals import Refused

LONGEST_LINE = 200
MOST_DIGITS = 4

_ADDRESS = re.compile(r".*/k/([0-9A-Za-z_-]{8,64})/?", re.DOTALL)
_NUMBER_FIRST = re.compile(rf"(?:nr\.?|no\.?)?\s*(\d{{1,{MOST_DIGITS}}})(?:[\s.:,]+(.*))?", re.IGNORECASE | re.DOTALL)
_PLUS = re.compile(rf"\+\s*(\d{{1,{MOST_DIGITS}}})?")
_YES, _NO = frozenset({"j", "ja", "y", "yes"}), frozenset({"n", "nein", "no"})
# A scanner types as on an American keyboard. Where the computer has a German one, these letters change places.
_GERMAN_KEYS = str.maketrans("zyZYÖ-ß?&", "yzYZ:/-_/")
_GERMAN_SCAN = re.compile(r"https?Ö--")


class DoorLineKind(Enum):
    """What a line at the door asks for."""

    NOTHING = "nothing"
    PERSON = "person"
    CARD = "card"
    SCAN = "scan"
    TAKE_BACK = "take back"
    YES = "yes"
    NO = "no"


@dataclass(frozen=True, slots=True, kw_only=True)
class DoorLine:
    """A line of the door: its kind; a start number, or None; the text that is left; the token of a scanned card."""

    kind: DoorLineKind
    number: int | None = None
    text: str = ""
    token: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TypedPerson:
    """Somebody new as typed: “Zellner, Rosi; FC Haar; 1990”. The date of birth, the year alone, or None."""

    last_name: str
    first_name: str
    title: str = ""
    club: str = ""
    born: Born = None

    @property
    def birth_date(self) -> dt.date | None:
        return self.born if isinstance(self.born, dt.date) else None

    @property
    def birth_year(self) -> int | None:
        return self.born if isinstance(self.born, int) else None


def read_door_line(text: str) -> DoorLine:
    """Take a line apart.

    “+” hands out a card without a name, “+87” that card; “-” takes the last act back; a scanned card has its address;
    “87” is a number, “87 Huber” a number and a name; “j” and “n” answer the question of the age; all else is a name.
    """
    line = fold_text(text[:LONGEST_LINE])
    if not line:
        return DoorLine(kind=DoorLineKind.NOTHING)
    if line in {"-", "−", "–"}:
        return DoorLine(kind=DoorLineKind.TAKE_BACK)
    if line.casefold() in _YES:
        return DoorLine(kind=DoorLineKind.YES)
    if line.casefold() in _NO:
        return DoorLine(kind=DoorLineKind.NO)
    if card := _PLUS.fullmatch(line):
        return DoorLine(kind=DoorLineKind.CARD, number=_positive(card[1]))
    address = line.translate(_GERMAN_KEYS) if _GERMAN_SCAN.match(line) else line
    if scan := _ADDRESS.fullmatch(address):
        return DoorLine(kind=DoorLineKind.SCAN, token=scan[1])
    if (match := _NUMBER_FIRST.fullmatch(line)) and _positive(match[1]):
        return DoorLine(kind=DoorLineKind.PERSON, number=int(match[1]), text=(match[2] or "").strip())
    return DoorLine(kind=DoorLineKind.PERSON, text=line)


def typed_people(text: str, *, day: dt.date) -> list[TypedPerson]:
    """Return who may be meant by a line about somebody new, the likelier order of the names first.

    With a comma, the last name stands first, and there is one way to read it. Behind semicolons stand the club and the
    birth, in any order. Refused: all codes of split_name.
    """
    name, *more = (part.strip() for part in text.split(";"))
    title, name = split_title(name)
    club, born = _club_and_birth(more, day)
    ways = [split_name(name)] if "," in name else [split_name(name), split_name(name, last_first=True)]
    if len(ways) == 2 and _first_name(name.split()[0]) < _first_name(name.split()[-1]):
        ways.reverse()
    return [
        TypedPerson(last_name=last, first_name=first, title=title, club=club, born=born)
        for last, first in dict.fromkeys(ways)
    ]


def _club_and_birth(parts: list[str], day: dt.date) -> tuple[str, Born]:
    """Return the club and the birth among the parts: the birth is whatever reads as one."""
    club, born = "", None
    for part in filter(None, parts):
        date = _birth(part, day)
        if date is not None and born is None:
            born = date
        else:
            club = f"{club} {part}".strip()
    return club, born


def _birth(text: str, day: dt.date) -> Born:
    try:
        return read_birth_date(text, day=day).born
    except Refused as refused:
        # A part that begins with a digit and is no club: say what is wrong with it rather than make it a club.
        if refused.code != "bad_date" or re.fullmatch(r"[\d./ -]+", text):
            raise
        return None


def _first_name(word: str) -> bool:
    return plain(word) in FIRST_NAMES


def _positive(digits: str | None) -> int | None:
    return int(digits) or None if digits else None
