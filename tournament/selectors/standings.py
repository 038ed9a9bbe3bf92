"""The standings: overall with tie-break and lot (5.4.1, 5.4.2), and of one match. Read from the seats' totals."""

import datetime as dt
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, cast

from django.db.models import F

from scoring.ranking import Entry, Ranking, rank
from scoring.ruleset import CRITERIA
from tournament.enums import SheetState
from tournament.models import Match, Scoresheet, Seat, TieLots, Tournament
from tournament.names import fits
from tournament.selectors.records import total_column
from tournament.selectors.seats import LONGEST_SEARCH

# What is settled can no longer hold the ranking up: a void sheet counts 0 for its whole table (5.3.6).
SETTLED = frozenset({SheetState.ACCEPTED, SheetState.VOID})
COUNTERS = CRITERIA
NOTHING = (0,) * len(COUNTERS)
TOTALS = ("points", *COUNTERS)


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatTotals:
    """What one participant brought from one match. `counts` are in the order of COUNTERS."""

    match: int
    table: int
    seat: int
    state: str
    participant: int
    start_number: int
    name: str
    club: str
    points: int
    counts: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One line of the ranking. `match_points` holds None for a match the participant has no seat in.

    `ahead_of` is the place of the next line with the same points, where `decided_by` put this one ahead of it.
    """

    place: int
    participant: int
    start_number: int
    name: str
    club: str
    match_points: tuple[int | None, ...]
    total: int
    sie_played: int
    touts_won: int
    touts_played: int
    solos_won: int
    solos_played: int
    decided_by: str | None
    ahead_of: int | None = None
    tied: bool = False
    """Shares its place with an open tie that a lot will decide."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """How far a match is: its sheets, the tables whose sheet is not settled yet, and those whose sheet is void."""

    match: int
    sheets: int
    missing: tuple[int, ...]
    void: tuple[int, ...] = ()

    @property
    def settled(self) -> int:
        return self.sheets - len(self.missing)

    @property
    def final(self) -> bool:
        return self.sheets > 0 and not self.missing


@dataclass(frozen=True, slots=True, kw_only=True)
class Lots:
    """Lots that were drawn: start numbers in the order of the lots. Out of force once a correction undid the tie."""

    order: tuple[int, ...]
    names: tuple[str, ...]
    drawn_by: str
    drawn_at: dt.datetime
    in_force: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Standings:
    """A ranking with what it stands on. `open_ties` holds participant ids, a group each, in the order of the places."""

    match: int | None
    lines: tuple[Line, ...]
    progress: tuple[Progress, ...]
    final: bool
    open_ties: tuple[tuple[int, ...], ...] = ()
    lots: tuple[Lots, ...] = ()

    @property
    def ties(self) -> tuple[tuple[Line, ...], ...]:
        """The lines of each open tie."""
        lines = {line.participant: line for line in self.lines if line.tied}
        return tuple(tuple(lines[participant] for participant in group) for group in self.open_ties)


def overall_standings(tournament: Tournament) -> Standings:
    """The ranking over all matches. 4 queries, whatever the number of players."""
    return rank_overall(tournament, seat_totals(tournament))


def match_standings(tournament: Tournament, number: int) -> Standings:
    """The ranking of one match: by points alone, equal points share the place (5.4.2 speaks of the whole)."""
    progress = tuple(part for part in match_progress(tournament) if part.match == number)
    seats = sorted(seat_totals(tournament, number), key=lambda seat: (-seat.points, seat.start_number))
    lines: list[Line] = []
    for position, seat in enumerate(seats, start=1):
        shared = bool(lines) and lines[-1].total == seat.points
        lines.append(_line([seat], (number,), place=lines[-1].place if shared else position, decided_by="points"))
    return Standings(match=number, lines=tuple(lines), progress=progress, final=all(part.final for part in progress))


def rank_overall(tournament: Tournament, seats: Iterable[SeatTotals]) -> Standings:
    """Rank these seats' totals with the lots recorded for exactly the groups that are tied now."""
    progress = match_progress(tournament)
    by_participant: dict[int, list[SeatTotals]] = {}
    for seat in seats:
        by_participant.setdefault(seat.participant, []).append(seat)
    # The start number settles only the order in which an open tie is listed.
    ordered = sorted(by_participant.values(), key=lambda group: group[0].start_number)
    entries = {group[0].participant: _entry(group) for group in ordered}
    drawn = {lots.group: lots for lots in _tie_lots(tournament)}
    ruleset = tournament.ruleset
    ranking = rank(ruleset, list(entries.values()))
    in_force = [drawn[key] for group in _open_ties(ranking) if (key := group_key(group)) in drawn]
    if in_force:
        for lots in in_force:
            for lot, participant in enumerate(lots.order, start=1):
                entries[participant] = replace(entries[participant], lot=lot)
        ranking = rank(ruleset, list(entries.values()))
    matches = tuple(part.match for part in progress)
    open_ties = _open_ties(ranking)
    lines = tuple(
        _line(by_participant[cast(int, place.entry.name)], matches, place=place.place, decided_by=place.decided_by)
        for place in ranking.places
    )
    return Standings(
        match=None,
        lines=_explained(lines, {participant for group in open_ties for participant in group}),
        progress=progress,
        final=bool(progress) and all(part.final for part in progress),
        open_ties=open_ties,
        lots=_lots_told(drawn.values(), {lots.pk for lots in in_force}, by_participant),
    )


def find_lines(standings: Standings, text: str) -> tuple[Line, ...]:
    """The lines that fit a start number or parts of a name; umlauts may be spelled ö, o or oe. No query."""
    words = text[:LONGEST_SEARCH].replace(",", " ").split()
    return tuple(line for line in standings.lines if words and fits(words, line.start_number, line.name))


def group_key(participants: Iterable[int]) -> str:
    """The name of a tied group: its participant ids, sorted and joined by "-"."""
    return "-".join(str(participant) for participant in sorted(participants))


def match_numbers(tournament: Tournament) -> tuple[int, ...]:
    """The matches of the tournament, drawn or not. One query."""
    return tuple(Match.objects.filter(tournament=tournament).order_by("number").values_list("number", flat=True))


def match_progress(tournament: Tournament) -> tuple[Progress, ...]:
    """Every match of the tournament, drawn or not, with its missing tables. 2 queries."""
    sheets: dict[int, list[tuple[int, str]]] = {number: [] for number in match_numbers(tournament)}
    rows = Scoresheet.objects.filter(match__tournament=tournament).order_by("match__number", "table_number")
    for number, table, state in rows.values_list("match__number", "table_number", "state"):
        sheets[number].append((table, state))
    return tuple(
        Progress(
            match=number,
            sheets=len(tables),
            missing=tuple(table for table, state in tables if state not in SETTLED),
            void=tuple(table for table, state in tables if state == SheetState.VOID),
        )
        for number, tables in sheets.items()
    )


def seat_totals(tournament: Tournament, match: int | None = None) -> list[SeatTotals]:
    """The kept totals of every seat, zeros for a void sheet (5.3.6). One query, no instances."""
    seats = Seat.objects.filter(match__tournament=tournament)
    if match is not None:
        seats = seats.filter(match__number=match)
    rows = seats.order_by("match__number", "scoresheet__table_number", "number").values_list(
        "match__number", "scoresheet__table_number", "number", "scoresheet__state", "participant_id",
        "participant__start_number", "participant__last_name", "participant__first_name", "participant__club",
        total_column(tournament.ruleset), *COUNTERS,
    )  # fmt: skip
    return [
        SeatTotals(
            match=number,
            table=table,
            seat=seat,
            state=state,
            participant=participant,
            start_number=start_number,
            name=f"{last_name} {first_name}",
            club=club,
            points=0 if state == SheetState.VOID else points,
            counts=NOTHING if state == SheetState.VOID else tuple(counts),
        )
        for number, table, seat, state, participant, start_number, last_name, first_name, club, points, *counts in rows
    ]


def _open_ties(ranking: Ranking) -> tuple[tuple[int, ...], ...]:
    return tuple(cast(tuple[int, ...], group) for group in ranking.lots_needed)


def _entry(seats: Sequence[SeatTotals]) -> Entry:
    counts = dict(zip(COUNTERS, _summed(seats), strict=True))
    return Entry(name=seats[0].participant, points=sum(seat.points for seat in seats), **counts)


def _summed(seats: Sequence[SeatTotals]) -> tuple[int, ...]:
    return tuple(map(sum, zip(*(seat.counts for seat in seats), strict=True)))


def _line(seats: Sequence[SeatTotals], matches: Sequence[int], *, place: int, decided_by: str | None) -> Line:
    first, points = seats[0], {seat.match: seat.points for seat in seats}
    counts: dict[str, Any] = dict(zip(COUNTERS, _summed(seats), strict=True))
    return Line(
        place=place,
        participant=first.participant,
        start_number=first.start_number,
        name=first.name,
        club=first.club,
        match_points=tuple(points.get(match) for match in matches),
        total=sum(points.values()),
        decided_by=decided_by,
        **counts,
    )


def _explained(lines: Sequence[Line], tied: set[int]) -> tuple[Line, ...]:
    """Say of each line that a criterion or lot put ahead of the next: ahead of which place."""
    following = [*lines[1:], None][: len(lines)]
    return tuple(
        replace(
            line,
            tied=line.participant in tied,
            ahead_of=after.place if after and after.total == line.total and after.place != line.place else None,
        )
        for line, after in zip(lines, following, strict=True)
    )


def _tie_lots(tournament: Tournament) -> list[TieLots]:
    # The name of whoever drew is read with the lots: one query.
    rows = TieLots.objects.filter(tournament=tournament).annotate(drawer=F("drawn_by__full_name"))
    return list(rows.order_by("drawn_at", "pk"))


def _lots_told(drawn: Iterable[TieLots], in_force: set[int], seats: dict[int, list[SeatTotals]]) -> tuple[Lots, ...]:
    return tuple(
        Lots(
            order=tuple(seats[participant][0].start_number for participant in lots.order),
            names=tuple(seats[participant][0].name for participant in lots.order),
            drawn_by=lots.drawer,  # type: ignore[attr-defined]  # annotated by _tie_lots
            drawn_at=lots.drawn_at,
            in_force=lots.pk in in_force,
        )
        for lots in drawn
    )
