"""The JSON attached to a sealed sheet, evaluated by the rules in it and compared with its own figures."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from scoring.attached import evaluate_attached
from scoring.errors import ScoringError
from scoring.jsonlines import sheet_to_json
from scoring.ruleset import ruleset_text

SOLO = {"contract": "solo", "suit": "E", "declarer": 2, "result": "won"}
ROOT = Path(__file__).parents[2]


def attached() -> dict[str, Any]:
    """A whole sheet on which seat 2 won every game, with its figures."""
    data: dict[str, Any] = {"rules": {"toml": ruleset_text("schafkopfschule-2023")}, "result": {}}
    data["sheet"] = {"games": [{**SOLO, "approved": True}] * 32, "seats": 4, "match": 1, "first_dealer": 1}
    evaluated = sheet_to_json(evaluate_attached(data)[0])
    points = [line["points"] for line in evaluated["games"]]  # type: ignore[attr-defined]
    sums = {name: evaluated[name] for name in ("totals", "plus", "minus", "checksum", "counters")}
    return data | {"result": {"games": points} | sums}


def test_what_follows_differs_in_nothing() -> None:
    sheet, differs = evaluate_attached(attached())
    assert (sheet.totals, sheet.complete, differs) == ((-64, 192, -64, -64), True, ())


def test_every_figure_that_does_not_follow_is_named() -> None:
    data = attached()
    data["result"]["games"][4] = [0, 0, 0, 0]
    data["result"]["totals"][0] += 1
    data["result"]["counters"][1]["solos_won"] = 31
    del data["result"]["games"][31]
    faults = [(one.code, one.game) for one in evaluate_attached(data)[1]]
    assert faults == [("points", None), ("points", 5), ("totals", None), ("counters", None)]


@pytest.mark.parametrize(
    ("spoil", "code"),
    [
        (lambda data: data.pop("sheet"), "missing_field"),
        (lambda data: data.update(rules=[]), "wrong_type"),
        (lambda data: data["rules"].update(toml=1), "wrong_type"),
        (lambda data: data["rules"].update(toml="="), "ruleset_unreadable"),
        (lambda data: data["sheet"].update(seats=9), "seats_not_allowed"),
    ],
)
def test_what_cannot_be_read_is_refused(spoil: Any, code: str) -> None:
    data = attached()
    spoil(data)
    with pytest.raises(ScoringError) as error:
        evaluate_attached(data)
    assert error.value.code == code


def test_the_command(tmp_path: Path) -> None:
    data, path = attached(), tmp_path / "scoresheet.json"

    def sheet(*more: str) -> tuple[int, dict[str, Any]]:
        path.write_text(json.dumps(data), encoding="utf-8")
        command = [sys.executable, "-m", "scoring", "sheet", *more]
        process = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
        return process.returncode, json.loads(process.stdout or "{}")

    assert sheet("--attached", str(path))[0] == 0
    assert (sheet()[0], sheet("--attached", str(path), "social")[0], sheet("--attached", "/nowhere")[0]) == (2, 2, 2)
    data["result"]["totals"][0] += 1
    status, answer = sheet("--attached", str(path))
    assert (status, answer["differs"]) == (
        1,
        [{"code": "totals", "game": None, "stated": [-63, 192, -64, -64], "derived": [-64, 192, -64, -64]}],
    )
