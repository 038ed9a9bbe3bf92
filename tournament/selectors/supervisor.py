"""All that the supervisor's page lists: games, lines on paper, disputes, refusals, signed sheets, and decisions.

One query reads everybody at all tables concerned.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tournament.devices.selectors.table_calls import CallLine
from tournament.models import Tournament
from tournament.person.table_names import short_names
from tournament.selectors.approvals import ApprovalLists, approval_lists, decision_rows, sheet_of, shown_hash
from tournament.selectors.disputes import DisputeView, waiting_disputes
from tournament.selectors.paper_lines import waiting_paper_lines
from tournament.selectors.signatures import RefusalLine, refusal_lines
from tournament.selectors.supervisor_seats import TableSeat, table_seats
from tournament.selectors.waiting import (
    DecidedLine,
    SignedSheet,
    WaitingCounts,
    WaitingLine,
    decided_lines,
    ruled_rows,
    signed_sheets,
    waiting_lines,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class SupervisorLists:
    """What waits for the supervisor, kind by kind, and what was decided last (`games.decided`, `ruled`)."""

    calls: tuple[CallLine, ...]
    games: ApprovalLists
    lines: tuple[WaitingLine, ...]
    disputes: tuple[DisputeView, ...]
    refusals: tuple[RefusalLine, ...]
    signed: tuple[SignedSheet, ...]
    ruled: tuple[DecidedLine, ...]

    @property
    def counts(self) -> WaitingCounts:
        """How much waits, as the navigation shows it."""
        return WaitingCounts(
            calls=len(self.calls),
            games=len(self.games.waiting),
            lines=len(self.lines),
            disputes=len(self.disputes),
            refusals=len(self.refusals),
            sheets=len(self.signed),
        )

    @property
    def shown(self) -> str:
        """A short word that changes exactly when the page's content changes."""
        return shown_hash(self.games, self.refusals, self.signed, self.lines, self.ruled, self.disputes, self.calls)


def supervisor_lists(tournament: Tournament, *, hands: bool = False) -> SupervisorLists:
    """Return all lists. `hands`: with the cards that were sent, which only a supervisor may see. Six queries."""
    rows, lines, ruled = decision_rows(tournament), waiting_paper_lines(tournament), ruled_rows(tournament)
    about = {sheet_of(row).pk for row in rows} | {row.scoresheet_id for row in lines}
    seats = table_seats(tournament, about | {row.game.scoresheet_id for row in ruled})
    names = {sheet: tuple(short_names([seat.player for seat in own])) for sheet, own in seats.items()}
    return SupervisorLists(
        calls=call_lines(seats.values()),
        games=approval_lists(tournament, rows, names, hands=hands),
        lines=waiting_lines(lines, names),
        disputes=waiting_disputes(tournament),
        refusals=refusal_lines(tournament, seats.values()),
        signed=signed_sheets(seats.values(), names),
        ruled=decided_lines(tournament, ruled, names),
    )


def call_lines(tables: Iterable[Sequence[TableSeat]]) -> tuple[CallLine, ...]:
    """Return which of these tables call, the longest waiting first. No query."""
    lines = [
        CallLine(pk=seats[0].call, match=seats[0].match, table=seats[0].table, since=seats[0].called_at)
        for seats in tables
        if seats[0].call is not None and seats[0].called_at is not None
    ]
    return tuple(sorted(lines, key=lambda line: (line.since, line.pk)))
