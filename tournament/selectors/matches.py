"""How far the matches are: every sheet with its state, the open ones first."""

from dataclasses import dataclass

from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from tournament.enums import IN_FORCE, SETTLED, MatchState, SheetState, Source
from tournament.models import Game, Match, PaperLine, Scoresheet, Seat, Tournament
from tournament.person.names import listed_name
from tournament.selectors.restores import open_restore
from tournament.selectors.second_entry import waiting_second

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
    begun: bool
    """Whether anything is written yet."""
    second: tuple[int, ...] = ()
    """The tables that wait for a second entry."""
    restored: bool = False
    """Whether a copy was restored, and what it lacks is not yet looked after."""

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
    """Return the sheets of a match on which anything is written: a game, or totals alone where the rules allow them.

    `match` may be that of an outer query. A line of paper that waits for a ruling counts too: somebody played it.
    """
    games = Exists(Game.objects.filter(scoresheet=OuterRef("pk")))
    waiting = Exists(PaperLine.objects.filter(scoresheet=OuterRef("pk"), closed_at=None))
    return Scoresheet.objects.in_force().filter(games | waiting | Q(totals__isnull=False), match=match)


def reached_states(matches: QuerySet[Match]) -> dict[int, MatchState]:
    """Return the state that each of these matches has reached by its sheets, by its number. One query."""
    sheets = Scoresheet.objects.in_force().filter(match=OuterRef("pk"))
    told = matches.values_list(
        "number",
        Exists(sheets),
        Exists(sheets.exclude(state__in=[SheetState.ACCEPTED, SheetState.VOID])),
        Exists(written_sheets(OuterRef("pk"))),
    )
    return {number: _reached(drawn, unsettled, played) for number, drawn, unsettled, played in told}


def _reached(drawn: bool, unsettled: bool, played: bool) -> MatchState:
    if not drawn:
        return MatchState.PLANNED
    if not unsettled:
        return MatchState.CLOSED
    return MatchState.PLAYING if played else MatchState.DRAWN


def tables_not_begun(match: Match) -> QuerySet[Scoresheet]:
    """Return the sheets on which nothing is written: until the first game a latecomer may take a seat there (5.2.2)."""
    return (
        Scoresheet.objects.in_force()
        .filter(match=match)
        .exclude(state=SheetState.VOID)
        .exclude(pk__in=written_sheets(match))
    )


def match_overview(match: Match) -> MatchOverview:
    """Return every sheet of a drawn match with names, state and number of written games.

    Four queries, six with double entry.
    """
    names: dict[int, list[str]] = {}
    seats = Seat.objects.filter(match=match).order_by("number")
    for sheet, last_name, first_name in seats.values_list(
        "scoresheet_id", "participant__last_name", "participant__first_name"
    ):
        names.setdefault(sheet, []).append(listed_name(last_name, first_name))
    ruleset = match.tournament.ruleset
    rows = (
        Scoresheet.objects.in_force()
        .filter(match=match)
        .annotate(written=Count("games", filter=Q(games__record__unplayed__isnull=True)))
    )
    lines = [
        SheetLine(
            table=table,
            state=SheetState(state),
            games=written,
            lines=0 if source == Source.TOTALS else ruleset.games(len(names[pk])),
            names=tuple(names[pk]),
        )
        for pk, table, state, source, written in rows.values_list("pk", "table_number", "state", "source", "written")
    ]
    later = Match.objects.filter(tournament=match.tournament_id, number__gt=match.number, state=MatchState.PLANNED)
    return MatchOverview(
        sheets=tuple(sorted(lines, key=lambda line: (_RANK[line.state], line.table))),
        following=later.order_by("number").values_list("number", flat=True).first(),
        begun=match.state != MatchState.DRAWN,
        second=waiting_second(match),
        restored=open_restore() is not None,
    )


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
