"""Double entry on a live sheet: lines typed by logins are entries, lines written by a device of the table are not."""

import secrets

import pytest

from scoring.shorthand import parse_entry
from tests.worlds.factories import make_user
from tests.worlds.played import first_sheet, play
from tests.worlds.sheets import QUIET, RULESET, faults, fill, fresh, line, refusal, sign, state
from tournament.devices.services.devices import enrol_device
from tournament.enums import SheetState, Source
from tournament.models import Scoresheet, TableDevice, Tournament, User
from tournament.selectors.second_entry import is_blind_view, waiting_second
from tournament.selectors.sheets import sheet_state
from tournament.services.acting import act
from tournament.sheet.acts.second_entry import RecordSecond, open_lines

pytestmark = pytest.mark.django_db


@pytest.fixture
def eva() -> User:
    return make_user("desk", username="eva", full_name="Eva Zöllner")


@pytest.fixture
def franz() -> User:
    return make_user("desk", username="franz", full_name="Franz Bäuml")


@pytest.fixture
def sheet() -> Scoresheet:
    """An empty sheet that is to be typed twice."""
    tournament, _actor = play(1, [])
    Tournament.objects.update(double_entry=True)
    return first_sheet(tournament)


def second(number: int) -> RecordSecond:
    """The line of the second entry, as the first person typed it."""
    record = parse_entry(RULESET, QUIET[number - 1], first=number == 1)
    return RecordSecond(number=number, record=record, key=secrets.token_hex(16))


def enrol(sheet: Scoresheet) -> TableDevice:
    device, _token = enrol_device(scoresheet=sheet, code=sheet.code, take_over=False, label="laptop")
    sheet.refresh_from_db()
    assert sheet.source == Source.LIVE
    return device


def test_a_device_of_the_desks_own_is_no_way_round_the_second_entry(sheet: Scoresheet, eva: User, franz: User) -> None:
    """Enrolled with the table's code, it makes an empty sheet live, but the lines are still typed at the desk."""
    enrol(sheet)
    fill(sheet, eva, QUIET)
    sheet = fresh(sheet)
    assert (sheet.state, open_lines(sheet_state(sheet))) == (SheetState.OPEN, tuple(range(1, 33)))
    assert refusal(lambda: sign(sheet, eva))[0] == "second_entry_open"
    assert (waiting_second(sheet.match, eva), waiting_second(sheet.match, franz)) == ((), (1,))
    assert (is_blind_view(sheet, eva), is_blind_view(sheet, franz)) == (False, True)
    assert refusal(lambda: act(sheet, second(1), actor=eva))[0] == "same_person"
    for number in range(1, 33):
        act(sheet, second(number), actor=franz)
    assert (state(sheet), open_lines(sheet_state(sheet))) == (SheetState.COMPLETE, ())
    assert faults(sheet) == []


def test_who_typed_the_second_entry_types_no_first_one(sheet: Scoresheet, eva: User, franz: User) -> None:
    enrol(sheet)
    fill(sheet, eva, QUIET[:1])
    act(sheet, second(1), actor=franz)
    assert refusal(lambda: act(sheet, line(2, QUIET[1]), actor=franz))[0] == "same_person"


def test_what_a_table_reads_out_is_typed_once(sheet: Scoresheet, eva: User, franz: User) -> None:
    """The table writes; the line that the desk took down from it has no paper to type it from again."""
    device = enrol(sheet)
    fill(sheet, eva, QUIET[:1])
    assert waiting_second(sheet.match, franz) == (1,)
    act(sheet, second(1), actor=franz)
    act(sheet, line(2, QUIET[1]), actor=device)
    act(sheet, line(3, QUIET[2]), actor=franz)
    assert (open_lines(sheet_state(fresh(sheet))), waiting_second(sheet.match, franz)) == ((), ())
    fill(sheet, eva, QUIET[3:], first=4)
    assert state(sheet) == SheetState.COMPLETE
    assert faults(sheet) == []
