"""Whoever asked to be forgotten: their name is gone from the rows, and is not shown where somebody typed it.

What is left of the name until the purge are digests of it and its words, made with the secret of this installation. By
them a reason that names the person is masked when it is shown (what is signed and sealed stays as it is until its time
is past), and a list that is imported again does not bring the name back.
"""

import re
from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

from django.utils.crypto import salted_hmac

from tournament.person.names import FORGOTTEN, PARTICLES, full_name, name_key, spellings

Words = Mapping[str, int]
"""Start numbers by digest, as a tournament keeps them in `forgotten_words`."""

Row = TypeVar("Row")
_WORD = re.compile(r"[^\W\d_]+")
_BETWEEN = re.compile(r"[\s,.\-]*")


def digests(first_name: str, last_name: str, number: int) -> dict[str, int]:
    """What is kept of a name: a digest of the whole, and of each word in every spelling."""
    words = {word for word in _WORD.findall(f"{first_name} {last_name}") if word.casefold() not in PARTICLES}
    told = {_digest(spelling) for word in words if len(word) > 1 for spelling in spellings(word)}
    return dict.fromkeys([_whole(last_name, first_name), *sorted(told)], number)


def asked_to_be_forgotten(words: Words, last_name: str, first_name: str) -> int | None:
    """The start number under which somebody of this name is forgotten, whichever name comes first; None otherwise."""
    for key in (_whole(last_name, first_name), _whole(first_name, last_name)):
        if words and key in words:
            return words[key]
    return None


def masked(text: str, words: Words) -> str:
    """The text with “Participant 17” for every word of a name that is forgotten, also with an s behind it."""
    if not words or not text:
        return text
    found = [(match.span(), number) for match in _WORD.finditer(text) if (number := _number(match[0], words))]
    told, at = [], 0
    for number, (start, end) in _joined(text, found):
        told += [text[at:start], full_name("", f"{FORGOTTEN}{number}")]
        at = end
    return "".join([*told, text[at:]])


def masked_reasons(rows: Iterable[Row], words: Words) -> list[Row]:
    """These rows, to be shown and never saved, each with its `reason` masked."""
    shown: list[Any] = list(rows)
    for row in shown:
        row.reason = masked(row.reason, words)
    return shown


def _joined(text: str, found: Iterable[tuple[tuple[int, int], int]]) -> list[tuple[int, tuple[int, int]]]:
    """Words of one person that stand side by side, as one place: first and last name."""
    places: list[tuple[int, tuple[int, int]]] = []
    for (start, end), number in found:
        if places and places[-1][0] == number and _BETWEEN.fullmatch(text[places[-1][1][1] : start]):
            start = places.pop()[1][0]
        places.append((number, (start, end)))
    return places


def _number(word: str, words: Words) -> int | None:
    """Whose name this word is. “Hubers” and “Löfflers” are Huber's and Löffler's."""
    stems = [word, word[:-1]] if word[-1] in "sS" else [word]
    digests = (_digest(spelling) for stem in stems for spelling in spellings(stem))
    return next((words[digest] for digest in digests if digest in words), None)


def _whole(last_name: str, first_name: str) -> str:
    return _digest(f"={name_key(last_name, first_name)}")


def _digest(text: str) -> str:
    return salted_hmac("tournament.forgotten", text, algorithm="sha256").hexdigest()[:32]
