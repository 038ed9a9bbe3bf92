"""A sanction decides on its game: the supervisor who enters it need not approve it as well (3.4.18, 5.2.14)."""

import pytest

from tests.worlds.decided import BOSS, DESK, after, empty_sheet, record_line, refusal_code, why
from tournament.enums import ApprovalState
from tournament.sheet.acts.corrections import CorrectGame
from tournament.sheet.acts.take_backs import TakeBackGame
from tournament.sheet.state import Sheet

FOUR = [record_line(number, entry) for number, entry in enumerate(["s2+", "w4-", "s3++", "w1--"], 1)]
SANCTION = record_line(5, "s1!2")


def decision(sheet: Sheet, number: int) -> tuple[ApprovalState, int | None, tuple[int, ...]] | None:
    approval = sheet.games[number].approval
    points = sheet.evaluated.lines[number - 1].points
    return approval and (approval.state, approval.supervisor, points)


@pytest.mark.parametrize(
    ("commands_before", "sanction"),
    [
        (FOUR, SANCTION),  # 5.2.16: the fifth Solo
        ([], record_line(5, "st1!2")),  # 5.2.14: a Tout
    ],
)
def test_a_sanction_is_approved_with_its_entry(commands_before, sanction):
    sheet = after(after(empty_sheet(), *commands_before), sanction, by=BOSS)
    state, supervisor, points = decision(sheet, 5)
    assert (state, supervisor) == (ApprovalState.GRANTED, BOSS.login)
    assert points != (0, 0, 0, 0)


def test_a_sanction_that_needs_an_approval_later_keeps_its_supervisor():
    sheet = after(after(empty_sheet(), *FOUR[:3]), SANCTION, by=BOSS)
    assert decision(sheet, 5) is None
    sheet = after(sheet, FOUR[3], by=DESK)  # the line that was left out
    assert decision(sheet, 5)[:2] == (ApprovalState.GRANTED, BOSS.login)


def test_a_correction_to_a_sanction_is_approved_too():
    sheet = after(empty_sheet(), *FOUR, record_line(5, "s1+"))
    assert decision(sheet, 5) == (ApprovalState.REQUESTED, None, (0, 0, 0, 0))
    sheet = after(sheet, CorrectGame(number=5, record=SANCTION.record, reason=why()), by=BOSS)
    assert decision(sheet, 5)[:2] == (ApprovalState.GRANTED, BOSS.login)


def test_the_supervisor_takes_the_own_sanction_back_and_nobody_else_does():
    sheet = after(after(empty_sheet(), *FOUR), SANCTION, by=BOSS)
    assert refusal_code(sheet, TakeBackGame(number=5), DESK) == "decided_by_supervisor"
    assert 5 not in after(sheet, TakeBackGame(number=5), by=BOSS).games
