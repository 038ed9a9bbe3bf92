"""The page and Python recompute a draw with the same answers, for valid protocols and for forged ones."""

import functools
import random
import sys
from collections.abc import Iterator, Sequence
from copy import deepcopy
from itertools import islice
from typing import Any

import pytest

from tests.js.protocols import SECRET, spaced
from tests.node import in_node
from tournament import lots

COUNTS = (8, 9, 13, 16, 20, 21, 28, 40, 64)
HALL = {"system": [], "numbers": ["7", "042", "99"], "lottery": ["3", "12345678901234567890"]}
VERIFY = """async (protocols) => {
  const { verify } = await import("draw/protocol"), answers = [];
  for (const protocol of protocols) answers.push((await verify(protocol)).differences);
  return answers;
}"""
# The script's codes in the words of `python -m tournament.lots verify`.
PYTHON = {
    "seat": "table {table}, seat {seat}: published {written}, drawn {drawn}",
    "list_hash": "the hash of the list is {computed}, not {written}",
    "entrants_hash": "the hash of the entrants is {computed}, not {written}",
    "commitment": "the commitment to the secret is {computed}, not {written}",
    "seed": "the seed is {computed}, not {written}",
    "again": "meetings.again is {computed}, not {written}",
    "clubs": "meetings.clubs is {computed}, not {written}",
    "seats": "meetings.seats is {computed}, not {written}",
    "seed_spaces": "the seed is typed with spaces: please write its 64 digits without any",
    "secret_digits": "the secret is not 64 digits of 0-9 and a-f",
    "hash_digits": "the hash of the entrants is not 64 digits of 0-9 and a-f",
    "hall_count": "the source “{source}” needs {least} to {most} numbers, not {written}",
    "list_source": "the source “{source}” is not known",
    "list_clubs": "a club names somebody twice or nobody on the list",
}


def protocols_of(chance: random.Random, counts: Sequence[int] = COUNTS) -> Iterator[dict[str, Any]]:
    """Fields of all sizes and options, match after match, without end."""
    while True:
        count = chance.choice(counts)
        entrants = tuple(sorted(chance.sample(range(1, 3 * count), count)))
        sizes = lots.table_sizes(count, {3, 4, 5}, chance.choice([3, 4, 5])) or ()
        shuffled = chance.sample(entrants, count)
        clubs = tuple(tuple(shuffled[first : first + 3]) for first in range(0, chance.choice([0, 3, 6]), 3))
        fixed_seats = ((shuffled[0], len(sizes), 1), (shuffled[-1], 1, 2)) if chance.random() < 0.3 else ()
        matches, even, earlier = chance.choice([1, 2, 3, 4]), chance.random() < 0.5, ()
        for match in range(1, matches + 1):
            terms = lots.Terms(
                match=match, matches=matches, source=chance.choice(lots.SOURCES), entrants=entrants, tables=sizes,
                clubs=clubs, fixed=fixed_seats, even_seats=even, earlier=earlier,
            )  # fmt: skip
            protocol = lots.protocol(terms, secret=f"{chance.getrandbits(256):064x}", hall=HALL[terms.source])
            yield protocol
            earlier = (*earlier, tuple(map(tuple, protocol["lots"])))


def changed(protocol: dict[str, Any], chance: random.Random) -> Iterator[dict[str, Any]]:
    """The protocol itself, and forged versions that somebody might try."""
    yield protocol
    seats = deepcopy(protocol)
    one, other = chance.sample(seats["lots"], 2)
    one[0], other[0] = other[0], one[0]
    yield seats
    yield protocol | {"lots": [*protocol["lots"][:-1], protocol["lots"][-1][:-1]]}
    yield protocol | {"secret": SECRET}
    yield protocol | {"secret": "5A" * 32}
    yield protocol | {"commitment": "00" * 32}
    yield protocol | {"list_hash": "00" * 32}
    yield protocol | {"seed": "00" * 32}
    yield spaced("seed")(protocol)
    yield protocol | {"clubs": [protocol["entrants"][:2]]}
    yield protocol | {"clubs": [[10**6]]}
    yield protocol | {"clubs": [*protocol["clubs"], []]}
    yield protocol | {"source": "toString"}
    yield protocol | {"hall": ["1"] * 13}
    yield protocol | {"meetings": {"again": 77, "clubs": 77}}


def words_of(difference: dict[str, Any]) -> dict[str, Any]:
    """Python says nobody where the script has 0, and None where it has a dash."""
    return {
        name: "nobody" if name in ("written", "drawn") and value == 0 else "None" if value == "–" else value
        for name, value in difference.items()
    }


def test_browser_and_python_agree_on_every_protocol(monkeypatch: pytest.MonkeyPatch) -> None:
    # Most of the forged protocols lead to the same lots, which take Python half a second to draw.
    monkeypatch.setattr(sys.modules[lots.verify.__module__], "draw", functools.cache(lots.draw))
    chance = random.Random(20261128)
    protocols = list(islice(protocols_of(chance), 25))
    for protocol in islice(protocols_of(chance, [64]), 3):
        protocols += changed(protocol, chance)
    order = lots.shuffle(range(1, 13), SECRET)
    first = {
        "algorithm": "spielliste-1", "match": 1, "entrants": list(range(1, 13)), "seed": SECRET,
        "entrants_hash": lots.sha256_text(",".join(map(str, range(1, 13)))), "lots": [order[:4], order[4:8], order[8:]],
    }  # fmt: skip
    protocols += [first, first | {"lots": [order[4:8], order[:4], order[8:]]}, first | {"entrants_hash": "0"}]
    # Its hash would be the same as without any match; only the match without tables itself shows it.
    empty = protocols[0] | {"earlier": [*protocols[0]["earlier"], []]}
    *answers, of_empty = in_node(VERIFY, [*protocols, empty])
    for protocol, answer in zip(protocols, answers, strict=True):
        sentences = [PYTHON[difference["code"]].format_map(protocol | words_of(difference)) for difference in answer]
        assert sentences == lots.verify(protocol)
    assert sum(answer == [] for answer in answers) > 25
    assert of_empty == [{"code": "list_tables"}]
