"""Lots drawn in public: which are needed, and each of them as everyone may see and recompute it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from tournament import lots
from tournament.enums import ShownName
from tournament.models import Prize, PublicLot, Tournament
from tournament.prizes.awarding import OpenPrize, Why
from tournament.prizes.selectors.awards import awards_of
from tournament.prizes.selectors.rows import prizes_of
from tournament.selectors.kept_standings import kept_standings
from tournament.selectors.public_names import public_names
from tournament.selectors.standings import OpenTie


@dataclass(frozen=True, kw_only=True)
class ShownLot:
    """A lot with its list, in the order of the start numbers and, once drawn, in that of the lot."""

    row: PublicLot
    entrants: tuple[str, ...]
    order: tuple[str, ...]
    numbers: Mapping[int, int]
    """Start numbers by key."""

    @property
    def is_drawn(self) -> bool:
        return self.row.drawn_at is not None

    @property
    def is_open(self) -> bool:
        """Whether its list is closed and waits for the numbers of the hall."""
        return self.row.drawn_at is None and self.row.given_up_at is None

    @property
    def winners(self) -> tuple[str, ...]:
        """Who the lot puts first: so many as there are of the prize."""
        return self.order[: self.row.prize.count if self.row.prize else 1]

    @cached_property
    def terms(self) -> lots.LotTerms:
        return lot_terms(self.row, self.numbers)

    @cached_property
    def protocol(self) -> dict[str, Any]:
        """The protocol to recompute; before the draw only the list with its hash and the commitment."""
        told = {"list_hash": self.terms.list_hash, "commitment": self.row.commitment}
        if not self.is_drawn:
            return self.terms.to_json() | told
        return (
            lots.lot_protocol(self.terms, secret=self.row.secret, hall=self.row.numbers)
            | told
            | {"order": [self.numbers[key] for key in self.row.order]}
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class NeededLot:
    """A prize that a lot has to decide, and between how many."""

    prize: Prize
    among: int


def lot_terms(row: PublicLot, numbers: Mapping[int, int]) -> lots.LotTerms:
    """Return the closed list of a lot, by start numbers."""
    return lots.LotTerms(
        prize=row.prize.number if row.prize else 0,
        entrants=tuple(numbers[key] for key in row.entrants),
        kept=tuple(tuple(numbers[key] for key in chain) for chain in row.kept),
    )


def start_numbers(tournament: Tournament) -> dict[int, int]:
    """Return the start numbers by key. One query."""
    return dict(tournament.participants.values_list("pk", "start_number"))


def shown_lots(tournament: Tournament, *, for_management: bool = False) -> list[ShownLot]:
    """Return all lots, the newest first, with the names that everyone may read, or with all. Three or four queries."""
    rows = PublicLot.objects.filter(tournament=tournament).select_related("prize", "closed_by", "drawn_by")
    people = {one.pk: one for one in tournament.participants.all()}
    names = None if for_management else public_names(tournament)

    def named(key: int) -> str:
        person = people[key]
        if names is None or names.shown(key) == ShownName.NAME:
            return f"{person.start_number} {person}"
        return names.name(key)

    return [
        ShownLot(
            row=row,
            entrants=tuple(map(named, row.entrants)),
            order=tuple(map(named, row.order)),
            numbers={key: person.start_number for key, person in people.items()},
        )
        for row in rows.order_by("-pk")
    ]


def open_lot(tournament: Tournament, prize: Prize) -> OpenPrize | None:
    """Return the prize as awards_of leaves it open, if a lot has to decide it."""
    return next((one for one in awards_of(tournament).open if one.prize == prize.pk and one.why == Why.LOT), None)


def needed_lots(tournament: Tournament) -> tuple[list[NeededLot], Sequence[OpenTie]]:
    """Return the prizes that wait for a lot, and the full ties of a ranking that is complete (5.4.2)."""
    standings = kept_standings(tournament)
    prizes = prizes_of(tournament)
    by_key = {prize.pk: prize for prize in prizes}
    waiting = [one for one in awards_of(tournament, standings, prizes).open if one.why == Why.LOT]
    found = [NeededLot(prize=by_key[one.prize], among=len(one.among)) for one in waiting]
    return found, standings.ties if standings.final else ()
