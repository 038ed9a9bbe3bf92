"""What is left to do about a dispute, what stops the acceptance, and who refuses to sign (5.1.3, 5.3.2)."""

from collections.abc import Sequence
from typing import Any

import pytest

from scoring.shorthand import parse_entry
from tests.worlds.decided import BOSS, DESK, JUDGE, after, empty_sheet, full_sheet, record_line, refusal_code, why
from tests.worlds.sheets import QUIET, RULESET
from tournament.enums import DisputeOutcome, DisputeState, FollowUp, SheetState, SignatureKind
from tournament.sheet.actors import Actor
from tournament.sheet.acts.acceptance import AcceptSheet, acceptance_stop
from tournament.sheet.acts.corrections import CorrectGame, RestoreGame, StrikeGame, TakeBackCorrection
from tournament.sheet.acts.disputes import (
    AppealDispute,
    DecideDispute,
    FollowDispute,
    RaiseDispute,
    SettleDispute,
    WithdrawDispute,
)
from tournament.sheet.acts.line_moves import InsertLine
from tournament.sheet.acts.signatures import OverruleRefusal, RefuseToSign, SignSeats, answering_disputes
from tournament.sheet.acts.take_backs import TakeBackGame
from tournament.sheet.acts.void import RestoreSheet, VoidSheet
from tournament.sheet.state import Sheet

UPHELD, REJECTED = DisputeOutcome.UPHELD, DisputeOutcome.REJECTED


def raised(sheet: Sheet, number: int | None = 7, seat: int | None = 2) -> Sheet:
    return after(sheet, RaiseDispute(number=number, seat=seat, reason=why("war ein Solo"), key="a" * 32))


def decided(sheet: Sheet, outcome: DisputeOutcome) -> Sheet:
    return after(sheet, DecideDispute(dispute=1, outcome=outcome, reason=why()), by=BOSS)


def appealed(sheet: Sheet, seat: int | None = 2) -> Sheet:
    return after(sheet, AppealDispute(dispute=1, seat=seat, reason=why("doch")))


def settled(sheet: Sheet, outcome: DisputeOutcome) -> Sheet:
    return after(sheet, SettleDispute(dispute=1, outcome=outcome, reason=why()), by=JUDGE)


def corrected(sheet: Sheet, number: int = 7, entry: str = "r14+++") -> Sheet:
    record = parse_entry(RULESET, entry)
    return after(sheet, CorrectGame(number=number, record=record, reason=why("war so")), by=BOSS)


def struck(sheet: Sheet) -> Sheet:
    return after(sheet, StrikeGame(number=7, reason=why("ungültig")), by=BOSS)


def declined(sheet: Sheet) -> Sheet:
    return after(sheet, FollowDispute(dispute=1, reason=why("steht schon so")), by=BOSS)


def signed(sheet: Sheet, *seats: int) -> Sheet:
    content = sheet.content_hash
    return after(sheet, *(SignSeats(seats=(seat,), how=SignatureKind.DESK, content=content) for seat in seats))


def refused(sheet: Sheet, seat: int = 2, by: Any = DESK) -> Sheet:
    return after(sheet, RefuseToSign(seat=seat, content=sheet.content_hash, reason=why("stimmt nicht")), by=by)


def overruled(sheet: Sheet, seat: int = 2) -> Sheet:
    return after(sheet, OverruleRefusal(seat=seat, content=sheet.content_hash, dispute=1), by=BOSS)


def upheld(sheet: Sheet) -> Sheet:
    return decided(sheet, UPHELD)


def rejected(sheet: Sheet) -> Sheet:
    return decided(sheet, REJECTED)


def finally_upheld(sheet: Sheet) -> Sheet:
    return settled(sheet, UPHELD)


def finally_rejected(sheet: Sheet) -> Sheet:
    return settled(sheet, REJECTED)


def whole(sheet: Sheet) -> Sheet:
    return raised(sheet, None)


def other_game(sheet: Sheet) -> Sheet:
    return corrected(sheet, 9, "w1-")


def back(sheet: Sheet) -> Sheet:
    return corrected(sheet, 7, "r14+")


def taken_back(sheet: Sheet) -> Sheet:
    return after(sheet, TakeBackCorrection(number=7, reason=why("war doch so")), by=BOSS)


def typed_again(sheet: Sheet) -> Sheet:
    """Game 7 is taken back and typed as it was."""
    sheet = after(sheet, TakeBackGame(number=7))
    return after(sheet, record_line(7, QUIET[6]))


def withdrawn(sheet: Sheet) -> Sheet:
    return after(sheet, WithdrawDispute(dispute=1))


def test_play_that_goes_on_corrects_nothing() -> None:
    """An upheld dispute about the whole sheet waits while the table writes its next games."""
    beginning = after(empty_sheet(), *(record_line(number, QUIET[number - 1]) for number in (1, 2, 3)))
    sheet = after(upheld(whole(beginning)), record_line(4, QUIET[3]))
    assert sheet.disputes[0].unfollowed


@pytest.mark.parametrize(
    "back_again",
    [
        TakeBackCorrection(number=7, reason=why()),
        CorrectGame(number=7, record=parse_entry(RULESET, QUIET[6]), reason=why()),
    ],
)
@pytest.mark.parametrize("number", [7, None])
def test_where_the_disputed_game_stands_again_the_dispute_waits_again(number: int | None, back_again: Any) -> None:
    sheet = corrected(upheld(raised(full_sheet(), number)))
    assert not corrected(sheet, 7, "r14-").disputes[0].unfollowed
    again = after(sheet, back_again, by=BOSS)
    assert again.disputes[0].steps[-1].follow_up == FollowUp.UNDONE
    assert again.disputes[0].unfollowed
    for way_on in (corrected, declined):
        assert not way_on(again).disputes[0].unfollowed
    # The last word was another one: then it had to be undone.
    assert not after(settled(appealed(sheet), REJECTED), back_again, by=BOSS).disputes[0].unfollowed


def test_a_game_that_was_struck_for_a_dispute_and_restored_waits_again() -> None:
    sheet = struck(upheld(raised(full_sheet())))
    assert after(sheet, RestoreGame(number=7, reason=why()), by=BOSS).disputes[0].unfollowed


def test_lines_that_move_undo_no_correction() -> None:
    sheet = struck(upheld(raised(after(empty_sheet(), *(record_line(n, QUIET[n - 1]) for n in range(1, 9))))))
    sheet = after(sheet, InsertLine(number=3, key="c" * 32), by=BOSS)
    assert sheet.games[8].record.decision.struck
    assert not sheet.disputes[0].unfollowed


def test_who_decided_does_not_take_the_appeal_back() -> None:
    sheet = appealed(rejected(raised(full_sheet())))
    assert refusal_code(sheet, WithdrawDispute(dispute=1), BOSS) == "own_decision"
    assert after(sheet, WithdrawDispute(dispute=1)).disputes[0].state == DisputeState.DECIDED
    own = after(rejected(raised(full_sheet())), AppealDispute(dispute=1, seat=2, reason=why()), by=BOSS)
    assert after(own, WithdrawDispute(dispute=1), by=BOSS).disputes[0].state == DisputeState.DECIDED


@pytest.mark.parametrize(
    ("steps", "duty"),
    [
        ([raised], "open"),
        ([raised, withdrawn], ""),
        ([raised, rejected], ""),
        ([raised, upheld], "unfollowed"),
        ([raised, upheld, other_game], "unfollowed"),
        ([raised, upheld, typed_again], "unfollowed"),
        ([raised, upheld, corrected], ""),
        ([raised, upheld, struck], ""),
        ([raised, upheld, declined], ""),
        # Many a supervisor corrects first and decides then.
        ([raised, corrected, upheld], ""),
        ([raised, corrected, taken_back, upheld], "unfollowed"),
        ([raised, corrected, back, upheld], "unfollowed"),
        ([corrected, raised, upheld], "unfollowed"),
        ([raised, other_game, upheld], "unfollowed"),
        ([whole, upheld], "unfollowed"),
        ([whole, upheld, other_game], ""),
        ([raised, upheld, appealed], "open"),
        ([raised, upheld, corrected, appealed], "open"),
        ([raised, upheld, corrected, appealed, withdrawn], ""),
        ([raised, upheld, appealed, withdrawn], "unfollowed"),
        # The last word takes back what was corrected, confirms it, or asks for it at last.
        ([raised, upheld, corrected, appealed, finally_rejected], "unfollowed"),
        ([raised, upheld, corrected, appealed, finally_rejected, back], ""),
        ([raised, upheld, corrected, appealed, finally_rejected, declined], ""),
        ([raised, upheld, corrected, appealed, finally_upheld], ""),
        ([raised, upheld, appealed, corrected, finally_upheld], ""),
        ([raised, upheld, declined, appealed, finally_upheld], "unfollowed"),
        ([raised, rejected, appealed, finally_upheld], "unfollowed"),
        ([raised, rejected, appealed, finally_upheld, corrected], ""),
        ([raised, rejected, appealed, finally_rejected], ""),
    ],
)
def test_what_is_left_to_do_about_a_dispute(steps: Sequence[Any], duty: str) -> None:
    sheet = full_sheet()
    for step in steps:
        sheet = step(sheet)
    [dispute] = sheet.disputes
    assert ("open" if dispute.open else "unfollowed" if dispute.unfollowed else "") == duty
    assert dispute.waits == bool(duty)
    # The sheet is not accepted without a word, whoever has signed it.
    stop = acceptance_stop(signed(sheet, 1, 2, 3, 4))
    assert (stop.code if stop else "") == (f"dispute_{duty}" if duty else "")


def test_the_acceptance_says_which_game_is_not_corrected() -> None:
    sheet = signed(upheld(raised(full_sheet())), 1, 2, 3, 4)
    stop = acceptance_stop(sheet)
    assert str(stop) == (
        "The dispute about game 7 was upheld, but the game is not corrected: correct it, or say why not (5.1.3)."
    )
    assert refusal_code(sheet, AcceptSheet(content=sheet.content_hash), BOSS) == "dispute_unfollowed"
    sheet = declined(sheet)
    assert after(sheet, AcceptSheet(content=sheet.content_hash), by=BOSS).state == SheetState.ACCEPTED


@pytest.mark.parametrize(
    ("steps", "code"),
    [
        ([raised], "dispute_not_there"),
        ([raised, rejected], "dispute_not_there"),
        ([raised, upheld, appealed], "dispute_not_there"),
        ([raised, upheld, corrected], "dispute_not_there"),
        ([raised, upheld, declined], "dispute_not_there"),
    ],
)
def test_only_what_waits_is_followed_up(steps: Sequence[Any], code: str) -> None:
    sheet = full_sheet()
    for step in steps:
        sheet = step(sheet)
    assert refusal_code(sheet, FollowDispute(dispute=1, reason=why()), BOSS) == code


def test_a_follow_up_says_why() -> None:
    sheet = upheld(raised(full_sheet()))
    assert refusal_code(sheet, FollowDispute(dispute=1, reason=why(" ")), BOSS) == "reason_missing"
    step = declined(sheet).disputes[0].steps[-1]
    assert (step.follow_up, step.reason, step.by) == (FollowUp.DECLINED, why("steht schon so"), BOSS)


@pytest.mark.parametrize(
    ("steps", "code"),
    [
        ([refused], "dispute_undecided"),
        ([refused, raised], "dispute_undecided"),
        # Complaints are made immediately (5.1.3): where nobody appeals, the supervisor's decision stands.
        ([refused, raised, rejected], ""),
        ([refused, raised, rejected, appealed], "dispute_undecided"),
        ([refused, raised, rejected, appealed, finally_rejected], ""),
        ([refused, raised, withdrawn], "dispute_undecided"),
        # Nobody knows whether a decision of before is about what he refuses for now, and another's is another's.
        ([raised, rejected, refused], "dispute_undecided"),
        ([raised, rejected, appealed, finally_rejected, refused], "dispute_undecided"),
        ([refused, lambda sheet: appealed(rejected(raised(sheet, 7, 1)), 1), finally_rejected], "dispute_undecided"),
        ([refused, lambda sheet: raised(sheet, 7, None), rejected], ""),
        ([], "no_refusal"),
        ([refused, lambda sheet: signed(sheet, 2)], "no_refusal"),
        ([refused, corrected], "no_refusal"),
    ],
)
def test_who_refuses_is_overruled_after_a_decision(steps: Sequence[Any], code: str) -> None:
    sheet = signed(full_sheet(), 1, 3, 4)
    for step in steps:
        sheet = step(sheet)
    if code:
        command = OverruleRefusal(seat=2, content=sheet.content_hash, dispute=1)
        assert refusal_code(sheet, command, BOSS) == code
        return
    stop = acceptance_stop(sheet)
    assert stop is not None
    assert (stop.code, "can go on without this signature" in str(stop.message)) == ("signature_refused", True)
    sheet = overruled(sheet)
    assert (sheet.state, sheet.signed, acceptance_stop(sheet)) == (SheetState.SIGNED, {1, 3, 4}, None)
    assert overruled(sheet) == sheet
    accepted = after(sheet, AcceptSheet(content=sheet.content_hash), by=BOSS)
    assert (accepted.state, accepted.refusal(2) is not None) == (SheetState.ACCEPTED, True)


def overruled_sheet() -> Sheet:
    return overruled(finally_rejected(appealed(rejected(raised(refused(signed(full_sheet(), 1, 3, 4)))))))


def test_who_was_overruled_may_sign_after_all_but_refuses_no_second_time() -> None:
    sheet = overruled_sheet()
    again = RefuseToSign(seat=2, content=sheet.content_hash, reason=why("trotzdem"))
    assert refusal_code(sheet, again) == "refusal_overruled"
    sheet = signed(sheet, 2)
    assert (sheet.state, sheet.signed, sheet.refusal(2)) == (SheetState.SIGNED, {1, 2, 3, 4}, None)


def test_a_supervisor_says_which_decision_answers_the_refusal() -> None:
    sheet = rejected(raised(raised(refused(signed(full_sheet(), 1, 3, 4))), 9))
    sheet = after(sheet, DecideDispute(dispute=2, outcome=REJECTED, reason=why()), by=BOSS)
    refusal = sheet.refusal(2)
    assert refusal is not None
    assert answering_disputes(sheet, refusal) == (2, 1)
    refusal = overruled(sheet).refusal(2)
    assert refusal is not None
    assert refusal.dispute == 1


def test_an_appeal_after_the_overruling_stops_the_acceptance() -> None:
    sheet = appealed(overruled(rejected(raised(refused(signed(full_sheet(), 1, 3, 4))))))
    stop = acceptance_stop(sheet)
    assert stop is not None
    assert stop.code == "dispute_open"
    assert acceptance_stop(finally_rejected(sheet)) is None


def test_a_correction_takes_the_overruling_back() -> None:
    sheet = corrected(overruled_sheet(), 9, "w1-")
    assert (sheet.state, sheet.settled_seats, sheet.refusal(2)) == (SheetState.COMPLETE, frozenset(), None)


def test_a_void_sheet_that_is_valid_again_keeps_the_overruling() -> None:
    sheet = after(overruled_sheet(), VoidSheet(reason=why("Karten")), RestoreSheet(reason=why("doch")))
    assert sheet.state == SheetState.SIGNED


def test_the_device_objects_until_the_sheet_is_accepted() -> None:
    phone, sheet = Actor(device=1), signed(full_sheet(), 1, 2, 3, 4)
    objection = RaiseDispute(number=7, seat=2, reason=why("war ein Solo"), key="b" * 32)
    assert after(sheet, objection, by=phone).disputes[0].open
    sheet = after(sheet, AcceptSheet(content=sheet.content_hash), by=BOSS)
    assert refusal_code(sheet, objection, phone) == "sheet_settled"
    assert after(sheet, objection).disputes[0].open


def test_a_sheet_declared_void_by_mistake_is_no_document() -> None:
    """Its lines are taken back as before: nobody ever signed it."""
    beginning = after(empty_sheet(), record_line(1, QUIET[0]), record_line(2, QUIET[1]))
    sheet = after(beginning, VoidSheet(reason=why("Tisch 3 war gemeint")), RestoreSheet(reason=why()))
    assert not sheet.is_document
    assert set(after(sheet, TakeBackGame(number=2)).games) == {1}


def test_nobody_signs_for_a_player_who_refuses() -> None:
    sheet = refused(full_sheet())
    paper = SignSeats(seats=(1, 2, 3, 4), how=SignatureKind.PAPER, content=sheet.content_hash)
    assert refusal_code(sheet, paper) == "seat_refuses"
    others = SignSeats(seats=(1, 3, 4), how=SignatureKind.PAPER, content=sheet.content_hash)
    assert after(sheet, others).state == SheetState.COMPLETE
