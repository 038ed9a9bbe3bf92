"""Letting people in: registered if they are new, ticked off, all in one step; and taking that step back."""

from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournament import permissions
from tournament.door.line import DoorLine, TypedPerson, typed_people
from tournament.models import Participant, Tournament, User
from tournament.participants.selectors.participants import age_is_open
from tournament.participants.services.arrivals import set_arrived
from tournament.participants.services.mistaken_entries import delete_participant
from tournament.participants.services.participants import add_participant
from tournament.refusals import Refused
from tournament.services.locks import lock_tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class Admission:
    """What one Enter at the door did. `registered`: put on the list; `ticked`: ticked off."""

    participant: Participant
    registered: bool
    ticked: bool

    @property
    def asks_age(self) -> bool:
        """Whether somebody has to ask for the age (5.2.12)."""
        return age_is_open(self.participant, self.participant.tournament)


@transaction.atomic
def admit_listed(*, tournament: Tournament, start_number: int, actor: User) -> Admission:
    """Tick off somebody who is on the list. Refused: nobody_of_number, all codes of set_arrived."""
    permissions.check(permissions.manage_participants, actor)
    tournament = lock_tournament(tournament)
    participant = _of_number(tournament, start_number)
    ticked = set_arrived(participant=participant, arrived=True, actor=actor)
    return Admission(participant=_again(participant), registered=False, ticked=ticked)


@transaction.atomic
def admit_new(*, tournament: Tournament, line: DoorLine, way: int, actor: User) -> Admission:
    """Register somebody as typed, in one of the ways to read the line, and tick them off.

    Refused: all codes of typed_people, add_participant and set_arrived.
    """
    permissions.check(permissions.manage_participants, actor)
    tournament = lock_tournament(tournament)
    people = typed_people(line.text, day=tournament.day)
    person: TypedPerson = people[min(way, len(people) - 1)]
    participant = add_participant(
        tournament=tournament,
        actor=actor,
        first_name=person.first_name,
        last_name=person.last_name,
        title=person.title,
        club=person.club,
        birth_date=person.birth_date,
        birth_year=person.birth_year,
    )
    set_arrived(participant=participant, arrived=True, actor=actor)
    return Admission(participant=_again(participant), registered=True, ticked=True)


@transaction.atomic
def take_back_admission(*, tournament: Tournament, start_number: int, registered: bool, actor: User) -> Participant:
    """Take one Enter back: the tick, and the entry if it was made by it. The log keeps both.

    Refused: nobody_of_number, all codes of set_arrived and delete_participant.
    """
    permissions.check(permissions.manage_participants, actor)
    tournament = lock_tournament(tournament)
    participant = _of_number(tournament, start_number)
    set_arrived(participant=participant, arrived=False, actor=actor)
    if registered:
        delete_participant(participant=_again(participant), actor=actor)
    return participant


def _of_number(tournament: Tournament, start_number: int) -> Participant:
    participant = tournament.participants.select_related("tournament").filter(start_number=start_number).first()
    if participant is None:
        raise Refused(_("Nobody has start number %(number)s."), code="nobody_of_number", number=start_number)
    return participant


def _again(participant: Participant) -> Participant:
    return Participant.objects.select_related("tournament").get(pk=participant.pk)
