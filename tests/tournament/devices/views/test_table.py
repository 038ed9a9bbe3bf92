"""The addresses of the page at the table: for the device that holds the sheet's token, and for nobody else."""

import json
import secrets

import pytest
from django.test import Client

from tests.worlds.factories import make_participants, make_tournament, make_user, open_scoresheet, write
from tests.worlds.sheets import discarded_meanwhile
from tournament.devices.services.devices import enrol_device, lock_device
from tournament.enums import TournamentState
from tournament.models import Approval, Game, Scoresheet, TableDevice, Tournament

pytestmark = pytest.mark.django_db
RUFER = {"contract": "rufer", "declarer": 1, "partner": 3, "result": "won", "level": "simple"}
BASE = "/table/feldkirchen-2026/1/1/"


@pytest.fixture
def sheet() -> Scoresheet:
    tournament = make_tournament()
    make_participants(tournament, 8)
    return open_scoresheet(tournament)


@pytest.fixture
def phone(sheet: Scoresheet) -> Client:
    """The browser of the table's device."""
    client = Client()
    _, token = enrol_device(scoresheet=sheet, code=sheet.code, take_over=False, label="")
    client.cookies["spielliste_table"] = token
    return client


def game(place: int, **more):
    fields = {"id": secrets.token_hex(16), "sequence": place, "base": 0, "kind": "record", "number": place}
    return {**fields, "record": RUFER, **more}


def message(*commands, protocol=1) -> str:
    return json.dumps({"protocol": protocol, "commands": commands})


def post(client: Client, *commands, body: str = ""):
    return client.post(f"{BASE}commands/", body or message(*commands), content_type="application/json")


def test_the_device_gets_its_sheet(phone: Client):
    answer = phone.get(f"{BASE}state.json")
    state = answer.json()
    assert (state["table"], state["next"], state["lines"]) == (1, 1, [])
    assert [seat["name"] for seat in state["seats"]] == ["Anna Obermaier", "Bene Huber", "Centa Löffler", "Dirk Süß"]
    assert "no-store" in answer["Cache-Control"]
    assert phone.get(f"{BASE}state.json?v={state['version']}").status_code == 204


def test_the_last_round_may_be_shorter(phone: Client, sheet: Scoresheet):
    """5.3.3: a club's own rules with 30 games have seven rounds of four and one of two, as the paper has."""
    tournament = sheet.match.tournament
    tournament.frozen_ruleset = tournament.frozen_ruleset.replace(
        "games_per_player = { value = 32", "games_per_player = { value = 30"
    )
    tournament.save()
    state = phone.get(f"{BASE}state.json").json()
    assert (state["games"], state["round_of"]) == (30, 4)


def test_a_line_written_again_is_the_newest_command_s(phone: Client):
    first, second = game(1), game(3, number=1)
    back = {
        "id": secrets.token_hex(16),
        "sequence": 2,
        "base": 0,
        "kind": "take_back",
        "number": 1,
        "game": first["id"],
    }
    [line] = post(phone, first, back, second).json()["state"]["lines"]
    assert line["id"] == second["id"]


def test_games_for_a_draw_that_is_discarded_meanwhile_are_refused_whole(phone: Client, sheet: Scoresheet):
    with discarded_meanwhile(sheet):
        answer = post(phone, game(1))
    assert (answer.status_code, answer.json()["code"]) == (409, "sheet_discarded")
    assert answer.json()["text"].startswith("This draw was discarded in the meantime.")
    assert post(phone, game(1)).status_code == 404
    assert not Game.objects.exists()


@pytest.mark.parametrize(
    ("protocol", "code"), [(2, "unknown"), (0, "unknown"), ("1", "not_a_message"), (None, "not_a_message")]
)
def test_a_page_of_another_protocol_keeps_everything(phone: Client, protocol, code: str):
    answer = post(phone, body=message(game(1), protocol=protocol))
    assert (answer.status_code, answer.json()["code"]) == (409, code)
    assert not Game.objects.exists()
    if code == "unknown":
        assert answer.json()["text"] == (
            "This page is of another version. Please load it again once everything is saved."
        )


def test_a_command_is_answered_with_the_state_that_came_of_it(phone: Client):
    answer = post(phone, game(1), game(2, number=5)).json()
    assert [(one["answer"], one.get("code")) for one in answer["answers"]] == [
        ("applied", None),
        ("conflict", "line_out_of_turn"),
    ]
    assert (answer["state"]["written"], answer["state"]["device"]) == (1, {"number": 1, "sequence": 1})
    assert [seat["points"] for seat in answer["state"]["seats"]] == [1, -1, 1, -1]


def test_the_state_costs_the_same_queries_whatever_is_written(
    phone: Client, sheet: Scoresheet, django_assert_max_num_queries
):
    anna = make_user("supervisor")
    for number in range(1, 5):
        write(sheet, number, "r13+", anna)
    with django_assert_max_num_queries(15) as few:
        phone.get(f"{BASE}state.json")
    for number in range(5, 30):
        write(sheet, number, "r13+", anna)
    with django_assert_max_num_queries(15) as many:
        phone.get(f"{BASE}state.json")
    assert len(few) == len(many)


def test_nobody_else_gets_in(phone: Client, sheet: Scoresheet, client: Client):
    open_scoresheet(sheet.match.tournament, table=2)
    other = BASE.replace("/1/1/", "/1/2/")
    for asking, base in ((client, BASE), (phone, other)):
        for path in ("state.json", "outcomes.json"):
            answer = asking.get(base + path)
            assert (answer.status_code, answer.json()["code"]) == (403, "not_enrolled")
        answer = asking.post(f"{base}commands/", message(game(1)), content_type="application/json")
        assert (answer.status_code, answer.json()["code"]) == (403, "not_enrolled")
    assert not Game.objects.exists()


def test_a_login_is_no_device(client: Client, sheet: Scoresheet):
    client.force_login(make_user("organiser", "supervisor"))
    assert post(client, game(1)).status_code == 403


def test_a_locked_device_is_told_so_and_nothing_is_taken(phone: Client):
    lock_device(device=TableDevice.objects.get(), actor=make_user("desk"))
    answer = post(phone, game(1))
    assert (answer.status_code, answer.json()["code"]) == (403, "device_locked")
    assert not Game.objects.exists()


def test_a_closed_tournament_has_no_devices_any_more(phone: Client):
    assert phone.get(f"{BASE}state.json").status_code == 200
    Tournament.objects.update(state=TournamentState.ARCHIVED)
    answers = [phone.get(f"{BASE}state.json"), post(phone, game(1))]
    assert [(answer.status_code, answer.json()["code"]) for answer in answers] == [(403, "not_enrolled")] * 2
    assert b'id="offline_words"' not in phone.get(BASE).content


@pytest.mark.parametrize(
    "body",
    [
        "",
        "nonsense",
        "[]",
        "{}",
        '{"protocol": 1, "commands": {}}',
        '{"protocol": 1, "commands": [1]}',
        "[" * 100_000,
        message(game(1, id="short")),
        message(game(1, number=True)),
        message(game(1, number=2**40)),
        message(game(1, base=-1)),
        message(game(1, oral="x" * 200)),
        message(game(1, record={"written": [1, -1, 1, -1]})),
        message(game(1, record={**RUFER, "approved": True})),
        message(game(1, record={**RUFER, "struck": True})),
        message(game(1, record=None)),
    ],
)
def test_what_is_no_message_is_refused_whole(phone: Client, body: str):
    answer = phone.post(f"{BASE}commands/", body, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (409, "not_a_message")
    assert not Game.objects.exists()


def test_commands_need_the_page_s_token_against_forged_requests(sheet: Scoresheet):
    client = Client(enforce_csrf_checks=True)
    _, token = enrol_device(scoresheet=sheet, code=sheet.code, take_over=False, label="")
    client.cookies["spielliste_table"] = token
    assert post(client, game(1)).status_code == 403
    assert not Game.objects.exists()
    assert client.get(BASE).status_code == 200
    answer = client.post(
        f"{BASE}commands/",
        message(game(1)),
        content_type="application/json",
        headers={"X-CSRFToken": client.cookies["csrftoken"].value},
    )
    assert answer.json()["answers"][0]["answer"] == "applied"


def test_the_outcomes_are_those_of_the_tournament_s_rules(phone: Client):
    outcomes = phone.get(f"{BASE}outcomes.json").json()
    assert [contract["key"] for contract in outcomes["contracts"]] == [
        *("rufer", "solo", "wenz", "solo-tout", "wenz-tout", "sie"),
    ]
    assert len(outcomes["later"]) == 23


def test_what_cannot_be_printed_is_no_part_of_a_name(phone: Client):
    """No database stores half a surrogate pair, and a game that cannot be stored would stop all later ones."""
    opening = [game(place, record={"contract": "solo", "declarer": 1, "result": "won"}) for place in range(1, 6)]
    command = {**opening[-1], "number": 6, "sequence": 6, "oral": "\u202eK. Reiter\ud800"}
    answer = post(phone, *opening, {**command, "id": secrets.token_hex(16)}).json()
    assert [one["answer"] for one in answer["answers"]] == ["applied"] * 6
    assert Approval.objects.get(game__number=6).oral == "K. Reiter"
