"""The honour roll: every Sie that counts, for the wall (2.9.1–2.9.3)."""

from dataclasses import dataclass, replace
from datetime import datetime

from tournament.enums import SheetState
from tournament.models import Game, Participant, Seat, Tournament
from tournament.participants.selectors.public_names import PublicNames
from tournament.selectors.progress import COUNTING

SIE = "sie"


@dataclass(frozen=True, slots=True, kw_only=True)
class Honour:
    """A Sie: who was dealt it, where and when."""

    name: str
    start_number: int
    club: str
    match: int
    table: int
    number: int
    at: datetime


def honours(tournament: Tournament, names: PublicNames | None = None) -> tuple[Honour, ...]:
    """Return the Sies of sheets that count, in their order, for everyone as `names` name them in public.

    One query, two if there are any.
    """
    games = Game.objects.filter(
        scoresheet__match__tournament=tournament, scoresheet__state__in=COUNTING, record__contract=SIE
    )
    games = games.exclude(scoresheet__state=SheetState.VOID).select_related("scoresheet__match")
    # A Sie that was refused or struck counts 0 (5.2.17).
    sies = [game for game in games.order_by("scoresheet__match__number", "written_at", "pk") if _points(game) > 0]
    if not sies:
        return ()
    seats = Seat.objects.filter(scoresheet__in={game.scoresheet_id for game in sies}).select_related("participant")
    people = {(seat.scoresheet_id, seat.number): seat.participant for seat in seats}
    roll = (_honour(game, people[game.scoresheet_id, game.record["declarer"]]) for game in sies)
    return tuple(_in_public(one, names) if names else one for one in roll)


def _in_public(honour: Honour, names: PublicNames) -> Honour:
    name = names.worded(honour.start_number, honour.name)
    return honour if name == honour.name else replace(honour, name=name, club="")


def _points(game: Game) -> int:
    points: int = getattr(game, f"points_{game.record['declarer']}")
    return points


def _honour(game: Game, player: Participant) -> Honour:
    return Honour(
        name=str(player),
        start_number=player.start_number,
        club=player.club,
        match=game.scoresheet.match.number,
        table=game.scoresheet.table_number,
        number=game.number,
        at=game.written_at,
    )
