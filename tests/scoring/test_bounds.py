"""The most and the least that one game can bring: beside every entry of the bundled rulesets, and by hand."""

import pytest

from scoring.bounds import game_bounds
from scoring.endings import readings
from scoring.points import outcome_table
from scoring.ruleset import bundled_rulesets, load_ruleset, parse_ruleset

TABLES = [(name, seats) for name in bundled_rulesets() for seats in load_ruleset(name).seats]
BY_HAND = [
    # most plus, most minus, most together, most beside a game of one's own; least of a won and of a lost game.
    ("schafkopfschule-2023", 4, (24, 18, 24, 6), {"solo": 6, "tout": 18, "sie": 24}, {"solo": 6, "tout": 18, "sie": 0}),
    ("social", 5, (None, None, None, None), {"solo": 6, "tout": 18, "sie": 24}, {"solo": 6, "tout": 18, "sie": 0}),
    # Tout in Acorns with 14 runners and Retour; an illegal card by an opponent brings the soloist 20 of its 60 points.
    (
        "house-10-60",
        4,
        (1440, 1440, 1440, 480),
        {"solo": 20, "tout": 20, "sie": 240},
        {"solo": 60, "tout": 60, "sie": 0},
    ),
    ("palatinate-three", 4, (None, None, None, None), {"solo": 6, "tout": 24}, {"solo": 6, "tout": 24}),
]


@pytest.mark.parametrize(("name", "seats", "most", "won", "lost"), BY_HAND)
def test_bounds_as_counted_by_hand(
    name: str, seats: int, most: tuple[int | None, ...], won: dict[str, int], lost: dict[str, int]
) -> None:
    bounds = game_bounds(load_ruleset(name), seats)
    assert (bounds.plus, bounds.minus, bounds.together, bounds.beside) == most
    assert (bounds.won, bounds.lost) == (won, lost)


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_no_game_of_a_bundled_ruleset_is_out_of_bounds(name: str, seats: int) -> None:
    ruleset = load_ruleset(name)
    bounds = game_bounds(ruleset, seats)
    sits_out = seats if seats > ruleset.players else None
    scores = [outcome.score for outcome in outcome_table(ruleset, seats=seats, sits_out=sits_out).values()]
    lines = [*readings(ruleset, seats, sits_out), *(score.points for score in scores)]
    assert bounds.plus is None or max(map(max, lines)) <= bounds.plus
    assert bounds.minus is None or -min(map(min, lines)) <= bounds.minus
    assert bounds.together is None or max(sum(map(abs, line)) // 2 for line in lines) <= bounds.together
    for score in scores:
        if score.soloist is None or score.counts_as is None:
            continue
        own = score.points[score.soloist - 1]
        most = bounds.own[score.counts_as]
        assert most is None or own <= most
        assert own <= 0 or own >= bounds.won[score.counts_as]
        assert own >= 0 or -own >= bounds.lost[score.counts_as]
        assert bounds.beside is None or max(score.points[: score.soloist - 1], default=0) <= bounds.beside


@pytest.mark.parametrize("name", bundled_rulesets())
def test_only_doublings_without_an_end_have_no_bound(name: str) -> None:
    ruleset = load_ruleset(name)
    unlimited = ruleset.doublings.rule == "scored" and ruleset.settings["doublings.most"] == "any"
    assert (game_bounds(ruleset, ruleset.seats[0]).plus is None) == unlimited


def test_six_doublings_have_a_bound() -> None:
    text = load_ruleset("social").text.replace('most = { value = "any"', "most = { value = 6")
    # A Tout of 6 to each of three, doubled six times.
    assert game_bounds(parse_ruleset(text), 4).plus == 6 * 2**6 * 3
