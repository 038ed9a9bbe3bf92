"""Honest lists as players produce them: games of a ruleset in lifelike shares, from a seed."""

import random
from collections.abc import Sequence
from functools import lru_cache

from scoring.contracts import PARTNERSHIP
from scoring.endings import Ending, endings
from scoring.ruleset import Ruleset

Points = tuple[int, ...]

# Shares of the sixteen lists in a club's samples, rounded; nobody knows them for a whole country.
PARTNERSHIP_SHARE, SOLO_SHARE = 80, 20
LEVEL_SHARES = (70, 25, 5)
WON_SHARE = 62


@lru_cache(maxsize=16)
def _weighted(ruleset: Ruleset, seats: int, sits_out: int | None) -> tuple[list[Ending], list[float]]:
    """Every ending with its weight: by contract, then by level, then by who won."""
    every = list(endings(ruleset, seats, sits_out))
    together = {one.contract for one in every if ruleset.contracts[one.contract].kind.family == PARTNERSHIP}
    rare = {one.contract for one in every if ruleset.contracts[one.contract].kind.base or one.level is None}
    alone = {one.contract for one in every} - together - rare
    weights = []
    for one in every:
        group, share = (together, PARTNERSHIP_SHARE) if one.contract in together else (alone, SOLO_SHARE)
        if one.contract in rare:
            group, share = rare, 1
        order = list(ruleset.contracts[one.contract].price.values)
        level = LEVEL_SHARES[min(order.index(one.level), 2)] if one.level in order else LEVEL_SHARES[0]
        same = sum(1 for other in every if (other.contract, other.level) == (one.contract, one.level))
        weights.append(share / len(group) * level * (WON_SHARE if one.won else 100 - WON_SHARE) / same)
    return every, weights


def honest_endings(
    rng: random.Random, ruleset: Ruleset, count: int, *, seats: int = 4, sits_out: int | None = None
) -> Sequence[Ending]:
    """Return so many games; the first is one that may be the first (5.2.15): with a partner."""
    every, weights = _weighted(ruleset, seats, sits_out)
    endings = rng.choices(every, weights, k=count)
    while endings and ruleset.contracts[endings[0].contract].kind.family != PARTNERSHIP:
        endings[0] = rng.choices(every, weights)[0]
    return endings
