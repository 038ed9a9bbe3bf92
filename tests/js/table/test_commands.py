"""The commands that wait on a table's device: the browser's rules, and their Python copy for the protocol's tests."""

import random
import secrets
from typing import Any

from tests import table_queue as queue
from tests.node import in_node

ID = "0123456789abcdef" * 2
# The result of each step of each trace for the sheet.
GO = """async (blank, traces) => {
  const rules = { ...(await import("table/commands")), ...(await import("table/kept")) };
  return traces.map((steps) => {
    let sheet = blank;
    return steps.map(([name, ...given]) => {
      let became;
      if (name === "closed") became = { ...sheet, closed: given[0] };
      else {
        try {
          became = rules[name](sheet, ...given);
        } catch (error) {
          if (!(error instanceof rules.NotNext)) throw error;
          return "not next";
        }
      }
      if (!Array.isArray(became) && name !== "gap") sheet = became;
      return became;
    });
  });
}"""


def a_trace(dice: random.Random) -> list[list[Any]]:
    """Steps of one device, valid and invalid: the function's name and its arguments after the sheet."""
    here, elsewhere = (
        [{"number": seat, "start_number": number, "signed": None} for seat, number in enumerate(numbers, 1)]
        for numbers in ((1, 2, 3, 4), (1, 2, 4, 3))
    )
    # The server before restores knew no such field, and a page of today may meet it.
    state = {"version": 1, "next": 1, "games": 6, "device": {"number": 1, "sequence": 0}, "seats": here}
    steps: list[list[Any]] = [["adopted", state, 0]]
    for _step in range(30):
        state = {
            "version": max(1, state["version"] + dice.choice([-1, 0, 1, 1, 2])),
            "next": dice.choice([None, *range(1, 7)]),
            "games": 6,
            "device": {"number": dice.choice([1, 1, 1, 2]), "sequence": dice.randrange(5)},
            "seats": dice.choice([here, here, here, here, here, elsewhere]),
            "sheet": dice.choice([1, 1, 1, 1, 2]),
            "restore": dice.choice(["", "", "", "a1", "b2"]),
            "keep": dice.random() < 0.9,
            "state": dice.choice(["open", "accepted"]),
            "lines": [
                {"number": 1, "counted_points": [1, -1, 1, -1], "old": dice.choice([[], [{}]]), "pending": False}
            ],
        }
        picked = [dice.choice(["applied", "duplicate", "conflict", "refused"]) for _ in range(3)]
        codes = ["", "line_taken", "out_of_sequence", "sheet_older"]
        answers = [
            {"place": place, "answer": answer, "code": dice.choice(codes), "text": "…"}
            for place, answer in enumerate(picked)
        ]
        kind, back = dice.choice(["record", "record", "take_back"]), dice.randrange(2)
        command = {"kind": kind, "back": back, "record": {"contract": "sie", "declarer": dice.randint(1, 4)}}
        closed = {"code": "device_locked", "text": ""}
        steps.append(
            dice.choice(
                [
                    ["appended", command, secrets.token_hex(16)],
                    ["appended", command, secrets.token_hex(16)],
                    ["answered", answers, dice.choice([state, None]), dice.randint(0, state["version"])],
                    ["adopted", state, dice.randint(0, state["version"] + 1)],
                    ["discarded", dice.randrange(3)],
                    ["retried", dice.choice([state, None])],
                    ["closed", dice.choice([closed, None])],
                    ["barred", closed, {"restore": dice.choice(["", "a1", "c3"]), "keep": dice.random() < 0.8}],
                    ["barred", closed, {}],
                    ["gap"],
                    ["sendable"],
                ]
            )
        )
    return steps


def placed(sheet: dict[str, Any], step: list[Any]) -> list[Any]:
    """The step with the parts that depend on the sheet filled in: ids by their place, the next number."""
    name, *arguments = step
    ids = [command["id"] for command in sheet["commands"]] + [ID] * 3
    if name == "answered":
        answers = [{**answer, "id": ids[answer["place"]]} for answer in arguments[0]]
        return [name, answers[: len(sheet["commands"])], *arguments[1:]]
    if name == "discarded":
        return [name, ids[arguments[0]]]
    if name == "appended":
        own = dict(arguments[0])
        back, following = own.pop("back"), queue.next_number(sheet) or 1
        if own["kind"] == "take_back":
            own = {"kind": "take_back", "number": following - 1, "game": ids[max(0, len(sheet["commands"]) - 1)]}
        else:
            own["number"] = following + (back and following % 2)
        return [name, own, arguments[1]]
    return step


def stepped(sheet: dict[str, Any], step: list[Any]) -> Any:
    name, *arguments = step
    if name == "closed":
        return {**sheet, "closed": arguments[0]}
    try:
        return getattr(queue, name)(sheet, *arguments)
    except queue.NotNext:
        return "not next"


def test_the_browser_keeps_to_the_same_rules_as_the_tests_of_the_protocol() -> None:
    dice = random.Random(2026)
    traces, expected = [], []
    for _trace in range(60):
        sheet = queue.blank("/table/")
        traces.append([])
        for step in a_trace(dice):
            ready = placed(sheet, step)
            became = stepped(sheet, ready)
            traces[-1].append(ready)
            expected.append(became)
            sheet = became if isinstance(became, dict) and ready[0] != "gap" else sheet
    results = [became for steps in in_node(GO, queue.blank("/table/"), traces) for became in steps]
    assert results == expected
    kinds = {type(became) for became in results}
    assert kinds == {dict, list, str, type(None)}
    assert any(isinstance(became, dict) and (became.get("healed") or {}).get("games", 0) > 0 for became in results)
    assert any(isinstance(became, dict) and "from" in became for became in results)


PATCH = """async (pairs) => {
  const { patched } = await import("table/commands");
  return pairs.map(([state, changes]) => patched(state, changes));
}"""


def test_the_browser_puts_changes_into_its_state_as_the_tests_do() -> None:
    dice = random.Random(17)
    pairs: list[list[Any]] = [[None, {"since": 0, "gone": [], "lines": [], "seats": []}]]
    for _pair in range(40):
        numbers, changed = dice.sample(range(1, 9), 4), dice.sample(range(1, 9), 3)
        state = {
            "version": 7,
            "remarks": ["stays"],
            "lines": [{"number": number, "word": "old"} for number in sorted(numbers)],
            "seats": [{"number": seat, "points": 0, "signed": None} for seat in (1, 2, 3, 4)],
        }
        changes = {
            "since": dice.choice([7, 7, 7, 8]),
            "version": 8,
            "gone": changed[:1],
            "lines": [{"number": number, "word": "new"} for number in sorted(changed[1:])],
            "seats": [{"number": seat, "points": seat} for seat in (1, 2, 3, 4)],
        }
        pairs.append([state, changes])
    states = in_node(PATCH, pairs)
    assert states == [queue.patched(state, changes) for state, changes in pairs]
    assert sum(one is None for one in states) > 3
    assert all(one["remarks"] == ["stays"] and one["version"] == 8 for one in states if one)
