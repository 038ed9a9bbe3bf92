"""The text of entries: shorthand of a record, points as on paper, and the canonical form of both. Knows no values."""

import re

from scoring.contracts import BY_DEAL, EVERYONE, KINDS, LEVELS, PARTNERSHIP
from scoring.parts import MISTAKE
from scoring.records import FIELDS, GameRecord

_SIGNS = {"won": "+", "lost": "-"}
_SHORT_FIELDS = {"contract", "declarer", "partner", "suit", "result", "level", "sanction"}
_RAMSCH_FIELDS = {"contract", "loser", "durchmarsch"}


def canonical(text: str) -> str:
    """Return the form in which an entry stands in the table of outcomes; unreadable text stays unreadable.

    A browser does the same in five steps:

    1. lower case; the minus U+2212 becomes "-"; trim;
    2. a star in front is taken off, with the space after it, and put back at the end;
    3. what begins with a letter is shorthand: all white space goes, and it is done;
    4. every run of spaces, commas, dots and semicolons becomes one space; a space goes in front of every sign; the
       space after a sign and every "+" go; runs of spaces become one; trim;
    5. two words, the second of digits only, are a value and its seats: the seats are sorted.
    """
    text = text.lower().replace("−", "-").strip()
    star = ""
    if text.startswith("*"):
        star, text = "*", text[1:].strip()
    if text[:1].isalpha():
        return star + re.sub(r"\s+", "", text)
    text = re.sub(r"[\s,.;]+", " ", text)
    text = re.sub(r"([+-]) ?", r" \1", text).replace("+", "")
    words = text.split()
    if len(words) == 2 and re.fullmatch("[0-9]+", words[1]):
        words[1] = "".join(sorted(words[1]))
    return star + " ".join(words)


def shorthand_of(record: GameRecord) -> str | None:
    """Return the shorthand of a record made of contract, seats, result and level or a mistake; None for any other.

    A Sie has no sign; a level that is not said is simple. The suit of a Solo stands behind its letters, "sh2+". A
    Ramsch names who lost it, "ra3-", or who won it by a Durchmarsch, "ra3+".
    """
    kind = KINDS.get(record.contract or "")
    if kind is not None and kind.family == EVERYONE:
        return _ramsch(record, kind.letters)
    if kind is None or record.declarer is None or (record.suit is not None and record.suit not in kind.suits):
        return None
    if any(name not in _SHORT_FIELDS and getattr(record, name) is not None for name in FIELDS):
        return None
    if (record.partner is None) == (kind.family == PARTNERSHIP):
        return None
    head = f"{kind.letters}{(record.suit or '').lower()}{record.declarer}{record.partner or ''}"
    if record.sanction is not None:
        sanction = record.sanction
        if sanction.kind != MISTAKE or sanction.revealer or sanction.points or record.result or record.level:
            return None
        return f"{head}!{sanction.offender}"
    if kind.decided_by == BY_DEAL:
        return head
    if record.result not in _SIGNS or (record.level is not None and record.level not in LEVELS):
        return None
    return head + _SIGNS[record.result] * (1 + LEVELS.index(record.level or "simple"))


def _ramsch(record: GameRecord, letters: str) -> str | None:
    if any(name not in _RAMSCH_FIELDS and getattr(record, name) is not None for name in FIELDS):
        return None
    if (record.loser is None) == (record.durchmarsch is None):
        return None
    return f"{letters}{record.loser}-" if record.loser is not None else f"{letters}{record.durchmarsch}+"


def point_entries(points: tuple[int, ...], *, starred: bool) -> list[str]:
    """Return how a line's points can be typed: each value with its seats, and all values; `*` in front if starred."""
    star = "*" if starred else ""
    texts = [
        f"{value} {''.join(str(seat) for seat, other in enumerate(points, 1) if other == value)}"
        for value in dict.fromkeys(points)
    ]
    return [star + text for text in (*texts, " ".join(str(value) for value in points))]
