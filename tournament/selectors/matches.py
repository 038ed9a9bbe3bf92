"""How far the matches are: every sheet with its state, the open ones first."""

from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter

from django.db.models import Case, Count, Exists, Max, OuterRef, Q, QuerySet, Value, When

from tournament.backup.selectors.restores import restore_is_open
from tournament.enums import IN_FORCE, SETTLED, MatchState, SheetState, Source
from tournament.models import ClosedList, Game, Match, PaperLine, Scoresheet, Seat, Tournament
from tournament.person.names import distinct_names, listed_name
from tournament.selectors.progress import games_by_sheet
from tournament.selectors.second_entry import waits_second

_RANK = {state: rank for rank, state in enumerate(SheetState)}


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetLine:
    """One sheet of a match: `games` of its `lines` are written, `names` are those of its seats in order.

    `lines` is 0 if only the totals are known.
    """

    table: int
    state: SheetState
    games: int
    lines: int
    names: tuple[str, ...]
    begun: bool
    """Whether anything is written on it, or lies beside it as a line on paper."""
    second: bool
    """Whether it waits for a second entry."""

    @property
    def settled(self) -> bool:
        return self.state in SETTLED

    @property
    def complete(self) -> bool:
        """Whether all is written, but signatures or the supervisor's acceptance are outstanding."""
        return self.state in (SheetState.COMPLETE, SheetState.SIGNED)


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchOverview:
    """The sheets of a match: open ones first, then complete, signed, accepted, void; each group by table."""

    sheets: tuple[SheetLine, ...]
    following: int | None
    """The next match that is not drawn yet."""
    later: int | None
    """The next match that is drawn already."""
    begun: bool
    """Whether anything is written yet."""
    second: tuple[int, ...] = ()
    """The tables that wait for a second entry."""
    restored: bool = False
    """Whether a copy was restored and nobody has yet dealt with what it lacks."""

    @property
    def written(self) -> tuple[int, ...]:
        """The tables with any writing."""
        return self.written_from(1)

    def written_from(self, first: int) -> tuple[int, ...]:
        """The same from table `first` on."""
        return tuple(sheet.table for sheet in self.sheets if sheet.begun and sheet.table >= first)

    @property
    def missing(self) -> tuple[int, ...]:
        return tuple(sheet.table for sheet in self.sheets if sheet.state == SheetState.OPEN)

    @property
    def settled(self) -> int:
        return sum(sheet.settled for sheet in self.sheets)

    @property
    def next_sheet(self) -> SheetLine | None:
        return next((sheet for sheet in self.sheets if not sheet.settled), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchLine:
    """A match in the list: how many sheets it has, how many are still open, how many settled."""

    match: Match
    sheets: int
    open: int
    settled: int


def written_sheets(match: Match | OuterRef) -> QuerySet[Scoresheet]:
    """Return the sheets of a match with any writing: a game, or totals alone if the rules allow them.

    `match` may be that of an outer query. A line of paper that waits for a ruling counts too: somebody played it.
    """
    games = Exists(Game.objects.filter(scoresheet=OuterRef("pk")))
    waiting = Exists(PaperLine.objects.filter(scoresheet=OuterRef("pk"), closed_at=None))
    return Scoresheet.objects.in_force().filter(games | waiting | Q(totals__isnull=False), match=match)


def begun_matches(tournament: Tournament) -> int:
    """Return the number of the last match whose list was closed or that is drawn; 0 if there is none. One query."""
    begun = ~Q(state=MatchState.PLANNED) | Exists(ClosedList.objects.filter(match=OuterRef("pk")))
    return tournament.matches.filter(begun).aggregate(last=Max("number"))["last"] or 0


def reached_states(matches: QuerySet[Match]) -> dict[int, MatchState]:
    """Return the state that each of these matches has reached by its sheets, by its number. One query."""
    sheets = Scoresheet.objects.in_force().filter(match=OuterRef("pk"))
    rows = matches.values_list(
        "number",
        Exists(sheets),
        Exists(sheets.exclude(state__in=[SheetState.ACCEPTED, SheetState.VOID])),
        Exists(written_sheets(OuterRef("pk"))),
    )
    return {number: _reached(has_lots, unsettled, played) for number, has_lots, unsettled, played in rows}


def _reached(has_lots: bool, unsettled: bool, played: bool) -> MatchState:
    if not has_lots:
        return MatchState.PLANNED
    if not unsettled:
        return MatchState.CLOSED
    return MatchState.PLAYING if played else MatchState.DRAWN


def tables_not_begun(match: Match) -> QuerySet[Scoresheet]:
    """Return the sheets without any writing: until the first game a latecomer may take a seat there (5.2.2)."""
    return (
        Scoresheet.objects.in_force()
        .filter(match=match)
        .exclude(state=SheetState.VOID)
        .exclude(pk__in=written_sheets(match))
    )


def match_overview(match: Match) -> MatchOverview:
    """Return every sheet of a drawn match with names, state and number of written games. Two queries."""
    matches = Match.objects.filter(tournament=match.tournament_id).order_by("number")
    others = list(matches.values_list("number", "state", restore_is_open()))
    later = [(number, state == MatchState.PLANNED) for number, state, _restored in others if number > match.number]
    sheets = _sheet_lines(match)
    return MatchOverview(
        sheets=tuple(sorted(sheets, key=lambda line: (_RANK[line.state], line.table))),
        following=next((number for number, planned in later if planned), None),
        later=next((number for number, planned in later if not planned), None),
        begun=match.state != MatchState.DRAWN,
        second=tuple(line.table for line in sheets if line.second),
        restored=any(restored for _number, _state, restored in others),
    )


def _sheet_lines(match: Match) -> list[SheetLine]:
    """Return the sheets in the order of the tables. Columns about the whole sheet are read from its first seat."""
    ruleset = match.tournament.ruleset
    line_waits = Exists(PaperLine.objects.filter(scoresheet=OuterRef("scoresheet"), closed_at=None))
    waits = Case(When(line_waits | Q(scoresheet__totals__isnull=False), then=True), default=False)
    typed_once = waits_second("scoresheet") if match.tournament.double_entry else Value(False)
    seats = Seat.objects.filter(match=match).order_by("scoresheet__table_number", "number")
    columns = seats.values_list(
        "scoresheet__table_number",
        "scoresheet__state",
        "scoresheet__source",
        *(Case(When(number=1, then=once)) for once in (games_by_sheet("scoresheet"), waits, typed_once)),
        *("participant__start_number", "participant__last_name", "participant__first_name", "participant__club"),
    )
    # Tell namesakes apart within the whole match: somebody who looks for one does not know the table.
    rows = list(columns)
    names = distinct_names((number, listed_name(last, first), club) for *_of_sheet, number, last, first, club in rows)
    lines = []
    for table, group in groupby(rows, key=itemgetter(0)):
        seated = list(group)
        _table, state, source, games, waits, second, *_player = seated[0]
        lines.append(
            SheetLine(
                table=table,
                state=SheetState(state),
                games=games or 0,
                lines=0 if source == Source.TOTALS else ruleset.games(len(seated)),
                names=tuple(names[number] for *_of_sheet, number, _last, _first, _club in seated),
                begun=games is not None or waits,
                second=second,
            )
        )
    return lines


def match_lines(tournament: Tournament) -> tuple[MatchLine, ...]:
    """Return the matches of a tournament in order. One query."""
    here = Q(scoresheets__state__in=IN_FORCE)
    matches = tournament.matches.order_by("number").annotate(
        sheet_count=Count("scoresheets", filter=here),
        open_count=Count("scoresheets", filter=here & Q(scoresheets__state=SheetState.OPEN)),
        settled_count=Count("scoresheets", filter=here & Q(scoresheets__state__in=SETTLED)),
    )
    return tuple(
        MatchLine(match=match, sheets=match.sheet_count, open=match.open_count, settled=match.settled_count)
        for match in matches
    )
