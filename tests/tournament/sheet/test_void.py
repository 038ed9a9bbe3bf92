"""Declaring a sheet void and valid again, and a sheet's beginning and end (5.3.6, 5.2.2)."""

import pytest

from tests.sheet_tables import (
    Row,
    accepted,
    barred,
    check,
    decision,
    discarded,
    does,
    double,
    full,
    not_signing,
    objection,
    rule_of,
    signed,
    typed,
    void,
    works,
)
from tests.worlds.decided import BOSS, JUDGE, empty_sheet, full_sheet, why
from tournament.enums import SheetState
from tournament.sheet.acts.opening import DiscardSheet, OpenSheet
from tournament.sheet.acts.signatures import OverruleRefusal
from tournament.sheet.acts.void import RestoreSheet, VoidSheet
from tournament.sheet.state import Sheet

VOID, RESTORE = VoidSheet(reason=why("nicht lesbar")), RestoreSheet(reason=why("doch"))
TWO = typed("r12+", "s2+")


def not_drawn(sheet: Sheet) -> Sheet:
    """Nobody sits there yet."""
    return Sheet(terms=sheet.terms)


ROWS: list[Row] = [
    works("5.3.6 declared void", [TWO], VOID, f"table.voided after_game=2 reason={why('nicht lesbar').digest}",
          "sheet.state from=open to=void", by=BOSS),
    works("5.3.6 a complete sheet", [full], VOID, "table.voided after_game=32", "sheet.state from=complete to=void",
          by=BOSS),
    works("5.3.6 a signed sheet keeps its signatures", [full, signed()], VOID, "table.voided",
          "sheet.state from=signed to=void", by=BOSS),
    works("5.3.6 an accepted sheet", [full, accepted], VOID, "table.voided", "sheet.state from=accepted to=void",
          by=BOSS),
    barred("5.3.6 the reason is missing", [TWO], VoidSheet(reason=why(" ")), "reason_missing", by=BOSS),
    barred("5.3.6 it is void already", [TWO, void], VOID, "sheet_void", by=BOSS),
    barred("5.3.6 the ranking is official", [TWO], VOID, "tournament_finished", by=BOSS, official=True),
    barred("5.2.2 a discarded sheet is no sheet", [discarded], VOID, "step_not_allowed", by=BOSS),
    works("5.3.6 valid again it is open", [TWO, void], RESTORE,
          f"table.restored after_game=2 reason={why('doch').digest}", "sheet.state from=void to=open", by=BOSS),
    works("5.3.6 or complete", [full, signed(1), void], RESTORE, "table.restored", "sheet.state from=void to=complete",
          by=BOSS),
    works("5.3.6 or signed; the supervisor accepts it anew", [full, accepted, void], RESTORE, "table.restored",
          "sheet.state from=void to=signed", by=BOSS),
    works("5.1.3 an overruled refusal counts like a signature",
          [full, signed(1, 3, 4), does(not_signing(2), objection(), decision()),
          does(lambda sheet: OverruleRefusal(seat=2, content=sheet.content_hash, dispute=1)), void], RESTORE,
          "table.restored", "sheet.state from=void to=signed", by=BOSS),
    works("double entry was switched on meanwhile", [full, signed(), void, double], RESTORE, "table.restored",
          "sheet.state from=void to=open", by=BOSS),
    barred("5.3.6 it is not void", [TWO], RESTORE, "not_void", by=BOSS),
    barred("5.3.6 again, the reason is missing", [TWO, void], RestoreSheet(reason=why("")), "reason_missing",
           by=BOSS),
    barred("5.3.6 again, the ranking is official", [TWO, void], RESTORE, "tournament_finished", by=BOSS,
           official=True),
    # Beginning and end.
    works("5.2.2 the lots are drawn", [not_drawn], OpenSheet(match=2, table=7, seats=[21, 22, 23, 24]),
          "scoresheet.opened match=2 table=7 seats=21,22,23,24"),
    works("5.2.2 the draw is discarded before play", [], DiscardSheet(), "scoresheet.discarded", by=BOSS,
          state=SheetState.DISCARDED),
]  # fmt: skip


@pytest.mark.parametrize("row", ROWS, ids=rule_of)
def test_a_void_sheet(row: Row) -> None:
    check(row)


def test_what_a_void_sheet_keeps() -> None:
    sheet = void(accepted(full_sheet()))
    assert (sheet.games, sheet.signed, sheet.accepted_by) == (full_sheet().games, {1, 2, 3, 4}, None)
    [change] = sheet.changes
    assert (change.kind, change.after_game, change.by, change.told) == ("voided", 32, BOSS.login, {})
    again = does(RESTORE, by=JUDGE)(sheet)
    assert (again.signed, again.was_signed, [one.kind for one in again.changes]) == (
        {1, 2, 3, 4}, True, ["voided", "restored"],
    )  # fmt: skip


def test_a_sheet_begins_with_its_players_and_ends_without() -> None:
    sheet = empty_sheet()
    assert (sheet.match, sheet.table, sheet.seats, sheet.first_dealer, sheet.head) == (1, 1, (11, 12, 13, 14), 1, 1)
    assert discarded(sheet).seats == ()
