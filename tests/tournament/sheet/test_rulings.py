"""The supervisor rules on a line that is no game, or closes those that were not played (5.3.4, 5.3.6)."""

import pytest

from scoring.records import GameRecord
from tests.records import recorded
from tests.sheet_tables import (
    FOUR,
    Row,
    aside,
    barred,
    check,
    does,
    full,
    game,
    live,
    rule_of,
    signed,
    typed,
    void,
    works,
)
from tests.worlds.decided import BOSS, empty_sheet, why
from tests.worlds.sheets import QUIET
from tournament.enums import CorrectionKind, PaperLineKind, SheetState
from tournament.sheet.acts.rulings import CloseUnplayed, RuleOnLine

PAPER = (1, 1, 1, -3)
STRUCK_LINE = recorded(written=PAPER, struck=True)


def rule(number: int, entry: str | GameRecord = "r13+", **more: object) -> RuleOnLine:
    record = game(entry, number) if isinstance(entry, str) else entry
    fields = {"number": number, "ruling": CorrectionKind.RULED, "record": record, "written": PAPER, "reason": why()}
    return RuleOnLine(**fields | {"key": f"ruled{number}"} | more)


def close(*numbers: int, **more: object) -> CloseUnplayed:
    fields = {"numbers": numbers, "reason": why("um elf war Schluss"), "keys": tuple(f"u{one}" for one in numbers)}
    return CloseUnplayed(**fields | more)


EMPTY = aside(32, kind=PaperLineKind.NOT_WRITTEN, text="")
ALL_BUT_ONE = typed(*QUIET[:31])

RULED = [
    works("5.3.4 the right value stands, what the paper had is kept", [typed("r12+")], rule(2),
          "game.recorded number=2 record=r13+ source=paper command=ruled2",
          f"game.ruled number=2 old_record=paper:1,1,1,-3 new_record=r13+ section=5.3.4 reason={why().digest}", by=BOSS,
          points={2: (1, -1, 1, -1)}),
    works("5.3.4 a line that waits is closed", [does(aside(2))], rule(2, paper_line=1), "game.recorded number=2",
          "line.closed number=2 taken_up=-", "game.ruled number=2", by=BOSS),
    works("5.3.6 a struck line counts nothing", [typed("r12+")],
          rule(2, STRUCK_LINE, ruling=CorrectionKind.STRUCK), "game.recorded number=2 record=-34+struck",
          "game.struck number=2 old_record=paper:1,1,1,-3 section=5.3.4", by=BOSS, points={2: (0, 0, 0, 0)}),
    works("5.3.3 the last line completes the sheet", [ALL_BUT_ONE, does(aside(32))], rule(32, paper_line=1),
          "game.recorded number=32", "line.closed number=32", "game.ruled number=32",
          "sheet.state from=open to=complete", by=BOSS),
    works("5.2.14 a Tout that counts after all waits", [typed("r12+")], rule(2, "st1+"), "game.recorded number=2",
          "game.ruled number=2", "approval.requested number=2 section=5.2.14", by=BOSS, points={2: (0, 0, 0, 0)}),
    works("5.2.14 approved in the same act", [typed("r12+")], rule(2, "st1+", approve=True), "game.recorded number=2",
          "game.ruled number=2", "approval.requested number=2", "approval.granted number=2", by=BOSS,
          points={2: (18, -6, -6, -6)}),
    works("5.2.16 nothing to approve", [typed(*FOUR[:4])], rule(5, "s2+", approve=True), "game.recorded number=5",
          "game.ruled number=5", by=BOSS),
    barred("5.3.4 a game stands there", [typed("r12+")], rule(1), "line_taken", by=BOSS),
    barred("5.3.4 it waits no more", [does(aside(2), rule(2, paper_line=1))], rule(2, paper_line=1), "not_set_aside",
           by=BOSS),
    barred("5.3.4 another line waits", [does(aside(2))], rule(3, paper_line=1), "not_set_aside", by=BOSS),
    barred("5.3.4 the reason is missing", [typed("r12+")], rule(2, reason=why(" ")), "reason_missing", by=BOSS),
    barred("5.2.1 there is no line 33", [typed("r12+")], rule(33), "no_such_line", by=BOSS),
    barred("5.3.4 at the table only the next line is ruled on", [typed("r12+"), live], rule(4), "line_out_of_turn",
           by=BOSS),
    barred("5.2.7 what is no game is no value", [typed("r12+")], rule(2, recorded(written=PAPER)), "no_such_outcome",
           by=BOSS),
    barred("5.3.4 the sheet is complete", [full], rule(7), "sheet_not_open", by=BOSS),
    barred("5.3.6 the sheet is void", [typed("r12+"), void], rule(2), "sheet_not_open", by=BOSS),
]  # fmt: skip

CLOSED = [
    works("5.3.4 the match ended early", [typed(*QUIET[:30])], close(31, 32),
          "game.recorded number=31 record=unplayed command=u31",
          "game.unplayed number=31 old_record=paper:none new_record=unplayed section=5.3.4",
          "game.recorded number=32 record=unplayed command=u32", "game.unplayed number=32",
          "sheet.state from=open to=complete", by=BOSS, points={31: (0, 0, 0, 0)}),
    works("5.3.4 with the line that waits empty", [ALL_BUT_ONE, does(EMPTY)], close(32, paper_line=1),
          "game.recorded number=32 record=unplayed", "line.closed number=32", "game.unplayed number=32",
          "sheet.state from=open to=complete", by=BOSS),
    works("5.3.4 while another line still waits", [typed(*QUIET[:30]), does(aside(31))], close(32),
          "game.recorded number=32", "game.unplayed number=32", by=BOSS, state=SheetState.OPEN),
    works("5.3.4 a live table, too", [live, ALL_BUT_ONE], close(32), "game.recorded number=32 source=live",
          "game.unplayed number=32", "sheet.state to=complete", by=BOSS),
    barred("5.3.4 another line is missing by now", [typed(*QUIET[:30])], close(32), "line_taken", by=BOSS),
    barred("5.3.4 one more is written by now", [ALL_BUT_ONE], close(31, 32), "line_taken", by=BOSS),
    barred("5.3.4 no line at all", [ALL_BUT_ONE], close(), "line_taken", by=BOSS),
    barred("5.3.4 a line that says something waits behind it", [typed(*QUIET[:30]), does(aside(32))], close(31),
           "line_taken", by=BOSS),
    barred("5.3.4 no game is written yet", [], close(*range(1, 33)), "no_game_yet", by=BOSS),
    barred("5.3.4 the line waits no more", [ALL_BUT_ONE], close(32, paper_line=1), "not_set_aside", by=BOSS),
    barred("5.3.4 the reason is missing", [ALL_BUT_ONE], close(32, reason=why("")), "reason_missing", by=BOSS),
    barred("5.3.4 the sheet is full", [full, signed(1)], close(32), "sheet_not_open", by=BOSS),
]  # fmt: skip

ROWS: list[Row] = [*RULED, *CLOSED]


@pytest.mark.parametrize("row", ROWS, ids=rule_of)
def test_a_ruling(row: Row) -> None:
    check(row)


def test_a_ruling_stays_beside_what_the_paper_had() -> None:
    sheet = does(rule(2))(typed("r12+")(empty_sheet()))
    [correction] = sheet.games[2].corrections
    assert (correction.kind, correction.old, correction.supervisor) == ("ruled", {"written": [1, 1, 1, -3]}, 1)
    assert (correction.reason, correction.section, sheet.games[2].is_decided()) == (why(), "5.3.4", True)


def test_the_name_of_what_closes_many_lines_is_its_first() -> None:
    assert [(one.number, one.key) for one in (close(31, 32), close())] == [(31, "u31"), (0, "")]
