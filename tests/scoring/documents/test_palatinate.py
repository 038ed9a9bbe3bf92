"""Palatinate Schafkopf for three and Asserufen for four, with readings 37 to 39. Headings as in the document."""

from typing import Any

import pytest

from scoring.errors import ScoringError
from scoring.points import score_game
from scoring.records import record_from_json
from scoring.ruleset import load_ruleset
from scoring.sheets import evaluate_sheet

THREE = load_ruleset("palatinate-three")
ASSERUFEN = load_ruleset("asserufen")


def three(**game: Any) -> tuple[int, ...]:
    return score_game(THREE, record_from_json(game)).points


def four(**game: Any) -> tuple[int, ...]:
    return score_game(ASSERUFEN, record_from_json(game)).points


def test_example_solo_du_in_hearts_is_22_units() -> None:
    """Game 1, hearts 2, Schneider 3, Schwarz 4, Solo 5, 6 top trumps 11, doubled for Du 22."""
    du = {"contract": "heart-solo-du", "declarer": 1, "runners": 6}
    assert three(**du, result="won") == (44, -22, -22)
    assert three(**du, result="lost") == (-44, 22, 22)


def test_example_assrufer_with_four_top_trumps_and_94_card_points_is_6_units() -> None:
    game = {"contract": "assrufen", "declarer": 1, "partner": 3, "runners": 4}
    assert four(**game, card_points=94, tricks=7) == (6, -6, 6, -6)


def test_example_heart_solo_with_two_top_trumps_and_65_card_points_is_2_units() -> None:
    assert four(contract="heart-solo", declarer=1, runners=2, card_points=65, tricks=5) == (6, -2, -2, -2)


# "Game points are scored as follows", line by line; units to or from each opponent.
LIST = [
    ("game", {"contract": "simple", "suit": "E"}, 1),
    ("hearts", {"contract": "simple", "suit": "H"}, 2),
    ("schneider", {"contract": "simple", "suit": "G", "level": "schneider"}, 2),
    ("schwarz", {"contract": "simple", "suit": "S", "level": "schwarz"}, 3),
    ("solo", {"contract": "solo", "suit": "E"}, 2),
    ("solo-without-its-suit", {"contract": "solo"}, 2),
    ("heart-solo", {"contract": "heart-solo"}, 3),
    ("two-top-trumps-are-none", {"contract": "simple", "suit": "E", "runners": 2}, 1),
    ("three-top-trumps", {"contract": "simple", "suit": "E", "runners": 3}, 4),
    ("with-12", {"contract": "simple", "suit": "E", "runners": 12}, 13),
    ("solo-du", {"contract": "solo-du", "suit": "S"}, 8),
    ("heart-solo-du", {"contract": "heart-solo-du"}, 10),
    ("solo-du-three-top-trumps", {"contract": "solo-du", "runners": 3}, 14),
    ("kontra", {"contract": "simple", "suit": "H", "doublings": 1}, 4),
    ("rekontra", {"contract": "heart-solo", "level": "schneider", "runners": 3, "doublings": 2}, 28),
    ("spritzen-without-end", {"contract": "simple", "suit": "E", "doublings": 7}, 128),
    ("du-and-kontra", {"contract": "heart-solo-du", "runners": 6, "doublings": 1}, 44),
]


@pytest.mark.parametrize(("game", "units"), [pytest.param(*row[1:], id=f"Pal Schafkopf-{row[0]}") for row in LIST])
def test_the_list_of_game_points(game: dict[str, Any], units: int) -> None:
    assert three(declarer=2, result="won", **game) == (-units, 2 * units, -units)
    assert three(declarer=2, result="lost", **game) == (units, -2 * units, units)


# "A team that has exactly 30 points is out of Schneider. A team requires at least 91 points to win with Schneider."
LIMITS = [
    ("61-wins", 61, 1),
    ("opponents-need-60", 60, -1),
    ("91-with-schneider", 91, 2),
    ("90-without", 90, 1),
    ("30-is-out-of-schneider", 30, -1),
    ("28-is-schneider", 28, -2),
]


@pytest.mark.parametrize(
    ("card_points", "units"), [pytest.param(*row[1:], id=f"Pal General Rules-{row[0]}") for row in LIMITS]
)
def test_limits(card_points: int, units: int) -> None:
    game = {"declarer": 1, "card_points": card_points}
    assert three(contract="simple", suit="G", tricks=5, **game)[1] == -units
    assert four(contract="assrufen", partner=2, tricks=4, **game)[0] == units
    assert four(contract="solo", tricks=4, **game)[1] == -units


def test_29_card_points_are_schneider_for_either_side() -> None:
    for card_points, units in ((29, -2), (91, 2)):
        assert three(contract="simple", suit="G", declarer=1, card_points=card_points, tricks=5)[1] == -units


def test_schwarz_is_no_trick_though_the_skat_counts() -> None:
    game = {"contract": "simple", "suit": "E", "declarer": 3}
    assert three(**game, card_points=22, tricks=0) == (3, 3, -6)
    assert three(**game, card_points=120, tricks=10) == (-3, -3, 6)
    assert three(**game, card_points=120, tricks=9) == (-2, -2, 4)
    with pytest.raises(ScoringError) as refusal:
        three(**game, card_points=23, tricks=0)
    assert refusal.value.code == "tricks_contradict_card_points"


def test_solo_du_is_lost_with_one_trick() -> None:
    assert three(contract="solo-du", declarer=1, card_points=120, tricks=9) == (-16, 8, 8)
    assert four(contract="solo-du", declarer=1, card_points=120, tricks=7) == (-18, 6, 6, 6)


@pytest.mark.parametrize(
    ("end", "units"),
    [
        pytest.param({"surrender": "accepted"}, 1, id="accepted-is-won-without-schneider"),
        pytest.param({"surrender": "accepted", "runners": 4}, 5, id="accepted-keeps-the-top-trumps"),
        pytest.param({"surrender": "refused", "card_points": 91, "tricks": 8}, 2, id="refused-and-made-schneider"),
        pytest.param({"surrender": "refused", "card_points": 120, "tricks": 10}, 3, id="refused-and-made-schwarz"),
        pytest.param({"surrender": "refused", "card_points": 90, "tricks": 8}, -1, id="refused-and-30-reached"),
        pytest.param({"surrender": "refused", "card_points": 50, "tricks": 5}, -1, id="refused-and-lost-anyway"),
    ],
)
def test_giving_up(end: dict[str, Any], units: int) -> None:
    assert three(contract="simple", suit="E", declarer=1, **end) == (2 * units, -units, -units)


def test_a_fourth_player_deals_and_scores_with_the_opponents() -> None:
    game = {"contract": "simple", "suit": "H", "declarer": 2, "sits_out": 1}
    assert three(**game, result="won") == (-2, 6, -2, -2)
    assert three(**game, result="lost") == (2, -6, 2, 2)
    with pytest.raises(ScoringError) as refusal:
        three(**{**game, "declarer": 1}, result="won")
    assert refusal.value.code == "sitter_does_not_play"


def test_all_pass_and_the_next_dealer_deals() -> None:
    game = {"contract": "solo", "declarer": 2, "result": "won"}
    games = [record_from_json(line) for line in (game, {**game, "passed": 1}, game)]
    assert [line.dealer for line in evaluate_sheet(THREE, games, seats=3).lines] == [1, 3, 1]
    assert [line.dealer for line in evaluate_sheet(ASSERUFEN, games).lines] == [1, 3, 4]


def test_a_match_of_three_and_of_four_at_the_table() -> None:
    three_seats = [record_from_json({"contract": "solo", "declarer": 1, "result": "won"})] * 24
    sheet = evaluate_sheet(THREE, three_seats, seats=3)
    assert (sheet.complete, sheet.totals, len(sheet.rounds)) == (True, (96, -48, -48), 8)
    four_seats = [
        record_from_json({"contract": "solo", "declarer": no % 4 + 1, "result": "won", "sits_out": (no - 1) % 4 + 1})
        for no in range(1, 33)
    ]
    sheet = evaluate_sheet(THREE, four_seats, seats=4)
    assert (sheet.complete, sheet.totals, len(sheet.rounds)) == (True, (0, 0, 0, 0), 8)


# Asserufen: "no extra point for hearts when an Ace is called"; the Solo has no point of its own (reading 38).
ASSERUFEN_LIST = [
    ("assrufen", {"contract": "assrufen", "partner": 2}, 1),
    ("assrufen-schneider", {"contract": "assrufen", "partner": 2, "level": "schneider"}, 2),
    ("assrufen-schwarz", {"contract": "assrufen", "partner": 2, "level": "schwarz"}, 3),
    ("assrufen-kontra", {"contract": "assrufen", "partner": 2, "runners": 3, "doublings": 1}, 8),
    ("solo", {"contract": "solo", "suit": "G"}, 1),
    ("heart-solo", {"contract": "heart-solo"}, 2),
    ("solo-du", {"contract": "solo-du", "suit": "E"}, 6),
    ("heart-solo-du", {"contract": "heart-solo-du"}, 8),
    ("heart-solo-du-three-top-trumps", {"contract": "heart-solo-du", "runners": 3}, 14),
]


@pytest.mark.parametrize(
    ("game", "units"), [pytest.param(*row[1:], id=f"Pal Asserufen-{row[0]}") for row in ASSERUFEN_LIST]
)
def test_asserufen(game: dict[str, Any], units: int) -> None:
    pair = "partner" in game
    for result, sign in (("won", units), ("lost", -units)):
        expected = (sign, sign, -sign, -sign) if pair else (3 * sign, -sign, -sign, -sign)
        assert four(declarer=1, result=result, **game) == expected


@pytest.mark.parametrize("rules", [THREE, ASSERUFEN], ids=["palatinate-three", "asserufen"])
@pytest.mark.parametrize("contract", ["solo", "solo-du"])
def test_a_solo_in_hearts_is_a_heart_solo(rules: Any, contract: str) -> None:
    game = {"contract": contract, "suit": "H", "declarer": 1, "result": "won"}
    with pytest.raises(ScoringError) as refusal:
        score_game(rules, record_from_json(game))
    assert refusal.value.code == "suit_is_a_contract"


def test_the_suit_of_a_simple_game_must_be_known() -> None:
    with pytest.raises(ScoringError) as refusal:
        three(contract="simple", declarer=1, result="won")
    assert refusal.value.code == "suit_missing"


def test_the_contracts_in_order_of_priority() -> None:
    assert THREE.bidding_order == ("heart-solo-du", "solo-du", "heart-solo", "solo", "simple")
    assert ASSERUFEN.bidding_order == ("heart-solo-du", "solo-du", "heart-solo", "solo", "assrufen")
    assert (THREE.deck.hand, THREE.deck.skat, ASSERUFEN.deck.hand) == (10, 2, 8)
    assert (THREE.cards, ASSERUFEN.cards) == ("french", "french")
