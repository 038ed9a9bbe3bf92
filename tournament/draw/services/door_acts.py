"""What happens at an open door, one act after another; the order is given under the tournament's lock."""

from collections.abc import Mapping, Sequence

from django.utils import timezone

from tournament import lots
from tournament.draw.selectors.door import door_lot_of, open_door_of, replayed
from tournament.lots.door import BACK, LAST, MORE
from tournament.models import DoorAct, DoorLots, Participant, Tournament, User
from tournament.services import versions
from tournament.services.events import write_event

KINDS: Mapping[str, str] = {BACK: "door_lot.given_back", LAST: "door_lot.last_tables", MORE: "door_lot.more_tables"}
"""The events of acts that are no lots."""


def append_acts(
    door: DoorLots,
    tournament: Tournament,
    steps: Sequence[tuple[int, lots.DoorStep]],
    people: Mapping[int, Participant],
    actor: User,
) -> None:
    """Write steps at the door, each with its order, in rows and log. The caller holds the tournament's lock."""
    now = timezone.now()
    for order, step in steps:
        participant = people.get(step.number)
        DoorAct.objects.create(
            door=door,
            order=order,
            kind=step.kind,
            participant=participant,
            table=step.table,
            seat=step.seat,
            acted_by=actor,
            acted_at=now,
        )
        payload = {"match": door.match.number, "number": door.number, "order": order, "kind": step.kind}
        if participant is not None:
            place = {"table": step.table, "seat": step.seat}
            payload |= {"participant": participant.pk, "start_number": participant.start_number, **place}
        kind = KINDS.get(step.kind, "door_lot.drawn")
        write_event(tournament=tournament, kind=kind, actor=actor, payload=payload)
    versions.bump(door.match)
    versions.bump_hall(tournament)


def give_back_lot(participant: Participant, tournament: Tournament, actor: User) -> None:
    """Free the seat of somebody who goes before the door closes. The caller holds the tournament's lock."""
    door = open_door_of(tournament.pk)
    if door is None or door_lot_of(participant) is None:
        return
    state = replayed(door)
    step = state.give_back(participant.start_number)
    people = {participant.start_number: participant}
    append_acts(door, tournament, [(len(state.steps), step)], people, actor)
