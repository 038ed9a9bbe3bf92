"""The steps of a dispute: raised, withdrawn, decided, appealed, decided finally, followed up (5.1.3, 3.4.1)."""

import pytest

from tests.sheet_tables import (
    PHONE,
    Row,
    accepted,
    appeal,
    barred,
    by_rules,
    check,
    decision,
    does,
    full,
    game,
    last_word,
    objection,
    rufer,
    rule_of,
    signed,
    typed,
    void,
    works,
)
from tests.worlds.decided import BOSS, DESK, JUDGE, after, full_sheet, why
from tournament.enums import DisputeOutcome, DisputeState, SheetState
from tournament.sheet.acts.corrections import CorrectGame, StrikeGame, TakeBackCorrection
from tournament.sheet.acts.disputes import FollowDispute, WithdrawDispute
from tournament.sheet.acts.games import RecordGame
from tournament.sheet.acts.take_backs import TakeBackGame

UPHELD, REJECTED = DisputeOutcome.UPHELD, DisputeOutcome.REJECTED
LONG, LONGEST = "x" * 501, "x" * 500


def withdraw(dispute: int = 1) -> WithdrawDispute:
    return WithdrawDispute(dispute=dispute)


def follow(dispute: int = 1, text: str = "steht schon so") -> FollowDispute:
    return FollowDispute(dispute=dispute, reason=why(text))


def corrected(number: int = 2, entry: str = "r14+++") -> CorrectGame:
    return CorrectGame(number=number, record=game(entry), reason=why())


THREE = typed("r12+", "s2+", "r13+")
RAISED = [THREE, does(objection(), by=DESK)]
DECIDED = [*RAISED, does(decision())]
GRANTED = [*RAISED, does(decision(UPHELD))]
APPEALED = [*DECIDED, does(appeal(), by=DESK)]
FINAL = [*APPEALED, does(last_word(), by=JUDGE)]
AT_HOME = [by_rules("house-10-60"), does(RecordGame(number=1, record=rufer(1, 2), key="a"), objection(1))]

RAISING = [
    works("3.4.1 in time", [THREE], objection(3),
          f"dispute.raised number=3 seat=2 cheating=- late=- reason={why('war ein Solo').digest} command={'d' * 32}"),
    works("3.4.1 late: the next game is written", [THREE], objection(2), "dispute.raised number=2 late=true"),
    works("3.4.1 cheating has no deadline", [THREE], objection(2, cheating=True),
          "dispute.raised number=2 late=- cheating=true"),
    works("5.1.3 about the whole sheet", [THREE], objection(None), "dispute.raised number=- late=-"),
    works("5.1.3 by somebody who does not play", [THREE], objection(3, seat=None), "dispute.raised seat=-"),
    works("5.1.3 on the table's device", [THREE], objection(3), "dispute.raised device=1", by=PHONE),
    works("5.1.3 about a game that was taken back", [THREE, does(TakeBackGame(number=3))], objection(3),
          "dispute.raised number=3 late=-"),
    works("5.1.3 at the desk on an accepted sheet", [full, accepted], objection(7), "dispute.raised number=7 late=true",
          state=SheetState.ACCEPTED),
    works("5.1.3 the last game of a sheet", [full], objection(32), "dispute.raised number=32 late=-"),
    works("5.1.3 in 500 letters", [THREE], objection(3, text=LONGEST), "dispute.raised number=3"),
    works("5.1.3 the fifth of one table", [THREE, does(*4 * [objection()])], objection(), "dispute.raised number=2"),
    works("5.1.3 a decided one makes room", [THREE, does(*5 * [objection()]), does(decision())], objection(),
          "dispute.raised number=2"),
    works("5.1.3 so does one that is withdrawn", [THREE, does(*5 * [objection()]), does(withdraw(3))], objection(),
          "dispute.raised number=2"),
    barred("5.1.3 a table cannot flood the supervisors", [THREE, does(*5 * [objection()])], objection(),
           "too_many_disputes"),
    barred("5.1.3 the game is not written yet", [THREE], objection(4), "not_written"),
    barred("5.1.3 there is no game 0", [THREE], objection(0), "not_written"),
    barred("5.1.3 without a word", [THREE], objection(3, text=" "), "reason_missing"),
    barred("5.1.3 with too many words", [THREE], objection(3, text=LONG), "reason_too_long"),
    barred("5.1.3 there is no seat 5", [THREE], objection(3, seat=5), "no_such_seat"),
    barred("5.1.3 there is no seat 0", [THREE], objection(3, seat=0), "no_such_seat"),
    barred("5.3.1 the device of an accepted sheet", [full, accepted], objection(7), "sheet_settled", by=PHONE),
    barred("5.3.6 the device of a void sheet", [THREE, void], objection(3), "sheet_settled", by=PHONE),
    barred("the ranking is official", [THREE], objection(3), "tournament_finished", official=True),
]  # fmt: skip

WITHDRAWING = [
    works("5.1.3 before it is decided", RAISED, withdraw(), "dispute.withdrawn dispute=1"),
    works("5.1.3 the appeal", APPEALED, withdraw(), "dispute.withdrawn dispute=1"),
    works("5.1.3 the own appeal against the own decision", [*DECIDED, does(appeal())], withdraw(),
          "dispute.withdrawn dispute=1", by=BOSS),
    barred("5.1.3 another's appeal against the own decision", APPEALED, withdraw(), "own_decision", by=BOSS),
    barred("5.1.3 it is decided", DECIDED, withdraw(), "dispute_not_there"),
    barred("5.1.3 it is withdrawn", [*RAISED, does(withdraw())], withdraw(), "dispute_not_there"),
    barred("5.1.3 it is decided finally", FINAL, withdraw(), "dispute_not_there"),
]  # fmt: skip

DECIDING = [
    works("5.1.3 the supervisor turns it down", RAISED, decision(text="so gespielt"),
          f"dispute.decided dispute=1 outcome=rejected reason={why('so gespielt').digest}", by=BOSS),
    works("5.1.3 or upholds it", RAISED, decision(UPHELD), "dispute.decided outcome=upheld", by=BOSS),
    works("5.1.3 the second of two", [*RAISED, does(objection(3))], decision(dispute=2), "dispute.decided dispute=2",
          by=BOSS),
    works("5.1.3 corrected before it was upheld", [*RAISED, does(corrected())], decision(UPHELD),
          "dispute.decided outcome=upheld", "dispute.followed dispute=1 follow_up=corrected reason=-", by=BOSS),
    works("5.1.3 corrected before it was raised", [THREE, does(corrected(), objection())], decision(UPHELD),
          "dispute.decided outcome=upheld", by=BOSS),
    works("5.1.3 corrected, and turned down", [*RAISED, does(corrected())], decision(), "dispute.decided", by=BOSS),
    barred("5.1.3 it is decided already", DECIDED, decision(), "dispute_not_there", by=BOSS),
    barred("5.1.3 it is appealed", APPEALED, decision(), "dispute_not_there", by=BOSS),
    barred("5.1.3 without a word", RAISED, decision(text=" "), "reason_missing", by=BOSS),
    barred("5.1.3 with too many words", RAISED, decision(text=LONG), "reason_too_long", by=BOSS),
]  # fmt: skip

APPEALING = [
    works("5.1.3 a player appeals", DECIDED, appeal(text="doch"),
          f"dispute.appealed dispute=1 seat=2 reason={why('doch').digest}"),
    works("5.1.3 somebody for the table", DECIDED, appeal(seat=None), "dispute.appealed seat=-"),
    works("5.1.3 again, after the first appeal was taken back", [*APPEALED, does(withdraw(), by=DESK)], appeal(),
          "dispute.appealed dispute=1"),
    barred("5.1.3 nothing is decided", RAISED, appeal(), "dispute_not_there"),
    barred("5.1.3 the last word is spoken", FINAL, appeal(), "dispute_not_there"),
    barred("5.1.3 without a word", DECIDED, appeal(text=""), "reason_missing"),
    barred("5.1.3 with too many words", DECIDED, appeal(text=LONG), "reason_too_long"),
    barred("5.1.3 there is no seat 5", DECIDED, appeal(seat=5), "no_such_seat"),
]  # fmt: skip

SETTLING = [
    works("5.1.3 the tribunal turns it down", APPEALED, last_word(text="so war es"),
          f"dispute.final dispute=1 outcome=rejected reason={why('so war es').digest}", by=JUDGE),
    works("5.1.3 or upholds it", APPEALED, last_word(UPHELD), "dispute.final outcome=upheld", by=JUDGE),
    works("5.1.3 corrected before", [*APPEALED, does(corrected())], last_word(UPHELD), "dispute.final outcome=upheld",
          "dispute.followed dispute=1 follow_up=corrected", by=JUDGE),
    works("H 8 the director decides at once", AT_HOME, last_word(), "dispute.final outcome=rejected", by=BOSS),
    works("H 8 also on the own decision", [*AT_HOME, does(decision(), appeal())], last_word(), "dispute.final",
          by=BOSS),
    barred("H 8 nobody appealed", [*AT_HOME, does(decision())], last_word(), "dispute_not_there", by=BOSS),
    barred("5.1.3 the tribunal decides appeals only", RAISED, last_word(), "dispute_not_there", by=JUDGE),
    barred("5.1.3 nobody decides on the own decision", APPEALED, last_word(), "own_decision", by=BOSS),
    barred("5.1.3 the last word is spoken", FINAL, last_word(), "dispute_not_there", by=JUDGE),
    barred("5.1.3 without a word", APPEALED, last_word(text=""), "reason_missing", by=JUDGE),
    barred("5.1.3 with too many words", APPEALED, last_word(text=LONG), "reason_too_long", by=JUDGE),
]  # fmt: skip

FOLLOWING = [
    works("5.1.3 nothing changes, and why", GRANTED, follow(),
          f"dispute.followed dispute=1 follow_up=declined reason={why('steht schon so').digest}", by=BOSS),
    works("5.1.3 upheld in the end", [*APPEALED, does(last_word(UPHELD), by=JUDGE)], follow(),
          "dispute.followed follow_up=declined", by=BOSS),
    barred("5.1.3 nothing is decided", RAISED, follow(), "dispute_not_there", by=BOSS),
    barred("5.1.3 it was turned down", DECIDED, follow(), "dispute_not_there", by=BOSS),
    barred("5.1.3 it was followed up", [*GRANTED, does(corrected())], follow(), "dispute_not_there", by=BOSS),
    barred("5.1.3 it is appealed", [*GRANTED, does(appeal())], follow(), "dispute_not_there", by=BOSS),
    barred("5.1.3 without a word", GRANTED, follow(text=" "), "reason_missing", by=BOSS),
    # Other acts that follow a decision up.
    works("5.1.3 the game is corrected", GRANTED, corrected(), "game.corrected number=2",
          "dispute.followed dispute=1 follow_up=corrected reason=-", by=BOSS),
    works("5.1.3 or struck", GRANTED, StrikeGame(number=2, reason=why()), "game.struck number=2",
          "dispute.followed follow_up=corrected", by=BOSS),
    works("5.1.3 another game is no answer", GRANTED, corrected(3), "game.corrected number=3", by=BOSS),
    works("5.1.3 any game answers for the sheet", [THREE, does(objection(None), decision(UPHELD))], corrected(3),
          "game.corrected number=3", "dispute.followed dispute=1 follow_up=corrected", by=BOSS),
    works("5.1.3 the correction is taken back", [*GRANTED, does(corrected())],
          TakeBackCorrection(number=2, reason=why()), "game.undone number=2",
          "dispute.followed dispute=1 follow_up=undone reason=-", by=BOSS),
    works("5.1.3 turned down in the end: the correction is undone",
          [*GRANTED, does(corrected(), appeal()), does(last_word(), by=JUDGE)],
          TakeBackCorrection(number=2, reason=why()), "game.undone number=2",
          "dispute.followed follow_up=corrected", by=BOSS),
]  # fmt: skip


def barriers() -> list[Row]:
    """What none of these acts does."""
    rows = []
    for name, steps, make, by in (
        ("withdraw", RAISED, withdraw, DESK),
        ("decide", RAISED, lambda place: decision(dispute=place), BOSS),
        ("appeal", DECIDED, lambda place: appeal(dispute=place), DESK),
        ("settle", APPEALED, lambda place: last_word(dispute=place), JUDGE),
        ("follow", GRANTED, follow, BOSS),
    ):
        rows += [
            barred(f"5.1.3 {name}: there is no second dispute", steps, make(2), "no_such_dispute", by=by),
            barred(f"5.1.3 {name}: places count from 1", steps, make(0), "no_such_dispute", by=by),
            barred(f"{name}: the ranking is official", steps, make(1), "tournament_finished", by=by, official=True),
        ]
    return rows


ROWS: list[Row] = [*RAISING, *WITHDRAWING, *DECIDING, *APPEALING, *SETTLING, *FOLLOWING, *barriers()]


@pytest.mark.parametrize("row", ROWS, ids=rule_of)
def test_a_step_of_a_dispute(row: Row) -> None:
    check(row)


def test_a_dispute_keeps_each_step_with_who_took_it() -> None:
    sheet = signed(1)(full_sheet())
    sheet = after(sheet, objection(7), by=PHONE)
    sheet = after(after(after(sheet, decision(UPHELD), by=BOSS), appeal(), by=DESK), last_word(), by=JUDGE)
    [dispute] = sheet.disputes
    assert [(one.to, one.by, one.seat, one.outcome, one.reason) for one in dispute.steps] == [
        (DisputeState.RAISED, PHONE, 2, None, why("war ein Solo")),
        (DisputeState.DECIDED, BOSS, None, UPHELD, why()),
        (DisputeState.APPEALED, DESK, 2, None, why("doch")),
        (DisputeState.FINAL, JUDGE, None, REJECTED, why("so war es")),
    ]
    times = [one.at for one in dispute.steps]
    assert times == sorted(set(times))
    assert (dispute.number, dispute.command, dispute.late, dispute.cheating) == (7, "d" * 32, True, False)


def test_an_appeal_that_is_taken_back_leaves_the_decision() -> None:
    sheet = full_sheet()
    for step in (does(objection(7)), does(decision()), does(appeal(), by=DESK), does(withdraw(), by=DESK)):
        sheet = step(sheet)
    [dispute] = sheet.disputes
    assert (dispute.state, dispute.outcome, dispute.open) == (DisputeState.DECIDED, REJECTED, False)
