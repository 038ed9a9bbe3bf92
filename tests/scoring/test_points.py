"""The table of 5.2.7, typed as it stands in the rules, and the other parts of a score."""

import pytest

from scoring.errors import ScoringError
from scoring.points import GameScore, score_game
from scoring.ruleset import Ruleset
from tests.records import recorded

# Contract, level, result; then Winner(s) and Loser(s) as the table has them.
TABLE_5_2_7 = [
    ("rufer", None, "won", "each 1 +", "each 1 –"),
    ("rufer", "schneider", "won", "each 2 +", "each 2 –"),
    ("rufer", "schwarz", "won", "each 3 +", "each 3 –"),
    ("solo-or-wenz", None, "won", "6 +", "each 2 –"),
    ("solo-or-wenz", None, "lost", "each 2 +", "6 –"),
    ("solo-or-wenz", "schneider", "won", "9 +", "each 3 –"),
    ("solo-or-wenz", "schneider", "lost", "each 3 +", "9 –"),
    ("solo-or-wenz", "schwarz", "won", "12 +", "each 4 –"),
    ("solo-or-wenz", "schwarz", "lost", "each 4 +", "12 –"),
    ("tout", None, "won", "18 +", "each 6 –"),
    ("tout", None, "lost", "each 6 +", "18 –"),
    ("sie", None, "won", "24 +", "each 8 –"),
]
CONTRACTS = {
    "rufer": ("rufer",),
    "solo-or-wenz": ("solo", "wenz"),
    "tout": ("solo-tout", "wenz-tout"),
    "sie": ("sie",),
}


def figure(text: str) -> int:
    number, sign = text.removeprefix("each ").split()
    return int(number) if sign == "+" else -int(number)


@pytest.mark.parametrize("declarer", [1, 2, 3, 4])
@pytest.mark.parametrize(
    ("row", "level", "result", "winners", "losers"),
    [pytest.param(*row, id=f"5.2.7-{row[0]}-{row[1] or 'simple'}-{row[2]}") for row in TABLE_5_2_7],
)
def test_table_5_2_7(
    ruleset: Ruleset, row: str, level: str | None, result: str, winners: str, losers: str, declarer: int
) -> None:
    partner = declarer % 4 + 1
    for contract in CONTRACTS[row]:
        record = recorded(
            contract=contract,
            declarer=declarer,
            partner=partner if contract == "rufer" else None,
            result=result,
            level=level,
        )
        score = score_game(ruleset, record)
        side = {declarer, partner} if contract == "rufer" else {declarer}
        expected = tuple(figure(winners if (seat in side) == (result == "won") else losers) for seat in (1, 2, 3, 4))
        assert score.points == expected
        assert score.won_by == {"won": "declarer", "lost": "defenders"}[result]
        assert score.scored_as == contract
        assert score.circled == (None if contract in ("rufer", "sie") else declarer)
        assert score.level == (None if contract in ("solo-tout", "wenz-tout", "sie") else level or "simple")


def test_5_2_7_rufer_lost_turns_the_signs(ruleset: Ruleset) -> None:
    record = recorded(contract="rufer", declarer=1, partner=3, result="lost", level="schwarz")
    assert score_game(ruleset, record).points == (-3, 3, -3, 3)


@pytest.mark.parametrize("declarer", [1, 2, 3, 4])
@pytest.mark.parametrize("partner", [1, 2, 3, 4])
def test_every_partnership(ruleset: Ruleset, declarer: int, partner: int) -> None:
    record = recorded(contract="rufer", declarer=declarer, partner=partner, result="won")
    if declarer == partner:
        with pytest.raises(ScoringError) as refusal:
            score_game(ruleset, record)
        assert refusal.value.code == "partner_is_declarer"
    else:
        expected = tuple(1 if seat in (declarer, partner) else -1 for seat in (1, 2, 3, 4))
        assert score_game(ruleset, record).points == expected


def test_a_score_that_does_not_sum_to_0_cannot_be_built() -> None:
    with pytest.raises(ScoringError) as refusal:
        GameScore(points=(1, 1, 1, -2))
    assert refusal.value.code == "sum_not_zero"


def test_3_decision_tout_lost_costs_18_whatever_the_card_points(ruleset: Ruleset) -> None:
    record = recorded(contract="solo-tout", declarer=2, card_points=120, tricks=7)
    assert score_game(ruleset, record).points == (6, -18, 6, 6)
    record = recorded(contract="wenz-tout", declarer=2, card_points=120, tricks=8)
    assert score_game(ruleset, record).points == (-6, 18, -6, -6)


def test_2_8_2_late_tout_is_an_ordinary_solo_with_schneider_and_schwarz(ruleset: Ruleset) -> None:
    score = score_game(ruleset, recorded(contract="solo-tout", declarer=1, late_tout=True, card_points=120, tricks=8))
    assert (score.points, score.scored_as, score.level, score.counts_as) == (
        (12, -4, -4, -4),
        "solo",
        "schwarz",
        "solo",
    )
    score = score_game(
        ruleset, recorded(contract="wenz-tout", declarer=1, late_tout=True, result="lost", level="schneider")
    )
    assert (score.points, score.scored_as, score.level) == ((-9, 3, 3, 3), "wenz", "schneider")


def test_5_2_8_and_5_2_4_runners_and_stoss_are_recorded_but_not_scored(ruleset: Ruleset) -> None:
    plain = recorded(contract="solo", suit="H", declarer=1, result="won")
    assert score_game(ruleset, plain).points == (6, -2, -2, -2)
    rich = recorded(contract="solo", suit="H", declarer=1, result="won", runners=5, doublings=2, passed=3)
    assert score_game(ruleset, rich).points == (6, -2, -2, -2)


def test_5_2_17_a_struck_game_is_0_for_all_even_if_it_is_no_game(ruleset: Ruleset) -> None:
    for record in (
        recorded(contract="solo", declarer=1, result="won", struck=True),
        recorded(written=(1, 1, 1, -3), struck=True),
        recorded(written=(-1, 1, 1, 0), struck=True),
    ):
        score = score_game(ruleset, record)
        assert (score.points, score.circled, score.counts_as) == ((0, 0, 0, 0), None, None)


def test_a_written_line_says_what_its_readings_share_and_invents_nothing(ruleset: Ruleset) -> None:
    solo = score_game(ruleset, recorded(written=(-2, 6, -2, -2)))
    assert (solo.won_by, solo.level, solo.scored_as, solo.circled) == ("declarer", "simple", None, 2)
    assert (solo.soloist, solo.counts_as, solo.soloist_won) == (2, "solo", True)
    rufer = score_game(ruleset, recorded(written=(2, -2, -2, 2)))
    assert (rufer.won_by, rufer.level, rufer.scored_as, rufer.circled) == (None, "schneider", "rufer", None)
    assert (rufer.soloist, rufer.counts_as) == (None, None)
    tout = score_game(ruleset, recorded(written=(6, 6, -18, 6), circled=3))
    assert (tout.won_by, tout.scored_as, tout.circled, tout.counts_as) == ("defenders", None, 3, "tout")
    sie = score_game(ruleset, recorded(written=(24, -8, -8, -8)))
    assert (sie.scored_as, sie.circled, sie.counts_as, sie.soloist) == ("sie", None, "sie", 1)
