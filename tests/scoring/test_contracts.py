"""The nature of contracts: trumps, and the longest top sequence one side can hold (4.2.2, 2.6.4)."""

import pytest

from scoring.cards import Deck, card_points_by_tricks
from scoring.contracts import KINDS

LONG, SHORT, THREE = Deck(32, 4), Deck(24, 4), Deck(32, 3)
SHORTEST, THREE_SHORT = Deck(20, 4), Deck(24, 3)


@pytest.mark.parametrize(
    ("key", "deck", "trumps", "runners"),
    [
        ("rufer", LONG, 14, 14),
        ("rufer", SHORT, 12, 12),
        ("solo", LONG, 14, 13),
        ("solo-tout", LONG, 14, 13),
        ("solo", SHORT, 12, 11),
        ("heart-solo", LONG, 14, 14),
        ("wenz", LONG, 4, 4),
        ("wenz-tout", SHORT, 4, 4),
        ("geier", LONG, 4, 4),
        ("suit-wenz", LONG, 11, 10),
        ("suit-geier-tout", SHORT, 9, 8),
        ("muss", LONG, 14, 14),
        ("assrufen", LONG, 14, 14),
        ("simple", THREE, 14, 13),
        ("bettel", LONG, 0, 0),
        ("sie", LONG, 8, 8),
        ("sie", SHORT, 6, 6),
        # Geier: "only the Kings are trumps", "only the Tens", "only the Sevens"; Suit Geier: a suit beside them.
        ("kaiser", LONG, 4, 4),
        ("eisenbahner", SHORT, 4, 4),
        ("spatz", LONG, 4, 4),
        ("suit-kaiser", LONG, 11, 10),
        ("suit-eisenbahner-tout", SHORT, 9, 8),
        ("schieber", LONG, 14, 13),
        # Short Schafkopf: "Sometimes the 9s are removed to leave just 20 cards", five to each player.
        ("rufer", SHORTEST, 11, 11),
        ("solo", SHORTEST, 11, 10),
        ("suit-wenz", SHORTEST, 8, 7),
        ("wenz", SHORTEST, 4, 4),
        ("sie", SHORTEST, 5, 5),
        ("sie", THREE_SHORT, 8, 8),
        ("solo", THREE_SHORT, 12, 11),
    ],
)
def test_trumps_and_runners(key: str, deck: Deck, trumps: int, runners: int) -> None:
    assert (KINDS[key].trumps(deck), KINDS[key].most_runners(deck)) == (trumps, runners)


def test_hands_and_skat() -> None:
    assert [(deck.hand, deck.skat, len(deck.ranks)) for deck in (LONG, SHORT, THREE)] == [
        (8, 0, 8),
        (6, 0, 6),
        (10, 2, 8),
    ]
    assert [(deck.hand, deck.skat, deck.ranks[-1]) for deck in (SHORTEST, THREE_SHORT, Deck(20, 3))] == [
        (5, 0, "U"),
        (8, 0, "9"),
        (6, 2, "U"),
    ]
    assert [card_points_by_tricks(SHORTEST)[tricks] for tricks in (0, 5)] == [{0}, {120}]
    assert (min(card_points_by_tricks(SHORTEST)[1]), max(card_points_by_tricks(SHORTEST)[1])) == (8, 44)


def test_the_pack_has_the_cards_that_a_contract_is_named_for() -> None:
    lacking = {deck.pack: [key for key in KINDS if not KINDS[key].is_in(deck)] for deck in (LONG, SHORT, SHORTEST)}
    assert lacking == {32: [], 24: ["spatz", "spatz-tout"], 20: ["spatz", "spatz-tout"]}


@pytest.mark.parametrize("key", [key for key in KINDS if KINDS[key].base is not None])
def test_a_tout_is_its_base_with_every_trick(key: str) -> None:
    tout = KINDS[key]
    base = KINDS[tout.base or ""]
    assert tout.decided_by == "all-tricks"
    assert (tout.family, tout.lords, tout.trump_suit, tout.callable) == (
        base.family,
        base.lords,
        base.trump_suit,
        base.callable,
    )
    assert (tout.levels, base.levels) == (("fixed",), ("simple", "schneider", "schwarz"))


def test_letters_tell_contracts_and_suits_apart() -> None:
    letters = [f"{kind.letters}{suit.lower()}" for kind in KINDS.values() for suit in ("", *kind.suits)]
    assert len(set(letters)) == len(letters)
