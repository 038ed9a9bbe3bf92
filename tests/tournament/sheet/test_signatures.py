"""Signing a finished sheet, refusing to sign it, and overruling who refuses (5.3.2, 5.1.3)."""

import pytest

from tests.sheet_tables import (
    PHONE,
    Row,
    accepted,
    appeal,
    barred,
    check,
    decision,
    does,
    double,
    full,
    game,
    idle,
    last_word,
    not_signing,
    objection,
    rule_of,
    signed,
    signing,
    typed,
    typed_again,
    void,
    works,
)
from tests.worlds.decided import BOSS, JUDGE, after, empty_sheet, full_sheet, why
from tests.worlds.sheets import QUIET
from tournament.enums import SheetState, SignatureKind
from tournament.person.strokes import strokes_hash
from tournament.sheet.acts.corrections import CorrectGame
from tournament.sheet.acts.signatures import OverruleRefusal
from tournament.sheet.state import Sheet

DRAWN = [[[1, 2], [3, 4]]]
CONTENT = full_sheet().content_hash
REFUSING = [full, signed(1, 3, 4), does(not_signing(2))]
DECIDED = [*REFUSING, does(objection(), decision())]


def overruling(seat: int = 2, dispute: int = 1, **more: object) -> object:
    return lambda sheet: OverruleRefusal(**{"seat": seat, "dispute": dispute, "content": sheet.content_hash} | more)


SIGNED = [
    works("5.3.2 one player signs", [full], signing(2, how=SignatureKind.TABLE, drawn=DRAWN),
          f"signature.given seat=2 how=table content_hash={CONTENT} strokes={strokes_hash(DRAWN)} drawn=- device=1",
          by=PHONE, state=SheetState.COMPLETE),
    works("5.3.2 without a drawing", [full], signing(2), "signature.given seat=2 how=desk strokes=-"),
    works("5.3.2 all at once", [full], signing(), *(f"signature.given seat={seat}" for seat in (1, 2, 3, 4)),
          "sheet.state from=complete to=signed"),
    works("5.3.2 the last one", [full, signed(1, 2, 4)], signing(3), "signature.given seat=3",
          "sheet.state from=complete to=signed"),
    works("5.3.2 who has signed is not asked again", [full, signed(1)], signing(1, 2), "signature.given seat=2"),
    works("5.3.2 nobody left", [full, signed()], signing(3)),
    works("5.1.3 who refused signs after all", REFUSING, signing(2), "signature.refusal_lapsed seat=2",
          "signature.given seat=2", "sheet.state from=complete to=signed"),
    barred("5.1.3 nobody signs for who refuses", [full, does(not_signing(2))], signing(), "seat_refuses"),
    barred("5.3.2 no seat", [full], signing(seats=()), "no_such_seat"),
    barred("5.3.2 no seat 5", [full], signing(1, 5), "no_such_seat"),
    barred("5.3.2 no seat 0", [full], signing(0), "no_such_seat"),
    barred("5.3.2 the sheet was changed meanwhile", [full], signing(2, content="c" * 64), "content_changed"),
    barred("5.3.2 a line is missing", [typed(*QUIET[:31])], signing(2), "not_complete"),
    barred("5.3.1 the sheet is accepted", [full, accepted], signing(2), "not_complete"),
    barred("5.3.6 the sheet is void", [full, void], signing(2), "not_complete"),
    barred("both entries must agree", [full, double], signing(2), "second_entry_open"),
    works("both entries agree", [full, double, typed_again(*QUIET)], signing(2), "signature.given seat=2"),
]  # fmt: skip

REFUSED = [
    works("5.3.2 one player does not sign", [full], not_signing(2),
          f"signature.refused seat=2 content_hash={CONTENT} reason={why('stimmt nicht').digest}"),
    works("5.3.2 on the table's device", [full], not_signing(2), "signature.refused seat=2 device=1", by=PHONE),
    works("5.3.2 for another reason", [full, does(not_signing(2))], not_signing(2, "Spiel 9 auch"),
          "signature.refusal_lapsed seat=2", f"signature.refused seat=2 reason={why('Spiel 9 auch').digest}"),
    works("5.3.2 two of them", [full, does(not_signing(2))], not_signing(3), "signature.refused seat=3"),
    works("5.3.2 a reason of 200 letters", [full], not_signing(2, "x" * 200), "signature.refused seat=2"),
    barred("5.3.2 a longer one", [full], not_signing(2, "x" * 201), "reason_too_long"),
    barred("5.3.2 no reason", [full], not_signing(2, ""), "reason_missing"),
    barred("5.3.2 no seat 5", [full], not_signing(5), "no_such_seat"),
    barred("5.3.2 no seat 0", [full], not_signing(0), "no_such_seat"),
    barred("5.3.4 who has signed", [full, signed(2)], not_signing(2), "already_signed"),
    barred("5.1.3 who was overruled", [*DECIDED, does(overruling())], not_signing(2), "refusal_overruled"),
    barred("5.3.2 another content", [full], not_signing(2, content="c" * 64), "content_changed"),
    barred("5.3.2 an open sheet", [typed("r12+")], not_signing(2), "not_complete"),
    barred("both entries must agree", [full, double], not_signing(2), "second_entry_open"),
]  # fmt: skip

OVERRULED = [
    works("5.1.3 the dispute is decided", DECIDED, overruling(),
          f"signature.refusal_overruled seat=2 dispute=1 content_hash={CONTENT}",
          "sheet.state from=complete to=signed", by=BOSS),
    works("5.1.3 while another signature is missing",
          [full, signed(1, 3), does(not_signing(2), objection(), decision())], overruling(),
          "signature.refusal_overruled seat=2", by=BOSS, state=SheetState.COMPLETE),
    works("5.1.3 by the tribunal", [*DECIDED, does(appeal()), does(last_word(), by=JUDGE)], overruling(),
          "signature.refusal_overruled dispute=1", "sheet.state to=signed", by=BOSS),
    works("5.1.3 by a dispute of the whole table", [*REFUSING, does(objection(seat=None), decision())], overruling(),
          "signature.refusal_overruled dispute=1", "sheet.state to=signed", by=BOSS),
    idle("5.1.3 overruled already", [*DECIDED, does(overruling())], overruling(), by=BOSS),
    barred("5.1.3 nobody decided", [*REFUSING, does(objection())], overruling(), "dispute_undecided", by=BOSS),
    barred("5.1.3 it is another's dispute", [*REFUSING, does(objection(seat=3), decision())], overruling(),
           "dispute_undecided", by=BOSS),
    barred("5.1.3 it was decided before the refusal",
           [full, does(objection(), decision()), signed(1, 3, 4), does(not_signing(2))], overruling(),
           "dispute_undecided", by=BOSS),
    barred("5.1.3 there is no such dispute", DECIDED, overruling(dispute=2), "dispute_undecided", by=BOSS),
    barred("5.1.3 places count from 1", DECIDED, overruling(dispute=0), "dispute_undecided", by=BOSS),
    barred("5.1.3 nobody refuses", [full, signed(1)], overruling(), "no_refusal", by=BOSS),
    barred("5.3.4 the refusal lapsed with its content",
           [*DECIDED, does(CorrectGame(number=9, record=game("w1-"), reason=why()))], overruling(), "no_refusal",
           by=BOSS),
    barred("5.3.2 another content", DECIDED, overruling(content="c" * 64), "content_changed", by=BOSS),
    barred("5.3.6 a void sheet", [*DECIDED, void], overruling(), "not_complete", by=BOSS),
]  # fmt: skip

ROWS: list[Row] = [*SIGNED, *REFUSED, *OVERRULED]


@pytest.mark.parametrize("row", ROWS, ids=rule_of)
def test_a_signature(row: Row) -> None:
    check(row)


def all_signed() -> Sheet:
    return does(signing(how=SignatureKind.PAPER, drawn=DRAWN), by=PHONE)(full_sheet())


def test_a_signature_keeps_who_took_it_and_its_drawing() -> None:
    first = all_signed().signatures[0]
    assert (first.seat, first.kind, first.content, first.by) == (1, SignatureKind.PAPER, CONTENT, PHONE)
    assert (first.strokes, first.drawn, first.lapsed, first.lapsed_at) == (strokes_hash(DRAWN), DRAWN, False, None)


def test_a_lapsed_signature_stays_and_lapses_once() -> None:
    """5.3.4: the sheet says what was signed when."""
    once = after(all_signed(), CorrectGame(number=9, record=game("w1-"), reason=why()), by=BOSS)
    again = after(signed(1)(once), CorrectGame(number=9, record=game("w1+"), reason=why()), by=BOSS)
    assert [(one.seat, one.lapsed) for one in once.signatures] == [(1, True), (2, True), (3, True), (4, True)]
    assert [(one.seat, one.lapsed) for one in again.signatures][4:] == [(1, True)]
    assert again.signatures[0].lapsed_at == once.signatures[0].lapsed_at < again.signatures[4].lapsed_at
    assert (once.is_document, again.is_document, all_signed().was_signed) == (True, True, True)


def test_a_refusal_keeps_its_reason_and_lapses_once() -> None:
    sheet = does(not_signing(2), not_signing(3), by=PHONE)(full_sheet())
    once = does(not_signing(2, "anderes"))(sheet)
    assert [(one.seat, one.reason, one.by, one.lapsed) for one in once.refusals] == [
        (2, why("stimmt nicht"), PHONE, True), (3, why("stimmt nicht"), PHONE, False), (2, why("anderes"), BOSS, False),
    ]  # fmt: skip
    signed_after_all = signed(2)(once)
    assert signed_after_all.refusals[0].lapsed_at == once.refusals[0].lapsed_at
    assert (signed_after_all.refusal(2), signed_after_all.refusal(3)) == (None, once.refusals[1])


def test_an_overruled_refusal_names_its_dispute_and_the_supervisor() -> None:
    sheet = empty_sheet()
    for step in (*DECIDED, does(overruling(), by=JUDGE)):
        sheet = step(sheet)
    refusal = sheet.refusal(2)
    assert (refusal.dispute, refusal.overruled_by, refusal.overruled_at is None) == (1, JUDGE.login, False)
    assert (sheet.signed, sheet.settled_seats) == ({1, 3, 4}, {1, 2, 3, 4})
