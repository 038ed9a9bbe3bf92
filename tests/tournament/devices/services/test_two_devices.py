"""Phones at one sheet at the same moment: one writes, every wrong code counts, no game slips past a take-over."""

from functools import partial

import pytest

from tests.together import together
from tests.worlds.factories import make_participants, make_tournament, make_user, open_scoresheet, write
from tests.worlds.sheets import faults, fresh, kinds, line, points
from tournament.devices.services.devices import enrol_device, lock_device, renew_code
from tournament.models import FailedTry, Game, Scoresheet, TableDevice, User
from tournament.services.acting import act

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def anna() -> User:
    return make_user("desk", "supervisor", username="anna", full_name="Anna Obermaier")


@pytest.fixture
def sheet() -> Scoresheet:
    tournament = make_tournament()
    make_participants(tournament, 4)
    sheet = open_scoresheet(tournament)
    Scoresheet.objects.update(code="4821")
    return fresh(sheet)


def enrol(sheet: Scoresheet, *, code: str = "4821", take_over: bool = False) -> TableDevice:
    device, _token = enrol_device(scoresheet=sheet, code=code, take_over=take_over, label="Android · Chrome")
    return device


def states(sheet: Scoresheet) -> list[tuple[int, str]]:
    return list(TableDevice.objects.filter(scoresheet=sheet).values_list("number", "state"))


def test_of_two_phones_one_writes_and_the_other_is_asked(sheet: Scoresheet) -> None:
    answers = together(lambda: enrol(sheet), lambda: enrol(sheet))
    assert sorted(answers) == ["device_active", "done"]
    assert states(sheet) == [(1, "active")]
    assert kinds(sheet) == ["device.enrolled", "sheet.source"]
    assert faults(sheet) == []


def test_of_two_that_take_over_the_last_one_writes(sheet: Scoresheet) -> None:
    enrol(sheet)
    take_over = partial(enrol, sheet, take_over=True)
    assert together(take_over, take_over) == ["done", "done"]
    assert states(sheet) == [(1, "replaced"), (2, "replaced"), (3, "active")]
    assert faults(sheet) == []


def test_wrong_codes_at_once_are_all_counted(sheet: Scoresheet, anna: User) -> None:
    answers = together(*[partial(enrol, sheet, code=f"000{number}") for number in range(8)])
    assert sorted(answers) == ["wait"] * 3 + ["wrong_code"] * 5
    assert (FailedTry.objects.get().failures, states(sheet)) == (5, [])


def test_the_right_code_among_wrong_ones(sheet: Scoresheet) -> None:
    answers = together(*[partial(enrol, sheet, code=code) for code in ("0000", "4821", "1111", "2222")])
    assert sorted(answers) == ["done", "wrong_code", "wrong_code", "wrong_code"]
    assert (answers[1], states(sheet)) == ("done", [(1, "active")])


def test_a_new_code_and_a_phone_with_the_old_one(sheet: Scoresheet, anna: User) -> None:
    answers = together(lambda: enrol(sheet), lambda: renew_code(scoresheet=sheet, actor=anna))
    assert (answers[0] in ("done", "wrong_code"), answers[1]) == (True, "done")
    assert faults(sheet) == []


@pytest.mark.parametrize("ruling", ["taken over", "locked"])
def test_no_game_is_written_after_the_device_was_ended(sheet: Scoresheet, anna: User, ruling: str) -> None:
    for _ in range(6):
        # Locking the previous device has renewed the code.
        device = enrol(sheet, code=fresh(sheet).code, take_over=True)
        end = (
            partial(enrol, sheet, take_over=True)
            if ruling == "taken over"
            else partial(lock_device, device=device, actor=anna)
        )
        record = partial(act, sheet, line(len(points(sheet)) + 1, "r12+"), actor=device)
        answers, ended = together(record, end)
        assert (answers in ("done", "device_replaced", "device_locked"), ended) == (True, "done")
        chain = [kind for kind in kinds(sheet) if kind.startswith(("game.", "device."))]
        ending = ["device.replaced", "device.enrolled"] if ruling == "taken over" else ["device.locked"]
        expected = ["game.recorded", *ending] if answers == "done" else ending
        assert chain[-len(expected) :] == expected
    assert Game.objects.count() == kinds(sheet).count("game.recorded")
    assert faults(sheet) == []


def test_a_phone_and_the_desk_begin_the_same_sheet(sheet: Scoresheet, anna: User) -> None:
    answers = together(lambda: enrol(sheet), lambda: write(sheet, 1, "r12+", anna))
    assert answers[1] == "done"
    row = fresh(sheet)
    # The first one decides where the sheet is written.
    assert (answers[0], row.source) in [("done", "live"), ("typed_from_paper", "paper")]
    assert Game.objects.get().source == row.source
    assert faults(sheet) == []
