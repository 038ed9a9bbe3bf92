"""Hints of irregularities: each pattern in a small tournament, and how seldom an honest one shows it."""

import random
from collections import Counter

import pytest

from scoring.hints import (
    FALSE_ALARMS,
    HintGame,
    HintKind,
    circling_points,
    fast_games,
    hints,
    hopeless_solos,
    late_solos,
    outlying_sheets,
    plain_loss,
)
from scoring.ruleset import load_ruleset
from tests.bench.hints import honest_tournament

RULESET = load_ruleset("schafkopfschule-2023")
HONEST = 100


def game(number: int, **more: object) -> HintGame:
    fields: dict[str, object] = {"match": 1, "table": 1, "players": (1, 2, 3, 4), "points": (1, 1, -1, -1)}
    return HintGame(number=number, **fields | more)  # type: ignore[arg-type]


def honest(seed: int = 1) -> list[HintGame]:
    return honest_tournament(random.Random(seed), RULESET)


def test_hopeless_solos_at_the_same_opponents_table() -> None:
    lost = {"points": (-9, 3, 3, 3), "soloist": 1, "hopeless": True}
    rows = [game(3, **lost), game(9, **lost)]
    assert list(hopeless_solos(rows)) == []
    rows += [game(number, match=2, players=(1, 2, 5, 6), **lost) for number in (20, 31)]
    (hint,) = hopeless_solos(rows)
    assert (hint.kind, hint.players, hint.sheets, hint.figure) == (HintKind.HOPELESS, (1, 2), ((1, 1), (2, 1)), 4)


def test_hopeless_solos_of_one_match_are_bad_luck() -> None:
    assert list(hopeless_solos(game(no, soloist=1, hopeless=True) for no in range(1, 9))) == []


def test_points_that_circle_between_two() -> None:
    rows = honest()
    pair = {(one.match, one.table): one.players for one in rows}
    # The first seats of table 1 move to one table in match 2 and lose there to each other.
    gift = [
        HintGame(match=match, table=1, number=no, players=pair[match, 1], points=(-9, 9, 0, 0))
        for match in (1, 2)
        for no in range(1, 33)
    ]
    same = [
        HintGame(match=one.match, table=one.table, number=one.number, players=(1, 2, 3, 4), points=one.points)
        for one in gift
    ]
    hints_there = list(circling_points([*rows, *same]))
    assert [hint.players for hint in hints_there] == [(1, 2)]
    assert hints_there[0].figure > 100


def test_many_late_solos() -> None:
    rows = honest()
    late = [
        HintGame(match=1, table=99, number=no, players=(91, 92, 93, 94), points=(6, -2, -2, -2), soloist=91)
        for no in range(26, 33)
    ]
    assert [(hint.players, hint.figure) for hint in late_solos([*rows, *late])] == [((91,), 7)]


def test_early_solos_are_not_late() -> None:
    early = [game(no, soloist=1, points=(6, -2, -2, -2)) for no in range(1, 25)]
    assert list(late_solos([*honest(), *early])) == []


def test_games_written_very_fast() -> None:
    rows = [game(no, at=5.0 * no) for no in range(1, 33)]
    (hint,) = fast_games(rows)
    assert (hint.sheets, hint.figure) == (((1, 1),), 25)


@pytest.mark.parametrize("at", [lambda no: 60.0 * no, lambda no: 600.0 + 0.03 * no, lambda no: None])
def test_slow_kept_and_paper_games_are_no_hint(at: object) -> None:
    """Three minutes each; sent at once by a device that was without network; typed from paper."""
    assert list(fast_games([game(no, at=at(no)) for no in range(1, 33)])) == []  # type: ignore[operator]


def test_a_sheet_far_from_the_others() -> None:
    rows = [one for one in honest() if one.match == 1]
    rows += [
        HintGame(match=1, table=99, number=no, players=(91, 92, 93, 94), points=(18, -6, -6, -6)) for no in range(1, 33)
    ]
    assert [hint.sheets for hint in outlying_sheets(rows)] == [((1, 99),)]
    assert list(outlying_sheets([one for one in rows if one.table in (1, 99)])) == []  # two sheets tell nothing


def test_what_a_plain_lost_solo_costs() -> None:
    assert plain_loss(RULESET, 4) == 6
    assert plain_loss(load_ruleset("schafkopfschule-2007"), 4) > 0


def test_no_games_no_hints() -> None:
    assert hints([]) == ()


def test_honest_tournaments_seldom_look_irregular() -> None:
    """As seldom as FALSE_ALARMS says, as far as a hundred can tell."""
    rng, alarms = random.Random(3), Counter[HintKind]()
    for _ in range(HONEST):
        alarms.update({hint.kind for hint in hints(honest_tournament(rng, RULESET))})
    for kind in HintKind:
        expected = FALSE_ALARMS[kind] * HONEST / 1000
        assert alarms[kind] <= expected + 4 * expected**0.5 + 1, kind
