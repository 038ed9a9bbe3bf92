"""The supervisor's acceptance of a sheet, and what stops it (5.3.1, 5.1.3)."""

import pytest

from tests.sheet_tables import (
    Row,
    accepted,
    accepting,
    appeal,
    barred,
    check,
    decision,
    does,
    full,
    game,
    idle,
    last_word,
    not_signing,
    objection,
    rule_of,
    signed,
    typed,
    void,
    works,
)
from tests.worlds.decided import BOSS, JUDGE, full_sheet, why
from tournament.enums import DisputeOutcome
from tournament.sheet.acts.acceptance import AcceptSheet
from tournament.sheet.acts.corrections import CorrectGame
from tournament.sheet.acts.disputes import FollowDispute, WithdrawDispute
from tournament.sheet.acts.signatures import OverruleRefusal

UPHELD, REJECTED = DisputeOutcome.UPHELD, DisputeOutcome.REJECTED
SIGNED = [full, signed()]
OVERRULED = does(lambda sheet: OverruleRefusal(seat=2, content=sheet.content_hash, dispute=1))
REFUSING = [full, signed(1, 3, 4), does(not_signing(2))]
DECLINED = FollowDispute(dispute=1, reason=why("steht schon so"))
ACCEPTED = (
    "sheet.state from=signed to=accepted",
    f"sheet.accepted content_hash={full_sheet().content_hash} v=-",
)


def corrected(number: int) -> CorrectGame:
    return CorrectGame(number=number, record=game("r14+++"), reason=why())


ROWS: list[Row] = [
    works("5.3.1 a signed sheet", SIGNED, accepting, *ACCEPTED, by=BOSS),
    idle("5.3.1 accepted already", [full, accepted], accepting, by=BOSS),
    idle("5.3.1 accepted already, whatever the page showed", [full, accepted], AcceptSheet(content="x"), by=BOSS),
    barred("5.3.1 changed meanwhile", SIGNED, AcceptSheet(content="c" * 64), "content_changed", by=BOSS),
    barred("5.3.1 a page without content", SIGNED, AcceptSheet(content=""), "content_changed", by=BOSS),
    barred("5.3.2 a signature is missing", [full, signed(1, 2, 3)], accepting, "not_signed", by=BOSS),
    barred("5.3.2 nothing is written", [], AcceptSheet(content=""), "not_signed", by=BOSS),
    barred("5.3.2 not everything is written", [typed("r12+")], accepting, "not_signed", by=BOSS),
    barred("5.3.6 a void sheet", [*SIGNED, void], accepting, "not_signed", by=BOSS),
    # Who does not sign.
    barred("5.1.3 a player does not sign", REFUSING, accepting, "signature_refused", by=BOSS),
    barred("5.1.3 nor after the decision", [*REFUSING, does(objection(), decision())], accepting, "signature_refused",
           by=BOSS),
    barred("5.1.3 nor after the last word",
           [*REFUSING, does(objection(), decision(), appeal()), does(last_word(), by=JUDGE)], accepting,
           "signature_refused", by=BOSS),
    works("5.1.3 once it is overruled", [*REFUSING, does(objection(), decision()), OVERRULED], accepting, *ACCEPTED,
          by=BOSS),
    # Disputes.
    barred("5.1.3 a dispute is open", [*SIGNED, does(objection())], accepting, "dispute_open", by=BOSS),
    barred("5.1.3 an appeal is open", [*SIGNED, does(objection(), decision(), appeal())], accepting, "dispute_open",
           by=BOSS),
    works("5.1.3 it was turned down", [*SIGNED, does(objection(), decision())], accepting, *ACCEPTED, by=BOSS),
    works("5.1.3 it was withdrawn", [*SIGNED, does(objection(), WithdrawDispute(dispute=1))], accepting, *ACCEPTED,
          by=BOSS),
    barred("5.1.3 it was upheld", [*SIGNED, does(objection(), decision(UPHELD))], accepting, "dispute_unfollowed",
           by=BOSS),
    barred("5.1.3 about the whole sheet", [*SIGNED, does(objection(None), decision(UPHELD))], accepting,
           "dispute_unfollowed", by=BOSS),
    works("5.1.3 nothing changes, and why", [*SIGNED, does(objection(), decision(UPHELD), DECLINED)], accepting,
          *ACCEPTED, by=BOSS),
    works("5.1.3 its game was corrected", [full, does(objection(7), decision(UPHELD), corrected(7)), signed()],
          accepting, "sheet.state to=accepted", "sheet.accepted", by=BOSS),
    barred("5.1.3 turned down in the end, the correction stands",
           [full, does(objection(7), decision(UPHELD), corrected(7), appeal()), does(last_word(), by=JUDGE), signed()],
           accepting, "dispute_unfollowed", by=BOSS),
    barred("5.1.3 one of two is open", [*SIGNED, does(objection(), decision(), objection(5))], accepting,
           "dispute_open", by=BOSS),
]  # fmt: skip


@pytest.mark.parametrize("row", ROWS, ids=rule_of)
def test_an_acceptance(row: Row) -> None:
    check(row)


def test_an_acceptance_keeps_who_accepted_and_when() -> None:
    sheet = accepted(full_sheet())
    assert (sheet.accepted_by, sheet.accepted_at is None, sheet.was_signed) == (BOSS.login, False, True)
    taken_back = does(corrected(7))(sheet)
    assert (taken_back.accepted_by, taken_back.accepted_at) == (None, None)


@pytest.mark.parametrize(
    ("steps", "beginning"),
    [
        ([], "%(name)s does not sign: “%(reason)s”. Correct the sheet (5.3.4)"),
        ([objection(), decision()], "%(name)s does not sign: “%(reason)s”. The dispute is decided. Complaints"),
        ([objection(), decision(), appeal(), last_word()], "%(name)s does not sign: “%(reason)s”. The dispute is"
         " decided finally"),
    ],
)  # fmt: skip
def test_the_refusal_says_how_to_go_on(steps: list[object], beginning: str) -> None:
    row = barred("", [*REFUSING, does(*steps[:3]), does(*steps[3:], by=JUDGE)], accepting, "signature_refused", by=BOSS)
    refusal = row.refusal()
    assert str(refusal.message).startswith(beginning)
    assert refusal.context == {"seat": 2}


def test_of_two_who_refuse_the_first_seat_is_named() -> None:
    row = barred("", [full, does(not_signing(3), not_signing(2))], accepting, "signature_refused", by=BOSS)
    assert row.refusal().context == {"seat": 2}
