"""`python -m tests.generate`: random tournaments agree with the independent checker, and it notices a planted error."""

import json
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from django.db import transaction

from tests.generate.comparison import Change, Files, differences
from tests.generate.runs import examine, run

ROOT = Path(__file__).resolve().parents[1]
# 200 tournaments, in parts so that none comes near the longest time of a test.
PARTS, SEEDS = (1, 51, 101, 151), 50
CRITERIA = ("points", "sie_played", "touts_won", "touts_played", "solos_won", "solos_played", "lot")
ACTS = {
    *("correction", "strike", "restored", "taken back", "sanction", "Sie", "Sie in game 1 of match 2", "request"),
    *("approval granted", "approval refused", "approval reversed", "retyped", "unplayed", "substitute", "no-show"),
    *("substitute taken back", "withdrawal", "exclusion", "latecomer", "void sheet", "void sheet restored", "reopened"),
    *(f"by {criterion}" for criterion in CRITERIA),
}
# Two players of it have equal points, and the Solos that they have won decide.
TIED = 1030
Row = dict[str, Any]


@cache
def generate(first_seed: int) -> tuple[int, list[str]]:
    """Exit status and lines of a part, as somebody runs it."""
    command = [sys.executable, "-m", "tests.generate", str(SEEDS), "--seed", str(first_seed)]
    process = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    return process.returncode, (process.stdout + process.stderr).splitlines()


@pytest.mark.proof
@pytest.mark.parametrize("first_seed", PARTS)
def test_random_tournaments_agree_with_the_checker(first_seed: int) -> None:
    status, lines = generate(first_seed)
    assert (status, len(lines)) == (0, 2), lines
    assert lines[0].startswith(f"50 tournaments from seed {first_seed} in ")


@pytest.mark.proof
def test_every_act_and_every_criterion_occurs() -> None:
    acts = Counter[str]()
    for part in PARTS:
        acts.update(json.loads(generate(part)[1][-1]))
    assert ACTS - acts.keys() == set()


def play(seed: int) -> Files:
    """Play the tournament of this seed and take it back; return its export, which agrees."""
    exports: list[Files] = []
    with transaction.atomic():
        problems, acts = examine(seed, exports.append)
        transaction.set_rollback(True)
    assert problems == []
    assert acts["by solos_won"] or seed != TIED
    return exports[0]


def begin() -> Files:
    return play(TIED)


@pytest.mark.django_db
def test_a_seed_gives_the_same_tournament_again(world: Files) -> None:
    again, other = play(TIED), play(TIED + 1)
    assert again["standings.json"] == world["standings.json"] != other["standings.json"]
    assert games_of(again) == games_of(world) != []


def rows_of(files: Files) -> list[Row]:
    return [json.loads(line) for line in files["rows.jsonl"].splitlines()]


def games_of(files: Files) -> list[tuple[Any, ...]]:
    """Every game by sheet and line, with its record and points, and who drew the lots of their seat."""
    places = ("scoresheet", "number", "record", "points_1", "points_2", "points_3", "points_4", "participant")
    return [tuple(row.get(name) for name in places) for row in rows_of(files) if row["model"] in ("game", "seat")]


# Errors that the product might make


def in_rows(model: str, column: str, test: Callable[[Row], object] = bool) -> Change:
    """One more point in this column of the first such row."""

    def plant(files: Files) -> None:
        rows = rows_of(files)
        row = next(row for row in rows if row["model"] == model and test(row))
        row[column] += 1
        files["rows.jsonl"] = b"\n".join(json.dumps(row).encode() for row in rows)

    return plant


def in_standings(change: Callable[[list[Row]], object]) -> Change:
    def plant(files: Files) -> None:
        lines = json.loads(files["standings.json"])
        change(lines)
        files["standings.json"] = json.dumps(lines).encode()

    return plant


def swap_equal(lines: list[Row]) -> None:
    """Give two players with equal points, between whom 5.4.2 decides, each other's place."""
    one, two = next(pair for pair in pairwise(lines) if pair[0]["decided_by"] == "solos_won")
    one["place"], two["place"] = two["place"], one["place"]


def in_a_sheet(change: Callable[[Row], object]) -> Change:
    """The error that this change makes in the data of the sheet that is sealed."""

    def plant(files: Files) -> None:
        [name] = [name for name in files if name.startswith("match-")]
        data = json.loads(files[name])
        change(data)
        files[name] = json.dumps(data).encode()

    return plant


def reverse_tie_break(files: Files) -> None:
    rules = files["rules.toml"].decode()
    changed = rules.replace('"sie_played", "touts_won"', '"touts_won", "sie_played"')
    assert changed != rules
    files["rules.toml"] = changed.encode()


ERRORS: dict[str, tuple[Change, str]] = {
    "points of a game": (in_rows("game", "points_1"), "points: stated"),
    "points of a seat": (in_rows("seat", "points"), "totals by seat: stated"),
    "counter of a seat": (in_rows("seat", "solos_won"), "solos_won: stated"),
    "total in the ranking": (in_standings(lambda lines: lines[0].update(total=999)), "total: stated 999"),
    "place": (in_standings(lambda lines: lines[0].update(place=2)), "place: stated 2, computed 1"),
    "order of equal ones": (in_standings(swap_equal), "place: stated"),
    "tie-break of the rules": (reverse_tie_break, "ranking.tie_break.value: stated"),
    "totals of a sealed sheet": (in_a_sheet(lambda data: data["result"]["totals"].reverse()), "totals by seat: stated"),
}


@pytest.mark.django_db
@pytest.mark.parametrize("error", ERRORS)
def test_a_planted_error_is_a_difference(world: Files, error: str) -> None:
    change, words = ERRORS[error]
    files = dict(world)
    change(files)
    assert any(words in line for line in differences(files))


@pytest.mark.django_db
def test_a_difference_is_printed_with_its_seed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(1, TIED, change=in_rows("game", "points_1"), begin=lambda: None) == 1
    *lines, summary, _acts = capsys.readouterr().out.splitlines()
    assert any(line.startswith(f"seed {TIED}: ") and "points: stated" in line for line in lines), lines
    assert summary.endswith(", 1 with a difference")


@pytest.mark.django_db
def test_what_a_service_fails_in_is_printed_with_its_seed(capsys: pytest.CaptureFixture[str]) -> None:
    """The second tournament of this name finds its login and its address taken."""
    assert run(2, TIED, begin=lambda: None) == 1
    problem, *_traceback, summary, _acts = capsys.readouterr().out.splitlines()
    assert problem.startswith(f"seed {TIED + 1}: Traceback")
    assert summary.endswith(", 1 with a difference")
