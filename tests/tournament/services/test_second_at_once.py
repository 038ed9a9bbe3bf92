"""Two people at the same moment: one line of the second entry, and totals typed at two desks."""

from functools import partial

import pytest

from scoring.shorthand import parse_entry
from tests.together import together
from tests.worlds.factories import make_participants, make_tournament, make_user, open_scoresheet
from tests.worlds.second_entry import switch
from tests.worlds.sheets import QUIET, faults, line
from tests.worlds.totals import GOOD, OTHER, open_totals_sheet
from tournament.models import Event, Scoresheet, SecondLine, User
from tournament.services.acting import act
from tournament.sheet.acts.second_entry import RecordSecond
from tournament.sheet.acts.totals import RecordTotals

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def anna() -> User:
    return make_user("desk", "supervisor", "organiser", username="anna", full_name="Anna Obermaier")


@pytest.fixture
def bene() -> User:
    return make_user("desk", "supervisor", username="bene", full_name="Bene Huber")


def second(sheet: Scoresheet, actor: User, number: int, command: str) -> partial[object]:
    record = parse_entry(sheet.match.tournament.ruleset, "r12+", first=number == 1)
    return partial(act, sheet, RecordSecond(number=number, record=record, key=command * 32), actor=actor)


def test_a_line_of_the_second_entry_is_typed_once(anna: User, bene: User) -> None:
    tournament = make_tournament()
    make_participants(tournament, 4)
    tournament.double_entry = True
    sheet = open_scoresheet(tournament)
    answers = together(second(sheet, anna, 1, "a"), second(sheet, bene, 1, "b"))
    assert sorted(answers) == ["done", "line_taken"]
    assert SecondLine.objects.count() == 1
    first = partial(act, sheet, line(2, QUIET[1]), actor=make_user("desk"))
    # Nobody waits for the other entry, and both lines are there.
    assert together(first, second(sheet, bene, 2, "c")) == ["done", "done"]
    assert (sheet.games.count(), SecondLine.objects.count()) == (1, 2)
    assert faults(sheet) == []


def test_of_two_desks_one_enters_the_totals(anna: User, bene: User) -> None:
    sheet = open_totals_sheet(anna)
    answers = together(
        partial(act, sheet, RecordTotals(totals=GOOD), actor=anna),
        partial(act, sheet, RecordTotals(totals=OTHER), actor=bene),
    )
    assert sorted(answers) == ["done", "sheet_not_open"]
    assert Event.objects.filter(kind="totals.recorded").count() == 1
    assert faults(sheet) == []


def test_double_entry_is_switched_while_tables_write(anna: User) -> None:
    """Settling many sheets locks all of them before their match; otherwise it and a table would wait for each other."""
    tournament = make_tournament()
    make_participants(tournament, 24)
    sheets = [open_scoresheet(tournament, table=table) for table in range(1, 7)]
    for sheet in sheets:
        act(sheet, line(1, "r12+"), actor=anna)
    for number in range(2, 10):
        writing = [partial(act, sheet, line(number, "r12+"), actor=anna) for sheet in sheets[-3:]]
        assert together(partial(switch, tournament, anna, on=number % 2 == 0), *writing) == ["done"] * 4
    assert [sheet.games.count() for sheet in sheets] == [1] * 3 + [9] * 3
    assert [faults(sheet) for sheet in sheets] == [[]] * 6
