"""Lots at the door as the desk sees them: who has drawn, which seats are free, and what happens when it closes."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Q

from tournament import lots
from tournament.draw.selectors.obstacles import missing_players
from tournament.enums import DoorState
from tournament.lots.door import AGAIN, BACK, KEPT, LOT
from tournament.models import DoorAct, DoorLots, Match, Participant


@dataclass(frozen=True, slots=True, kw_only=True)
class DoorLot:
    """The seat that somebody drew at the door, or keeps without a lot (`is_kept`)."""

    table: int
    seat: int
    is_kept: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class DoorTable:
    """One open table: who sits on its seats so far, by seat; None is a free one."""

    number: int
    people: tuple[Participant | None, ...]

    @property
    def free(self) -> int:
        return self.people.count(None)


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawnAgain:
    """A table and the start numbers there that draw again when the door closes; `is_dissolved`: nobody plays there."""

    table: int
    numbers: tuple[int, ...]
    is_dissolved: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class DoorDesk:
    """What the desk sees while lots are drawn at the door.

    `shown` is the lot that was asked for, or the last one, and whose it is. `free` are the free seats of the open
    tables. `waiting` are those on the list without a lot. `movers` would draw again if the door closed now, and
    `again` are their tables; `missing` is how many people are missing for full tables.
    """

    door: DoorLots
    tables: tuple[DoorTable, ...]
    free: int
    last: bool
    shown: tuple[Participant, DoorLot] | None
    waiting: tuple[Participant, ...]
    movers: tuple[Participant, ...]
    again: tuple[DrawnAgain, ...]
    missing: int

    @property
    def drawn(self) -> int:
        """How many have a seat."""
        return sum(len(table.people) - table.free for table in self.tables)

    @property
    def unfilled(self) -> tuple[DoorTable, ...]:
        """The open tables with a free seat."""
        return tuple(table for table in self.tables if table.free)


@dataclass(frozen=True, slots=True, kw_only=True)
class DoorStory:
    """What everyone may see of lots at the door: the steps in order, each with its place in the order of lots."""

    door: DoorLots
    steps: tuple[tuple[int, lots.DoorStep], ...]
    again: tuple[DrawnAgain, ...]
    """The tables from which people drew again when the door closed."""

    @property
    def lots(self) -> int:
        """How many lots were drawn."""
        return sum(step.kind in (LOT, AGAIN) for _order, step in self.steps)


def open_door(match: Match) -> DoorLots | None:
    """Return the lots at the door that are being drawn for a match, or None. One query."""
    return DoorLots.objects.filter(match=match, state=DoorState.OPEN).select_related("opened_by").first()


def open_door_of(tournament_id: int) -> DoorLots | None:
    """Return the lots at the door that are being drawn in a tournament, or None. One query."""
    rows = DoorLots.objects.filter(match__tournament=tournament_id, state=DoorState.OPEN)
    return rows.select_related("match").first()


def doors(match: Match) -> list[DoorLots]:
    """Return every opening of the door for a match in order. One query; none for later matches, which have no door."""
    if match.number != 1:
        return []
    return list(DoorLots.objects.filter(match=match).select_related("opened_by", "ended_by", "draw").order_by("number"))


def door_counts(rows: Sequence[DoorLots]) -> tuple[int, int, int]:
    """Return how often the door was opened and shut, and how many steps there are at an open one. One query if open."""
    steps = sum(row.acts.count() for row in rows if row.state == DoorState.OPEN)
    return len(rows), sum(row.ended_at is not None for row in rows), steps


def door_lot_of(participant: Participant) -> DoorLot | None:
    """Return the seat that a participant has from the door, None if they have none (any more). One query.

    Seats of lots that were called off, or whose draw was discarded, are none.
    """
    in_force = Q(door__state=DoorState.OPEN) | Q(door__state=DoorState.CLOSED, door__draw__discard=None)
    act = DoorAct.objects.filter(in_force, participant=participant).order_by("-door__number", "-order").first()
    if act is None or act.kind == BACK:
        return None
    return DoorLot(table=act.table, seat=act.seat, is_kept=act.kind == KEPT)


def replayed(door: DoorLots) -> lots.DoorSeating:
    """Return the state after all acts at an open door. One query."""
    acts = door.acts.select_related("participant").order_by("order")
    return lots.replay(door.drawn_from, door.secret, [act.step for act in acts])


def door_desk(door: DoorLots, number: int | None = None) -> DoorDesk:
    """Return what the desk sees at an open door, with the lot of this start `number` or the last. Two queries."""
    match = door.match
    state = replayed(door)
    people = {one.start_number: one for one in match.tournament.participants.order_by("start_number")}
    at_place = {place: people[number] for number, place in state.places.items()}
    highest = max([state.tables, *(table for table, _seat in at_place)])
    seats_at = Counter(table for table, seat in at_place if seat > state.terms.usual)
    drawn = {step.number: step for step in state.steps if step.kind in (LOT, KEPT) and step.number in state.places}
    newest = [*drawn.values()][-1:]
    shown = drawn.get(number or 0) or (newest[0] if newest else None)
    movers = state.movers
    return DoorDesk(
        door=door,
        tables=tuple(
            DoorTable(
                number=table,
                people=tuple(at_place.get((table, seat)) for seat in range(1, state.terms.usual + seats_at[table] + 1)),
            )
            for table in range(1, highest + 1)
        ),
        free=len(state.free),
        last=state.last,
        shown=(people[shown.number], _lot_of(shown)) if shown else None,
        waiting=tuple(one for one in people.values() if not one.withdrawn and one.start_number not in state.places),
        movers=tuple(people[number] for number in movers),
        again=_drawn_again({number: state.places[number][0] for number in movers}, len(state.sizes or ())),
        missing=missing_players(match.tournament.ruleset, len(state.places)),
    )


def door_story(door: DoorLots) -> DoorStory:
    """Return what everyone may see of lots at the door, while they are drawn and afterwards. One query."""
    acts = door.acts.select_related("participant").order_by("order")
    steps = [act.step for act in acts]
    seats = {step.number: step.table for step in steps if step.kind in (LOT, KEPT)}
    movers = {step.number: seats[step.number] for step in steps if step.kind == AGAIN}
    numbered, count = [], 0
    for step in steps:
        count += step.kind in (LOT, AGAIN)
        numbered.append((count if step.kind in (LOT, AGAIN) else 0, step))
    return DoorStory(
        door=door,
        steps=tuple(numbered),
        again=_drawn_again(movers, len(door.draw.lots) if door.draw else 0),
    )


def _lot_of(step: lots.DoorStep) -> DoorLot:
    return DoorLot(table=step.table, seat=step.seat, is_kept=step.kind == KEPT)


def _drawn_again(movers: Mapping[int, int], tables: int) -> tuple[DrawnAgain, ...]:
    """Return the movers by the table where they sat; `movers` are tables by start number, `tables` stay in all."""
    numbers: dict[int, list[int]] = {}
    for number, table in movers.items():
        numbers.setdefault(table, []).append(number)
    return tuple(
        DrawnAgain(table=table, numbers=tuple(there), is_dissolved=table > tables)
        for table, there in sorted(numbers.items())
    )
