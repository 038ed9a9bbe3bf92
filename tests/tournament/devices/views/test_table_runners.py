"""The table says on its device what runners a written game had, for the money alone (5.2.8)."""

import json
from typing import Any

import pytest
from django.test import Client

from tests.worlds.factories import make_participants, make_tournament, make_user, open_scoresheet
from tests.worlds.sheets import faults, fill, live
from tournament.devices.services.devices import enrol_device
from tournament.models import Game, Scoresheet, Tournament, User

pytestmark = pytest.mark.django_db
TABLE = "/table/feldkirchen-2026/1/1/"


@pytest.fixture
def desk() -> User:
    return make_user("desk", "supervisor", username="reiter", full_name="K. Reiter")


@pytest.fixture
def sheet(desk: User) -> Scoresheet:
    tournament = make_tournament()
    make_participants(tournament, 4)
    sheet = live(fill(open_scoresheet(tournament), desk, ["r12+", "w2+", "sie3"]), desk)
    Tournament.objects.update(tariff_id="official")
    return sheet


@pytest.fixture
def phone(sheet: Scoresheet) -> Client:
    client = Client()
    _, client.cookies["spielliste_table"] = enrol_device(scoresheet=sheet, code=sheet.code, take_over=True, label="")
    return client


def unsaid(phone: Client) -> list[dict[str, Any]]:
    return phone.get(f"{TABLE}state.json").json()["unsaid"]


def say(phone: Client, **fields: object) -> Any:
    return phone.post(f"{TABLE}runners/", json.dumps(fields), content_type="application/json")


def test_the_table_reads_which_games_are_open_and_says_them(sheet: Scoresheet, phone: Client) -> None:
    first, second = unsaid(phone)
    # 4.2.2: three runners with suit trumps, two in a Wenz; a Sie has none.
    assert (first["number"], first["numbers"]) == (1, [0, *range(3, 15)])
    assert (second["number"], second["numbers"]) == (2, [0, 2, 3, 4])
    answer = say(phone, number=1, game=first["game"], runners=3, claimed=2).json()
    assert (answer["answer"], [one["number"] for one in answer["state"]["unsaid"]]) == ("said", [2])
    record = Game.objects.get(number=1).record
    assert (record["runners"], record["claimed"], faults(sheet)) == (3, 2, [])


def test_points_only_asks_for_nothing(phone: Client) -> None:
    Tournament.objects.update(tariff_id="")
    assert unsaid(phone) == []


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"number": 1, "game": "other", "runners": 3}, "line_taken"),
        ({"number": 1, "game": "", "runners": 15}, "number_out_of_range"),
        ({"number": 9, "game": "", "runners": 3}, "not_written"),
        ({"number": 1, "runners": 3}, "not_a_message"),
        ({"number": 1, "game": "", "runners": "3"}, "not_a_message"),
    ],
)
def test_what_is_refused(phone: Client, fields: dict[str, object], code: str) -> None:
    answer = say(phone, **fields)
    assert (answer.status_code, answer.json()["code"]) == (409, code)


def test_a_game_comes_with_its_runners_and_claims(sheet: Scoresheet, phone: Client) -> None:
    """4.2.3: asked for while the game is chosen, they change no points."""
    state = phone.get(f"{TABLE}state.json").json()
    record = {
        "contract": "rufer", "declarer": 1, "partner": 3, "result": "won", "level": "simple",
        "runners": 4, "claimed": 3,
    }  # fmt: skip
    command = {"id": "a" * 32, "sequence": 1, "base": state["version"], "kind": "record", "number": 4, "record": record}
    message = {"protocol": 1, "restore": "", "commands": [command]}
    answer = phone.post(f"{TABLE}commands/", json.dumps(message), content_type="application/json").json()
    assert [one["answer"] for one in answer["answers"]] == ["applied"]
    assert Game.objects.get(number=4).record == record
