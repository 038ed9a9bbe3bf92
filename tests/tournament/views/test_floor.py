"""The hall at a glance: what each table does or waits for, in which order, at what cost; and who may see it."""

import datetime as dt
import secrets
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.tournament.views.desk import login, text
from tests.worlds.factories import make_participants, make_tournament, make_user, open_scoresheet, write
from tests.worlds.sheets import QUIET, accept, declare_void, fill, live, set_aside, sign
from tournament.devices.services.devices import enrol_device
from tournament.models import Match, Scoresheet, TableDevice, Tournament, User
from tournament.selectors.floor import FloorTable, floor
from tournament.services.acting import act, reason_given
from tournament.services.requests import request_approval
from tournament.services.signatures import refuse_signature
from tournament.sheet.acts.disputes import RaiseDispute
from tournament.sheet.acts.requests import RequestApproval

pytestmark = pytest.mark.django_db
FLOOR = "/tournaments/feldkirchen-2026/matches/1/wall/"


@pytest.fixture
def reiter() -> User:
    return make_user("supervisor", "desk", "organiser", username="reiter", full_name="K. Reiter")


@pytest.fixture
def tournament() -> Tournament:
    tournament = make_tournament()
    make_participants(tournament, 40)
    return tournament


def enrolled(sheet: Scoresheet) -> TableDevice:
    device, _token = enrol_device(scoresheet=sheet, code=sheet.code, take_over=False, label="")
    return device


def hall(tournament: Tournament, actor: User) -> Match:
    """Nine tables in as many states."""
    sheets = [open_scoresheet(tournament, table=table) for table in range(1, 10)]
    sheets[1] = fill(sheets[1], actor, QUIET[:5])
    asks = live(fill(sheets[2], actor, QUIET[:2]), actor)
    request_approval(
        scoresheet=asks,
        command=RequestApproval(number=3, seat=1, contract="solo-tout", suit="H", hand=(), key="a" * 32),
        actor=enrolled(asks),
    )
    waits = fill(sheets[3], actor, ["r12+"])
    write(waits, 2, "st1+", actor)
    set_aside(sheets[4], 1, "1 1 1 -2", actor)
    silent = live(fill(sheets[5], actor, QUIET[:1]), actor)
    device = enrolled(silent)
    TableDevice.objects.filter(pk=device.pk).update(seen_at=timezone.now() - dt.timedelta(minutes=7))
    complete = fill(sheets[6], actor)
    sign(complete, actor, 1, 3)
    refused = fill(sheets[7], actor)
    refuse_signature(scoresheet=refused, seat=2, reason="x", content=refused.content_hash, actor=actor)
    outcome = sign(fill(sheets[8], actor), actor, 1, 2, 3, 4)
    accept(outcome, actor)
    return Match.objects.select_related("tournament").get(number=1)


def tables_of(match: Match) -> dict[int, FloorTable]:
    return {one.table: one for one in floor(match).tables}


def test_what_each_table_does_or_waits_for(tournament: Tournament, reiter: User) -> None:
    result = tables_of(hall(tournament, reiter))
    assert {table: (one.state.value, one.words) for table, one in result.items()} == {
        1: ("waiting", "not begun"),
        2: ("playing", "is playing"),
        3: ("asks", "asks before play"),
        4: ("approval", "approval missing"),
        5: ("line", "line on paper, checksum open"),
        6: ("silent", "device silent"),
        7: ("complete", "2 signatures missing"),
        8: ("refuses", "does not sign"),
        9: ("accepted", "accepted"),
    }
    assert [(result[table].games, result[table].lines) for table in (1, 2, 7)] == [(0, 32), (5, 32), (32, 32)]
    assert result[6].waited == pytest.approx(7 * 60, abs=20)


def test_who_needs_somebody_comes_first_then_the_slowest(tournament: Tournament, reiter: User) -> None:
    match = hall(tournament, reiter)
    fill(Scoresheet.objects.select_related("match__tournament").get(table_number=1), reiter, QUIET[:3])
    assert [one.table for one in floor(match).tables] == [3, 8, 4, 5, 6, 1, 2, 7, 9]
    assert [one.table for one in floor(match).by_number()] == list(range(1, 10))


def test_a_dispute_is_seen_even_on_an_accepted_sheet(tournament: Tournament, reiter: User) -> None:
    match = hall(tournament, reiter)
    for table in (7, 9):
        sheet = Scoresheet.objects.select_related("match__tournament").get(table_number=table)
        objection = RaiseDispute(number=1, seat=1, reason=reason_given("x"), cheating=True, key=secrets.token_hex(16))
        act(sheet, objection, actor=reiter)
    assert [tables_of(match)[table].state.value for table in (7, 9)] == ["dispute", "dispute"]


def test_a_void_sheet_waits_for_nobody(tournament: Tournament, reiter: User) -> None:
    match = hall(tournament, reiter)
    declare_void(Scoresheet.objects.select_related("match__tournament").get(table_number=4))
    assert (tables_of(match)[4].state.value, tables_of(match)[4].call) == ("void", "")


def test_the_page_costs_the_same_however_many_tables_there_are(
    tournament: Tournament, reiter: User, django_assert_max_num_queries: Any
) -> None:
    hall(tournament, reiter)
    client = login(reiter)
    client.get(FLOOR)
    # The session, the login, the match with its silent devices, the version, all tables.
    with django_assert_max_num_queries(5):
        page = client.get(FLOOR)
    assert page.status_code == 200
    with django_assert_max_num_queries(4):
        assert client.get(f"{FLOOR}?v={page.context['version']}", headers={"HX-Request": "true"}).status_code == 204


def test_a_change_and_a_silent_device_make_the_floor_new(tournament: Tournament, reiter: User) -> None:
    hall(tournament, reiter)
    client = login(reiter)
    version = client.get(FLOOR).context["version"]
    TableDevice.objects.filter(scoresheet__table_number=3).update(seen_at=timezone.now() - dt.timedelta(hours=1))
    answer = client.get(f"{FLOOR}?v={version}&by=number", headers={"HX-Request": "true"})
    assert answer.status_code == 200
    assert [one.table for one in answer.context["tables"]] == list(range(1, 10))
    assert "device silent" in text(answer)  # besides what it asks for


def test_a_new_call_is_named_once(tournament: Tournament, reiter: User) -> None:
    hall(tournament, reiter)
    page = text(login(reiter).get(FLOOR))
    assert page.count('data-new="asks-3-') == 1
    assert page.count("data-new=") == 2


@pytest.mark.parametrize(("role", "status"), [("desk", 200), ("organiser", 200), ("tribunal", 403)])
def test_who_sees_the_floor(tournament: Tournament, reiter: User, role: str, status: int) -> None:
    hall(tournament, reiter)
    assert login(make_user(role, username="x")).get(FLOOR).status_code == status
    assert Client().get(FLOOR).status_code == 302


def test_a_match_that_is_not_drawn_says_so(tournament: Tournament, reiter: User) -> None:
    page = login(reiter).get(FLOOR.replace("/1/wall", "/2/wall"))
    assert "Not drawn yet" in text(page)
    assert login(reiter).get(reverse("floor", args=["feldkirchen-2026", 9])).status_code == 404


def test_the_supervisors_list_leads_to_the_newest_match_that_is_drawn(tournament: Tournament, reiter: User) -> None:
    page = login(reiter)
    assert "/wall/" not in text(page.get("/tournaments/feldkirchen-2026/approvals/"))
    Match.objects.filter(number=1).update(state="playing")
    assert f'href="{FLOOR}"' in text(page.get("/tournaments/feldkirchen-2026/approvals/"))
