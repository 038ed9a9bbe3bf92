"""The dead spot in the cellar: whatever happens between the table and the server, no game is lost and none doubled."""

import json
import time
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from tests.e2e.conftest import Device
from tests.e2e.phone import PORTRAIT, Phone, enrol, open_phone
from tests.factories import draw_lots, make_participants, make_tournament, make_user, open_scoresheet, write
from tests.sheets import correct, faults, fresh, points
from tournament.models import Command, Game, Scoresheet, TableDevice, User
from tournament.services.devices import enrol_device, lock_device
from tournament.services.draw import discard_draw
from tournament.views.devices import table_address

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]

RUFER_13, RUFER_24 = (1, -1, 1, -1), (-1, 1, -1, 1)
PHONE = {"viewport": PORTRAIT, "is_mobile": True, "has_touch": True}


@pytest.fixture
def anna() -> User:
    return make_user("organiser", "supervisor", "desk", username="anna", full_name="Anna Obermaier")


@pytest.fixture
def sheet(anna: User) -> Scoresheet:
    tournament = make_tournament()
    make_participants(tournament, 8)
    return open_scoresheet(tournament)


@pytest.fixture
def phone(device: Device, sheet: Scoresheet) -> Phone:
    phone = open_phone(device, sheet)
    ready(phone.page, 1)
    return phone


def ready(page: Any, number: int) -> None:
    """The next game has this number, and everything is loaded that is needed without network."""
    expect(page.locator("#write")).to_have_text(f"Write game {number}")
    expect(page.locator('#who [data-seat="1"]')).to_be_visible()


def play(phone: Phone, number: int, declarer: int = 1, partner: int = 3) -> None:
    """Write a won Rufer as game `number`."""
    ready(phone.page, number)
    phone.seat(declarer)
    phone.seat(partner)
    phone.ending("won", "simple")
    phone.write()
    ready(phone.page, number + 1)


def status(page: Any, kind: str, text: str = "") -> None:
    expect(page.locator("#status")).to_have_attribute("data-kind", kind)
    if text:
        expect(page.locator("#status_text")).to_have_text(text)


def kept(page: Any) -> list[dict[str, Any]]:
    """The commands of every sheet that the browser's own database holds."""
    return page.evaluate(
        """() => new Promise((resolve, reject) => {
          const opened = indexedDB.open("spielliste-table");
          opened.onerror = () => reject(opened.error);
          opened.onsuccess = () => {
            const asked = opened.result.transaction("sheets").objectStore("sheets").getAll();
            asked.onsuccess = () => {
              opened.result.close();
              resolve(asked.result.flatMap((sheet) => sheet.commands));
            };
          };
        })"""
    )


def holds(sheet: Scoresheet, expected: dict[int, tuple[int, ...]]) -> None:
    """The sheet says exactly this, every command stands once, and the log agrees."""
    assert points(sheet) == expected
    keys = list(Command.objects.filter(scoresheet=sheet).values_list("key", flat=True))
    assert len(keys) == len(set(keys))
    assert faults(sheet) == []


def test_games_written_without_network_wait_and_are_sent_when_it_is_back(phone: Phone, sheet: Scoresheet) -> None:
    phone.page.context.set_offline(True)
    for number in range(1, 4):
        play(phone, number)
    status(phone.page, "waiting", "waits for network – 3 games")
    assert [command["number"] for command in kept(phone.page)] == [1, 2, 3]
    assert sheet.games.count() == 0
    phone.page.context.set_offline(False)
    status(phone.page, "saved", "saved")
    assert kept(phone.page) == []
    holds(sheet, dict.fromkeys(range(1, 4), RUFER_13))


def test_a_message_cut_before_it_reaches_the_server_is_sent_again(phone: Phone, sheet: Scoresheet) -> None:
    cut: list[str] = []

    def once(route: Any) -> None:
        if cut:
            route.continue_()
        else:
            cut.append(route.request.post_data)
            route.abort("connectionreset")

    phone.page.route("**/commands/", once)
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

    phone.page.route("**/commands/", lose_the_first)
    play(phone, 1)
    status(phone.page, "saved", "saved")
    assert [[answer["answer"] for answer in answered] for answered in answers[:2]] == [["applied"], ["duplicate"]]
    play(phone, 2, declarer=2, partner=4)
    status(phone.page, "saved", "saved")
    holds(sheet, {1: RUFER_13, 2: RUFER_24})


def test_a_server_that_never_answers_is_given_up_and_asked_again(phone: Phone, sheet: Scoresheet) -> None:
    held: list[Any] = []

    def hold_the_first(route: Any) -> None:
        if held:
            route.continue_()
        else:
            held.append(route)  # neither answered nor refused: the browser waits

    phone.page.route("**/commands/", hold_the_first)
    play(phone, 1)
    status(phone.page, "waiting", "saving 1 game")
    # 8 seconds of its own for each message.
    status(phone.page, "saved", "saved")
    assert len(held) == 1
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
    # The other tab hears it without network, from this one.
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
    assert [(command["number"], command["sequence"]) for command in kept(phone.page)] == [(1, 1)]
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
    # The files of the old version are gone, and the new server says more than this page knows.
    context.route("**/static/**", lambda route: route.fulfill(status=404, body="gone"))

    def newer(route: Any) -> None:
        answer = route.fetch()
        if answer.status != 200:
            return route.fulfill(response=answer)
        said = answer.json()
        state = said["state"] if "answers" in said else said
        state["weather"] = {"in the hall": "smoky"}
        for line in state["lines"]:
            line["colour"] = "blue"
        for answered in said.get("answers", []):
            answered["mood"] = "good"
        return route.fulfill(response=answer, body=json.dumps({**said, "protocol": 2}))

    context.route("**/state.json*", newer)
    context.route("**/commands/", newer)
    asked: list[str] = []
    phone.page.on("request", lambda request: asked.append(request.url) if "/static/" in request.url else None)
    context.set_offline(True)
    play(phone, 1)
    context.set_offline(False)
    status(phone.page, "saved", "saved")
    play(phone, 2)
    status(phone.page, "saved", "saved")
    holds(sheet, {1: RUFER_13, 2: RUFER_13})
    # Fonts may come late; no script does.
    assert [url for url in asked if url.endswith((".js", ".mjs"))] == []


def test_a_device_locked_while_offline_keeps_its_games_and_shows_them(
    phone: Phone, sheet: Scoresheet, anna: User
) -> None:
    phone.page.context.set_offline(True)
    play(phone, 1)
    lock_device(device=TableDevice.objects.get(), actor=anna)
    phone.page.context.set_offline(False)
    status(phone.page, "closed")
    expect(phone.page.locator("#obstacle_text")).to_contain_text("The desk has locked this device.")
    expect(phone.page.locator("#unsent_notices")).to_contain_text("1 game is on this device only")
    assert sheet.games.count() == 0
    phone.page.reload()  # the page that enrols; the games are still there
    assert [command["number"] for command in kept(phone.page)] == [1]


def test_a_device_replaced_while_offline_sends_its_games_once_it_writes_again(phone: Phone, sheet: Scoresheet) -> None:
    play(phone, 1)
    status(phone.page, "saved", "saved")
    phone.page.context.set_offline(True)
    play(phone, 2, declarer=2, partner=4)
    enrol_device(scoresheet=sheet, code=fresh(sheet).code, take_over=True, label="Tablet")
    phone.page.context.set_offline(False)
    status(phone.page, "closed")
    expect(phone.page.locator("#obstacle")).to_contain_text("Another device writes this sheet now.")
    expect(phone.page.locator("#unsent_notices")).to_contain_text("1 game is on this device only")
    assert points(sheet) == {1: RUFER_13}
    enrol(phone.page, fresh(sheet))
    phone.page.goto(table_address(sheet))
    status(phone.page, "saved", "saved")
    assert list(Command.objects.order_by("pk").values_list("device__number", "sequence")) == [(1, 1), (3, 1)]
    holds(sheet, {1: RUFER_13, 2: RUFER_24})


def test_a_correction_of_an_earlier_game_does_not_touch_the_queue(phone: Phone, sheet: Scoresheet, anna: User) -> None:
    play(phone, 1)
    status(phone.page, "saved", "saved")
    phone.page.context.set_offline(True)
    play(phone, 2)
    correct(sheet, 1, "r24+", anna)
    phone.page.context.set_offline(False)
    status(phone.page, "saved", "saved")
    holds(sheet, {1: RUFER_24, 2: RUFER_13})
    expect(phone.page.locator(".total-points").first).to_have_text("0")


def test_a_game_that_the_desk_wrote_meanwhile_is_none_twice(phone: Phone, sheet: Scoresheet, anna: User) -> None:
    phone.page.context.set_offline(True)
    play(phone, 1)
    play(phone, 2, declarer=2, partner=4)
    write(sheet, 1, "r13+", anna)
    phone.page.context.set_offline(False)
    status(phone.page, "saved", "saved")
    assert Game.objects.get(number=1).written_by == anna
    holds(sheet, {1: RUFER_13, 2: RUFER_24})


def test_another_game_of_the_desk_is_a_conflict_that_a_person_decides(
    phone: Phone, sheet: Scoresheet, anna: User
) -> None:
    phone.page.context.set_offline(True)
    play(phone, 1)
    play(phone, 2)
    write(sheet, 1, "r24+", anna)
    phone.page.context.set_offline(False)
    status(phone.page, "problem", "needs you: game 1 is not saved")
    notices = phone.page.locator("#unsent_notices")
    expect(notices).to_contain_text("Game 1 was just written by Anna Obermaier")
    expect(notices).to_contain_text("1 more game waits behind it.")
    # Play goes on meanwhile.
    play(phone, 3, declarer=2, partner=4)
    assert [command["number"] for command in kept(phone.page)] == [1, 2, 3]
    assert points(sheet) == {1: RUFER_24}
    phone.page.locator("#unsent_retry").tap()
    status(phone.page, "problem")
    phone.page.locator("#unsent_discard").tap()
    phone.page.locator("#unsent_no").tap()
    assert len(kept(phone.page)) == 3
    phone.page.locator("#unsent_discard").tap()
    phone.page.locator("#unsent_yes").tap()
    status(phone.page, "saved", "saved")
    assert kept(phone.page) == []
    holds(sheet, {1: RUFER_24, 2: RUFER_13, 3: RUFER_24})


def test_after_a_draw_that_was_discarded_nothing_goes_to_the_new_players(device: Device, anna: User) -> None:
    tournament = make_tournament()
    make_participants(tournament, 8)
    match = tournament.matches.get(number=1)
    draw_lots(match, anna)
    phone = open_phone(device, Scoresheet.objects.get(match=match, table_number=1))
    phone.page.context.set_offline(True)
    play(phone, 1)
    match.refresh_from_db()
    discard_draw(match=match, reason="a player was forgotten", actor=anna)
    phone.page.context.set_offline(False)
    status(phone.page, "closed")
    expect(phone.page.locator("#obstacle_text")).to_contain_text("This sheet no longer exists at the desk.")
    match.refresh_from_db()
    draw_lots(match, anna)
    anew = Scoresheet.objects.get(match=match, table_number=1)
    enrol(phone.page, anew)
    phone.page.goto(table_address(anew))
    status(phone.page, "problem", "needs you: game 1 is not saved")
    expect(phone.page.locator("#unsent_notices")).to_contain_text("Others sit at this table now.")
    expect(phone.page.locator("#unsent_retry")).to_be_hidden()
    assert len(kept(phone.page)) == 1
    play(phone, 2)
    assert Game.objects.count() == 0
    phone.page.locator("#unsent_discard").tap()
    phone.page.locator("#unsent_yes").tap()
    status(phone.page, "saved", "saved")
    holds(anew, {1: RUFER_13})


def test_a_login_in_the_same_browser_does_not_stop_the_table(phone: Phone, sheet: Scoresheet, anna: User) -> None:
    play(phone, 1)
    status(phone.page, "saved", "saved")
    # Logging in gives the browser another token against forged forms.
    before = {cookie["name"]: cookie["value"] for cookie in phone.page.context.cookies()}
    anna.set_password("feldkirchen-2026")
    anna.save()
    desk = phone.page.context.new_page()
    desk.goto(reverse("login"))
    desk.locator("#id_username").fill("anna")
    desk.locator("#id_password").fill("feldkirchen-2026")
    desk.locator("main .btn-primary").click()
    expect(desk.locator("#id_username")).to_have_count(0)
    after = {cookie["name"]: cookie["value"] for cookie in phone.page.context.cookies()}
    assert before["csrftoken"] != after["csrftoken"]
    assert "sessionid" in after
    play(phone, 2)
    status(phone.page, "saved", "saved")
    assert Game.objects.get(number=2).written_by is None
    holds(sheet, {1: RUFER_13, 2: RUFER_13})


def test_an_older_state_put_back_at_the_desk_deletes_nothing(phone: Phone, sheet: Scoresheet) -> None:
    play(phone, 1)
    status(phone.page, "saved", "saved")
    seen = fresh(sheet).version
    phone.page.context.set_offline(True)
    play(phone, 2)
    # As a backup from before game 1 would have it.
    Game.objects.all().delete()
    Command.objects.all().delete()
    Scoresheet.objects.update(version=seen - 1)
    phone.page.context.set_offline(False)
    status(phone.page, "problem", "needs you: please call the desk")
    expect(phone.page.locator("#unsent_notices")).to_contain_text("knows less of this sheet than this device")
    assert [command["number"] for command in kept(phone.page)] == [2]
    assert sheet.games.count() == 0


@pytest.mark.parametrize(
    ("broken", "told"),
    [
        ("Object.defineProperty(window, 'indexedDB', {value: undefined});", "This browser keeps nothing"),
        (
            "IDBObjectStore.prototype.put = () => { throw new DOMException('full', 'QuotaExceededError'); };",
            "The memory of this device is full",
        ),
    ],
)
def test_without_a_database_of_its_own_the_page_still_writes_and_says_so(
    device: Device, sheet: Scoresheet, broken: str, told: str
) -> None:
    page = device(**PHONE)
    page.add_init_script(broken)
    enrol(page, sheet)
    page.goto(table_address(sheet))
    phone = Phone(page, sheet)
    play(phone, 1)
    status(page, "saved", "saved")
    expect(page.locator("#unsent_notices")).to_contain_text(told)
    page.context.set_offline(True)
    play(phone, 2)
    status(page, "waiting", "waits for network – 1 game")
    page.context.set_offline(False)
    status(page, "saved", "saved")
    holds(sheet, {1: RUFER_13, 2: RUFER_13})


def test_what_an_older_sheet_left_on_the_device_is_said_and_sent_by_any_table(
    device: Device, phone: Phone, sheet: Scoresheet
) -> None:
    context = phone.page.context
    context.set_offline(True)
    play(phone, 1)
    play(phone, 2)
    phone.page.close()
    context.set_offline(False)
    other = open_scoresheet(sheet.match.tournament, table=2)
    page = context.new_page()
    page.route(f"**{table_address(sheet)}commands/", lambda route: route.abort())
    enrol(page, other)
    page.goto(table_address(other))
    expect(page.locator("#unsent_notices")).to_contain_text("2 games of table 1, match 1, still wait on this device.")
    play(Phone(page, other), 1, declarer=2, partner=4)
    status(page, "saved", "saved")
    page.unroute(f"**{table_address(sheet)}commands/")
    expect(page.locator("#unsent_notices")).not_to_contain_text("table 1")
    holds(sheet, {1: RUFER_13, 2: RUFER_13})
    holds(other, {1: RUFER_24})


def test_the_desk_takes_in_what_a_table_shows_as_a_code(
    device: Device, phone: Phone, sheet: Scoresheet, anna: User
) -> None:
    phone.page.context.set_offline(True)
    play(phone, 1)
    play(phone, 2, declarer=2, partner=4)
    phone.page.locator("#undo_button").tap()
    play(phone, 2)
    phone.page.locator("#unsent_open").tap()
    expect(phone.page.locator(".unsent-game")).to_have_text(
        [
            "Game 1: Rufer, Anna with Centa, won",
            "Game 2: Rufer, Bene with Dirk, won",
            "Game 2 taken back",
            "Game 2: Rufer, Anna with Centa, won",
        ]
    )
    expect(phone.page.locator(".unsent-short").first).to_have_text("r13+")
    expect(phone.page.locator(".unsent-points").first).to_have_text("+1 −1 +1 −1")
    [address] = shown(phone)
    desk = device(anna)
    desk.goto(address)
    expect(desk.locator("h1")).to_have_text("Table 1")
    expect(desk.locator(".unsent-games .state")).to_have_text(["new"] * 4)
    desk.get_by_role("button", name="Write 4 games").click()
    expect(desk.locator(".unsent-games .state")).to_have_text(["stands already"] * 4)
    assert points(sheet) == {1: RUFER_13, 2: RUFER_13}
    phone.page.context.set_offline(False)
    status(phone.page, "saved", "saved")
    assert kept(phone.page) == []
    assert sheet.games.filter(written_by=anna).count() == 2
    holds(sheet, {1: RUFER_13, 2: RUFER_13})


def shown(phone: Phone) -> list[str]:
    """The addresses that the codes on the page carry."""
    return phone.page.evaluate(
        """async (commands) => {
          const { addresses } = await import("table/compact");
          return addresses(commands, location.origin + document.getElementById("unsent").dataset.address, 520);
        }""",
        kept(phone.page),
    )
