"""A Tout announced after the first card counts as an ordinary Solo or Wenz, and the sheet says so (2.8.2)."""

import json
from typing import Any

import pytest

from tests.worlds.decided import BOSS, after, empty_sheet, record_line
from tests.worlds.sheets import RULESET
from tournament.devices.forms.commands import read_commands
from tournament.enums import ApprovalState
from tournament.forms.games import read_entry
from tournament.sheet.acts.games import RecordGame
from tournament.sheet.acts.requests import AnswerRequest, RequestApproval
from tournament.sheet.places import LinePlace
from tournament.sheet.sent import heart_command


def entry_of(entry: str, number: int = 2) -> Any:
    return read_entry(LinePlace(ruleset=RULESET, number=number, seats=4), entry)


@pytest.mark.parametrize(
    ("entry", "contract", "result", "level"),
    [
        ("s2++ t", "solo-tout", "won", "schneider"),
        ("S 2 ++t", "solo-tout", "won", "schneider"),
        ("w4- t", "wenz-tout", "lost", "simple"),
        ("w4- t g", "wenz-tout", "lost", "simple"),
        ("st2+ t", "solo-tout", "won", "simple"),
    ],
)
def test_a_late_tout_is_typed_behind_its_game(entry: str, contract: str, result: str, level: str) -> None:
    record = entry_of(entry).record
    assert (record.play.contract, record.play.late_tout, record.end.result) == (contract, True, result)
    assert (record.end.level or "simple") == level


@pytest.mark.parametrize("entry", ["r13+ t", "sie3 t", "62 t", "6 -2 -2 -2 t"])
def test_only_a_tout_comes_too_late(entry: str) -> None:
    assert entry_of(entry).error.code == "late_tout_needs_tout"


@pytest.mark.parametrize("entry", ["st", "wt", "t"])
def test_letters_alone_are_no_mark(entry: str) -> None:
    assert entry_of(entry).error.code in ("entry_unreadable", "declarer_missing", "entry_empty")


@pytest.mark.parametrize(
    ("entry", "number", "points"),
    [("s2++ t", 2, (-3, 9, -3, -3)), ("w4- t", 2, (2, 2, 2, -6)), ("s2+ t", 1, (-2, 6, -2, -2))],
)
def test_it_counts_as_the_ordinary_game(entry: str, number: int, points: tuple[int, ...]) -> None:
    sheet = empty_sheet() if number == 1 else after(empty_sheet(), record_line(1, "r12+"))
    sheet = after(sheet, RecordGame(number=number, record=entry_of(entry, number).record, key="b" * 32))
    assert sheet.evaluated.lines[number - 1].points == points
    assert sheet.games[number].approval is None, "5.2.14 asks for Touts only"


def test_as_the_fifth_solo_it_serves_the_request_that_was_granted() -> None:
    four = [record_line(number, entry) for number, entry in enumerate(["s2+", "w4-", "s3++", "w1--"], 1)]
    request = RequestApproval(number=5, seat=2, contract="solo", suit="", hand=(), key="c" * 32)
    sheet = after(empty_sheet(), *four, request)
    sheet = after(sheet, AnswerRequest(request=1, granted=True), by=BOSS)
    sheet = after(sheet, RecordGame(number=5, record=entry_of("s2+ t").record, key="b" * 32))
    approval = sheet.games[5].approval
    assert approval is not None
    assert (approval.state, approval.section, approval.request) == (ApprovalState.GRANTED, "5.2.16", 0)


def test_the_message_of_a_device_may_say_it() -> None:
    record = {"contract": "solo-tout", "late_tout": True, "declarer": 2, "result": "won", "level": "simple"}
    command = {"id": "d" * 32, "sequence": 1, "base": 0, "kind": "record", "number": 2, "record": record}
    [message] = read_commands(json.dumps({"protocol": 1, "commands": [command]}).encode()).commands
    order = heart_command(message, {})
    assert isinstance(order, RecordGame)
    sheet = after(empty_sheet(), record_line(1, "r12+"), order)
    assert sheet.evaluated.lines[1].points == (-2, 6, -2, -2)
