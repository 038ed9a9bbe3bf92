"""What an event makes of a sheet: the evaluation is computed anew only where something changed that it depends on."""

import pytest

from tests.sheet_tables import by_rules, game, typed
from tests.worlds.decided import AT, BOSS, empty_sheet
from tests.worlds.totals import GOOD
from tournament.enums import SheetState, Source, TableChangeKind
from tournament.sheet.acts.approvals import ApprovalGranted, ApprovalRefused, ApprovalRequested
from tournament.sheet.acts.games import GameRecorded
from tournament.sheet.acts.opening import SheetOpened
from tournament.sheet.acts.sources import SourceSet
from tournament.sheet.acts.steps import SheetStepped
from tournament.sheet.acts.table_changes import TableChanged
from tournament.sheet.acts.take_backs import GameTakenBack
from tournament.sheet.acts.totals import TotalsRecorded
from tournament.sheet.events import Event, Link
from tournament.sheet.folding import fold

SEATED = TableChanged(change=TableChangeKind.REPLACED, told={"seat": 3, "left": 13, "came": 21}, after_game=0)


@pytest.mark.parametrize(
    ("event", "stays"),
    [
        (SourceSet(source=Source.LIVE), True),
        (SheetStepped(before=SheetState.OPEN, to=SheetState.COMPLETE), True),
        # An approval that is only asked for counts like none.
        (ApprovalRequested(number=2, section="5.2.16"), True),
        (ApprovalGranted(number=2, section="5.2.16"), False),
        (GameRecorded(number=3, record=game("r13+"), source=Source.PAPER, command="c"), False),
        (GameTakenBack(number=2, record=game("s2+")), False),
        (TotalsRecorded(totals=GOOD), False),
        (SEATED, False),
        (SheetOpened(match=2, table=1, seats=(11, 12, 13, 14)), False),
    ],
    ids=lambda one: type(one).__name__,
)
def test_what_the_evaluation_depends_on(event: Event, stays: bool) -> None:
    before = typed("r12+", "s2+")(empty_sheet())
    evaluated = before.evaluated
    after = fold(before, Link(event=event, by=BOSS, at=AT))
    assert (after.__dict__.get("evaluated") is evaluated) == stays
    assert after.head == before.head + 1


def test_a_refused_game_is_evaluated_anew() -> None:
    before = fold(
        typed("r12+", "st2+")(empty_sheet()), Link(event=ApprovalGranted(number=2, section="5.2.14"), by=BOSS)
    )
    assert before.evaluated.totals == (-5, 19, -7, -7)
    after = fold(before, Link(event=ApprovalRefused(number=2, section="5.2.14"), by=BOSS, at=AT))
    assert after.evaluated.totals == (1, 1, -1, -1)


def test_a_table_of_another_size_is_evaluated_anew() -> None:
    before = by_rules("social", 5)(empty_sheet())
    assert len(before.evaluated.totals) == 5
    after = fold(before, Link(event=SheetOpened(match=1, table=1, seats=(11, 12, 13, 14)), by=BOSS, at=AT))
    assert len(after.evaluated.totals) == 4
