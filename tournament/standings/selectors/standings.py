"""The standings: overall with tie-break and lot (5.4.1, 5.4.2), and of one match. Read from the seats' totals.

One rule says what counts: a sheet as soon as it is complete (progress.COUNTING). A participant without such a sheet
is listed without a place, as is a house player unless the tournament ranks them. Whether one who left, or came later,
takes a place is the tournament's place rule (place_rules.py); one who was excluded takes none (5.1.4).
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import Any, NamedTuple, cast

from scoring.ranking import BY_PLACES, BY_POINTS, Contender, RankedParticipant, Ranking, rank
from scoring.ruleset import PLACES
from tournament import lots
from tournament.draw.selectors.place_rules import Places, places_of
from tournament.draw.selectors.tie_lots import TieDraw, tie_draws, tie_lots
from tournament.enums import SheetState, ShownName
from tournament.models import Tournament
from tournament.participants.selectors.substitutes import holders
from tournament.person.names import fits, numbered_name, search_words
from tournament.selectors.progress import Progress, match_progress
from tournament.standings.selectors.best_matches import (
    CountedMatches,
    counted_matches,
    places_in_matches,
    selects,
)
from tournament.standings.selectors.departures import departures_line
from tournament.standings.selectors.seat_totals import COUNTERS, NOTHING, SeatTotals, seat_totals

EXCLUDED, HOUSE, LEFT, LATE = "excluded", "house", "left", "late"
"""Why somebody takes no place in the ranking."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UnsettledSheet:
    """A sheet that does not count yet: how many of its games are written; `points` are the player's so far."""

    match: int
    table: int
    written: int
    games: int
    points: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Margin:
    """What separates a line from a place next to it: `by` points, a criterion or the lot, with both sides' figures."""

    place: int
    by: str
    mine: int
    theirs: int


class StandingsLine(NamedTuple):
    """One line of the ranking. `place` is None if no sheet counts yet, and for who is `unplaced`. A tuple, because a
    thousand are made, hashed and compared after each game.

    `match_points` holds None for a match without a seat, or whose sheet does not count yet (then it is in
    `missing`). The line is based on `games` of `games_in_all`. `void` has match and table of sheets that count 0
    (5.3.6).
    """

    participant: int
    start_number: int
    name: str
    club: str
    house: bool
    left: bool
    excluded: bool
    stands_for: tuple[tuple[int, str], ...]
    """Start number and name of those whose place this substitute took over, the first one first (5.2.11)."""
    others: tuple[int, ...]
    """The same participants by key."""
    unplaced: str
    """Why it takes no place: EXCLUDED, HOUSE, LEFT or LATE; "" if it takes one."""
    match_points: tuple[int | None, ...]
    total: int
    games: int
    games_in_all: int
    missing: tuple[UnsettledSheet, ...]
    void: tuple[tuple[int, int], ...]
    sie_played: int
    touts_won: int
    touts_played: int
    solos_won: int
    solos_played: int
    place: int | None = None
    decided_by: str | None = None
    ahead: Margin | None = None
    """What separates it from the next place behind it."""
    behind: Margin | None = None
    """What separates it from the place before it."""
    tied: bool = False  # whether it shares its place in an open tie that a lot will decide
    uncounted: tuple[int, ...] = ()
    """The matches that do not count because better ones do (reading 47)."""
    match_places: tuple[int | None, ...] = ()
    """The place in each match and their sum, where the places are added up (reading 48)."""
    place_sum: int = 0
    shown: str = ShownName.NAME  # how `name` names it (public_names.py); of who is hidden no number is shown either

    @property
    def found_by(self) -> tuple[int, str]:
        return self.start_number, self.name if self.shown == ShownName.NAME else ""

    @property
    def listed(self) -> str:
        """The start number and the name; what stands for a name stands alone."""
        return numbered_name(self.start_number, self.name) if self.shown == ShownName.NAME else self.name

    @property
    def first_by(self) -> str:
        """What is compared first: points, or the sum of places."""
        return BY_PLACES if self.place_sum else BY_POINTS

    @property
    def counts(self) -> bool:
        """Whether any sheet of this participant counts already."""
        return any(points is not None for points in self.match_points)


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenTie:
    """The lines of an open tie. `kept` are those whose order earlier draws give, the first one first."""

    lines: tuple[StandingsLine, ...]
    kept: tuple[tuple[StandingsLine, ...], ...]

    @property
    def start_numbers(self) -> tuple[int, ...]:
        return tuple(line.start_number for line in self.lines)


@dataclass(frozen=True, slots=True, kw_only=True)
class Standings:
    """A ranking with what it is based on. `open_ties` holds one group of participant ids for each tie, by place.

    `kept_lots` holds for each of these groups what earlier draws say of its order, as chains of ids.
    """

    match: int | None
    lines: tuple[StandingsLine, ...]
    progress: tuple[Progress, ...]
    final: bool
    open_ties: tuple[tuple[int, ...], ...] = ()
    kept_lots: tuple[lots.Chains[int], ...] = ()
    lots: tuple[TieDraw, ...] = ()
    places: Places = field(default_factory=Places)
    departures: str = ""
    """Of a final ranking over all matches: where the tournament departed from published rules and lots."""

    @property
    def uneven(self) -> bool:
        """Whether any line is based on fewer games than there are: then each line says on how many."""
        return any(line.games < line.games_in_all for line in self.lines)

    @property
    def ties(self) -> tuple[OpenTie, ...]:
        """The open ties with their lines."""
        lines = {line.participant: line for line in self.lines if line.tied}
        return tuple(
            OpenTie(
                lines=tuple(lines[participant] for participant in group),
                kept=tuple(tuple(lines[participant] for participant in chain) for chain in chains),
            )
            for group, chains in zip(self.open_ties, self.kept_lots, strict=True)
        )


def overall_standings(tournament: Tournament) -> Standings:
    """Return the ranking over all matches. Five queries, whatever the number of players; one more if it is final."""
    ranking = rank_overall(tournament, seat_totals(tournament))
    return replace(ranking, departures=departures_line(tournament)) if ranking.final else ranking


def match_standings(tournament: Tournament, number: int) -> Standings:
    """Return the ranking of one match by points alone. Equal points share a place: 5.4.2 is about the whole.

    Four queries.
    """
    progress = tuple(part for part in match_progress(tournament) if part.match == number)
    field = _Field(tournament, seat_totals(tournament, number), progress, whole=False)
    lines: list[StandingsLine] = []
    for place, one in enumerate(sorted(field.contenders.values(), key=lambda one: -one.points), start=1):
        shared = bool(lines) and lines[-1].total == one.points
        lines.append(field.ranked(one, place=lines[-1].place if shared else place, decided_by=BY_POINTS))
    final = all(part.final for part in progress)
    return Standings(
        match=number, lines=(*lines, *field.placeless), progress=progress, final=final, places=field.places
    )


def rank_overall(tournament: Tournament, seats: Iterable[SeatTotals]) -> Standings:
    """Rank these seats' totals. Lots that were drawn hold: those who are tied keep their order (reading 26)."""
    progress = match_progress(tournament)
    field = _Field(tournament, list(seats), progress, whole=True)
    contenders = dict(field.contenders)
    rows = tie_lots(tournament)
    orders = [field.holders_of(row.order) for row in rows]
    ruleset = tournament.ruleset
    ranking = rank(ruleset, list(contenders.values()))
    decided = [order for group in _open_ties(ranking) if (order := lots.drawn_order(group, orders))]
    if decided:
        for order in decided:
            for lot, participant in enumerate(order, start=1):
                contenders[participant] = replace(contenders[participant], lot=lot)
        ranking = rank(ruleset, list(contenders.values()))
    open_ties = _open_ties(ranking)
    return Standings(
        match=None,
        lines=(*_placed(ranking, field), *field.placeless),
        progress=progress,
        final=bool(progress) and all(part.final for part in progress),
        open_ties=open_ties,
        kept_lots=tuple(lots.kept_chains(group, orders) for group in open_ties),
        lots=tuple(tie_draws(rows, orders, decided, field.seat_of_place)),
        places=field.places,
    )


def find_lines(standings: Standings, text: str) -> tuple[StandingsLine, ...]:
    """Return the lines that fit a start number or parts of a name, also of those whose place a substitute has; umlauts
    may be spelled ö, o or oe. Who is not shown by name is found by number only, who is hidden not at all. No query.
    """
    words = search_words(text)
    lines = [line for line in standings.lines if words and line.shown != ShownName.HIDDEN]
    return tuple(line for line in lines if any(fits(words, *who) for who in (line.found_by, *line.stands_for)))


class _Field:
    """Everybody with a seat: `contenders` are those that take a place, `placeless` the lines of all others.

    In the ranking of one match nobody is late or has left: `whole` is false. `by_participant` is in the order of start
    numbers, which decides only how an open tie is listed.
    """

    def __init__(
        self, tournament: Tournament, seats: Sequence[SeatTotals], progress: Sequence[Progress], *, whole: bool
    ) -> None:
        self.whole = whole
        self.ruleset = tournament.ruleset
        self.matches = tuple(part.match for part in progress)
        tables = [((part.match, table.table), table) for part in progress for table in part.tables]
        self.written = {place: table.written for place, table in tables}
        self.totals_only = {place for place, table in tables if not table.by_lines}
        self.sizes = Counter((seat.match, seat.table) for seat in seats)
        self.holders = holders(tournament)
        self.places = places_of(tournament)
        self.ranks_house = tournament.ranks_house_players
        self.by_participant: dict[int, list[SeatTotals]] = {}
        for seat in sorted(map(self._under_holder, seats), key=lambda seat: seat.start_number):
            self.by_participant.setdefault(seat.participant, []).append(seat)
        self.games_in_all = self.ruleset.games_per_player * len(self.matches)
        self.contenders: dict[int, Contender] = {}
        self.selects = whole and selects(self.ruleset)
        placed = {
            key: own
            for key, own in self.by_participant.items()
            if any(seat.ranked for seat in own) and not self._unplaced(own)
        }
        self.match_places = places_in_matches(placed, self.matches) if whole and self.ruleset.sums == PLACES else {}
        lines: list[StandingsLine] = []
        for key, own in self.by_participant.items():
            one = _contender(key, self._counted(own))
            if key in placed:
                self.contenders[key] = one
            else:
                lines.append(self._line(own, one))
        unplaced = [line for line in lines if line.unplaced]
        waiting = [line for line in lines if not line.unplaced]
        # Those who still play are listed by table: sorting by points would look like a ranking.
        self.placeless = [
            *sorted(unplaced, key=lambda line: (not line.counts, -line.total)),
            *sorted(waiting, key=lambda line: (line.missing[0].match, line.missing[0].table)),
        ]

    def _unplaced(self, own: Sequence[SeatTotals]) -> str:
        """Return why the player with these seats takes no place, or ""."""
        first, holder = own[0], self.holders.get(own[0].participant)
        if first.excluded:
            return EXCLUDED
        if first.house and not self.ranks_house:
            return HOUSE
        # Who was seated in every match has missed none, and goes home after the last game.
        if self.whole and self.places.loses and first.left and len(own) < len(self.matches):
            return LEFT
        if not self.whole or self.places.ranks_late_players:
            return ""
        absent = all(seat.match != self.matches[0] for seat in own)
        return LATE if absent or (holder and first.participant in holder.late) else ""

    def _counted(self, own: Sequence[SeatTotals]) -> CountedMatches:
        """Return the seats of a player that count."""
        if not self.selects:
            return CountedMatches(seats=tuple(seat for seat in own if seat.ranked))
        places = self.match_places.get(own[0].participant, ())
        return counted_matches(self.ruleset, own, self.matches, places)

    def _under_holder(self, seat: SeatTotals) -> SeatTotals:
        """Return the seat under the name of who holds its place now (5.2.11).

        Where whoever leaves keeps the place, each sheet counts for whoever played it to its end.
        """
        now = self.holders.get(seat.participant)
        if now is None or self.places.keeps:
            return seat
        return seat._replace(
            participant=now.participant,
            start_number=now.start_number,
            name=now.name,
            club=now.club,
            house=now.house,
            left=now.left,
            excluded=now.excluded,
        )

    def ranked(self, contender: Contender, **placed: Any) -> StandingsLine:
        """Return the line of somebody with a place, with what the ranking says of it."""
        return self._line(self.by_participant[cast(int, contender.name)], contender, **placed)

    def _line(self, seats: Sequence[SeatTotals], contender: Contender, **placed: Any) -> StandingsLine:
        first, games = seats[0], 0
        points: dict[int, int] = {}
        missing: list[UnsettledSheet] = []
        void: list[tuple[int, int]] = []
        for seat in seats:
            if not seat.ranked:
                missing.append(self._open(seat))
                continue
            points[seat.match] = seat.points
            games += self._games(seat)
            if seat.state == SheetState.VOID:
                void.append((seat.match, seat.table))
        holder = self.holders.get(first.participant)
        return StandingsLine(
            participant=first.participant,
            start_number=first.start_number,
            name=first.name,
            club=first.club,
            house=first.house,
            left=first.left,
            excluded=first.excluded,
            stands_for=holder.before if holder and holder.participant == first.participant else (),
            others=holder.keys if holder and not self.places.keeps else (),
            unplaced=self._unplaced(seats),
            match_points=tuple([points.get(match) for match in self.matches]),
            total=contender.points,
            games=games,
            games_in_all=self.games_in_all,
            missing=tuple(missing),
            void=tuple(void),
            sie_played=contender.sie_played,
            touts_won=contender.touts_won,
            touts_played=contender.touts_played,
            solos_won=contender.solos_won,
            solos_played=contender.solos_played,
            uncounted=self._counted(seats).uncounted if self.selects else (),
            match_places=self.match_places.get(first.participant, ()),
            place_sum=contender.place_sum,
            **placed,
        )

    def holders_of(self, participants: Iterable[int]) -> tuple[int, ...]:
        """Return who holds the places of these participants now, in their order."""
        return tuple(dict.fromkeys(map(self._holder_of, participants)))

    def seat_of_place(self, participant: int) -> SeatTotals:
        """Return a seat of the place that this participant has or had."""
        return self.by_participant[self._holder_of(participant)][0]

    def _holder_of(self, participant: int) -> int:
        now = None if self.places.keeps else self.holders.get(participant)
        return now.participant if now else participant

    def _games(self, seat: SeatTotals) -> int:
        """Return how many games of its player a sheet holds; all of them if only totals are known."""
        if seat.state == SheetState.VOID:
            return 0
        place = (seat.match, seat.table)
        if place in self.totals_only:
            return self.ruleset.games_per_player
        # 2.4.15: at a table of five everyone sits out when dealing.
        return self.written[place] * self.ruleset.players // self.sizes[place]

    def _open(self, seat: SeatTotals) -> UnsettledSheet:
        place = (seat.match, seat.table)
        games = self.ruleset.games(self.sizes[place])
        return UnsettledSheet(
            match=seat.match, table=seat.table, written=self.written[place], games=games, points=seat.points
        )


def _contender(participant: int, counted: CountedMatches) -> Contender:
    """Return what counts for somebody: the sums of their matches that count."""
    counts = dict(zip(COUNTERS, _summed(counted.seats), strict=True))
    points = sum(seat.points for seat in counted.seats)
    return Contender(name=participant, points=points, place_sum=counted.place_sum, **counts)


def _placed(ranking: Ranking, field: _Field) -> list[StandingsLine]:
    """Return the lines in the order of their places, each with what separates it from the places next to it."""
    tied = {participant for group in _open_ties(ranking) for participant in group}
    groups = [list(shared) for _, shared in groupby(ranking.places, key=lambda place: place.place)]
    placed = []
    for before, group, after in zip([None, *groups], groups, [*groups[1:], None], strict=False):
        for place in group:
            placed.append(
                field.ranked(
                    place.contender,
                    place=place.place,
                    decided_by=place.decided_by,
                    ahead=_margin(place, place.ahead_by, after),
                    behind=_margin(place, place.behind_by, before),
                    tied=place.contender.name in tied,
                )
            )
    return placed


def _margin(place: RankedParticipant, by: str | None, others: Sequence[RankedParticipant] | None) -> Margin | None:
    if by is None or others is None:
        return None
    other = others[0]
    mine, theirs = getattr(place.contender, by) or 0, getattr(other.contender, by) or 0
    return Margin(place=other.place, by=by, mine=mine, theirs=theirs)


def _open_ties(ranking: Ranking) -> tuple[tuple[int, ...], ...]:
    return tuple(cast(tuple[int, ...], group) for group in ranking.lots_needed)


def _summed(seats: Sequence[SeatTotals]) -> tuple[int, ...]:
    if len(seats) == 1:
        return seats[0].counts
    return tuple(map(sum, zip(NOTHING, *(seat.counts for seat in seats), strict=True)))
