"""Random numbers that anyone can repeat: SHA-256 in counter mode over a published seed, without bias."""

import hashlib
import re
import struct
from collections.abc import Iterator, Sequence
from typing import TypeVar

from tournament.lots.errors import LotsError

FIRST_ALGORITHM = "spielliste-1"
ALGORITHM = "spielliste-2"

_WORD = 2**32
_BLOCK = struct.Struct(">8I")
_HEX = re.compile(r"[0-9a-f]{64}")

Item = TypeVar("Item")


def sha256_text(text: str) -> str:
    """Return the SHA-256 of the text, which must be ASCII, as 64 hexadecimal digits in lower case."""
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def commitment(secret: str) -> str:
    """Return the hash of the secret, which is published before the draw: it fixes the secret and reveals nothing."""
    check_hex("secret", secret)
    return sha256_text(f"{ALGORITHM}:{secret}")


def draw_seed(*, list_hash: str, secret: str, hall: Sequence[str] = ()) -> str:
    """Return the seed of a draw: a hash over the closed list, the committed secret and the numbers of the hall."""
    check_hex("secret", secret)
    return sha256_text(f"{ALGORITHM}:{list_hash}:{secret}:{','.join(hall)}")


def check_hex(name: str, value: str) -> None:
    """Raise LotsError unless the value is 64 digits 0-9a-f. Spaces, which copying adds, get a sentence of their own."""
    if _HEX.fullmatch(value):
        return
    if _HEX.fullmatch("".join(value.split())):
        raise LotsError(f"the {name} is typed with spaces: please write its 64 digits without any")
    raise LotsError(f"the {name} is not 64 digits of 0-9 and a-f")


class Chance:
    """The stream of random numbers of one seed (64 digits 0-9a-f). Raises LotsError for any other seed."""

    def __init__(self, seed: str, algorithm: str = ALGORITHM) -> None:
        check_hex("seed", seed)
        self._words = _words(f"{algorithm}:{seed}")

    def below(self, limit: int) -> int:
        """Return a number from 0 to limit - 1. Words past the last whole multiple are skipped: they would be biased."""
        whole = _WORD - _WORD % limit
        for word in self._words:
            if word < whole:
                break
        return word % limit

    def shuffle(self, items: list[Item]) -> None:
        """Put the items in another order, in place: Fisher-Yates, from the last place down."""
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]


def shuffle(items: Sequence[Item], seed: str) -> list[Item]:
    """Return the items in the order that a seed gives: for tie lots (5.4.2) and for draws by the first algorithm."""
    shuffled = list(items)
    Chance(seed, FIRST_ALGORITHM).shuffle(shuffled)
    return shuffled


def _words(prefix: str) -> Iterator[int]:
    """Yield 32-bit words: eight big-endian words from each SHA-256 over "PREFIX:COUNTER"."""
    counter = 0
    while True:
        yield from _BLOCK.unpack(hashlib.sha256(f"{prefix}:{counter}".encode("ascii")).digest())
        counter += 1
