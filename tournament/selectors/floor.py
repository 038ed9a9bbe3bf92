"""The hall at a glance: every table of a match with its state or what it waits for, urgent tables first."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Count, IntegerField, Min, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils import timezone
from django.utils.translation import gettext_lazy, ngettext

from tournament.enums import SETTLED, ApprovalState, DeviceState, FloorState, SheetState, Source
from tournament.models import (
    Approval,
    ApprovalRequest,
    Dispute,
    Game,
    Match,
    PaperLine,
    Scoresheet,
    Seat,
    Signature,
    SignatureRefusal,
    TableCall,
    TableDevice,
)
from tournament.selectors.disputes import DISPUTE_WAITS

# A phone asks every few seconds while its page is open; the time is noted once a minute. A screen that locks during a
# long game is no fault.
SILENT_AFTER = timedelta(minutes=5)

WORDS: Mapping[FloorState, Any] = {
    FloorState.ASKS: gettext_lazy("asks before play"),
    FloorState.CALLS: gettext_lazy("calls the supervisor"),
    FloorState.REFUSES: gettext_lazy("does not sign"),
    FloorState.DISPUTE: gettext_lazy("dispute"),
    FloorState.APPROVAL: gettext_lazy("approval missing"),
    FloorState.LINE: gettext_lazy("line on paper, checksum open"),
    FloorState.SILENT: gettext_lazy("device silent"),
    FloorState.PLAYING: gettext_lazy("is playing"),
    FloorState.WAITING: gettext_lazy("not begun"),
    FloorState.COMPLETE: gettext_lazy("complete"),
    FloorState.SIGNED: gettext_lazy("signed, to be accepted"),
    FloorState.ACCEPTED: gettext_lazy("accepted"),
    FloorState.VOID: gettext_lazy("void"),
}
# The states in which somebody has to come, in the order of urgency; a phone announces the first ones.
CALLS = (FloorState.ASKS, FloorState.CALLS, FloorState.REFUSES, FloorState.DISPUTE)

# What a table waits for, by the column that holds the beginning of the wait.
WAITS = (
    (FloorState.ASKS, "asked"),
    (FloorState.CALLS, "called"),
    (FloorState.REFUSES, "refused"),
    (FloorState.DISPUTE, "disputed"),
    (FloorState.APPROVAL, "waiting"),
    (FloorState.LINE, "line"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class FloorTable:
    """One table. `state` is the most urgent of its states, `also` are the others in words.

    `games` of its `lines` are written, 0 lines if only the totals are known. `since` is the beginning of its wait,
    `call` identifies the wait for a phone that announces it once.
    """

    table: int
    state: FloorState
    games: int
    lines: int
    unsigned: int
    since: datetime | None
    also: tuple[str, ...]

    @property
    def words(self) -> str:
        """The table's state, or what it waits for."""
        if self.state == FloorState.COMPLETE:
            missing = ngettext("%(count)s signature missing", "%(count)s signatures missing", self.unsigned)
            return missing % {"count": self.unsigned}
        return str(WORDS[self.state])

    @property
    def call(self) -> str:
        return f"{self.state}-{self.table}-{self.since.timestamp():.0f}" if self.state in CALLS and self.since else ""

    @property
    def waited(self) -> int:
        """The seconds that it has waited."""
        return max(0, int((timezone.now() - self.since).total_seconds())) if self.since else 0

    @property
    def waited_words(self) -> str:
        """The same in minutes and seconds: 2:05."""
        return f"{self.waited // 60}:{self.waited % 60:02}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Floor:
    """All tables of a match, those that need somebody first, then the slowest; and how many are in each state."""

    tables: tuple[FloorTable, ...]

    @property
    def counts(self) -> list[tuple[FloorState, str, int]]:
        """How many tables are in each state that occurs, the urgent ones first."""
        counts = [(state, str(WORDS[state]), sum(one.state == state for one in self.tables)) for state in FloorState]
        return [each for each in counts if each[2]]

    def by_number(self) -> tuple[FloorTable, ...]:
        """The tables by number, in the order of the hall."""
        return tuple(sorted(self.tables, key=lambda one: one.table))


def floor(match: Match) -> Floor:
    """Return every table of a drawn match, whose tournament is loaded. One query."""
    ruleset = match.tournament.ruleset
    tables = [_table(row, ruleset.games(row["at_table"] or ruleset.usual_seats)) for row in _rows(match)]
    return Floor(tables=tuple(sorted(tables, key=_urgency)))


def silent_tables() -> Coalesce:
    """Count the silent devices for each match of a query: no change of a sheet shows them."""
    silent = TableDevice.objects.filter(
        state=DeviceState.ACTIVE,
        seen_at__lt=timezone.now() - SILENT_AFTER,
        scoresheet__match=OuterRef("pk"),
        scoresheet__state=SheetState.OPEN,
    )
    return _count(silent, "scoresheet__match")


def _urgency(one: FloorTable) -> tuple[int, float, int, int]:
    order = list(FloorState).index(one.state)
    return order, one.since.timestamp() if one.since else 0.0, one.games, one.table


def _rows(match: Match) -> Iterable[Mapping[str, Any]]:
    sheet = OuterRef("pk")
    games = Game.objects.filter(scoresheet=sheet, record__unplayed__isnull=True)
    waiting = Approval.objects.filter(game__scoresheet=sheet, state=ApprovalState.REQUESTED)
    requests = ApprovalRequest.objects.filter(scoresheet=sheet, state=ApprovalState.REQUESTED)
    refused = SignatureRefusal.objects.filter(seat__scoresheet=sheet, lapsed_at=None, dispute=None)
    disputes = Dispute.objects.filter(DISPUTE_WAITS, scoresheet=sheet)
    calls = TableCall.objects.filter(scoresheet=sheet, answered_at=None, taken_back_at=None)
    lines = PaperLine.objects.filter(scoresheet=sheet, closed_at=None)
    device = TableDevice.objects.filter(scoresheet=sheet, state=DeviceState.ACTIVE)
    signed = Signature.objects.filter(seat__scoresheet=sheet, lapsed_at=None)
    rows = Scoresheet.objects.in_force().filter(match=match)
    return rows.values(
        "table_number",
        "state",
        "source",
        written=_count(games, "scoresheet"),
        at_table=_count(Seat.objects.filter(scoresheet=sheet), "scoresheet"),
        signatures=_count(signed, "seat__scoresheet"),
        waiting=_earliest(waiting, "game__scoresheet", "requested_at"),
        asked=_earliest(requests, "scoresheet", "requested_at"),
        called=_earliest(calls, "scoresheet", "called_at"),
        refused=_earliest(refused, "seat__scoresheet", "refused_at"),
        disputed=_earliest(disputes, "scoresheet", "steps__at"),
        line=_earliest(lines, "scoresheet", "typed_at"),
        seen=Subquery(device.values("seen_at")[:1]),
    )


def _count(rows: QuerySet[Any], sheet: str) -> Coalesce:
    rows_of_sheet = rows.order_by().values(sheet).annotate(found=Count("pk")).values("found")
    return Coalesce(Subquery(rows_of_sheet), 0, output_field=IntegerField())


def _earliest(rows: QuerySet[Any], sheet: str, at: str) -> Subquery:
    return Subquery(rows.order_by().values(sheet).annotate(found=Min(at)).values("found"))


def _table(row: Mapping[str, Any], lines: int) -> FloorTable:
    states = list(_states(row))
    state, since = states[0]
    return FloorTable(
        table=row["table_number"],
        state=state,
        games=row["written"],
        lines=0 if row["source"] == Source.TOTALS else lines,
        unsigned=row["at_table"] - row["signatures"],
        since=since,
        also=tuple(str(WORDS[other]) for other, _since in states[1:-1]),
    )


def _states(row: Mapping[str, Any]) -> Iterator[tuple[FloorState, datetime | None]]:
    """Yield the states that apply to a table, the most urgent first; the last one says how far its sheet is."""
    for state, name in WAITS:
        # A dispute outlives the acceptance of its sheet.
        if row[name] is not None and (row["state"] not in SETTLED or state == FloorState.DISPUTE):
            yield state, row[name]
    if row["state"] == SheetState.OPEN:
        if row["seen"] is not None and row["seen"] < timezone.now() - SILENT_AFTER:
            yield FloorState.SILENT, row["seen"]
        yield (FloorState.PLAYING if row["written"] else FloorState.WAITING), None
    else:
        yield FloorState(row["state"]), None
