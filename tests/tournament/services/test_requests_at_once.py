"""Table and supervisors at the same moment: granted, withdrawn, written; many codes tried at once."""

import secrets
from collections.abc import Callable
from functools import partial

import pytest

from tests.together import together
from tests.worlds.factories import make_participants, make_tournament, make_user, open_scoresheet
from tests.worlds.sheets import faults, fill, kinds, line, live, points, requests
from tournament.devices.services.devices import enrol_device
from tournament.enums import ApprovalState
from tournament.models import ApprovalRequest, Scoresheet, TableDevice, User
from tournament.services.acting import act
from tournament.services.people import set_supervisor_code
from tournament.services.requests import (
    MOST_WRONG_CODES,
    decide_at_table,
    decide_request,
    request_approval,
    withdraw_request,
)
from tournament.sheet.acts.requests import RequestApproval

pytestmark = pytest.mark.django_db(transaction=True)
GRANTED, REFUSED = ApprovalState.GRANTED, ApprovalState.REFUSED
FOUR = ["r12+", "s1+", "w2+", "s3-", "w4-"]
TIMES = 5


@pytest.fixture
def anna() -> User:
    return make_user("desk", "supervisor", username="anna", full_name="Anna Obermaier")


@pytest.fixture
def bene() -> User:
    return make_user("supervisor", username="bene", full_name="Bene Huber")


@pytest.fixture
def sheet(anna: User) -> Scoresheet:
    tournament = make_tournament()
    make_participants(tournament, 4)
    return live(fill(open_scoresheet(tournament), anna, FOUR), anna)


@pytest.fixture
def phone(sheet: Scoresheet) -> TableDevice:
    return enrol_device(scoresheet=sheet, code=sheet.code, take_over=False, label="")[0]


def asking(sheet: Scoresheet, phone: TableDevice, number: int, key: str = "") -> Callable[[], ApprovalRequest]:
    command = RequestApproval(
        number=number, seat=2, contract="solo", suit="", hand=(), key=key or secrets.token_hex(16)
    )
    return partial(request_approval, scoresheet=sheet, command=command, actor=phone)


def playing(sheet: Scoresheet, phone: TableDevice, number: int) -> Callable[[], object]:
    return partial(act, sheet, line(number, "s2+"), actor=phone)


def test_granted_and_written_at_once(sheet: Scoresheet, phone: TableDevice, anna: User) -> None:
    for number in range(6, 6 + TIMES):
        row = asking(sheet, phone, number)()
        answers = together(
            partial(decide_request, request=row, state=GRANTED, actor=anna), playing(sheet, phone, number)
        )
        row.refresh_from_db()
        # Granted first, the game has its approval; if the game is written first, it waits and the request is gone.
        assert answers in (["done", "done"], ["gone", "done"])
        state = ("granted", "granted") if answers[0] == "done" else ("withdrawn", "requested")
        assert (row.state, requests(sheet)[number][1]) == state
        assert points(sheet)[number] == ((-2, 6, -2, -2) if answers[0] == "done" else (0, 0, 0, 0))
    assert faults(sheet) == []


def test_granted_and_withdrawn_at_once(sheet: Scoresheet, phone: TableDevice, anna: User) -> None:
    for _ in range(TIMES):
        row = asking(sheet, phone, 6)()
        answers = together(
            partial(decide_request, request=row, state=GRANTED, actor=anna),
            partial(withdraw_request, request=row, actor=phone),
        )
        row.refresh_from_db()
        assert (answers, row.state) in (
            (["done", "already_decided"], "granted"),
            (["gone", "done"], "withdrawn"),
        )
    assert faults(sheet) == []


def test_two_supervisors_decide_at_once(sheet: Scoresheet, phone: TableDevice, anna: User, bene: User) -> None:
    row = asking(sheet, phone, 6)()
    acts = [partial(decide_request, request=row, state=GRANTED, actor=who) for who in (anna, bene)]
    assert sorted(together(*acts)) == ["already_decided", "done"]
    assert kinds(sheet).count("request.granted") == 1


def test_asked_twice_at_once(sheet: Scoresheet, phone: TableDevice) -> None:
    key = secrets.token_hex(16)
    assert together(asking(sheet, phone, 6, key), asking(sheet, phone, 6, key)) == ["done", "done"]
    assert sorted(together(asking(sheet, phone, 6), asking(sheet, phone, 6))) == ["request_open"] * 2
    assert ApprovalRequest.objects.count() == 1


def test_asked_and_written_at_once(sheet: Scoresheet, phone: TableDevice) -> None:
    for number in range(6, 6 + TIMES):
        answers = together(asking(sheet, phone, number), playing(sheet, phone, number))
        assert answers in (["done", "done"], ["request_out_of_turn", "done"])
        assert not sheet.requests.filter(state="requested").exists()
    assert faults(sheet) == []


def test_many_wrong_codes_at_once_are_five(sheet: Scoresheet, phone: TableDevice, anna: User) -> None:
    set_supervisor_code(user=anna, code="480213", actor=anna)
    anna.refresh_from_db()
    row = asking(sheet, phone, 6)()
    tries = [
        partial(decide_at_table, request=row, state=GRANTED, supervisor=anna, code=f"48021{last}", device=phone)
        for last in (0, 1, 2, 4, 5, 6, 7, 8)
    ]
    answers = together(*tries)
    # Who is told "busy" has tried nothing, and may try again.
    assert set(answers) <= {"wrong_code", "busy", "codes_locked"}
    looked_at = answers.count("wrong_code")
    assert TableDevice.objects.get(pk=phone.pk).wrong_codes == looked_at <= MOST_WRONG_CODES
    one_after_the_other = [answer for one in tries for answer in together(one)]
    remaining = MOST_WRONG_CODES - looked_at
    assert one_after_the_other == ["wrong_code"] * remaining + ["codes_locked"] * (len(tries) - remaining)
    assert TableDevice.objects.get(pk=phone.pk).wrong_codes == MOST_WRONG_CODES
    row.refresh_from_db()
    assert row.state == "requested"
