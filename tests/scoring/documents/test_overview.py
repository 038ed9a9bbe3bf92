"""Social Schafkopf by the overview: its scoring table, optional contracts, long and short pack."""

from typing import Any

import pytest

from scoring.errors import ScoringError
from scoring.points import score_game
from scoring.records import record_from_json
from scoring.ruleset import load_ruleset
from scoring.sheets import evaluate_sheet

LONG = load_ruleset("social")
SHORT = load_ruleset("social-short")
BOTH = pytest.mark.parametrize("rules", [LONG, SHORT], ids=["social", "social-short"])
SOLOS = ("solo", "wenz", "geier", "suit-wenz", "suit-geier")


def points(rules: Any = LONG, **game: Any) -> tuple[int, ...]:
    return score_game(rules, record_from_json(game)).points


def refused(rules: Any = LONG, **game: Any) -> str:
    with pytest.raises(ScoringError) as refusal:
        points(rules, **game)
    return refusal.value.code


# "Scoring table": contract, result; points of each on the declarer's side, and of each of the others.
TABLE = [
    ("rufer", "won", "simple", 1, -1),
    ("rufer", "won", "schneider", 2, -2),
    ("rufer", "won", "schwarz", 3, -3),
    *((contract, "won", "simple", 6, -2) for contract in SOLOS),
    *((contract, "lost", "simple", -6, 2) for contract in SOLOS),
    *((contract, "won", "schneider", 9, -3) for contract in SOLOS),
    *((contract, "lost", "schneider", -9, 3) for contract in SOLOS),
    *((contract, "won", "schwarz", 12, -4) for contract in SOLOS),
    *((contract, "lost", "schwarz", -12, 4) for contract in SOLOS),
    *((f"{contract}-tout", "won", None, 18, -6) for contract in SOLOS),
    *((f"{contract}-tout", "lost", None, -18, 6) for contract in SOLOS),
    ("sie", "won", None, 24, -8),
]


@BOTH
@pytest.mark.parametrize(
    ("contract", "result", "level", "side", "others"),
    [pytest.param(*row, id=f"Scoring table-{row[0]}-{row[1]}-{row[2] or 'fixed'}") for row in TABLE],
)
def test_scoring_table(rules: Any, contract: str, result: str, level: str | None, side: int, others: int) -> None:
    game: dict[str, Any] = {"contract": contract, "declarer": 4, "result": result}
    if level is not None:
        game["level"] = level
    if contract == "rufer":
        game["partner"] = 2
    mine = {4, game.get("partner", 4)}
    assert points(rules, **game) == tuple(side if seat in mine else others for seat in (1, 2, 3, 4))


# "Standard Schafkopf, Scoring": which side wins with how many card points; and in a Muss.
RESULTS = [
    ("120-in-7-tricks", "rufer", 120, 7, 2),
    ("won-with-schneider-91", "rufer", 91, 6, 2),
    ("simple-win-90", "rufer", 90, 6, 1),
    ("simple-win-61", "rufer", 61, 4, 1),
    ("simple-loss-60", "rufer", 60, 4, -1),
    ("simple-loss-31", "rufer", 31, 3, -1),
    ("lost-with-schneider-30", "rufer", 30, 3, -2),
    ("lost-with-schwarz", "rufer", 0, 0, -3),
    ("muss-won-with-60", "muss", 60, 4, 1),
    ("muss-lost-with-59", "muss", 59, 4, -1),
    ("muss-schneider-free-with-30", "muss", 30, 3, -1),
    ("muss-schneider-with-29", "muss", 29, 3, -2),
    ("muss-won-as-schneider-with-90", "muss", 90, 6, 2),
    ("muss-89-is-simple", "muss", 89, 6, 1),
    ("muss-all-tricks", "muss", 120, 8, 3),
]


@pytest.mark.parametrize(
    ("contract", "card_points", "tricks", "each"), [pytest.param(*row[1:], id=row[0]) for row in RESULTS]
)
def test_card_points(contract: str, card_points: int, tricks: int, each: int) -> None:
    game = {"contract": contract, "declarer": 1, "partner": 2, "card_points": card_points, "tricks": tricks}
    assert points(**game) == (each, each, -each, -each)


@BOTH
@pytest.mark.parametrize(
    ("game", "expected"),
    [
        pytest.param({"contract": "rufer", "partner": 2, "doublings": 1}, (2, 2, -2, -2), id="Doubling-stoss"),
        pytest.param(
            {"contract": "solo", "level": "schneider", "doublings": 2}, (36, -12, -12, -12), id="Doubling-retour"
        ),
        pytest.param({"contract": "wenz-tout", "doublings": 1}, (36, -12, -12, -12), id="Doubling-tout"),
        pytest.param(
            {"contract": "rufer", "partner": 3, "doublings": 4}, (16, -16, 16, -16), id="Other variations-sub"
        ),
        pytest.param({"contract": "muss", "partner": 2}, (1, 1, -1, -1), id="Muss"),
        pytest.param({"contract": "hochzeit", "partner": 4}, (2, -2, -2, 2), id="Hochzeit-twice-a-rufer"),
        pytest.param(
            {"contract": "hochzeit", "partner": 4, "level": "schwarz", "doublings": 1},
            (12, -12, -12, 12),
            id="Hochzeit",
        ),
        pytest.param({"contract": "kreuz"}, (1, -1, 1, -1), id="Kreuzbock-facing-one-another"),
        pytest.param({"contract": "kreuz", "partner": 3, "level": "schneider"}, (2, -2, 2, -2), id="Kreuzbock"),
        pytest.param({"contract": "bettel"}, (6, -2, -2, -2), id="Bettel"),
        pytest.param({"contract": "bettel-brett"}, (12, -4, -4, -4), id="Bettel-brett-is-double"),
        pytest.param({"contract": "ramsch-tout"}, (12, -4, -4, -4), id="Bettel-ramsch-tout"),
        pytest.param({"contract": "bettel", "doublings": 1}, (12, -4, -4, -4), id="Bettel-stoss"),
        pytest.param({"contract": "rufer", "partner": 2, "runners": 5}, (1, 1, -1, -1), id="Runners-are-paid-only"),
    ],
)
def test_optional_contracts_and_doublings(rules: Any, game: dict[str, Any], expected: tuple[int, ...]) -> None:
    assert points(rules, declarer=1, result="won", **game) == expected
    assert points(rules, declarer=1, result="lost", **game) == tuple(-value for value in expected)


def test_muss_no_contra_may_be_given() -> None:
    plain = {"contract": "muss", "declarer": 1, "partner": 2, "result": "won"}
    assert points(**plain, doublings=1) == points(**plain) == (1, 1, -1, -1)


def test_kreuz_partners_sit_crosswise() -> None:
    assert refused(contract="kreuz", declarer=1, partner=2, result="won") == "partner_not_opposite"


@pytest.mark.parametrize("contract", ["bettel", "bettel-brett", "ramsch-tout"])
def test_bettel_is_lost_with_a_single_trick(contract: str) -> None:
    assert points(contract=contract, declarer=1, card_points=0, tricks=0)[0] > 0
    assert points(contract=contract, declarer=1, card_points=0, tricks=1)[0] < 0


@pytest.mark.parametrize("contract", ["suit-wenz", "suit-geier", "solo"])
def test_any_suit_may_be_trumps(contract: str) -> None:
    for suit in "EGHS":
        assert points(contract=contract, suit=suit, declarer=1, result="won") == (6, -2, -2, -2)
    for plain in ("wenz", "geier"):
        assert refused(contract=plain, suit="E", declarer=1, result="won") == "field_not_used"


# "Ramsch": the most points lose; equal, the most tricks; one or two Jungfrauen, twice or four times; a sweep wins.
RAMSCH = [
    ("loser", [50, 40, 20, 10], [3, 3, 1, 1], (-3, 1, 1, 1)),
    ("equal-points-more-tricks", [45, 45, 20, 10], [2, 4, 1, 1], (1, -3, 1, 1)),
    ("one-jungfrau", [50, 40, 30, 0], [3, 3, 2, 0], (-6, 2, 2, 2)),
    ("two-jungfrauen", [40, 80, 0, 0], [3, 5, 0, 0], (4, -12, 4, 4)),
    ("91-points-are-no-sweep", [10, 91, 9, 10], [1, 5, 1, 1], (1, -3, 1, 1)),
    ("durchmarsch", [0, 120, 0, 0], [0, 8, 0, 0], (-2, 6, -2, -2)),
]


@pytest.mark.parametrize(
    ("card_points", "tricks", "expected"), [pytest.param(*row[1:], id=f"Ramsch-{row[0]}") for row in RAMSCH]
)
def test_ramsch(card_points: list[int], tricks: list[int], expected: tuple[int, ...]) -> None:
    assert points(contract="ramsch", card_points_by_seat=card_points, tricks_by_seat=tricks) == expected


def test_ramsch_with_the_short_pack() -> None:
    game = {"contract": "ramsch", "tricks_by_seat": [0, 6, 0, 0], "card_points_by_seat": [0, 120, 0, 0]}
    assert points(SHORT, **game) == (-2, 6, -2, -2)
    game = {"contract": "ramsch", "tricks_by_seat": [2, 2, 1, 1], "card_points_by_seat": [50, 40, 20, 10]}
    assert points(SHORT, **game) == (-3, 1, 1, 1)


def test_short_schafkopf_has_six_tricks() -> None:
    assert (SHORT.deck.hand, SHORT.packets, LONG.deck.hand) == (6, (3, 3), 8)
    solo = {"contract": "solo", "declarer": 1, "card_points": 120}
    assert points(SHORT, **solo, tricks=6)[0] == 12
    assert points(SHORT, **solo, tricks=5)[0] == 9
    assert refused(SHORT, **solo, tricks=7) == "number_out_of_range"
    assert points(LONG, **solo, tricks=7)[0] == 9


def test_the_bidding_in_the_order_of_the_contract_table() -> None:
    for rules in (LONG, SHORT):
        order = rules.bidding_order
        ranked = ["sie", "solo-tout", "wenz-tout", "geier-tout", "suit-wenz-tout", "suit-geier-tout", "solo", "wenz"]
        ranked += ["geier", "suit-wenz", "suit-geier", "bettel", "hochzeit", "rufer"]
        assert [key for key in order if key in ranked] == ranked
        assert not {"muss", "kreuz", "ramsch"} & set(order)
        assert set(rules.contracts) == {*order, "muss", "kreuz", "ramsch"}


def test_auction_if_all_pass_the_next_dealer_deals() -> None:
    rufer = record_from_json({"contract": "rufer", "declarer": 1, "partner": 3, "result": "won", "passed": 1})
    assert [line.dealer for line in evaluate_sheet(LONG, [rufer, rufer]).lines] == [2, 4]


def test_five_hand_schafkopf_the_dealer_sits_out() -> None:
    assert points(contract="geier", declarer=5, sits_out=1, result="won") == (0, -2, -2, -2, 6)
