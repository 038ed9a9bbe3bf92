"""The projectors' pages: everyone from A to Z with table and seat, and the draw of a match as it is published."""

from dataclasses import dataclass

from tournament.draw.selectors.draw import closed_list, published_draw
from tournament.draw.selectors.seats import DrawnSeat, DrawnTable, new_lots_follow, newest_drawn, table_plan
from tournament.enums import MatchState
from tournament.models import Checkpoint, ClosedList, Draw, Match, Participant, Tournament
from tournament.participants.selectors.public_names import names_by, public_names
from tournament.person.names import listed_name
from tournament.proof.selectors.checkpoints import released_checkpoints


@dataclass(frozen=True, slots=True, kw_only=True)
class UndrawnMatch:
    """A match that is not drawn: its list once it is `closed`, and whether earlier lots were taken back."""

    match: Match
    closed: ClosedList | None
    taken_back: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatsScene:
    """The seats of the drawn match `match` from A to Z, empty if none is drawn; `waiting` is the match drawn next.

    `witnessed` is the checkpoint of the match shown, once that match has ended.
    """

    match: int | None
    seats: tuple[DrawnSeat, ...]
    waiting: UndrawnMatch | None
    witnessed: Checkpoint | None


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawScene:
    """The newest draw of a match: `tables` as they were drawn, without later exchanges of seats; else `waiting`."""

    match: Match
    draw: Draw | None
    tables: tuple[DrawnTable, ...]
    waiting: UndrawnMatch | None


def seats_scene(tournament: Tournament, match_number: int | None = None) -> SeatsScene:
    """Return the seats of the newest drawn match, or of the match of this number. At most eight queries."""
    newest = newest_drawn(tournament)
    planned = Match.objects.filter(tournament=tournament, state=MatchState.PLANNED)
    following = planned.filter(number=match_number) if match_number and match_number not in newest else planned
    match = next((number for number in newest if match_number in (None, number)), None)
    first = following.order_by("number").first()
    return SeatsScene(
        match=match,
        seats=table_plan(tournament, match, public_names(tournament)).by_name if match else (),
        waiting=_waiting(first, tournament) if first else None,
        witnessed=_witnessed(tournament, match) if match else None,
    )


def draw_scene(match: Match) -> DrawScene:
    """Return the draw of `match`, whose tournament is loaded. At most three queries."""
    draw = published_draw(match)
    if draw is None:
        return DrawScene(match=match, draw=None, tables=(), waiting=_waiting(match, match.tournament))
    people = Participant.objects.filter(tournament=match.tournament_id)
    rows = people.values_list("pk", "start_number", "shown_name", "last_name", "first_name", "club")
    in_public = names_by(match.tournament, (row[:3] for row in rows))
    names = in_public.distinct_names((row[1], listed_name(row[3], row[4]), row[5]) for row in rows)
    tables = tuple(
        DrawnTable(
            number=table,
            seats=tuple(
                DrawnSeat(
                    match=match.number,
                    table=table,
                    number=seat,
                    start_number=number,
                    name=names.get(number, ""),
                    shown=in_public.naming_of(number),
                )
                for seat, number in enumerate(later, 1)
            ),
        )
        for table, later in draw.new_tables.items()
    )
    return DrawScene(match=match, draw=draw, tables=tables, waiting=None)


def _waiting(match: Match, tournament: Tournament) -> UndrawnMatch:
    return UndrawnMatch(match=match, closed=closed_list(match), taken_back=new_lots_follow(tournament) == match.number)


def _witnessed(tournament: Tournament, match: int) -> Checkpoint | None:
    checkpoints = released_checkpoints(tournament).filter(match__number=match)
    # Do not reveal either whether a sheet of the match was reopened.
    return (
        checkpoints.first() if tournament.is_held_back else checkpoints.filter(match__state=MatchState.CLOSED).first()
    )
