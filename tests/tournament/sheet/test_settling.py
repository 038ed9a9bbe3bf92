"""Where both entries of a line differ, the paper confirms the first or the second (double entry)."""

import pytest

from tests.records import recorded
from tests.sheet_tables import (
    EVA,
    Row,
    barred,
    check,
    does,
    double,
    full,
    game,
    key,
    line,
    live,
    rule_of,
    second,
    typed,
    typed_again,
    works,
)
from tests.worlds.decided import BOSS, DESK, JUDGE, empty_sheet
from tests.worlds.sheets import QUIET
from tournament.sheet.acts.games import RetypeGame
from tournament.sheet.acts.second_entry import RecordSecond
from tournament.sheet.acts.settling import SettleFirst, SettleSecond


def first_is_right(number: int = 2, **more: object) -> SettleFirst:
    return SettleFirst(**{"number": number, "game": key(number), "second": f"second{number}"} | more)


def second_is_right(number: int = 2, **more: object) -> SettleSecond:
    return SettleSecond(**{"number": number, "game": key(number), "second": f"second{number}", "key": "new"} | more)


def differing(entry: str) -> list[object]:
    """The second person typed something else in line 2."""
    return [typed("r12+", "s2+"), double, typed_again("r12+", entry)]


LAST = [typed(*QUIET[:31], "r14+"), double, typed_again(*QUIET)]
TOUT, MARKED = game("st2+"), game("st2+").decided(approved=True)
MARKED_TWICE = [typed("r12+", "st2+"), double, typed_again("r12+"), does(second(2, "r12+", record=MARKED), by=EVA)]
OVERLOOKED = [typed("r12+"), does(line(2, "st2+", initialled_by=BOSS)), double, typed_again("r12+", "st2+")]
NO_GAME = recorded(written=(1, 1, 1, -3), struck=True)

FIRST = [
    works("the second entry takes its value and keeps its typist", differing("s3+"), first_is_right(),
          "second.taken_back number=2 record=s3+ typed_by=4",
          "second.recorded number=2 record=s2+ typed_by=4 command=second2"),
    works("the last difference completes the sheet", LAST, first_is_right(32), "second.taken_back number=32",
          "second.recorded number=32 record=r14+", "sheet.state from=open to=complete"),
    works("5.2.14 the second person overlooked the initials", OVERLOOKED, first_is_right(),
          "second.taken_back number=2", "second.recorded number=2 record=st2++approved:true"),
    works("5.2.14 the second person saw initials that are none", MARKED_TWICE, first_is_right(),
          "second.taken_back number=2", "second.recorded number=2 record=st2+"),
]  # fmt: skip

SECOND = [
    works("the line takes its value and keeps its typist", differing("s3+"), second_is_right(),
          "game.taken_back number=2 record=s2+",
          "game.recorded number=2 record=s3+ command=new source=paper writer=login:2", by=EVA),
    works("settled by its own typist", differing("s3+"), second_is_right(), "game.taken_back number=2",
          "game.recorded number=2 writer=-"),
    works("the last difference completes the sheet", LAST, second_is_right(32), "game.taken_back number=32",
          "game.recorded number=32 record=r13+", "sheet.state from=open to=complete"),
    works("5.2.14 the first person overlooked the initials", MARKED_TWICE, second_is_right(initials=BOSS),
          "game.taken_back number=2", "game.recorded number=2 record=st2+",
          "approval.granted number=2 section=5.2.14 on_paper=true supervisor=1"),
    works("5.2.14 the first person saw initials that are none", OVERLOOKED, second_is_right(initials=BOSS),
          "game.taken_back number=2", "game.recorded number=2 record=st2+", "approval.requested number=2"),
    works("5.3.4 the paper has no game there",
          [typed("r12+", "s2+"), double, typed_again("r12+"), does(second(2, "r12+", record=NO_GAME), by=EVA)],
          second_is_right(), "game.taken_back number=2",
          "line.set_aside number=2 kind=no_game written=1,1,1,-3 typed_by=2", by=EVA),
    works("5.3.4 set aside by its own typist",
          [typed("r12+", "s2+"), double, typed_again("r12+"), does(second(2, "r12+", record=NO_GAME), by=EVA)],
          second_is_right(), "game.taken_back number=2", "line.set_aside number=2 typed_by=-"),
    works("5.3.4 a live line stays live", [live, typed("r12+", "s2+"), double, typed_again("r12+", "s3+")],
          second_is_right(), "game.taken_back number=2", "game.recorded number=2 source=live"),
    barred("5.2.14 whose initials are they", MARKED_TWICE, second_is_right(), "initials_missing"),
    barred("5.2.14 they are no supervisor's", MARKED_TWICE, second_is_right(initials=DESK), "not_a_supervisor"),
]  # fmt: skip


def barriers() -> list[Row]:
    """What neither of the two does."""
    rows = []
    for name, make in (("first", first_is_right), ("second", second_is_right)):
        steps = differing("s3+")
        rows += [
            barred(f"{name}: both agree", [typed("r12+", "s2+"), double, typed_again("r12+", "s2+")], make(),
                   "no_difference"),
            barred(f"{name}: the sheet is typed once", [full], make(), "no_difference"),
            barred(f"{name}: nothing is typed there a second time", steps[:2], make(), "not_written"),
            barred(f"{name}: the first entry was typed anew", [*steps, does(RetypeGame(number=2, record=game("s4+"),
                   key="newer"), by=DESK)], make(), "line_taken"),
            barred(f"{name}: the second entry was typed anew", [*steps, does(RecordSecond(number=2,
                   record=game("s4+"), key="newer", seen="second2"), by=EVA)], make(), "line_taken"),
            barred(f"{name}: the page showed another game", steps, make(game="old"), "line_taken", by=JUDGE),
        ]  # fmt: skip
    return rows


ROWS: list[Row] = [*FIRST, *SECOND, *barriers()]


@pytest.mark.parametrize("row", ROWS, ids=rule_of)
def test_a_settled_line(row: Row) -> None:
    check(row)


def test_both_typists_keep_their_lines() -> None:
    sheet = empty_sheet()
    for step in (*differing("s3+"), does(second_is_right(), by=BOSS)):
        sheet = step(sheet)
    assert (sheet.games[2].by, sheet.second_entry[2].typed_by) == (DESK, EVA.login)
