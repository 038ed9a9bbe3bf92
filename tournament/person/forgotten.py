"""People who asked to be forgotten: the rows no longer hold their name, and reasons that contain it are masked.

Until the purge, digests of the name and of its words are kept, made with the secret of this installation. With them a
reason that names the person is masked when it is shown, for signed and sealed content stays unchanged until the purge.
They also keep a list that is imported again from bringing the name back.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from django.utils.crypto import salted_hmac

from tournament.person.names import FORGOTTEN, PARTICLES, SUFFIXES, full_name, name_key, spellings

Words = Mapping[str, int]
"""Start numbers by digest, as in `Tournament.forgotten_words`."""

Row = TypeVar("Row")
_WORD = re.compile(r"[^\W\d_]+")
_BETWEEN = re.compile(r"[\s,.\-]*")


def digests(first_name: str, last_name: str, number: int) -> dict[str, int]:
    """The digests that are kept of a name: one of the whole name, and one of each word in every spelling."""
    words = {word for word in _WORD.findall(f"{first_name} {last_name}") if word.casefold() not in PARTICLES}
    digests_of_words = {_digest(spelling) for word in words if len(word) > 1 for spelling in spellings(word)}
    return dict.fromkeys([_whole(last_name, first_name), *sorted(digests_of_words)], number)


def asked_to_be_forgotten(words: Words, last_name: str, first_name: str) -> int | None:
    """The start number of somebody forgotten with this name, in either order of first and last name; else None."""
    for key in (_whole(last_name, first_name), _whole(first_name, last_name)):
        if words and key in words:
            return words[key]
    return None


def _stand_in(number: int) -> str:
    return full_name("", f"{FORGOTTEN}{number}")


def masked(text: str, words: Words, stand_in: Callable[[int], str] = _stand_in) -> str:
    """The text with “Participant 17” in place of every word of a forgotten name, even with a genitive s.

    `stand_in` gives other words for a start number.
    """
    if not words or not text:
        return text
    matches = [(match.span(), number) for match in _WORD.finditer(text) if (number := _number(match[0], words))]
    parts, at = [], 0
    for number, (start, end) in _joined(text, matches):
        parts += [text[at:start], stand_in(number)]
        at = end
    return "".join([*parts, text[at:]])


def names_somebody(text: str, first_name: str, last_name: str) -> bool:
    """Whether the text holds a first and a last name of somebody, in any spelling, even with a genitive s.

    A last name alone may be that of a shop; who has only one name is named by it.
    """
    there = {spelling for word in _WORD.findall(text) for stem in _stems(word) for spelling in spellings(stem)}
    for name in filter(None, (first_name, last_name)):
        parts = [word for word in _WORD.findall(name) if len(word) > 1 and word.casefold() not in PARTICLES | SUFFIXES]
        # “Hans-Peter” is typed as “Hanspeter”, too.
        if not any(there & set(spellings(word)) for word in (*parts, "".join(parts))):
            return False
    return bool(first_name or last_name)


def masked_reasons(rows: Iterable[Row], words: Words) -> list[Row]:
    """These rows with their `reason` masked, to be shown and never saved."""
    masked_rows: list[Any] = list(rows)
    for row in masked_rows:
        row.reason = masked(row.reason, words)
    return masked_rows


def _joined(text: str, matches: Iterable[tuple[tuple[int, int], int]]) -> list[tuple[int, tuple[int, int]]]:
    """Join words of one person's name that stand side by side, such as first and last name, into one place."""
    places: list[tuple[int, tuple[int, int]]] = []
    for (start, end), number in matches:
        if places and places[-1][0] == number and _BETWEEN.fullmatch(text[places[-1][1][1] : start]):
            start = places.pop()[1][0]
        places.append((number, (start, end)))
    return places


def _number(word: str, words: Words) -> int | None:
    """The start number of the forgotten person with this word in the name. “Hubers” counts as Huber."""
    digests = (_digest(spelling) for stem in _stems(word) for spelling in spellings(stem))
    return next((words[digest] for digest in digests if digest in words), None)


def _stems(word: str) -> list[str]:
    return [word, word[:-1]] if word[-1] in "sS" else [word]


def _whole(last_name: str, first_name: str) -> str:
    return _digest(f"={name_key(last_name, first_name)}")


def _digest(text: str) -> str:
    return salted_hmac("tournament.forgotten", text, algorithm="sha256").hexdigest()[:32]
