"""A line inserted or taken out, and the lines below moved, as one act."""

import pytest

from tests.sheet_tables import (
    EVA,
    FOUR,
    Row,
    aside,
    barred,
    by_rules,
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
from tests.worlds.decided import BOSS, after, empty_sheet, why
from tests.worlds.sheets import QUIET
from tournament.enums import Source
from tournament.sheet.acts.corrections import CorrectGame
from tournament.sheet.acts.line_moves import InsertLine, TakeOutLine
from tournament.sheet.acts.sources import SetSource


def insert(number: int) -> InsertLine:
    return InsertLine(number=number, key="move")


def out(number: int, game_key: str | None = "") -> TakeOutLine:
    return TakeOutLine(number=number, key="move", seen=key(number) if game_key == "" else game_key)


THREE = typed("r12+", "s2+", "r13+")

INSERTED = [
    works("a line was left out", [THREE], insert(2), "lines.inserted number=2", points={2: (0, 0, 0, 0),
          3: (-2, 6, -2, -2)}),
    works("behind the last game nothing moves", [THREE], insert(4), "lines.inserted number=4"),
    works("5.2.15 the first game counts more in line 2", [typed("s1+++")], insert(1), "lines.inserted number=1",
          points={2: (12, -4, -4, -4)}),
    works("5.2.5 the dealers move", [by_rules("social", 5), does(line(1, "r34+"))], insert(1),
          "lines.inserted number=1", "game.moved number=2 record=r34++sits_out:2"),
    barred("5.2.5 its declarer would sit out", [by_rules("social", 5), does(line(1, "r23+"))], insert(1),
           "sitter_does_not_play"),
    works("5.2.16 a Rufer inserted before the fifth Solo changes nothing", [typed(*FOUR, "s2+")], insert(1),
          "lines.inserted number=1", points={7: (0, 0, 0, 0)}),
    barred("the last line is written", [THREE, does(line(32, "r13+"))], insert(2), "last_line_taken"),
    barred("the last line waits", [THREE, does(aside(32))], insert(2), "last_line_taken"),
    barred("a full sheet has no room", [full], insert(2), "last_line_taken"),
    barred("there is no line 33", [THREE], insert(33), "no_such_line"),
    barred("the table wrote the lines below", [live, THREE, does(SetSource(source=Source.PAPER))], insert(2),
           "not_paper"),
    barred("the table writes this sheet", [THREE, live], insert(2), "not_paper"),
    works("the table wrote lines above only", [live, THREE, does(SetSource(source=Source.PAPER)), typed("r14+")],
          insert(4), "lines.inserted number=4"),
    barred("5.3.4 somebody has signed", [full, signed(1)], insert(2), "sheet_not_open"),
    barred("double entry needs two people", [THREE, double, typed_again("r12+")], insert(2), "same_person", by=EVA),
]  # fmt: skip

TAKEN_OUT = [
    works("a line was typed twice", [THREE], out(2), "lines.taken_out number=2 record=s2+ redeals=-",
          points={2: (1, -1, 1, -1)}),
    works("its deals before are kept in the log", [does(line(1, "r12+", redeals=("exposed",)))], out(1),
          "lines.taken_out number=1 record=r12+ redeals=exposed"),
    works("an empty line", [typed("r12+"), does(line(3, "s2+"))], out(2, None), "lines.taken_out number=2 record=-",
          points={2: (-2, 6, -2, -2)}),
    works("a line that waits waits no more", [typed("r12+"), does(aside(2))], out(2, None),
          "line.taken_up number=2", "lines.taken_out number=2 record=-"),
    works("5.2.16 a Solo taken out counts no more", [typed(*FOUR, "s2+")], out(2), "lines.taken_out number=2",
          "approval.withdrawn number=5 section=5.2.16"),
    works("a full sheet misses a line", [typed(*QUIET)], out(9), "lines.taken_out number=9",
          "sheet.state from=complete to=open"),
    works("5.2.5 the dealers move back", [by_rules("social", 5), does(line(1, "r23+"), line(2, "r34+"))], out(1),
          "lines.taken_out number=1", "game.moved number=1 record=r34++sits_out:1"),
    barred("2.9.1 a Sie is no game in line 1", [typed("r12+", "sie2")], out(1), "sie_does_not_count"),
    barred("another game stands there by now", [THREE], out(2, "old"), "line_taken"),
    barred("the page showed an empty line", [THREE], out(2, None), "line_taken"),
    barred("the game is gone", [THREE], out(9), "not_written"),
    barred("5.3.4 the supervisor has decided on it", [THREE, does(CorrectGame(number=2, record=game("s3+"),
           reason=why()))], out(2), "decided_by_supervisor"),
    barred("5.3.5 all have signed once", [typed(*QUIET), signed(), does(CorrectGame(number=9, record=game("st1+"),
           reason=why()))], out(5), "signed_before"),
    barred("5.3.4 somebody has signed", [typed(*QUIET), signed(1)], out(5), "sheet_not_open"),
    barred("the table writes this sheet", [THREE, live], out(2), "not_paper"),
    barred("there is no line 0", [THREE], out(0, None), "no_such_line"),
    barred("double entry needs two people", [THREE, double, typed_again("r12+")], out(2), "same_person", by=EVA),
]  # fmt: skip

ROWS: list[Row] = [*INSERTED, *TAKEN_OUT]


@pytest.mark.parametrize("row", ROWS, ids=rule_of)
def test_a_move_of_lines(row: Row) -> None:
    check(row)


def test_what_hangs_on_a_line_goes_with_it() -> None:
    """Closed paper lines, too: they say what once stood in that line."""
    sheet = typed("r12+", "st3+")(empty_sheet())
    sheet = does(aside(3), line(3, "r13+"), aside(4), CorrectGame(number=3, record=game("r14+"), reason=why()))(sheet)
    down = after(sheet, insert(2))
    assert {number: one.command for number, one in down.games.items()} == {1: "key1", 3: "key2", 4: "key3"}
    assert [(one.number, one.open) for one in down.paper_lines] == [(4, False), (5, True)]
    assert (down.games[3].approval.section, down.games[4].corrections) == ("5.2.14", sheet.games[3].corrections)
    up = after(down, out(2, None), by=BOSS)
    assert (up.games, up.paper_lines) == (sheet.games, sheet.paper_lines)
