"""The sheet as a table's device shows it: the server's state and the unsent games of this device on top of it."""

from typing import Any

from scoring.ruleset import load_ruleset
from tests.node import in_node
from tests.rules import PLUS_ONCE
from tournament.selectors.outcomes import table_outcomes

NAMES = ["Anna", "Bene", "Centa", "Dirk", "Eva"]
MODEL = """async (queue) => {
  const { modelOf } = await import("table/model");
  const model = modelOf(queue);
  return model && { ...model, state: undefined };
}"""
RUFER = {"contract": "rufer", "declarer": 1, "partner": 3, "result": "won", "level": "simple"}
SOLO = {"contract": "solo", "declarer": 2, "result": "lost", "level": "simple"}


def state(**changed: Any) -> dict[str, Any]:
    """The state of an empty sheet of the four, rounds of four in eight games."""
    fields: dict[str, Any] = {
        "state": "open", "source": "live", "games": 8, "players": 4, "round_of": 4, "counting": "plus-and-minus",
        "reached": 0, "next_dealer_passes": False, "scorekeeper": 1, "lines": [], "request": None, "money": None,
        "seats": [{"number": seat, "name": NAMES[seat - 1], "short": NAMES[seat - 1]} for seat in range(1, 5)],
        "approvals": {"counted_from": 5, "always": "5.2.14", "counted": "5.2.16"},
    } | changed  # fmt: skip
    return fields | {"ahead": ahead(fields)}


def ahead(fields: dict[str, Any]) -> dict[str, Any]:
    """What the server says of the games after these lines: seat 1 dealt the first one."""
    lines, seats = fields["lines"], len(fields["seats"])
    thrown_in = sum(line["redeals"].count("passed") for line in lines) if fields["next_dealer_passes"] else 0
    dealers = [(len(lines) + thrown_in + turn) % seats + 1 for turn in range(seats)]
    free = 4 - sum(line["counted"] is not None for line in lines)
    return {"number": len(lines) + 1, "dealers": dealers, "free": [free] * seats, "shared": True}


def line(number: int, points: list[int], **changed: Any) -> dict[str, Any]:
    """A line as the server sends it."""
    return {
        "number": number, "dealer": 1, "sits_out": None, "word": "Rufer", "text": "", "points": points,
        "counted_points": points, "circled": None, "struck": False, "pending": False, "section": None,
        "counted": None, "redeals": [], "id": f"{number:032x}", "old": [], "problems": [],
    } | changed  # fmt: skip


def queue(sheet: dict[str, Any], *records: dict[str, Any], following: int, **changed: Any) -> dict[str, Any]:
    """A queue with this state and these unsent records, the first of them in the line after the server's last."""
    start = following - len(records)
    return {
        "state": sheet, "outcomes": table_outcomes(load_ruleset("schafkopfschule-2023"), 4), "next": following,
        "commands": [
            {"id": f"{number:032x}", "kind": "record", "number": number, "record": record, "redeals": []}
            for number, record in enumerate(records, start)
        ],
    } | changed  # fmt: skip


def test_unsent_games_lie_over_the_state() -> None:
    model = in_node(MODEL, queue(state(lines=[line(1, [2, -2, 2, -2])]), RUFER, SOLO, following=4))
    assert [(each["number"], each["points"], each["unsent"]) for each in model["lines"]] == [
        (1, [2, -2, 2, -2], False),
        (2, [1, -1, 1, -1], True),
        (3, [2, -6, 2, 2], True),
    ]
    assert [(seat["plus"], seat["minus"], seat["points"]) for seat in model["seats"]] == [
        (5, 0, 5), (0, 9, -9), (5, 0, 5), (2, 3, -1),
    ]  # fmt: skip
    assert (model["next"], model["dealer"], model["round"], model["checksum"], model["unsent"]) == (4, 4, 1, 0, 2)
    assert model["lines"][2]["circled"] == 2


def test_a_game_taken_back_is_gone_at_once() -> None:
    back = {"id": "f" * 32, "kind": "take_back", "number": 1, "game": f"{1:032x}"}
    model = in_node(MODEL, queue(state(lines=[line(1, [1, -1, 1, -1])]), following=1, commands=[back]))
    assert (model["lines"], [seat["points"] for seat in model["seats"]]) == ([], [0, 0, 0, 0])
    other = back | {"game": "e" * 32}
    model = in_node(MODEL, queue(state(lines=[line(1, [1, -1, 1, -1])]), following=1, commands=[other]))
    assert [each["number"] for each in model["lines"]] == [1]


def test_what_the_desk_wrote_stands_before_what_is_unsent_there() -> None:
    sheet = state(lines=[line(1, [1, -1, 1, -1]), line(2, [-2, 2, -2, 2])])
    model = in_node(MODEL, queue(sheet, SOLO, following=3))
    assert [(each["number"], each["points"], each["unsent"]) for each in model["lines"]] == [
        (1, [1, -1, 1, -1], False),
        (2, [-2, 2, -2, 2], False),
    ]


def test_an_unsent_game_that_needs_approval_counts_nothing_yet() -> None:
    """5.2.16: the fifth Solo or Wenz of a sheet; by reading 14 it waits."""
    solos = [line(number, [6, -2, -2, -2], counted=1) for number in range(1, 5)]
    model = in_node(MODEL, queue(state(lines=solos), SOLO, following=6))
    last = model["lines"][-1]
    assert (last["pending"], last["section"], last["counted_points"]) == (True, "5.2.16", [0, 0, 0, 0])
    granted = {"number": 5, "seat": 2, "contract": "solo", "section": "5.2.16", "state": "granted"}
    model = in_node(MODEL, queue(state(lines=solos, request=granted), SOLO, following=6))
    assert model["lines"][-1]["counted_points"] == [2, -6, 2, 2]
    model = in_node(MODEL, queue(state(lines=solos[:3]), SOLO, following=5))
    assert model["lines"][-1]["pending"] is False


def test_rounds_have_sums_and_running_totals() -> None:
    lines = [line(number, [1, -1, 1, -1]) for number in range(1, 6)]
    model = in_node(MODEL, queue(state(lines=lines), following=6))
    assert [(each["sum"], each["running"], each["full"]) for each in model["rounds"]] == [
        (0, [4, -4, 4, -4], True),
        (0, [5, -5, 5, -5], False),
    ]
    short = in_node(MODEL, queue(state(games=5, lines=lines), following=6))  # the last round of one game
    assert [(each["running"], each["full"]) for each in short["rounds"]] == [
        ([4, -4, 4, -4], True),
        ([5, -5, 5, -5], True),
    ]
    wrong = in_node(MODEL, queue(state(lines=[line(1, [1, 1, 1, -1])]), following=2))
    assert wrong["checksum"] == 2


def test_only_plus_counts_where_the_rules_say_so() -> None:
    model = in_node(MODEL, queue(state(counting="plus", lines=[line(1, [1, -1, 1, -1])]), following=2))
    assert [seat["points"] for seat in model["seats"]] == [1, 0, 1, 0]


def test_deals_thrown_in_move_the_dealer_and_belong_to_one_line() -> None:
    """2007 5.2.5 and 2.4.13: the next player deals; an exposed card does not change the dealer."""
    lines = [line(1, [1, -1, 1, -1], redeals=["passed"])]
    draft = {"number": 2, "redeals": ["passed", "exposed"]}
    moving = state(next_dealer_passes=True, lines=lines)
    model = in_node(MODEL, queue(moving, following=2, draft=draft))
    assert (model["dealer"], model["pendingRedeals"]) == (4, ["passed", "exposed"])
    model = in_node(MODEL, queue(moving, following=2, draft=draft | {"number": 1}))
    assert (model["dealer"], model["pendingRedeals"]) == (3, [])
    model = in_node(MODEL, queue(state(lines=lines), following=2, draft=draft))
    assert model["dealer"] == 2


def test_the_dealer_sits_out_where_more_sit_than_play() -> None:
    five = [{"number": seat, "name": NAMES[seat - 1], "short": NAMES[seat - 1]} for seat in range(1, 6)]
    model = in_node(MODEL, queue(state(seats=five), following=3))
    assert (model["dealer"], model["sitsOut"]) == (3, 3)


def test_after_the_last_game_there_is_no_next_one() -> None:
    lines = [line(number, [1, -1, 1, -1]) for number in range(1, 9)]
    model = in_node(MODEL, queue(state(lines=lines), following=9))
    assert (model["next"], model["round"]) == (None, 2)


def test_without_a_state_there_is_no_model() -> None:
    assert in_node(MODEL, {"state": None, "outcomes": None, "commands": [], "next": None}) is None


def test_where_the_winners_points_alone_are_written_no_line_and_no_round_has_a_sum() -> None:
    sheet = state(counting="plus-once", lines=[line(1, [30, 0, 0, 0])])
    lost = {"contract": "solo", "declarer": 2, "result": "lost", "level": "simple"}
    outcomes = table_outcomes(PLUS_ONCE, 4)
    model = in_node(MODEL, queue(sheet, lost, following=3, outcomes=outcomes))
    assert [seat["points"] for seat in model["seats"]] == [60, 0, 30, 30]
    assert (model["checksum"], [round_["sum"] for round_ in model["rounds"]]) == (None, [None, None])
