"""What the phone shows before a game is written equals scoring: every row of every bundled table of outcomes."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import permutations
from typing import Any

import pytest

from scoring.contracts import EVERYONE, PARTNERSHIP
from scoring.points import score_game
from scoring.records import NO_PLACE, GameRecord, record_to_json
from scoring.results import opposite_of
from scoring.ruleset import Ruleset, bundled_rulesets, load_ruleset
from scoring.tariffs import load_tariff
from tests.node import in_node
from tests.records import changed, recorded
from tests.rules import EVERYTHING, OFFENDER_PAYS, OVERVIEW, PLUS_ONCE
from tournament.selectors.outcomes import table_outcomes
from tournament.words.game_labels import describe

NAMES = ["Anna", "Bene", "Centa", "Dirk", "Eva"]
SAID = ("suit", "result", "level", "runners", "without", "announced", "doublings", "surrender")
OWN_RULES = (EVERYTHING, OFFENDER_PAYS, PLUS_ONCE, OVERVIEW)
PHONE_RULES = {ruleset.id: ruleset for ruleset in (*map(load_ruleset, bundled_rulesets()), *OWN_RULES)}
# Points, words and circle of each game, as the page finds them.
LOOK_UP = """async (lists) => {
  const { find, pointsOf, wordsOf } = await import("table/outcomes");
  return lists.map(([outcomes, number, games]) =>
    games.map(([record, seats, sitsOut, names]) => {
      const row = find(outcomes, number, record);
      return row && [pointsOf(row, record, { seats, sitsOut }), wordsOf(row, record, names, outcomes), row.circled];
    }));
}"""


def placings(ruleset: Ruleset, seats: int) -> list[tuple[int | None, tuple[int, ...]]]:
    """The players who may sit out, with every order of the others."""
    absent = [None] if seats == ruleset.players else list(range(1, seats + 1))
    return [
        (out, order) for out in absent for order in permutations([seat for seat in range(1, seats + 1) if seat != out])
    ]


def games(ruleset: Ruleset, seats: int, rows: list[dict[str, Any]], *, first: bool) -> Iterator[GameRecord]:
    """A record for each row, with the seats of its roles rotated from row to row."""
    orders = placings(ruleset, seats)
    for index, row in enumerate(rows):
        out, (one, other, *rest) = orders[index * 7 % len(orders)]
        placed = recorded(contract=row["contract"], first=first, seats=seats, sits_out=out)
        kind = ruleset.contracts[row["contract"]].kind
        if kind.family == EVERYONE:
            two_lose = "partner" in row["points"]
            maidens = tuple(sorted((rest if two_lose else (other, *rest))[: row["jungfrauen"]]))
            ended = {"loser": one, "second_loser": other if two_lose else None, "jungfrauen": maidens or None}
            yield changed(placed, **({"durchmarsch": one} if row["durchmarsch"] else ended))
            continue
        record = changed(placed, declarer=one, **{name: row[name] for name in SAID if name in row})
        if kind.family == PARTNERSHIP:
            record = changed(record, partner=opposite_of(record) if kind.opposite else other)
        if "doubler" in row["points"]:
            record = changed(record, doubled_by=rest[0])
        laid = index % (len(row.get("before", ())) + 1)
        yield changed(record, laid=min(laid, seats) or None, knocked=max(laid - seats, 0) or None)


@pytest.mark.parametrize("name", PHONE_RULES)
def test_every_row_gives_the_points_and_words_of_scoring(name: str) -> None:
    ruleset = PHONE_RULES[name]
    questions, played = [], []
    for seats in ruleset.seats:
        outcomes = table_outcomes(ruleset, seats)
        # Where the first game has no special rules, its rows are those of all others, so they are looked up only once.
        numbers = {1: outcomes["later"]} if outcomes["first"] is None else {1: outcomes["first"], 2: outcomes["later"]}
        for number, rows in numbers.items():
            records = list(games(ruleset, seats, rows, first=number == 1))
            assert len(records) == len(rows) > 0
            questions.append((outcomes, number, [as_asked(record, seats) for record in records]))
            played.append(records)
    for records, answers in zip(played, in_node(LOOK_UP, questions), strict=True):
        scores = [score_game(ruleset, record) for record in records]
        assert [answer[0] for answer in answers] == [list(score.points) for score in scores]
        assert [answer[1] for answer in answers] == [
            describe(ruleset, record_to_json(record), NAMES) for record in records
        ]
        assert [answer[2] for answer in answers] == [score.circled is not None for score in scores]


TAPS = """async (taps, contract, table) => {
  const { missing, newPick, recordOf, roleOf, tapSeat } = await import("table/pick");
  let pick = newPick(contract);
  return taps.map((tap) => {
    pick = tap === "all" ? { ...pick, durchmarsch: true, partner: null } : tapSeat(pick, contract, tap, table);
    return [missing(pick, contract), recordOf(pick, contract), roleOf(pick, 2, table)];
  });
}"""


def test_the_second_loser_of_a_ramsch_is_tapped_after_the_first() -> None:
    """The overview, Ramsch: "the two players with the most points pay to the other two"."""
    outcomes = table_outcomes(load_ruleset("fixtures/rules/overview.toml"), 4)
    ramsch = next(contract for contract in outcomes["contracts"] if contract["key"] == "ramsch")
    both = {"contract": "ramsch", "loser": 4, "second_loser": 2}
    assert in_node(TAPS, [4, 2, 3, 2, 1, "all"], ramsch, {"seats": 4, "sitsOut": None}) == [
        ["second_loser", {**both, "second_loser": None}, ""],
        ["", both, "partner"],
        ["", {**both, "jungfrauen": [3]}, "partner"],
        ["second_loser", {**both, "second_loser": None, "jungfrauen": [3]}, ""],
        ["", {**both, "second_loser": 1, "jungfrauen": [3]}, ""],
        ["", {"contract": "ramsch", "durchmarsch": 4}, ""],
    ]


def as_asked(record: GameRecord, seats: int) -> tuple[dict[str, Any], int, int | None, list[str]]:
    """A game as the page keeps it: the player who sits out stands beside the record."""
    game = record_to_json(replace(record, place=NO_PLACE))
    return game, seats, record.place.sits_out, NAMES


def test_what_the_table_does_not_hold_has_no_points() -> None:
    """A Sie in the first game (2.9.1), a contract that is not played, and a Solo without a result."""
    outcomes = table_outcomes(load_ruleset("schafkopfschule-2023"), 4)
    games = [
        [{"contract": "sie", "declarer": 1}, 4, None, NAMES],
        [{"contract": "ramsch", "loser": 1}, 4, None, NAMES],
        [{"contract": "solo", "declarer": 1}, 4, None, NAMES],
    ]
    first, later = in_node(LOOK_UP, [[outcomes, 1, games], [outcomes, 2, games[:1]]])
    assert first == [None, None, None]
    assert later == [[[24, -8, -8, -8], "Sie, Anna", False]]


@pytest.mark.parametrize(("contract", "result", "level"), [("solo", "won", "schwarz"), ("wenz", "lost", "simple")])
def test_a_tout_announced_too_late_is_looked_up_as_the_game_that_it_counts_as(
    contract: str, result: str, level: str
) -> None:
    rules = load_ruleset("schafkopfschule-2023")
    record = recorded(contract=f"{contract}-tout", late_tout=True, declarer=2, result=result, level=level)
    games = [[record_to_json(record), 4, None, NAMES[:4]]]
    for number in (1, 2):
        ended = changed(record, level="simple") if number == 1 else record
        games[0][0] = record_to_json(ended)
        [[answer]] = in_node(LOOK_UP, [[table_outcomes(rules, 4), number, games]])
        assert answer[0] == list(score_game(rules, changed(ended, first=number == 1, seats=4)).points)


def test_the_phone_says_that_the_tout_came_too_late() -> None:
    outcomes = table_outcomes(load_ruleset("schafkopfschule-2023"), 4)
    script = """async (outcomes) => {
      const { newPick, recordOf } = await import("table/pick"), { contractOf } = await import("table/outcomes");
      const choice = { leading: 2, partner: 3, result: "won", level: "simple", late: true };
      return ["solo", "rufer", "solo-tout"].map((key) => contractOf(outcomes, key)).map((contract) =>
        recordOf({ ...newPick(contract), ...choice }, contract));
    }"""
    solo, rufer, tout = in_node(script, outcomes)
    assert solo == {"contract": "solo-tout", "late_tout": True, "declarer": 2, "result": "won", "level": "simple"}
    assert ("late_tout" in rufer, "late_tout" in tout) == (False, False)


PICKED = """async (outcomes, key, picked) => {
  const { asked, missing, newPick, recordOf } = await import("table/pick");
  const { contractOf, find, pointsOf } = await import("table/outcomes");
  const contract = contractOf(outcomes, key), pick = { ...newPick(contract), leading: 1, partner: 3, ...picked };
  const record = recordOf(pick, contract), row = find(outcomes, 2, record);
  const points = row && pointsOf(row, record, { seats: 4, sitsOut: null });
  return [asked(pick, contract), missing(pick, contract), record, points];
}"""


@pytest.mark.parametrize(
    ("picked", "said", "points"),
    [
        ({"runners": 3}, {"runners": 3, "doublings": 0}, [4, -4, 4, -4]),
        # The declarer of a Rufer bears missing trumps alone, at 2 each.
        ({"runners": 3, "without": True}, {"runners": 3, "without": True, "doublings": 0}, [13, -7, 1, -7]),
        ({"without": True}, {"runners": 0, "doublings": 0}, [1, -1, 1, -1]),
        ({"doublings": 1, "laid": 2}, {"runners": 0, "doublings": 1, "laid": 2}, [8, -8, 8, -8]),
        ({"laid": 2, "knocked": 1}, {"runners": 0, "doublings": 0, "laid": 2, "knocked": 1}, [8, -8, 8, -8]),
    ],
)
def test_what_raises_a_rufer_is_in_its_points_before_it_is_written(
    picked: dict[str, Any], said: dict[str, Any], points: list[int]
) -> None:
    choice = {"result": "won", "level": "simple", **picked}
    _asked, missing, record, shown = in_node(PICKED, table_outcomes(EVERYTHING, 4), "rufer", choice)
    base = {"contract": "rufer", "declarer": 1, "partner": 3, "result": "won", "level": "simple"}
    assert (missing, record, shown) == ("", base | said, points)


def test_an_announced_schneider_that_is_not_made_cannot_be_chosen_as_won() -> None:
    choice = {"announced": True, "result": "won", "partner": None}
    outcomes = table_outcomes(EVERYTHING, 4)
    shown = [in_node(PICKED, outcomes, "solo", choice | {"level": level})[3] for level in ("simple", "schneider")]
    assert shown == [None, [12, -4, -4, -4]]


def test_a_drawn_game_has_no_points_and_nothing_else_is_asked() -> None:
    choice = {"result": "drawn", "runners": 4, "doublings": 2}
    asked, missing, record, shown = in_node(PICKED, table_outcomes(EVERYTHING, 4), "rufer", choice)
    assert (asked, missing, shown) == ([], "", [0, 0, 0, 0])
    assert record == {"contract": "rufer", "declarer": 1, "partner": 3, "result": "drawn"}


def test_a_drawn_game_that_is_played_again_is_offered_and_has_no_points() -> None:
    script = """async (outcomes) => {
      const { endingsOf } = await import("table/outcomes");
      return endingsOf(outcomes, 2, "rufer").map(({ result }) => result);
    }"""
    outcomes = table_outcomes(OFFENDER_PAYS, 4)
    assert in_node(script, outcomes) == [*["won"] * 3, *["lost"] * 3, "drawn"]
    assert in_node(PICKED, outcomes, "rufer", {"result": "drawn"})[3] is None


def test_whoever_called_a_forbidden_stoss_is_asked_for_and_pays_for_all() -> None:
    outcomes = table_outcomes(OFFENDER_PAYS, 4)
    choice = {"result": "lost", "level": "schwarz", "partner": None, "doublings": 1}
    assert in_node(PICKED, outcomes, "solo", choice)[1] == "doubler"
    _asked, missing, record, shown = in_node(PICKED, outcomes, "solo", choice | {"doubler": 4})
    assert (missing, record["doubled_by"], shown) == ("", 4, [6, 0, 0, -6])


def test_runners_that_only_money_asks_for_stay_open_until_somebody_says_them() -> None:
    """5.2.8, 4.2.3: they change no points; claims are asked for only where there are runners."""
    outcomes = table_outcomes(load_ruleset("schafkopfschule-2023"), 4, load_tariff("official"))
    choice = {"result": "won", "level": "simple"}
    asked, _missing, record, shown = in_node(PICKED, outcomes, "rufer", choice)
    assert ("runners" in asked, "claimed" in asked, "runners" in record, shown) == (True, False, False, [1, -1, 1, -1])
    asked, _missing, record, shown = in_node(PICKED, outcomes, "rufer", choice | {"runners": 3, "claimed": 2})
    assert (record["runners"], record["claimed"], shown) == (3, 2, [1, -1, 1, -1])
    assert "claimed" in asked
