"""What waits on a table's device, for tests of its queue: games written, their state, what is kept and held."""

from typing import Any

from django.conf import settings
from playwright.sync_api import expect

from tests.e2e.conftest import Device
from tests.e2e.table.phone import PHONE, Phone, open_phone
from tests.worlds.factories import make_participants, make_tournament, make_user, open_scoresheet
from tests.worlds.sheets import faults, points
from tournament.devices.views.devices import COOKIE
from tournament.models import Command, Scoresheet, User

RUFER_13, RUFER_24 = (1, -1, 1, -1), (-1, 1, -1, 1)


def make_anna() -> User:
    return make_user("organiser", "supervisor", "desk", username="anna", full_name="Anna Obermaier")


def make_sheet() -> Scoresheet:
    tournament = make_tournament()
    make_participants(tournament, 8)
    return open_scoresheet(tournament)


def sit_down(device: Device, sheet: Scoresheet) -> Phone:
    """The table's phone, with everything loaded that it needs without network."""
    phone = open_phone(device, sheet)
    ready(phone.page, 1)
    return phone


def sit_down_at(browser: Any, server: str, address: str, token: str) -> Phone:
    """The same with a server of its own (tests/installation.py), in a browser context that the caller closes."""
    context = browser.new_context(base_url=server, locale="en", **PHONE)
    cookies = {COOKIE: token, settings.LANGUAGE_COOKIE_NAME: "en"}
    context.add_cookies([{"name": name, "value": value, "url": server} for name, value in cookies.items()])
    page = context.new_page()
    page.goto(address)
    ready(page, 1)
    return Phone(page, None)


def ready(page: Any, number: int) -> None:
    """The next game has this number, and everything is loaded that the phone needs without network."""
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


def stored(page: Any) -> list[dict[str, Any]]:
    """The records of all sheets that the browser's own database holds."""
    return page.evaluate(
        """() => new Promise((resolve, reject) => {
          const opened = indexedDB.open("spielliste-table");
          opened.onerror = () => reject(opened.error);
          opened.onsuccess = () => {
            const asked = opened.result.transaction("sheets").objectStore("sheets").getAll();
            asked.onsuccess = () => {
              opened.result.close();
              resolve(asked.result);
            };
          };
        })"""
    )


def waiting_commands(page: Any) -> list[dict[str, Any]]:
    """The commands that wait, of all sheets."""
    return [command for sheet in stored(page) for command in sheet["commands"]]


def sheet_addresses(page: Any) -> list[str]:
    """The addresses of the sheets that the device knows."""
    return [sheet["sheet"] for sheet in stored(page)]


def holds(sheet: Scoresheet, expected: dict[int, tuple[int, ...]]) -> None:
    """The sheet has exactly these games, every command was applied once, and the log agrees."""
    assert points(sheet) == expected
    keys = list(Command.objects.filter(scoresheet=sheet).values_list("key", flat=True))
    assert len(keys) == len(set(keys))
    assert faults(sheet) == []
