"""A Ramsch: contradictory records, a Durchmarsch against other endings, and a club's own rules about it (H 2, H 6)."""

import pytest

from scoring.errors import Problem, ScoringError, problem
from scoring.games import check_game
from scoring.points import score_game
from scoring.records import GameRecord
from scoring.ruleset import Ruleset, check_ruleset, load_ruleset, parse_ruleset
from scoring.shorthand import format_record, parse_entry
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


@pytest.fixture
def pairs(house: Ruleset) -> Ruleset:
    """The overview, Ramsch: "the two players with the most points pay to the other two"."""
    return changed(house, "losers = { value = 1", "losers = { value = 2")


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"card_points_by_seat": (50, 40, 20, 10), "tricks_by_seat": (3, 3, 1, 1)}, (-10, -10, 10, 10)),
        ({"card_points_by_seat": (10, 45, 20, 45), "tricks_by_seat": (1, 3, 1, 3)}, (10, -10, 10, -10)),
        # Of equal card points the most tricks lose: seat 1 with three.
        ({"card_points_by_seat": (30, 50, 30, 10), "tricks_by_seat": (3, 3, 1, 1)}, (-10, -10, 10, 10)),
        # Of equals the table names who lost: alone, or with the other one.
        ({"card_points_by_seat": (30, 50, 30, 10), "tricks_by_seat": (2, 3, 2, 1), "loser": 3}, (10, -10, -10, 10)),
        (
            {"card_points_by_seat": (30, 50, 30, 10), "tricks_by_seat": (2, 3, 2, 1), "loser": 2, "second_loser": 1},
            (-10, -10, 10, 10),
        ),
        ({"loser": 4, "second_loser": 2}, (10, -10, 10, -10)),
        ({"loser": 1, "second_loser": 2, "jungfrauen": (3,)}, (-20, -20, 20, 20)),
        ({"loser": 1, "second_loser": 2, "jungfrauen": (4, 3)}, (-40, -40, 40, 40)),
        ({"durchmarsch": 3}, (-20, -20, 60, -20)),
    ],
)
def test_two_may_lose(pairs: Ruleset, fields: dict[str, object], expected: tuple[int, ...]) -> None:
    assert score_game(pairs, ramsch(**fields)).points == expected


@pytest.mark.parametrize(
    ("fields", "codes"),
    [
        ({"loser": 1}, ["ramsch_needs_second_loser"]),
        ({"second_loser": 1}, ["ramsch_needs_loser"]),
        ({"loser": 1, "second_loser": 1}, ["seat_named_twice"]),
        ({"loser": 1, "second_loser": 5}, ["seat_not_at_table"]),
        ({"loser": 1, "second_loser": 2, "jungfrauen": (2,)}, ["ramsch_contradicts"]),
        ({"durchmarsch": 3, "second_loser": 2}, ["ramsch_contradicts"]),
        ({"card_points_by_seat": POINTS, "tricks_by_seat": TRICKS, "second_loser": 3}, ["ramsch_contradicts"]),
        ({"card_points_by_seat": (40, 40, 40, 0), "tricks_by_seat": (3, 3, 2, 0)}, []),
        ({"card_points_by_seat": (30, 50, 30, 10), "tricks_by_seat": (2, 3, 2, 1)}, ["ramsch_needs_loser"]),
    ],
)
def test_what_cannot_be_of_two_losers(pairs: Ruleset, fields: dict[str, object], codes: list[str]) -> None:
    assert [problem.code for problem in check_game(pairs, ramsch(**fields))] == codes


def test_a_second_loser_needs_rules_with_two(house: Ruleset) -> None:
    record = ramsch(loser=1, second_loser=2)
    assert [problem.code for problem in check_game(house, record)] == ["field_not_used"]
    entry = house.text[house.text.index("[contracts.ramsch]") : house.text.index("# Highest first")]
    three = load_ruleset("palatinate-three").text.replace("[bidding]", f"{entry}[bidding]", 1)
    assert check_ruleset(three) == ()
    faults = check_ruleset(three.replace("losers = { value = 1", "losers = { value = 2"))
    assert [fault.context["detail"] for fault in faults] == [problem("losers_too_many")]


def test_two_losers_are_typed_one_after_the_other(pairs: Ruleset) -> None:
    record = parse_entry(pairs, "ra 42-")
    assert record == ramsch(loser=4, second_loser=2)
    assert format_record(record) == "ra42-"
    assert format_record(parse_entry(pairs, "-20 42")) == "20 13"
    with pytest.raises(ScoringError) as refused:
        parse_entry(pairs, "ra4-")
    assert refused.value.code == "ramsch_needs_second_loser"


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
