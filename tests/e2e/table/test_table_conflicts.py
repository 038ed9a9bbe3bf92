"""What happens at the desk while a table has no network: none of its games is overwritten, lost or doubled."""

from typing import Any

import pytest
from django.conf import settings
from django.urls import reverse
from playwright.sync_api import expect

from tests.damage.tampering import triggers_off
from tests.e2e.axe import ALL_RULES, AXE, CONTRAST, too_wide, violations
from tests.e2e.conftest import Device
from tests.e2e.table.phone import Phone, enrol, open_phone
from tests.e2e.waiting import (
    PHONE,
    RUFER_13,
    RUFER_24,
    holds,
    make_anna,
    make_sheet,
    play,
    ready,
    sheet_addresses,
    sit_down,
    status,
    waiting_commands,
)
from tests.worlds.factories import draw_lots, make_participants, make_tournament, open_scoresheet, write
from tests.worlds.sheets import correct, fresh, points
from tournament.backup.services.restores import note_lost_entries
from tournament.devices.services.devices import enrol_device, lock_device
from tournament.devices.views.devices import table_address
from tournament.draw.services.draw import discard_draw
from tournament.models import Command, Event, Game, Restore, Scoresheet, TableDevice, User

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


def test_a_device_locked_while_offline_keeps_its_games_and_shows_them(
    phone: Phone, sheet: Scoresheet, anna: User
) -> None:
    phone.page.context.set_offline(True)
    play(phone, 1)
    lock_device(device=TableDevice.objects.get(), actor=anna)
    phone.page.context.set_offline(False)
    status(phone.page, "closed")
    expect(phone.page.locator("#obstacle_text")).to_contain_text(
        "The desk has locked this device: please go to the desk."
    )
    expect(phone.page.locator("#unsent_notices")).to_contain_text("1 game is on this device only")
    assert sheet.games.count() == 0
    phone.page.reload()  # the page that enrols shows them, too
    expect(phone.page.locator("#unsent_notices")).to_contain_text("1 game is on this device only")
    phone.page.locator("#unsent_open").tap()
    expect(phone.page.locator(".unsent-short")).to_have_text("r13+")
    assert [command["number"] for command in waiting_commands(phone.page)] == [1]


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
    assert Game.objects.get(number=1).login == anna
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
    # The table plays on meanwhile.
    play(phone, 3, declarer=2, partner=4)
    assert [command["number"] for command in waiting_commands(phone.page)] == [1, 2, 3]
    assert points(sheet) == {1: RUFER_24}
    phone.page.locator("#unsent_retry").tap()
    status(phone.page, "problem")
    phone.page.locator("#unsent_discard").tap()
    phone.page.locator("#unsent_no").tap()
    assert len(waiting_commands(phone.page)) == 3
    phone.page.locator("#unsent_discard").tap()
    phone.page.locator("#unsent_yes").tap()
    status(phone.page, "saved", "saved")
    assert waiting_commands(phone.page) == []
    holds(sheet, {1: RUFER_24, 2: RUFER_13, 3: RUFER_24})


def test_a_refusal_is_not_shown_on_a_page_in_another_language(phone: Phone, sheet: Scoresheet, anna: User) -> None:
    page = phone.page
    page.context.set_offline(True)
    play(phone, 1)
    write(sheet, 1, "r24+", anna)
    page.context.set_offline(False)
    notices = page.locator("#unsent_notices")
    expect(notices).to_contain_text("Game 1 was just written by Anna Obermaier")
    page.reload()
    expect(notices).to_contain_text("Game 1 was just written by Anna Obermaier")
    cookie = {"name": settings.LANGUAGE_COOKIE_NAME, "value": "de", "domain": "localhost", "path": "/"}
    page.context.add_cookies([cookie])
    page.reload()
    expect(notices).to_contain_text("hat das nicht angenommen")
    expect(notices).not_to_contain_text("was just written")
    page.locator("#unsent_retry").tap()
    expect(notices).to_contain_text("Anna Obermaier")
    expect(notices).not_to_contain_text("hat das nicht angenommen")
    page.context.add_cookies([cookie | {"value": "en"}])  # only the browser prefers another one now
    page.locator("#unsent_retry").tap()
    expect(notices).to_contain_text("Anna Obermaier")
    expect(notices).not_to_contain_text("was just written")
    assert points(sheet) == {1: RUFER_24}


def test_after_a_draw_that_was_discarded_nothing_goes_to_the_new_players(device: Device, anna: User) -> None:
    tournament = make_tournament()
    make_participants(tournament, 8)
    match = tournament.matches.get(number=1)
    draw_lots(match, anna)
    phone = open_phone(device, Scoresheet.objects.in_force().get(match=match, table_number=1))
    phone.page.context.set_offline(True)
    play(phone, 1)
    match.refresh_from_db()
    discard_draw(match=match, reason="a player was forgotten", actor=anna)
    phone.page.context.set_offline(False)
    status(phone.page, "closed")
    expect(phone.page.locator("#obstacle_text")).to_contain_text("This sheet no longer exists at the desk.")
    match.refresh_from_db()
    draw_lots(match, anna)
    anew = Scoresheet.objects.in_force().get(match=match, table_number=1)
    enrol(phone.page, anew)
    phone.page.goto(table_address(anew))
    status(phone.page, "problem", "needs you: game 1 is not saved")
    expect(phone.page.locator("#unsent_notices")).to_contain_text("Others sit at this table now.")
    expect(phone.page.locator("#unsent_retry")).to_be_hidden()
    assert len(waiting_commands(phone.page)) == 1
    play(phone, 2)
    assert Game.objects.count() == 0
    phone.page.locator("#unsent_discard").tap()
    phone.page.locator("#unsent_yes").tap()
    status(phone.page, "saved", "saved")
    holds(anew, {1: RUFER_13})


def test_a_login_in_the_same_browser_does_not_stop_the_table(phone: Phone, sheet: Scoresheet, anna: User) -> None:
    play(phone, 1)
    status(phone.page, "saved", "saved")
    # The login gives the browser a new token against forged forms.
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
    assert Game.objects.get(number=2).login is None
    holds(sheet, {1: RUFER_13, 2: RUFER_13})


def put_back(sheet: Scoresheet, version: int) -> None:
    """Bring the sheet back to what it was before its first game, as if the newest entries of the log were lost."""
    Game.objects.all().delete()
    Command.objects.all().delete()
    with triggers_off():
        Event.objects.filter(scoresheet=sheet, kind="game.recorded").delete()
    Scoresheet.objects.update(version=version)


def test_an_older_state_put_back_at_the_desk_gets_again_what_the_device_knows(phone: Phone, sheet: Scoresheet) -> None:
    before = fresh(sheet).version
    play(phone, 1)
    status(phone.page, "saved", "saved")
    phone.page.context.set_offline(True)
    play(phone, 2)
    put_back(sheet, before)
    phone.page.context.set_offline(False)
    status(phone.page, "saved", "saved")
    holds(sheet, {1: RUFER_13, 2: RUFER_13})
    assert Restore.objects.get().copy == ""


def test_where_the_desk_has_to_look_after_it_first_an_older_state_deletes_nothing(
    phone: Phone, sheet: Scoresheet
) -> None:
    note_lost_entries(1)
    before = fresh(sheet).version
    play(phone, 1)
    status(phone.page, "saved", "saved")
    phone.page.context.set_offline(True)
    play(phone, 2)
    put_back(sheet, before)
    phone.page.context.set_offline(False)
    status(phone.page, "problem", "needs you: please call the desk")
    expect(phone.page.locator("#unsent_notices")).to_contain_text("knows less of this sheet than this device")
    assert [command["number"] for command in waiting_commands(phone.page)] == [2]
    assert sheet.games.count() == 0


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


def test_names_of_a_table_that_is_done_with_do_not_stay_on_the_device(
    phone: Phone, sheet: Scoresheet, anna: User
) -> None:
    play(phone, 1)
    status(phone.page, "saved", "saved")
    lock_device(device=TableDevice.objects.get(), actor=anna)
    status(phone.page, "closed")
    other = open_scoresheet(sheet.match.tournament, table=2)
    enrol(phone.page, other)
    assert sheet_addresses(phone.page) == [table_address(sheet)]
    phone.page.goto(table_address(other))
    ready(phone.page, 1)
    assert sheet_addresses(phone.page) == [table_address(other)]


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
            "Take back game 2",
            "Game 2: Rufer, Anna with Centa, won",
        ]
    )
    expect(phone.page.locator(".unsent-short").first).to_have_text("r13+")
    expect(phone.page.locator(".unsent-points").first).to_have_text("+1 −1 +1 −1")
    [address] = code_addresses(phone)
    desk = device(anna)
    desk.goto(address)
    expect(desk.locator("h1")).to_have_text("Table 1")
    expect(desk.locator(".unsent-games .state")).to_have_text(["new"] * 4)
    desk.get_by_role("button", name="Write 4 games").click()
    expect(desk.locator(".unsent-games .state")).to_have_text(["stands already"] * 4)
    assert points(sheet) == {1: RUFER_13, 2: RUFER_13}
    phone.page.context.set_offline(False)
    status(phone.page, "saved", "saved")
    assert waiting_commands(phone.page) == []
    assert sheet.games.filter(login=anna).count() == 2
    holds(sheet, {1: RUFER_13, 2: RUFER_13})


def code_addresses(phone: Phone) -> list[str]:
    """The addresses in the codes on the page."""
    return phone.page.evaluate(
        """async (commands) => {
          const { addresses } = await import("table/compact");
          return addresses(commands, location.origin + document.getElementById("unsent").dataset.address, 520);
        }""",
        waiting_commands(phone.page),
    )


def test_what_is_not_saved_is_shown_to_everyone(device: Device, sheet: Scoresheet, anna: User) -> None:
    page = device(**PHONE)
    page.add_init_script(path=AXE / "axe.min.js")
    enrol(page, sheet)
    page.goto(table_address(sheet))
    phone = Phone(page, sheet)
    ready(page, 1)
    page.context.set_offline(True)
    play(phone, 1)
    status(page, "waiting", "waits for network – 1 game")
    page.locator("#unsent_open").tap()
    assert shown_badly(page) == []
    write(sheet, 1, "r24+", anna)
    page.context.set_offline(False)
    status(page, "problem")
    page.locator("#unsent_discard").tap()
    expect(page.locator("#unsent_no")).to_be_focused()
    assert shown_badly(page) == []
    page.locator("#unsent_no").tap()
    lock_device(device=TableDevice.objects.get(), actor=anna)
    status(page, "closed")
    assert shown_badly(page) == []


def shown_badly(page: Any) -> list[str]:
    """What axe-core finds in light and dark, and the widths at which the page scrolls horizontally."""
    page.emulate_media(color_scheme="light", reduced_motion="reduce")
    problems = violations(page, ALL_RULES)
    page.emulate_media(color_scheme="dark")
    problems += violations(page, CONTRAST) + too_wide(page)
    page.set_viewport_size(PHONE["viewport"])
    return problems
