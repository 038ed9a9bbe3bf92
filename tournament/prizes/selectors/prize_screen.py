"""What the hall sees while prizes are chosen: what is left, whose turn it is, and who comes to the front next.

The order of the turns tells places. While results are held back, nobody is named before the management opens the
choosing, except whose line the prize-giving has announced (called.py). Those who are called are named without place or
points: whoever is called to the front is announced by the management.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tournament.models import Prize, Tournament
from tournament.participants.selectors.public_names import PublicNames, public_names
from tournament.prizes.selectors.called import hall_order
from tournament.prizes.selectors.rows import in_public
from tournament.prizes.selectors.turns import choices, choosing_of, told_acts, turn_acts
from tournament.prizes.turns import ChoosingTurns, turns_of
from tournament.standings.selectors.cache import kept_standings

FEW, MANY = 18, 40
"""So few prizes are shown in large type; more than so many in small type."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PrizeScreen:
    """`waits`: the screen shows nothing yet. `turn` is "" where nobody may be named; `next_ones` are names, too."""

    waits: bool
    over: bool
    free: Sequence[Prize]
    turn: str = ""
    next_ones: Sequence[str] = ()

    @property
    def few(self) -> bool:
        return len(self.free) <= FEW

    @property
    def many(self) -> bool:
        return len(self.free) > MANY


def prize_screen(tournament: Tournament) -> PrizeScreen:
    """Return what is left to choose, for the hall. At most three queries more than choosing_of."""
    if tournament.is_held_back:
        return _held_back(tournament)
    choosing = choosing_of(tournament)
    turns = choosing.turns
    if choosing.obstacle is not None or not (choosing.has_begun or choosing.turn):
        return PrizeScreen(waits=True, over=False, free=())
    # The first three are always named.
    names = public_names(tournament).won(kept_standings(tournament))
    return _screen(turns, choosing.prizes, names, _called(turns), over=choosing.is_over)


def _held_back(tournament: Tournament) -> PrizeScreen:
    """Return what the hall may know: it goes by the order that it was told, not by the ranking as it stands."""
    order, prizes = hall_order(tournament), choices(tournament)
    if order is None or not prizes:
        return PrizeScreen(waits=True, over=False, free=())
    acts = turn_acts(tournament, prizes)
    turns = turns_of(order.order, list(prizes), told_acts(acts), order.barred)
    people = order.nameable_of(_called(turns))
    if not (acts or people):
        return PrizeScreen(waits=True, over=False, free=())
    return _screen(turns, prizes, public_names(tournament), people, over=bool(acts) and turns.turn is None)


def _called(turns: ChoosingTurns) -> list[int]:
    return [] if turns.turn is None else [turns.turn, *turns.next_ones]


def _screen(
    turns: ChoosingTurns, prizes: Mapping[int, Prize], public: PublicNames, people: Sequence[int], *, over: bool
) -> PrizeScreen:
    free = [prizes[key] for key in turns.free]
    in_public(free, public)
    names = [public.name(key) for key in people]
    return PrizeScreen(waits=False, over=over, free=free, turn=names[0] if names else "", next_ones=names[1:])
