"""Whose turn it is when prizes are chosen one after the other, in the order of the places. Pure: rows are only keys.

Whoever comes later chooses once all others have; whoever is not here chooses nothing until called again. What was
undone is not among the acts: the turns are worked out anew from those that stand.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import NamedTuple

from tournament.prizes.kinds import PrizeActKind

CALLED = 3


class TurnAct(NamedTuple):
    """What somebody did, in the order in which it was noted."""

    kind: str
    participant: int
    prize: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ChoosingTurns:
    """How far the choosing is. `queue` lists who still chooses; `later` are those of them who were put to its end.

    Nobody stands in the queue for whom nothing is left that they may choose. `free` are the prizes that nobody has
    chosen. `waived` chose to have none.
    """

    queue: tuple[int, ...]
    later: tuple[int, ...]
    absent: tuple[int, ...]
    waived: tuple[int, ...]
    choices: Mapping[int, int]
    free: tuple[int, ...]

    @property
    def turn(self) -> int | None:
        """Whose turn it is; None once everybody or everything is gone."""
        return self.queue[0] if self.queue and self.free else None

    @property
    def next_ones(self) -> tuple[int, ...]:
        """The next three, who are called to the front; not more than there are prizes."""
        return self.queue[1 : 1 + CALLED][: max(len(self.free) - 1, 0)]


def turns_of(
    order: Sequence[int],
    prizes: Sequence[int],
    acts: Iterable[TurnAct],
    barred: Mapping[int, Collection[int]] = MappingProxyType({}),
) -> ChoosingTurns:
    """Return the turns of these people, the first place first, from the acts that stand.

    `barred` are the prizes that somebody may not choose, by participant: of their group one a head is given.
    """
    choices: dict[int, int] = {}
    absent: set[int] = set()
    waived: set[int] = set()
    later: dict[int, None] = {}
    for act in acts:
        if act.kind == PrizeActKind.CHOSEN and act.prize is not None:
            choices[act.participant] = act.prize
        elif act.kind == PrizeActKind.ABSENT:
            absent.add(act.participant)
        elif act.kind == PrizeActKind.WAIVED and act.prize in prizes:
            waived.add(act.participant)
        elif act.kind == PrizeActKind.LATER:
            later.pop(act.participant, None)
            later[act.participant] = None
    absent_or_served = absent | waived | set(choices)
    prizes_with_owner = set(choices.values())
    free = tuple(prize for prize in prizes if prize not in prizes_with_owner)
    served = {one for one, closed in barred.items() if set(free) <= set(closed)} if free else set()
    waiting = [one for one in order if one not in absent_or_served and one not in served]
    waiters = set(waiting)
    last = tuple(one for one in later if one in waiters)
    return ChoosingTurns(
        queue=(*(one for one in waiting if one not in later), *last),
        later=last,
        absent=tuple(one for one in order if one in absent and one not in choices),
        waived=tuple(one for one in order if one in waived and one not in choices),
        choices=choices,
        free=free,
    )
