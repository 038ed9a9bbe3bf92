"""The pack as pages show it: German and French cards, long and short."""

import pytest

from scoring.ruleset import load_ruleset
from tournament.selectors.cards import cards_of, pack_of


@pytest.mark.parametrize(
    ("rules", "cards", "first", "last"),
    [
        ("asserufen", 32, ("EA", "", "♣", "A", "Ace of Clubs"), ("S7", "", "♦", "7", "7 of Diamonds")),
        ("social", 32, ("EA", "eichel", "", "A", "Ace of Acorns"), ("S7", "schellen", "", "7", "7 of Bells")),
        ("social-short", 24, ("EA", "eichel", "", "A", "Ace of Acorns"), ("S9", "schellen", "", "9", "9 of Bells")),
        ("palatinate-three", 32, ("EA", "", "♣", "A", "Ace of Clubs"), ("S7", "", "♦", "7", "7 of Diamonds")),
    ],
)  # fmt: skip
def test_every_card_once(rules: str, cards: int, first: tuple[str, ...], last: tuple[str, ...]) -> None:
    rows = pack_of(load_ruleset(rules))
    deck = [card for row in rows for card in row.cards]
    assert (len(rows), len(deck), len({card.name for card in deck})) == (4, cards, cards)
    for card, parts in ((deck[0], first), (deck[-1], last)):
        assert (card.code, card.drawn, card.sign, card.rank, card.name) == parts


def test_a_hand_lies_in_the_packs_order() -> None:
    hand = cards_of(load_ruleset("schafkopfschule-2023"), ["S7", "EO", "HA", "EA"])
    assert [card.code for card in hand] == ["EA", "EO", "HA", "S7"]


def test_french_lords_have_their_own_letters() -> None:
    hand = cards_of(load_ruleset("palatinate-three"), ["HO", "HU", "HK", "H10"])
    assert [(card.rank, card.name) for card in hand] == [
        ("10", "Ten of Hearts"),
        ("K", "King of Hearts"),
        ("Q", "Queen of Hearts"),
        ("J", "Jack of Hearts"),
    ]
