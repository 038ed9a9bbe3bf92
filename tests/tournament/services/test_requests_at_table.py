"""The supervisor at the table decides on its device, with six digits that are never disclosed (5.2.14, 5.2.16)."""

import secrets

import pytest

from tests.tournament.services.requesting import FOUR, POOR, TOUT, ask, decide, states, withdraw
from tests.worlds.factories import make_participants, make_tournament, make_user, open_scoresheet
from tests.worlds.sheets import faults, fill, line, live, payload, refusal
from tournament.devices.services.devices import enrol_device, lock_device, renew_code
from tournament.enums import ApprovalState
from tournament.models import ApprovalRequest, Event, FailedTry, Scoresheet, TableDevice, User
from tournament.refusals import Refused
from tournament.services.acting import act
from tournament.services.people import set_supervisor_code
from tournament.services.requests import decide_at_table
from tournament.sheet.acts.line_moves import InsertLine

pytestmark = pytest.mark.django_db


@pytest.fixture
def coded() -> User:
    """A supervisor with a code."""
    actor = make_user("supervisor", "desk", username="reiter", full_name="K. Reiter")
    return set_supervisor_code(user=actor, code="480213", actor=actor)


@pytest.fixture
def sheet(coded: User) -> Scoresheet:
    tournament = make_tournament()
    make_participants(tournament, 8)
    return live(fill(open_scoresheet(tournament), coded, FOUR), coded)


@pytest.fixture
def phone(sheet: Scoresheet) -> TableDevice:
    return enrol_device(scoresheet=sheet, code=sheet.code, take_over=False, label="")[0]


def at_table(row: ApprovalRequest, phone: TableDevice, who: User | None, code: str = "480213") -> ApprovalRequest:
    decide_at_table(request=row, state=ApprovalState.GRANTED, supervisor=who, code=code, device=phone)
    row.refresh_from_db()
    return row


def wrong_codes(phone: TableDevice) -> int:
    return TableDevice.objects.get(pk=phone.pk).wrong_codes


def test_decided_at_the_table(sheet: Scoresheet, phone: TableDevice, coded: User) -> None:
    row = at_table(ask(sheet, phone), phone, coded)
    assert (row.state, row.supervisor, row.at_table, wrong_codes(phone)) == ("granted", coded, True, 0)
    assert payload(sheet, "request.granted") == {"request": 1, "at_table": True}
    assert Event.objects.get(kind="request.granted").actor == coded
    assert faults(sheet) == []


def test_neither_name_nor_code_is_betrayed(sheet: Scoresheet, phone: TableDevice, coded: User) -> None:
    row = ask(sheet, phone)
    people = [
        coded,
        None,
        make_user("desk", username="desk"),
        make_user("supervisor", username="codeless"),
        make_user("supervisor", username="gone"),
    ]
    User.objects.filter(username="gone").update(is_active=False, supervisor_code=coded.supervisor_code)
    refusals = set()
    for who in people:
        code = "480214" if who in (coded, None) else "480213"
        with pytest.raises(Refused) as refused:
            at_table(row, phone, User.objects.get(pk=who.pk) if who else None, code)
        refusals.add((refused.value.code, str(refused.value)))
    assert refusals == {
        ("wrong_code", "Name and code do not go together. Please try again, or decide on your own phone.")
    }
    assert (wrong_codes(phone), states(sheet)) == (5, ["requested"])
    # Five wrong codes are enough; the right one comes too late.
    with pytest.raises(Refused) as refused:
        at_table(row, phone, coded)
    assert (refused.value.code, wrong_codes(phone)) == ("codes_locked", 5)


def test_a_code_for_nothing_counts_too(sheet: Scoresheet, phone: TableDevice, coded: User) -> None:
    row = withdraw(ask(sheet, phone), phone)
    with pytest.raises(Refused) as refused:
        at_table(row, phone, coded, "000000")
    assert (refused.value.code, wrong_codes(phone)) == ("wrong_code", 1)
    with pytest.raises(Refused) as refused:
        at_table(row, phone, coded)
    assert (refused.value.code, wrong_codes(phone)) == ("gone", 1)


def test_another_tables_device_cannot_decide(sheet: Scoresheet, phone: TableDevice, coded: User) -> None:
    other = open_scoresheet(sheet.match.tournament, table=2)
    stranger, _token = enrol_device(scoresheet=other, code=other.code, take_over=False, label="")
    row = ask(sheet, phone)
    with pytest.raises(Refused) as refused:
        at_table(row, stranger, coded)
    assert (refused.value.code, wrong_codes(stranger)) == ("other_table", 0)


def test_a_table_enrolled_anew_gets_no_more_tries(sheet: Scoresheet, phone: TableDevice, coded: User) -> None:
    """Otherwise somebody with the card could take over repeatedly, and guess six digits with five tries each."""
    row = ask(sheet, phone)
    for number in range(3):
        with pytest.raises(Refused):
            at_table(row, phone, coded, f"00000{number}")
    second, _token = enrol_device(scoresheet=sheet, code=sheet.code, take_over=True, label="")
    code = lock_device(device=second, actor=coded).code
    third, _token = enrol_device(scoresheet=sheet, code=code, take_over=False, label="")
    codes = []
    for number in range(3):
        with pytest.raises(Refused) as refused:
            at_table(row, third, coded, f"10000{number}")
        codes.append(refused.value.code)
    assert codes == ["wrong_code", "wrong_code", "codes_locked"]
    renew_code(scoresheet=sheet, actor=coded)
    FailedTry.objects.all().delete()  # for this supervisor fifteen seconds have passed
    at_table(row, third, coded)
    assert states(sheet) == ["granted"]


def test_a_changed_request_is_noticed_and_no_card_is_told(sheet: Scoresheet, phone: TableDevice, coded: User) -> None:
    tout = ask(sheet, phone, "solo-tout", suit="H", hand=POOR)
    ApprovalRequest.objects.filter(pk=tout.pk).update(hand=TOUT)
    assert faults(sheet) == ["the hand of request 1 is not the one that the log holds"]
    ApprovalRequest.objects.filter(pk=tout.pk).update(hand=POOR)
    decide(tout, ApprovalState.REFUSED, coded)
    ApprovalRequest.objects.filter(pk=tout.pk).update(state=ApprovalState.GRANTED)
    assert faults(sheet) == ['request 1: state is "granted", the log says "refused"']


def test_an_id_is_for_one_act_alone(sheet: Scoresheet, phone: TableDevice, coded: User) -> None:
    """A request with the id of a game would be lost if it were taken for that game, and the other way round."""
    key = secrets.token_hex(16)
    ask(sheet, phone, key=key)
    command = line(6, "s2+", command=key)
    assert refusal(lambda: act(sheet, command, actor=phone))[0] == "command_used"
    wrote = line(6, "r13+", command=secrets.token_hex(16))
    withdraw(ApprovalRequest.objects.get(), phone)
    act(sheet, wrote, actor=phone)
    assert refusal(lambda: ask(sheet, phone, key=wrote.key))[0] == "command_used"
    inserted = InsertLine(number=6, key=wrote.key)
    assert refusal(lambda: act(sheet, inserted, actor=coded))[0] == "command_used"
