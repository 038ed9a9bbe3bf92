"""The supervisor's decision on a written game, and the approvals that follow from every change (5.2.14–5.2.17)."""

import pytest

from tests.sheet_tables import (
    FOUR,
    Row,
    accepted,
    barred,
    check,
    discarded,
    does,
    double,
    full,
    game,
    key,
    rule_of,
    signed,
    single,
    typed,
    void,
    works,
)
from tests.worlds.decided import BOSS, JUDGE, after, empty_sheet, why
from tests.worlds.sheets import QUIET
from tournament.enums import ApprovalState, SheetState
from tournament.sheet.acts.approvals import DecideApproval
from tournament.sheet.acts.consequences import Settle
from tournament.sheet.acts.corrections import CorrectGame, StrikeGame
from tournament.sheet.acts.games import RecordGame
from tournament.sheet.acts.requests import AnswerRequest, RequestApproval
from tournament.sheet.acts.take_backs import TakeBackGame


def grant(number: int, **more: object) -> DecideApproval:
    return DecideApproval(**{"game": key(number), "granted": True} | more)


def refuse(number: int, **more: object) -> DecideApproval:
    return DecideApproval(**{"game": key(number), "granted": False} | more)


REQUESTED, GRANTED, REFUSED = ApprovalState.REQUESTED, ApprovalState.GRANTED, ApprovalState.REFUSED
TOUT = typed("r12+", "st3+")
LAST = typed(*QUIET[:31], "st3+")
INITIALLED = does(RecordGame(number=2, record=game("st3+"), key=key(2), initialled_by=BOSS))
LAPSED = tuple(f"signature.lapsed seat={seat}" for seat in (1, 2, 3, 4))
BEFORE_PLAY = does(
    RequestApproval(number=6, seat=2, contract="solo", suit="", hand=(), key="r"),
    AnswerRequest(request=1, granted=True),
)

ROWS: list[Row] = [
    works("5.2.14 granted, a Tout counts", [TOUT], grant(2),
          "approval.granted number=2 section=5.2.14 on_paper=- supervisor=-", by=BOSS, points={2: (-6, -6, 18, -6)}),
    works("5.2.17 refused, a game is struck", [TOUT], refuse(2), "approval.refused number=2 section=5.2.14", by=BOSS,
          points={2: (0, 0, 0, 0)}),
    works("5.3.3 the last decision completes the sheet", [LAST], grant(32), "approval.granted number=32",
          "sheet.state from=open to=complete", by=BOSS),
    works("5.3.3 so does a refusal", [LAST], refuse(32), "approval.refused number=32",
          "sheet.state from=open to=complete", by=BOSS),
    works("5.2.17 a decision is turned round", [TOUT, does(refuse(2))], grant(2), "approval.granted number=2", by=BOSS,
          points={2: (-6, -6, 18, -6)}),
    works("5.2.17 and back", [TOUT, does(grant(2))], refuse(2), "approval.refused number=2", by=BOSS),
    works("5.3.4 signatures lapse with it", [LAST, does(refuse(32)), accepted], grant(32), "approval.granted number=32",
          *LAPSED, "sheet.state from=accepted to=complete", by=BOSS),
    works("5.2.14 initials on paper are turned round", [typed("r12+"), INITIALLED], refuse(2),
          "approval.refused number=2", by=BOSS),
    works("5.2.16 what was granted before play is turned round", [typed(*FOUR), BEFORE_PLAY, typed("s2+")], refuse(6),
          "approval.refused number=6", by=BOSS),
    works("5.2.17 by who saw the other decision", [TOUT, does(refuse(2))], grant(2, seen=REFUSED),
          "approval.granted number=2", by=JUDGE),
    # Reading 13: struck games do not count, so a later one may need no approval.
    works("5.2.16 a refused Solo is not counted", [typed(*FOUR, "s1+", "s2+")], refuse(6), "approval.refused number=6",
          by=BOSS, points={7: (0, 0, 0, 0)}),
    works("5.2.16 a refused Tout counts no more: the fifth becomes the fourth",
          [typed("r12+", "st1+", "s2+", "s3+", "s4+", "s1+")], refuse(2), "approval.refused number=2",
          "approval.withdrawn number=6 section=5.2.16", by=BOSS, points={6: (6, -2, -2, -2)}),
    works("5.2.16 a granted Tout makes it the fifth again",
          [typed("r12+", "st1+", "s2+", "s3+", "s4+", "s1+"), does(refuse(2))], grant(2), "approval.granted number=2",
          "approval.requested number=6 section=5.2.16", by=BOSS),
    barred("5.2.17 decided so already", [TOUT, does(grant(2))], grant(2), "already_decided", by=JUDGE),
    barred("5.2.17 refused already", [TOUT, does(refuse(2))], refuse(2), "already_decided", by=JUDGE),
    barred("5.2.17 another decided meanwhile", [TOUT, does(refuse(2))], grant(2, seen=REQUESTED), "already_decided",
           by=JUDGE),
    barred("5.2.17 the decision that was seen is gone", [TOUT, does(refuse(2), CorrectGame(number=2,
           record=game("s3+"), reason=why()), CorrectGame(number=2, record=game("st3+"), reason=why()))],
           grant(2, seen=REFUSED), "gone", by=JUDGE),
    barred("5.2.14 the game was taken back", [TOUT, does(TakeBackGame(number=2))], grant(2), "gone", by=BOSS),
    barred("5.2.14 the game was struck while it waited", [TOUT, does(StrikeGame(number=2, reason=why()))], grant(2),
           "gone", by=BOSS),
    barred("5.2.14 the game needs none", [TOUT], grant(1), "gone", by=BOSS),
    barred("5.2.14 a page that knows no game", [TOUT], grant(2, game=None), "gone", by=BOSS),
    barred("the ranking is official", [TOUT], grant(2), "tournament_finished", by=BOSS, official=True),
    barred("5.3.6 a void sheet changes no points", [TOUT, void], grant(2), "sheet_void", by=BOSS),
    # What the tournament asks of its sheets changes.
    works("nothing to settle", [TOUT], Settle()),
    works("double entry: a full sheet is open until it is typed twice", [full, double], Settle(),
          "sheet.state from=complete to=open"),
    works("double entry is switched off again", [full, double, does(Settle()), single], Settle(),
          "sheet.state from=open to=complete"),
    works("double entry asks nothing of what is signed", [full, signed(), double], Settle(), state=SheetState.SIGNED),
    works("double entry on a sheet that was signed by one", [full, signed(1), double], Settle(),
          "sheet.state from=complete to=open"),
    works("5.2.2 a discarded draw has nothing to settle", [discarded], Settle()),
]  # fmt: skip


@pytest.mark.parametrize("row", ROWS, ids=rule_of)
def test_an_approval(row: Row) -> None:
    check(row)


def test_a_decision_keeps_who_decided_and_when() -> None:
    before = TOUT(empty_sheet())
    granted = after(before, grant(2), by=BOSS)
    refused = after(granted, refuse(2), by=JUDGE)
    first, second, third = (sheet.games[2].approval for sheet in (before, granted, refused))
    assert (first.state, first.supervisor, first.decided_at) == (REQUESTED, None, None)
    assert (second.state, second.supervisor, second.by) == (GRANTED, BOSS.login, first.by)
    assert (third.state, third.supervisor, third.at) == (REFUSED, JUDGE.login, first.at)
    assert first.at < second.decided_at < third.decided_at


def test_initials_that_were_turned_round_are_not_on_paper() -> None:
    sheet = INITIALLED(typed("r12+")(empty_sheet()))
    assert (sheet.games[2].approval.on_paper, sheet.games[2].approval.supervisor) == (True, BOSS.login)
    turned = after(sheet, refuse(2), by=JUDGE)
    assert (turned.games[2].approval.on_paper, turned.games[2].is_decided()) == (False, True)


def test_a_request_is_used_up_by_its_game_and_free_again_without_it() -> None:
    sheet = typed("s2+")(BEFORE_PLAY(typed(*FOUR)(empty_sheet())))
    approval = sheet.games[6].approval
    assert (approval.request, approval.supervisor, approval.decided_at) == (0, BOSS.login, sheet.requests[0].decided_at)
    assert (sheet.requests[0].game, sheet.games[6].is_decided()) == (key(6), False)
    free = after(sheet, TakeBackGame(number=6))
    assert free.requests[0].game == ""
    turned = after(sheet, refuse(6), by=BOSS)
    assert (turned.games[6].approval.request, turned.games[6].is_decided()) == (None, True)


@pytest.mark.parametrize(
    ("entries", "sections"),
    [
        (["r12+", "st1+", "wt2-", "sie3", "18 4", "24 1"], dict.fromkeys((2, 3, 4, 5, 6), "5.2.14")),
        ([*FOUR], {}),
        ([*FOUR, "6 2", "w1++"], {6: "5.2.16", 7: "5.2.16"}),
        # Reading 13: Touts count as Solo or Wenz, a Sie does not.
        (["r12+", "st1+", *FOUR[1:]], {2: "5.2.14", 6: "5.2.16"}),
        (["r12+", "sie1", *FOUR[1:]], {2: "5.2.14"}),
        # 5.2.15: the Tout of the first game is a simple Solo; it counts, but needs no approval.
        (["st1+", *FOUR[1:]], {5: "5.2.16"}),
    ],
)
def test_which_games_ask(entries: list[str], sections: dict[int, str]) -> None:
    sheet = typed(*entries)(empty_sheet())
    sections_by_game = {number: one.approval.section for number, one in sheet.games.items() if one.approval}
    assert sections_by_game == sections
