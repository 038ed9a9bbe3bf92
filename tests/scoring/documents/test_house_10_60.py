"""The house tournament: H 1 to H 8 are the headings of its rules, with readings 27 and 30 to 36."""

from typing import Any

import pytest

from scoring.errors import ScoringError
from scoring.points import score_game
from scoring.ranking import Contender, rank
from scoring.records import record_from_json
from scoring.ruleset import load_ruleset
from scoring.sheets import evaluate_sheet

RULES = load_ruleset("house-10-60")


def points(**game: Any) -> tuple[int, ...]:
    return score_game(RULES, record_from_json(game)).points


def refused(**game: Any) -> str:
    with pytest.raises(ScoringError) as refusal:
        points(**game)
    return refusal.value.code


# H 6, the table: game, level; player, non-players.
TABLE_H_6 = [
    ("rufer", "simple", 10, 10),
    ("rufer", "schneider", 20, 20),
    ("rufer", "schwarz", 30, 30),
    ("solo", "simple", 60, 20),
    ("wenz", "simple", 60, 20),
    ("solo", "schneider", 90, 30),
    ("wenz", "schneider", 90, 30),
    ("solo", "schwarz", 120, 40),
    ("wenz", "schwarz", 120, 40),
]


@pytest.mark.parametrize("result", ["won", "lost"])
@pytest.mark.parametrize(
    ("contract", "level", "player", "others"), [pytest.param(*row, id=f"H 6-{row[0]}-{row[1]}") for row in TABLE_H_6]
)
def test_h_6_table(contract: str, level: str, player: int, others: int, result: str) -> None:
    sign = 1 if result == "won" else -1
    partner = {"partner": 4} if contract == "rufer" else {}
    side = {2, *partner.values()}
    expected = tuple(sign * (player if seat in side else -others) for seat in (1, 2, 3, 4))
    assert points(contract=contract, declarer=2, result=result, level=level, **partner) == expected


@pytest.mark.parametrize(
    ("game", "declarer"),
    [
        # "Doubles the base game value (Rufspiel: 10 -> 20; Solo: 60 & 20 -> 120 & 40)"
        pytest.param({"contract": "rufer", "partner": 2, "doublings": 1}, 20, id="H 6-contra-rufspiel"),
        pytest.param({"contract": "solo", "doublings": 1}, 120, id="H 6-contra-solo"),
        pytest.param({"contract": "wenz", "doublings": 1}, 120, id="H 6-contra-wenz"),
        pytest.param({"contract": "rufer", "partner": 2, "doublings": 2}, 40, id="H 4-retour-rufspiel"),
        pytest.param({"contract": "solo", "doublings": 2}, 240, id="H 4-retour-solo"),
        # Schneider, Schwarz and running cards are added undoubled (reading 30).
        pytest.param(
            {"contract": "rufer", "partner": 2, "doublings": 1, "level": "schneider"}, 30, id="reading-30-schneider"
        ),
        pytest.param({"contract": "solo", "doublings": 1, "level": "schwarz"}, 180, id="reading-30-schwarz"),
        pytest.param(
            {"contract": "rufer", "partner": 2, "doublings": 1, "runners": 4}, 60, id="reading-30-running-cards"
        ),
        # "from 3, or 2 in Wenz: 10 per running card", in a Solo from each opponent (reading 31).
        pytest.param({"contract": "rufer", "partner": 2, "runners": 2}, 10, id="H 5-two-do-not-run"),
        pytest.param({"contract": "rufer", "partner": 2, "runners": 3}, 40, id="H 5-three-running"),
        pytest.param({"contract": "rufer", "partner": 2, "runners": 14}, 150, id="H 5-all-trumps"),
        pytest.param({"contract": "solo", "runners": 2}, 60, id="H 5-solo-two"),
        pytest.param({"contract": "solo", "runners": 3}, 150, id="reading-31-solo-three"),
        pytest.param({"contract": "wenz", "runners": 1}, 60, id="H 5-wenz-one"),
        pytest.param({"contract": "wenz", "runners": 2}, 120, id="H 5-wenz-two"),
        pytest.param({"contract": "wenz", "runners": 4, "level": "schneider"}, 210, id="H 5-wenz-four"),
    ],
)
def test_contra_retour_and_running_cards(game: dict[str, Any], declarer: int) -> None:
    for result, sign in (("won", 1), ("lost", -1)):
        scored = points(declarer=1, result=result, **game)
        assert scored[0] == sign * declarer
        assert scored[1] == (sign * declarer if "partner" in game else -sign * declarer // 3)


def test_h_4_one_retour_is_all() -> None:
    assert refused(contract="solo", declarer=1, result="won", doublings=3) == "number_out_of_range"


@pytest.mark.parametrize(
    ("game", "declarer"),
    [
        pytest.param({"contract": "solo-tout"}, 240, id="reading-32-solo-tout"),
        pytest.param({"contract": "wenz-tout"}, 240, id="reading-32-wenz-tout"),
        pytest.param({"contract": "rufer-tout", "partner": 2}, 60, id="H 6-rufspiel-tout"),
        pytest.param({"contract": "solo-tout", "runners": 3}, 420, id="reading-32-running-cards-too"),
        pytest.param({"contract": "wenz-tout", "runners": 2}, 360, id="reading-32-wenz-running"),
        pytest.param({"contract": "rufer-tout", "partner": 2, "runners": 5}, 160, id="reading-32-rufspiel-running"),
        pytest.param({"contract": "solo-tout", "doublings": 1}, 360, id="reading-30-contra-on-a-tout"),
        pytest.param({"contract": "solo-tout", "doublings": 2}, 600, id="reading-30-retour-on-a-tout"),
        pytest.param({"contract": "rufer-tout", "partner": 2, "doublings": 1}, 80, id="reading-30-rufspiel-tout"),
    ],
)
def test_tout(game: dict[str, Any], declarer: int) -> None:
    assert points(declarer=1, result="won", **game)[0] == declarer
    assert points(declarer=1, result="lost", **game)[0] == -declarer
    assert points(declarer=1, card_points=120, tricks=7, **game)[0] == -declarer  # H 4: every trick


def test_reading_36_a_sie_is_a_won_solo_tout() -> None:
    assert points(contract="sie", declarer=3) == (-80, -80, 240, -80)
    assert points(contract="sie", declarer=3, first=True, match=1) == (-80, -80, 240, -80)


# H 5: "won with at least 61 points; with 31 out of Schneider. Non-players win with 60 and are out with 30."
LIMITS_H_5 = [
    ("61-wins", 61, "won", "simple"),
    ("60-loses", 60, "lost", "simple"),
    ("31-is-out-of-schneider", 31, "lost", "simple"),
    ("30-is-schneider", 30, "lost", "schneider"),
    ("others-with-30-are-out", 90, "won", "simple"),
    ("others-with-29-are-not", 91, "won", "schneider"),
]


@pytest.mark.parametrize(
    ("card_points", "result", "level"), [pytest.param(*row[1:], id=f"H 5-{row[0]}") for row in LIMITS_H_5]
)
def test_h_5_limits(card_points: int, result: str, level: str) -> None:
    for players in ({"contract": "rufer", "partner": 3}, {"contract": "solo"}, {"contract": "wenz"}):
        by_card_points = points(declarer=1, card_points=card_points, tricks=4, **players)
        assert by_card_points == points(declarer=1, result=result, level=level, **players)


def test_h_5_a_trick_worth_0_saves_from_schwarz() -> None:
    assert points(contract="solo", declarer=1, card_points=120, tricks=7)[0] == 90
    assert points(contract="solo", declarer=1, card_points=0, tricks=1)[0] == -90
    assert points(contract="solo", declarer=1, card_points=0, tricks=0)[0] == -120


# H 2 and H 6, reading 34: card points and tricks of the seats, then their points.
RAMSCH = [
    ("loser", [50, 40, 20, 10], [3, 3, 1, 1], (-30, 10, 10, 10)),
    ("jungfrau-doubles", [50, 40, 30, 0], [3, 3, 2, 0], (-60, 20, 20, 20)),
    ("two-jungfrauen", [40, 80, 0, 0], [3, 5, 0, 0], (40, -120, 40, 40)),
    ("a-trick-worth-0-is-no-jungfrau", [50, 40, 30, 0], [3, 2, 2, 1], (-30, 10, 10, 10)),
    ("equal-points-more-tricks", [45, 45, 20, 10], [2, 4, 1, 1], (10, -30, 10, 10)),
    ("90-is-no-durchmarsch", [90, 10, 10, 10], [5, 1, 1, 1], (-30, 10, 10, 10)),
    ("durchmarsch-from-91", [10, 91, 9, 10], [1, 5, 1, 1], (-20, 60, -20, -20)),
    ("durchmarsch-beats-jungfrau", [0, 100, 10, 10], [0, 6, 1, 1], (-20, 60, -20, -20)),
    ("durchmarsch-is-not-doubled", [0, 120, 0, 0], [0, 8, 0, 0], (-20, 60, -20, -20)),
]


@pytest.mark.parametrize(
    ("card_points", "tricks", "expected"), [pytest.param(*row[1:], id=f"H 6-{row[0]}") for row in RAMSCH]
)
def test_ramsch(card_points: list[int], tricks: list[int], expected: tuple[int, ...]) -> None:
    assert points(contract="ramsch", card_points_by_seat=card_points, tricks_by_seat=tricks) == expected


def test_a_ramsch_as_settled_at_the_table() -> None:
    assert points(contract="ramsch", loser=4) == (10, 10, 10, -30)
    assert points(contract="ramsch", loser=4, jungfrauen=[1]) == (20, 20, 20, -60)
    assert points(contract="ramsch", loser=4, jungfrauen=[1, 3]) == (40, 40, 40, -120)
    assert points(contract="ramsch", durchmarsch=2) == (-20, 60, -20, -20)
    assert points(contract="ramsch", durchmarsch=2, jungfrauen=[1, 3]) == (-20, 60, -20, -20)


def test_reading_34_equal_points_and_tricks_the_table_names_the_loser() -> None:
    equal = {"contract": "ramsch", "card_points_by_seat": [45, 45, 20, 10], "tricks_by_seat": [3, 3, 1, 1]}
    assert refused(**equal) == "ramsch_needs_loser"
    assert points(**equal, loser=2) == (10, -30, 10, 10)
    with pytest.raises(ScoringError):
        points(**equal, loser=3)


def test_reading_30_no_contra_in_a_ramsch() -> None:
    assert points(contract="ramsch", loser=1, doublings=1) == (-30, 10, 10, 10)


# H 4, reading 33: an illegal card, by either side; seat 1 declares, seat 3 is the partner in a Rufspiel.
ILLEGAL_CARD = [
    ({"contract": "rufer", "declarer": 1, "partner": 3}, 1, (-30, 10, 10, 10)),
    ({"contract": "rufer", "declarer": 1, "partner": 3}, 2, (10, -30, 10, 10)),
    ({"contract": "rufer", "declarer": 1, "partner": 3}, 3, (10, 10, -30, 10)),
    ({"contract": "rufer-tout", "declarer": 1, "partner": 3}, 3, (10, 10, -30, 10)),
    ({"contract": "ramsch"}, 4, (10, 10, 10, -30)),
    ({"contract": "solo", "declarer": 1}, 1, (-60, 20, 20, 20)),
    ({"contract": "wenz", "declarer": 1}, 2, (20, -60, 20, 20)),
    ({"contract": "solo-tout", "declarer": 1}, 4, (20, 20, 20, -60)),
    ({"contract": "wenz-tout", "declarer": 1}, 1, (-60, 20, 20, 20)),
]


@pytest.mark.parametrize(
    ("game", "offender", "expected"),
    [pytest.param(*row, id=f"H 4-{row[0]['contract']}-seat-{row[1]}") for row in ILLEGAL_CARD],
)
def test_h_4_an_illegal_card(game: dict[str, Any], offender: int, expected: tuple[int, ...]) -> None:
    assert points(**game, sanction={"kind": "illegal-card", "offender": offender}) == expected


def test_h_4_an_illegal_card_at_a_table_of_five_is_paid_to_those_who_play() -> None:
    erred = {"kind": "illegal-card", "offender": 3}
    assert points(contract="solo", declarer=2, sits_out=1, sanction=erred) == (0, 20, -60, 20, 20)


def test_h_4_the_second_wrong_deal_in_a_row() -> None:
    assert points(sanction={"kind": "wrong-deal", "offender": 2}) == (20, -60, 20, 20)
    assert points(sits_out=4, sanction={"kind": "wrong-deal", "offender": 4}) == (15, 15, 15, -60, 15)


@pytest.mark.parametrize("kind", ["mistake", "invalid-bid", "revealed-cards"])
def test_what_the_house_does_not_know(kind: str) -> None:
    assert refused(contract="solo", declarer=1, sanction={"kind": kind, "offender": 1}) == "unknown_sanction"


def test_reading_35_five_at_a_table() -> None:
    assert points(contract="solo", declarer=2, sits_out=5, result="won") == (-20, 60, -20, -20, 0)
    assert points(contract="rufer", declarer=2, partner=5, sits_out=1, result="lost") == (0, -10, 10, 10, -10)
    assert points(contract="ramsch", loser=3, sits_out=1) == (0, 10, -30, 10, 10)
    assert refused(contract="solo", declarer=5, sits_out=5, result="won") == "sitter_does_not_play"
    assert refused(contract="solo", declarer=1, sits_out=5, seats=4, result="won") == "seat_not_at_table"
    games = [
        record_from_json({"contract": "ramsch", "loser": no % 5 + 1, "sits_out": (no - 1) % 5 + 1})
        for no in range(1, 11)
    ]
    sheet = evaluate_sheet(RULES, games, seats=5)
    assert [line.dealer for line in sheet.lines] == [1, 2, 3, 4, 5, 1, 2, 3, 4, 5]
    assert [line.sits_out for line in sheet.lines] == [1, 2, 3, 4, 5, 1, 2, 3, 4, 5]
    # Each player plays eight of the ten games, loses two for 30 and is paid six times.
    assert (sheet.totals, sheet.complete) == ((0, 0, 0, 0, 0), True)
    assert [(part.to, part.sum) for part in sheet.rounds] == [(10, 0)]


def test_h_3_eight_games_at_a_table_of_four() -> None:
    ramsch = record_from_json({"contract": "ramsch", "loser": 1})
    sheet = evaluate_sheet(RULES, [ramsch] * 8, match=4)
    assert sheet.complete
    assert (sheet.totals, [part.to for part in sheet.rounds]) == ((-240, 80, 80, 80), [8])
    assert not evaluate_sheet(RULES, [ramsch] * 7).complete


def test_h_7_equal_points_are_both_winners() -> None:
    ranking = rank(
        RULES, [Contender(name="Anna", points=50), Contender(name="Bene", points=50), Contender(name="Centa", points=9)]
    )
    assert [(place.place, place.contender.name) for place in ranking.places] == [(1, "Anna"), (1, "Bene"), (3, "Centa")]
    assert ranking.lots_needed == ()


@pytest.mark.parametrize(
    ("key", "value", "section"),
    [
        ("match.all_pass", "ramsch", "H 4"),
        ("match.seating", "kept", "H 3"),
        ("match.matches", 4, "H 3"),
        ("match.final_say", "director", "H 8"),
        ("bidding.equal", "first-announced", "H 2"),
        ("match.packets", (4, 4), "H 4"),
    ],
)
def test_procedure(key: str, value: object, section: str) -> None:
    assert (RULES.settings[key], RULES.section(key)) == (value, section)


def test_h_2_priority() -> None:
    order = RULES.bidding_order
    assert order.index("solo") < order.index("wenz") < order.index("rufer")
    assert not {"suit-wenz", "geier", "heart-solo"} & set(RULES.contracts)


def test_no_game_needs_approval_and_none_counts_less_in_the_first_game() -> None:
    solos = [record_from_json({"contract": "solo", "declarer": 1, "result": "won", "level": "schwarz"})] * 8
    sheet = evaluate_sheet(RULES, solos)
    assert (sheet.approvals, sheet.warnings, sheet.totals[0]) == ((), (), 8 * 120)
    assert points(contract="solo-tout", declarer=1, result="lost", first=True)[0] == -240
