"""The lots of full ties (5.4.2). A person drawn before another stays before them; new people are drawn in among them.

A draw lists its participants, the first one with the lowest lot. Several draws together make one order: if Anna was
drawn before Bene and Bene before Centa, then Anna is before Centa, too.
"""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import TypeVar

from tournament.lots.chance import FIRST_ALGORITHM, Chance, shuffle

Item = TypeVar("Item", bound=Hashable)
Chains = tuple[tuple[Item, ...], ...]


def drawn_order(group: Iterable[Item], draws: Sequence[Sequence[Item]]) -> tuple[Item, ...] | None:
    """Return the order of this group that earlier draws give, the first one first; None if they leave anything open.

    Draws of older releases may contradict each other, because they drew again for a group that became smaller. Then
    the draw of exactly this group holds, as it did then, or else the first.
    """
    members = list(group)
    for draw in draws:
        if len(draw) == len(members) and set(draw) == set(members):
            return tuple(draw)
    behind = _behind(members, draws)
    # In a complete order the first has all others behind it, the second all but one, the last nobody.
    order = sorted(members, key=lambda member: -len(behind[member]))
    if [len(behind[member]) for member in order] != list(range(len(order) - 1, -1, -1)):
        return None
    return tuple(order)


def kept_chains(group: Iterable[Item], draws: Sequence[Sequence[Item]]) -> Chains[Item]:
    """Return the order of this group in earlier draws: chains of two or more, the first one first."""
    members = list(group)
    behind = _behind(members, draws)
    chains: list[tuple[Item, ...]] = []
    covered: set[tuple[Item, Item]] = set()
    for draw in draws:
        chain = tuple(member for member in draw if member in behind)
        if len(chain) > 1 and all(after in behind[before] for before, after in pairwise(chain)):
            covered.update(_pairs(chain))
            chains.append(chain)
    # These follow only from several draws together, or from a part of a draw that is contradicted elsewhere.
    rest = [
        (one, other) for one in members for other in members if other in behind[one] and (one, other) not in covered
    ]
    return (*dict.fromkeys(chains), *rest)


def draw_in(group: Sequence[Item], earlier: Iterable[Sequence[Item]], seed: str) -> list[Item]:
    """Return the group in an order drawn from the seed that keeps the order of these chains.

    Without any chain it is `shuffle`. Otherwise those in the chains come first, in the order in which the chains name
    them, then the others in the order of `group`; each is put into one of the gaps that the chains leave open, and all
    gaps are equally likely.
    """
    chains = [tuple(chain) for chain in earlier]
    if not chains:
        return shuffle(group, seed)
    behind = _behind(group, chains)
    chance = Chance(seed, FIRST_ALGORITHM)
    order: list[Item] = []
    for member in dict.fromkeys([*(one for chain in chains for one in chain), *group]):
        first = max((place for place, other in enumerate(order, 1) if member in behind[other]), default=0)
        last = min((place for place, other in enumerate(order) if other in behind[member]), default=len(order))
        order.insert(first + chance.below(last - first + 1), member)
    return order


def keeps(order: Sequence[Item], chains: Iterable[Sequence[Item]]) -> bool:
    """Whether an order reverses none of these chains."""
    place = {member: number for number, member in enumerate(order)}
    return all(place[before] < place[after] for chain in chains for before, after in pairwise(chain))


def _behind(members: Iterable[Item], draws: Iterable[Sequence[Item]]) -> Mapping[Item, frozenset[Item]]:
    """Return for each of these members the others that were drawn behind it, directly or through somebody else."""
    next_ones: dict[Item, list[Item]] = {}
    for draw in draws:
        for before, after in pairwise(draw):
            if after not in next_ones.get(before, ()) and before not in _reached(after, next_ones):
                next_ones.setdefault(before, []).append(after)
    among = frozenset(members)
    return {member: (_reached(member, next_ones) - {member}) & among for member in among}


def _reached(start: Item, next_ones: Mapping[Item, Sequence[Item]]) -> frozenset[Item]:
    reached, waiting = {start}, [start]
    while waiting:
        for after in next_ones.get(waiting.pop(), ()):
            if after not in reached:
                reached.add(after)
                waiting.append(after)
    return frozenset(reached)


def _pairs(chain: Sequence[Item]) -> Iterable[tuple[Item, Item]]:
    return ((before, after) for number, before in enumerate(chain) for after in chain[number + 1 :])
