"""The text of entries: shorthand of a record, points as on paper, and the canonical form of both. Knows no values."""

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise

from scoring.contracts import BY_DEAL, EVERYONE, KINDS, LEVELS, PARTNERSHIP
from scoring.parts import MISTAKE
from scoring.records import GameRecord, given_fields

_SIGNS = {"won": "+", "lost": "-"}
_DRAWN = "drawn"
_SHORT_FIELDS = {"contract", "declarer", "partner", "suit", "result", "level", "sanction"}
_RAMSCH_FIELDS = {"contract", "loser", "second_loser", "durchmarsch"}
_VALUE_AND_SEATS = re.compile("([*]?-?[0-9]+) ([0-9]+)")


def canonical_entry(text: str) -> str:
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
    """Return the shorthand of a record that has only contract, seats, result and level, or a mistake; None for any
    other.

    A Sie has no sign, a drawn game "="; a level that is not given is simple. The suit of a Solo follows its letters,
    "sh2+". A Ramsch names the seat that lost it, "ra3-", or the two that did, "ra13-", or the one that won it by a
    Durchmarsch, "ra3+".
    """
    play, end = record.play, record.end
    kind = KINDS.get(play.contract or "")
    if kind is not None and kind.family == EVERYONE:
        return _ramsch(record, kind.letters)
    if kind is None or play.declarer is None or (play.suit is not None and play.suit not in kind.suits):
        return None
    if not given_fields(record).keys() <= _SHORT_FIELDS:
        return None
    if (play.partner is None) == (kind.family == PARTNERSHIP):
        return None
    head = f"{kind.letters}{(play.suit or '').lower()}{play.declarer}{play.partner or ''}"
    if record.decision.sanction is not None:
        sanction = record.decision.sanction
        if sanction.kind != MISTAKE or sanction.revealer or sanction.points or end.result or end.level:
            return None
        return f"{head}!{sanction.offender}"
    if kind.decided_by == BY_DEAL:
        return head
    if end.result == _DRAWN and end.level is None:
        return f"{head}="
    if end.result not in _SIGNS or (end.level is not None and end.level not in LEVELS):
        return None
    return head + _SIGNS[end.result] * (1 + LEVELS.index(end.level or "simple"))


def _ramsch(record: GameRecord, letters: str) -> str | None:
    ramsch = record.ramsch
    if not given_fields(record).keys() <= _RAMSCH_FIELDS:
        return None
    if (ramsch.loser is None) == (ramsch.durchmarsch is None) or (ramsch.durchmarsch and ramsch.second_loser):
        return None
    return f"{letters}{ramsch.loser}{ramsch.second_loser or ''}-" if ramsch.loser else f"{letters}{ramsch.durchmarsch}+"


def point_entries(points: tuple[int, ...], *, starred: bool) -> list[str]:
    """Return how a line's points can be typed: each value with its seats, and all values; `*` in front if starred."""
    star = "*" if starred else ""
    texts = [
        f"{value} {''.join(str(seat) for seat, other in enumerate(points, 1) if other == value)}"
        for value in dict.fromkeys(points)
    ]
    return [star + text for text in (*texts, " ".join(str(value) for value in points))]


def run_together(entries: Iterable[str], seats: int) -> dict[str, str]:
    """Return how value and seats can be typed without the space between them: "113" -> "1 13", "-62" -> "-6 2".

    This works for one seat or a pair only, so that the first digit of the next line cannot become a third seat, and
    only if the digits can be parted in one way. If a pair in order is ambiguous ("124" may be 12 for seat 4), the
    reversed pair may be free: "142" -> "1 24". `seats` is the number of seats at the table.
    """
    parted = _parted(entries, seats)
    unique = {text: readings[0] for text, readings in parted.items() if len(readings) == 1}
    turned: dict[str, list[str]] = {}
    for readings in parted.values():
        for entry in readings if len(readings) > 1 else ():
            value, pair = entry.split()
            if len(pair) == 2 and value + pair[::-1] not in parted:
                turned.setdefault(value + pair[::-1], []).append(entry)
    return unique | {text: readings[0] for text, readings in turned.items() if len(readings) == 1}


def partings(entries: Iterable[str], seats: int) -> dict[str, list[str]]:
    """Return the readings of digits that are ambiguous without a space: "124" -> "1 24" and "12 4".

    The likelier reading comes first: the small value of a pair rather than the large one of a single seat.
    """
    return {text: readings for text, readings in _parted(entries, seats).items() if len(readings) > 1}


def ends_by_itself(entries: Iterable[str], seats: int) -> bool:
    """Return whether no entry typed without a space begins a longer one: the next digit is the next line's."""
    texts = sorted({*_parted(entries, seats), *run_together(entries, seats)})
    # In sorted order, a text that another one begins with stands directly before it.
    return not any(longer.startswith(text) for text, longer in pairwise(texts))


def _parted(entries: Iterable[str], seats: int) -> dict[str, list[str]]:
    readings: dict[str, list[str]] = {}
    for value, here in _values_and_seats(entries):
        if len(here) * 2 <= seats:
            readings.setdefault(value + here, []).append(f"{value} {here}")
    return {text: sorted(ways, key=lambda entry: entry.index(" ")) for text, ways in readings.items()}


def _values_and_seats(entries: Iterable[str]) -> Iterator[tuple[str, str]]:
    for entry in entries:
        match = _VALUE_AND_SEATS.fullmatch(entry)
        if match:
            yield match[1], match[2]
