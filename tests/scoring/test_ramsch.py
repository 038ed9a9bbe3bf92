"""A Ramsch: contradictory records, a Durchmarsch against other endings, and a club's own rules about it (H 2, H 6)."""

import pytest

from scoring.errors import Problem, ScoringError, problem
from scoring.games import check_game
from scoring.points import score_game
from scoring.records import GameRecord
from scoring.ruleset import Ruleset, load_ruleset, parse_ruleset
from tests.records import recorded

POINTS, TRICKS = (50, 40, 30, 0), (3, 3, 2, 0)


@pytest.fixture
def house() -> Ruleset:
    return load_ruleset("house-10-60")


def ramsch(**fields: object) -> GameRecord:
    return recorded(contract="ramsch", **fields)


def changed(house: Ruleset, old: str, new: str) -> Ruleset:
    assert old in house.text
    return parse_ruleset(house.text.replace(old, new))


@pytest.mark.parametrize(
    ("stated", "codes"),
    [
        ({}, []),
        ({"loser": 1}, []),
        ({"loser": 2}, ["ramsch_contradicts"]),
        ({"jungfrauen": (4,)}, []),
        ({"jungfrauen": ()}, ["ramsch_contradicts"]),
        ({"jungfrauen": (3,)}, ["ramsch_contradicts"]),
        ({"durchmarsch": 1}, ["ramsch_contradicts"]),
    ],
)
def test_what_is_stated_beside_the_cards_must_be_so(
    house: Ruleset, stated: dict[str, object], codes: list[str]
) -> None:
    record = ramsch(card_points_by_seat=POINTS, tricks_by_seat=TRICKS, **stated)
    assert [problem.code for problem in check_game(house, record)] == codes
    if not codes:
        assert score_game(house, record).points == (-60, 20, 20, 20)


@pytest.mark.parametrize("seat", [0, 5, 6])
def test_who_sits_out_where_there_is_no_seat_is_no_sitter_of_the_ramsch(house: Ruleset, seat: int) -> None:
    record = ramsch(card_points_by_seat=(50, 40, 0, 30), tricks_by_seat=(3, 3, 0, 2), sits_out=seat, seats=4)
    assert [problem.code for problem in check_game(house, record)] == ["seat_not_at_table", "nobody_sits_out"]


def test_jungfrauen_may_be_named_in_any_order(house: Ruleset) -> None:
    record = ramsch(card_points_by_seat=(0, 65, 55, 0), tricks_by_seat=(0, 4, 4, 0), jungfrauen=(4, 1))
    assert score_game(house, record).points == (40, -120, 40, 40)


@pytest.mark.parametrize(
    ("loser", "codes"), [(None, ["ramsch_needs_loser"]), (1, []), (2, []), (3, ["ramsch_contradicts"])]
)
def test_of_equals_the_table_names_the_loser(house: Ruleset, loser: int | None, codes: list[str]) -> None:
    record = ramsch(card_points_by_seat=(45, 45, 30, 0), tricks_by_seat=(3, 3, 1, 1), loser=loser)
    assert [problem.code for problem in check_game(house, record)] == codes


def test_a_durchmarsch_may_be_beaten_by_a_jungfrau(house: Ruleset) -> None:
    beaten = changed(
        house, "durchmarsch_beats_jungfrau = { value = true", "durchmarsch_beats_jungfrau = { value = false"
    )
    with_maiden = ramsch(card_points_by_seat=(95, 15, 10, 0), tricks_by_seat=(6, 1, 1, 0))
    without = ramsch(card_points_by_seat=(95, 15, 10, 0), tricks_by_seat=(5, 1, 1, 1))
    swept = ramsch(card_points_by_seat=(120, 0, 0, 0), tricks_by_seat=(8, 0, 0, 0))
    assert score_game(house, with_maiden).points == (60, -20, -20, -20)
    assert score_game(beaten, with_maiden).points == (-60, 20, 20, 20)
    for rules in (house, beaten):
        assert score_game(rules, without).points == score_game(rules, swept).points == (60, -20, -20, -20)
    stated = ramsch(durchmarsch=1, jungfrauen=(4,))
    assert [problem.code for problem in check_game(beaten, stated)] == ["ramsch_contradicts"]
    assert check_game(house, stated) == []


def test_without_a_durchmarsch_every_trick_only_loses(house: Ruleset) -> None:
    none = changed(house, "durchmarsch = { value = 20", "durchmarsch = { value = 0")
    swept = ramsch(card_points_by_seat=(120, 0, 0, 0), tricks_by_seat=(8, 0, 0, 0))
    assert score_game(none, swept).points == (-120, 40, 40, 40)
    assert [problem.code for problem in check_game(none, ramsch(durchmarsch=1))] == ["no_durchmarsch"]


def test_a_ramsch_may_be_doubled_too(house: Ruleset) -> None:
    start = house.text.index("[contracts.ramsch]")
    text = house.text[:start] + house.text[start:].replace("doubled = { value = false", "doubled = { value = true", 1)
    assert score_game(parse_ruleset(text), ramsch(loser=2, jungfrauen=(1,), doublings=1)).points == (40, -120, 40, 40)
    assert score_game(house, ramsch(loser=2, jungfrauen=(1,), doublings=1)).points == (20, -60, 20, 20)


@pytest.mark.parametrize(
    ("old", "new", "detail"),
    [
        ("rufer = { minus = 30", "rufer = { minus = 31", problem("penalty_shares_uneven", players=3)),
        ("deal = { minus = 60", "deal = { minus = 45", problem("penalty_shares_uneven", players=4)),
        (
            'deal = { minus = 60, borne_by = "offender", shared_by = "all-others"',
            'deal = { minus = 60, borne_by = "offender", shared_by = "other-side"',
            problem("penalty_without_sides"),
        ),
        (
            'ramsch = { minus = 30, borne_by = "offender", shared_by = "all-others"',
            'ramsch = { minus = 30, borne_by = "offender", shared_by = "other-side"',
            problem("penalty_without_sides"),
        ),
        (
            'rufer = { minus = 30, borne_by = "offender"',
            'rufer = { minus = 30, borne_by = "side"',
            problem("penalty_of_side_to_all"),
        ),
        (
            'rufer = { minus = 30, borne_by = "offender", shared_by = "all-others"',
            'rufer = { minus = 31, borne_by = "side", shared_by = "other-side"',
            problem("penalty_of_side_uneven"),
        ),
    ],
)
def test_penalties_that_nobody_can_share(house: Ruleset, old: str, new: str, detail: Problem) -> None:
    assert old in house.text
    with pytest.raises(ScoringError) as refused:
        parse_ruleset(house.text.replace(old, new, 1))
    assert (refused.value.code, refused.value.context["detail"]) == ("ruleset_contradiction", detail)
