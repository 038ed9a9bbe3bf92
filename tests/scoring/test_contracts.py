"""The nature of contracts: trumps, and the longest top sequence one side can hold (4.2.2, 2.6.4)."""

import pytest

from scoring.cards import Deck
from scoring.contracts import KINDS

LONG, SHORT, THREE = Deck(32, 4), Deck(24, 4), Deck(32, 3)


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
