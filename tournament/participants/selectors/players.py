"""One player's way through the tournament: seats, points after every game, and the next seat."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate

from scoring.ruleset import Ruleset
from scoring.sheets import EvaluatedSheet
from tournament.draw.selectors.seats import lost_seats
from tournament.enums import SheetState, ShownName
from tournament.models import Game, Participant, Scoresheet, Seat, Tournament
from tournament.participants.selectors.public_names import PublicNames
from tournament.standings.selectors.seat_totals import total_column
from tournament.standings.selectors.standings import Standings, StandingsLine


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
    """A participant as the player's own page shows it.

    `line` is None before the first draw, and for somebody whose place a substitute has taken over: `successor` is the
    substitute's line.
    """

    start_number: int
    name: str
    club: str
    line: StandingsLine | None
    successor: StandingsLine | None
    seats: tuple[PlayerSeat, ...]
    next_seat: PlayerSeat | None
    given_away: bool
    """The player has no seat because it was given to somebody else (5.2.2)."""
    hidden: bool = False
    """Whether the player is not named in public at all: then the page says where to sit, and nothing of the result."""

    @property
    def sheets(self) -> list[Scoresheet]:
        """The sheets of the seats, in the order of the matches."""
        return [seat.scoresheet for seat in self.seats]


def find_player(tournament: Tournament, start_number: int, standings: Standings, names: PublicNames) -> Player | None:
    """Return the player with this start number as everyone may see them, or None. One query besides those of the
    standings, two more for somebody who has no line of their own.
    """
    line = next((one for one in standings.lines if one.start_number == start_number), None)
    successor = None
    if line is not None:
        key, name, club = line.participant, line.name, line.club
    else:
        participant = Participant.objects.filter(tournament=tournament, start_number=start_number).first()
        if participant is None:
            return None
        key, name = participant.pk, names.worded(start_number, participant.list_name)
        club = participant.club if name == participant.list_name else ""
        successor = next((one for one in standings.lines if key in one.others), None)
    # A substitute is shown the seats of the whole place, for its points are theirs now.
    seats = _seats(tournament, {key, line.participant, *line.others} if line else {key})
    return Player(
        start_number=start_number,
        name=name,
        club=club,
        line=line,
        successor=successor,
        seats=seats,
        next_seat=next((seat for seat in seats if seat.state == SheetState.OPEN), None),
        given_away=not seats and key in lost_seats(tournament),
        hidden=names.naming_of(start_number) == ShownName.HIDDEN,
    )


def for_the_hall(player: Player) -> Player:
    """Return a player as the hall may see one while results are held back: where they sit, not how far a sheet is."""
    seats = tuple(replace(seat, state="", points=0) for seat in player.seats)
    return replace(player, seats=seats, next_seat=None)


def without_result(player: Player) -> Player:
    """Return somebody who is not named in public: anybody can open the page with a start number that hangs on the wall,
    so that it has the seats alone.
    """
    return replace(for_the_hall(player), line=None, next_seat=player.next_seat)


def curve_of(player: Player, sheets: Sequence[EvaluatedSheet], ruleset: Ruleset) -> tuple[int, ...]:
    """Return the points after each written game of all matches, in order; `sheets` are those of the seats. No query."""
    return _added_up(
        (
            line.points[seat.seat - 1]
            for seat, sheet in zip(player.seats, sheets, strict=True)
            for line in sheet.lines
            if line.record is not None and seat.state != SheetState.VOID
        ),
        ruleset,
    )


def find_curve(player: Player, ruleset: Ruleset) -> tuple[int, ...]:
    """Return the same where the sheets are not at hand. One query."""
    counting = {seat.scoresheet.pk: seat for seat in player.seats if seat.state != SheetState.VOID}
    games = Game.objects.filter(scoresheet__in=counting).order_by("scoresheet__match__number", "number")
    rows = games.values_list("scoresheet", "points_1", "points_2", "points_3", "points_4", "points_5")
    return _added_up((points[counting[sheet].seat - 1] for sheet, *points in rows), ruleset)


def _seats(tournament: Tournament, place: Collection[int]) -> tuple[PlayerSeat, ...]:
    column = total_column(tournament.ruleset)
    seats = []
    for row in Seat.objects.filter(participant__in=place).select_related("scoresheet__match").order_by("match__number"):
        row.scoresheet.match.tournament = tournament
        seats.append(
            PlayerSeat(
                match=row.scoresheet.match.number,
                table=row.scoresheet.table_number,
                seat=row.number,
                state=row.scoresheet.state,
                points=0 if row.scoresheet.state == SheetState.VOID else getattr(row, column),
                scoresheet=row.scoresheet,
            )
        )
    return tuple(seats)


def _added_up(points: Iterable[int], ruleset: Ruleset) -> tuple[int, ...]:
    only_plus = ruleset.only_plus
    return tuple(accumulate(max(value, 0) if only_plus else value for value in points))
