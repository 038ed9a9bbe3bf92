"""The desk's page while the network or the server fails: what is typed waits, and each line is written once."""

from typing import Any

import pytest
from django.conf import settings
from playwright.sync_api import expect

from tests.e2e.conftest import Device
from tests.e2e.desk import Desk, sheet_url
from tests.e2e.routes import reroute
from tournament.models import Game, Tournament, User

pytestmark = pytest.mark.e2e


def test_lines_typed_without_a_network_are_written_once_when_it_is_back(desk: Desk) -> None:
    desk.enter("r12+")
    desk.has_written(1)
    desk.page.context.set_offline(True)
    for entry in ("r13+", "r14-", "6 2"):
        desk.enter(entry)
    expect(desk.page.locator("#outcome .notice-warning")).to_be_visible()
    assert Game.objects.count() == 1
    desk.page.context.set_offline(False)
    desk.has_written(4)
    expect(desk.page.locator("#outcome .notice")).to_have_count(0)
    assert list(Game.objects.order_by("number").values_list("number", "points_2")) == [(1, 1), (2, -1), (3, 1), (4, 6)]


def test_lines_wait_while_the_disk_is_full_and_the_desk_reads_why(desk: Desk) -> None:
    full = {"code": "disk_full", "text": "The desk’s computer has no room left.", "again": True}
    reroute(desk.page, "**/games/", lambda route: route.fulfill(status=503, json=full))
    desk.enter("r12+")
    expect(desk.page.locator("#outcome .notice-warning")).to_have_text("The desk’s computer has no room left.")
    desk.page.unroute("**/games/")
    desk.has_written(1)
    expect(desk.page.locator("#outcome .notice")).to_have_count(0)


def test_an_answer_that_gets_lost_writes_the_line_once(desk: Desk) -> None:
    """The server has written the game and the browser does not know it: the same command again is the same game."""
    lost = []

    def lose_the_answer(route: Any) -> None:
        route.fetch()
        lost.append(Game.objects.count())
        route.abort()

    reroute(desk.page, "**/games/", lose_the_answer, times=1)
    desk.enter("r12+")
    desk.enter("r13+")
    desk.has_written(2)
    assert lost == [1]
    assert list(Game.objects.order_by("number").values_list("number", "points_2")) == [(1, 1), (2, -1)]


def test_the_same_form_sent_twice_without_script_writes_one_game(device: Device, hall: tuple[Tournament, User]) -> None:
    tournament, actor = hall
    page = device(actor, java_script_enabled=False)
    page.goto(sheet_url(tournament))
    page.locator("#entry").fill("r12+")
    page.locator("#entry").press("Enter")
    expect(page.locator('tr[data-line="1"]')).not_to_have_attribute("data-text", "")
    page.reload()
    expect(page.locator('tr[data-line="1"]')).not_to_have_attribute("data-text", "")
    assert list(Game.objects.values_list("number", flat=True)) == [1]


def test_a_login_that_runs_out_keeps_the_lines_until_the_next_one(desk: Desk, hall: tuple[Tournament, User]) -> None:
    """After a login in another window the page goes on by itself, although the new login has a new token."""
    context = desk.page.context
    desk.enter("r12+")
    desk.has_written(1)
    context.clear_cookies(name=settings.SESSION_COOKIE_NAME)
    desk.enter("r13+")
    expect(desk.page.locator("#outcome .notice-warning")).to_contain_text("login has run out")
    window = context.new_page()
    window.goto("/login/")
    window.fill("#id_username", hall[1].username)
    window.fill("#id_password", "geheim-genug-1")
    window.keyboard.press("Enter")
    window.wait_for_url("**/")
    desk.has_written(2)
    expect(desk.page.locator("#outcome .notice")).to_have_count(0)
