"""The limits of 4.1 by hand, and what tricks can hold (1.2.3, 1.2.4)."""

import pytest

from scoring.cards import CARD_POINTS, Deck, card_points_by_tricks
from scoring.games import check_game
from scoring.points import score_game
from scoring.ruleset import Ruleset
from tests.records import recorded

LIMITS_4_1 = [
    ("4.1.4-all-tricks", 120, 8, "declarer", "schwarz"),
    ("4.1.4-120-with-a-trick-of-the-others", 120, 7, "declarer", "schneider"),
    ("4.1.4-120-with-5-tricks", 120, 5, "declarer", "schneider"),
    ("4.1.3-declarer-91", 91, 5, "declarer", "schneider"),
    ("4.1.3-declarer-90-defenders-out-with-30", 90, 5, "declarer", "simple"),
    ("4.1.2-declarer-61", 61, 4, "declarer", "simple"),
    ("4.1.2-defenders-60", 60, 4, "defenders", "simple"),
    ("4.1.3-declarer-out-with-31", 31, 3, "defenders", "simple"),
    ("4.1.3-declarer-30", 30, 3, "defenders", "schneider"),
    ("4.1.4-0-card-points-but-a-trick", 0, 2, "defenders", "schneider"),
    ("4.1.4-no-trick", 0, 0, "defenders", "schwarz"),
]

LONG_PACK = card_points_by_tricks(Deck(32, 4))


@pytest.mark.parametrize("contract", ["rufer", "solo", "wenz"])
@pytest.mark.parametrize(
    ("card_points", "tricks", "won_by", "level"), [pytest.param(*row[1:], id=row[0]) for row in LIMITS_4_1]
)
def test_limits_4_1(ruleset: Ruleset, contract: str, card_points: int, tricks: int, won_by: str, level: str) -> None:
    partner = 3 if contract == "rufer" else None
    score = score_game(
        ruleset, recorded(contract=contract, declarer=1, partner=partner, card_points=card_points, tricks=tricks)
    )
    assert (score.won_by, score.level) == (won_by, level)


def test_94_card_points_in_7_tricks_are_schneider(ruleset: Ruleset) -> None:
    score = score_game(ruleset, recorded(contract="rufer", declarer=1, partner=3, card_points=94, tricks=7))
    assert score.points == (2, -2, 2, -2)


# Counted by hand from 1.2.3: four each of 11, 10, 4, 3, 2 and twelve of 0.
LEAST = [0, 0, 0, 0, 8, 20, 36, 76, 120]
MOST = [0, 44, 84, 100, 112, 120, 120, 120, 120]


@pytest.mark.parametrize("tricks", range(9))
def test_what_tricks_can_hold(tricks: int) -> None:
    assert min(LONG_PACK[tricks]) == LEAST[tricks]
    assert max(LONG_PACK[tricks]) == MOST[tricks]


def test_both_sides_hold_the_whole_pack() -> None:
    for tricks, holdable in enumerate(LONG_PACK):
        assert {CARD_POINTS - points for points in holdable} == LONG_PACK[8 - tricks]


def test_1_and_119_are_in_no_number_of_tricks() -> None:
    assert not any(points in holdable for holdable in LONG_PACK for points in (1, 119))


@pytest.mark.parametrize(
    ("card_points", "tricks", "code"),
    [
        (1, 2, "card_points_impossible"),
        (119, 7, "card_points_impossible"),
        (75, 7, "tricks_contradict_card_points"),
        (45, 1, "tricks_contradict_card_points"),
        (39, 1, "tricks_contradict_card_points"),  # 11+11+11+4 is 37, 11+11+11+10 is 43
        (119, 8, "card_points_impossible"),
        (61, 8, "tricks_contradict_card_points"),
        (61, 0, "tricks_contradict_card_points"),
        (0, 5, "tricks_contradict_card_points"),
        (121, 8, "number_out_of_range"),
        (-1, 1, "number_out_of_range"),
        (61, 9, "number_out_of_range"),
        (61, None, "tricks_missing"),
        (None, 4, "card_points_missing"),
    ],
)
def test_impossible_card_points_are_refused(
    ruleset: Ruleset, card_points: int | None, tricks: int | None, code: str
) -> None:
    record = recorded(contract="solo", declarer=1, card_points=card_points, tricks=tricks)
    assert [problem.code for problem in check_game(ruleset, record)] == [code]
