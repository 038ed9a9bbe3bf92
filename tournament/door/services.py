"""Letting people in: on the list, ticked off, the fee in the box, a lot if lots are drawn at the door; all in one step.

Each step is one transaction: it is done whole or not at all, and can be taken back.
"""

from dataclasses import dataclass, replace

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament import permissions
from tournament.address_book.services.registering import register_known
from tournament.door.line import DoorLine, TypedPerson, typed_people
from tournament.door.selectors import DoorPerson, DoorPersonKind
from tournament.draw.selectors.door import DoorLot, door_lot_of, open_door_of
from tournament.draw.services.door import draw_at_door
from tournament.models import CashBox, CashEntry, FeeKind, KnownPerson, Participant, Tournament, User
from tournament.money.selectors import fee_status
from tournament.money.services import reverse_entry, take_fee
from tournament.participants.services.arrivals import set_arrived
from tournament.participants.services.mistaken_entries import delete_participant, deletion_refused
from tournament.participants.services.nameless import add_nameless, name_participant
from tournament.participants.services.participants import (
    Entry,
    add_participant,
    return_participant,
    withdraw_participant,
)
from tournament.participants.services.waiting_list import admit as admit_waiting
from tournament.refusals import Refused
from tournament.services.locks import lock_tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class DeskTools:
    """What one desk at the door has for everybody: the next card's number, None for the next of the list; its cash
    box, None if it takes no fees; the kind of fee that was chosen, None for the one that each owes."""

    number: int | None = None
    box: CashBox | None = None
    kind: FeeKind | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Admission:
    """What one Enter at the door did.

    `registered`: put on the list; `named`: a card without a name has one now; `returned`: was withdrawn, or waited;
    `ticked`: ticked off as present; `entry`: the fee that was taken; `lot`: table and seat that were drawn.
    """

    participant: Participant
    registered: bool = False
    named: bool = False
    returned: bool = False
    ticked: bool = False
    entry: CashEntry | None = None
    lot: DoorLot | None = None

    @property
    def changed(self) -> bool:
        """Whether anything was done."""
        return self.registered or self.named or self.returned or self.ticked or self.entry is not None


@transaction.atomic
def let_in(*, tournament: Tournament, who: DoorPerson, line: DoorLine, desk: DeskTools, actor: User) -> Admission:
    """Let somebody in: put them on the list if they are new, tick them off, take the fee, draw their lot.

    Whoever comes to a full tournament is put on the waiting list, and nothing else happens.
    Refused: not_allowed, nobody_of_number, all codes of the services that it calls; then nothing is done.
    """
    permissions.check(permissions.manage_participants, actor)
    tournament = lock_tournament(tournament)
    admission = _on_the_list(tournament, who, line, desk, actor)
    if admission.participant.withdrawn:
        return admission
    one = admission.participant
    ticked = set_arrived(participant=one, arrived=True, actor=actor)
    admission = replace(admission, participant=_again(one), ticked=ticked)
    if desk.box is not None and fee_status(admission.participant).is_owed:
        entry = take_fee(participant=admission.participant, kind=desk.kind, box=desk.box, actor=actor)
        admission = replace(admission, entry=entry)
    if open_door_of(tournament.pk) is not None:
        admission = replace(admission, lot=draw_at_door(participant=admission.participant, actor=actor))
    return replace(admission, participant=_again(one))


@transaction.atomic
def take_back(
    *, tournament: Tournament, start_number: int, registered: bool, entry: int | None, box: CashBox | None, actor: User
) -> Participant:
    """Take one Enter back: the fee out of the box, the tick, and the entry if it was made by it. The log keeps all.

    An entry that is on record already (a fee, a lot) is withdrawn instead of deleted.
    Refused: nobody_of_number, all codes of reverse_entry, set_arrived, delete_participant and withdraw_participant.
    """
    permissions.check(permissions.manage_participants, actor)
    tournament = lock_tournament(tournament)
    participant = _of_number(tournament, start_number)
    if entry is not None:
        row = CashEntry.objects.select_related("box__tournament").get(pk=entry, box__tournament=tournament)
        reverse_entry(entry=row, reason=_("taken back at the door"), box=box, actor=actor)
    set_arrived(participant=participant, arrived=False, actor=actor)
    participant = _again(participant)
    if registered and deletion_refused(participant) is None:
        delete_participant(participant=participant, actor=actor)
    elif registered or door_lot_of(participant) is not None:
        withdraw_participant(participant=participant, actor=actor)
    return participant


def _on_the_list(tournament: Tournament, who: DoorPerson, line: DoorLine, desk: DeskTools, actor: User) -> Admission:
    """Return the one who is meant, registered, named or returned if that is still to be done."""
    number = who.number or desk.number
    if who.kind is DoorPersonKind.CARD:
        card = add_nameless(tournament=tournament, start_number=number, actor=actor)
        return Admission(participant=card, registered=True)
    if who.kind is DoorPersonKind.KNOWN:
        person = KnownPerson.objects.filter(pk=who.reference).first()
        if person is None:
            raise Refused(gettext_lazy("This person is no longer in the address book."), code="person_gone")
        one = register_known(tournament=tournament, person=person, start_number=number, actor=actor)
        return Admission(participant=one, registered=True)
    if who.kind is DoorPersonKind.NEW:
        return _new(tournament, who, line, number, actor)
    one = _of_number(tournament, who.reference)
    if one.waits:
        return Admission(participant=admit_waiting(participant=one, actor=actor), returned=True)
    if one.withdrawn:
        return Admission(participant=return_participant(participant=one, actor=actor), returned=True)
    return Admission(participant=one)


def _new(tournament: Tournament, who: DoorPerson, line: DoorLine, number: int | None, actor: User) -> Admission:
    """Return somebody as typed: a new entry, or the name of the card whose number stands before it."""
    people = typed_people(line.text, day=tournament.day)
    person: TypedPerson = people[min(who.reference, len(people) - 1)]
    entry: Entry = {
        "first_name": person.first_name,
        "last_name": person.last_name,
        "title": person.title,
        "club": person.club,
        "birth_date": person.birth_date,
        "birth_year": person.birth_year,
    }
    card = tournament.participants.filter(start_number=line.number).first() if line.number else None
    if card is not None and card.nameless:
        return Admission(participant=name_participant(participant=card, actor=actor, **entry), named=True)
    one = add_participant(tournament=tournament, start_number=number, actor=actor, **entry)
    return Admission(participant=one, registered=True)


def _of_number(tournament: Tournament, start_number: int) -> Participant:
    participant = tournament.participants.select_related("tournament").filter(start_number=start_number).first()
    if participant is None:
        raise Refused(gettext_lazy("Nobody has start number %(number)s."), code="nobody_of_number", number=start_number)
    return participant


def _again(participant: Participant) -> Participant:
    return Participant.objects.select_related("tournament").get(pk=participant.pk)
