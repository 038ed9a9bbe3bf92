"""What a device is told of its own games: what changed in the state that it has, and never anything else than the state
would say (docs/table.md)."""

import json
import random
import secrets
from dataclasses import dataclass, field
from typing import Any

import pytest
from django.test import Client

from tests import table_queue as queue
from tests.worlds.factories import make_participants, make_tournament, make_user, open_scoresheet
from tests.worlds.sheets import correct, grant
from tournament.devices.services.devices import enrol_device
from tournament.devices.services.table_messages import send_message
from tournament.models import Participant, Scoresheet, Tournament, User

pytestmark = pytest.mark.django_db
RUFER = {"contract": "rufer", "declarer": 1, "partner": 3, "result": "won", "level": "simple"}
LOST = {"contract": "rufer", "declarer": 4, "partner": 2, "result": "lost", "level": "schneider", "doublings": 1}
SOLO = {"contract": "solo", "declarer": 2, "suit": "H", "result": "lost", "level": "schneider"}
TOUT = {"contract": "solo-tout", "declarer": 2, "suit": "H", "result": "won"}


@dataclass
class Phone:
    """A table's device. `state` is what it knows: each answer is checked against the whole state of the server."""

    client: Client
    base: str
    state: dict[str, Any] = field(default_factory=dict)
    sequence: int = 0

    def whole(self) -> dict[str, Any]:
        return dict(self.client.get(f"{self.base}state.json").json())

    def game(self, record: dict[str, Any], **more: Any) -> dict[str, Any]:
        self.sequence += 1
        fields = {"id": secrets.token_hex(16), "sequence": self.sequence, "base": self.state["version"]}
        return {**fields, "kind": "record", "number": self.state["next"], "record": record, **more}

    def back(self) -> dict[str, Any]:
        last = self.state["lines"][-1]
        return {**self.game({}), "kind": "take_back", "number": last["number"], "game": last["id"]}

    def send(self, *commands: dict[str, Any], **more: Any) -> dict[str, Any]:
        """Send commands; return the answer's `changes`, or {} for the whole state. Either makes the state of now."""
        message = {"protocol": 1, "restore": "", "version": self.state["version"], "commands": commands, **more}
        body = json.dumps({name: value for name, value in message.items() if value is not None})
        answer = self.client.post(f"{self.base}commands/", body, content_type="application/json").json()
        assert [one["answer"] for one in answer.get("answers", [])] == ["applied"] * len(commands), answer
        changes = answer.get("changes", {})
        self.state = queue.patched(self.state, changes) if changes else answer["state"]
        assert self.state == self.whole()
        return dict(changes)


def phone_at(tournament: Tournament, players: int = 4) -> Phone:
    make_participants(tournament, players)
    sheet = open_scoresheet(tournament, seats=players)
    client = Client()
    client.cookies["spielliste_table"] = enrol_device(scoresheet=sheet, code=sheet.code, take_over=False, label="")[1]
    phone = Phone(client, f"/table/{tournament.slug}/1/1/")
    phone.state = phone.whole()
    return phone


@pytest.fixture
def phone(anna: User) -> Phone:
    return phone_at(make_tournament())


@pytest.fixture
def sheet(phone: Phone) -> Scoresheet:
    return Scoresheet.objects.get()


@pytest.fixture
def anna() -> User:
    return make_user("organiser", "supervisor", "desk", username="anna", full_name="Anna Obermaier")


def test_a_game_is_answered_with_its_line_and_the_totals(phone: Phone) -> None:
    phone.send(phone.game(RUFER))
    changes = phone.send(phone.game(LOST))
    assert [line["number"] for line in changes["lines"]] == [2]
    assert [seat["points"] for seat in changes["seats"]] == [seat["points"] for seat in phone.state["seats"]]
    assert {"remarks", "messages", "approvals", "request", "tournament"}.isdisjoint(changes)
    assert len(json.dumps(changes)) < 2000


def test_two_of_one_name_are_told_apart_after_a_game_too(phone: Phone) -> None:
    alike = {"first_name": "Josef", "last_name": "Huber"}
    Participant.objects.filter(start_number=1).update(**alike, club="Post SV")
    Participant.objects.filter(start_number=3).update(**alike, title="Dr.")
    phone.state = phone.whole()
    changes = phone.send(phone.game(RUFER))
    assert [(seat["name"], seat["short"]) for seat in changes["seats"][::2]] == [
        ("Josef Huber (Post SV)", "Josef (Post SV)"),
        ("Dr. Josef Huber (SV Feldkirchen)", "Josef (SV Feldkirchen)"),
    ]
    assert changes["lines"][0]["text"].count("Josef (") == 2


def test_several_games_in_one_message(phone: Phone) -> None:
    first = phone.game(RUFER)
    changes = phone.send(first, {**phone.game(LOST), "number": 2}, {**phone.game(SOLO), "number": 3})
    assert [line["number"] for line in changes["lines"]] == [1, 2, 3]


def test_a_game_taken_back_is_gone(phone: Phone) -> None:
    phone.send(phone.game(RUFER))
    phone.send(phone.game(LOST))
    assert phone.send(phone.back())["gone"] == [2]
    assert phone.send(phone.game(SOLO))["gone"] == []


def test_a_game_that_waits_for_its_approval_names_who_gave_it_by_word_of_mouth(phone: Phone) -> None:
    """5.2.14: the log knows only a hash of the name, so it is read from the row."""
    phone.send(phone.game(RUFER))
    [line] = phone.send(phone.game(TOUT, oral="K. Reiter"))["lines"]
    assert (line["pending"], line["oral"]) == (True, "K. Reiter")


def test_whatever_is_told_below_the_lines_needs_the_whole_state(phone: Phone, sheet: Scoresheet, anna: User) -> None:
    assert not phone.send(phone.game(RUFER, redeals=["passed"]))
    assert phone.state["remarks"]
    assert phone.send(phone.game(TOUT))
    assert phone.state["lines"][-1]["pending"]
    grant(sheet, 2, anna)
    assert not phone.send(phone.game(RUFER))
    assert "Approved" in phone.state["remarks"][-1]


@pytest.mark.parametrize("missed", ["correction", "message"])
def test_a_device_that_missed_something_gets_the_whole_state(
    phone: Phone, sheet: Scoresheet, anna: User, missed: str
) -> None:
    phone.send(phone.game(RUFER))
    if missed == "correction":
        correct(sheet, 1, "r12+", anna)
    else:
        send_message(match=sheet.match, tables=[1], text="Pause um neun", actor=anna)
    assert not phone.send(phone.game(LOST))
    assert phone.state["messages"] if missed == "message" else phone.state["remarks"]
    assert phone.send(phone.game(LOST))


def test_a_page_that_names_no_version_gets_the_whole_state(phone: Phone) -> None:
    assert not phone.send(phone.game(RUFER), version=None)
    assert phone.send(phone.game(RUFER))


@pytest.mark.parametrize("version", ["1", -1, 1.5, True, [1]])
def test_a_version_that_is_none_is_no_message(phone: Phone, version: Any) -> None:
    body = json.dumps({"protocol": 1, "version": version, "commands": [phone.game(RUFER)]})
    answer = phone.client.post(f"{phone.base}commands/", body, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (409, "not_a_message")


def test_a_command_that_was_not_applied_brings_the_whole_state(phone: Phone) -> None:
    """Somebody else may have been first: the page must show what the refusal speaks of."""
    commands = [phone.game(RUFER), phone.game(RUFER, number=5)]
    message = {"protocol": 1, "restore": "", "version": phone.state["version"], "commands": commands}
    answer = phone.client.post(f"{phone.base}commands/", json.dumps(message), content_type="application/json").json()
    assert [one["answer"] for one in answer["answers"]] == ["applied", "conflict"]
    assert answer["state"] == phone.whole()


def test_a_name_corrected_meanwhile_is_told_with_the_next_game(phone: Phone) -> None:
    Participant.objects.filter(start_number=1).update(first_name="Annemarie")
    assert phone.send(phone.game(RUFER))["seats"][0]["name"] == "Annemarie Obermaier"
    assert phone.state["lines"][0]["text"].startswith("Rufer, Annemarie")


def test_the_last_game_ends_in_the_whole_state(phone: Phone) -> None:
    for _number in range(31):
        assert phone.send(phone.game(RUFER))
    assert not phone.send(phone.game(RUFER))
    assert phone.state["state"] == "complete"
    assert not phone.send(phone.back())


def next_command(phone: Phone, dice: random.Random) -> dict[str, Any]:
    """A game that is possible at this table, or taking the last one back."""
    last = max([0, *(line["number"] for line in phone.state["lines"])])
    if 0 < last == phone.state["reached"] and dice.random() < 0.2:
        return phone.back()
    dealer = phone.state["ahead"]["dealers"][0]
    playing = [seat["number"] for seat in phone.state["seats"]]
    if len(playing) > phone.state["players"]:
        playing.remove(dealer)
    declarer, partner = dice.sample(playing, 2)
    if dice.random() < 0.3:
        return phone.game({"contract": "solo", "declarer": declarer, "result": "lost", "level": "simple"})
    redeals = ["exposed"] if dice.random() < 0.15 else []
    return phone.game({**RUFER, "declarer": declarer, "partner": partner}, redeals=redeals)


@pytest.mark.parametrize("tariff", ["", "social-10-20"])
@pytest.mark.parametrize(
    ("rules", "players"), [("schafkopfschule-2023", 4), ("schafkopfschule-2007", 4), ("house-10-60", 5)]
)
def test_state_and_changes_always_make_the_state_of_now(rules: str, players: int, tariff: str) -> None:
    tournament = make_tournament(rules=rules)
    tournament.tariff_id = tariff
    tournament.save()
    phone, dice = phone_at(tournament, players), random.Random(f"{rules}{tariff}")
    whole = changed = 0
    while phone.state["next"] is not None and whole + changed < 30:
        if phone.send(next_command(phone, dice)):
            changed += 1
        else:
            whole += 1
    assert changed > whole > 0
