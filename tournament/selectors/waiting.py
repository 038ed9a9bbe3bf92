"""What waits for the supervisor beside the approvals: signed sheets; and how much waits in all, by kind."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Max, Q, QuerySet
from django.utils.translation import ngettext

from tournament.enums import SheetState
from tournament.models import Scoresheet, Seat, Tournament
from tournament.selectors.approvals import waiting_by_match
from tournament.selectors.records import total_column
from tournament.selectors.scoresheets import short_names
from tournament.selectors.signatures import refusal_tables


@dataclass(frozen=True, slots=True, kw_only=True)
class SignedSheet:
    """A sheet that all have signed: the supervisor accepts it (5.3.1). `scores` are (name, points) by seat."""

    pk: int
    match: int
    table: int
    scores: tuple[tuple[str, int], ...]
    since: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Waiting:
    """How many things wait for the supervisor, by kind."""

    games: int
    refusals: int
    sheets: int

    @property
    def total(self) -> int:
        """All of them: the number in the navigation."""
        return self.games + self.refusals + self.sheets

    @property
    def words(self) -> str:
        """What waits: "2 games, 1 signed sheet"."""
        return ", ".join(self._words())

    def _words(self) -> Iterator[str]:
        if self.games:
            yield ngettext("%(count)s game", "%(count)s games", self.games) % {"count": self.games}
        if self.refusals:
            refused = {"count": self.refusals}
            yield ngettext("%(count)s refused signature", "%(count)s refused signatures", self.refusals) % refused
        if self.sheets:
            yield ngettext("%(count)s signed sheet", "%(count)s signed sheets", self.sheets) % {"count": self.sheets}


def waiting(tournament: Tournament) -> Waiting:
    """How much waits for the supervisor. Four queries."""
    return Waiting(
        games=sum(waiting_by_match(tournament).values()),
        refusals=sum(map(len, refusal_tables(tournament).values())),
        sheets=_signed(tournament).count(),
    )


def signed_sheets(tournament: Tournament) -> tuple[SignedSheet, ...]:
    """The sheets that wait for acceptance, the longest waiting first. Two queries."""
    last = Max("seats__signatures__signed_at", filter=Q(seats__signatures__lapsed_at=None))
    rows = list(_signed(tournament).annotate(since=last).order_by("since", "match__number", "table_number"))
    column, seats = total_column(tournament.ruleset), defaultdict[int, list[Seat]](list)
    for seat in Seat.objects.filter(scoresheet__in=rows).select_related("participant").order_by("number"):
        seats[seat.scoresheet_id].append(seat)
    return tuple(
        SignedSheet(
            pk=row.pk,
            match=row.match.number,
            table=row.table_number,
            scores=tuple(_scores(seats[row.pk], column)),
            since=row.since,
        )
        for row in rows
    )


def _signed(tournament: Tournament) -> QuerySet[Any]:
    return Scoresheet.objects.filter(match__tournament=tournament, state=SheetState.SIGNED).select_related("match")


def _scores(seats: list[Seat], column: str) -> Iterator[tuple[str, int]]:
    names = short_names([(seat.participant.first_name, seat.participant.last_name) for seat in seats])
    for name, seat in zip(names, seats, strict=True):
        yield name, getattr(seat, column)
