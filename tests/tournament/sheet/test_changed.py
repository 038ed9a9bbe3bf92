"""Which lines of a sheet look different after some commands, where nothing else does."""

from dataclasses import replace

import pytest

from tests.sheet_tables import (
    Step,
    aside,
    does,
    game,
    key,
    line,
    live,
    not_signing,
    signed,
    totals_allowed,
    typed,
)
from tests.worlds.decided import AT, BOSS, DESK, empty_sheet, full_sheet, why
from tests.worlds.totals import GOOD
from tournament.sheet.actors import Actor
from tournament.sheet.acts.approvals import DecideApproval
from tournament.sheet.acts.corrections import CorrectGame
from tournament.sheet.acts.games import RecordGame, RetypeGame
from tournament.sheet.acts.take_backs import TakeBackGame
from tournament.sheet.acts.totals import RecordTotals
from tournament.sheet.changed import changed_lines
from tournament.sheet.deciding import is_allowed
from tournament.sheet.places import section_of

TWO = typed("r12+", "s2+")
LATE = game("st2+", 3)
LATE_TOUT = replace(LATE, play=replace(LATE.play, late_tout=True), end=replace(LATE.end, level="simple"))


@pytest.mark.parametrize(
    ("steps", "step", "numbers"),
    [
        ([TWO], typed("r13+"), {3}),
        ([TWO], typed("r13+", "r14+"), {3, 4}),
        ([TWO], does(RetypeGame(number=2, record=game("s3+"), key="n")), {2}),
        ([TWO], does(TakeBackGame(number=2)), {2}),
        ([TWO], lambda sheet: sheet, set()),
        # 5.2.16: a Solo above makes another one below the fifth.
        ([typed("r12+", "s1+", "w2+", "s3-"), does(line(8, "s2+"))], typed("r14-"), {5}),
        ([typed("r12+", "s1+", "w2+", "s3-"), does(line(8, "s2+"))], typed("w4-"), {5, 8}),
        ([typed("r12+", "s1+", "w2+", "s3-"), does(line(8, "s2+"))], typed("r14-", "s1+"), {5, 6, 8}),
        # What is told below the sheet, or beside it.
        ([TWO], does(line(3, "r13+", redeals=("exposed",))), None),
        ([TWO], typed("r13!2", by=BOSS), None),
        ([TWO], does(CorrectGame(number=2, record=game("s3+"), reason=why())), None),
        ([TWO, typed("st3+")], does(DecideApproval(game=key(3), granted=True)), None),
        ([TWO, typed("st3+")], does(DecideApproval(game=key(3), granted=False)), None),
        ([TWO], does(RecordGame(number=3, record=LATE_TOUT, key="n")), None),
        ([TWO], does(aside(3)), None),
        ([TWO], live, None),
        ([lambda sheet: full_sheet()], signed(1), None),
        ([lambda sheet: full_sheet()], does(not_signing(1)), None),
        ([lambda sheet: full_sheet(), signed(1)], signed(1), None),
        ([totals_allowed, does(RecordTotals(totals=GOOD))], lambda sheet: sheet, None),
    ],
)
def test_which_lines_look_different(steps: list[Step], step: Step, numbers: set[int] | None) -> None:
    before = empty_sheet()
    for one in steps:
        before = one(before)
    assert changed_lines(before, step(before)) == numbers


@pytest.mark.parametrize(
    ("command", "by", "official", "allowed"),
    [
        (line(3, "r13+"), DESK, False, True),
        (line(2, "r13+"), DESK, False, False),
        (line(3, "r13!2"), DESK, False, False),
        (line(3, "r13!2"), BOSS, False, True),
        (CorrectGame(number=2, record=game("s3+"), reason=why()), BOSS, False, True),
        (CorrectGame(number=2, record=game("s3+"), reason=why()), BOSS, True, False),
    ],
)
def test_a_page_offers_what_is_not_refused(command: object, by: Actor, official: bool, allowed: bool) -> None:
    assert is_allowed(TWO(empty_sheet()), command, by=by, at=AT, official=official) is allowed


@pytest.mark.parametrize(
    ("number", "entry", "section"), [(3, "r13+", None), (3, "st1+", "5.2.14"), (6, "s1+", "5.2.16"), (2, "s1+", None)]
)
def test_by_which_section_a_game_would_wait(number: int, entry: str, section: str | None) -> None:
    sheet = typed("r12+", "s1+", "w2+", "s3-", "w4-")(empty_sheet())
    assert section_of(sheet, number, game(entry, number)) == section
