"""Two tables that write on their own phones, for tests that visit all pages: one by 2023, one of five by a house."""

import secrets
from typing import Any

from django.urls import reverse
from playwright.sync_api import expect

from scoring.shorthand import parse_entry
from tests.worlds.factories import make_participants, make_tournament, open_scoresheet
from tournament.devices.selectors.devices import token_hash
from tournament.devices.services.devices import enrol_device
from tournament.devices.views.devices import COOKIE, table_address
from tournament.models import Scoresheet
from tournament.services.acting import act
from tournament.sheet.acts.games import RecordGame

AT_TABLE = "am-tisch-2026"
AT_HOUSE = "hausturnier-2026"
# The fourth Solo or Wenz is written, so the next one needs approval (5.2.16).
ENTRIES = ["r12+", "s2+", "w4-", "s3++", "r34+++", "s1-"]


def open_tables() -> None:
    """Open both tables, each enrolled with its tournament's slug as the token; the first has some games."""
    for slug, rules, seats in ((AT_TABLE, "schafkopfschule-2023", 4), (AT_HOUSE, "house-10-60", 5)):
        tournament = make_tournament(slug, slug, rules)
        make_participants(tournament, seats)
        sheet = open_scoresheet(tournament, seats=seats)
        device, _token = enrol_device(scoresheet=sheet, code=sheet.code, take_over=False, label="Android · Chrome")
        sheet.devices.filter(pk=device.pk).update(token_hash=token_hash(slug))
        for number, entry in enumerate(ENTRIES if seats == 4 else (), 1):
            record = parse_entry(tournament.ruleset, entry, first=number == 1)
            act(sheet, RecordGame(number=number, record=record, key=secrets.token_hex(16)), actor=device)


def sit_down(page: Any) -> None:
    """Make the browser the phone of the table at whose door its page is."""
    slug = page.url.split("/table/")[1].split("/")[0]
    sheet = Scoresheet.objects.get(match__tournament__slug=slug, table_number=1)
    assert page.url.endswith(reverse("table_page", args=[slug, 1, 1]))
    page.context.add_cookies([{"name": COOKIE, "value": slug, "domain": "localhost", "path": table_address(sheet)}])
    page.reload()
    expect(page.locator("#entry")).to_be_visible()
    expect(page.locator("#offline_words")).not_to_be_empty()


def choose_a_game(page: Any) -> None:
    """Open everything that can be opened: other contracts, suits, who plays, the result, why a deal was not played."""
    sit_down(page)
    if page.locator("#view_toggle").is_visible() and page.locator("#entry").is_hidden():
        page.locator("#view_toggle").click()
    page.locator("#more").click()
    page.locator("#contracts label").nth(1).click()
    page.locator("#who button:enabled").last.click()
    if page.locator("#approval_dialog").is_visible():
        page.locator("#approval_dialog form:visible [data-close]").click()
    page.locator("#endings label").nth(1).click()
    page.locator("#redeals_open").click()
    page.locator("[data-reason]").first.click()
    page.locator("#redeals_open").click()
    expect(page.locator("#redeals_text")).not_to_be_empty()


def forget_something(page: Any) -> None:
    """The button says what is missing."""
    sit_down(page)
    page.locator("#write").click()
    expect(page.locator("#missing")).not_to_be_empty()


def see_the_sheet(page: Any) -> None:
    """Open the sheet, which a phone shows only on demand."""
    page.set_viewport_size({"width": 390, "height": 844})
    sit_down(page)
    page.locator("#view_toggle").click()
    expect(page.locator("#sheet")).to_be_visible()
