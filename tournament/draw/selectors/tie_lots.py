"""The lots that were drawn for ties (5.4.2), as pages show them: who was drawn in among whom, and what still holds."""

import datetime as dt
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from django.db.models import F

from tournament import lots
from tournament.enums import ShownName
from tournament.models import Participant, TieLots, Tournament
from tournament.person.names import listed_name
from tournament.standings.selectors.seat_totals import SeatTotals


@dataclass(frozen=True, slots=True, kw_only=True)
class TieMember:
    """Somebody in a draw of lots for a tie; `tied` tells whether this draw still decides their place.

    `new`: drawn in among others whose order earlier draws had given. `shown` as in a line of the standings.
    """

    start_number: int
    name: str
    tied: bool
    new: bool
    shown: str = ShownName.NAME

    @property
    def listed(self) -> str:
        """The name with the start number behind it; what stands for a name stands alone."""
        return f"{self.name} ({self.start_number})" if self.shown == ShownName.NAME else self.name


@dataclass(frozen=True, slots=True, kw_only=True)
class TieDraw:
    """Lots that were drawn, the lowest first. Not in force if no two of them are equal any more."""

    members: tuple[TieMember, ...]
    drawn_by: str
    """Who drew, or who entered the lots that were drawn by hand."""
    drawn_at: dt.datetime
    by_hand: bool = False
    witnesses: tuple[str, ...] = ()
    """Who looked on while lots were drawn by hand, with start numbers."""
    looked_on: tuple[tuple[int, str], ...] = ()
    """The same as numbers and names."""

    @property
    def in_force(self) -> bool:
        """Whether this draw still decides any place."""
        return any(member.tied for member in self.members)

    @property
    def new(self) -> tuple[TieMember, ...]:
        """Who was drawn in among others."""
        return tuple(member for member in self.members if member.new)


def group_key(participants: Iterable[int]) -> str:
    """Return the key of a tied group: its participant ids, sorted and joined by "-"."""
    return "-".join(str(participant) for participant in sorted(participants))


def tie_lots(tournament: Tournament) -> list[TieLots]:
    """Return the draws of a tournament in their order, with the name of who drew as `drawer`. One query."""
    # Annotated, so that the name of the login that drew comes with the lots in one query.
    rows = TieLots.objects.filter(tournament=tournament).annotate(drawer=F("drawn_by__full_name"))
    return list(rows.order_by("drawn_at", "pk"))


def tie_draws(
    rows: Sequence[TieLots],
    orders: Sequence[tuple[int, ...]],
    decided: Sequence[tuple[int, ...]],
    seat_of: Callable[[int], SeatTotals],
) -> Iterator[TieDraw]:
    """Yield each draw as pages show it, with names from any seat of each.

    `orders` has the orders of the draws by who holds the places now, `decided` those of the ties that lots decide now.
    """
    names = _witnesses(rows)
    for number, (row, order) in enumerate(zip(rows, orders, strict=True)):
        fixed_before = {one for chain in lots.kept_chains(order, orders[:number]) for one in chain}
        tied = {one for group in decided if len(here := set(group) & set(order)) > 1 for one in here}
        seats = [(participant, seat_of(participant)) for participant in order]
        yield TieDraw(
            members=tuple(
                TieMember(
                    start_number=seat.start_number,
                    name=seat.name,
                    tied=participant in tied,
                    new=bool(fixed_before) and participant not in fixed_before,
                )
                for participant, seat in seats
            ),
            drawn_by=row.drawer,  # type: ignore[attr-defined]  # annotated by tie_lots
            drawn_at=row.drawn_at,
            by_hand=row.is_by_hand,
            witnesses=tuple(" ".join(map(str, names[witness])) for witness in row.witnesses),
            looked_on=tuple(names[witness] for witness in row.witnesses),
        )


def _witnesses(rows: Sequence[TieLots]) -> dict[int, tuple[int, str]]:
    """Return start numbers and names of all who looked on. One query where lots were drawn by hand, else none."""
    keys = {witness for row in rows for witness in row.witnesses}
    if not keys:
        return {}
    people = Participant.objects.filter(pk__in=keys).values_list("pk", "start_number", "last_name", "first_name")
    return {pk: (number, listed_name(last, first)) for pk, number, last, first in people}
