"""The command line in a process of its own, with good input and bad."""

import json
from pathlib import Path

import pytest

from scoring.__main__ import EXAMPLES
from tests.scoring.command_line import RULES, raw, run


def test_score_answers_every_line_that_is_not_blank() -> None:
    lines = [
        '{"id": "a", "contract": "solo", "declarer": 2, "result": "won"}',
        "",
        '{"written": [-2, 6, -2, -2]}',
        '{"contract": "rufer", "declarer": 1, "partner": 3, "card_points": 94, "tricks": 7}',
    ]
    solo = {"points": [-2, 6, -2, -2], "won_by": "declarer", "level": "simple", "circled": 2}
    assert run("score", RULES, text="\n".join(lines)) == (
        0,
        [
            {"id": "a", **solo, "scored_as": "solo"},
            {**solo, "scored_as": None},
            {
                "points": [2, -2, 2, -2],
                "won_by": "declarer",
                "level": "schneider",
                "scored_as": "rufer",
                "circled": None,
            },
        ],
        "",
    )


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("{", "malformed_json"),
        ("[1]", "not_an_object"),
        ("null", "not_an_object"),
        ('{"declarer": NaN}', "malformed_json"),
        ('{"declarer": ' + "9" * 5000 + "}", "malformed_json"),
        ("[" * 100_000, "malformed_json"),
        ('{"declarer": 1, "declarer": 2}', "duplicate_field"),
        ('{"colour": 1}', "unknown_field"),
        ('{"contract": "rufer", "declarer": 1, "partner": 1, "result": "won"}', "partner_is_declarer"),
        ('{"contract": "solo", "declarer": 7, "result": "won"}', "seat_not_at_table"),
        ('{"contract": "solo", "declarer": 1, "card_points": 1, "tricks": 1}', "card_points_impossible"),
        ('{"contract": "solo", "declarer": 1, "card_points": 119, "tricks": 7}', "card_points_impossible"),
        (
            '{"contract": "solo", "declarer": 1, "level": "schwarz", "result": "won", "card_points": 116, "tricks": 7}',
            "level_contradicts",
        ),
        ('{"contract": "ramsch", "card_points_by_seat": [50, 40, 30, 0]}', "contract_not_played"),
        ('{"contract": "schach", "declarer": 1}', "unknown_contract"),
    ],
)
def test_a_refused_line_says_why_and_the_run_goes_on(line: str, code: str) -> None:
    good = '{"contract": "solo", "declarer": 1, "result": "won"}'
    status, answers, errors = run("score", RULES, text=f"{good}\n\n{line}\n{good}\n")
    assert status == 1
    assert errors == ""
    assert len(answers) == 3
    error = answers[1]["error"]
    assert isinstance(error, dict)
    assert (error["code"], error["line"]) == (code, 3)
    assert error["message"]
    assert answers[0] == answers[2]


def test_an_id_is_echoed_with_the_refusal_too() -> None:
    _, answers, _ = run("score", RULES, text='{"id": {"n": [1, null]}, "contract": "solo"}')
    assert answers[0]["id"] == {"n": [1, None]}
    assert "error" in answers[0]


def test_bytes_that_are_no_utf_8_and_a_byte_order_mark() -> None:
    status, answers, _ = run("parse", RULES, text=b"\xef\xbb\xbfr13+\r\n\xff\xfe\ns1+")
    assert status == 1
    assert answers[0]["contract"] == "rufer"
    assert answers[1]["error"] == {"code": "not_utf8", "message": "The line is not UTF-8 text.", "line": 2}
    assert answers[2]["contract"] == "solo"


def test_a_lone_surrogate_leaves_as_it_came() -> None:
    process = raw("score", RULES, text='{"id": "\\ud800", "contract": "sie", "declarer": 1}')
    assert process.returncode == 0
    assert json.loads(process.stdout)["id"] == "\ud800"


def test_sheet() -> None:
    sheet = {
        "id": 7,
        "games": [
            {"contract": "solo", "declarer": 1, "result": "won", "level": "schwarz"},
            {"written": [1, 1, 1, -3]},
            None,
            {"colour": "red"},
        ],
        "first_dealer": 2,
    }
    status, answers, _ = run("sheet", RULES, text=json.dumps(sheet))
    assert status == 1
    answer = answers[0]
    assert answer["id"] == 7
    assert answer["totals"] == [6, -2, -2, -2]
    assert [(part["game"], part["code"]) for part in answer["problems"]] == [  # type: ignore[attr-defined]
        (2, "no_such_outcome"),
        (4, "unknown_field"),
    ]
    assert [line["dealer"] for line in answer["games"]] == [2, 3, 4, 1]  # type: ignore[attr-defined]
    good = {"games": [{"contract": "rufer", "declarer": 1, "partner": 2, "result": "won"}] * 32, "seats": 4, "match": 2}
    status, answers, _ = run("sheet", RULES, text=json.dumps(good))
    assert (status, answers[0]["complete"]) == (0, True)


@pytest.mark.parametrize(
    ("sheet", "code"),
    [
        ({}, "missing_field"),
        ({"games": 3}, "wrong_type"),
        ({"games": [], "seats": 5}, "seats_not_allowed"),
        ({"games": [], "match": 9}, "number_out_of_range"),
        ({"games": [], "first_dealer": 0}, "number_out_of_range"),
        ({"games": [], "round": 1}, "unknown_field"),
    ],
)
def test_a_sheet_that_is_none(sheet: dict[str, object], code: str) -> None:
    status, answers, _ = run("sheet", RULES, text=json.dumps(sheet))
    assert status == 1
    assert answers[0]["error"]["code"] == code  # type: ignore[index]


def test_rank() -> None:
    entries = [
        {"name": "Anna", "points": 5},
        {"name": "Bene", "points": 5},
        {"name": "Zäzilie", "points": 5, "solos_won": 1, "solos_played": 1},
    ]
    process = raw("rank", RULES, text=json.dumps({"entries": entries}))
    assert process.returncode == 0
    assert "Zäzilie" in process.stdout.decode("utf-8")
    assert json.loads(process.stdout) == {
        "ranking": [
            {"place": 1, "name": "Zäzilie", "points": 5, "decided_by": "solos_won"},
            {"place": 2, "name": "Anna", "points": 5, "decided_by": "solos_won"},
            {"place": 2, "name": "Bene", "points": 5, "decided_by": "solos_won"},
        ],
        "lots_needed": [["Anna", "Bene"]],
    }


@pytest.mark.parametrize(
    ("entry", "code"),
    [
        ({"name": "Anna"}, "missing_field"),
        ({"points": 1}, "missing_field"),
        ({"name": "Anna", "points": "1"}, "wrong_type"),
        ({"name": None, "points": 1}, "wrong_type"),
        ({"name": "Anna", "points": 1, "touts": 1}, "unknown_field"),
        ({"name": "Anna", "points": 1, "solos_won": 1, "solos_played": 0}, "won_exceeds_played"),
        (3, "not_an_object"),
    ],
)
def test_entries_that_are_none(entry: object, code: str) -> None:
    status, answers, _ = run("rank", RULES, text=json.dumps({"entries": [entry]}))
    assert status == 1
    assert answers[0]["error"]["code"] == code  # type: ignore[index]


def test_parse_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "entries.txt"
    file.write_text("r13++\n\n1 1 1 -3\n−6 2\n", encoding="utf-8")
    status, answers, _ = run("parse", RULES, str(file))
    assert status == 1
    assert answers == [
        {"contract": "rufer", "declarer": 1, "partner": 3, "result": "won", "level": "schneider"},
        {
            "error": {
                "code": "no_such_outcome",
                "message": "No game ends with the points 1, 1, 1, -3, though they sum to 0.",
                "line": 3,
            }
        },
        {"written": [2, -6, 2, 2], "circled": 2},
    ]


def test_what_parse_prints_score_reads() -> None:
    parsed = raw("parse", RULES, text="r13++\nst1-\n6 2\nw4!1\n")
    status, answers, _ = run("score", RULES, text=parsed.stdout)
    assert status == 0
    assert [answer["points"] for answer in answers] == [[2, -2, 2, -2], [-18, 6, 6, 6], [-2, 6, -2, -2], [-9, 0, 0, 9]]


def test_a_permit_with_its_reasons() -> None:
    lines = [
        '{"id": 1, "contract": "solo-tout", "suit": "E", "hand": ["EO", "GO", "HO", "EA", "EK", "GA", "G10", "GK"]}',
        '{"contract": "wenz-tout", "hand": ["GU", "HU", "SU", "GA", "G10", "HA", "H10", "HK"]}',
        '{"contract": "sie", "hand": ["EO", "GO", "HO", "SO", "EU", "GU", "HU", "SU"]}',
    ]
    status, answers, errors = run("permit", RULES, text="\n".join(lines))
    assert (status, errors) == (1, "")
    assert answers[0] == {
        "id": 1,
        "permitted": True,
        "runners": 3,
        "reasons": [
            {
                "speaks": "for",
                "code": "permit_runners",
                "message": "Runners: 3; at least 3 are asked (5.2.14).",
            },
            {
                "speaks": "noted",
                "code": "permit_longer_suit",
                "message": "G: GA, G10, GK, more than 5.2.14 names; it is no weaker.",
            },
        ],
    }
    assert [(answer["permitted"], answer["runners"]) for answer in answers] == [(True, 3), (False, 0), (True, 8)]
    assert [reason["speaks"] for reason in answers[1]["reasons"]] == ["against", "against", "for", "for"]  # type: ignore[attr-defined]
    assert run("permit", RULES, text="\n".join([lines[0], lines[2]]))[0] == 0


HAND = '["EO", "GO", "HO", "EA", "EK", "GA", "G10", "GK"]'


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (f'{{"contract": "solo-tout", "suit": "E", "hand": {HAND}', "malformed_json"),
        (f'{{"contract": "solo-tout", "suit": "E", "suit": "G", "hand": {HAND}}}', "duplicate_field"),
        (f'{{"contract": "solo-tout", "suit": "E", "hand": {HAND}, "runners": 3}}', "unknown_field"),
        (f'{{"suit": "E", "hand": {HAND}}}', "missing_field"),
        (f'{{"contract": "solo-tout", "hand": {HAND}}}', "missing_field"),
        ('{"contract": "solo-tout", "suit": "E"}', "missing_field"),
        (f'{{"contract": "solo-tout", "suit": null, "hand": {HAND}}}', "wrong_type"),
        (f'{{"contract": ["solo-tout"], "suit": "E", "hand": {HAND}}}', "wrong_type"),
        ('{"contract": "solo-tout", "suit": "E", "hand": "EO GO HO EA EK GA G10 GK"}', "wrong_type"),
        ('{"contract": "solo-tout", "suit": "E", "hand": [[], {}, 1]}', "wrong_type"),
        ('{"contract": "solo-tout", "suit": "E", "hand": ["EO"]}', "wrong_number_of_cards"),
        (f'{{"contract": "solo-tout", "suit": "e", "hand": {HAND}}}', "bad_value"),
        (f'{{"contract": "wenz-tout", "suit": "E", "hand": {HAND}}}', "field_not_used"),
        (f'{{"contract": "bettel", "hand": {HAND}}}', "contract_not_played"),
        (f'{{"contract": "rufer", "hand": {HAND}}}', "no_permit_rule"),
        (f"[{HAND}]", "not_an_object"),
    ],
)
def test_a_permit_that_cannot_be_asked(line: str, code: str) -> None:
    status, answers, _ = run("permit", RULES, text=line)
    assert status == 1
    assert answers[0]["error"]["code"] == code  # type: ignore[index]


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["dance"],
        ["score"],
        ["score", "no-such-ruleset"],
        ["score", RULES, "no-such-file"],
        ["score", RULES, "."],
        ["show", "no-such-ruleset"],
        ["permit"],
        ["permit", "no-such-ruleset"],
        ["permit", RULES, "no-such-file"],
        ["check"],
        ["check", "no-such-file"],
        ["check", "."],
        ["check", "docs/pictures/sheet.png"],
        ["rulesets", "more"],
    ],
)
def test_wrong_usage_is_status_2_and_speaks_on_standard_error(arguments: list[str]) -> None:
    process = raw(*arguments)
    assert process.returncode == 2
    assert process.stdout == b""
    assert process.stderr.strip()


def test_a_broken_ruleset_file_is_status_2_and_names_the_key(tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text('id = "own"\n', encoding="utf-8")
    process = raw("score", str(file))
    assert process.returncode == 2
    assert process.stderr.decode("utf-8") == (
        f"python -m scoring: {file}: The ruleset lacks the key format. "
        f"`python -m scoring check {file}` says all that is wrong.\n"
    )
    assert process.stdout == b""


@pytest.mark.parametrize("command", EXAMPLES)
def test_the_example_in_the_help_of_each_command_is_answered(command: str) -> None:
    rules = "social-10-20" if command == "settle" else RULES
    status, answers, stderr = run(command, rules, text=EXAMPLES[command])
    assert (status, len(answers), stderr) == (0, 1, "")
    assert f"  {EXAMPLES[command]}\n" in raw(command, "--help").stdout.decode("utf-8")


def test_an_id_that_is_nearly_right_is_answered_with_the_ids_there_are() -> None:
    process = raw("show", "schafkopfschule-2032")
    assert process.stderr.decode("utf-8").startswith(
        "python -m scoring: There is no ruleset schafkopfschule-2032: it is no file, and none of the bundled ones: "
        "asserufen, house-10-60, "
    )


def test_nothing_in_nothing_out() -> None:
    assert run("score", RULES, text="\n  \n") == (0, [], "")
