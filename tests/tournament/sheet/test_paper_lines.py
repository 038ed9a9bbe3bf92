"""Lines of the paper that are no game: set aside for the supervisor, and taken up again (5.3.4)."""

from collections.abc import Callable

import pytest

from tests.sheet_tables import (
    EVA,
    Row,
    accepted,
    aside,
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
    signed,
    typed,
    typed_again,
    works,
)
from tests.worlds.decided import BOSS, DESK, after, empty_sheet, why
from tests.worlds.sheets import QUIET
from tournament.enums import PaperLineKind, SheetState
from tournament.sheet.acts.corrections import CorrectGame
from tournament.sheet.acts.paper_lines import SetAsideLine, TakeUpLine
from tournament.sheet.state import OnPaper, Sheet

NO_GAME = OnPaper(kind=PaperLineKind.NO_GAME, text="1 1 1 -3", written=(1, 1, 1, -3))
STRUCK = OnPaper(kind=PaperLineKind.STRUCK, text="r13+", written=(1, -1, 1, -1), record=game("r13+"))


def up(number: int, paper_line: int | None = 1) -> TakeUpLine:
    return TakeUpLine(number=number, paper_line=paper_line)


def aside_as_seen(number: int) -> Callable[[Sheet], SetAsideLine]:
    """The game that stands there is no game on the paper."""
    return lambda sheet: aside(number, seen=sheet.games[number].command)


ASIDE = [
    works("5.3.4 what the paper says is kept", [typed("r12+")], aside(2, paper=NO_GAME),
          "line.set_aside number=2 kind=no_game written=1,1,1,-3 record=- typed_by=-"),
    works("5.3.4 a struck line keeps its game", [], aside(2, paper=STRUCK),
          "line.set_aside number=2 kind=struck written=1,-1,1,-1 record=r13+"),
    works("5.3.4 a second text replaces the first", [does(aside(2), by=DESK)], aside(2, paper=NO_GAME),
          "line.taken_up number=2", "line.set_aside number=2 kind=no_game"),
    works("5.3.4 a written line is set aside as one act", [typed("r12+", "s2+")], aside(2, seen=key(2)),
          "game.taken_back number=2 record=s2+", "line.set_aside number=2"),
    works("5.3.4 also on a full sheet that nobody signed", [full], aside_as_seen(7),
          "game.taken_back number=7", "line.set_aside number=7", "sheet.state from=complete to=open"),
    barred("5.3.4 a game stands there", [typed("r12+")], aside(1), "line_taken"),
    barred("5.3.4 another game stands there by now", [typed("r12+")], aside(1, seen="old"), "line_taken"),
    barred("5.3.4 the game is gone", [typed("r12+")], aside(2, seen=key(2)), "not_written"),
    barred("5.2.1 there is no line 33", [], aside(33), "no_such_line"),
    barred("5.2.1 all lines are taken", [typed(*QUIET[:31]), does(aside(32))], aside(33), "sheet_full"),
    barred("5.3.3 the sheet is complete", [full], aside(7), "sheet_not_open"),
    barred("5.3.4 somebody has signed", [full, signed(1)], aside_as_seen(7),
           "sheet_not_open"),
    barred("5.3.4 the supervisor has decided on it",
           [typed("r12+"), does(CorrectGame(number=1, record=game("r13+"), reason=why()))], aside(1, seen=key(1)),
           "decided_by_supervisor"),
    barred("5.3.4 at the table the supervisor is called", [live], aside(1), "not_paper"),
    barred("double entry needs two people", [typed("r12+"), double, typed_again("r12+")], aside(2), "same_person",
           by=EVA),
]  # fmt: skip

TAKEN_UP = [
    works("5.3.4 set aside by mistake", [does(aside(2))], up(2), "line.taken_up number=2 taken_up=-"),
    works("5.3.4 the second of two", [does(aside(2), aside(5))], up(5, 2), "line.taken_up number=5"),
    works("5.3.4 the newest text of a line", [does(aside(2), aside(2))], up(2, 2), "line.taken_up number=2"),
    barred("5.3.4 another line waits there by now", [does(aside(2), aside(2))], up(2, 1), "not_set_aside"),
    barred("5.3.4 it waits no more", [does(aside(2), up(2))], up(2), "not_set_aside"),
    barred("5.3.4 a game stands there", [does(aside(2), line(2, "r12+"))], up(2), "not_set_aside"),
    barred("5.3.4 it is another line's", [does(aside(2))], up(3), "not_set_aside"),
    barred("5.3.4 the page showed none", [does(aside(2))], up(2, None), "not_set_aside"),
    barred("5.3.4 there is no such place", [does(aside(2))], up(2, 2), "not_set_aside"),
    barred("5.3.4 places count from 1", [does(aside(2))], up(2, 0), "not_set_aside"),
    barred("5.3.4 the sheet is accepted", [full, accepted], up(2), "sheet_not_open"),
]  # fmt: skip

ROWS: list[Row] = [*ASIDE, *TAKEN_UP]


@pytest.mark.parametrize("row", ROWS, ids=rule_of)
def test_a_paper_line(row: Row) -> None:
    check(row)


def test_a_paper_line_keeps_its_typist_and_when_it_was_closed() -> None:
    sheet = after(empty_sheet(), aside(2, paper=STRUCK), by=DESK)
    [waiting] = sheet.open_paper_lines
    assert (waiting.number, waiting.text, waiting.record, waiting.typed_by) == (2, "r13+", game("r13+"), DESK.login)
    assert (waiting.at is None, waiting.closed_at) == (False, None)
    sheet = after(sheet, aside(4), up(2), by=BOSS)
    closed, other = sheet.paper_lines
    assert (closed.open, closed.closed_at > closed.at, other.open, other.closed_at) == (False, True, True, None)
    assert [one.number for one in sheet.open_paper_lines] == [4]


def test_a_sheet_with_a_line_that_waits_misses_nothing_and_is_not_complete() -> None:
    sheet = does(aside(32))(typed(*QUIET[:31])(empty_sheet()))
    assert (sheet.missing, sheet.state) == ((), SheetState.OPEN)
    # At the table a line that is not written is missing, whatever stands on a paper.
    assert live(sheet).missing == (32,)
