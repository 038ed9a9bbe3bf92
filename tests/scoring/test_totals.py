"""Totals without games: only where the ruleset allows them, and with a checksum of 0 (5.3.3)."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from scoring.errors import ScoringError
from scoring.ruleset import Ruleset, check_ruleset, load_ruleset, parse_ruleset
from scoring.sheets import Counters
from scoring.totals import evaluate_totals, totals_from_json

GOOD: list[dict[str, int]] = [
    {"plus": 40, "minus": 12, "total": 28, "solos_played": 3, "solos_won": 2},
    {"plus": 10, "minus": 30, "touts_played": 1},
    {"plus": 0, "minus": 8, "total": -8},
    {"plus": 25, "minus": 25, "total": 0, "sie_played": 1},
]


@pytest.fixture
def allowing(ruleset: Ruleset) -> Ruleset:
    return parse_ruleset(ruleset.text.replace("totals_only = { value = false", "totals_only = { value = true"))


def test_totals_become_a_sheet_without_lines(allowing: Ruleset) -> None:
    sheet = evaluate_totals(allowing, totals_from_json(GOOD))
    assert (sheet.totals, sheet.plus, sheet.minus, sheet.checksum) == (
        (28, -20, -8, 0),
        (40, 10, 0, 25),
        (12, 30, 8, 25),
        0,
    )
    assert sheet.counters[0] == Counters(solos_played=3, solos_won=2)
    assert (sheet.problems, sheet.missing, sheet.complete, sheet.lines) == ((), (), True, ())


@pytest.mark.parametrize(
    ("seat", "change", "codes"),
    [
        (0, {"plus": 41}, ["totals_contradict", "checksum_not_zero"]),
        (1, {"minus": 31}, ["checksum_not_zero"]),
        (2, {"total": 8}, ["totals_contradict"]),
        (1, {"plus": -10, "minus": 10}, ["totals_below_zero"]),
        (0, {"solos_won": 4}, ["totals_won_exceed_played"]),
        (1, {"touts_won": 2}, ["totals_won_exceed_played"]),
        (3, {"sie_played": -1}, ["totals_below_zero"]),
        (3, {"plus": 24, "minus": 24}, []),
        (3, {"plus": 23, "minus": 23}, ["totals_below_won"]),
        (0, {"minus": 5, "total": 35}, ["checksum_not_zero"]),
        (3, {"solos_played": 27}, []),
        (3, {"solos_played": 28}, ["totals_too_many_games"]),
    ],
)
def test_what_cannot_be_is_named(allowing: Ruleset, seat: int, change: dict[str, int], codes: list[str]) -> None:
    rows = [{**row, **change} if number == seat else row for number, row in enumerate(GOOD)]
    sheet = evaluate_totals(allowing, totals_from_json(rows))
    assert [problem.code for problem in sheet.problems] == codes
    assert sheet.complete == (not codes)
    # A sheet that was entered before totals had bounds stays complete.
    stored = evaluate_totals(allowing, totals_from_json(rows), bounded=False)
    assert stored.complete == (not set(codes) - {"totals_below_won"})
    assert all(problem.message for problem in sheet.problems)


def test_totals_that_no_play_can_give() -> None:
    """Four games, each of at most 24 points: fixtures/totals. What only a ruling explains is asked back."""
    process = subprocess.run(
        [sys.executable, "-m", "scoring", "sheet", "fixtures/totals/kurz-lot.toml", "fixtures/totals/totals.jsonl"],
        capture_output=True,
        text=True,
        check=False,
    )
    sheets = [json.loads(line) for line in process.stdout.splitlines()]
    codes = {
        sheet["id"]: [[problem["code"] for problem in sheet[kind]] for kind in ("problems", "warnings")]
        for sheet in sheets
    }
    assert codes == {
        "cents": [["totals_above_highest"] * 4, []],
        "more together than four games bring": [["totals_above_highest_together"], []],
        "three Solos won with three points": [["totals_below_won"], []],
        "no Solo written for 90 points": [[], ["totals_above_counters"]],
        "a Tout lost for nothing": [[], ["totals_below_lost"]],
        "four Sie": [[], []],
    }
    assert sheets[0]["problems"][0]["message"].endswith("at most 96 (24 each). Are these cents, not points?")
    assert process.returncode == 1


@pytest.mark.parametrize(
    ("plus", "counters", "codes"),
    [
        # Somebody won with seat 1, but nobody else has a point; with a Solo of the own it can be.
        ((30, 0, 0, 0), [{}, {}, {}, {"solos_played": 1}], ["totals_won_alone"]),
        ((30, 0, 0, 0), [{"solos_played": 3, "solos_won": 3}, {}, {}, {}], []),
        ((40, 5, 5, 2), [{}, {}, {}, {"solos_played": 1}], ["totals_won_alone"]),
        ((40, 20, 20, 2), [{}, {}, {}, {"solos_played": 1}], []),
        # 32 games without a Solo: the counters decide between equals.
        ((40, 20, 20, 2), [{}, {}, {}, {}], ["totals_without_counters"]),
    ],
)
def test_what_only_missing_counters_explain_is_asked(
    allowing: Ruleset, plus: tuple[int, ...], counters: list[dict[str, int]], codes: list[str]
) -> None:
    minus = (0, *plus[1:3], sum(plus) - sum(plus[1:3]))
    rows = [{"plus": won, "minus": lost, **more} for won, lost, more in zip(plus, minus, counters, strict=True)]
    sheet = evaluate_totals(allowing, totals_from_json(rows))
    assert ([one.code for one in sheet.problems], [one.code for one in sheet.warnings]) == ([], codes)


def test_points_have_no_bound_where_doublings_have_none() -> None:
    text = load_ruleset("social").text.replace("totals_only = { value = false", "totals_only = { value = true")
    totals = [
        {"plus": 99_999, "minus": 0, "solos_played": 1, "solos_won": 1},
        {"plus": 0, "minus": 99_999},
        *[{"plus": 0, "minus": 0}] * 2,
    ]
    sheet = evaluate_totals(parse_ruleset(text), totals_from_json(totals))
    assert (sheet.problems, sheet.warnings) == ((), ())


def test_a_ruleset_that_keeps_every_game_takes_no_totals(ruleset: Ruleset) -> None:
    sheet = evaluate_totals(ruleset, totals_from_json(GOOD))
    assert [problem.code for problem in sheet.problems] == ["totals_not_allowed"]


def test_a_table_of_three_is_refused(allowing: Ruleset) -> None:
    with pytest.raises(ScoringError, match="table of 3"):
        evaluate_totals(allowing, totals_from_json(GOOD[:3]))


def test_totals_of_plus_points_alone_have_no_checksum(allowing: Ruleset) -> None:
    text = allowing.text.replace('counting = { value = "plus-and-minus"', 'counting = { value = "plus"')
    assert [problem.context["key"] for problem in check_ruleset(text)] == [
        "match.totals_only",
        "notices.checksum-is-zero",
    ]


@pytest.mark.parametrize(
    ("value", "code"),
    [
        ({}, "wrong_type"),
        ([3], "not_an_object"),
        ([{"plus": 3}], "missing_field"),
        ([{"plus": 3, "minus": "3"}], "wrong_type"),
        ([{"plus": 3, "minus": 3, "luck": 1}], "unknown_field"),
    ],
)
def test_what_is_no_list_of_totals(value: object, code: str) -> None:
    with pytest.raises(ScoringError) as refused:
        totals_from_json(value)
    assert refused.value.code == code


def test_the_command_line_takes_totals_in_place_of_games(allowing: Ruleset, tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text(allowing.text, encoding="utf-8")
    lines = [{"id": 7, "totals": GOOD}, {"totals": GOOD, "games": []}, {"totals": GOOD, "seats": 3}]
    process = subprocess.run(
        [sys.executable, "-m", "scoring", "sheet", str(file)],
        input="\n".join(json.dumps(line) for line in lines),
        capture_output=True,
        text=True,
        check=False,
    )
    first, second, third = (json.loads(line) for line in process.stdout.splitlines())
    assert (first["id"], first["totals"], first["checksum"], first["complete"]) == (7, [28, -20, -8, 0], 0, True)
    assert (second["error"]["code"], third["error"]["code"]) == ("totals_stand_alone", "wrong_number_of_values")
    assert process.returncode == 1
