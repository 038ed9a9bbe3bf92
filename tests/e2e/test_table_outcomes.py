"""What the phone shows before a game is written, as scoring has it: every row of every bundled table of outcomes."""

import json
from collections.abc import Iterator
from dataclasses import replace
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from scoring.contracts import EVERYONE, PARTNERSHIP
from scoring.points import score_game
from scoring.records import GameRecord, record_to_json
from scoring.results import opposite_of
from scoring.ruleset import Ruleset, bundled_rulesets, load_ruleset
from tournament.selectors.outcomes import table_outcomes
from tournament.words.game_labels import describe

pytestmark = pytest.mark.e2e

MODULES = Path(__file__).parents[2] / "tournament" / "static" / "js"
NAMES = ["Anna", "Bene", "Centa", "Dirk", "Eva"]
SAID = ("suit", "result", "level", "runners", "doublings", "surrender")
# As text: the driver takes apart every value of an object on its way.
LOOK_UP = """async (asked) => {
  const [outcomes, number, games] = JSON.parse(asked);
  const { find, pointsOf, wordsOf } = await import("table/outcomes");
  return JSON.stringify(games.map(([record, seats, sitsOut, names]) => {
    const row = find(outcomes, number, record);
    return row && [pointsOf(row, record, { seats, sitsOut }), wordsOf(row, record, names), row.circled];
  }));
}"""


@pytest.fixture(scope="module")
def page(browser: Any) -> Iterator[Any]:
    """An empty page with the modules of the table, straight from their files."""
    files = [path.relative_to(MODULES).as_posix() for path in sorted(MODULES.rglob("*.js"))]
    names = {name.removesuffix(".js"): f"/{name}" for name in files}
    head = f'<!doctype html><script type="importmap">{json.dumps({"imports": names})}</script>'

    def answer(route: Any) -> None:
        path = MODULES / route.request.url.removeprefix("http://table.test/")
        if path.suffix == ".js":
            route.fulfill(body=path.read_text(encoding="utf-8"), content_type="text/javascript")
        else:
            route.fulfill(body=head, content_type="text/html")

    context = browser.new_context(locale="en")
    opened = context.new_page()
    opened.route("**/*", answer)
    opened.goto("http://table.test/page")
    yield opened
    context.close()


def placings(ruleset: Ruleset, seats: int) -> list[tuple[int | None, tuple[int, ...]]]:
    """Who sits out and every order of those who play."""
    absent = [None] if seats == ruleset.players else list(range(1, seats + 1))
    return [
        (out, order) for out in absent for order in permutations([seat for seat in range(1, seats + 1) if seat != out])
    ]


def games(ruleset: Ruleset, seats: int, rows: list[dict[str, Any]], *, first: bool) -> Iterator[GameRecord]:
    """A record for each row, with the seats of each part going round from row to row."""
    orders = placings(ruleset, seats)
    for index, row in enumerate(rows):
        out, (one, other, third, *_rest) = orders[index * 7 % len(orders)]
        placed = GameRecord(contract=row["contract"], first=first, seats=seats, sits_out=out)
        kind = ruleset.contracts[row["contract"]].kind
        if kind.family == EVERYONE:
            maidens = tuple(sorted((other, third)[: row["jungfrauen"]]))
            yield (
                replace(placed, durchmarsch=one)
                if row["durchmarsch"]
                else replace(placed, loser=one, jungfrauen=maidens or None)
            )
            continue
        record = replace(placed, declarer=one, **{name: row[name] for name in SAID if name in row})
        if kind.family == PARTNERSHIP:
            record = replace(record, partner=opposite_of(record) if kind.opposite else other)
        yield record


def look_up(page: Any, *asked: Any) -> Any:
    """Points, words and circle of each game, as the page finds them."""
    return json.loads(page.evaluate(LOOK_UP, json.dumps(asked)))


@pytest.mark.parametrize("name", bundled_rulesets())
def test_every_row_gives_the_points_and_words_of_scoring(page: Any, name: str) -> None:
    ruleset = load_ruleset(name)
    for seats in ruleset.seats:
        outcomes = table_outcomes(ruleset, seats)
        # Where nothing is special in the first game, its rows are those of all others: looked up there once.
        numbers = {1: outcomes["later"]} if outcomes["first"] is None else {1: outcomes["first"], 2: outcomes["later"]}
        for number, rows in numbers.items():
            records = list(games(ruleset, seats, rows, first=number == 1))
            assert len(records) == len(rows) > 0
            asked = [
                [record_to_json(replace(record, first=None, seats=None, sits_out=None)), seats, record.sits_out, NAMES]
                for record in records
            ]
            shown = look_up(page, outcomes, number, asked)
            scores = [score_game(ruleset, record) for record in records]
            assert [found[0] for found in shown] == [list(score.points) for score in scores]
            assert [found[1] for found in shown] == [
                describe(ruleset, record_to_json(record), NAMES) for record in records
            ]
            assert [found[2] for found in shown] == [score.circled is not None for score in scores]


def test_what_the_table_does_not_hold_has_no_points(page: Any) -> None:
    """A Sie in the first game (2.9.1), a contract that is not played, and a Solo without a result."""
    outcomes = table_outcomes(load_ruleset("schafkopfschule-2023"), 4)
    asked = [
        [{"contract": "sie", "declarer": 1}, 4, None, NAMES],
        [{"contract": "ramsch", "loser": 1}, 4, None, NAMES],
        [{"contract": "solo", "declarer": 1}, 4, None, NAMES],
    ]
    assert look_up(page, outcomes, 1, asked) == [None, None, None]
    assert look_up(page, outcomes, 2, asked[:1]) == [[[24, -8, -8, -8], "Sie, Anna", False]]


MODEL = """async (queue) => {
  const { modelOf } = await import("table/model");
  const model = modelOf(queue);
  return model && { ...model, state: undefined };
}"""
RUFER = {"contract": "rufer", "declarer": 1, "partner": 3, "result": "won", "level": "simple"}
SOLO = {"contract": "solo", "declarer": 2, "result": "lost", "level": "simple"}


def state(**changed: Any) -> dict[str, Any]:
    """The state of an empty sheet of the four, rounds of four in eight games."""
    return {
        "state": "open", "source": "live", "games": 8, "players": 4, "round_of": 4, "counting": "plus-and-minus",
        "first_dealer": 1, "next_dealer_passes": False, "scorekeeper": 1, "lines": [], "request": None, "money": None,
        "seats": [{"number": seat, "name": NAMES[seat - 1], "short": NAMES[seat - 1]} for seat in range(1, 5)],
        "approvals": {"counted_from": 5, "by_player": False, "always": "5.2.14", "counted": "5.2.16"},
    } | changed  # fmt: skip


def line(number: int, points: list[int], **changed: Any) -> dict[str, Any]:
    """A line of the server."""
    return {
        "number": number, "dealer": 1, "sits_out": None, "word": "Rufer", "text": "", "points": points,
        "counted_points": points, "circled": None, "struck": False, "pending": False, "section": None,
        "counted": None, "redeals": [], "id": f"{number:032x}", "old": [], "problems": [],
    } | changed  # fmt: skip


def queue(sheet: dict[str, Any], *records: dict[str, Any], following: int, **changed: Any) -> dict[str, Any]:
    """A queue with this state and these records unsent, the first of them at the line after the server's last."""
    start = following - len(records)
    return {
        "state": sheet, "outcomes": table_outcomes(load_ruleset("schafkopfschule-2023"), 4), "next": following,
        "commands": [
            {"id": f"{number:032x}", "kind": "record", "number": number, "record": record, "redeals": []}
            for number, record in enumerate(records, start)
        ],
    } | changed  # fmt: skip


def test_unsent_games_lie_over_the_state(page: Any) -> None:
    found = page.evaluate(MODEL, queue(state(lines=[line(1, [2, -2, 2, -2])]), RUFER, SOLO, following=4))
    assert [(each["number"], each["points"], each["unsent"]) for each in found["lines"]] == [
        (1, [2, -2, 2, -2], False),
        (2, [1, -1, 1, -1], True),
        (3, [2, -6, 2, 2], True),
    ]
    assert [(seat["plus"], seat["minus"], seat["points"]) for seat in found["seats"]] == [
        (5, 0, 5), (0, 9, -9), (5, 0, 5), (2, 3, -1),
    ]  # fmt: skip
    assert (found["next"], found["dealer"], found["round"], found["checksum"], found["unsent"]) == (4, 4, 1, 0, 2)
    assert found["lines"][2]["circled"] == 2


def test_a_game_taken_back_is_gone_at_once(page: Any) -> None:
    back = {"id": "f" * 32, "kind": "take_back", "number": 1, "game": f"{1:032x}"}
    found = page.evaluate(MODEL, queue(state(lines=[line(1, [1, -1, 1, -1])]), following=1, commands=[back]))
    assert (found["lines"], [seat["points"] for seat in found["seats"]]) == ([], [0, 0, 0, 0])
    other = back | {"game": "e" * 32}
    found = page.evaluate(MODEL, queue(state(lines=[line(1, [1, -1, 1, -1])]), following=1, commands=[other]))
    assert [each["number"] for each in found["lines"]] == [1]


def test_what_the_desk_wrote_stands_before_what_is_unsent_there(page: Any) -> None:
    sheet = state(lines=[line(1, [1, -1, 1, -1]), line(2, [-2, 2, -2, 2])])
    found = page.evaluate(MODEL, queue(sheet, SOLO, following=3))
    assert [(each["number"], each["points"], each["unsent"]) for each in found["lines"]] == [
        (1, [1, -1, 1, -1], False),
        (2, [-2, 2, -2, 2], False),
    ]


def test_an_unsent_game_that_needs_approval_counts_nothing_yet(page: Any) -> None:
    """5.2.16: the fifth Solo or Wenz of a sheet; reading 14: it waits."""
    solos = [line(number, [6, -2, -2, -2], counted=1) for number in range(1, 5)]
    found = page.evaluate(MODEL, queue(state(lines=solos), SOLO, following=6))
    last = found["lines"][-1]
    assert (last["pending"], last["section"], last["counted_points"]) == (True, "5.2.16", [0, 0, 0, 0])
    granted = {"number": 5, "seat": 2, "contract": "solo", "section": "5.2.16", "state": "granted"}
    found = page.evaluate(MODEL, queue(state(lines=solos, request=granted), SOLO, following=6))
    assert found["lines"][-1]["counted_points"] == [2, -6, 2, 2]
    found = page.evaluate(MODEL, queue(state(lines=solos[:3]), SOLO, following=5))
    assert found["lines"][-1]["pending"] is False


def test_rounds_have_sums_and_running_totals(page: Any) -> None:
    lines = [line(number, [1, -1, 1, -1]) for number in range(1, 6)]
    found = page.evaluate(MODEL, queue(state(lines=lines), following=6))
    assert [(each["sum"], each["running"], each["full"]) for each in found["rounds"]] == [
        (0, [4, -4, 4, -4], True),
        (0, [5, -5, 5, -5], False),
    ]
    short = page.evaluate(MODEL, queue(state(games=5, lines=lines), following=6))  # the last round of one game
    assert [(each["running"], each["full"]) for each in short["rounds"]] == [
        ([4, -4, 4, -4], True),
        ([5, -5, 5, -5], True),
    ]
    wrong = page.evaluate(MODEL, queue(state(lines=[line(1, [1, 1, 1, -1])]), following=2))
    assert wrong["checksum"] == 2


def test_only_plus_counts_where_the_rules_say_so(page: Any) -> None:
    found = page.evaluate(MODEL, queue(state(counting="plus", lines=[line(1, [1, -1, 1, -1])]), following=2))
    assert [seat["points"] for seat in found["seats"]] == [1, 0, 1, 0]


def test_deals_thrown_in_move_the_dealer_and_belong_to_one_line(page: Any) -> None:
    """2007 5.2.5 and 2.4.13: the next one deals; a card exposed moves nobody."""
    lines = [line(1, [1, -1, 1, -1], redeals=["passed"])]
    kept = {"number": 2, "redeals": ["passed", "exposed"]}
    moving = state(next_dealer_passes=True, lines=lines)
    found = page.evaluate(MODEL, queue(moving, following=2, draft=kept))
    assert (found["dealer"], found["pendingRedeals"]) == (4, ["passed", "exposed"])
    found = page.evaluate(MODEL, queue(moving, following=2, draft=kept | {"number": 1}))
    assert (found["dealer"], found["pendingRedeals"]) == (3, [])
    found = page.evaluate(MODEL, queue(state(lines=lines), following=2, draft=kept))
    assert found["dealer"] == 2


def test_the_dealer_sits_out_where_more_sit_than_play(page: Any) -> None:
    five = [{"number": seat, "name": NAMES[seat - 1], "short": NAMES[seat - 1]} for seat in range(1, 6)]
    found = page.evaluate(MODEL, queue(state(seats=five), following=3))
    assert (found["dealer"], found["sitsOut"]) == (3, 3)


def test_after_the_last_game_there_is_no_next_one(page: Any) -> None:
    lines = [line(number, [1, -1, 1, -1]) for number in range(1, 9)]
    found = page.evaluate(MODEL, queue(state(lines=lines), following=9))
    assert (found["next"], found["round"]) == (None, 2)


def test_without_a_state_there_is_no_model(page: Any) -> None:
    assert page.evaluate(MODEL, {"state": None, "outcomes": None, "commands": [], "next": None}) is None
