"""What each contract is by nature: its side, what decides it, its letters. Values and rules are the ruleset's."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

PARTNERSHIP = "partnership"
SOLOIST = "soloist"

BY_CARD_POINTS = "card-points"
BY_ALL_TRICKS = "all-tricks"
BY_DEAL = "deal"

LEVELS: tuple[str, ...] = ("simple", "schneider", "schwarz")
FIXED = "fixed"
"""The one value of a contract without levels, as Tout and Sie (5.2.7)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """A contract's nature, the same in every ruleset."""

    key: str
    letters: str
    family: str
    decided_by: str
    base: str | None = None
    """The contract that a Tout falls back to (2.8.2, 5.2.15)."""
    suits: tuple[str, ...] = ()
    callable: tuple[str, ...] = ()
    trumps: int = 0
    """No more runners than trumps (4.2.2)."""

    @property
    def levels(self) -> tuple[str, ...]:
        """The keys of the contract's values in a ruleset."""
        return LEVELS if self.decided_by == BY_CARD_POINTS else (FIXED,)


_ALL = (
    Kind(
        key="rufer",
        letters="r",
        family=PARTNERSHIP,
        decided_by=BY_CARD_POINTS,
        callable=("E", "G", "S"),  # 2.5.1: Hearts are trumps
        trumps=14,
    ),
    Kind(
        key="solo",
        letters="s",
        family=SOLOIST,
        decided_by=BY_CARD_POINTS,
        suits=("E", "G", "H", "S"),
        trumps=14,
    ),
    Kind(key="wenz", letters="w", family=SOLOIST, decided_by=BY_CARD_POINTS, trumps=4),
    Kind(
        key="solo-tout",
        letters="st",
        family=SOLOIST,
        decided_by=BY_ALL_TRICKS,
        base="solo",
        suits=("E", "G", "H", "S"),
        trumps=14,
    ),
    Kind(key="wenz-tout", letters="wt", family=SOLOIST, decided_by=BY_ALL_TRICKS, base="wenz", trumps=4),
    Kind(key="sie", letters="sie", family=SOLOIST, decided_by=BY_DEAL, trumps=8),
)
KINDS: Mapping[str, Kind] = MappingProxyType({kind.key: kind for kind in _ALL})


def declarer_side(kind: Kind, declarer: int, partner: int | None) -> frozenset[int]:
    """Return the seats of the declarer's side; without a known partner the declarer's alone."""
    if kind.family == PARTNERSHIP and partner is not None:
        return frozenset((declarer, partner))
    return frozenset((declarer,))
