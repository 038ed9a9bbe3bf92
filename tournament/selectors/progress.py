"""How far each match is: which sheets count in the ranking, which are missing, which are not accepted yet."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db.models import Case, Exists, FilteredRelation, IntegerField, OuterRef, Q, Subquery, Sum, When

from tournament.enums import IN_FORCE, SETTLED, SheetState
from tournament.models import Dispute, Game, Match, Tournament
from tournament.selectors.disputes import DISPUTE_WAITS

# The one rule of what counts: a complete sheet, with every line written, every checksum 0 and nothing pending. Settled
# sheets no longer hold the ranking up; a void sheet counts 0 for its whole table (5.3.6).
COUNTING = SETTLED | {SheetState.COMPLETE, SheetState.SIGNED}


@dataclass(frozen=True, slots=True, kw_only=True)
class TableProgress:
    """How far the sheet of one table is, and how many games are written on it, without lines that were not played."""

    table: int
    state: str
    written: int
    disputed: bool
    """Whether a dispute about it is open, or upheld and not followed up (5.1.3)."""
    by_lines: bool
    """Whether it has lines; if not, only its totals are known."""

    @property
    def counts(self) -> bool:
        return self.state in COUNTING


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """How far a match is. A table is `missing` until its sheet counts, then `unaccepted` until it is accepted."""

    match: int
    tables: tuple[TableProgress, ...]

    @property
    def sheets(self) -> int:
        return len(self.tables)

    @property
    def counted(self) -> int:
        return sum(table.counts for table in self.tables)

    @property
    def missing(self) -> tuple[int, ...]:
        return self._numbers(set(SheetState) - COUNTING)

    @property
    def unaccepted(self) -> tuple[int, ...]:
        return self._numbers(COUNTING - SETTLED)

    @property
    def unsettled(self) -> tuple[int, ...]:
        return self._numbers(set(SheetState) - SETTLED)

    @property
    def void(self) -> tuple[int, ...]:
        return self._numbers({SheetState.VOID})

    @property
    def disputed(self) -> tuple[int, ...]:
        """The tables with an open dispute: they keep the ranking provisional."""
        return tuple(table.table for table in self.tables if table.disputed)

    @property
    def final(self) -> bool:
        return self.sheets > 0 and not self.unsettled and not self.disputed

    def _numbers(self, states: Iterable[str]) -> tuple[int, ...]:
        return tuple(table.table for table in self.tables if table.state in states)


def match_numbers(tournament: Tournament) -> tuple[int, ...]:
    """Return the numbers of the tournament's matches, drawn or not. One query."""
    return tuple(Match.objects.filter(tournament=tournament).order_by("number").values_list("number", flat=True))


def games_by_sheet(sheet: str) -> Subquery:
    """Count, for each row of a query, the games of the sheet that this column of it names; None if it has no line."""
    # A line that was not played is no game. Testing the points first avoids reading nearly all records.
    played = Case(When(points_1=0, points_2=0, record__unplayed=True, then=0), default=1, output_field=IntegerField())
    games = Game.objects.filter(scoresheet=OuterRef(sheet)).order_by().values("scoresheet")
    return Subquery(games.annotate(count=Sum(played)).values("count"), output_field=IntegerField())


def match_progress(tournament: Tournament) -> tuple[Progress, ...]:
    """Return every match of the tournament, drawn or not, with its tables. One query."""
    in_force = FilteredRelation("scoresheets", condition=Q(scoresheets__state__in=IN_FORCE))
    waits = Exists(Dispute.objects.filter(DISPUTE_WAITS, scoresheet=OuterRef("sheet__pk")))
    rows = (
        Match.objects.filter(tournament=tournament).annotate(sheet=in_force).order_by("number", "sheet__table_number")
    )
    columns: tuple[Any, ...] = ("number", "sheet__table_number", "sheet__state", games_by_sheet("sheet__pk"), waits)
    tables: dict[int, list[TableProgress]] = {}
    for number, table, state, count, disputed in rows.values_list(*columns):
        of_match = tables.setdefault(number, [])
        if table is None:  # the match is not drawn
            continue
        of_match.append(
            TableProgress(table=table, state=state, written=count or 0, disputed=disputed, by_lines=count is not None)
        )
    return tuple(Progress(match=number, tables=tuple(ones)) for number, ones in tables.items())
