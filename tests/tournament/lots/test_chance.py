"""Randomness that anyone can repeat: words, numbers, shuffles, hashed texts."""

import hashlib
import json
from collections.abc import Callable

import pytest

from tests.tournament.lots.fields import SEED, digits
from tournament import lots


class Words(lots.Chance):
    """Gives the numbers of a list of words instead of a seed's."""

    def __init__(self, *words: int) -> None:
        self._words = iter(words)


def test_words_past_the_last_whole_multiple_are_thrown_away() -> None:
    # 2**32 mod 3 is 1: only the last word is one too many.
    assert Words(2**32 - 1, 5).below(3) == 2
    assert Words(2**32 - 2, 5).below(3) == 2
    assert Words(2**32 - 1, 5).below(4) == 3
    assert Words(2**32 - 1, 5).below(1) == 0


def test_words_are_the_hashes_in_order() -> None:
    chance = lots.Chance(SEED)
    blocks = b"".join(hashlib.sha256(f"spielliste-2:{SEED}:{counter}".encode()).digest() for counter in (0, 1, 2))
    assert [chance.below(2**32) for _ in range(24)] == [
        int.from_bytes(blocks[first : first + 4], "big") for first in range(0, 96, 4)
    ]


def test_a_shuffle_never_changes() -> None:
    # Copied from the first run: any other platform, Python or release must give the same.
    assert lots.shuffle(range(1, 13), SEED) == [10, 9, 1, 12, 8, 4, 3, 6, 2, 5, 7, 11]
    items = list(range(1, 13))
    lots.Chance(SEED).shuffle(items)
    assert items == [12, 4, 3, 9, 10, 5, 11, 6, 8, 1, 2, 7]


def test_another_seed_gives_another_order() -> None:
    assert len({json.dumps(lots.shuffle(range(64), digits(number))) for number in range(100)}) == 100


def test_commitment_and_seed_are_plain_hashes() -> None:
    secret = digits("secret")
    assert lots.commitment(secret) == hashlib.sha256(f"spielliste-2:{secret}".encode()).hexdigest()
    for hall, text in (((), ""), (("7", "007", "0"), "7,007,0")):
        expected = hashlib.sha256(f"spielliste-2:{SEED}:{secret}:{text}".encode()).hexdigest()
        assert lots.draw_seed(list_hash=SEED, secret=secret, hall=hall) == expected


SPACED = " ".join([SEED[:32], SEED[32:]])


@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        ("", "is not 64 digits of 0-9 and a-f"),
        (SEED.upper(), "is not 64 digits of 0-9 and a-f"),
        (SEED[1:], "is not 64 digits of 0-9 and a-f"),
        (SEED[1:] + "５", "is not 64 digits of 0-9 and a-f"),
        (SEED + "\n", "is typed with spaces: please write its 64 digits without any"),
        (SPACED, "is typed with spaces: please write its 64 digits without any"),
        (f"\t{SPACED}  ", "is typed with spaces: please write its 64 digits without any"),
    ],
)
@pytest.mark.parametrize(
    ("use", "name"),
    [
        (lots.Chance, "seed"),
        (lambda typed: lots.shuffle([1, 2], typed), "seed"),
        (lots.commitment, "secret"),
        (lambda typed: lots.draw_seed(list_hash=SEED, secret=typed), "secret"),
    ],
)
def test_digits_typed_wrongly_have_their_sentence(
    use: Callable[[str], object], name: str, typed: str, reason: str
) -> None:
    with pytest.raises(lots.LotsError) as refused:
        use(typed)
    assert str(refused.value) == f"the {name} {reason}"
