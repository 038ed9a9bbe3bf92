"""The database went back and nobody ordered it: a start misses entries, or a device has seen more of its sheet."""

import json
import secrets
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournament.views.reading import page_of
from tests.worlds.factories import make_participants, make_tournament, make_user, open_scoresheet
from tournament.backup.selectors.restores import restore_key
from tournament.backup.services.restores import note_lost_entries, note_restore, settle_restore
from tournament.devices.services.devices import enrol_device
from tournament.models import Command, Event, Restore, Scoresheet, User
from tournament.proof.services.audit import audit_installation
from tournament.selectors import versions

pytestmark = pytest.mark.django_db
BASE = "/table/feldkirchen-2026/1/1/"
RUFER = {"contract": "rufer", "declarer": 1, "partner": 3, "result": "won", "level": "simple"}


@pytest.fixture
def anna() -> User:
    return make_user("organiser", "supervisor", "desk", username="anna")


@pytest.fixture
def sheet() -> Scoresheet:
    tournament = make_tournament()
    make_participants(tournament, 4)
    return open_scoresheet(tournament)


@pytest.fixture
def phone(sheet: Scoresheet) -> Client:
    client = Client()
    _, token = enrol_device(scoresheet=sheet, code=sheet.code, take_over=False, label="")
    client.cookies["spielliste_table"] = token
    return client


def state_of(phone: Client, **query: Any) -> Any:
    return phone.get(f"{BASE}state.json", query).json()


def send(phone: Client, restore: str, base: int, number: int = 1) -> Any:
    command = {"id": secrets.token_hex(16), "sequence": number, "base": base, "kind": "record", "number": number}
    message = {"protocol": 1, "restore": restore, "commands": [{**command, "record": RUFER}]}
    return phone.post(f"{BASE}commands/", json.dumps(message), content_type="application/json").json()


def page_words(client: Client, sheet: Scoresheet) -> str:
    page = client.get(reverse("restored", args=[sheet.match.tournament.slug, 1]))
    return " ".join(page_of(page).split())


def test_lost_entries_are_noted_like_a_restore_and_told_to_the_desk(
    phone: Client, sheet: Scoresheet, anna: User, client: Client
) -> None:
    state = state_of(phone)
    version = versions.tournament_version(sheet.match.tournament)
    newest = Event.objects.latest("pk").at
    restore = note_lost_entries(25)
    assert (restore.copy, restore.copied_at) == ("", newest)
    assert versions.tournament_version(sheet.match.tournament) > version + 1_000_000
    assert state_of(phone, v=state["version"], restore="")["restore"] == restore.key
    assert Event.objects.filter(kind="tournament.restored").count() == 1
    client.force_login(anna)
    assert "After the restart" in page_words(client, sheet)
    assert "25 entries of the log were missing that had been there before" in page_words(client, sheet)
    assert "not heard of yet" in page_words(client, sheet)
    assert [str(fault) for fault in audit_installation().faults if "restore" in str(fault)] == []
    note_lost_entries(1)
    assert "1 entry of the log was missing" in page_words(client, sheet)


def test_a_device_that_has_seen_more_makes_all_devices_send_again(
    phone: Client, sheet: Scoresheet, anna: User, client: Client
) -> None:
    state = state_of(phone)
    newer = {"v": state["version"] + 3, "restore": "", "sheet": sheet.pk}
    answer = state_of(phone, **newer)
    [restore] = Restore.objects.all()
    assert (answer["restore"], answer["version"]) == (restore.key, state["version"])
    client.force_login(anna)
    assert "the device of table 1 in match 1 had seen more" in page_words(client, sheet)
    assert [str(fault) for fault in audit_installation().faults if "restore" in str(fault)] == []
    # Its word alone does so once, until somebody has looked after it.
    state_of(phone, **{**newer, "restore": restore.key})
    assert Restore.objects.count() == 1
    settle_restore(restore=restore, actor=anna)
    assert state_of(phone, **{**newer, "restore": restore.key})["restore"] != restore.key
    assert Restore.objects.count() == 2


@pytest.mark.parametrize(
    "wrong",
    [
        {"sheet": 0},  # it knew the sheet of another draw
        {"sheet": ""},  # a page of an older version
        {"restore": "0" * 16},  # it has not heard of the newest restore yet
        {"v": "x"},
        {"v": "-3"},
        {"v": "9" * 40},
    ],
)
def test_what_proves_nothing_changes_nothing(phone: Client, sheet: Scoresheet, wrong: dict[str, Any]) -> None:
    version = state_of(phone)["version"]
    answer = state_of(phone, **{"v": version + 3, "restore": "", "sheet": sheet.pk, **wrong})
    assert (answer["version"], Restore.objects.count()) == (version, 0)


def test_a_game_made_on_a_newer_state_says_the_same(phone: Client) -> None:
    version = state_of(phone)["version"]
    answer = send(phone, "", version + 3)
    assert [one["code"] for one in answer["answers"]] == ["sheet_older"]
    assert answer["state"]["restore"] == restore_key() != ""
    # Knowing of it, the device sends it on the state that is there.
    assert [one["answer"] for one in send(phone, restore_key(), version)["answers"]] == ["applied"]
    assert Command.objects.count() == 1


def test_after_a_restore_that_waits_a_device_is_still_believed(phone: Client, sheet: Scoresheet) -> None:
    first = note_restore(copy="spielliste.zip", copied_at=Event.objects.latest("pk").at).key
    version = state_of(phone)["version"]
    assert state_of(phone, v=version + 1, restore=first, sheet=sheet.pk)["restore"] != first
