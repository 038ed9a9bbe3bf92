"""`python -m scoring settle`: one answer per line, with the pot carried from line to line."""

import json
from pathlib import Path

import pytest

from scoring.tariffs import load_tariff
from tests.scoring.command_line import run

ANNIKA = {"contract": "solo", "suit": "E", "declarer": 1, "card_points": 91, "tricks": 7, "runners": 3}


def test_annikas_solo_in_units_and_cents() -> None:
    line = json.dumps({"id": "a", **ANNIKA})
    cents = [180, -60, -60, -60]
    units = [18, -6, -6, -6]
    assert run("settle", "social-10-20", text=line) == (
        0,
        [{"id": "a", "units": units, "cents": cents, "pot": 0}],
        "",
    )
    assert run("settle", "social-10-20", "--unit", "25", text=line)[1] == [
        {"id": "a", "units": units, "cents": [450, -150, -150, -150], "pot": 0}
    ]


def test_official_has_no_pot() -> None:
    line = '{"contract": "rufer", "declarer": 1, "partner": 3, "result": "lost", "passed": 2}'
    assert run("settle", "official", text=line)[1] == [{"units": [-1, 1, -1, 1], "cents": [-10, 10, -10, 10]}]


def test_a_game_of_the_palatinate_in_cents() -> None:
    """Pal Schafkopf and Asserufen: the worked examples, "playing for 10 cents per point"."""
    du = '{"contract": "heart-solo-du", "declarer": 1, "result": "won", "runners": 6}'
    assert run("settle", "palatinate-10", text=du)[1] == [{"units": [44, -22, -22], "cents": [440, -220, -220]}]
    assert run("settle", "palatinate-10", "--unit", "20", text=du)[1] == run("settle", "palatinate-20", text=du)[1]
    ace = '{"contract": "assrufen", "declarer": 1, "partner": 3, "card_points": 94, "tricks": 7, "runners": 4}'
    assert run("settle", "palatinate-10", "--rules", "asserufen", text=ace)[1] == [
        {"units": [6, -6, 6, -6], "cents": [60, -60, 60, -60]}
    ]
    assert run("settle", "palatinate-10", text=ace)[1][0]["error"]["code"] == "contract_not_played"


def test_the_lines_are_the_games_of_one_table(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    solo = {"contract": "solo", "declarer": 2}
    lines = [{**solo, "result": "lost", "passed": 1}, {**solo}, {**solo, "result": "won"}, {**solo, "result": "won"}]
    file.write_text("\n\n".join(json.dumps(line) for line in lines), encoding="utf-8")
    status, answers, errors = run("settle", "social-5-20", str(file))
    assert (status, errors) == (1, "")
    assert answers[0] == {"units": [3, -17, 3, 3], "cents": [15, -85, 15, 15], "pot": 8}
    assert answers[1] == {
        "error": {
            "code": "result_missing",
            "message": "The result is missing: result and level, or card points and tricks.",
            "line": 3,
        }
    }
    assert answers[2] == {"units": [-4, 20, -4, -4], "cents": [-20, 100, -20, -20], "pot": 0}
    assert answers[3] == {"units": [-4, 12, -4, -4], "cents": [-20, 60, -20, -20], "pot": 0}


def test_a_tariff_of_ones_own(tmp_path: Path) -> None:
    file = tmp_path / "ours.toml"
    file.write_text(load_tariff("official").text.replace("{ simple = 5,", "{ simple = 4,"), encoding="utf-8")
    line = '{"contract": "solo", "declarer": 1, "result": "won"}'
    assert run("settle", str(file), text=line)[1] == [{"units": [12, -4, -4, -4], "cents": [120, -40, -40, -40]}]
    file.write_text("format = 2", encoding="utf-8")
    lacks = f"{file}: The tariff lacks the key rules. `python -m scoring check {file}` says all that is wrong."
    assert run("settle", str(file)) == (2, [], f"python -m scoring: {lacks}\n")


@pytest.mark.parametrize(
    "arguments",
    [
        ("settle",),
        ("settle", "social-30-60"),
        ("settle", "schafkopfschule-2023"),
        ("settle", "official", "nowhere.jsonl"),
        ("settle", "official", "--unit", "0"),
        ("settle", "official", "--unit", "-5"),
        ("settle", "official", "--unit", "1.5"),
        ("settle", "official", "--unit", "1000000"),
    ],
)
def test_wrong_usage(arguments: tuple[str, ...]) -> None:
    status, answers, errors = run(*arguments)
    assert (status, answers) == (2, [])
    assert errors
