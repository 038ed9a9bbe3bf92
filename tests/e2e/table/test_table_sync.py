"""The dead spot in the cellar: whatever happens between table and server, no game is lost and none doubled."""

import json
import time
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import Device
from tests.e2e.routes import reroute
from tests.e2e.table.phone import Phone, enrol
from tests.e2e.waiting import (
    PHONE,
    RUFER_13,
    RUFER_24,
    holds,
    make_anna,
    make_sheet,
    play,
    ready,
    sit_down,
    status,
    waiting_commands,
)
from tournament.devices.views.devices import table_address
from tournament.models import Scoresheet, User

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def anna() -> User:
    return make_anna()


@pytest.fixture
def sheet(anna: User) -> Scoresheet:
    return make_sheet()


@pytest.fixture
def phone(device: Device, sheet: Scoresheet) -> Phone:
    return sit_down(device, sheet)


def test_games_written_without_network_wait_and_are_sent_when_it_is_back(phone: Phone, sheet: Scoresheet) -> None:
    phone.page.context.set_offline(True)
    for number in range(1, 4):
        play(phone, number)
    status(phone.page, "waiting", "waits for network – 3 games")
    assert [command["number"] for command in waiting_commands(phone.page)] == [1, 2, 3]
    assert sheet.games.count() == 0
    phone.page.context.set_offline(False)
    status(phone.page, "saved", "saved")
    assert waiting_commands(phone.page) == []
    holds(sheet, dict.fromkeys(range(1, 4), RUFER_13))


def test_a_message_cut_before_it_reaches_the_server_is_sent_again(phone: Phone, sheet: Scoresheet) -> None:
    cut: list[str] = []

    def once(route: Any) -> None:
        if cut:
            route.continue_()
        else:
            cut.append(route.request.post_data)
            route.abort("connectionreset")

    reroute(phone.page, "**/commands/", once)
    play(phone, 1)
    status(phone.page, "saved", "saved")
    assert len(cut) == 1
    holds(sheet, {1: RUFER_13})


def test_an_answer_lost_after_the_commit_doubles_nothing(phone: Phone, sheet: Scoresheet) -> None:
    answers: list[Any] = []

    def lose_the_first(route: Any) -> None:
        answer = route.fetch()
        answers.append(answer.json()["answers"])
        if len(answers) == 1:
            route.abort("connectionreset")
        else:
            route.fulfill(response=answer)

    reroute(phone.page, "**/commands/", lose_the_first)
    play(phone, 1)
    status(phone.page, "saved", "saved")
    assert [[answer["answer"] for answer in answered] for answered in answers[:2]] == [["applied"], ["duplicate"]]
    play(phone, 2, declarer=2, partner=4)
    status(phone.page, "saved", "saved")
    holds(sheet, {1: RUFER_13, 2: RUFER_24})


def test_a_server_that_never_answers_is_given_up_and_asked_again(phone: Phone, sheet: Scoresheet) -> None:
    routes: list[Any] = []

    def hold_the_first(route: Any) -> None:
        if routes:
            route.continue_()
        else:
            routes.append(route)  # neither answered nor refused: the browser waits

    reroute(phone.page, "**/commands/", hold_the_first)
    play(phone, 1)
    status(phone.page, "waiting", "saving 1 game")
    # It gives up each message after 8 seconds.
    status(phone.page, "saved", "saved")
    assert len(routes) == 1
    holds(sheet, {1: RUFER_13})


def test_a_full_disk_is_said_in_the_language_of_the_page_and_the_game_waits(phone: Phone, sheet: Scoresheet) -> None:
    languages: list[str] = []

    def refuse(route: Any) -> None:
        languages.append(route.request.headers["x-page-language"])
        refusal = {"code": "disk_full", "text": "The desk’s computer has no room left.", "again": True}
        route.fulfill(status=503, json=refusal)

    reroute(phone.page, "**/commands/", refuse)
    play(phone, 1)
    status(phone.page, "waiting", "The desk’s computer has no room left.")
    assert ([command["number"] for command in waiting_commands(phone.page)], set(languages)) == ([1], {"en"})
    phone.page.unroute("**/commands/")
    status(phone.page, "saved", "saved")
    holds(sheet, {1: RUFER_13})


def test_a_closed_tab_with_games_in_it_sends_them_when_opened_again(phone: Phone, sheet: Scoresheet) -> None:
    context = phone.page.context
    context.set_offline(True)
    play(phone, 1)
    play(phone, 2)
    phone.page.close()
    context.set_offline(False)
    page = context.new_page()
    blocked = "**/commands/"
    page.route(blocked, lambda route: route.abort())
    page.goto(table_address(sheet))
    status(page, "waiting", "waits for network – 2 games")
    ready(page, 3)
    page.unroute(blocked)
    status(page, "saved", "saved")
    holds(sheet, {1: RUFER_13, 2: RUFER_13})


def test_two_tabs_write_one_sheet(phone: Phone, sheet: Scoresheet) -> None:
    other = Phone(phone.page.context.new_page(), sheet)
    other.page.goto(table_address(sheet))
    ready(other.page, 1)
    phone.page.context.set_offline(True)
    play(phone, 1)
    # The other tab has no network and learns it from this one.
    play(other, 2, declarer=2, partner=4)
    play(phone, 3)
    status(other.page, "waiting", "waits for network – 3 games")
    phone.page.context.set_offline(False)
    for page in (phone.page, other.page):
        status(page, "saved", "saved")
        ready(page, 4)
    holds(sheet, {1: RUFER_13, 2: RUFER_24, 3: RUFER_13})


def test_two_tabs_that_do_not_hear_each_other_cannot_give_a_line_twice(phone: Phone, sheet: Scoresheet) -> None:
    other = Phone(phone.page.context.new_page(), sheet)
    other.page.add_init_script("delete window.BroadcastChannel;")
    other.page.goto(table_address(sheet))
    ready(other.page, 1)
    phone.page.context.set_offline(True)
    play(phone, 1)
    # The other tab still believes that game 1 is next.
    ready(other.page, 1)
    other.seat(2)
    other.seat(4)
    other.ending("won", "simple")
    other.write()
    ready(other.page, 2)
    assert [(command["number"], command["sequence"]) for command in waiting_commands(phone.page)] == [(1, 1)]
    phone.page.context.set_offline(False)
    status(phone.page, "saved", "saved")
    holds(sheet, {1: RUFER_13})


@pytest.mark.parametrize("hours", [-24, 24])
def test_a_clock_that_is_wrong_by_a_day_matters_to_nothing(device: Device, sheet: Scoresheet, hours: int) -> None:
    page = device(**PHONE)
    page.clock.set_system_time(time.time() + hours * 3600)
    enrol(page, sheet)
    page.goto(table_address(sheet))
    assert abs(page.evaluate("() => Date.now()") / 1000 - time.time() - hours * 3600) < 600
    phone = Phone(page, sheet)
    ready(page, 1)
    play(phone, 1)
    status(page, "saved", "saved")
    page.context.set_offline(True)
    play(phone, 2)
    page.context.set_offline(False)
    status(page, "saved", "saved")
    holds(sheet, {1: RUFER_13, 2: RUFER_13})


def test_a_page_from_before_an_update_goes_on(phone: Phone, sheet: Scoresheet) -> None:
    context = phone.page.context
    # The files of the old version are gone, and the new server sends fields that this page does not know.
    context.route("**/static/**", lambda route: route.fulfill(status=404, body="gone"))

    def newer(route: Any) -> None:
        answer = route.fetch()
        if answer.status != 200:
            return route.fulfill(response=answer)
        payload = answer.json()
        state = (payload.get("changes") or payload["state"]) if "answers" in payload else payload
        state["weather"] = {"in the hall": "smoky"}
        for line in state["lines"]:
            line["colour"] = "blue"
        for answered in payload.get("answers", []):
            answered["mood"] = "good"
        return route.fulfill(response=answer, body=json.dumps({**payload, "protocol": 2}))

    context.route("**/state.json*", newer)
    context.route("**/commands/", newer)
    addresses: list[str] = []
    phone.page.on("request", lambda request: addresses.append(request.url) if "/static/" in request.url else None)
    context.set_offline(True)
    play(phone, 1)
    context.set_offline(False)
    status(phone.page, "saved", "saved")
    play(phone, 2)
    status(phone.page, "saved", "saved")
    holds(sheet, {1: RUFER_13, 2: RUFER_13})
    # Fonts may load late; scripts may not.
    assert [url for url in addresses if url.endswith((".js", ".mjs"))] == []


def test_a_newer_page_may_change_the_database_below_an_older_one(phone: Phone, sheet: Scoresheet) -> None:
    phone.page.context.set_offline(True)
    play(phone, 1)
    newer = """() => new Promise((resolve, reject) => {
      const opened = indexedDB.open("spielliste-table", 7);
      opened.onupgradeneeded = () => opened.result.createObjectStore("weather");
      opened.onblocked = () => reject(new Error("blocked"));
      opened.onsuccess = () => { opened.result.close(); resolve(opened.result.version); };
    })"""
    assert phone.page.evaluate(newer) == 7
    play(phone, 2)
    assert [command["number"] for command in waiting_commands(phone.page)] == [1, 2]
    expect(phone.page.locator("#unsent_notices")).to_be_empty()
    phone.page.context.set_offline(False)
    status(phone.page, "saved", "saved")
    holds(sheet, {1: RUFER_13, 2: RUFER_13})


@pytest.mark.parametrize(
    ("broken", "sentence"),
    [
        ("Object.defineProperty(window, 'indexedDB', {value: undefined});", "This browser keeps nothing"),
        (
            "IDBObjectStore.prototype.put = () => { throw new DOMException('full', 'QuotaExceededError'); };",
            "The memory of this device is full",
        ),
    ],
)
def test_without_a_database_of_its_own_the_page_still_writes_and_says_so(
    device: Device, sheet: Scoresheet, broken: str, sentence: str
) -> None:
    page = device(**PHONE)
    page.add_init_script(broken)
    enrol(page, sheet)
    page.goto(table_address(sheet))
    phone = Phone(page, sheet)
    play(phone, 1)
    status(page, "saved", "saved")
    expect(page.locator("#unsent_notices")).to_contain_text(sentence)
    page.context.set_offline(True)
    play(phone, 2)
    status(page, "waiting", "waits for network – 1 game")
    page.context.set_offline(False)
    status(page, "saved", "saved")
    holds(sheet, {1: RUFER_13, 2: RUFER_13})
