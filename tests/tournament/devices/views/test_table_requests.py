"""Approvals before play at the device's addresses and in the supervisor's list (docs/table.md)."""

import json
import secrets
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.tournament.views.desk import login, text
from tests.worlds.factories import make_participants, make_tournament, make_user, open_scoresheet, write
from tests.worlds.sheets import fill, live, payload
from tournament.devices.services.devices import enrol_device, lock_device
from tournament.enums import ApprovalState
from tournament.models import ApprovalRequest, Scoresheet, TableDevice, User
from tournament.services.people import set_supervisor_code
from tournament.services.requests import decide_request

pytestmark = pytest.mark.django_db
BASE = "/table/feldkirchen-2026/1/1/requests/"
LIST = "/tournaments/feldkirchen-2026/approvals/"
TOUT = ["EO", "GO", "HO", "EU", "GU", "HA", "H10", "SA"]


@pytest.fixture
def reiter() -> User:
    actor = make_user("supervisor", "desk", username="reiter", full_name="K. Reiter")
    return set_supervisor_code(user=actor, code="480213", actor=actor)


@pytest.fixture
def sheet(reiter: User) -> Scoresheet:
    tournament = make_tournament()
    make_participants(tournament, 8)
    return live(fill(open_scoresheet(tournament), reiter, ["r12+", "s1+", "w2+", "s3-", "w4-"]), reiter)


@pytest.fixture
def phone(sheet: Scoresheet) -> Client:
    client = Client()
    _, client.cookies["spielliste_table"] = enrol_device(scoresheet=sheet, code=sheet.code, take_over=False, label="")
    return client


def post(client: Client, path: str = "", body: Any = None) -> Any:
    content = body if isinstance(body, str) else json.dumps(body)
    return client.post(BASE + path, content, content_type="application/json")


def request_message(**more: Any) -> dict[str, Any]:
    fields = {"key": secrets.token_hex(16), "number": 6, "seat": 1, "contract": "solo-tout", "suit": "H", "hand": []}
    return {**fields, **more}


def test_asked_withdrawn_asked_again_and_decided(phone: Client, sheet: Scoresheet, reiter: User) -> None:
    answer = post(phone, body=request_message(hand=TOUT))
    assert (answer.status_code, answer.json()["answer"]) == (200, "asked")
    request = answer.json()["state"]["request"]
    assert (request["state"], request["text"]) == ("requested", "Solo Tout (Hearts), Anna")
    assert "no-store" in answer["Cache-Control"]
    reply = post(phone, "withdraw/", {"request": request["id"]}).json()
    assert (reply["answer"], reply["state"]["request"]) == ("withdrawn", None)
    again = post(phone, body=request_message()).json()["state"]["request"]["id"]
    decision = {"request": again, "state": "refused", "supervisor": reiter.pk, "code": "480213"}
    verdict = post(phone, "decide/", decision).json()
    request = verdict["state"]["request"]
    assert (verdict["answer"], request["state"], request["supervisor"], request["at_table"]) == (
        "refused", "refused", "K. Reiter", True,
    )  # fmt: skip


def test_whom_a_table_can_name(phone: Client, reiter: User) -> None:
    make_user("supervisor", username="franz", full_name="Franz Bäuml")
    make_user("desk", username="dirk", full_name="Dirk Süß")
    User.objects.create_user(username="old", full_name="Old", supervisor=True, is_active=False)
    state = phone.get("/table/feldkirchen-2026/1/1/state.json").json()
    assert [(one["name"], one["code"]) for one in state["approvals"]["supervisors"]] == [
        ("Franz Bäuml", False),
        ("K. Reiter", True),
    ]


def test_a_refusal_is_a_sentence(phone: Client, reiter: User) -> None:
    answer = post(phone, body=request_message(contract="rufer", suit=""))
    assert (answer.status_code, answer.json()) == (
        409, {"code": "approval_not_needed", "text": "This game needs no approval.", "kind": "refused"},
    )  # fmt: skip
    request = post(phone, body=request_message()).json()["state"]["request"]["id"]
    answer = post(phone, "decide/", {"request": request, "state": "granted", "supervisor": 10_000, "code": "480213"})
    assert (answer.status_code, answer.json()["code"]) == (409, "wrong_code")
    assert TableDevice.objects.get().wrong_codes == 1


@pytest.mark.parametrize(
    "body",
    [
        "", "[]", "nonsense", "{}", "[" * 5000,
        request_message(number="6"), request_message(number=True), request_message(seat=-1),
        request_message(contract=7), request_message(suit=None), request_message(hand="EO"), request_message(hand=[1]),
        request_message(hand=["EO"] * 33), request_message(contract="x" * 41), request_message(contract="so\nlo"),
        request_message(number=2**40),
    ],
)  # fmt: skip
def test_what_is_no_message(phone: Client, body: Any) -> None:
    answer = post(phone, body=body)
    assert (answer.status_code, answer.json()["code"]) == (409, "not_a_message")
    assert not ApprovalRequest.objects.exists()


@pytest.mark.parametrize("state", ["withdrawn", "requested", ""])
def test_only_granted_or_refused(phone: Client, reiter: User, state: str) -> None:
    request = post(phone, body=request_message()).json()["state"]["request"]["id"]
    message = {"request": request, "state": state, "supervisor": reiter.pk, "code": "480213"}
    assert post(phone, "decide/", message).json()["code"] == "not_a_message"


def test_only_the_device_of_this_sheet(phone: Client, sheet: Scoresheet, reiter: User) -> None:
    for client in (Client(), login(reiter)):
        answer = post(client, body=request_message())
        assert (answer.status_code, answer.json()["code"]) == (403, "not_enrolled")
    other = open_scoresheet(sheet.match.tournament, table=2)
    row = ApprovalRequest.objects.create(
        scoresheet=other,
        number=1,
        seat=1,
        contract="sie",
        section="5.2.14",
        command="k",
        requested_at=timezone.now(),
        login=reiter,
    )
    assert post(phone, "withdraw/", {"request": row.pk}).status_code == 404
    lock_device(device=sheet.devices.get(), actor=reiter)
    assert post(phone, body=request_message()).json()["code"] == "device_locked"
    assert phone.get(BASE).status_code == 405


# The supervisor's list


def open_request(phone: Client, **more: Any) -> ApprovalRequest:
    return ApprovalRequest.objects.get(pk=post(phone, body=request_message(**more)).json()["state"]["request"]["id"])


def decide(client: Client, row: ApprovalRequest, state: str, **headers: str) -> Any:
    where = reverse("request_decide", args=["feldkirchen-2026", row.pk])
    return client.post(where, {"state": state}, headers=headers)


def test_the_list_shows_table_hand_and_verdict(phone: Client, reiter: User) -> None:
    open_request(phone, hand=[*TOUT[:7], "SK"])
    page = text(login(reiter).get(LIST))
    assert "Solo Tout (Hearts), Anna" in page
    assert "before play: the table waits" in page
    assert '<span class="visually-hidden">King of Bells</span>' in page
    assert "<strong>Against:</strong> Ace of Bells is missing beside King of Bells (5.2.14)." in page
    assert "The hand does not fit the rules" in page


def test_granted_on_the_list_with_and_without_script(phone: Client, reiter: User) -> None:
    boss, row = login(reiter), open_request(phone)
    answer = decide(boss, row, "granted")
    assert (answer.status_code, answer["Location"]) == (302, LIST)
    assert "Table 1 may play game 6." in text(boss.get(LIST))
    answer = decide(boss, row, "refused", **{"HX-Request": "true"})
    part = text(answer)
    assert part.startswith('<div id="approvals"')
    assert "Table 1, game 6: Solo Tout is refused. Another game may be played." in part
    assert "Approve after all</button>" in part
    row.refresh_from_db()
    assert row.state == "refused"
    assert "Please choose: approve or refuse." in text(decide(boss, row, "withdrawn", **{"HX-Request": "true"}))


def test_what_another_game_has_overtaken_is_not_turned_round(phone: Client, reiter: User) -> None:
    """Game 6 was played as another game: nothing is left to approve, and there is no button that could only fail."""
    boss, row = login(reiter), open_request(phone)
    decide(boss, row, "refused")
    assert "Approve after all</button>" in text(boss.get(LIST))
    write(row.scoresheet, 6, "r12+", reiter)
    page = text(boss.get(LIST))
    assert "before play" in page
    assert "after all</button>" not in page


def test_who_may_decide_on_the_list(phone: Client) -> None:
    row = open_request(phone)
    for role in ("desk", "organiser"):
        client = login(make_user(role, username=f"other-{role}"))
        assert (decide(client, row, "granted").status_code, client.get(LIST).status_code) == (403, 200)
        assert "Approve</button>" not in text(client.get(LIST))
    assert decide(Client(), row, "granted").status_code == 302
    row.refresh_from_db()
    assert row.state == "requested"


def test_by_word_of_mouth_and_refused_before_stand_on_the_list(phone: Client, sheet: Scoresheet, reiter: User) -> None:
    row = open_request(phone)
    decide_request(request=row, state=ApprovalState.REFUSED, actor=reiter)
    command = {
        "id": secrets.token_hex(16), "sequence": 1, "base": 0, "kind": "record", "number": 6, "oral": "Franz Bäuml",
        "record": {"contract": "solo-tout", "suit": "H", "declarer": 1, "result": "won"},
    }  # fmt: skip
    phone.post(
        "/table/feldkirchen-2026/1/1/commands/", json.dumps({"protocol": 1, "commands": [command]}), "application/json"
    )
    page = text(login(reiter).get(LIST))
    assert "<strong>Approved by word of mouth, says the table:</strong> Franz Bäuml." in page
    assert "<strong>Refused before play</strong> by K. Reiter at" in page
    assert payload(sheet, "approval.requested")["oral"] is True


def test_the_list_costs_the_same_queries_whatever_waits(
    phone: Client, sheet: Scoresheet, reiter: User, django_assert_max_num_queries: Any
) -> None:
    boss = login(reiter)
    boss.get(LIST)
    with django_assert_max_num_queries(12) as few:
        boss.get(LIST)
    open_request(phone, hand=TOUT)
    other = open_scoresheet(sheet.match.tournament, table=2)
    ApprovalRequest.objects.create(
        scoresheet=other,
        number=1,
        seat=1,
        contract="sie",
        section="5.2.14",
        command="k",
        requested_at=timezone.now(),
        login=reiter,
    )
    with django_assert_max_num_queries(13) as many:
        boss.get(LIST)
    assert len(many) <= len(few) + 1  # the names of the tables that wait


# One's own code


def test_a_supervisor_sets_the_own_code(reiter: User) -> None:
    boss = login(reiter)
    page = text(boss.get("/code/"))
    assert "A code is set." in page
    answer = boss.post("/code/", {"code": "735102", "again": "735102"})
    assert (answer.status_code, answer["Location"]) == (302, "/")
    before = reiter.supervisor_code
    reiter.refresh_from_db()
    assert reiter.supervisor_code != before
    assert "735102" not in reiter.supervisor_code


@pytest.mark.parametrize(
    ("code", "again", "said"),
    [
        ("735102", "735103", "The two codes are not the same."),
        ("73510", "73510", "The code has six digits."),
        ("73510a", "73510a", "The code has six digits."),
        ("111111", "111111", "This code is guessed at once:"),
        ("121212", "121212", "This code is guessed at once:"),
        ("345678", "345678", "This code is guessed at once:"),
        ("987654", "987654", "This code is guessed at once:"),
    ],
)
def test_a_code_that_is_none(reiter: User, code: str, again: str, said: str) -> None:
    page = text(login(reiter).post("/code/", {"code": code, "again": again}))
    assert said in page
    before = reiter.supervisor_code
    reiter.refresh_from_db()
    assert reiter.supervisor_code == before


def test_who_has_no_code() -> None:
    for role in ("desk", "organiser"):
        client = login(make_user(role, username=role))
        assert client.get("/code/").status_code == 403
        assert "Your code for the tables" not in text(client.get("/"))


def test_a_stale_list_does_not_turn_a_decision_round(phone: Client, sheet: Scoresheet, reiter: User) -> None:
    request = post(phone, body=request_message()).json()["state"]["request"]["id"]
    row = ApprovalRequest.objects.select_related("scoresheet__match__tournament").get(pk=request)
    other = make_user("supervisor", username="other")
    stale = login(other)
    assert 'name="seen" value="requested"' in text(stale.get(LIST))
    decide_request(request=row, state=ApprovalState.REFUSED, actor=reiter)
    answer = stale.post(f"{LIST}requests/{request}/", {"state": "granted", "seen": "requested"}, follow=True)
    assert "K. Reiter has decided meanwhile: game 6, Refused." in text(answer)
    row.refresh_from_db()
    assert row.state == ApprovalState.REFUSED
    stale.post(f"{LIST}requests/{request}/", {"state": "granted", "seen": "refused"})
    row.refresh_from_db()
    assert row.state == ApprovalState.GRANTED
