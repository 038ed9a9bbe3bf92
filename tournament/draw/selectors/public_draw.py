"""The draw of a match as everyone may see it: before the list is closed, while it waits, and with its lots."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import Count, Exists, OuterRef, Q

from tournament import lots
from tournament.draw.selectors.door import DoorStory, door_counts, door_story, doors
from tournament.draw.selectors.draw import closings, every_draw
from tournament.draw.selectors.replacements import Replacement, replacements
from tournament.enums import ClosedListState, DoorState, LotSource, MatchState
from tournament.models import ClosedList, DoorLots, Draw, Match, Participant, Seat
from tournament.participants.selectors.public_names import names_by
from tournament.person.names import full_name, listed_name, numbered_name

MOST_NAMED = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class Lot:
    """One entrant with the place that was drawn; `table` and `seat` are None before the draw."""

    number: int
    name: str
    table: int | None = None
    seat: int | None = None

    @property
    def numbered_name(self) -> str:
        """The start number and the name; what stands for a name stands alone."""
        return numbered_name(self.number, self.name)


@dataclass(frozen=True, slots=True, kw_only=True)
class Repeated:
    """Repetitions that a draw could not avoid: `groups` are the first pairs or single lots, `more` counts the rest."""

    groups: tuple[tuple[Lot, ...], ...]
    more: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PublicDraw:
    """The content of a draw's page. `entrants` ascend by start number; they are empty while no list is closed.

    `draw` is a draw or None. `closed` is its list, or the list that waits for its draw, or None. `first_table` is above
    1 where additional tables are drawn; then everything here is about these tables only. `tables` are pairs (tables,
    seats of each). `fixed` had their place before the draw. `meetings` counts the repetitions that the draw could not
    avoid, and `repeats` names the people, by the same keys. `closings` and `discarded` hold all that came before,
    `replaced` those who took a seat afterwards. `additions` are the draws of additional tables in force and, last, a
    list that waits for such a draw.
    """

    match: Match
    version: str
    draw: Draw | None
    closed: ClosedList | None
    first_table: int
    entrants: tuple[Lot, ...]
    tables: tuple[tuple[int, int], ...]
    fixed: tuple[Lot, ...]
    witnesses: tuple[Lot, ...]
    clubs: bool
    even_seats: bool
    meetings: Mapping[str, int]
    repeats: Mapping[str, Repeated]
    closings: tuple[ClosedList, ...]
    history: tuple[ClosedList, ...]
    """Every closing of the match, of additional tables too."""
    discarded: tuple[Draw, ...]
    replaced: tuple[Replacement, ...]
    late: tuple[Lot, ...] = ()
    """Who is on the list and has no seat in this match, which is drawn and not over."""
    story: DoorStory | None = None
    """The lots at the door: while they are drawn, or as this draw has them."""
    called_off: tuple[DoorLots, ...] = ()
    """Lots at the door that were called off."""
    additions: tuple["PublicDraw", ...] = ()

    @property
    def seats(self) -> int:
        return len(self.entrants)

    @property
    def is_additional(self) -> bool:
        """Whether only additional tables are drawn."""
        return self.first_table > 1

    @property
    def table_numbers(self) -> tuple[int, ...]:
        """The numbers of the tables that are drawn."""
        return tuple(range(self.first_table, self.first_table + sum(count for count, _seats in self.tables)))

    @property
    def is_by_hand(self) -> bool:
        """Whether people draw the lots."""
        return self.draw.is_by_hand if self.draw else self.closed is not None and self.closed.source == LotSource.HAND

    @property
    def came_before(self) -> bool:
        """Whether a draw was discarded or a list opened again."""
        return bool(self.discarded or self.called_off) or any(one.reopened_at is not None for one in self.history)

    def lot_of(self, number: str) -> Lot | None:
        """Return the entrant with this start number, as it was typed, at the additional tables too."""
        lots = (lot for draw in (self, *self.additions) for lot in draw.entrants)
        return next((lot for lot in lots if str(lot.number) == number.strip()), None)


def draw_version(match: Match) -> str:
    """Return a text that changes with every closing, opening, draw and discard of this match only.

    Two queries, four before it is drawn.
    """
    lists = ClosedList.objects.filter(match=match).aggregate(closed=Count("pk"), opened=Count("reopened_at"))
    draws = Draw.objects.filter(match=match).aggregate(drawn=Count("pk"), discarded=Count("discard"))
    return _version(lists["closed"], lists["opened"], draws["drawn"], draws["discarded"], *_door_counts(match, None))


def _door_counts(match: Match, rows: Sequence[DoorLots] | None) -> tuple[int, ...]:
    """The counts of the door, which can change only before the match is drawn; `rows` are its openings if loaded."""
    if match.state != MatchState.PLANNED:
        return ()
    return door_counts(doors(match) if rows is None else rows)


def _version(*numbers: int) -> str:
    return "-".join(map(str, numbers))


def public_draw(match: Match, of: Draw | None = None, *, in_public: bool = False) -> PublicDraw:
    """Return the draws in force of `match`, or the draw `of`, for everyone with the names `in_public`.

    The tournament is loaded. Five queries for match 1, four for others; one or two more with lots at the door.
    """
    draws, lists = every_draw(match), closings(match)
    people = Participant.objects.filter(tournament=match.tournament_id)
    seats = Seat.objects.filter(match=match, participant=OuterRef("pk"))
    columns = ("pk", "start_number", "last_name", "first_name", Q(withdrawn=False) & ~Exists(seats), "shown_name")
    columns_of_people = list(people.order_by("start_number").values_list(*columns))
    names = names_by(match.tournament, ((row[0], row[1], row[5]) for row in columns_of_people)) if in_public else None
    rows = [row[:5] for row in columns_of_people]
    source = _Source(
        match=match,
        draws=draws,
        lists=lists,
        doors=doors(match),
        names={
            number: names.beside(number, listed_name(last, first)) if names else listed_name(last, first)
            for _pk, number, last, first, _late in rows
        },
    )
    if of is not None:
        in_force, waiting = [of], None
    else:
        in_force = [one for one in draws if not one.is_discarded]
        waiting = next((one for one in lists if one.state == ClosedListState.CLOSED), None)
    full_names = {
        pk: names.worded(number, full_name(first, last)) if names else full_name(first, last)
        for pk, number, last, first, _late in rows
    }
    if names:
        for discard in [one.discard for one in source.discarded]:
            discard.reason = names.masked(discard.reason)
    source.replaced = () if not in_force or in_force[0].is_discarded else replacements(match, full_names)
    if names:
        source.replaced = tuple(replace(one, reason=names.masked(one.reason)) for one in source.replaced)
    parts = [_content_of(source, one, one.closed_list) for one in in_force]
    if waiting is not None or not parts:
        parts.append(_content_of(source, None, waiting))
    first, *additions = parts
    # While results are held back the hall is not told that the last sheet of a match came in.
    may_know = names is None or not match.tournament.is_held_back
    playing = of is None and may_know and match.state in (MatchState.DRAWN, MatchState.PLAYING)
    late = [number for _pk, number, _last, _first, late in rows if late and playing]
    return replace(
        first,
        additions=tuple(additions),
        late=_lots(late, source.names, {}),
        story=source.story_of(first.draw),
        called_off=tuple(door for door in source.doors if door.state == DoorState.CANCELLED),
    )


@dataclass(slots=True, kw_only=True)
class _Source:
    """What all draws of a match are shown from."""

    match: Match
    draws: Sequence[Draw]
    lists: Sequence[ClosedList]
    doors: Sequence[DoorLots]
    names: Mapping[int, str]
    replaced: tuple[Replacement, ...] = ()

    @property
    def discarded(self) -> tuple[Draw, ...]:
        return tuple(one for one in self.draws if one.is_discarded)

    @property
    def version(self) -> str:
        reopened = sum(one.reopened_at is not None for one in self.lists)
        counts = (len(self.lists), reopened, len(self.draws), len(self.discarded))
        return _version(*counts, *_door_counts(self.match, self.doors))

    def story_of(self, draw: Draw | None) -> DoorStory | None:
        """The lots at the door that this draw published, or that are drawn now."""
        for door in self.doors:
            if door.draw_id == draw.pk if draw else door.state == DoorState.OPEN:
                return door_story(door)
        return None


def _content_of(source: _Source, draw: Draw | None, closed: ClosedList | None) -> PublicDraw:
    """Return a draw, or a list that waits for one, or neither; of additional tables only those."""
    first = draw.first_table if draw else closed.first_table if closed else 1
    # Draws of the first algorithm, kept tables and those moved on have no closed list: the protocol has their terms.
    terms: Mapping[str, Any] = draw.protocol if draw else closed.terms if closed else {}
    fixed_places = {number: place for number, *place in terms.get("fixed", [])}
    seated = {number for number, place in fixed_places.items() if place[0] < first}
    entrants = draw.entrants if draw else [number for number in terms.get("entrants", []) if number not in seated]
    tables = draw.new_tables if draw else {}
    places = {number: (table, seat) for table, numbers in tables.items() for seat, number in enumerate(numbers, 1)}
    sizes = [len(table) for table in tables.values()] or terms.get("tables", [])[first - 1 :]
    repeated = _repeated(draw) if draw else {}
    return PublicDraw(
        match=source.match,
        version=source.version,
        draw=draw,
        closed=closed,
        first_table=first,
        entrants=_lots(entrants, source.names, places),
        tables=tuple((count, seats) for seats, count in sorted(Counter(sizes).items(), reverse=True)),
        fixed=_lots([number for number in fixed_places if number not in seated], source.names, fixed_places),
        witnesses=_lots(terms.get("witnesses", []), source.names, {}),
        clubs=bool(terms.get("clubs")),
        even_seats=bool(terms.get("even_seats")),
        meetings={kind: len(groups) for kind, groups in repeated.items()},
        repeats={
            kind: Repeated(
                groups=tuple(_lots(group, source.names, {}) for group in groups[:MOST_NAMED]),
                more=len(groups[MOST_NAMED:]),
            )
            for kind, groups in repeated.items()
        },
        closings=tuple(one for one in source.lists if one.first_table == first),
        history=tuple(source.lists),
        discarded=source.discarded,
        replaced=tuple(one for one in source.replaced if one.table in tables),
    )


def _repeated(draw: Draw) -> dict[str, Sequence[tuple[int, ...]]]:
    """Recount who is repeated at the tables that were drawn, because the protocol holds only the counts of all."""
    if not any(draw.meetings.values()):
        return {}
    repetitions = lots.repeats(lots.Terms.from_json(draw.protocol), draw.lots)
    entrants = set(draw.entrants)
    groups: Mapping[str, Sequence[tuple[int, ...]]] = {
        "again": repetitions.again,
        "clubs": repetitions.clubs,
        "seats": [(number,) for number in repetitions.seats],
    }
    # Whoever sits at an additional table was drawn there with everybody else at it.
    return {kind: [group for group in those if group[0] in entrants] for kind, those in groups.items()}


def _lots(numbers: Sequence[int], names: Mapping[int, str], places: Mapping[int, Sequence[int]]) -> tuple[Lot, ...]:
    nowhere: Sequence[None] = (None, None)
    lots_of_numbers = []
    for number in numbers:
        table, seat = places.get(number, nowhere)
        lots_of_numbers.append(Lot(number=number, name=names.get(number, ""), table=table, seat=seat))
    return tuple(lots_of_numbers)
