"""Who may be meant at the door, and what stands above its line. Reads only."""

from dataclasses import dataclass
from enum import Enum

from django.utils.translation import gettext as _

from tournament.door.line import DoorLine, DoorLineKind, TypedPerson, typed_people
from tournament.models import Tournament
from tournament.participants.selectors.participants import ListedParticipant, participant_list, search
from tournament.person.names import Born, full_name, year_of
from tournament.refusals import Refused

MOST_PEOPLE = 8


class DoorPersonKind(Enum):
    """Where somebody at the door comes from. The values begin the keys of candidates."""

    LISTED = "l"
    """On the list, and not ticked off yet."""
    HERE = "h"
    """On the list, and ticked off."""
    GONE = "g"
    """On the list, and withdrawn."""
    NEW = "n"
    """Not on the list: as typed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DoorPerson:
    """Somebody whom Enter may admit. `key` says who: the kind, and a start number or the place among the _ways."""

    kind: DoorPersonKind
    reference: int
    number: int | None
    name: str
    club: str = ""
    born: Born = None
    remark: str = ""

    @property
    def key(self) -> str:
        return f"{self.kind.value}{self.reference}"

    @property
    def year(self) -> int | None:
        """The year of birth alone: a queue looks at the screen."""
        return year_of(self.born)

    @property
    def is_new(self) -> bool:
        return self.kind is DoorPersonKind.NEW

    @property
    def waits(self) -> bool:
        """Whether Enter admits this one."""
        return self.kind in (DoorPersonKind.LISTED, DoorPersonKind.NEW)


def door_people(tournament: Tournament, line: DoorLine) -> list[DoorPerson]:
    """Return who may be meant by a line, the likeliest first. One query for the list."""
    if line.kind is not DoorLineKind.PERSON:
        return []
    listed = participant_list(tournament)
    if not line.text:
        return [_listed(one) for one in listed if one.start_number == line.number]
    people = [_listed(one) for one in search(listed, line.text)]
    order = (DoorPersonKind.LISTED, DoorPersonKind.GONE, DoorPersonKind.HERE)
    people.sort(key=lambda one: order.index(one.kind))
    return people[: MOST_PEOPLE - 2] + _new_people(tournament, line)


def _new_people(tournament: Tournament, line: DoorLine) -> list[DoorPerson]:
    """Return how the line reads as somebody new: none, one, or two if the order of the names is open."""
    return [
        DoorPerson(
            kind=DoorPersonKind.NEW,
            reference=place,
            number=line.number,
            name=full_name(person.first_name, person.last_name, person.title),
            club=person.club,
            born=person.born,
            remark=_("last name %(name)s") % {"name": person.last_name},
        )
        for place, person in enumerate(_ways(tournament, line))
    ]


def _ways(tournament: Tournament, line: DoorLine) -> list[TypedPerson]:
    """Return the people as which the line can be read, none if it is no whole name yet."""
    try:
        return typed_people(line.text, day=tournament.day)
    except Refused:
        return []


def _listed(one: ListedParticipant) -> DoorPerson:
    kind = DoorPersonKind.GONE if one.withdrawn else DoorPersonKind.HERE if one.arrived else DoorPersonKind.LISTED
    return DoorPerson(
        kind=kind,
        reference=one.start_number,
        number=one.start_number,
        name=one.name,
        club=one.club,
        born=one.born,
        remark=one.remark,
    )
