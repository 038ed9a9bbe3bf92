"""Messages to tables: sent, shown on the table's device, confirmed there, taken back; who may, and what is refused."""

import json
from typing import Any

import pytest
from django.test import Client

from tests.tournament.views.desk import login, text
from tests.worlds.factories import make_participants, make_tournament, make_user, open_scoresheet
from tests.worlds.sheets import fill, live, sign, state
from tournament.devices.services.devices import enrol_device
from tournament.enums import SheetState
from tournament.models import Event, Scoresheet, TableDevice, TableMessage, Tournament, User
from tournament.proof.services.audit import audit_tournament

pytestmark = pytest.mark.django_db
PAGE = "/tournaments/feldkirchen-2026/matches/1/messages/"
TABLE = "/table/feldkirchen-2026/1/1/"


@pytest.fixture
def desk() -> User:
    return make_user("desk", "supervisor", username="reiter", full_name="K. Reiter")


@pytest.fixture
def sheet(desk: User) -> Scoresheet:
    tournament = make_tournament()
    make_participants(tournament, 12)
    for table in (2, 3):
        open_scoresheet(tournament, table=table)
    return live(fill(open_scoresheet(tournament), desk, ["r12+"]), desk)


def phone(sheet: Scoresheet) -> Client:
    client = Client()
    _, client.cookies["spielliste_table"] = enrol_device(scoresheet=sheet, code=sheet.code, take_over=True, label="")
    return client


def send(client: Client, tables: str = "1", sentence: str = "Bitte zur Aufsicht") -> Any:
    return client.post(PAGE, {"tables": tables, "text": sentence}, follow=True)


def waiting(table: Client) -> list[str]:
    return [one["text"] for one in table.get(f"{TABLE}state.json").json()["messages"]]


def confirm(table: Client, message: object) -> Any:
    return table.post(f"{TABLE}messages/read/", json.dumps({"message": message}), content_type="application/json")


def faults() -> list[str]:
    """What the audit finds about messages; the tournament itself was laid without its log."""
    audit_faults = audit_tournament(Tournament.objects.get()).faults
    return [fault.what for fault in audit_faults if "message" in fault.what]


def kinds() -> list[str]:
    return list(Event.objects.filter(kind__startswith="message.").order_by("pk").values_list("kind", flat=True))


def test_a_message_stands_on_the_device_until_it_is_confirmed(sheet: Scoresheet, desk: User) -> None:
    table, clerk = phone(sheet), login(desk)
    version = table.get(f"{TABLE}state.json").json()["version"]
    assert "Sent to 1 table." in text(send(clerk))
    messages = table.get(f"{TABLE}state.json?v={version}").json()["messages"]
    assert [(one["text"], one["from"]) for one in messages] == [("Bitte zur Aufsicht", "K. Reiter")]
    assert "not read yet" in text(clerk.get(PAGE))
    answer = confirm(table, messages[0]["id"])
    assert (answer.status_code, answer.json()["state"]["messages"]) == (200, [])
    assert "read " in text(clerk.get(PAGE))
    assert confirm(table, messages[0]["id"]).status_code == 200  # a second tap
    assert kinds() == ["message.sent", "message.read"]
    assert faults() == []


def test_the_audit_notices_a_changed_message(sheet: Scoresheet, desk: User) -> None:
    phone(sheet)
    send(login(desk))
    TableMessage.objects.update(text="Alles gut")
    assert len(faults()) == 1


def test_the_log_finds_a_message_by_its_table_and_leads_to_it(sheet: Scoresheet, desk: User) -> None:
    phone(sheet)
    clerk = login(desk)
    send(clerk)
    for query, there in (("table=1&match=1", True), ("table=2", False), ("match=2", False)):
        page = text(clerk.get(f"/tournaments/feldkirchen-2026/log/?{query}"))
        assert (f'<a href="{PAGE}">Message to table 1 of match 1' in page) == there, query


def test_the_log_names_no_word_of_a_message(sheet: Scoresheet, desk: User) -> None:
    phone(sheet)
    send(login(desk), sentence="Huber soll zur Aufsicht")
    assert "Huber" not in Event.objects.get(kind="message.sent").payload


def test_a_message_can_be_taken_back_until_it_is_read(sheet: Scoresheet, desk: User) -> None:
    table, clerk = phone(sheet), login(desk)
    send(clerk)
    message = TableMessage.objects.get()
    assert "taken back" in text(clerk.post(f"{PAGE}{message.pk}/back/", follow=True))
    assert waiting(table) == []
    assert confirm(table, message.pk).status_code == 200
    assert kinds() == ["message.sent", "message.taken_back"]
    send(clerk)
    newest = TableMessage.objects.latest("pk")
    confirm(table, newest.pk)
    assert "Table 1 has read it already." in text(clerk.post(f"{PAGE}{newest.pk}/back/", follow=True))
    assert faults() == []


def test_to_every_table_that_has_a_device(sheet: Scoresheet, desk: User) -> None:
    other = Scoresheet.objects.select_related("match__tournament").get(table_number=3)
    phone(sheet)
    phone(live(other, desk))
    assert "Sent to 2 tables." in text(send(login(desk), tables=""))
    assert list(TableMessage.objects.values_list("scoresheet__table_number", flat=True)) == [1, 3]


@pytest.mark.parametrize(
    ("tables", "said", "words"),
    [
        ("2", "x", "No device writes at table 2"),
        ("1, 2-3", "x", "No device writes at table 2, 3"),
        ("9", "x", "This match has no table 9."),
        ("1–9999", "x", "is no table"),
        ("3-1", "x", "is no table"),
        ("eins", "x", "“eins” is no table"),
        ("1", "", "This field is required"),
        ("1", "=1+1", "formula"),
        ("1", "x" * 161, "at most 160"),
    ],
)
def test_what_reaches_nobody_is_refused_and_stays_typed(
    sheet: Scoresheet, desk: User, tables: str, said: str, words: str
) -> None:
    phone(sheet)
    answer = send(login(desk), tables, said)
    assert (answer.status_code, words in text(answer)) == (422, True), text(answer)
    assert f'value="{tables}"' in text(answer)
    assert not TableMessage.objects.exists()


def test_a_table_that_reads_nothing_gets_no_more(sheet: Scoresheet, desk: User) -> None:
    phone(sheet)
    clerk = login(desk)
    for _ in range(5):
        send(clerk)
    assert "Please go there." in text(send(clerk))
    assert TableMessage.objects.count() == 5


def test_another_table_and_strangers_confirm_nothing(sheet: Scoresheet, desk: User) -> None:
    other = phone(live(Scoresheet.objects.select_related("match__tournament").get(table_number=2), desk))
    phone(sheet)
    send(login(desk))
    message = TableMessage.objects.get()
    assert confirm(other, message.pk).status_code == 403
    wrong = other.post(
        TABLE.replace("/1/1/", "/1/2/") + "messages/read/",
        json.dumps({"message": message.pk}),
        content_type="application/json",
    )
    assert wrong.status_code == 404
    assert confirm(Client(), message.pk).status_code == 403
    assert login(make_user("tribunal", username="x")).get(PAGE).status_code == 403
    TableMessage.objects.get(read_at=None)


@pytest.mark.parametrize("message", ["1", -1, None, 2**40, True, {}])
def test_nonsense_confirms_nothing(sheet: Scoresheet, desk: User, message: object) -> None:
    table = phone(sheet)
    send(login(desk))
    assert confirm(table, message).status_code == 409
    assert waiting(table) == ["Bitte zur Aufsicht"]


def test_a_message_changes_nothing_that_was_signed(sheet: Scoresheet, desk: User) -> None:
    full = sign(
        fill(Scoresheet.objects.select_related("match__tournament").get(table_number=2), desk), desk, 1, 2, 3, 4
    )
    TableDevice.objects.all().delete()
    table = phone(sheet)
    enrol_device(scoresheet=full, code=full.code, take_over=True, label="")
    send(login(desk), tables="2")
    assert state(full) == SheetState.SIGNED
    assert waiting(table) == []


def test_a_locked_device_reads_nothing(sheet: Scoresheet, desk: User) -> None:
    table = phone(sheet)
    send(login(desk))
    phone(sheet)  # another device takes over
    assert confirm(table, TableMessage.objects.get().pk).status_code == 403
    assert TableMessage.objects.get().read_at is None
