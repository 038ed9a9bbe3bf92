"""What the management sets at a table: scorekeeper, cards, participants, substitutes (5.3.1, 5.2.10, 5.2.2, 5.2.11)."""

import pytest

from tests.sheet_tables import (
    Row,
    accepted,
    aside,
    barred,
    check,
    does,
    full,
    idle,
    rule_of,
    signed,
    totals_allowed,
    typed,
    void,
    works,
)
from tests.worlds.decided import BOSS, DESK, empty_sheet, full_sheet, why
from tests.worlds.totals import GOOD
from tournament.enums import SheetState, TableChangeKind
from tournament.sheet.acts.substitutes import SeatSubstitute
from tournament.sheet.acts.tables import IssuePack, NameFirstDealer, NameScorekeeper, ReplacePack, SeatParticipant
from tournament.sheet.acts.totals import RecordTotals


def scorekeeper(seat: int, **more: object) -> NameScorekeeper:
    return NameScorekeeper(**{"seat": seat} | more)


def dealer(seat: int) -> NameFirstDealer:
    return NameFirstDealer(seat=seat)


def issue(pack: str, **more: object) -> IssuePack:
    return IssuePack(**{"pack": pack} | more)


def exchange(pack: str, **more: object) -> ReplacePack:
    return ReplacePack(**{"pack": pack} | more)


def seat(**more: object) -> SeatParticipant:
    change = {"seat": 3, "left": 13, "came": 21, "other_table": 2, "other_seat": 1}
    return SeatParticipant(**{"told": change, "reason": why("falsch gelost")} | more)


def substitute(number: int = 4, **more: object) -> SeatSubstitute:
    fields = {"seat": 3, "number": number, "left": 13, "came": 21, "reason": why("musste heim")}
    return SeatSubstitute(**fields | more)


TWO = typed("r12+", "s2+")
ISSUED = does(issue("14"))
TOTALS = [totals_allowed, does(RecordTotals(totals=GOOD))]
LAPSED = tuple(f"signature.lapsed seat={one}" for one in (1, 2, 3, 4))

SCOREKEEPER = [
    works("5.3.1 named before play, the sheet need not tell", [], scorekeeper(3),
          "table.scorekeeper from=1 to=3 left=11 came=13 after_game=-", by=BOSS),
    works("5.3.1 during play all agree", [TWO], scorekeeper(4, all_agree=True),
          "table.scorekeeper from=1 to=4 after_game=2", by=BOSS),
    works("5.3.1 after a game that is typed later", [], scorekeeper(2, all_agree=True, after_game=7),
          "table.scorekeeper from=1 to=2 after_game=7", by=BOSS),
    works("5.3.1 before the first game of a sheet that is written by now", [TWO],
          scorekeeper(2, all_agree=True, after_game=0), "table.scorekeeper after_game=0", by=BOSS),
    works("5.3.1 with totals every game is played", TOTALS, scorekeeper(2, all_agree=True),
          "table.scorekeeper after_game=32", by=BOSS),
    works("5.3.2 signatures stay", [full, signed()], scorekeeper(2, all_agree=True), "table.scorekeeper after_game=32",
          by=BOSS, state=SheetState.SIGNED),
    idle("5.3.1 the same once more", [does(scorekeeper(3))], scorekeeper(3), by=BOSS),
    barred("5.3.1 not all agree", [TWO], scorekeeper(4), "not_all_agree", by=BOSS),
    barred("5.3.1 nor where play is only typed later", [], scorekeeper(4, after_game=7), "not_all_agree", by=BOSS),
    barred("5.3.1 nor before the first game of a sheet that is written", [TWO], scorekeeper(4, after_game=0),
           "not_all_agree", by=BOSS),
    barred("5.3.1 nor of a sheet with totals", TOTALS, scorekeeper(4), "not_all_agree", by=BOSS),
    barred("there is no seat 5", [], scorekeeper(5), "no_such_seat", by=BOSS),
    barred("there is no seat 0", [], scorekeeper(0), "no_such_seat", by=BOSS),
    barred("there is no game 33", [], scorekeeper(2, after_game=33), "no_such_line", by=BOSS),
    barred("there is no game -1", [], scorekeeper(2, after_game=-1), "no_such_line", by=BOSS),
]  # fmt: skip

FIRST_DEALER = [
    works("2.2.2 a predetermined player deals first", [], dealer(3), "table.first_dealer seat=3 came=13", by=BOSS),
    works("2.2.2 named again before play", [does(dealer(3))], dealer(1), "table.first_dealer seat=1 came=11", by=BOSS),
    idle("2.2.2 player number 1 deals anyway", [], dealer(1), by=BOSS),
    barred("2.2.2 not once a game is written", [TWO], dealer(3), "play_began", by=BOSS),
    barred("2.2.2 nor with a line that waits", [does(aside(1))], dealer(3), "play_began", by=BOSS),
    barred("2.2.2 nor with totals", TOTALS, dealer(3), "play_began", by=BOSS),
    barred("2.2.2 nor on a void sheet", [void], dealer(3), "sheet_settled", by=BOSS),
    barred("there is no seat 5 to deal", [], dealer(5), "no_such_seat", by=BOSS),
]  # fmt: skip

PACKS = [
    works("5.2.10 cards are issued", [], issue("14"), "table.pack old= new=14 after_game=-", by=BOSS),
    works("5.2.10 a slip of the pen before play is no change", [ISSUED], issue("15"),
          "table.pack old=14 new=15 after_game=-", by=BOSS),
    works("5.2.10 a table that plays without a number gets one late", [TWO], issue("14"),
          "table.pack old= new=14 after_game=-", by=BOSS),
    idle("5.2.10 the same cards", [ISSUED], issue("14"), by=BOSS),
    barred("3.4.3 cards in play are replaced", [ISSUED, TWO], issue("15"), "pack_in_play", by=BOSS),
    barred("3.4.3 with totals all games are played", [totals_allowed, ISSUED, *TOTALS[1:]], issue("15"),
           "pack_in_play", by=BOSS),
    works("3.4.3 marked cards are replaced", [ISSUED, TWO], exchange("31"), "table.pack old=14 new=31 after_game=2",
          by=BOSS),
    works("3.4.3 after a game that is typed later", [ISSUED], exchange("31", after_game=7),
          "table.pack old=14 new=31 after_game=7", by=BOSS),
    works("3.4.3 before the first game", [ISSUED], exchange("31"), "table.pack after_game=0", by=BOSS),
    idle("3.4.3 by themselves", [ISSUED, TWO], exchange("14"), by=BOSS),
    barred("3.4.3 none are issued yet", [TWO], exchange("31"), "no_pack", by=BOSS),
    barred("3.4.3 there is no game 33", [ISSUED], exchange("31", after_game=33), "no_such_line", by=BOSS),
    *(barred(f"5.2.10 {name} without a number", [ISSUED], make(""), "no_number", by=BOSS)
      for name, make in (("issued", issue), ("replaced", exchange))),
    *(barred(f"5.2.10 {name}: they lie elsewhere", [ISSUED], make("15", lies_at=2), "pack_elsewhere", by=BOSS)
      for name, make in (("issued", issue), ("replaced", exchange))),
]  # fmt: skip

SEATS = [
    works("5.2.2 two participants exchange their seats", [TWO], seat(),
          f"table.seats seat=3 left=13 came=21 other_table=2 after_game=2 reason={why('falsch gelost').digest}",
          by=BOSS),
    works("5.2.2 at one table they swap", [], seat(told={"seat": 3, "left": 13, "came": 11}),
          "table.seats seat=3 left=13 came=11", by=BOSS),
    works("5.2.2 somebody who did not come is replaced", [TWO],
          seat(told={"seat": 3, "left": 13, "came": 21}, replaces_absent=True), "table.replaced seat=3 after_game=0",
          by=BOSS),
    works("5.3.2 signatures lapse: another player is named", [full, accepted], seat(), "table.seats after_game=32",
          *LAPSED, "sheet.state from=accepted to=complete", by=BOSS),
    barred("5.3.6 the sheet is void", [TWO, void], seat(), "sheet_void", by=BOSS),
    barred("the ranking is official", [TWO], seat(), "tournament_finished", by=BOSS, official=True),
    works("5.2.11 a substitute from a game on", [TWO], substitute(),
          f"table.substitute seat=3 left=13 came=21 after_game=3 reason={why('musste heim').digest}", by=BOSS),
    works("5.2.11 from the first game on", [TWO], substitute(1), "table.substitute after_game=0", by=BOSS),
    works("5.2.11 in the last game", [full, signed()], substitute(32), "table.substitute after_game=31", *LAPSED,
          "sheet.state from=signed to=complete", by=BOSS),
    barred("5.2.11 there is no game 33", [TWO], substitute(33), "no_such_line", by=BOSS),
    barred("5.2.11 there is no game 0", [TWO], substitute(0), "no_such_line", by=BOSS),
    barred("5.2.11 the reason is missing", [TWO], substitute(reason=why(" ")), "reason_missing", by=BOSS),
    barred("5.2.11 totals know no game", TOTALS, substitute(), "totals_stand", by=BOSS),
]  # fmt: skip


def barriers() -> list[Row]:
    """What changes no settled table and no official result."""
    rows = []
    for name, order in (
        ("first dealer", dealer(2)),
        ("scorekeeper", scorekeeper(2, all_agree=True)),
        ("cards", issue("15")),
        ("other cards", exchange("15")),
        ("substitute", substitute()),
    ):
        rows += [
            barred(f"5.3.1 {name}: the sheet is accepted", [full, accepted], order, "sheet_settled", by=BOSS),
            barred(f"5.3.6 {name}: the sheet is void", [TWO, void], order, "sheet_settled", by=BOSS),
            barred(f"{name}: the ranking is official", [TWO], order, "tournament_finished", by=BOSS, official=True),
        ]
    return rows


ROWS: list[Row] = [*SCOREKEEPER, *FIRST_DEALER, *PACKS, *SEATS, *barriers()]


@pytest.mark.parametrize("row", ROWS, ids=rule_of)
def test_a_change_at_the_table(row: Row) -> None:
    check(row)


def test_who_sits_where_after_each_change() -> None:
    seatings = [
        does(command)(full_sheet()).seats
        for command in (
            seat(),
            seat(told={"seat": 3, "left": 13, "came": 11}),
            seat(told={"seat": 3, "left": 13, "came": 21}, replaces_absent=True),
            substitute(),
        )
    ]
    assert seatings == [(11, 12, 21, 14), (13, 12, 11, 14), (11, 12, 21, 14), (11, 12, 21, 14)]


def test_2_2_2_the_deal_goes_round_from_the_first_dealer() -> None:
    sheet = does(dealer(3))(empty_sheet())
    assert (sheet.first_dealer, sheet.changes) == (3, ())
    assert [line.dealer for line in TWO(sheet).evaluated.lines[:6]] == [3, 4, 1, 2, 3, 4]


def test_a_sheet_tells_the_changes_of_play_alone() -> None:
    sheet = empty_sheet()
    for step in (
        does(scorekeeper(3)),
        ISSUED,
        TWO,
        does(exchange("31"), by=DESK),
        does(scorekeeper(1, all_agree=True)),
    ):
        sheet = step(sheet)
    assert (sheet.scorekeeper, sheet.pack) == (1, "31")
    assert [(one.kind, one.after_game, one.by, one.at is None) for one in sheet.changes] == [
        (TableChangeKind.PACK, 2, DESK.login, False), (TableChangeKind.SCOREKEEPER, 2, BOSS.login, False),
    ]  # fmt: skip
    assert does(substitute())(sheet).changes[-1].reason == why("musste heim")
