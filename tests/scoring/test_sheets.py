"""A whole sheet: dealers, rounds, approvals, counters, problems."""

import pytest

from scoring.errors import ScoringError
from scoring.jsonlines import sheet_to_json
from scoring.records import GameRecord, Sanction
from scoring.ruleset import Ruleset, parse_ruleset
from scoring.sheets import Counters, EvaluatedSheet, Unreadable, dealer_of, evaluate_sheet
from tests.records import recorded

RUFER = recorded(contract="rufer", declarer=1, partner=3, result="won")


def solo(seat: int, **fields: object) -> GameRecord:
    return recorded(contract="solo", declarer=seat, result="won", **fields)


def codes(sheet: EvaluatedSheet) -> list[tuple[int | None, str]]:
    return [(problem.game, problem.code) for problem in sheet.problems]


def test_2_2_2_dealers_go_round_clockwise(ruleset: Ruleset) -> None:
    assert [dealer_of(ruleset, number) for number in range(1, 7)] == [1, 2, 3, 4, 1, 2]
    assert [dealer_of(ruleset, number, first_dealer=3) for number in range(1, 5)] == [3, 4, 1, 2]
    passed = recorded(contract="rufer", declarer=1, partner=3, result="won", passed=2)
    sheet = evaluate_sheet(ruleset, [passed, RUFER], first_dealer=4)
    assert [line.dealer for line in sheet.lines] == [4, 1]  # 5.2.5: the same dealer after all have passed


def test_a_full_sheet_of_rufers(ruleset: Ruleset) -> None:
    sheet = evaluate_sheet(ruleset, [RUFER] * 32)
    assert sheet.complete
    assert sheet.totals == (32, -32, 32, -32)
    assert (sheet.plus, sheet.minus, sheet.checksum) == ((32, 0, 32, 0), (0, 32, 0, 32), 0)
    assert [part.to for part in sheet.rounds] == [4, 8, 12, 16, 20, 24, 28, 32]
    assert sheet.rounds[1].running == (8, -8, 8, -8)
    assert (sheet.problems, sheet.warnings, sheet.approvals) == ((), (), ())


def test_holes_are_allowed_and_leave_the_sheet_open(ruleset: Ruleset) -> None:
    sheet = evaluate_sheet(ruleset, [RUFER, None, RUFER] + [None] * 29)
    assert not sheet.complete
    assert sheet.totals == (2, -2, 2, -2)
    assert sheet.lines[1].score is None
    assert codes(sheet) == []
    assert not evaluate_sheet(ruleset, [RUFER] * 31).complete
    assert not evaluate_sheet(ruleset, []).complete
    assert evaluate_sheet(ruleset, []).totals == (0, 0, 0, 0)


def test_5_2_16_from_the_5th_solo_or_wenz_on(ruleset: Ruleset) -> None:
    four = [solo(1), solo(2), recorded(contract="wenz", declarer=3, result="lost"), RUFER, solo(1)]
    ahead = evaluate_sheet(ruleset, four)
    assert [(warning.game, warning.code) for warning in ahead.warnings] == [(5, "next_needs_approval")]
    assert ahead.approvals == ()
    fifth = evaluate_sheet(ruleset, [*four, solo(4)])
    assert [(part.game, part.section, part.granted) for part in fifth.approvals] == [(6, "5.2.16", None)]
    assert fifth.lines[5].pending
    assert fifth.lines[5].points == (0, 0, 0, 0)
    assert fifth.lines[5].score is not None
    assert fifth.lines[5].score.points == (-2, -2, -2, 6)
    assert not fifth.lines[5].struck
    granted = evaluate_sheet(ruleset, [*four, solo(4, approved=True)])
    assert granted.lines[5].points == (-2, -2, -2, 6)
    refused = evaluate_sheet(ruleset, [*four, solo(4, approved=False), solo(2, approved=True)])
    assert refused.lines[5].points == (0, 0, 0, 0)
    assert refused.lines[5].struck
    assert [(part.game, part.granted) for part in refused.approvals] == [(6, False), (7, True)]


def test_5_2_16_counts_touts_but_neither_sie_nor_struck_games(ruleset: Ruleset) -> None:
    tout = recorded(contract="wenz-tout", declarer=3, result="won", approved=True)
    sie = recorded(contract="sie", declarer=2, approved=True)
    games = [solo(1), solo(2), solo(3, struck=True), sie, tout, solo(4), solo(1)]
    sheet = evaluate_sheet(ruleset, games)
    assert [(part.game, part.section) for part in sheet.approvals] == [
        (4, "5.2.14"),
        (5, "5.2.14"),
        (7, "5.2.16"),
    ]


def test_reading_13_counted_by_player(ruleset: Ruleset) -> None:
    own = parse_ruleset(ruleset.text.replace('counted_by = { value = "sheet"', 'counted_by = { value = "player"'))
    sheet = evaluate_sheet(own, [solo(1), solo(2), solo(1), solo(1), solo(1), solo(2), solo(1)])
    assert [(part.game, part.section) for part in sheet.approvals] == [(7, "5.2.16")]
    ahead = evaluate_sheet(own, [solo(1), solo(2), solo(1), solo(1), solo(1), solo(2)])
    assert [(part.game, part.code, part.context["seat"]) for part in ahead.warnings] == [
        (5, "next_needs_approval_seat", 1)
    ]


def test_5_2_14_written_touts_and_sie_need_approval_too(ruleset: Ruleset) -> None:
    sheet = evaluate_sheet(ruleset, [RUFER, recorded(written=(18, -6, -6, -6)), recorded(written=(-8, 24, -8, -8))])
    assert [(part.game, part.section) for part in sheet.approvals] == [(2, "5.2.14"), (3, "5.2.14")]


def test_the_first_game_is_set_by_its_place(ruleset: Ruleset) -> None:
    tout = recorded(contract="solo-tout", declarer=1, result="won", approved=True)
    sheet = evaluate_sheet(ruleset, [tout, tout])
    assert [line.points[0] for line in sheet.lines] == [6, 18]
    assert [part.game for part in sheet.approvals] == [2]  # 5.2.15: no approval can make a first-hand Tout count
    assert [(warning.game, warning.code) for warning in sheet.warnings] == [(1, "first_game_counts_less")]
    assert sheet.counters[0] == Counters(touts_won=1, touts_played=1, solos_won=1, solos_played=1)
    ruled = Sanction(kind="revealed-cards", offender=1, revealer=2, points=(0, -9, 4, 5))
    sanctioned = evaluate_sheet(ruleset, [recorded(contract="solo-tout", declarer=1, sanction=ruled)])
    assert sanctioned.lines[0].points == (0, -9, 4, 5)
    assert [warning.code for warning in sanctioned.warnings] == ["first_game_counts_less"]
    schwarz = evaluate_sheet(ruleset, [solo(2, level="schwarz")])
    assert [warning.code for warning in schwarz.warnings] == ["first_game_counts_less"]
    assert evaluate_sheet(ruleset, [solo(2, level="schneider")]).warnings == ()


@pytest.mark.parametrize(
    ("games", "expected"),
    [
        ([recorded(contract="sie", declarer=1)], [(1, "sie_does_not_count")]),
        ([recorded(written=(18, -6, -6, -6), approved=True)], [(1, "first_game_not_allowed")]),
        ([RUFER, solo(1, first=True)], [(2, "first_contradicts")]),
        ([solo(1, first=False)], [(1, "first_contradicts")]),
        ([solo(1, match=2)], [(1, "match_contradicts")]),
        ([recorded(written=(1, 1, 1, -3))], [(1, "no_such_outcome")]),
        (
            [recorded(contract="rufer", declarer=9)],
            [(1, "seat_not_at_table"), (1, "partner_missing"), (1, "result_missing")],
        ),
        ([RUFER, Unreadable(error=ScoringError("unknown_field", field="x", known=()))], [(2, "unknown_field")]),
        ([None] * 32 + [RUFER], [(33, "too_many_games")]),
    ],
)
def test_a_bad_game_is_a_problem_and_counts_0(
    ruleset: Ruleset, games: list[GameRecord | Unreadable | None], expected: list[tuple[int, str]]
) -> None:
    sheet = evaluate_sheet(ruleset, games)
    assert codes(sheet) == expected
    assert sheet.lines[-1].points == (0, 0, 0, 0)
    assert not sheet.complete


def test_5_2_17_a_struck_line_that_is_no_game_is_no_problem(ruleset: Ruleset) -> None:
    games = [RUFER] * 31 + [recorded(written=(1, 1, 1, -3), struck=True)]
    sheet = evaluate_sheet(ruleset, games)
    assert sheet.complete
    assert (sheet.lines[31].struck, sheet.lines[31].score, sheet.lines[31].points) == (True, None, (0, 0, 0, 0))


def test_a_struck_game_keeps_its_number_and_its_score_as_played(ruleset: Ruleset) -> None:
    sheet = evaluate_sheet(ruleset, [RUFER, solo(2, struck=True)])
    line = sheet.lines[1]
    assert line.score is not None
    assert (line.no, line.score.points, line.points, line.circled) == (2, (-2, 6, -2, -2), (0, 0, 0, 0), 2)
    assert sheet.counters[1] == Counters()


def test_5_4_2_counters(ruleset: Ruleset) -> None:
    games = [
        RUFER,
        solo(1),
        recorded(contract="wenz", declarer=1, result="lost"),
        recorded(contract="solo-tout", declarer=1, result="lost", approved=True),
        recorded(written=(18, -6, -6, -6), approved=True),
        recorded(contract="sie", declarer=1, approved=True),
        recorded(written=(-2, 6, -2, -2), approved=True),
        recorded(contract="solo", declarer=2, sanction=Sanction(kind="mistake", offender=1), approved=True),
        recorded(contract="solo-tout", declarer=3, result="won"),
    ]
    sheet = evaluate_sheet(ruleset, games)
    assert sheet.counters == (
        Counters(sie_played=1, touts_won=1, touts_played=2, solos_won=1, solos_played=2),
        Counters(solos_won=2, solos_played=2),
        Counters(),
        Counters(),
    )


def test_warnings_that_refuse_nothing(ruleset: Ruleset) -> None:
    stoss = recorded(contract="rufer", declarer=1, partner=2, result="won", doublings=1)
    sheet = evaluate_sheet(ruleset, [stoss, solo(1, approved=False)])
    assert [(warning.game, warning.code) for warning in sheet.warnings] == [
        (1, "stoss_without_effect"),
        (2, "refused_without_need"),
    ]
    assert sheet.lines[1].struck
    assert all(warning.message for warning in sheet.warnings)


@pytest.mark.parametrize("table", [{"seats": 5}, {"match": 3}, {"match": 0}, {"first_dealer": 5}])
def test_a_table_that_the_ruleset_does_not_know(ruleset: Ruleset, table: dict[str, int]) -> None:
    with pytest.raises(ScoringError):
        evaluate_sheet(ruleset, [], **table)


def test_the_json_of_a_sheet(ruleset: Ruleset) -> None:
    assert sheet_to_json(evaluate_sheet(ruleset, [solo(1), RUFER, solo(2, struck=True), RUFER])) == {
        "games": [
            {
                "no": 1,
                "dealer": 1,
                "sits_out": None,
                "points": [6, -2, -2, -2],
                "sum": 0,
                "circled": 1,
                "struck": False,
            },
            {
                "no": 2,
                "dealer": 2,
                "sits_out": None,
                "points": [1, -1, 1, -1],
                "sum": 0,
                "circled": None,
                "struck": False,
            },
            {"no": 3, "dealer": 3, "sits_out": None, "points": [0, 0, 0, 0], "sum": 0, "circled": 2, "struck": True},
            {
                "no": 4,
                "dealer": 4,
                "sits_out": None,
                "points": [1, -1, 1, -1],
                "sum": 0,
                "circled": None,
                "struck": False,
            },
        ],
        "rounds": [{"to": 4, "sum": 0, "running": [8, -4, 0, -4]}],
        "totals": [8, -4, 0, -4],
        "plus": [8, 0, 2, 0],
        "minus": [0, 4, 2, 4],
        "checksum": 0,
        "approvals": [],
        "warnings": [],
        "counters": [
            {"sie_played": 0, "touts_won": 0, "touts_played": 0, "solos_won": 1, "solos_played": 1},
            *[{"sie_played": 0, "touts_won": 0, "touts_played": 0, "solos_won": 0, "solos_played": 0}] * 3,
        ],
        "problems": [],
        "missing": [
            {"game": number, "code": "line_missing", "message": f"Game {number} is not written yet."}
            for number in range(5, 33)
        ],
        "complete": False,
    }
