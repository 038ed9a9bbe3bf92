"""The edition of 29 March 2007, and where it differs from that of 2023."""

from typing import Any

import pytest

from scoring.errors import ScoringError
from scoring.points import score_game
from scoring.ranking import Contender, rank
from scoring.records import record_from_json
from scoring.ruleset import load_ruleset
from scoring.sheets import evaluate_sheet

RULES = load_ruleset("schafkopfschule-2007")

# 5.2.7: game; winner, loser.
TABLE_5_2_7 = [
    ("ace-game", "won", "simple", "each 1 +", "each 1 -"),
    ("ace-game", "won", "schneider", "each 2 +", "each 2 -"),
    ("ace-game", "won", "schwarz", "each 3 +", "each 3 -"),
    ("solo-or-wenz", "won", "simple", "6 +", "each 2 -"),
    ("solo-or-wenz", "lost", "simple", "each 2 +", "6 -"),
    ("solo-or-wenz", "won", "schneider", "9 +", "each 3 -"),
    ("solo-or-wenz", "lost", "schneider", "each 3 +", "9 -"),
    ("solo-or-wenz", "won", "schwarz", "12 +", "each 4 -"),
    ("solo-or-wenz", "lost", "schwarz", "each 4 +", "12 -"),
    ("tout", "won", None, "18 +", "each 6 -"),
    ("tout", "lost", None, "each 6 +", "18 -"),
    ("sie", "won", None, "24 +", "each 8 -"),
]
GAMES = {
    "ace-game": [{"contract": "rufer", "declarer": 2, "partner": 3}],
    "solo-or-wenz": [{"contract": "solo", "declarer": 4}, {"contract": "wenz", "declarer": 1}],
    "tout": [{"contract": "solo-tout", "declarer": 3}, {"contract": "wenz-tout", "declarer": 2}],
    "sie": [{"contract": "sie", "declarer": 4}],
}


def points(**game: Any) -> tuple[int, ...]:
    return score_game(RULES, record_from_json(game)).points


def figure(cell: str) -> int:
    number, sign = cell.removeprefix("each ").split()
    return int(number) if sign == "+" else -int(number)


@pytest.mark.parametrize(
    ("row", "result", "level", "winner", "loser"),
    [pytest.param(*row, id=f"5.2.7-{row[0]}-{row[2] or 'fixed'}-{row[1]}") for row in TABLE_5_2_7],
)
def test_5_2_7(row: str, result: str, level: str | None, winner: str, loser: str) -> None:
    for game in GAMES[row]:
        side = {game["declarer"], game.get("partner", game["declarer"])}
        cells = [winner if (seat in side) == (result == "won") else loser for seat in (1, 2, 3, 4)]
        ending = {"result": result} if level is None else {"result": result, "level": level}
        assert points(**game, **ending) == tuple(figure(cell) for cell in cells)


# 4.1.2 and 4.1.3: card points of the player party, and what seat 1 scores with them in a Solo.
LIMITS_4_1 = [
    ("4.1.2-61-wins", 61, 6),
    ("4.1.2-opponents-have-60", 60, -6),
    ("4.1.3-91-won-cutter", 91, 9),
    ("4.1.3-90-not-yet", 90, 6),
    ("4.1.3-lost-cutter-with-30", 30, -9),
    ("4.1.3-31-no-longer", 31, -6),
]


@pytest.mark.parametrize(("card_points", "declarer"), [pytest.param(*row[1:], id=row[0]) for row in LIMITS_4_1])
def test_4_1(card_points: int, declarer: int) -> None:
    assert points(contract="solo", declarer=1, card_points=card_points, tricks=4)[0] == declarer
    assert points(contract="rufer", declarer=1, partner=2, card_points=card_points, tricks=4)[0] * 3 == {
        6: 3,
        9: 6,
        -6: -3,
        -9: -6,
    }.get(declarer)


def test_4_1_4_black_is_every_trick_and_no_card_points() -> None:
    assert points(contract="wenz", declarer=1, card_points=120, tricks=7)[0] == 9
    assert points(contract="wenz", declarer=1, card_points=120, tricks=8)[0] == 12


@pytest.mark.parametrize(
    ("game", "expected"),
    [
        pytest.param({"contract": "solo-tout", "result": "won"}, (6, -2, -2, -2), id="5.2.15-solo-tout"),
        pytest.param({"contract": "wenz-tout", "result": "won"}, (6, -2, -2, -2), id="5.2.15-wenz-tout"),
        pytest.param(
            {"contract": "solo", "result": "won", "level": "schwarz"}, (6, -2, -2, -2), id="5.2.15-solo-black"
        ),
        pytest.param(
            {"contract": "wenz", "result": "lost", "level": "schwarz"}, (-6, 2, 2, 2), id="5.2.15-wenz-black-lost"
        ),
        pytest.param(
            {"contract": "wenz", "result": "won", "level": "schneider"}, (9, -3, -3, -3), id="5.2.15-cutter-stands"
        ),
        pytest.param(
            {"contract": "solo-tout", "card_points": 61, "tricks": 6}, (6, -2, -2, -2), id="5.2.15-tout-lost-with-61"
        ),
        pytest.param(
            {"contract": "solo-tout", "card_points": 60, "tricks": 6}, (-6, 2, 2, 2), id="5.2.15-tout-lost-with-60"
        ),
    ],
)
def test_5_2_15_the_first_game_of_every_stage(game: dict[str, Any], expected: tuple[int, ...]) -> None:
    for stage in (1, 2):
        assert points(**game, declarer=1, first=True, match=stage) == expected


def test_2_9_1_the_sie_of_the_very_first_game_only() -> None:
    with pytest.raises(ScoringError) as refusal:
        points(contract="sie", declarer=1, first=True, match=1)
    assert (refusal.value.code, refusal.value.context["section"]) == ("sie_does_not_count", "2.9.1")
    assert points(contract="sie", declarer=1, first=True, match=2) == (24, -8, -8, -8)
    assert points(contract="sie", declarer=1, match=1) == (24, -8, -8, -8)


def test_2_8_2_a_tout_announced_too_late_is_a_solo_or_wenz() -> None:
    late = {"declarer": 1, "late_tout": True}
    assert points(contract="solo-tout", card_points=75, tricks=6, **late) == (6, -2, -2, -2)
    assert points(contract="wenz-tout", card_points=120, tricks=8, **late) == (12, -4, -4, -4)


# 3.4.17: "the player who made it receives minus points"; seat 1 declares, seat 2 is the partner in an ace game.
PENALTIES_3_4_17 = [
    ("solo", 1, (-9, 3, 3, 3)),
    ("wenz", 1, (-9, 3, 3, 3)),
    ("solo", 3, (9, 0, -9, 0)),
    ("solo-tout", 1, (-18, 6, 6, 6)),
    ("wenz-tout", 4, (18, 0, 0, -18)),
    ("rufer", 1, (-4, 0, 2, 2)),
    ("rufer", 2, (0, -4, 2, 2)),
    ("rufer", 3, (2, 2, -4, 0)),
]


@pytest.mark.parametrize(
    ("contract", "offender", "expected"),
    [pytest.param(*row, id=f"3.4.17-{row[0]}-seat-{row[1]}") for row in PENALTIES_3_4_17],
)
def test_3_4_17(contract: str, offender: int, expected: tuple[int, ...]) -> None:
    players = {"contract": contract, "declarer": 1, **({"partner": 2} if contract == "rufer" else {})}
    assert points(**players, sanction={"kind": "mistake", "offender": offender}) == expected


def test_3_4_18_who_uncovers_cards_bears_the_minus_points() -> None:
    solo = {"contract": "solo", "declarer": 1}
    assert points(**solo, sanction={"kind": "revealed-cards", "offender": 2, "revealer": 3}) == (9, 0, -9, 0)
    across = {"kind": "revealed-cards", "offender": 1, "revealer": 3}
    with pytest.raises(ScoringError) as refusal:
        points(**solo, sanction=across)
    assert refusal.value.code == "ruling_needed"
    assert points(**solo, sanction={**across, "points": [0, 4, -9, 5]}) == (0, 4, -9, 5)


@pytest.mark.parametrize(
    ("players", "expected"),
    [
        pytest.param({"contract": "rufer", "partner": 3}, (-2, 1, 0, 1), id="2.4.10-ace-game"),
        pytest.param({"contract": "solo"}, (-6, 2, 2, 2), id="2.4.10-solo"),
        pytest.param({"contract": "wenz"}, (-6, 2, 2, 2), id="2.4.10-wenz"),
        pytest.param({"contract": "solo-tout"}, (-18, 6, 6, 6), id="2.4.10-tout"),
    ],
)
def test_2_4_10_without_cutter_and_black(players: dict[str, Any], expected: tuple[int, ...]) -> None:
    assert points(**players, declarer=1, sanction={"kind": "invalid-bid", "offender": 1}) == expected


def test_5_2_5_if_no_game_is_announced_the_next_dealer_deals() -> None:
    ace = {"contract": "rufer", "declarer": 1, "partner": 3, "result": "won"}
    games = [record_from_json(game) for game in (ace, {**ace, "passed": 2}, ace)]
    assert [line.dealer for line in evaluate_sheet(RULES, games).lines] == [1, 4, 1]
    edition_2023 = load_ruleset("schafkopfschule-2023")
    assert [line.dealer for line in evaluate_sheet(edition_2023, games).lines] == [1, 2, 3]


def test_5_2_16_from_the_5th_solo_or_wenz_of_a_stage() -> None:
    solo, wenz = ({"contract": contract, "declarer": 2, "result": "won"} for contract in ("solo", "wenz"))
    games = [record_from_json(game) for game in (solo, wenz, wenz, solo, wenz)]
    sheet = evaluate_sheet(RULES, games, match=2)
    assert [(approval.game, approval.section) for approval in sheet.approvals] == [(5, "5.2.16")]


def test_5_2_14_always_approved() -> None:
    solo = {"contract": "solo", "declarer": 2, "result": "won"}
    touts = [{"contract": contract, "declarer": 1, "result": "won"} for contract in ("solo-tout", "wenz-tout", "sie")]
    sheet = evaluate_sheet(RULES, [record_from_json(game) for game in (solo, *touts)])
    assert [(approval.game, approval.section) for approval in sheet.approvals] == [
        (2, "5.2.14"),
        (3, "5.2.14"),
        (4, "5.2.14"),
    ]


def test_5_4_2_the_order_of_rank() -> None:
    names = ("sie", "tout-won", "tout-played", "solo-won", "solo-played", "none")
    counts: list[dict[str, int]] = [
        {"sie_played": 1},
        {"touts_won": 1, "touts_played": 1},
        {"touts_played": 1, "solos_won": 3, "solos_played": 3},
        {"solos_won": 1, "solos_played": 1},
        {"solos_played": 4},
        {},
    ]
    entries = [Contender(name=name, points=7, **count) for name, count in zip(names, counts, strict=True)]
    places = rank(RULES, entries[::-1]).places
    assert [place.contender.name for place in places] == list(names)


def test_what_differs_from_2023() -> None:
    other = load_ruleset("schafkopfschule-2023").settings
    assert {key: value for key, value in RULES.settings.items() if other[key] != value} == {
        "match.all_pass": "next-dealer",
        "match.packets": (2, 2, 2, 2),
        "first_game.uncounted_in": "first",
        # 4.2.2: "Thus, in an ace game or a solo, 14 running trumps are possible."
        "contracts.solo.runners.most": 14,
        "contracts.solo-tout.runners.most": 14,
    }
    assert RULES.settings.keys() == other.keys()
    assert (RULES.codes["dealing-four-packets-of-two"], RULES.codes["all-pass-next-dealer"]) == ("5.2.3", "5.2.5")
