"""The lists of tournaments feed the address book: who is registered, named or changed there is known from then on.

An entry is somebody of the book only where that is sure; in doubt it is a new person, and the book's page proposes the
two as a doublet. The caller holds the tournament's lock, and its transaction.
"""

from collections.abc import Sequence

from django.db.models import OuterRef, Q, QuerySet, Subquery

from tournament.address_book.selectors import is_same_entry
from tournament.models import KnownPerson, Participant, Tournament
from tournament.models.address_book import new_stamp
from tournament.services.locks import lock_known_person

COPIED = frozenset({"title", "first_name", "last_name", "club", "birth_date", "birth_year", "phone"})
WRITTEN = (*sorted(COPIED), "name_key", "last_played", "times", "stamp")


def feed_book(tournament: Tournament, entries: Sequence[Participant]) -> None:
    """Make every entry of this list somebody of the book, and let the book follow what the entry says.

    Five queries for a list of new people; many rows are written in parts. A rehearsal feeds nothing.
    """
    if tournament.rehearsal:
        return
    entries = [one for one in entries if not one.forgotten and not one.nameless]
    for entry in entries:
        if entry.known_person and _is_somebody_else(entry.known_person, entry):
            leave_book(entry)
    _Feeding(tournament, _people_of(entries)).take(entries)


def join_book(entry: Participant, person: KnownPerson) -> None:
    """Make an entry this person of the book: the desk chose them. Not in a rehearsal. Refused: person_gone."""
    if entry.tournament.rehearsal:
        return
    person = lock_known_person(person)
    _count_list(person, entry.tournament)
    _copy_entry(person, entry)
    person.save(update_fields=WRITTEN)
    entry.known_person = person
    entry.save(update_fields=["known_person"])


def leave_book(entry: Participant) -> None:
    """Cut an entry off the book: it was a mistake, or is somebody else now. A person of no other list goes."""
    person = entry.known_person
    if person is None:
        return
    entry.known_person = None
    Participant.objects.filter(pk=entry.pk).update(known_person=None)
    if person.times == 1:
        person.delete()
        return
    person.times, person.stamp = person.times - 1, new_stamp()
    person.save(update_fields=["times", "stamp"])
    _follow_days(KnownPerson.objects.filter(pk=person.pk))


def follow_day(tournament: Tournament) -> None:
    """Let the book follow another day of this tournament. One query."""
    _follow_days(KnownPerson.objects.filter(participants__tournament=tournament))


def _follow_days(people: QuerySet[KnownPerson]) -> None:
    # Whoever is on no list any more keeps the day of a tournament whose personal data are deleted.
    lists = Participant.objects.filter(known_person=OuterRef("pk")).order_by("-tournament__day")
    keys = Participant.objects.filter(known_person__in=people).values("known_person")
    KnownPerson.objects.filter(pk__in=keys).update(
        last_played=Subquery(lists.values("tournament__day")[:1]), stamp=new_stamp()
    )


class _Feeding:
    """One feeding: which people are changed or new, and whose entry is whose."""

    def __init__(self, tournament: Tournament, people: dict[int, KnownPerson]) -> None:
        self.tournament, self.people = tournament, people
        self.namesakes: dict[str, list[KnownPerson]] = {}
        for person in people.values():
            self.namesakes.setdefault(person.name_key, []).append(person)
        listed = tournament.participants.filter(known_person__in=list(people))
        self.listed = set(listed.values_list("known_person", flat=True))
        self.changed: list[KnownPerson] = []
        self.new: list[KnownPerson] = []
        self.linked: list[Participant] = []

    def take(self, entries: Sequence[Participant]) -> None:
        for entry in entries:
            if entry.known_person_id:
                self._follow(self.people[entry.known_person_id], entry)
            else:
                self._link(entry)
        KnownPerson.objects.bulk_create(self.new)
        for entry in self.linked:
            entry.known_person = entry.known_person  # a new person has a key only now
        KnownPerson.objects.bulk_update(self.changed, WRITTEN)
        Participant.objects.bulk_update(self.linked, ["known_person"])

    def _link(self, entry: Participant) -> None:
        candidates = [
            person
            for person in self.namesakes.get(entry.name_key, [])
            if person.pk not in self.listed and is_same_entry(person, entry)
        ]
        if len(candidates) == 1:
            [person] = candidates
            self.listed.add(person.pk)
            _count_list(person, self.tournament)
            entry.known_person = person
            self._follow(person, entry, changed=True)
        else:
            person = KnownPerson(last_played=self.tournament.day)
            _copy_entry(person, entry)
            entry.known_person = person
            self.new.append(person)
        self.linked.append(entry)

    def _follow(self, person: KnownPerson, entry: Participant, *, changed: bool = False) -> None:
        if _copy_entry(person, entry) or changed:
            person.stamp = new_stamp()
            self.changed.append(person)


def _count_list(person: KnownPerson, tournament: Tournament) -> None:
    """Count one more tournament of this person, unsaved."""
    person.times += 1
    person.last_played = max(person.last_played, tournament.day)
    person.stamp = new_stamp()


def _copy_entry(person: KnownPerson, entry: Participant) -> bool:
    """Set in the person, unsaved, what the entry says; what it leaves empty stays. Return whether anything differs."""
    before = [getattr(person, field) for field in COPIED]
    person.name_key = entry.name_key
    for field in COPIED:
        if value := getattr(entry, field):
            setattr(person, field, value)
    if entry.birth_date or (person.birth_date and person.birth_date.year == entry.birth_year):
        person.birth_year = None
    elif entry.birth_year:
        person.birth_date = None
    return before != [getattr(person, field) for field in COPIED]


def _people_of(entries: Sequence[Participant]) -> dict[int, KnownPerson]:
    """Lock and return the people that these entries are, or who have a name of theirs, by key. One query."""
    keys = {one.known_person_id for one in entries if one.known_person_id}
    names = {one.name_key for one in entries}
    rows = KnownPerson.objects.select_for_update(no_key=True).filter(Q(pk__in=keys) | Q(name_key__in=names))
    return {person.pk: person for person in rows.order_by("pk")}


def _is_somebody_else(person: KnownPerson, entry: Participant) -> bool:
    """Whether both names of an entry are others now: somebody else stands there, and no spelling was mended."""
    return person.first_name != entry.first_name and person.last_name != entry.last_name
