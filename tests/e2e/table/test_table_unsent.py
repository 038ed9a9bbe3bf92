"""What the device keeps and shows: the games that wait, with the redeals before them."""

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import Device
from tests.e2e.table.phone import enrol
from tests.e2e.waiting import RUFER_13, holds, make_anna, make_sheet, play, sit_down, status, waiting_commands
from tests.worlds.factories import write
from tournament.devices.views.devices import table_address
from tournament.models import Game

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]


def test_a_game_is_read_out_with_the_deals_thrown_in_before_it(device: Device) -> None:
    """5.2.5: redeals belong to the game. The door shows them in the same words as the page of the sheet."""
    sheet = make_sheet()
    phone = sit_down(device, sheet)
    page = phone.page
    page.context.set_offline(True)
    for reason in ("passed", "exposed", "passed"):
        page.locator("#redeals_open").tap()
        page.locator(f'[data-reason="{reason}"]').tap()
        expect(page.locator("#redeals_reasons")).to_be_hidden()
    play(phone, 1)
    page.context.clear_cookies()
    page.context.set_offline(False)
    status(page, "closed")
    for _page in ("of the sheet", "the door"):
        page.locator("#unsent_open").tap()
        expect(page.locator(".unsent-redeals")).to_have_text("3 deals not played: thrown in, a card exposed, thrown in")
        expect(page.locator(".unsent-short")).to_have_text("r13+ p2")
        page.reload()
    write(sheet, 1, "r13+ p2", make_anna())
    enrol(page, sheet)
    page.goto(table_address(sheet))
    status(page, "saved", "saved")
    assert waiting_commands(page) == []
    assert Game.objects.get().record["passed"] == 2
    holds(sheet, {1: RUFER_13})
