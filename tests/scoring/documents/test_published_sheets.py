"""Published sheets of rules (fixtures/rules/sheets): each as far as it can be said, with cases typed from its words.

Seat 1 is the declarer and seat 3 the partner. What a sheet does not say is as in the Schafkopf School's rules.
"""

from pathlib import Path
from typing import Any

import pytest

from scoring.bounds import game_bounds
from scoring.doubts import doubts
from scoring.endings import readings
from scoring.errors import ScoringError
from scoring.games import check_game
from scoring.permits import AGAINST, check_permit
from scoring.points import score_game
from scoring.records import record_from_json
from scoring.ruleset import Ruleset, check_ruleset, load_ruleset
from scoring.show import ruleset_page

SHEETS = Path(__file__).parents[3] / "fixtures" / "rules" / "sheets"
NAMES = sorted(path.stem for path in SHEETS.glob("*.toml"))


# "30 Spiele" at tables of four are seven rounds and a half.
THIRTY_GAMES = ("bar-2x30", "citizens-list", "culture-club-2008")


def rules(name: str) -> Ruleset:
    return load_ruleset(SHEETS / f"{name}.toml")


def points(name: str, contract: str, end: str | tuple[int, int], **fields: Any) -> list[int]:
    """The points of a game: `end` is won or lost with the level, or card points and tricks of the declarer's side."""
    record: dict[str, Any] = {"contract": contract, "declarer": 1, **fields}
    if contract in ("rufer", "muss", "kreuz"):
        record["partner"] = 3
    if isinstance(end, tuple):
        record["card_points"], record["tricks"] = end
    elif end:
        record["result"], _space, level = end.partition(" ")
        record |= {"level": level} if level else {}
    return list(score_game(rules(name), record_from_json(record)).points)


def test_the_facts_are_all_here() -> None:
    assert [
        *("afterwork-nuernberg", "bar-2x30", "christmas-three-days", "citizens-list", "city-open", "culture-club-2008"),
        *("fire-brigade-heat", "inn-2x32", "internet-schafkopf", "muenchsmuenster", "ruperts-race", "sports-club-48"),
    ] == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_a_sheet_holds_and_can_be_shown(name: str) -> None:
    assert check_ruleset((SHEETS / f"{name}.toml").read_text(encoding="utf-8")) == ()
    page = ruleset_page(rules(name))
    assert all(contract in page for contract in rules(name).contracts)
    assert [doubt.code for doubt in doubts(rules(name))] == ["last_round_shorter"] * (name in THIRTY_GAMES)


@pytest.mark.parametrize(
    ("contract", "end", "fields", "expected"),
    [
        ("rufer", "won", {}, [1, -1, 1, -1]),
        ("rufer", "lost schneider", {}, [-2, 2, -2, 2]),
        ("solo", "won", {}, [15, -5, -5, -5]),
        ("wenz", "lost schneider", {}, [-18, 6, 6, 6]),
        ("solo", "won schwarz", {}, [21, -7, -7, -7]),
        ("solo-tout", "won", {}, [42, -14, -14, -14]),
        ("sie", "", {}, [84, -28, -28, -28]),
        # Runners from 3, also in a Wenz.
        ("rufer", "won", {"runners": 3}, [4, -4, 4, -4]),
        ("wenz", "won", {"runners": 2}, [15, -5, -5, -5]),
        ("wenz", "won", {"runners": 3}, [24, -8, -8, -8]),
        # Who must play wins with 60 and is out of Schneider with 30.
        ("muss", (60, 5), {}, [1, -1, 1, -1]),
        ("muss", (59, 5), {}, [-1, 1, -1, 1]),
        ("muss", (30, 3), {}, [-1, 1, -1, 1]),
        ("muss", (29, 3), {}, [-2, 2, -2, 2]),
        ("rufer", (60, 5), {}, [-1, 1, -1, 1]),
        # A Stoss loses the game.
        ("rufer", "lost schneider", {"doublings": 1}, [1, -1, 1, -1]),
        ("solo", "won schneider", {"doublings": 1}, [18, -6, -6, -6]),
    ],
)
def test_the_bar(contract: str, end: Any, fields: dict[str, Any], expected: list[int]) -> None:
    assert points("bar-2x30", contract, end, **fields) == expected


@pytest.mark.parametrize(
    ("contract", "end", "fields", "expected"),
    [
        # Both sides are out of Schneider with 30.
        ("rufer", (30, 3), {}, [-1, 1, -1, 1]),
        ("rufer", (29, 3), {}, [-2, 2, -2, 2]),
        ("rufer", (91, 6), {}, [2, -2, 2, -2]),
        # Schneider counts in the Rufer alone; at most four running cards count.
        ("solo", (91, 6), {}, [12, -4, -4, -4]),
        ("solo", "won", {"runners": 3}, [21, -7, -7, -7]),
        ("wenz", "lost", {"runners": 4}, [-24, 8, 8, 8]),
        ("solo", "won", {"runners": 6}, [24, -8, -8, -8]),
        ("solo", "won", {"runners": 2}, [12, -4, -4, -4]),
        ("kreuz", "won", {}, [1, -1, 1, -1]),
    ],
)
def test_the_culture_club(contract: str, end: Any, fields: dict[str, Any], expected: list[int]) -> None:
    assert points("culture-club-2008", contract, end, **fields) == expected


@pytest.mark.parametrize(
    ("contract", "end", "fields", "expected"),
    [
        ("rufer", "won", {"runners": 3}, [4, -4, 4, -4]),
        ("solo", "won", {"runners": 4}, [18, -6, -6, -6]),
        ("solo", "lost", {"runners": 3}, [-15, 5, 5, 5]),
        ("solo-tout", "won", {"runners": 3}, [36, -12, -12, -12]),
        ("sie", "", {}, [42, -14, -14, -14]),
        # 30 is Schneider for the declarer.
        ("rufer", (30, 3), {}, [-2, 2, -2, 2]),
        ("muss", (31, 3), {}, [-1, 1, -1, 1]),
    ],
)
def test_the_inn(contract: str, end: Any, fields: dict[str, Any], expected: list[int]) -> None:
    assert points("inn-2x32", contract, end, **fields) == expected


@pytest.mark.parametrize(
    ("contract", "end", "fields", "expected"),
    [
        ("solo", "won", {}, [30, 0, 0, 0]),
        ("solo", "lost", {}, [0, 30, 30, 30]),
        ("rufer", "won", {}, [10, 0, 10, 0]),
        ("rufer", "lost", {}, [0, 10, 0, 10]),
        ("kreuz", "won", {}, [10, 0, 10, 0]),
        ("wenz", "won", {}, [20, 0, 0, 0]),
        # Running cards from the first, with or without; Schneider 10, announced 10 more, Schwarz 10.
        ("solo", "won", {"runners": 1}, [40, 0, 0, 0]),
        ("solo", "won", {"runners": 2, "without": True}, [50, 0, 0, 0]),
        ("solo", "won schneider", {}, [40, 0, 0, 0]),
        ("solo", "won schneider", {"announced": True}, [50, 0, 0, 0]),
        ("solo", "won schwarz", {"announced": True}, [60, 0, 0, 0]),
        ("wenz", "won schwarz", {}, [40, 0, 0, 0]),
        # An announced Schneider that is not made loses the game, with its value.
        ("solo", (80, 6), {"announced": True}, [0, 50, 50, 50]),
        ("rufer", (61, 5), {"announced": True}, [0, 30, 0, 30]),
        ("solo-tout", "won", {}, [70, 0, 0, 0]),
    ],
)
def test_the_city_open(contract: str, end: Any, fields: dict[str, Any], expected: list[int]) -> None:
    assert points("city-open", contract, end, **fields) == expected
    assert tuple(expected) in readings(rules("city-open"), 4)


def test_a_list_of_winners_has_no_sum_and_no_minus_points() -> None:
    city = rules("city-open")
    assert not city.has_sum
    assert all(min(line) >= 0 for line in readings(city, 4))
    assert (game_bounds(city, 4).minus, (30, -10, -10, -10) in readings(city, 4)) == (0, False)
    written = record_from_json({"written": [30, 0, 0, 0], "circled": 1})
    assert check_game(city, written) == []
    assert [problem.code for problem in check_game(city, record_from_json({"written": [-30, 10, 10, 10]}))] == [
        "no_minus_points"
    ]


def test_who_announces_schneider_has_not_simply_won() -> None:
    with pytest.raises(ScoringError, match="announced and not made"):
        points("city-open", "solo", "won simple", announced=True)
    with pytest.raises(ScoringError, match="nobody announces Schneider"):
        points("inn-2x32", "solo", "won schneider", announced=True)


@pytest.mark.parametrize(
    ("others", "against"),
    [
        ("EU EA GA", []),
        ("EU EA E10", []),
        ("EA GA HA", ["permit_side_cards_too_many"]),
        ("EA E10 GA", ["permit_side_cards_too_many"]),
        ("EU E10 GA", ["permit_card_missing"]),
    ],
)
def test_the_citizens_permit_two_aces_or_one_ace_and_its_ten(others: str, against: list[str]) -> None:
    hand = ["EO", "GO", "HO", "SO", "SA", *others.split()]
    permit = check_permit(rules("citizens-list"), "solo-tout", hand, "S")
    assert [reason.code for reason in permit.reasons if reason.code in AGAINST] == against
    assert permit.permitted == (not against)


@pytest.mark.parametrize(
    ("contract", "end", "fields", "expected"),
    [
        # Missing Obers are won or lost by the declarer alone; the partner has the plain game.
        ("rufer", "lost", {"runners": 3, "without": True}, [-7, 4, -1, 4]),
        ("rufer", "won", {"runners": 2, "without": True}, [5, -3, 1, -3]),
        ("rufer", "won", {"runners": 3}, [1, -1, 1, -1]),
        ("solo", "lost", {"runners": 2, "without": True}, [-12, 4, 4, 4]),
        ("solo", "won", {"runners": 2}, [6, -2, -2, -2]),
    ],
)
def test_the_fire_brigade(contract: str, end: Any, fields: dict[str, Any], expected: list[int]) -> None:
    assert points("fire-brigade-heat", contract, end, **fields) == expected
    assert tuple(expected) in readings(rules("fire-brigade-heat"), 4)


@pytest.mark.parametrize(
    ("contract", "end", "fields", "expected"),
    [
        # The soloist gets the game from everyone as won, and who called the Contra pays for all.
        ("solo", "lost", {"doublings": 1, "doubled_by": 3}, [6, 0, -6, 0]),
        ("solo", "won schneider", {"doublings": 1, "doubled_by": 2}, [6, -6, 0, 0]),
        ("rufer", "lost schwarz", {"doublings": 1, "doubled_by": 4}, [1, 0, 1, -2]),
        ("solo", "lost", {}, [-6, 2, 2, 2]),
    ],
)
def test_the_sports_club(contract: str, end: Any, fields: dict[str, Any], expected: list[int]) -> None:
    assert points("sports-club-48", contract, end, **fields) == expected
    assert tuple(expected) in readings(rules("sports-club-48"), 4)


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"doublings": 1}, "doubled_by_missing"),
        ({"doublings": 1, "doubled_by": 1}, "doubled_by_defender"),
        ({"doublings": 1, "doubled_by": 5}, "seat_not_at_table"),
        ({"doubled_by": 2}, "field_not_used"),
    ],
)
def test_a_contra_says_who_called_it(fields: dict[str, Any], code: str) -> None:
    record = record_from_json({"contract": "solo", "declarer": 1, "result": "won", **fields})
    assert [problem.code for problem in check_game(rules("sports-club-48"), record)] == [code]


def test_a_kreuz_of_60_to_60_is_played_again() -> None:
    name = "muenchsmuenster"
    assert points(name, "kreuz", (61, 5)) == [1, -1, 1, -1]
    assert points(name, "kreuz", (59, 4)) == [-1, 1, -1, 1]
    with pytest.raises(ScoringError, match=r"Neither side has won kreuz: it is played again .*\(Sheet\)"):
        points(name, "kreuz", (60, 4))
    assert points(name, "rufer", (60, 4)) == [-1, 1, -1, 1]


def test_who_lays_doubles_the_game() -> None:
    name = "afterwork-nuernberg"
    assert points(name, "rufer", "won", laid=1) == [2, -2, 2, -2]
    assert points(name, "solo", "lost", laid=2, doublings=1) == [-48, 16, 16, 16]
    assert points(name, "rufer", "won", knocked=3) == [1, -1, 1, -1]


def test_the_internet_house() -> None:
    name = "internet-schafkopf"
    assert points(name, "rufer", "won schneider", runners=3) == [60, -60, 60, -60]
    assert points(name, "geier", "won", runners=2, doublings=1) == [420, -140, -140, -140]


def test_a_lost_ramsch_at_christmas() -> None:
    record = record_from_json({"contract": "ramsch", "loser": 1})
    assert score_game(rules("christmas-three-days"), record).points == (-3, 1, 1, 1)
