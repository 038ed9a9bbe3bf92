"""A table calls a supervisor: on its device, on the supervisors' list, in the hall; answered, taken back, no flood."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournament.views.desk import login, text
from tests.worlds.factories import make_participants, make_tournament, make_user, open_scoresheet
from tests.worlds.sheets import QUIET, accept, fill, fresh, live, sign
from tournament.devices.services.devices import enrol_device
from tournament.devices.services.table_calls import MOST_CALLS, call_supervisor
from tournament.models import Event, Match, Scoresheet, TableCall, Tournament, User
from tournament.proof.services.audit import audit_tournament
from tournament.selectors.floor import floor
from tournament.selectors.waiting import waiting

pytestmark = pytest.mark.django_db
TABLE = "/table/feldkirchen-2026/1/1/"


@pytest.fixture
def boss() -> User:
    return make_user("supervisor", username="reiter", full_name="K. Reiter")


@pytest.fixture
def sheet(boss: User) -> Scoresheet:
    tournament = make_tournament()
    make_participants(tournament, 8)
    open_scoresheet(tournament, table=2)
    return live(fill(open_scoresheet(tournament), boss, ["r12+"]), boss)


@pytest.fixture
def phone(sheet: Scoresheet) -> Client:
    client = Client()
    _, client.cookies["spielliste_table"] = enrol_device(scoresheet=sheet, code=sheet.code, take_over=True, label="")
    return client


def post(phone: Client, path: str = "calls/", table: str = TABLE) -> Any:
    return phone.post(f"{table}{path}", "{}", content_type="application/json")


def answer(user: User, call: TableCall) -> str:
    return text(login(user).post(reverse("call_answer", args=["feldkirchen-2026", call.pk]), follow=True))


def faults() -> list[str]:
    """What the audit finds about calls; the tournament itself was laid without its log."""
    return [fault.what for fault in audit_tournament(Tournament.objects.get()).faults if fault.what.startswith("call")]


def kinds() -> list[str]:
    return list(Event.objects.filter(kind__startswith="call.").order_by("pk").values_list("kind", flat=True))


def test_a_call_is_seen_everywhere_and_answered(phone: Client, sheet: Scoresheet, boss: User) -> None:
    version = phone.get(f"{TABLE}state.json").json()["version"]
    reply = post(phone)
    assert (reply.status_code, reply.json()["answer"], reply.json()["state"]["call"]["by"]) == (200, "called", "")
    assert waiting(sheet.match.tournament).words == "1 table that calls"
    assert "Tables that call" in text(login(boss).get(reverse("approvals", args=["feldkirchen-2026"])))
    [first, *_others] = floor(Match.objects.select_related("tournament").get(number=1)).tables
    assert (first.table, first.words, first.call != "") == (1, "calls the supervisor", True)
    call = TableCall.objects.get()
    assert "Table 1 reads that you are coming." in answer(boss, call)
    state = phone.get(f"{TABLE}state.json?v={version}").json()["call"]
    assert (state["by"], state["answered"] != "") == ("K. Reiter", True)
    assert waiting(sheet.match.tournament).total == 0
    other = make_user("supervisor", username="zweite", full_name="Z. Weite")
    assert "K. Reiter is on the way to table 1 already." in answer(other, call)
    assert (kinds(), faults()) == (["call.made", "call.answered"], [])


def test_one_open_call_and_not_too_many(phone: Client, sheet: Scoresheet) -> None:
    for _tap in range(3):
        assert post(phone).status_code == 200
    assert TableCall.objects.count() == 1
    for _again in range(MOST_CALLS):
        post(phone, "calls/back/")
        last = post(phone)
    assert (last.status_code, last.json()["code"]) == (409, "too_many_calls")
    assert (TableCall.objects.count(), faults()) == (MOST_CALLS, [])
    # Whoever took the device away has not used up the calls of the next one.
    device, _token = enrol_device(scoresheet=fresh(sheet), code=fresh(sheet).code, take_over=True, label="")
    assert call_supervisor(device=device).device == device


def test_a_call_that_was_taken_back_needs_no_answer(phone: Client, sheet: Scoresheet, boss: User) -> None:
    post(phone)
    assert post(phone, "calls/back/").json()["state"]["call"] is None
    assert post(phone, "calls/back/").status_code == 200
    assert waiting(sheet.match.tournament).total == 0
    assert "Table 1 has taken its call back." in answer(boss, TableCall.objects.get())
    assert (kinds(), faults()) == (["call.made", "call.taken_back"], [])


def test_who_may_call_and_answer(phone: Client, sheet: Scoresheet, boss: User) -> None:
    assert post(phone, table="/table/feldkirchen-2026/1/2/").status_code == 403
    assert post(Client()).status_code == 403
    post(phone)
    url = reverse("call_answer", args=["feldkirchen-2026", TableCall.objects.get().pk])
    statuses = {
        role: login(make_user(role, username=role)).post(url).status_code
        for role in ("desk", "tribunal", "supervisor", "organiser")
    }
    assert statuses == {"desk": 403, "tribunal": 403, "supervisor": 302, "organiser": 302}


def test_a_settled_sheet_calls_nobody(phone: Client, sheet: Scoresheet, boss: User) -> None:
    fill(sheet, boss, QUIET[1:], first=2)
    accept(sign(fresh(sheet), boss), boss)
    assert post(phone).json()["code"] == "sheet_settled"


def test_what_somebody_with_the_database_changes_is_noticed(phone: Client, boss: User) -> None:
    post(phone)
    answer(boss, TableCall.objects.get())
    TableCall.objects.update(answered_by=make_user("supervisor", username="zweite"))
    assert len(faults()) == 1
