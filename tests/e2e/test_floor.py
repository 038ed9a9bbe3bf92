"""The hall at a glance, messages on a table's device, and the error finder's key, in a real browser."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import Device
from tests.worlds.factories import write
from tests.worlds.played import play
from tests.worlds.sheets import live
from tournament.devices.services.devices import enrol_device
from tournament.devices.services.table_messages import send_message
from tournament.devices.views.devices import COOKIE, table_address
from tournament.models import Scoresheet, TableMessage, Tournament, User
from tournament.services.requests import request_approval
from tournament.sheet.acts.requests import RequestApproval

pytestmark = pytest.mark.e2e
FLOOR = "/tournaments/feldkirchen-2026/matches/1/wall/"
# Counts the tones, which a test cannot hear.
COUNT_TONES = """
window.tones = 0;
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (at) { window.tones += 1; return start.call(this, at); };
"""


@pytest.fixture
def hall(live_server: Any) -> tuple[Tournament, User]:
    return play(2, ["r12+", "r34+"])


def sheet_of(table: int) -> Scoresheet:
    return Scoresheet.objects.select_related("match__tournament").get(table_number=table, match__number=1)


def test_a_new_request_colours_the_floor_and_sounds_once(device: Device, hall: tuple[Tournament, User]) -> None:
    _tournament, actor = hall
    page = device(actor)
    page.add_init_script(COUNT_TONES)
    page.goto(FLOOR)
    page.locator("#alert").click()  # two tones to try it
    expect(page.locator(".floor-table.is-playing")).to_have_count(2)
    sheet = live(sheet_of(2), actor)
    writer, _token = enrol_device(scoresheet=sheet, code=sheet.code, take_over=False, label="")
    page.locator("#t2").focus()
    request = RequestApproval(number=3, seat=1, contract="solo-tout", suit="H", hand=(), key="a" * 32)
    request_approval(scoresheet=sheet, command=request, actor=writer)
    first = page.locator(".floor-table").first
    expect(first).to_contain_text("asks before play")
    expect(first.locator(".floor-since")).to_have_text("0:02")  # the seconds go on without the server
    expect(page).to_have_title("(1) The hall · match 1 · Feldkirchen 2026")
    assert page.evaluate("window.tones") == 4
    assert page.evaluate("document.activeElement.id") == "t2"  # the keyboard stands where it stood
    write(sheet_of(1), 3, "r12+", actor)
    expect(page.locator("#t1 .floor-games")).to_have_text("3/32")
    assert page.evaluate("window.tones") == 4
    page.locator("#t1").click()
    expect(page).to_have_url("/tournaments/feldkirchen-2026/1/1/")


def test_a_message_on_the_tables_device_is_confirmed(device: Device, hall: tuple[Tournament, User]) -> None:
    _tournament, actor = hall
    sheet = live(sheet_of(1), actor)
    _writer, token = enrol_device(scoresheet=sheet, code=sheet.code, take_over=False, label="")
    page = device(viewport={"width": 360, "height": 740})
    page.context.add_cookies([{"name": COOKIE, "value": token, "domain": "localhost", "path": table_address(sheet)}])
    page.goto(table_address(sheet))
    expect(page.locator("#entry")).to_be_visible()
    send_message(match=sheet.match, tables=[1], text="Bitte zur Aufsicht <b>", actor=actor)
    box = page.locator(".table-message")
    expect(box).to_contain_text("Bitte zur Aufsicht <b>")
    expect(page.locator("#said")).to_have_text("Bitte zur Aufsicht <b>")
    page.context.set_offline(True)
    box.get_by_role("button").click()
    expect(box).to_be_visible()  # it stays until the desk knows
    page.context.set_offline(False)
    with page.expect_response(lambda answer: answer.url.endswith("/messages/read/") and answer.ok):
        box.get_by_role("button").click()
    expect(box).to_have_count(0)
    expect(page.locator("#table_messages")).to_be_hidden()
    assert TableMessage.objects.get().read_at is not None


def test_a_device_that_was_replaced_drops_its_messages(device: Device, hall: tuple[Tournament, User]) -> None:
    _tournament, actor = hall
    sheet = live(sheet_of(1), actor)
    _writer, token = enrol_device(scoresheet=sheet, code=sheet.code, take_over=False, label="")
    page = device(viewport={"width": 360, "height": 740})
    page.context.add_cookies([{"name": COOKIE, "value": token, "domain": "localhost", "path": table_address(sheet)}])
    page.goto(table_address(sheet))
    send_message(match=sheet.match, tables=[1], text="Bitte zur Aufsicht", actor=actor)
    expect(page.locator(".table-message")).to_be_visible()
    enrol_device(scoresheet=sheet, code=sheet.code, take_over=True, label="")
    page.reload()
    expect(page.locator(".table-message")).to_have_count(0)


def test_the_table_calls_and_reads_who_comes(device: Device, hall: tuple[Tournament, User]) -> None:
    tournament, actor = hall
    sheet = live(sheet_of(1), actor)
    _writer, token = enrol_device(scoresheet=sheet, code=sheet.code, take_over=False, label="")
    table, desk = device(viewport={"width": 360, "height": 740}), device(actor)
    table.context.add_cookies([{"name": COOKIE, "value": token, "domain": "localhost", "path": table_address(sheet)}])
    table.goto(table_address(sheet))
    key, element = table.get_by_role("button", name="Call supervisor"), table.locator("#table_call")
    expect(key).to_be_visible()
    table.context.set_offline(True)
    key.click()
    expect(element).to_contain_text("No network: the call did not go out.")
    table.context.set_offline(False)
    element.get_by_role("button").click()
    key.click()
    expect(element).to_contain_text("Supervisor called")
    expect(element).to_be_in_viewport()
    expect(key).to_be_hidden()
    desk.goto(f"/tournaments/{tournament.slug}/approvals/")
    desk.get_by_role("button", name="I am coming").click()
    expect(desk.get_by_role("heading", name="Tables that call")).to_have_count(0)
    expect(element).to_contain_text(f"{actor.full_name} is coming")
    element.get_by_role("button").click()
    expect(element).to_be_hidden()
    expect(key).to_be_visible()


def test_one_key_takes_a_proposal_but_not_while_totals_are_typed(device: Device, hall: tuple[Tournament, User]) -> None:
    _tournament, actor = hall
    for number, entry in enumerate(("1 13", "6 2"), 3):
        write(sheet_of(1), number, entry, actor)
    page = device(actor)
    page.goto("/tournaments/feldkirchen-2026/1/1/slips/")
    field = page.locator("[name=after_4]")
    field.fill("0 4 0 -4")
    page.keyboard.press("1")  # types a 1
    assert field.input_value() == "0 4 0 -41"
    field.fill("0 4 0 -4")
    page.keyboard.press("Enter")
    expect(page.locator(".slips-found")).to_contain_text("Game 3")
    expect(page.locator("[data-take] kbd").first).to_have_text("1")
    page.keyboard.press("1")
    expect(page.locator("#found")).to_contain_text("All agrees.")
    assert sheet_of(1).games.get(number=3).points_1 == 2
