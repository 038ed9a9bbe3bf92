"""The cards of a ruleset's pack as pages show them: a drawn suit or its sign, the rank, and the name in words."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from scoring.cards import SUITS
from scoring.ruleset import Ruleset
from tournament.words import labels

GERMAN = "german"
DRAWN: Mapping[str, str] = {"E": "eichel", "G": "gras", "H": "herz", "S": "schellen"}
SIGNS: Mapping[str, str] = {"E": "♣", "G": "♠", "H": "♥", "S": "♦"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """A card: its code, its suit (drawn if German, else a sign), the letter of its rank, and its name."""

    code: str
    drawn: str
    sign: str
    rank: str
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SuitRow:
    """The cards of one suit from the Ace down."""

    name: str
    cards: tuple[Card, ...]


def cards_of(ruleset: Ruleset, codes: Iterable[str]) -> tuple[Card, ...]:
    """Return these cards in the pack's order."""
    hand = set(codes)
    return tuple(card for row in pack_of(ruleset) for card in row.cards if card.code in hand)


def pack_of(ruleset: Ruleset) -> tuple[SuitRow, ...]:
    """Return every card of the pack, one row for each suit."""
    names = labels.SUITS[ruleset.cards]
    return tuple(
        SuitRow(name=str(names[suit]), cards=tuple(_card(ruleset, suit, rank) for rank in ruleset.deck.ranks))
        for suit in SUITS
    )


def _card(ruleset: Ruleset, suit: str, rank: str) -> Card:
    german = ruleset.cards == GERMAN
    word = labels.RANKS[ruleset.cards].get(rank)
    return Card(
        code=f"{suit}{rank}",
        drawn=DRAWN[suit] if german else "",
        sign="" if german else SIGNS[suit],
        # On French cards the court cards have letters of their own: Q and J, in German D and B.
        rank=rank if german or word is None or rank == "10" else str(word)[0],
        name=labels.card_name(ruleset.cards, f"{suit}{rank}"),
    )
