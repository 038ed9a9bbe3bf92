"""Lots drawn in public: which are needed, and each of them as everyone may see and recompute it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from tournament import lots
from tournament.enums import ShownName
from tournament.models import Prize, PublicLot, Tournament
from tournament.participants.selectors.public_names import public_names
from tournament.prizes.awarding import Awards, OpenPrize, Why
from tournament.prizes.kinds import Criterion, PerHead
from tournament.prizes.selectors.awards import awards_of
from tournament.prizes.selectors.rows import in_public, prizes_of
from tournament.standings.selectors.cache import kept_standings
from tournament.standings.selectors.standings import OpenTie


class LotName(NamedTuple):
    """How everyone reads somebody in a lot; `number` is None where the name says it already, or nothing is said."""

    name: str
    number: int | None

    def __str__(self) -> str:
        return self.name if self.number is None else f"{self.number} {self.name}"


FEWEST_ON_SCREEN, MOST_ON_SCREEN = 20, 60
"""So many of the order are shown to the hall: all who win, but not more than can be read."""
NEXT_ON_SCREEN = 8
"""So many of those who are next in line if a winner waives the prize."""


@dataclass(frozen=True, kw_only=True)
class ShownLot:
    """A lot with its list, in the order of the start numbers and, once drawn, in that of the lot."""

    row: PublicLot
    entrants: tuple[LotName, ...]
    order: tuple[LotName, ...]
    numbers: Mapping[int, int]
    """Start numbers by key."""
    won: frozenset[int]
    """Who gets the prize, by key."""
    withheld: bool
    """Whether the hall does not know yet who of the order gets it: whoever has had a prize already is passed over."""
    first_place: int | None
    """Of a lot for places the one that the first of the order takes; None as long as nobody may know it."""
    lot_numbers: Mapping[int, int]
    """All lots of the tournament by key: the first one that was closed is number 1."""
    lists: tuple[PublicLot, ...]
    """All lists about the same, the first one first, whatever became of them: everybody sees if one is given up."""

    @property
    def number(self) -> int:
        return self.lot_numbers[self.row.pk]

    @property
    def is_drawn(self) -> bool:
        return self.row.drawn_at is not None

    @property
    def is_open(self) -> bool:
        """Whether its list is closed and waits for the numbers of the hall."""
        return self.row.drawn_at is None and self.row.given_up_at is None

    @property
    def winners(self) -> tuple[LotName, ...]:
        return tuple(name for name, has_won in self.ranks if has_won)

    @property
    def ranks(self) -> Sequence[tuple[LotName, bool]]:
        """Everybody in the order of the lot, and whether they get the prize."""
        return [(name, key in self.won) for key, name in zip(self.row.order, self.order, strict=True)]

    @property
    def last_winner(self) -> int:
        """The rank of the last one who gets the prize; 0 where nobody is known to get one."""
        if self.row.prize is None:
            return 0
        return max((rank for rank, (_name, has_won) in enumerate(self.ranks, 1) if has_won), default=0)

    @property
    def is_of_places(self) -> bool:
        """Whether somebody before a winner gets nothing: the order is that of places, and the prize lies at some."""
        if self.row.prize is None or _is_raffle(self.row):
            return False
        return 0 < len(self.winners) < self.last_winner

    @property
    def on_screen(self) -> Sequence[tuple[LotName, bool]]:
        """The order for the hall: down to the last winner, or the first of it where nobody has won a prize."""
        count = self.row.prize.count if self.row.prize else 1
        return self.ranks[: min(self.last_winner or max(count, FEWEST_ON_SCREEN), MOST_ON_SCREEN)]

    @property
    def next_on_screen(self) -> Sequence[tuple[LotName, bool]]:
        """Who follows the last winner in the order, where few have won: with many winners there is no room."""
        if self.is_of_places or not 0 < self.last_winner <= FEWEST_ON_SCREEN:
            return ()
        return self.ranks[self.last_winner : self.last_winner + NEXT_ON_SCREEN]

    @property
    def not_on_screen(self) -> int:
        """How many winners the hall has to look up."""
        return len(self.winners) - sum(has_won for _name, has_won in self.on_screen)

    @property
    def list_number(self) -> int:
        return self.lists.index(self.row) + 1

    @property
    def other_lists(self) -> Sequence[tuple[int, PublicLot, int]]:
        """The other lists about the same: which of them each is, and its number among all lots."""
        return [(number, row, self.lot_numbers[row.pk]) for number, row in enumerate(self.lists, 1) if row != self.row]

    @cached_property
    def terms(self) -> lots.LotTerms:
        return self.row.terms(self.numbers)

    @cached_property
    def protocol(self) -> dict[str, Any]:
        """The protocol to recompute; before the draw only the list with its hash and the commitment."""
        public_part = {"list_hash": self.terms.list_hash, "commitment": self.row.commitment}
        if not self.is_drawn:
            return self.terms.to_json() | public_part
        return (
            lots.lot_protocol(self.terms, secret=self.row.secret, hall=self.row.numbers)
            | public_part
            | {"order": [self.numbers[key] for key in self.row.order]}
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class NeededLot:
    """A prize that a lot has to decide, and between how many; `early` if sheets or lots of a tie (5.4.2) can still
    change who stands equal."""

    prize: Prize
    among: int
    early: bool


def start_numbers(tournament: Tournament) -> dict[int, int]:
    """Return the start numbers by key. One query."""
    return dict(tournament.participants.values_list("pk", "start_number"))


def shown_lots(tournament: Tournament, *, for_management: bool = False, awards: Awards | None = None) -> list[ShownLot]:
    """Return all lots, the newest first, with the names that everyone may read, or with all.

    Three or four queries, and once a lot for a prize is drawn those of awards_of where they are not given. While
    results are held back the hall does not read who waived, but in a raffle.
    """
    rows = list(
        PublicLot.objects.filter(tournament=tournament)
        .select_related("prize__group", "closed_by", "drawn_by")
        .order_by("-pk")
    )
    if awards is None:
        is_drawn = any(row.prize_id and row.order for row in rows)
        awards = awards_of(tournament, for_the_hall=tournament.is_held_back) if is_drawn else Awards()
    people = {one.pk: one for one in tournament.participants.all()}
    names = None if for_management else public_names(tournament)
    if names:
        in_public((row.prize for row in rows if row.prize), names)

    def lot_name(key: int) -> LotName:
        person = people[key]
        if names is None or names.naming(key) == ShownName.NAME:
            return LotName(str(person), None if person.forgotten or person.nameless else person.start_number)
        return LotName(names.name(key), None)

    # While results are held back the hall reads the order, but not which places it is about.
    tells_places = for_management or not tournament.is_held_back
    is_for_places = any(row.prize_id is None and row.order for row in rows)
    lines = kept_standings(tournament).lines if tells_places and is_for_places else ()
    places = {line.participant: line.place for line in lines}
    lot_numbers = {row.pk: number for number, row in enumerate(reversed(rows), 1)}

    def lot_of(row: PublicLot) -> ShownLot:
        withheld = tournament.is_held_back and _passes_over(row)
        lists = tuple(other for other in reversed(rows) if _is_about_the_same(row, other))
        return ShownLot(
            row=row,
            entrants=tuple(map(lot_name, row.entrants)),
            order=tuple(map(lot_name, row.order)),
            numbers={key: person.start_number for key, person in people.items()},
            won=frozenset() if withheld and not for_management else _won(row, lists, awards),
            withheld=withheld,
            first_place=places.get(row.order[0]) if row.order and row.prize_id is None else None,
            lot_numbers=lot_numbers,
            lists=lists,
        )

    return [lot_of(row) for row in rows]


def _is_about_the_same(row: PublicLot, other: PublicLot) -> bool:
    """Whether both are for one prize, or between people of one tie."""
    if row.prize_id != other.prize_id:
        return False
    return row == other or row.prize_id is not None or len(set(row.entrants) & set(other.entrants)) > 1


def _won(row: PublicLot, lists: Sequence[PublicLot], awards: Awards) -> frozenset[int]:
    """Return who of the order gets the prize; nobody does by a lot for places.

    The order is that of the places that equal people share, so it need not be the first one who gets it. Nobody does by
    a lot if a later one among the same people and others was drawn.
    """
    if any(later.pk > row.pk and set(row.order) <= set(later.order) for later in lists):
        return frozenset()
    if row.prize is None:
        return frozenset()
    return frozenset(row.order) & {award.participant for award in awards.of_prize(row.prize.pk)}


def _passes_over(row: PublicLot) -> bool:
    """Whether somebody drawn may not get it, for a prize that they have: one a head."""
    return row.prize is not None and _is_raffle(row) and row.prize.group.per_head != PerHead.SEVERAL


def _is_raffle(row: PublicLot) -> bool:
    return row.prize is not None and row.prize.criterion == Criterion.RAFFLE


def open_lot(tournament: Tournament, prize: Prize) -> OpenPrize | None:
    """Return the prize as awards_of leaves it open, if a lot has to decide it."""
    return next((one for one in awards_of(tournament).open if one.prize == prize.pk and one.why == Why.LOT), None)


def equal_lots(tournament: Tournament) -> list[list[int]]:
    """Return the orders that lots among equal people gave for prizes, by key, the first one first. One query."""
    lots_of_prizes = PublicLot.objects.filter(tournament=tournament, drawn_at__isnull=False, prize__isnull=False)
    rows = lots_of_prizes.exclude(prize__criterion=Criterion.RAFFLE).order_by("drawn_at", "pk")
    return list(rows.values_list("order", flat=True))


def needed_lots(tournament: Tournament, awards: Awards | None = None) -> tuple[list[NeededLot], Sequence[OpenTie]]:
    """Return the prizes that wait for a lot, and the full ties of a ranking that is complete (5.4.2)."""
    standings = kept_standings(tournament)
    prizes = prizes_of(tournament)
    by_key = {prize.pk: prize for prize in prizes}
    awards = awards_of(tournament, standings, prizes) if awards is None else awards
    waiting = [one for one in awards.open if one.why == Why.LOT]
    needed = []
    for one in waiting:
        prize = by_key[one.prize]
        early = prize.criterion != Criterion.RAFFLE and (not standings.final or bool(standings.ties))
        needed.append(NeededLot(prize=prize, among=len(one.among), early=early))
    return needed, standings.ties if standings.final else ()
