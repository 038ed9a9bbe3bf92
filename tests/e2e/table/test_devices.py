"""Phones at the doors of sheets in a real browser: enrolled without a script, taken over, locked, two tables on one."""

from ipaddress import ip_network
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import Device
from tests.worlds.factories import make_participants, make_tournament, make_user, open_scoresheet
from tests.worlds.sheets import fresh
from tournament.devices.views.devices import table_address
from tournament.models import Game, Scoresheet, TableDevice, User

pytestmark = pytest.mark.e2e

PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True}


@pytest.fixture
def sheet() -> Scoresheet:
    tournament = make_tournament()
    tournament.wifi_name, tournament.wifi_password = "Feldkirchen", "herz-sticht"
    tournament.save()
    make_participants(tournament, 8)
    return open_scoresheet(tournament)


@pytest.fixture
def desk() -> User:
    return make_user("desk", full_name="Eva Zöllner")


def enrol(page: Any, sheet: Scoresheet, code: str = "") -> None:
    """Enrol through the door, as a scorekeeper does it."""
    page.goto(table_address(sheet))
    page.get_by_label("Code on the table card").fill(code or fresh(sheet).code)
    page.locator("form.form button").click()


def inside(page: Any) -> None:
    """The page of the sheet is open, and its queue has an answer from the server."""
    expect(page.locator("#status")).to_have_attribute("data-kind", "saved")
    expect(page.locator('#who [data-seat="1"]')).to_be_visible()


def write_a_rufer(page: Any) -> None:
    page.locator('#who [data-seat="1"]').tap()
    page.locator('#who [data-seat="2"]').tap()
    page.get_by_role("radio", name="won simple").locator("..").tap()
    page.locator("#write").tap()


def test_the_door_opens_without_a_script(device: Device, sheet: Scoresheet) -> None:
    page = device(java_script_enabled=False, **PHONE)
    enrol(page, sheet, "12")
    expect(page.locator(".field-error")).to_have_text("Please type the four digits of the table card.")
    enrol(page, sheet)
    expect(page.locator(".door-table")).to_have_count(0)
    expect(page.locator(".table-head h1")).to_have_text("Table 1")
    assert TableDevice.objects.get().state == "active"


def test_what_is_touched_is_48_px_and_the_number_keys_come(device: Device, sheet: Scoresheet) -> None:
    page = device(**PHONE)
    page.goto(table_address(sheet))
    field, button = page.locator("#id_code"), page.locator("form.form button")
    assert [box.bounding_box()["height"] >= 48 for box in (field, button)] == [True, True]
    assert (field.get_attribute("inputmode"), field.get_attribute("autocomplete")) == ("numeric", "off")
    # The card on the table also tells which table this is.
    size = page.locator(".door-table").evaluate("(box) => parseFloat(getComputedStyle(box).fontSize)")
    assert size >= 56


def test_one_phone_may_write_two_tables_each_with_a_token_of_its_own(device: Device, sheet: Scoresheet) -> None:
    other = open_scoresheet(sheet.match.tournament, table=2)
    page = device(**PHONE)
    for one in (sheet, other):
        enrol(page, one)
        inside(page)
    paths = {cookie["path"] for cookie in page.context.cookies() if cookie["name"] == "spielliste_table"}
    assert paths == {table_address(sheet), table_address(other)}
    page.goto(table_address(sheet))
    inside(page)


def test_a_second_phone_takes_over_and_the_first_one_is_told(device: Device, sheet: Scoresheet) -> None:
    first, second = device(**PHONE), device(**PHONE)
    enrol(first, sheet)
    inside(first)
    second.goto(table_address(sheet))
    expect(second.get_by_text("A device writes at table 1 already")).to_be_visible()
    second.get_by_label("Code on the table card").fill(sheet.code)
    second.get_by_role("button", name="Take over table 1").click()
    inside(second)
    expect(first.locator("#status")).to_have_attribute("data-kind", "closed")
    first.reload()
    expect(first.get_by_text("Another device has taken over.")).to_be_visible()


def test_what_a_locked_phone_could_not_send_is_shown_at_the_door_and_sent_once_it_is_let_in(
    device: Device, sheet: Scoresheet, desk: User
) -> None:
    phone, laptop = device(**PHONE), device(desk)
    enrol(phone, sheet)
    inside(phone)
    phone.context.set_offline(True)
    write_a_rufer(phone)
    expect(phone.locator("#status")).to_have_attribute("data-kind", "waiting")
    laptop.goto(sheet.get_absolute_url())
    laptop.locator("#table_part > summary").click()
    laptop.locator("#devices").get_by_role("button", name="Lock").click()
    expect(laptop.get_by_text("The device is locked.")).to_be_visible()
    phone.context.set_offline(False)
    expect(phone.locator("#status")).to_have_attribute("data-kind", "closed")
    phone.reload()
    expect(phone.get_by_text("This device is locked.")).to_be_visible()
    expect(phone.get_by_text("1 game is on this device only")).to_be_visible()
    phone.get_by_role("button", name="Show what is not saved").click()
    expect(phone.locator("#unsent_games")).to_contain_text("Anna")
    expect(phone.locator("#unsent_code svg")).to_be_visible()
    assert Game.objects.count() == 0
    phone.get_by_label("Code on the table card").fill(fresh(sheet).code)
    phone.locator("form.form button").click()
    inside(phone)
    assert list(Game.objects.values_list("number", "device__number")) == [(1, 2)]


def test_the_desk_sees_a_new_device_and_a_wrong_code_without_loading_the_page(
    device: Device, sheet: Scoresheet, desk: User
) -> None:
    laptop, phone = device(desk), device(**PHONE)
    laptop.goto(f"/tournaments/{sheet.match.tournament.slug}/matches/1/devices/")
    expect(laptop.get_by_text("none yet")).to_be_visible()
    enrol(phone, sheet, "0000" if sheet.code != "0000" else "1111")
    expect(laptop.get_by_text("1 wrong one")).to_be_visible()
    enrol(phone, sheet)
    expect(laptop.locator(".device-list")).to_contain_text("Active")
    laptop.get_by_role("button", name="New code for table 1").click()
    expect(laptop.get_by_text("Table 1 has a new code.")).to_be_visible()
    inside(phone)  # a device that is in stays in


def test_outside_the_hall_the_phone_waits_and_a_reload_names_the_wifi(
    device: Device, sheet: Scoresheet, settings: Any
) -> None:
    phone = device(**PHONE)
    enrol(phone, sheet)
    inside(phone)
    settings.HALL_NETWORKS = [ip_network("10.0.0.0/8")]
    write_a_rufer(phone)
    expect(phone.locator("#status")).to_have_attribute("data-kind", "waiting")
    other = device(**PHONE)
    other.goto(table_address(sheet))
    expect(other.get_by_role("heading", name="Not in the hall’s network")).to_be_visible()
    expect(other.locator("main")).to_contain_text("Join the Wi-Fi “Feldkirchen”")
    settings.HALL_NETWORKS = [ip_network("127.0.0.0/8"), ip_network("::1/128")]
    inside(phone)
    assert Game.objects.count() == 1
