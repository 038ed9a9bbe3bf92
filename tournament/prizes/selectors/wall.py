"""What the hall sees while prizes are chosen: what is left, whose turn it is, and who comes to the front next.

The order of the turns tells places. While results are held back, nobody is named before the first choice is noted,
except whose line the prize-giving has announced. From then on those who are called are named, without place or points:
whoever is called to the front is announced by the management.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from tournament.enums import Release
from tournament.models import Ceremony, Prize, Tournament
from tournament.prizes.selectors.rows import in_public
from tournament.prizes.selectors.turns import choosing_of
from tournament.selectors.kept_standings import kept_standings
from tournament.selectors.public_names import public_names
from tournament.selectors.release import announced
from tournament.selectors.standings import StandingsLine

FEW, MANY = 18, 40
"""So few prizes are shown in large type; more than so many in small type."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PrizeWall:
    """The wall. `waits`: nothing is shown yet. `turn` is "" where nobody may be named; `next_ones` are names, too."""

    waits: bool
    over: bool
    left: Sequence[Prize]
    turn: str = ""
    next_ones: Sequence[str] = ()

    @property
    def few(self) -> bool:
        return len(self.left) <= FEW

    @property
    def many(self) -> bool:
        return len(self.left) > MANY


def prize_wall(tournament: Tournament) -> PrizeWall:
    """Return the wall for the hall. At most three queries more than choosing_of."""
    choosing = choosing_of(tournament)
    called = [] if choosing.turn is None else [choosing.turn, *choosing.next_ones]
    seen = called if choosing.begun or not tournament.is_held_back else _announced(tournament, called)
    if choosing.obstacle is not None or not (choosing.begun or seen):
        return PrizeWall(waits=True, over=False, left=())
    shown = public_names(tournament)
    if not tournament.is_held_back:  # the first three are always named: before, that would tell them
        shown = shown.won(kept_standings(tournament))
    in_public(choosing.left, shown)
    names = [shown.name(line.participant) for line in seen]
    return PrizeWall(
        waits=False,
        over=choosing.is_over,
        left=choosing.left,
        turn=names[0] if names else "",
        next_ones=names[1:],
    )


def _announced(tournament: Tournament, called: Sequence[StandingsLine]) -> list[StandingsLine]:
    """Return those of the called, from the first on, whose line the prize-giving has announced."""
    ceremony = Ceremony.objects.filter(tournament=tournament).first()
    if tournament.release != Release.REVEALING or ceremony is None:
        return []
    known, seen = announced(ceremony), []
    for line in called:
        if line.participant not in known:
            break
        seen.append(line)
    return seen
