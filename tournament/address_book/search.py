"""Finds people by what the desk types: exact parts first, then names that sound alike, then typing slips.

Pure, over prepared entries. Each word of a query must fit some word of a name or club; "müller" also fits "Mueller".
"""

import heapq
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

import cologne_phonetics
from rapidfuzz import process
from rapidfuzz.distance import OSA

from tournament.person.names import LONGEST_SEARCH, NO_APOSTROPHES, spellings

MOST = 8
_WORD = re.compile(r"[^\W_]+")
# From so many letters on a word may only sound alike, or have one slip, or two. Three letters are like too much.
LETTERS_FOR_SOUND, LETTERS_FOR_A_SLIP, LETTERS_FOR_TWO_SLIPS = 4, 4, 8
# A code of one digit is that of every second name: Moy, Mai and Mehu.
SHORTEST_SOUND = 2
# How well a typed word fits a name, the best first. A club's word comes after every exact part of a name.
WHOLE, START, INSIDE, OF_A_CLUB, SOUND, SLIP, PART_OF_SLIP = 0, 1, 2, 3, 7, 11, 14


@dataclass(frozen=True, slots=True, kw_only=True)
class BookEntry:
    """A person as the search knows them: the name for sorted lists, with the title. `last_played`: an ordinal day."""

    pk: int
    name: str
    club: str
    last_played: int


@dataclass(slots=True)
class BookIndex:
    """The words of all entries, each with the people who have it in the name or in the club."""

    entries: dict[int, BookEntry] = field(default_factory=dict)
    people: dict[str, dict[int, bool]] = field(default_factory=dict)
    sounds: dict[str, list[str]] = field(default_factory=dict)


def prepare(entries: Mapping[int, BookEntry]) -> BookIndex:
    """Return the index of these entries."""
    index = BookIndex(entries=dict(entries))
    for entry in entries.values():
        for text, is_club in ((entry.club, True), (entry.name, False)):
            for word in words_of_entry(text):
                index.people.setdefault(word, {})[entry.pk] = is_club
    for word in index.people:
        index.sounds.setdefault(sound_of(word), []).append(word)
    return index


def search_book(index: BookIndex, text: str, limit: int = MOST) -> list[int]:
    """Return the keys of the people who fit every word, the best first; of equals who played last comes first."""
    typed = [spellings(word) for word in _typed_words(text)]
    if not typed:
        return []
    grades = [_people_by_grade(index, set(spelled)) for spelled in typed]
    rest = min(grades, key=len)
    sums = {pk: sum(one[pk] for one in grades) for pk in rest if all(pk in one for one in grades)}

    def order(pk: int) -> tuple[int, int, str, int]:
        entry = index.entries[pk]
        return sums[pk], -entry.last_played, entry.name, pk

    return heapq.nsmallest(limit, sums, key=order)


@lru_cache(maxsize=50_000)
def words_of_entry(text: str) -> frozenset[str]:
    """Return the words of a name or club in plain letters, and with their umlauts spelled out."""
    return frozenset(word for spelling in spellings(text) for word in _WORD.findall(spelling))


@lru_cache(maxsize=50_000)
def sound_of(word: str) -> str:
    """Return how a word sounds in German, by the Cologne phonetics; "" for letters that are not Latin."""
    return "".join(code for _part, code in cologne_phonetics.encode(word))


def _typed_words(text: str) -> list[str]:
    return _WORD.findall(text[:LONGEST_SEARCH].translate(NO_APOSTROPHES))


def _people_by_grade(index: BookIndex, spelled: set[str]) -> dict[int, int]:
    """Return the best grade of each person whom some spelling of one typed word fits."""
    grades: dict[int, int] = {}
    for word, grade in _fitting_words(index, spelled):
        for pk, is_club in index.people[word].items():
            grade_here = grade + OF_A_CLUB * is_club
            grades[pk] = min(grade_here, grades.get(pk, grade_here))
    return grades


def _fitting_words(index: BookIndex, spelled: set[str]) -> Iterable[tuple[str, int]]:
    for typed in spelled:
        for word in index.people:
            if typed in word:
                yield word, WHOLE if word == typed else START if word.startswith(typed) else INSIDE
        if len(typed) >= LETTERS_FOR_SOUND and len(sound_of(typed)) >= SHORTEST_SOUND:
            yield from ((word, SOUND) for word in index.sounds.get(sound_of(typed), ()))
        yield from _slips(index, typed)


def _slips(index: BookIndex, typed: str) -> Iterable[tuple[str, int]]:
    """The words that this one, or one begun like it, may be a slip of: a letter missing, too many, wrong or swapped."""
    most = (len(typed) >= LETTERS_FOR_A_SLIP) + (len(typed) >= LETTERS_FOR_TWO_SLIPS)
    if not most:
        return
    words = list(index.people)
    for _word, slips, at in process.extract(typed, words, scorer=OSA.distance, score_cutoff=most, limit=None):
        yield words[at], SLIP + slips
    longer = [word for word in words if len(word) > len(typed)]
    starts = [word[: len(typed)] for word in longer]
    for _word, slips, at in process.extract(typed, starts, scorer=OSA.distance, score_cutoff=most, limit=None):
        yield longer[at], PART_OF_SLIP + slips
