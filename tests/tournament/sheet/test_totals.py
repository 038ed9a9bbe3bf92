"""A sheet that is handed in with totals alone, where the rules allow it (5.3.3, 5.3.4)."""

import pytest

from tests.sheet_tables import (
    Row,
    accepted,
    aside,
    barred,
    check,
    decision,
    does,
    full,
    idle,
    line,
    live,
    objection,
    rule_of,
    signed,
    totals_allowed,
    typed,
    void,
    works,
)
from tests.worlds.decided import BOSS, empty_sheet, why
from tests.worlds.totals import GOOD, OTHER
from tournament.enums import DisputeOutcome, SheetState, Source
from tournament.sheet.acts.consequences import Settle
from tournament.sheet.acts.take_backs import TakeBackGame
from tournament.sheet.acts.totals import CorrectTotals, RecordTotals, TakeBackTotals


def record(totals: object = GOOD) -> RecordTotals:
    return RecordTotals(totals=totals)


def right(totals: object = OTHER, **more: object) -> CorrectTotals:
    return CorrectTotals(**{"totals": totals, "reason": why("verschrieben")} | more)


def changed(**values: int) -> list[dict[str, int]]:
    return [{**GOOD[0], **values}, *GOOD[1:]]


HANDED_IN = [totals_allowed, does(record())]
LAPSED = tuple(f"signature.lapsed seat={seat}" for seat in (1, 2, 3, 4))
TEXT = "plus:40,minus:12,total:28,solos_won:2,solos_played:3"

RECORDED = [
    works("5.3.3 totals make a complete sheet", [totals_allowed], record(), f"totals.recorded totals={TEXT},plus:10,"
          "minus:30,touts_played:1,plus:0,minus:8,plus:5,minus:5", "sheet.state from=open to=complete"),
    works("5.3.3 what was written is taken back", [totals_allowed, does(aside(1), line(1, "r12+"),
          TakeBackGame(number=1))], record(), "totals.recorded", "sheet.state to=complete"),
    idle("5.3.3 the same totals", HANDED_IN, record()),
    idle("5.3.3 the same totals on an accepted sheet", [*HANDED_IN, accepted], record()),
    barred("5.3.3 other totals", HANDED_IN, record(OTHER), "sheet_not_open"),
    barred("5.3.3 the rules keep every game", [], record(), "totals_not_allowed"),
    barred("5.3.3 games are written", [totals_allowed, typed("r12+")], record(), "totals_stand_alone"),
    barred("5.3.4 a line waits", [totals_allowed, does(aside(1))], record(), "totals_stand_alone"),
    barred("5.3.3 the table writes games", [totals_allowed, live], record(), "written_at_the_table"),
    barred("5.3.3 a seat is missing", [totals_allowed], record(GOOD[:3]), "wrong_number_of_values"),
    barred("5.3.3 they contradict themselves", [totals_allowed], record(changed(plus=41)), "totals_contradict"),
    barred("5.3.3 the checksum is not 0", [totals_allowed], record(changed(plus=41, total=29)), "checksum_not_zero"),
    barred("5.4.2 more are won than played", [totals_allowed], record(changed(solos_won=4)),
           "totals_won_exceed_played"),
    barred("5.2.1 more games than lines", [totals_allowed], record(changed(solos_played=32)), "totals_too_many_games"),
    barred("5.3.6 a void sheet", [totals_allowed, void], record(), "sheet_not_open"),
]  # fmt: skip

TAKEN_BACK = [
    works("5.3.4 a slip of the typist", HANDED_IN, TakeBackTotals(), "totals.taken_back",
          "sheet.state from=complete to=open"),
    works("5.3.4 also once a signature lapsed", [*HANDED_IN, signed(1), does(right(OTHER))], TakeBackTotals(),
          "totals.taken_back", "sheet.state from=complete to=open"),
    barred("5.3.4 there are none", [totals_allowed], TakeBackTotals(), "no_totals"),
    barred("5.3.4 somebody has signed", [*HANDED_IN, signed(2)], TakeBackTotals(), "already_signed"),
    barred("5.3.5 all have signed", [*HANDED_IN, signed()], TakeBackTotals(), "signed_before"),
    barred("5.3.5 all have signed once", [*HANDED_IN, accepted, does(right())], TakeBackTotals(), "signed_before"),
    barred("5.3.6 a void sheet", [*HANDED_IN, void], TakeBackTotals(), "already_signed"),
]  # fmt: skip

CORRECTED = [
    works("5.3.4 the old ones stay readable", HANDED_IN, right(),
          f"table.totals after_game=0 reason={why('verschrieben').digest}", by=BOSS, state=SheetState.COMPLETE),
    works("5.3.4 signatures lapse", [*HANDED_IN, accepted], right(), "table.totals", *LAPSED,
          "sheet.state from=accepted to=complete", by=BOSS),
    works("5.1.3 it answers a dispute that was upheld",
          [*HANDED_IN, does(objection(None), decision(DisputeOutcome.UPHELD))], right(), "table.totals",
          "dispute.followed dispute=1 follow_up=corrected", by=BOSS),
    works("5.1.3 back again, the dispute waits again",
          [*HANDED_IN, does(objection(None), decision(DisputeOutcome.UPHELD), right())], right(GOOD), "table.totals",
          "dispute.followed dispute=1 follow_up=undone", by=BOSS),
    works("5.1.3 corrected before it was upheld", [*HANDED_IN, does(objection(None), right())],
          decision(DisputeOutcome.UPHELD), "dispute.decided", "dispute.followed follow_up=corrected", by=BOSS),
    works("5.2.14 totals ask for no approval", HANDED_IN, Settle(), state=SheetState.COMPLETE),
    barred("5.3.4 the same totals", HANDED_IN, right(GOOD), "nothing_changed", by=BOSS),
    barred("5.3.4 there are none", [totals_allowed, typed("r12+")], right(), "no_totals", by=BOSS),
    barred("5.3.4 the reason is missing", HANDED_IN, right(reason=why(" ")), "reason_missing", by=BOSS),
    barred("5.3.3 the checksum is not 0", HANDED_IN, right(changed(plus=41, total=29)), "checksum_not_zero", by=BOSS),
    barred("5.3.6 the sheet is void", [*HANDED_IN, void], right(), "sheet_void", by=BOSS),
    barred("the ranking is official", HANDED_IN, right(), "tournament_finished", by=BOSS, official=True),
]  # fmt: skip

ROWS: list[Row] = [*RECORDED, *TAKEN_BACK, *CORRECTED]


@pytest.mark.parametrize("row", ROWS, ids=rule_of)
def test_totals(row: Row) -> None:
    check(row)


def test_what_a_sheet_with_totals_holds() -> None:
    sheet = does(record())(totals_allowed(empty_sheet()))
    assert (sheet.totals, sheet.source, sheet.missing) == (GOOD, Source.TOTALS, ())
    assert (sheet.evaluated.plus, sheet.evaluated.minus) == ((40, 10, 0, 5), (12, 30, 8, 5))
    again = does(right())(sheet)
    assert (again.totals, again.source, again.changes[0].told) == (OTHER, Source.TOTALS, {"old": GOOD, "new": OTHER})
    back = does(TakeBackTotals())(sheet)
    assert (back.totals, back.source, back.content_hash) == (
        None,
        Source.PAPER,
        totals_allowed(empty_sheet()).content_hash,
    )
    assert full(sheet).totals is None
