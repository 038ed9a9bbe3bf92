"""What waits for the supervisor besides the approvals: lines on paper and signed sheets; and the number of things of
each kind."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.db.models import Exists, OuterRef
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.devices.selectors.table_calls import open_calls
from tournament.draw.selectors.seats import players_at
from tournament.enums import IN_FORCE, CorrectionKind, PaperLineKind, SheetState
from tournament.models import Correction, PaperLine, Scoresheet, Tournament
from tournament.person.forgotten import masked_reasons
from tournament.person.table_names import short_names
from tournament.selectors.approvals import DECIDED_SHOWN, waiting_games, waiting_requests
from tournament.selectors.counted import counts_of
from tournament.selectors.disputes import waiting_dispute_rows
from tournament.selectors.paper_lines import (
    Proposal,
    proposals,
    usual_reason,
    waiting_rows,
)
from tournament.selectors.remarks import correction_text
from tournament.selectors.signatures import refusals_in_force
from tournament.selectors.supervisor_seats import TableSeat
from tournament.sheet.loading import correction, paper_line
from tournament.sheet.names import Names
from tournament.sheet.paper_words import paper_text
from tournament.sheet.places import LinePlace
from tournament.words.game_labels import describe
from tournament.words.labels import points_text


@dataclass(frozen=True, slots=True, kw_only=True)
class SignedSheet:
    """A sheet for the supervisor to accept (5.3.1): all have signed, but for whom a decision overruled.

    `scores` are (name, points) by seat, `overruled` are the names of those who do not sign.
    """

    pk: int
    match: int
    table: int
    scores: tuple[tuple[str, int], ...]
    overruled: tuple[str, ...]
    since: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class WaitingLine:
    """A line of the paper that is no game, as the supervisor decides on it. `names` are those of the seats.

    `paper` is the text of the line; `written` are the points of all seats if they can be read.
    """

    pk: int
    match: int
    table: int
    number: int
    names: tuple[str, ...]
    paper: str
    written: tuple[int, ...]
    typed_by: str
    since: datetime
    proposals: tuple[Proposal, ...]

    @property
    def usual_reason(self) -> str:
        """The reason that the sheet will show if the supervisor writes none."""
        return usual_reason(self.proposals)

    @property
    def clear(self) -> bool:
        """Whether at most one game is proposed: among several equally near ones none is preferred."""
        return sum(proposal.record is not None for proposal in self.proposals) <= 1


@dataclass(frozen=True, slots=True, kw_only=True)
class DecidedLine:
    """A line of the paper that was decided, in the words of the sheet's remark."""

    match: int
    table: int
    number: int
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class WaitingCounts:
    """How many things wait for the supervisor, by kind."""

    calls: int
    games: int
    lines: int
    disputes: int
    refusals: int
    sheets: int

    @property
    def total(self) -> int:
        """The sum of all kinds: the number in the navigation."""
        return self.calls + self.games + self.lines + self.disputes + self.refusals + self.sheets

    @property
    def words(self) -> str:
        """What waits: "2 games, 1 signed sheet"."""
        return ", ".join(self._words())

    def _words(self) -> Iterator[str]:
        if self.calls:
            yield ngettext("%(count)s table that calls", "%(count)s tables that call", self.calls) % {
                "count": self.calls
            }
        if self.games:
            yield ngettext("%(count)s game", "%(count)s games", self.games) % {"count": self.games}
        if self.lines:
            yield ngettext("%(count)s line on paper", "%(count)s lines on paper", self.lines) % {"count": self.lines}
        if self.disputes:
            yield ngettext("%(count)s dispute", "%(count)s disputes", self.disputes) % {"count": self.disputes}
        if self.refusals:
            refused = {"count": self.refusals}
            yield ngettext("%(count)s refused signature", "%(count)s refused signatures", self.refusals) % refused
        if self.sheets:
            yield ngettext("%(count)s signed sheet", "%(count)s signed sheets", self.sheets) % {"count": self.sheets}


def waiting(tournament: Tournament) -> WaitingCounts:
    """Return how much waits for the supervisor. One query."""
    calls, played, requests, lines, disputes, refusals, sheets = counts_of(
        tournament,
        open_calls(tournament),
        waiting_games(tournament),
        waiting_requests(tournament),
        waiting_rows(tournament),
        waiting_dispute_rows(tournament),
        refusals_in_force(tournament),
        Scoresheet.objects.filter(match__tournament=tournament, state=SheetState.SIGNED),
    )
    return WaitingCounts(
        calls=calls, games=played + requests, lines=lines, disputes=disputes, refusals=refusals, sheets=sheets
    )


def waiting_lines(rows: Sequence[PaperLine], names: Mapping[int, tuple[str, ...]]) -> tuple[WaitingLine, ...]:
    """Return these lines on paper with what can be decided on each; `names` are the short ones by sheet. No query."""
    lines_by_sheet = defaultdict[int, set[int]](set)
    for row in rows:
        if row.kind != PaperLineKind.NOT_WRITTEN:
            lines_by_sheet[row.scoresheet_id].add(row.number)
    return tuple(_line(row, names[row.scoresheet_id], lines_by_sheet[row.scoresheet_id]) for row in rows)


def _line(row: Any, names: tuple[str, ...], numbers: set[int]) -> WaitingLine:
    sheet = row.scoresheet
    ruleset = sheet.match.tournament.ruleset
    place = LinePlace(
        ruleset=ruleset.in_match(sheet.match.number),
        number=row.number,
        seats=len(names),
        first_dealer=sheet.first_dealer,
        thrown_in=row.thrown_in,
    )
    paper = paper_line(vars(row))
    ending = range(max({row.last_game, *numbers}) + 1, ruleset.games(len(names)) + 1)
    return WaitingLine(
        pk=row.pk,
        match=sheet.match.number,
        table=sheet.table_number,
        number=row.number,
        names=names,
        paper=paper_text(paper.kind, paper.text, paper.written),
        written=tuple(row.written or ()),
        typed_by=row.typed_by.full_name,
        since=row.typed_at,
        proposals=tuple(_in_words(proposal) for proposal in proposals(paper, place, ending, names)),
    )


def _in_words(proposal: Proposal) -> Proposal:
    """Return the words of the proposal without its points, which the list shows in the columns of the seats."""
    return replace(proposal, words=proposal.words.removesuffix(f": {points_text(proposal.points)}"))


def ruled_rows(tournament: Tournament) -> list[Correction]:
    """Return the newest decisions on lines on paper. One query."""
    line = PaperLine.objects.filter(
        scoresheet=OuterRef("game__scoresheet"), number=OuterRef("game__number"), closed_at__isnull=False
    )
    kinds = [CorrectionKind.RULED, CorrectionKind.STRUCK, CorrectionKind.UNPLAYED]
    rows = Correction.objects.filter(
        Exists(line),
        game__scoresheet__match__tournament=tournament,
        game__scoresheet__state__in=IN_FORCE,
        kind__in=kinds,
    )
    rows = rows.select_related("game__scoresheet__match", "supervisor").order_by("-at", "-pk")[:DECIDED_SHOWN]
    return masked_reasons(rows, tournament.forgotten_words)


def decided_lines(
    tournament: Tournament, rows: Iterable[Correction], names: Mapping[int, tuple[str, ...]]
) -> tuple[DecidedLine, ...]:
    """Return these decisions in words; `names` are the short ones by sheet. No query."""
    return tuple(
        DecidedLine(
            match=row.game.scoresheet.match.number,
            table=row.game.scoresheet.table_number,
            number=row.game.number,
            text=correction_text(
                tournament.ruleset,
                row.game.number,
                correction(vars(row)),
                Names(seats=names[row.game.scoresheet_id], logins={row.supervisor_id: row.supervisor.full_name}),
            ),
        )
        for row in rows
    )


def decided_text(line: PaperLine) -> str:
    """Return the decision on this line in words: its game with the players, struck, or not played. Two queries."""
    of_line = Correction.objects.filter(game__scoresheet=line.scoresheet_id, game__number=line.number)
    row = of_line.order_by("pk").last()
    if row is None:  # the desk has typed a game into the line meanwhile
        game = line.scoresheet.games.filter(number=line.number).first()
        record = game.record if game is not None else None
    elif row.new_record.get("struck"):
        return _("struck")
    else:
        record = row.new_record
    names = short_names(players_at(line.scoresheet))
    return describe(line.scoresheet.match.tournament.ruleset, record, names) if record else ""


def signed_sheets(
    tables: Iterable[Sequence[TableSeat]], names: Mapping[int, tuple[str, ...]]
) -> tuple[SignedSheet, ...]:
    """Return which of these tables wait for acceptance, the longest waiting first; `names` by sheet. No query."""
    lines = [
        SignedSheet(
            pk=seats[0].sheet,
            match=seats[0].match,
            table=seats[0].table,
            scores=tuple((name, seat.points) for name, seat in zip(names[seats[0].sheet], seats, strict=True)),
            overruled=tuple(name for name, seat in zip(names[seats[0].sheet], seats, strict=True) if seat.overruled_at),
            since=max(at for seat in seats for at in (seat.signed_at, seat.overruled_at) if at),
        )
        for seats in tables
        if seats[0].state == SheetState.SIGNED
    ]
    return tuple(sorted(lines, key=lambda one: (one.since, one.match, one.table)))
