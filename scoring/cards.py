"""Suits, ranks, packs, and what tricks can hold. Knows no contracts and no scores."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType

SUITS: tuple[str, ...] = ("E", "G", "H", "S")
"""Acorns, Leaves, Hearts, Bells (1.2.2); in French suits clubs, spades, hearts, diamonds. Lords rank in this order."""

RANK_POINTS: Mapping[str, int] = MappingProxyType(
    {"A": 11, "10": 10, "K": 4, "O": 3, "U": 2, "9": 0, "8": 0, "7": 0}  # 1.2.3
)
RANKS: tuple[str, ...] = tuple(RANK_POINTS)
"""From high to low in a side suit; O and U are lords instead if the contract makes them trumps."""

TEN = "10"
KING = "K"
OBER = "O"
UNTER = "U"
SEVEN = "7"
LONG_PACK = 32
CARD_POINTS = 120
"""The same in every pack: Sevens, Eights and Nines, which a short pack lacks, are worth nothing (1.2.4)."""


@dataclass(frozen=True, slots=True)
class Deck:
    """A pack dealt to so many players; the cards left over lie in the skat and belong to the declarer."""

    pack: int
    players: int

    @property
    def hand(self) -> int:
        """Cards in a hand, which is also the number of tricks."""
        return self.pack // self.players

    @property
    def skat(self) -> int:
        """Cards that are dealt to nobody."""
        return self.pack - self.hand * self.players

    @property
    def ranks(self) -> tuple[str, ...]:
        """The ranks of each suit: the pack of 24 has neither Eights nor Sevens, that of 20 no Nines either."""
        return RANKS[: self.pack // len(SUITS)]


@lru_cache(maxsize=16)
def card_points_by_tricks(deck: Deck) -> tuple[frozenset[int], ...]:
    """Return, for each number of tricks from 0 up, every number of card points that the declarer's side can then hold.

    With four players and 32 cards, 7 tricks hold at least 76 and never 119 (reading 2).
    """
    cards = [RANK_POINTS[rank] for rank in deck.ranks for _ in SUITS]
    sums: list[set[int]] = [{0}, *(set() for _ in cards)]
    for points in cards:
        for count in range(len(cards), 0, -1):
            sums[count] |= {total + points for total in sums[count - 1]}
    return tuple(frozenset(sums[count]) for count in range(deck.skat, deck.pack + 1, deck.players))


@lru_cache(maxsize=16)
def possible_card_points(deck: Deck) -> frozenset[int]:
    """Return every number of card points that a side can hold: never 1 or 119."""
    return frozenset().union(*card_points_by_tricks(deck))
