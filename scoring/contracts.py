"""The nature of each contract: its side, what decides it, its trumps, its letters. The ruleset holds its values."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from scoring.cards import KING, OBER, SEVEN, SUITS, TEN, UNTER, Deck

PARTNERSHIP = "partnership"
SOLOIST = "soloist"
EVERYONE = "everyone"
"""Everyone plays for themselves: nobody declares a Ramsch."""

BY_CARD_POINTS = "card-points"
BY_ALL_TRICKS = "all-tricks"
BY_NO_TRICK = "no-trick"
BY_DEAL = "deal"
BY_MOST_POINTS = "most-points"

LEVELS: tuple[str, ...] = ("simple", "schneider", "schwarz")
FIXED = "fixed"
"""The only value of a contract without levels, such as Tout and Sie (5.2.7)."""

CHOSEN = "chosen"
"""The declarer names the trump suit."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """A contract's nature, the same in every ruleset."""

    key: str
    letters: str
    family: str
    decided_by: str = BY_CARD_POINTS
    base: str | None = None
    """The contract that a Tout falls back to (2.8.2, 5.2.15)."""
    lords: tuple[str, ...] = (OBER, UNTER)
    """The ranks that are trumps in every suit, highest first."""
    trump_suit: str | None = None
    """A further suit of trumps, CHOSEN by the declarer, or None."""
    callable: tuple[str, ...] = ()
    """Suits whose Ace may be called (2.5.1: not Hearts, which are trumps)."""
    opposite: bool = False
    """Whether partners sit opposite each other."""
    solo: bool = False
    """Whether it gets the bonus for a Solo, if there is one."""
    in_hearts: tuple[str, ...] = ()
    """The contracts that this one becomes in Hearts if a ruleset plays one of them; the usual one first."""
    is_bid: bool = True
    """Whether a player bids it; other contracts are played if all pass, or because the table has agreed on a round."""

    @property
    def levels(self) -> tuple[str, ...]:
        """The keys of the contract's values in a ruleset."""
        return LEVELS if self.decided_by == BY_CARD_POINTS else (FIXED,)

    @property
    def suits(self) -> tuple[str, ...]:
        """The suits a record of it may name."""
        return SUITS if self.trump_suit == CHOSEN else ()

    @property
    def least_runners(self) -> int:
        """From how many on runners usually count, and a Tout is usually permitted: two where no suit is trumps."""
        return 2 if self.trump_suit is None else 3

    @property
    def has_runners(self) -> bool:
        """Whether runners usually count: it has trumps, and two sides."""
        return self.decided_by != BY_DEAL and self.lords != () and self.family != EVERYONE

    def is_in(self, deck: Deck) -> bool:
        """Return whether the pack has the cards that it is named for: the short pack has no Seven for a Spatz."""
        return set(self.lords) <= set(deck.ranks)

    def trumps(self, deck: Deck) -> int:
        """Return the number of trumps; there cannot be more runners (4.2.2)."""
        if self.decided_by == BY_DEAL:
            return min(deck.hand, len(SUITS) * len(self.lords))
        plain = 0 if self.trump_suit is None else len(deck.ranks) - len(self.lords)
        return len(SUITS) * len(self.lords) + plain

    def most_runners(self, deck: Deck) -> int:
        """Return the longest top sequence that one side can hold: a soloist holds a card of the chosen suit (2.6.4)."""
        return self.trumps(deck) - (1 if self.trump_suit == CHOSEN else 0)


def _tout(kind: Kind, letters: str, key: str | None = None) -> Kind:
    return replace(kind, key=key or f"{kind.key}-tout", letters=letters, decided_by=BY_ALL_TRICKS, base=kind.key)


_CALLED = ("E", "G", "S")
_RUFER = Kind(key="rufer", letters="r", family=PARTNERSHIP, trump_suit="H", callable=_CALLED)
_HOCHZEIT = replace(_RUFER, key="hochzeit", letters="h", callable=())
_KREUZ = replace(_RUFER, key="kreuz", letters="k", callable=(), opposite=True, is_bid=False)
_MUSS = replace(_RUFER, key="muss", letters="m", is_bid=False)
_SOLO = Kind(key="solo", letters="s", family=SOLOIST, trump_suit=CHOSEN, solo=True, in_hearts=("heart-solo",))
_HEART_SOLO = Kind(key="heart-solo", letters="hs", family=SOLOIST, trump_suit="H", solo=True)
_WENZ = Kind(key="wenz", letters="w", family=SOLOIST, lords=(UNTER,))
_GEIER = replace(_WENZ, key="geier", letters="g", lords=(OBER,))
_KAISER = replace(_WENZ, key="kaiser", letters="ka", lords=(KING,))
_EISENBAHNER = replace(_WENZ, key="eisenbahner", letters="ei", lords=(TEN,))
_SPATZ = replace(_WENZ, key="spatz", letters="sp", lords=(SEVEN,))
_SUIT_WENZ = replace(_WENZ, key="suit-wenz", letters="fw", trump_suit=CHOSEN)
_SUIT_GEIER = replace(_GEIER, key="suit-geier", letters="fg", trump_suit=CHOSEN)
_SUIT_KAISER = replace(_KAISER, key="suit-kaiser", letters="fk", trump_suit=CHOSEN)
_SUIT_EISENBAHNER = replace(_EISENBAHNER, key="suit-eisenbahner", letters="fe", trump_suit=CHOSEN)
# The lords laid aside before the deal belong to the soloist, so it is a Solo that nobody bids (overview, Schieber).
_SCHIEBER = Kind(key="schieber", letters="sc", family=SOLOIST, trump_suit=CHOSEN, solo=True, is_bid=False)
_RAMSCH = Kind(key="ramsch", letters="ra", family=EVERYONE, decided_by=BY_MOST_POINTS, trump_suit="H", is_bid=False)
_BETTEL = Kind(key="bettel", letters="b", family=SOLOIST, decided_by=BY_NO_TRICK, lords=())
_ALL = (
    _RUFER,
    _tout(_RUFER, "rt"),
    _HOCHZEIT,
    _tout(_HOCHZEIT, "ht"),
    _KREUZ,
    _tout(_KREUZ, "kt"),
    _MUSS,
    _tout(_MUSS, "mt"),
    replace(_RUFER, key="assrufen", letters="a"),
    Kind(key="simple", letters="e", family=SOLOIST, trump_suit=CHOSEN),
    _SOLO,
    replace(_tout(_SOLO, "st"), in_hearts=("heart-solo-tout", "heart-solo-du")),
    replace(_tout(_SOLO, "sd", "solo-du"), in_hearts=("heart-solo-du", "heart-solo-tout")),
    _HEART_SOLO,
    _tout(_HEART_SOLO, "hst"),
    _tout(_HEART_SOLO, "hsd", "heart-solo-du"),
    _WENZ,
    _tout(_WENZ, "wt"),
    _GEIER,
    _tout(_GEIER, "gt"),
    _KAISER,
    _tout(_KAISER, "kat"),
    _EISENBAHNER,
    _tout(_EISENBAHNER, "eit"),
    _SPATZ,
    _tout(_SPATZ, "spt"),
    _SUIT_WENZ,
    _tout(_SUIT_WENZ, "fwt"),
    _SUIT_GEIER,
    _tout(_SUIT_GEIER, "fgt"),
    _SUIT_KAISER,
    _tout(_SUIT_KAISER, "fkt"),
    _SUIT_EISENBAHNER,
    _tout(_SUIT_EISENBAHNER, "fet"),
    _SCHIEBER,
    replace(_SCHIEBER, key="devils-round", letters="tr"),
    _BETTEL,
    replace(_BETTEL, key="bettel-brett", letters="bb"),
    replace(_BETTEL, key="ramsch-tout", letters="rat", lords=(OBER, UNTER), trump_suit="H"),
    _RAMSCH,
    replace(_RAMSCH, key="schieberamsch", letters="sr"),
    Kind(key="sie", letters="sie", family=SOLOIST, decided_by=BY_DEAL),
)
KINDS: Mapping[str, Kind] = MappingProxyType({kind.key: kind for kind in _ALL})


def declarer_side(kind: Kind, declarer: int, partner: int | None) -> frozenset[int]:
    """Return the seats of the declarer's side; without a known partner only the declarer's."""
    if kind.family == PARTNERSHIP and partner is not None:
        return frozenset((declarer, partner))
    return frozenset((declarer,))
