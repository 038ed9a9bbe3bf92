"""Taking a game back, so that its line is free again (5.3.4)."""

import pytest

from tests.sheet_tables import (
    FOUR,
    PHONE,
    Row,
    accepted,
    barred,
    by_rules,
    check,
    does,
    full,
    game,
    key,
    line,
    live,
    rufer,
    rule_of,
    signed,
    typed,
    void,
    works,
)
from tests.worlds.decided import BOSS, JUDGE, empty_sheet, why
from tournament.enums import SheetState, Source
from tournament.refusals import RefusalKind, Refused
from tournament.sheet.acts.approvals import DecideApproval
from tournament.sheet.acts.corrections import CorrectGame, StrikeGame
from tournament.sheet.acts.games import RecordGame
from tournament.sheet.acts.requests import AnswerRequest, RequestApproval
from tournament.sheet.acts.sources import SetSource
from tournament.sheet.acts.take_backs import TakeBackGame


def back(number: int, **more: object) -> TakeBackGame:
    return TakeBackGame(**{"number": number} | more)


def unsent(number: int, game_key: str = "") -> TakeBackGame:
    """The command as it comes out of a device's queue."""
    return TakeBackGame(number=number, seen=game_key or key(number), sent=True)


GRANTED = does(
    RequestApproval(number=6, seat=2, contract="solo", suit="", hand=(), key="r"),
    AnswerRequest(request=1, granted=True),
)

ROWS: list[Row] = [
    works("5.3.4 any line from paper", [typed("r12+", "s2+", "r13+")], back(2), "game.taken_back number=2 record=s2+",
          points={2: (0, 0, 0, 0)}),
    works("5.3.4 the sheet misses a line", [full], back(7), "game.taken_back number=7",
          "sheet.state from=complete to=open"),
    works("5.3.4 as the page showed it", [typed("r12+")], back(1, seen=key(1)), "game.taken_back number=1"),
    works("5.2.16 without the first Solo the fifth is the fourth", [typed(*FOUR, "s2+")], back(2),
          "game.taken_back number=2", "approval.withdrawn number=6 section=5.2.16", points={6: (-2, 6, -2, -2)}),
    works("5.2.16 without the fifth the sixth is the fifth and still waits", [typed(*FOUR, "s1+", "s2+")], back(6),
          "game.taken_back number=6", points={7: (0, 0, 0, 0)}),
    works("5.2.16 what was granted before play serves the next game", [typed(*FOUR), GRANTED, typed("s2+")], back(6),
          "game.taken_back number=6"),
    works("5.2.14 initials that were only typed hold no line",
          [typed("r12+"), does(RecordGame(number=2, record=game("st1+"), key="k", initialled_by=BOSS))], back(2),
          "game.taken_back number=2"),
    works("5.2.5 a deal thrown in is gone with its game: the dealers move back",
          [by_rules("social", 5), does(RecordGame(number=1, record=rufer(3, 4).placed(passed=1), key="a"),
                                       RecordGame(number=2, record=rufer(1, 4), key="b"))], back(1),
          "game.taken_back number=1 record=r34++passed:1+sits_out:2", "game.moved number=2 record=r14++sits_out:2"),
    # At the table only the last one.
    works("5.3.4 the last game at the table", [live, typed("r12+", "s2+")], back(2), "game.taken_back number=2"),
    barred("5.3.4 an earlier one at the table", [live, typed("r12+", "s2+")], back(1), "not_the_last"),
    works("5.3.4 a line from paper is freed while the table writes", [typed("r12+"), live, typed("s2+")], back(1),
          "game.taken_back number=1"),
    # What stays.
    barred("5.3.4 nothing stands there", [typed("r12+")], back(4), "not_written"),
    barred("5.3.4 another game stands there by now", [typed("r12+")], back(1, seen="old"), "line_taken"),
    barred("5.3.4 somebody has signed", [full, signed(3)], back(7), "sheet_not_open"),
    barred("5.3.4 the sheet is accepted", [full, accepted], back(7), "sheet_not_open"),
    barred("5.3.6 the sheet is void", [typed("r12+"), void], back(1), "sheet_not_open"),
    barred("5.3.5 all have signed once", [full, signed(), does(CorrectGame(number=9, record=game("st1+"),
           reason=why()))], back(7), "signed_before"),
    barred("5.3.5 all have signed, one after the other",
           [full, signed(1, 2), does(CorrectGame(number=9, record=game("s1+"), reason=why())), signed(3, 4),
            does(CorrectGame(number=9, record=game("st1+"), reason=why()))], back(7), "signed_before"),
    barred("5.3.4 the supervisor corrected it",
           [typed("r12+"), does(CorrectGame(number=1, record=game("r13+"), reason=why()))], back(1),
           "decided_by_supervisor", by=BOSS),
    barred("5.2.17 the supervisor struck it", [typed("r12+"), does(StrikeGame(number=1, reason=why()))], back(1),
           "decided_by_supervisor"),
    barred("5.2.14 the supervisor granted it",
           [typed("r12+", "st2+"), does(DecideApproval(game=key(2), granted=True))], back(2),
           "decided_by_supervisor"),
    barred("5.2.16 the supervisor refused what had been granted before play",
           [typed(*FOUR), GRANTED, typed("s2+"), does(DecideApproval(game=key(6), granted=False))], back(6),
           "decided_by_supervisor"),
    barred("3.4.17 another's sanction", [typed("r13!2", by=BOSS)], back(1), "decided_by_supervisor"),
    works("3.4.17 a supervisor takes a sanction back", [typed("r13!2", by=BOSS)], back(1), "game.taken_back number=1",
          by=BOSS),
    # Commands of a device.
    works("5.3.4 a device takes back its last game", [live, typed("r12+", by=PHONE)], unsent(1),
          "game.taken_back number=1 device=1", by=PHONE),
    barred("5.3.4 it is no longer as the device wrote it", [live, typed("r12+", by=PHONE)], unsent(1, "old"),
           "line_changed", by=PHONE),
    barred("5.3.4 the line is free already", [live, typed("r12+", by=PHONE)], unsent(2), "line_changed", by=PHONE),
    barred("5.3.4 the desk types this sheet from paper",
           [live, typed("r12+", by=PHONE), does(SetSource(source=Source.PAPER))], unsent(1), "sheet_not_live",
           by=PHONE),
    barred("5.3.4 the next game was written already", [live, typed("r12+", "s2+")], unsent(1), "not_the_last",
           by=PHONE),
    barred("5.3.4 even if the next game is gone again", [live, typed("r12+", "s2+"), does(back(2))], unsent(1),
           "not_the_last", by=PHONE),
    works("5.3.4 a login sends what a device had kept", [live, typed("r12+", "s2+"), does(back(2))], unsent(1),
          "game.taken_back number=1"),
    barred("5.3.4 also a login only the last one", [live, typed("r12+", "s2+")], unsent(1), "not_the_last"),
    barred("5.3.4 also a login only what it saw", [live, typed("r12+")], unsent(1, "old"), "line_changed"),
]  # fmt: skip


@pytest.mark.parametrize("row", ROWS, ids=rule_of)
def test_a_game_taken_back(row: Row) -> None:
    check(row)


@pytest.mark.parametrize(
    ("command", "by", "kind"),
    [
        (back(1), PHONE, RefusalKind.REFUSED),
        (unsent(1), PHONE, RefusalKind.CONFLICT),
        (unsent(1), JUDGE, RefusalKind.CONFLICT),
    ],
)
def test_a_device_that_could_not_know_has_a_conflict(command: TakeBackGame, by: object, kind: RefusalKind) -> None:
    row = barred("", [live, typed("r12+", "s2+")], command, "not_the_last", by=by)
    refusal = row.refusal()
    assert isinstance(refusal, Refused)
    assert refusal.kind == kind


def test_a_line_that_was_taken_back_is_free() -> None:
    sheet = does(back(2))(typed("r12+", "s2+", "r13+")(empty_sheet()))
    assert (sorted(sheet.games), sheet.next_number, sheet.reached, sheet.state) == ([1, 3], 2, 3, SheetState.OPEN)
    assert does(line(2, "s2+"))(sheet).evaluated == typed("r12+", "s2+", "r13+")(empty_sheet()).evaluated
