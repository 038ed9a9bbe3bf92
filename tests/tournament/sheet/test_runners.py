"""Runners and claims that are said afterwards, for the money alone (5.2.8, 4.2.3)."""

import pytest

from tests.sheet_tables import (
    PHONE,
    Row,
    accepted,
    aside,
    barred,
    by_rules,
    check,
    does,
    full,
    key,
    live,
    rufer,
    rule_of,
    signed,
    typed,
    void,
    works,
)
from tests.worlds.decided import DESK, after, empty_sheet
from tournament.sheet.acts.games import RecordGame
from tournament.sheet.acts.runners import SayRunners
from tournament.sheet.acts.take_backs import TakeBackGame


def say(number: int, runners: int | None, claimed: int | None = None, **more: object) -> SayRunners:
    return SayRunners(**{"number": number, "runners": runners, "claimed": claimed} | more)


TWO = typed("r12+", "6 2")
SAID = "game.runners_said number=1 runners=3"

ROWS: list[Row] = [
    works("4.2.2 the runners of a game that is written", [TWO], say(1, 3), SAID, points={1: (1, 1, -1, -1)}),
    works("4.2.3 and how many were claimed", [TWO], say(1, 3, 2), f"{SAID} claimed=2"),
    works("4.2.2 that there were none is an answer, too", [TWO], say(1, 0), "game.runners_said number=1 runners=0"),
    works("5.2.8 of a line that is known by its points", [TWO], say(2, 4), "game.runners_said number=2 runners=4",
          points={2: (-2, 6, -2, -2)}),
    works("5.3.2 signatures stay: nothing that was signed changes", [full, signed()], say(1, 3), SAID),
    works("5.3.4 at the table while its sheet is open", [live, TWO], say(1, 3, seen=key(1)), SAID, by=PHONE),
    barred("5.3.4 no longer at the table once it is complete", [full, live], say(1, 3), "sheet_not_open", by=PHONE),
    barred("5.3.4 nor once the desk types from paper", [TWO], say(1, 3), "sheet_not_live", by=PHONE),
    barred("5.3.5 nothing after the acceptance", [full, accepted], say(1, 3), "sheet_settled"),
    barred("5.3.6 nothing on a void sheet", [full, void], say(1, 3), "sheet_settled"),
    barred("5.3.4 another game stands there", [TWO], say(1, 3, seen="other"), "line_taken"),
    barred("5.3.4 no game stands there", [TWO], say(3, 3), "not_written"),
    barred("5.3.4 a line of the paper is no game", [TWO, does(aside(3), by=DESK)], say(3, 3), "not_written"),
    barred("4.2.2 the same again", [TWO], say(1, None), "nothing_changed"),
    barred("H 6 where runners count in the points, they are a correction", [by_rules("house-10-60"), does(
        RecordGame(number=1, record=rufer(1, 2), key="k")
    )], say(1, 3), "runners_count"),
    barred("4.2.2 more runners than trumps", [TWO], say(1, 15), "number_out_of_range"),
]  # fmt: skip


@pytest.mark.parametrize("row", ROWS, ids=rule_of)
def test_runners_said_afterwards(row: Row) -> None:
    check(row)


def test_the_content_to_sign_stays_the_same_and_a_game_taken_back_takes_them_along() -> None:
    sheet = TWO(empty_sheet())
    said = after(sheet, say(2, 4), by=DESK)
    assert said.content_hash == sheet.content_hash
    assert said.games[2].record.play.runners == 4
    assert 2 not in after(said, TakeBackGame(number=2), by=DESK).games
