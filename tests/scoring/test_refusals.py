"""Refusals word for word, with the rule or field that a sentence names and the value that was found there."""

import json
from pathlib import Path
from typing import Any

import pytest

from scoring.errors import ScoringError
from scoring.games import check_game
from scoring.records import record_from_json
from scoring.ruleset import load_ruleset
from scoring.settlement import settle
from scoring.tariffs import load_tariff

LINES = [json.loads(line) for line in Path(__file__).with_name("refusals.jsonl").read_text("utf-8").splitlines()]


@pytest.mark.parametrize("case", [line for line in LINES if "rules" in line], ids=lambda case: case["sentence"])
def test_a_game_is_refused_with_a_sentence(case: dict[str, Any]) -> None:
    problems = check_game(load_ruleset(case["rules"]), record_from_json(case["record"]))
    assert problems[0].message == case["sentence"]


@pytest.mark.parametrize("case", [line for line in LINES if "tariff" in line], ids=lambda case: case["sentence"])
def test_money_is_refused_with_a_sentence(case: dict[str, Any]) -> None:
    with pytest.raises(ScoringError) as refused:
        settle(load_tariff(case["tariff"]), record_from_json(case["record"]))
    assert str(refused.value) == case["sentence"]
