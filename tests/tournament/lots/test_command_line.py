"""The draw as an algorithm: fixed seeds, so every run counts the same."""

import hashlib
import json
import subprocess
import sys
from pathlib import Path

import pytest

from tournament import lots

ROOT = Path(__file__).parents[2]
SEED = "5f" * 32


def seed(number: int) -> str:
    return hashlib.sha256(str(number).encode()).hexdigest()


def described_in_the_docs(entrants: list[int], seed: str) -> list[list[int]]:
    """docs/draw.md, points 4 to 7, written from the text alone: no line in common with lots.py."""
    seats = list(entrants)
    stream = b""
    counter = used = 0
    for i in reversed(range(1, len(seats))):
        n = i + 1
        while True:
            while len(stream) < used + 4:
                stream += hashlib.sha256(b"spielliste-1:" + seed.encode() + b":" + str(counter).encode()).digest()
                counter += 1
            w = sum(byte << shift for byte, shift in zip(stream[used : used + 4], (24, 16, 8, 0), strict=True))
            used += 4
            if w < (2**32 // n) * n:
                break
        j = w - n * (w // n)
        held = seats[i]
        seats[i] = seats[j]
        seats[j] = held
    return [seats[4 * table : 4 * table + 4] for table in range(len(seats) // 4)]


@pytest.mark.parametrize("count", [4, 8, 64, 200, 1000])
def test_an_implementation_from_the_description_agrees(count: int) -> None:
    entrants = [3 * number + 1 for number in range(count)]
    for number in range(20):
        assert lots.draw(entrants, seed(number)) == described_in_the_docs(entrants, seed(number))


def test_the_lots_of_a_seed_never_change() -> None:
    # Typed from the first run: another platform, Python or release must give the same.
    assert lots.draw(list(range(1, 13)), SEED) == [[10, 9, 1, 12], [8, 4, 3, 6], [2, 5, 7, 11]]
    assert lots.entrants_hash([1, 2, 3, 5]) == hashlib.sha256(b"1,2,3,5").hexdigest()


def test_every_entrant_has_exactly_one_seat() -> None:
    tables = lots.draw(list(range(1, 1001)), SEED)
    assert sorted(number for table in tables for number in table) == list(range(1, 1001))
    assert {len(table) for table in tables} == {4}
    assert len(tables) == 250


def test_another_seed_gives_other_lots() -> None:
    entrants = list(range(1, 65))
    assert len({json.dumps(lots.draw(entrants, seed(number))) for number in range(100)}) == 100


def test_words_past_the_last_whole_multiple_are_thrown_away() -> None:
    # 2**32 mod 3 is 1: only the last word is one too many.
    assert lots._below(3, iter([2**32 - 1, 5])) == 2
    assert lots._below(3, iter([2**32 - 2, 5])) == 2
    assert lots._below(4, iter([2**32 - 1, 5])) == 3


def test_seats_are_uniform() -> None:
    """Chi-square of entrant against place over 6,000 seeds: 8 entrants, 8 places, 49 degrees of freedom."""
    runs = 6000
    counts = [[0] * 8 for _ in range(8)]
    for number in range(runs):
        order = [entrant for table in lots.draw(list(range(8)), seed(number)) for entrant in table]
        for place, entrant in enumerate(order):
            counts[entrant][place] += 1
    expected = runs / 8
    chi_square = sum((count - expected) ** 2 / expected for row in counts for count in row)
    # 85.35 is passed by one fair draw in a thousand, 23.98 missed by as few: neither biased nor too even to be true.
    assert 23.98 < chi_square < 85.35


def test_meetings_are_uniform() -> None:
    """How often two of 8 share a table: 3 of 7 times for each of the 28 pairs."""
    runs = 6000
    met = dict.fromkeys(((first, second) for first in range(8) for second in range(first + 1, 8)), 0)
    for number in range(runs):
        for table in lots.draw(list(range(8)), seed(number)):
            table = sorted(table)
            for index, first in enumerate(table):
                for second in table[index + 1 :]:
                    met[first, second] += 1
    share, deviation = 3 / 7, (3 / 7 * 4 / 7 / runs) ** 0.5
    assert all(abs(count / runs - share) < 4 * deviation for count in met.values())


@pytest.mark.parametrize(
    ("entrants", "seed", "reason"),
    [
        ([], SEED, "0 entrants do not fill tables of 4"),
        ([1, 2, 3], SEED, "3 entrants do not fill tables of 4"),
        (list(range(66)), SEED, "66 entrants do not fill tables of 4"),
        ([1, 2, 2, 3], SEED, "not in ascending order, or one is listed twice"),
        ([1, 3, 2, 4], SEED, "not in ascending order, or one is listed twice"),
        ([1, 2, 3, 4], "", "the seed is not 64 digits"),
        ([1, 2, 3, 4], SEED.upper(), "the seed is not 64 digits"),
        ([1, 2, 3, 4], SEED + "\n", "the seed is not 64 digits"),
        ([1, 2, 3, 4], " ".join([SEED[:32], SEED[32:]]), "the seed is not 64 digits"),
    ],
)
def test_impossible_input_is_refused(entrants: list[int], seed: str, reason: str) -> None:
    with pytest.raises(lots.LotsError, match=reason):
        lots.draw(entrants, seed)


# ---------------------------------------------------------------------------------------------- the command line


def published(count: int = 12) -> dict:
    entrants = list(range(1, count + 1))
    return lots.protocol(match=2, entrants=entrants, seed=SEED, lots=lots.draw(entrants, SEED))


WITHOUT_DJANGO = """
import sys
sys.path.insert(0, sys.argv[1])
from tournament import lots
assert "django" not in sys.modules
sys.exit(lots.main(sys.argv[2:]))
"""


def verify(file: Path) -> tuple[int, str, str]:
    run = subprocess.run(
        [sys.executable, "-c", WITHOUT_DJANGO, str(ROOT), "verify", str(file)],
        capture_output=True,
        text=True,
        encoding="utf-8",
        cwd=file.parent,
    )
    return run.returncode, run.stdout, run.stderr


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "lots.json"


def test_a_published_draw_holds(file: Path) -> None:
    file.write_text(json.dumps(published() | {"tournament": "feldkirchen-2026"}))
    assert verify(file) == (0, "The draw of match 2 holds: 3 tables, 12 seats.\n", "")


def test_it_runs_as_a_module(file: Path) -> None:
    file.write_text(json.dumps(published()))
    command = [sys.executable, "-m", "tournament.lots"]
    assert subprocess.run([*command, "verify", file], cwd=ROOT, capture_output=True).returncode == 0
    usage = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert (usage.returncode, usage.stdout) == (2, "")
    assert usage.stderr == "usage: python -m tournament.lots verify FILE\n"


def test_one_changed_seat_is_named(file: Path) -> None:
    protocol = published()
    drawn = protocol["lots"][1][2]
    protocol["lots"][1][2] = 99
    file.write_text(json.dumps(protocol))
    assert verify(file) == (1, f"The draw does not hold:\n  table 2, seat 3: published 99, drawn {drawn}\n", "")


def test_two_exchanged_seats_are_both_named() -> None:
    protocol = published()
    first, last = protocol["lots"][0], protocol["lots"][2]
    first[0], last[3] = last[3], first[0]
    assert lots.verify(protocol) == [
        f"table 1, seat 1: published {first[0]}, drawn {last[3]}",
        f"table 3, seat 4: published {last[3]}, drawn {first[0]}",
    ]


def test_a_table_left_out_and_one_too_many_are_named() -> None:
    short, long = published(), published()
    left_out = short["lots"].pop()
    long["lots"].append([20])
    assert lots.verify(short) == [
        f"table 3, seat {seat}: published nobody, drawn {number}" for seat, number in enumerate(left_out, start=1)
    ]
    assert lots.verify(long) == ["table 4, seat 1: published 20, drawn nobody"]


def test_a_changed_list_shows_in_its_hash() -> None:
    protocol = published()
    protocol["entrants"] = [*protocol["entrants"][:-1], 13]
    new_hash = lots.entrants_hash(protocol["entrants"])
    differences = lots.verify(protocol)
    assert differences[0] == f"the hash of the entrants is {new_hash}, not {protocol['entrants_hash']}"
    assert [part.split(":")[1] for part in differences[1:]] == [" published 12, drawn 13"]


def test_another_seed_and_an_uneven_list_do_not_hold() -> None:
    assert len(lots.verify(published() | {"seed": seed(1)})) > 1
    uneven = published() | {"entrants": [1, 2, 3, 4, 5], "entrants_hash": lots.entrants_hash([1, 2, 3, 4, 5])}
    assert lots.verify(uneven) == ["5 entrants do not fill tables of 4"]


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "Expecting value"),
        (b"\xff\xfe\x00", "codec can't decode"),
        (b"PK\x03\x04", "cannot be checked"),
        (b"[1, 2]", "the file is no protocol of a draw"),
        (b"{}", "the field “match” is missing or of the wrong kind"),
        (b"[" * 100_000, "cannot be checked"),
        (b"1" * 5000, "cannot be checked"),
        (json.dumps(published() | {"lots": [[1, "2"]]}).encode(), "lists of start numbers"),
        (json.dumps(published() | {"lots": [[True, 2, 3, 4]]}).encode(), "lists of start numbers"),
        (json.dumps(published() | {"lots": [7]}).encode(), "lists of start numbers"),
        (json.dumps(published() | {"match": True}).encode(), "the field “match”"),
        (json.dumps(published() | {"seed": 7}).encode(), "the field “seed”"),
        (json.dumps(published() | {"algorithm": "spielliste-9"}).encode(), "the algorithm “spielliste-9” is not known"),
    ],
)
def test_a_file_that_is_no_protocol(file: Path, content: bytes, reason: str) -> None:
    file.write_bytes(content)
    code, out, error = verify(file)
    assert (code, out) == (2, "")
    assert reason in error
    assert error.startswith(f"{file}: cannot be checked: ")
    assert len(error.splitlines()) == 1


def test_a_missing_file(file: Path) -> None:
    code, out, error = verify(file)
    assert (code, out) == (2, "")
    assert "No such file" in error


@pytest.mark.parametrize("arguments", [[], ["verify"], ["draw", "file"], ["verify", "one", "two"]])
def test_wrong_usage(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert lots.main(arguments) == 2
    assert capsys.readouterr().err == "usage: python -m tournament.lots verify FILE\n"
