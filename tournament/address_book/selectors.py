"""Reads of the address book: who fits what was typed, its pages, how long each stays, pairs that may be one person."""

import datetime as dt
import threading
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import combinations

from django.db.models import Count, Max, Sum
from django.utils import timezone

from tournament.address_book.search import MOST, BookEntry, BookIndex, prepare, search_book, sound_of, words_of_entry
from tournament.models import KnownPerson, Participant
from tournament.participants.selectors.retention import months_after
from tournament.person.names import club_key, listed_name, may_be_one, plain, year_of

# Somebody who has not played for three years leaves the book.
MONTHS = 36
# So many pairs are proposed at once; when they are settled, the next appear.
MOST_PAIRS = 30


@dataclass(frozen=True, slots=True, kw_only=True)
class BookLine:
    """What the desk sees of a person at the door; of the birth only the year."""

    pk: int
    name: str
    club: str
    birth_year: int | None
    last_played: dt.date
    times: int


@dataclass(slots=True)
class _Memory:
    """The book as this process knows it, and the state of the table from which it was made."""

    state: tuple[int, int, int] = (0, 0, 0)
    stamps: dict[int, int] = field(default_factory=dict)
    lines: dict[int, BookLine] = field(default_factory=dict)
    entries: dict[int, BookEntry] = field(default_factory=dict)
    index: BookIndex = field(default_factory=BookIndex)
    lock: threading.Lock = field(default_factory=threading.Lock)


_memory = _Memory()


def find_people(text: str, limit: int = MOST) -> list[BookLine]:
    """Return the people who fit what was typed, the best first. One query; two more after the book has changed."""
    lines, index = _current()
    return [lines[pk] for pk in search_book(index, text, limit)]


def sorted_people() -> list[KnownPerson]:
    """Return everybody in the book by the name, ä like a. One query."""
    # In Python, because each database has its own order of ä.
    return sorted(KnownPerson.objects.all(), key=lambda person: (plain(person.list_name), person.pk))


def people_that_fit(text: str) -> list[KnownPerson]:
    """Return everybody who fits what was typed, the best first. Two queries; two more after a change."""
    lines, index = _current()
    order = search_book(index, text, limit=len(lines))
    people = KnownPerson.objects.in_bulk(order)
    return [people[pk] for pk in order if pk in people]


def person_kept_until(last_played: dt.date) -> dt.date:
    """Return the last day on which somebody who last played on this day stays in the book."""
    return months_after(last_played, MONTHS)


def expired_people() -> list[int]:
    """Return the keys of those whose time in the book is over. One query."""
    today = timezone.localdate()
    # Months differ in length: the query takes a day or two more, `person_kept_until` decides.
    rows = KnownPerson.objects.filter(last_played__lte=months_after(today, 1 - MONTHS)).order_by("pk")
    return [pk for pk, last_played in rows.values_list("pk", "last_played") if person_kept_until(last_played) < today]


def doublets() -> list[tuple[KnownPerson, KnownPerson]]:
    """Return pairs that may be one person: of one name, or of names that sound alike with the same club or birth.

    Who stood on one list together is two people. Two queries; two more after a change.
    """
    _lines, index = _current()
    groups: dict[frozenset[str], list[int]] = {}
    for pk, entry in index.entries.items():
        groups.setdefault(frozenset(map(sound_of, words_of_entry(entry.name))), []).append(pk)
    alike = [group for group in groups.values() if len(group) > 1]
    people = KnownPerson.objects.in_bulk([pk for group in alike for pk in group])
    pairs = [
        (people[one], people[other])
        for group in alike
        for one, other in combinations(sorted(group), 2)
        if one in people and other in people and _may_be_doublet(people[one], people[other])
    ]
    return _never_together(pairs)[:MOST_PAIRS]


def is_same_entry(person: KnownPerson, entry: KnownPerson | Participant) -> bool:
    """Whether an entry of this name is surely this person: the date of birth or the club is the same, or neither has
    any."""
    if not may_be_one(person.club, person.born, entry.club, entry.born):
        return False
    if isinstance(person.born, dt.date) and isinstance(entry.born, dt.date):
        return True
    if club_key(person.club) != club_key(entry.club):
        return False
    return bool(person.club) or bool(person.born) == bool(entry.born)


def _may_be_doublet(person: KnownPerson, other: KnownPerson) -> bool:
    if not may_be_one(person.club, person.born, other.club, other.born):
        return False
    in_common = (person.club and other.club) or (person.born and other.born)
    return person.name_key == other.name_key or bool(in_common)


def _never_together(pairs: list[tuple[KnownPerson, KnownPerson]]) -> list[tuple[KnownPerson, KnownPerson]]:
    """Return the pairs without those of whom some tournament has both on its list. One query."""
    keys = {person.pk for pair in pairs for person in pair}
    lists: dict[int | None, set[int]] = {}
    rows = Participant.objects.filter(known_person__in=keys).values_list("known_person", "tournament")
    for person, tournament in rows:
        lists.setdefault(person, set()).add(tournament)
    nothing: set[int] = set()
    return [pair for pair in pairs if not lists.get(pair[0].pk, nothing) & lists.get(pair[1].pk, nothing)]


def _current() -> tuple[dict[int, BookLine], BookIndex]:
    """Return the lines and the index of the book as it is now; what has changed is read and prepared anew."""
    figures = KnownPerson.objects.aggregate(count=Count("pk"), newest=Max("pk"), stamps=Sum("stamp"))
    state = figures["count"], figures["newest"] or 0, figures["stamps"] or 0
    with _memory.lock:
        if state != _memory.state:
            _renew(state)
        return _memory.lines, _memory.index


def _renew(state: tuple[int, int, int]) -> None:
    stamps = dict(KnownPerson.objects.values_list("pk", "stamp"))
    changed = [pk for pk, stamp in stamps.items() if _memory.stamps.get(pk) != stamp]
    lines = {pk: line for pk, line in _memory.lines.items() if pk in stamps}
    entries = {pk: entry for pk, entry in _memory.entries.items() if pk in stamps}
    for person in _rows(changed, len(stamps)):
        lines[person.pk], entries[person.pk] = _line(person), _entry(person)
    _memory.stamps = {pk: stamp for pk, stamp in stamps.items() if pk in lines}
    _memory.lines, _memory.entries, _memory.index = lines, entries, prepare(entries)
    _memory.state = state


def _rows(changed: list[int], count: int) -> Iterable[KnownPerson]:
    """The rows that have changed; all of them if they are most of the book, for a query has room for so many keys."""
    if 2 * len(changed) > count:
        return KnownPerson.objects.iterator(chunk_size=2_000)
    return KnownPerson.objects.filter(pk__in=changed)


def _line(person: KnownPerson) -> BookLine:
    return BookLine(
        pk=person.pk,
        name=person.list_name,
        club=person.club,
        birth_year=year_of(person.born),
        last_played=person.last_played,
        times=person.times,
    )


def _entry(person: KnownPerson) -> BookEntry:
    name = f"{listed_name(person.last_name, person.first_name)} {person.title}"
    return BookEntry(pk=person.pk, name=name, club=person.club, last_played=person.last_played.toordinal())
