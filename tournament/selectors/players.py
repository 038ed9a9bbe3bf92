"""One player's way through the tournament: seats, points after every game, and the next seat."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate

from scoring.ruleset import PLUS_ONLY
from tournament.enums import SheetState
from tournament.models import Game, Participant, Scoresheet, Seat, Tournament
from tournament.selectors.records import total_column
from tournament.selectors.seats import lost_seats
from tournament.selectors.standings import Standings, StandingsLine


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerSeat:
    """A drawn seat with its points so far; 0 where the sheet is void (5.3.6)."""

    match: int
    table: int
    seat: int
    state: str
    points: int
    scoresheet: Scoresheet

    @property
    def state_label(self) -> str:
        return str(SheetState(self.state).label)


@dataclass(frozen=True, slots=True, kw_only=True)
class Player:
    """A participant as the player's own page shows it. `line` is None before the first draw.

    `curve` holds the points after each written game of both matches, in order.
    """

    start_number: int
    name: str
    club: str
    line: StandingsLine | None
    seats: tuple[PlayerSeat, ...]
    curve: tuple[int, ...]
    next_seat: PlayerSeat | None
    given_away: bool
    """The player has no seat because it was given to somebody else (5.2.2)."""


def find_player(tournament: Tournament, start_number: int, standings: Standings) -> Player | None:
    """Return the player with this start number, or None. Three queries besides those of the standings."""
    participant = Participant.objects.filter(tournament=tournament, start_number=start_number).first()
    if participant is None:
        return None
    line = next((one for one in standings.lines if participant.pk in (one.participant, *one.others)), None)
    # A substitute is shown the seats of the whole place, for its points are theirs now.
    place = {participant.pk, line.participant, *line.others} if line else {participant.pk}
    seats = _seats(place, total_column(tournament.ruleset))
    return Player(
        start_number=start_number,
        name=participant.list_name,
        club=participant.club,
        line=line,
        seats=seats,
        curve=_curve(seats, only_plus=tournament.ruleset.counting == PLUS_ONLY),
        next_seat=next((seat for seat in seats if seat.state == SheetState.OPEN), None),
        given_away=not seats and participant.pk in lost_seats(tournament),
    )


def _seats(place: Collection[int], column: str) -> tuple[PlayerSeat, ...]:
    rows = Seat.objects.filter(participant__in=place).select_related("scoresheet__match__tournament")
    return tuple(
        PlayerSeat(
            match=row.scoresheet.match.number,
            table=row.scoresheet.table_number,
            seat=row.number,
            state=row.scoresheet.state,
            points=0 if row.scoresheet.state == SheetState.VOID else getattr(row, column),
            scoresheet=row.scoresheet,
        )
        for row in rows.order_by("match__number")
    )


def _curve(seats: Sequence[PlayerSeat], *, only_plus: bool) -> tuple[int, ...]:
    counting = {seat.scoresheet.pk: seat for seat in seats if seat.state != SheetState.VOID}
    games = Game.objects.filter(scoresheet__in=counting).order_by("scoresheet__match__number", "number")
    points = _own_points(games, counting)
    return tuple(accumulate(max(value, 0) for value in points) if only_plus else accumulate(points))


def _own_points(games: Iterable[Game], seats: dict[int, PlayerSeat]) -> Iterable[int]:
    for game in games:
        yield getattr(game, f"points_{seats[game.scoresheet_id].seat}")
