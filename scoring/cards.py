"""Suits, card points and what tricks can hold. Knows no contracts and no scores."""

from collections.abc import Mapping
from types import MappingProxyType

SUITS: tuple[str, ...] = ("E", "G", "H", "S")
"""Acorns, Leaves, Hearts, Bells (1.2.2)."""

RANK_POINTS: Mapping[str, int] = MappingProxyType(
    {"A": 11, "10": 10, "K": 4, "O": 3, "U": 2, "9": 0, "8": 0, "7": 0}  # 1.2.3
)
PLAYERS = 4
"""Cards in a trick (3.1.2)."""


def _holdable() -> tuple[frozenset[int], ...]:
    """For 0 to 8 tricks: every number of card points that so many tricks can hold, over all choices of cards."""
    cards = [points for points in RANK_POINTS.values() for _ in SUITS]
    sums: list[set[int]] = [{0}, *(set() for _ in cards)]
    for points in cards:
        for count in range(len(cards), 0, -1):
            sums[count] |= {total + points for total in sums[count - 1]}
    return tuple(frozenset(sums[count]) for count in range(0, len(cards) + 1, PLAYERS))


CARD_POINTS_BY_TRICKS: tuple[frozenset[int], ...] = _holdable()
"""CARD_POINTS_BY_TRICKS[7] is what 7 tricks can hold: at least 76, never 119 (decisions 2)."""

TRICKS = len(CARD_POINTS_BY_TRICKS) - 1
CARD_POINTS = max(CARD_POINTS_BY_TRICKS[TRICKS])
POSSIBLE_CARD_POINTS: frozenset[int] = frozenset().union(*CARD_POINTS_BY_TRICKS)
