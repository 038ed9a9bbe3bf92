"""People of the address book: changed, merged, taken out because they ask, and after three years.

The log of the installation has keys only. What stands in the lists of tournaments stays as it is.
"""

import datetime as dt
from collections.abc import Collection
from typing import TypedDict, Unpack

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament import permissions
from tournament.address_book.selectors import expired_people
from tournament.models import KnownPerson, Participant, Tournament, User
from tournament.models.address_book import new_stamp
from tournament.person.birth_dates import check_birth_date, check_birth_year
from tournament.person.names import CLUB_LENGTH, TITLE_LENGTH, clean_name, clean_phone, clean_text, name_key
from tournament.refusals import Refused
from tournament.services.events import write_event
from tournament.services.locks import lock_installation, lock_known_person
from tournament.services.traces import leave_no_trace

# What two entries of one person may differ in; the date and the year of birth are one value.
PARTS = {
    "title": ("title",),
    "last_name": ("last_name",),
    "first_name": ("first_name",),
    "club": ("club",),
    "born": ("birth_date", "birth_year"),
    "phone": ("phone",),
}
COLUMNS = [column for columns in PARTS.values() for column in columns]


class BookEntryValues(TypedDict):
    """What the book knows of a person; `birth_year` where the date of birth is not known."""

    first_name: str
    last_name: str
    title: str
    club: str
    birth_date: dt.date | None
    birth_year: int | None
    phone: str


@transaction.atomic
def edit_person(*, person: KnownPerson, actor: User, **values: Unpack[BookEntryValues]) -> KnownPerson:
    """Change what the book knows of a person; the lists of tournaments stay as they are.

    Refused: not_allowed, person_gone, unlikely_date, and all of clean_name, clean_text and clean_phone.
    """
    permissions.check(permissions.manage_address_book, actor)
    row = lock_known_person(person)
    row.first_name, row.last_name = clean_name(values["first_name"]), clean_name(values["last_name"])
    row.title = clean_text(values["title"], max_length=TITLE_LENGTH)
    row.club = clean_text(values["club"], max_length=CLUB_LENGTH)
    row.phone = clean_phone(values["phone"])
    row.birth_date = values["birth_date"]
    row.birth_year = None if row.birth_date else values["birth_year"]
    if row.birth_date is not None:
        check_birth_date(row.birth_date, day=timezone.localdate())
    if row.birth_year is not None:
        check_birth_year(row.birth_year, day=timezone.localdate())
    _save(row)
    return row


@transaction.atomic
def merge_people(*, person: KnownPerson, other: KnownPerson, taken: Collection[str], actor: User) -> KnownPerson:
    """Make one person of two: `person` stays, with the parts of PARTS that are `taken` from `other`, who goes.

    The entries of both point to who stays. It cannot be undone. Refused: not_allowed, person_gone, same_person,
    listed_together (they were on the list of one tournament, so they are two).
    """
    permissions.check(permissions.manage_address_book, actor)
    if person.pk == other.pk:
        raise Refused(_("This is the same person. Please choose somebody else."), code="same_person")
    first, second = sorted((person, other), key=lambda one: one.pk)
    rows = {row.pk: row for row in map(lock_known_person, (first, second))}
    stays, goes = rows[person.pk], rows[other.pk]
    _check_never_together(stays, goes)
    for part in PARTS.keys() & set(taken):
        for column in PARTS[part]:
            setattr(stays, column, getattr(goes, column))
    stays.times += goes.times
    stays.last_played = max(stays.last_played, goes.last_played)
    Participant.objects.filter(known_person=goes).update(known_person=stays)
    goes_key = goes.pk
    goes.delete()
    _save(stays, "times", "last_played")
    lock_installation()
    payload = {"person": stays.pk, "merged": goes_key}
    write_event(kind="installation.people_merged", actor=actor, payload=payload)
    transaction.on_commit(leave_no_trace, robust=True)
    return stays


@transaction.atomic
def remove_person(*, person: KnownPerson, actor: User) -> None:
    """Take a person out of the book at once, for they asked. Refused: not_allowed, person_gone."""
    permissions.check(permissions.manage_address_book, actor)
    erase_person(lock_known_person(person), actor)


def erase_person(person: KnownPerson | None, actor: User) -> None:
    """Erase a person from the book, if there is one. The caller owns the transaction and has checked that it may."""
    if person is None:
        return
    payload = {"person": person.pk}
    person.delete()
    lock_installation()
    write_event(kind="installation.person_removed", actor=actor, payload=payload)
    transaction.on_commit(leave_no_trace, robust=True)


@transaction.atomic
def expire_people() -> int:
    """Erase everybody whose last tournament is three years ago; return how many they were."""
    lock_installation()
    people = expired_people()
    if people:
        KnownPerson.objects.filter(pk__in=people).delete()
        write_event(kind="installation.people_expired", actor=None, payload={"people": people})
        transaction.on_commit(leave_no_trace, robust=True)
    return len(people)


def _check_never_together(person: KnownPerson, other: KnownPerson) -> None:
    together = Tournament.objects.filter(participants__known_person=person).filter(participants__known_person=other)
    tournament = together.first()
    if tournament is not None:
        raise Refused(
            _("Both are on the list of %(tournament)s, so they are two people."),
            code="listed_together",
            tournament=tournament.name,
        )


def _save(person: KnownPerson, *more: str) -> None:
    person.name_key = name_key(person.last_name, person.first_name)
    person.stamp = new_stamp()
    person.save(update_fields=[*COLUMNS, "name_key", "stamp", *more])
