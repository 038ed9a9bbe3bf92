"""The draw as an algorithm: pure, seeded, without Django or database. Described in docs/draw.md for whoever checks.

    python -m tournament.lots verify FILE

recomputes a published draw. Exit 0: it holds; 1: it does not, with what differs; 2: wrong usage or unreadable file.
"""

import hashlib
import itertools
import json
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeVar

ALGORITHM = "spielliste-1"
TABLE_SIZE = 4
_WORD = 2**32
_SEED = re.compile(r"[0-9a-f]{64}")
_FIELDS = {"match": int, "algorithm": str, "entrants": list, "entrants_hash": str, "seed": str, "lots": list}

Item = TypeVar("Item")


class LotsError(ValueError):
    """Input from which no lots can be drawn or checked; the text says why."""


def entrants_hash(entrants: Sequence[int]) -> str:
    """SHA-256, in hexadecimal, over the start numbers in the given order, decimal and joined by commas."""
    return hashlib.sha256(",".join(map(str, entrants)).encode("ascii")).hexdigest()


def shuffle(items: Sequence[Item], seed: str) -> list[Item]:
    """The items in the order that the seed (64 digits 0-9a-f) gives: Fisher-Yates, from the last place down."""
    words = _words(seed)
    shuffled = list(items)
    for last in range(len(shuffled) - 1, 0, -1):
        other = _below(last + 1, words)
        shuffled[last], shuffled[other] = shuffled[other], shuffled[last]
    return shuffled


def draw(entrants: Sequence[int], seed: str, table_size: int = TABLE_SIZE) -> list[list[int]]:
    """The tables in order, each the start numbers of its seats 1, 2, 3, 4.

    `entrants` are start numbers, ascending, none twice. Raises LotsError when they are not, when they do not fill whole
    tables, or when the seed is not 64 hexadecimal digits.
    """
    if any(second <= first for first, second in itertools.pairwise(entrants)):
        raise LotsError("the entrants are not in ascending order, or one is listed twice")
    if not entrants or len(entrants) % table_size:
        raise LotsError(f"{len(entrants)} entrants do not fill tables of {table_size}")
    order = shuffle(entrants, seed)
    return [order[first : first + table_size] for first in range(0, len(order), table_size)]


def protocol(*, match: int, entrants: Sequence[int], seed: str, lots: Sequence[Sequence[int]]) -> dict[str, Any]:
    """What is published of a draw, ready for JSON: enough for anyone to recompute every lot."""
    return {
        "match": match,
        "algorithm": ALGORITHM,
        "entrants": list(entrants),
        "entrants_hash": entrants_hash(entrants),
        "seed": seed,
        "lots": [list(table) for table in lots],
    }


def verify(published: Any) -> list[str]:
    """Recompute a published protocol. Every difference as a sentence; an empty list means that the draw holds.

    Raises LotsError for what is no protocol at all, or names an algorithm that is not known here.
    """
    _check_form(published)
    entrants, lots = published["entrants"], published["lots"]
    differences = []
    if published["entrants_hash"] != entrants_hash(entrants):
        differences.append(f"the hash of the entrants is {entrants_hash(entrants)}, not {published['entrants_hash']}")
    try:
        expected = draw(entrants, published["seed"])
    except LotsError as error:
        return [*differences, str(error)]
    return differences + list(_differing_seats(lots, expected))


def _words(seed: str) -> Iterator[int]:
    """The stream of 32-bit words: SHA-256 over "spielliste-1:SEED:COUNTER", eight big-endian words from each hash."""
    if not _SEED.fullmatch(seed):
        raise LotsError("the seed is not 64 digits of 0-9 and a-f")
    counter = 0
    while True:
        block = hashlib.sha256(f"{ALGORITHM}:{seed}:{counter}".encode("ascii")).digest()
        yield from (int.from_bytes(block[start : start + 4], "big") for start in range(0, len(block), 4))
        counter += 1


def _below(limit: int, words: Iterator[int]) -> int:
    """A number from 0 to limit - 1. Words past the last whole multiple are thrown away: a bare remainder is biased."""
    whole = _WORD - _WORD % limit
    return next(word for word in words if word < whole) % limit


def _check_form(published: Any) -> None:
    if not isinstance(published, Mapping):
        raise LotsError("the file is no protocol of a draw")
    for name, kind in _FIELDS.items():
        if type(published.get(name)) is not kind:
            raise LotsError(f"the field “{name}” is missing or of the wrong kind")
    if published["algorithm"] != ALGORITHM:
        raise LotsError(f"the algorithm “{published['algorithm']}” is not known here")
    for numbers in [published["entrants"], *published["lots"]]:
        if not isinstance(numbers, list) or any(type(number) is not int for number in numbers):
            raise LotsError("entrants and tables must be lists of start numbers")


def _differing_seats(lots: Sequence[Sequence[int]], expected: Sequence[Sequence[int]]) -> Iterator[str]:
    for table in range(max(len(lots), len(expected))):
        here = lots[table] if table < len(lots) else []
        there = expected[table] if table < len(expected) else []
        for seat in range(max(len(here), len(there))):
            written = here[seat] if seat < len(here) else "nobody"
            drawn = there[seat] if seat < len(there) else "nobody"
            if written != drawn:
                yield f"table {table + 1}, seat {seat + 1}: published {written}, drawn {drawn}"


def main(arguments: Sequence[str]) -> int:
    """The command line; returns the exit code."""
    if len(arguments) != 2 or arguments[0] != "verify":
        print("usage: python -m tournament.lots verify FILE", file=sys.stderr)
        return 2
    try:
        with open(arguments[1], encoding="utf-8") as file:
            published = json.load(file)
        differences = verify(published)
    except (OSError, ValueError, RecursionError) as error:
        print(f"{arguments[1]}: cannot be checked: {error}", file=sys.stderr)
        return 2
    if differences:
        print("The draw does not hold:", *differences, sep="\n  ")
        return 1
    seats = sum(len(table) for table in published["lots"])
    print(f"The draw of match {published['match']} holds: {len(published['lots'])} tables, {seats} seats.")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
