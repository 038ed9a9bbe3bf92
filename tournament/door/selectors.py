"""Who may be meant at the door, and what stands around its line. Reads only."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import count

from django.utils.translation import gettext as _

from tournament.address_book.selectors import BookLine, find_people
from tournament.cards.selectors import card_of
from tournament.door.line import DoorLine, DoorLineKind, TypedPerson, typed_people
from tournament.models import Participant, StartCard, Tournament
from tournament.money.selectors import FeeState
from tournament.participants.selectors.participants import ListedParticipant, participant_list, search
from tournament.person.names import full_name
from tournament.refusals import Refused

MOST_PEOPLE = 8
# So many of them stand on the list already; the others are known, or new.
MOST_LISTED = 5


class DoorPersonKind(Enum):
    """Where somebody at the door comes from. The values begin the keys of what the page offers."""

    LISTED = "l"
    """On the list, and not ticked off yet."""
    HERE = "h"
    """On the list, and ticked off."""
    WAITING = "w"
    """On the waiting list."""
    GONE = "g"
    """On the list, and withdrawn; or a house player who stands ready."""
    KNOWN = "k"
    """In the address book."""
    NEW = "n"
    """Not on the list: as typed."""
    CARD = "c"
    """A card without a name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DoorPerson:
    """Somebody whom Enter may let in.

    `key` says who: the kind, and a start number, the key in the address book, or the place among the readings.
    `year` is the year of birth alone: a queue looks at the screen.
    """

    kind: DoorPersonKind
    reference: int
    name: str
    number: int | None = None
    club: str = ""
    year: int | None = None
    note: str = ""
    owes: bool = False

    @property
    def key(self) -> str:
        return f"{self.kind.value}{self.reference}"

    @property
    def is_listed(self) -> bool:
        """Whether this one stands on the list of the tournament."""
        return self.kind in LISTED_KINDS


LISTED_KINDS = (DoorPersonKind.LISTED, DoorPersonKind.WAITING, DoorPersonKind.GONE, DoorPersonKind.HERE)


def people_at_door(tournament: Tournament, line: DoorLine) -> list[DoorPerson]:
    """Return who may be meant by a line, the likeliest first; at most MOST_PEOPLE, and the ways to read a new name.

    One query for the list, one for the state of the address book, one for a scanned card.
    """
    if line.kind is DoorLineKind.CARD:
        return [_card(line.number)]
    if line.kind is DoorLineKind.SCAN:
        return _of_card(tournament, card_of(line.token))
    if line.kind is not DoorLineKind.PERSON:
        return []
    listed = participant_list(tournament)
    if not line.text:
        return [_listed(one) for one in listed if one.start_number == line.number]
    people, book_people = _known(find_people(line.text), search(listed, line.text), listed, line.number)
    people.sort(key=lambda one: LISTED_KINDS.index(one.kind))
    return (people[:MOST_LISTED] + book_people)[:MOST_PEOPLE] + _new(tournament, line)


@dataclass(frozen=True, slots=True, kw_only=True)
class DoorFacts:
    """How the list stands, for the head of the page: how many play, are there, have to be asked for the age.

    `card` is the number of the desk's next card, None where the tournament has no start cards.
    """

    players: int
    there: int
    ages_open: int
    card: int | None


def door_facts(tournament: Tournament, next_card: int | None) -> DoorFacts:
    """Return how the list stands; `next_card` is the number after the last card of this desk, None before the first.

    Three queries, six with fees.
    """
    listed = participant_list(tournament)
    playing = [one for one in listed if not one.withdrawn]
    return DoorFacts(
        players=len(playing),
        there=sum(one.arrived for one in playing),
        ages_open=sum(one.age_open for one in playing),
        card=_card_number(tournament, {one.start_number for one in listed}, next_card),
    )


def _card_number(tournament: Tournament, numbers: set[int], next_card: int | None) -> int | None:
    """Return the next free number of a desk's stack; before its first card the lowest card that nobody has."""
    cards = set(StartCard.objects.filter(tournament=tournament, locked_at=None).values_list("number", flat=True))
    if not cards:
        return None
    free = cards - numbers
    lowest = next_card or (min(free) if free else max(cards | numbers) + 1)
    return next(number for number in count(lowest) if number not in numbers)


def _of_card(tournament: Tournament, card: StartCard | None) -> list[DoorPerson]:
    """Return whose card was scanned, or that it is still to be given. Refused: card_unknown, card_locked."""
    if card is None or card.tournament_id != tournament.pk:
        raise Refused(_("This is no start card of this tournament."), code="card_unknown")
    if card.locked_at is not None:
        raise Refused(
            _("Card %(number)s is locked: it was lost, and there is a new one.") % {"number": card.number},
            code="card_locked",
        )
    people = [_listed(one) for one in participant_list(tournament) if one.start_number == card.number]
    return people or [_card(card.number)]


def _card(number: int | None) -> DoorPerson:
    """Return a card that is given out without a name; None: the next one."""
    return DoorPerson(kind=DoorPersonKind.CARD, reference=number or 0, number=number, name="")


def _known(
    lines: Iterable[BookLine],
    people: Sequence[ListedParticipant],
    listed: Iterable[ListedParticipant],
    number: int | None,
) -> tuple[list[DoorPerson], list[DoorPerson]]:
    """Return who stands on the list and fits, and who is known and does not stand there.

    The address book finds more than the list: it knows typing slips, and what sounds alike.
    """
    by_key = {one.known_person: one for one in listed if one.known_person is not None}
    there = [by_key[line.pk] for line in lines if line.pk in by_key]
    fitting = {one.start_number: one for one in (*people, *there)}
    book_people = [
        DoorPerson(
            kind=DoorPersonKind.KNOWN,
            reference=line.pk,
            number=number,
            name=line.name,
            club=line.club,
            year=line.birth_year,
        )
        for line in lines
        if line.pk not in by_key
    ]
    return [_listed(one) for one in fitting.values()], book_people


def _new(tournament: Tournament, line: DoorLine) -> list[DoorPerson]:
    """Return how the line reads as somebody new: none, one, or two if the order of the names is open."""
    return [
        DoorPerson(
            kind=DoorPersonKind.NEW,
            reference=place,
            number=line.number,
            name=full_name(person.first_name, person.last_name, person.title),
            club=person.club,
            year=person.birth_date.year if person.birth_date else person.birth_year,
            note=_("last name %(name)s") % {"name": person.last_name},
        )
        for place, person in enumerate(_readings(tournament, line))
    ]


def _readings(tournament: Tournament, line: DoorLine) -> list[TypedPerson]:
    """Return the people as which the line can be read, none if it is no whole name yet."""
    try:
        return typed_people(line.text, day=tournament.day)
    except Refused:
        return []


def _listed(one: ListedParticipant) -> DoorPerson:
    kind = DoorPersonKind.HERE if one.arrived else DoorPersonKind.LISTED
    if one.withdrawn:
        kind = DoorPersonKind.WAITING if one.waits else DoorPersonKind.GONE
    return DoorPerson(
        kind=kind,
        reference=one.start_number,
        number=one.start_number,
        name=one.name,
        club=one.club,
        year=one.year or None,
        note=one.remark,
        owes=one.fee == FeeState.OWED,
    )


def participants_of(tournament: Tournament, numbers: Iterable[int]) -> dict[int, Participant]:
    """Return the participants with these start numbers. One query."""
    rows = tournament.participants.filter(start_number__in=list(numbers))
    return {one.start_number: one for one in rows}
