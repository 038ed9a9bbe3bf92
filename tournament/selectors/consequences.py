"""The effect of an act of the management on the ranking, shown before it is done: places lost and won."""

from dataclasses import dataclass

from tournament.enums import SheetState
from tournament.models import Participant, Scoresheet, Tournament
from tournament.person.names import numbered_name
from tournament.standings.selectors.cache import kept_standings
from tournament.standings.selectors.recount import recount
from tournament.standings.selectors.seat_totals import NOTHING, SeatTotals, seat_totals
from tournament.standings.selectors.standings import Standings, StandingsLine, rank_overall

MOST_SHOWN = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class Shift:
    """A line of the ranking before and after. A place is None for somebody who is not ranked."""

    name: str
    start_number: int
    place_before: int | None
    place_after: int | None
    points_before: int
    points_after: int

    @property
    def numbered_name(self) -> str:
        """The start number and the name; what stands for a name stands alone."""
        return numbered_name(self.start_number, self.name)


@dataclass(frozen=True, slots=True, kw_only=True)
class Shifts:
    """`own` are the lines that the act is about; `winners` the best others who gain places, `more` counts the rest."""

    own: tuple[Shift, ...]
    winners: tuple[Shift, ...]
    more: int


def if_void(scoresheet: Scoresheet) -> Shifts:
    """Return what the ranking would be if this sheet counted 0 for its whole table (5.3.6). Seven queries."""
    tournament, place = scoresheet.match.tournament, (scoresheet.match.number, scoresheet.table_number)
    seats = seat_totals(tournament)

    def emptied(seat: SeatTotals) -> SeatTotals:
        if (seat.match, seat.table) != place:
            return seat
        return seat._replace(state=SheetState.VOID, points=0, counts=NOTHING)

    return _shifts(tournament, [emptied(seat) for seat in seats], scoresheet)


def if_valid(scoresheet: Scoresheet) -> Shifts:
    """Return what the ranking would be if this void sheet counted as it stands."""
    tournament, place = scoresheet.match.tournament, (scoresheet.match.number, scoresheet.table_number)
    seats = seat_totals(tournament)
    as_played = [
        seat._replace(state=SheetState.COMPLETE) if (seat.match, seat.table) == place else seat for seat in seats
    ]
    totals = recount(tournament, as_played)
    after = [new if (new.match, new.table) == place else old for old, new in zip(seats, totals, strict=True)]
    return _shifts(tournament, after, scoresheet)


def if_excluded(participant: Participant) -> Shifts:
    """Return what the ranking would be without this participant (5.1.4)."""
    tournament = participant.tournament
    seats = seat_totals(tournament)
    after = [seat._replace(excluded=True) if seat.participant == participant.pk else seat for seat in seats]
    return _between(kept_standings(tournament), rank_overall(tournament, after), {participant.pk})


def _shifts(tournament: Tournament, after: list[SeatTotals], scoresheet: Scoresheet) -> Shifts:
    own = set(scoresheet.seats.values_list("participant_id", flat=True))
    return _between(kept_standings(tournament), rank_overall(tournament, after), own)


def _between(before: Standings, after: Standings, own: set[int]) -> Shifts:
    later = {line.participant: line for line in after.lines}
    shifts = [(line, _shift(line, later[line.participant])) for line in before.lines]
    mine = tuple(shift for line, shift in shifts if line.participant in own or own & set(line.others))
    winners = sorted(
        (
            shift
            for line, shift in shifts
            if line.participant not in own and (shift.place_after or 0) < (shift.place_before or 0)
        ),
        key=lambda shift: shift.place_after or 0,
    )
    return Shifts(own=mine, winners=tuple(winners[:MOST_SHOWN]), more=max(0, len(winners) - MOST_SHOWN))


def _shift(before: StandingsLine, after: StandingsLine) -> Shift:
    return Shift(
        name=before.name,
        start_number=before.start_number,
        place_before=before.place,
        place_after=after.place,
        points_before=before.total,
        points_after=after.total,
    )
