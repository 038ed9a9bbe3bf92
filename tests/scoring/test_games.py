"""Impossible records, each refused with its code, and the JSON form of a record."""

import pytest

from scoring.errors import ScoringError
from scoring.games import check_game
from scoring.records import record_from_json, record_to_json
from scoring.ruleset import Ruleset
from tests.records import recorded

RUFER = {"contract": "rufer", "declarer": 1, "partner": 3, "result": "won"}
SOLO = {"contract": "solo", "declarer": 1, "result": "won"}
LINE = {"written": [-2, 6, -2, -2]}


@pytest.mark.parametrize(
    ("record", "codes"),
    [
        ({**RUFER, "partner": 1}, ["partner_is_declarer"]),
        ({**RUFER, "declarer": 7}, ["seat_not_at_table"]),
        ({**RUFER, "declarer": 0, "partner": 5}, ["seat_not_at_table", "seat_not_at_table"]),
        ({"contract": "rufer", "declarer": 1, "result": "won"}, ["partner_missing"]),
        ({"contract": "rufer", "partner": 1, "result": "won"}, ["declarer_missing"]),
        ({**SOLO, "partner": 2}, ["partner_not_allowed"]),
        ({}, ["contract_missing"]),
        ({**SOLO, "contract": "bettel"}, ["contract_not_played"]),
        ({"contract": "solo", "declarer": 1}, ["result_missing"]),
        ({"contract": "solo", "declarer": 1, "level": "schneider"}, ["result_missing"]),
        ({**SOLO, "result": "drawn"}, ["bad_value"]),
        ({**SOLO, "level": "hoch"}, ["bad_value"]),
        ({**SOLO, "level": "schwarz", "card_points": 110, "tricks": 7}, ["level_contradicts"]),
        ({**SOLO, "card_points": 60, "tricks": 4}, ["result_contradicts"]),
        ({"contract": "solo-tout", "declarer": 1, "result": "won", "level": "schwarz"}, ["field_not_used"]),
        (
            {"contract": "solo-tout", "declarer": 1, "result": "won", "card_points": 120, "tricks": 7},
            ["result_contradicts"],
        ),
        ({"contract": "sie", "declarer": 1, "result": "lost"}, ["always_won"]),
        ({"contract": "sie", "declarer": 1, "card_points": 120, "tricks": 8}, ["field_not_used", "field_not_used"]),
        ({**SOLO, "late_tout": True}, ["late_tout_needs_tout"]),
        ({**RUFER, "called": "H"}, ["ace_cannot_be_called"]),
        ({**SOLO, "called": "E"}, ["field_not_used"]),
        ({**RUFER, "suit": "E"}, ["field_not_used"]),
        ({**SOLO, "suit": "X"}, ["bad_value"]),
        ({**SOLO, "runners": 15}, ["number_out_of_range"]),
        ({"contract": "wenz", "declarer": 1, "result": "won", "runners": 5}, ["number_out_of_range"]),
        ({**SOLO, "doublings": -1}, ["number_out_of_range"]),
        ({**SOLO, "match": 3}, ["number_out_of_range"]),
        ({**SOLO, "seats": 5}, ["seats_not_allowed"]),
        ({**SOLO, "sits_out": 4}, ["nobody_sits_out"]),
        ({**SOLO, "circled": 2}, ["circled_contradicts"]),
        ({**RUFER, "circled": 1}, ["circled_contradicts"]),
        ({**LINE, "circled": 1}, ["circled_contradicts"]),
        ({**LINE, "declarer": 2}, ["written_stands_alone"]),
        ({"unplayed": True}, []),
        ({"unplayed": True, "written": [0, 0, 0, 0], "struck": True}, ["unplayed_stands_alone"] * 2),
        ({"written": [1, 1, -1, -1], "circled": 1}, ["circled_contradicts"]),
        ({"written": [1, 1, 1, -3]}, ["no_such_outcome"]),
        ({"written": [-1, 1, 1, 0]}, ["not_zero_sum"]),
        ({"written": [1, -1]}, ["wrong_number_of_values"]),
        ({"written": [0, 0, 0, 0]}, ["no_such_outcome"]),
        ({"written": [9, -9, 0, 0]}, ["no_such_outcome"]),
    ],
)
def test_impossible_records_are_refused(ruleset: Ruleset, record: dict[str, object], codes: list[str]) -> None:
    problems = check_game(ruleset, record_from_json(record))
    assert [problem.code for problem in problems] == codes
    assert all(problem.message for problem in problems)


@pytest.mark.parametrize(
    "record",
    [
        {**RUFER, "called": "E", "runners": 14, "doublings": 1, "first": False, "match": 2, "passed": 2, "seats": 4},
        {"contract": "solo", "suit": "H", "declarer": 2, "result": "lost", "level": "schneider"},
        {"contract": "wenz-tout", "declarer": 4, "result": "won", "approved": True},
        {"contract": "rufer", "declarer": 1, "partner": 3, "sanction": {"kind": "mistake", "offender": 2}},
        {"contract": "rufer", "declarer": 1, "partner": 3, "card_points": 94, "tricks": 7},
        {"written": [-2, 6, -2, -2], "circled": 2},
    ],
)
def test_good_records_go_through_json_unchanged(ruleset: Ruleset, record: dict[str, object]) -> None:
    value = record_from_json(record)
    assert check_game(ruleset, value) == []
    assert record_to_json(value) == record


@pytest.mark.parametrize(
    ("value", "code"),
    [
        ([], "not_an_object"),
        (None, "not_an_object"),
        ({"declare": 1}, "unknown_field"),
        ({"declarer": "1"}, "wrong_type"),
        ({"declarer": True}, "wrong_type"),
        ({"declarer": 1.0}, "wrong_type"),
        ({"declarer": None}, "wrong_type"),
        ({"contract": 3}, "wrong_type"),
        ({"struck": 1}, "wrong_type"),
        ({"written": "6 2"}, "wrong_type"),
        ({"written": [6, -2, -2, "-2"]}, "wrong_type"),
        ({"sanction": "mistake"}, "not_an_object"),
        ({"sanction": {"kind": "mistake"}}, "missing_field"),
        ({"sanction": {"kind": "mistake", "offender": 1, "why": "x"}}, "unknown_field"),
    ],
)
def test_what_is_no_record(value: object, code: str) -> None:
    with pytest.raises(ScoringError) as refusal:
        record_from_json(value)
    assert refusal.value.code == code


def test_all_problems_at_once(ruleset: Ruleset) -> None:
    record = recorded(contract="rufer", declarer=9, called="H", runners=20, result="won", card_points=1, tricks=3)
    assert [problem.code for problem in check_game(ruleset, record)] == [
        "seat_not_at_table",
        "partner_missing",
        "ace_cannot_be_called",
        "number_out_of_range",
        "card_points_impossible",
    ]
