"""The front door in a browser: log in, make a first tournament, hand over a login, and pages that update themselves."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Device
from tests.worlds.factories import make_participants, make_tournament, make_user, open_scoresheet, write
from tournament.services.login_links import make_login_link

SOON = 15_000  # the pages ask every two and every five seconds

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]


def log_in(page: Page, username: str, password: str) -> None:
    page.goto("/")
    page.get_by_label("Login name").fill(username)
    page.get_by_label("Password").fill(password)
    page.get_by_role("main").get_by_role("button", name="Log in").click()


def test_from_the_empty_installation_to_a_login_for_the_desk(device: Device):
    make_user("organiser", username="anna", full_name="Anna Obermaier")
    page = device()
    log_in(page, "Anna", "geheim-genug-1")
    page.get_by_role("link", name="Create a tournament").click()
    page.get_by_label("Name of the tournament").press_sequentially("Fürth 2026")
    expect(page.locator("#address strong")).to_contain_text("/t/fuerth-2026/")
    page.get_by_label("Day of play").fill("2026-11-28")
    page.get_by_label("Organiser of the tournament").fill("SV Fürth")
    page.get_by_role("button", name="Create the tournament").click()
    expect(page.get_by_role("heading", name="Register the participants")).to_be_visible()

    page.get_by_text("Anna Obermaier").click()
    page.get_by_role("link", name="People").click()
    page.get_by_role("link", name="New login").click()
    page.get_by_label("Name", exact=True).press_sequentially("Dirk Süß")
    expect(page.locator("#username-proposal strong")).to_have_text("dirk.suess")
    page.get_by_label("Desk").check()
    page.get_by_role("button", name="Create the login").click()
    for typed in page.locator("dd, .decided").all():  # fonts have one letter for ff, and one for ft
        expect(typed).to_have_css("font-variant-ligatures", "none")
    password = page.locator(".decided").inner_text()

    desk = device()
    log_in(desk, "dirk.suess", password)
    expect(desk.get_by_role("link", name="Fürth 2026")).to_be_visible()
    desk.goto("/people/")
    expect(desk.get_by_role("heading", name="Not for this login")).to_be_visible()


def test_the_code_of_a_slip_logs_in_once_and_leaves_the_address(device: Device):
    token = make_login_link(actor=make_user("organiser"), person=make_user("desk", full_name="Dirk Süß"))
    phone, other = device(), device()
    phone.goto(f"/login/code/#{token}")
    expect(phone).to_have_url(re.compile(r"/login/code/$"))
    phone.get_by_role("button", name="Log in on this device").click()
    expect(phone.get_by_text("Dirk Süß")).to_be_visible()
    other.goto(f"/login/code/#{token}")
    other.get_by_role("button", name="Log in on this device").click()
    expect(other.get_by_role("alert")).to_contain_text("This code is used up or too old")


def test_the_overview_and_the_count_of_approvals_are_live_and_end_with_the_login(device: Device):
    anna = make_user("organiser", "supervisor", username="anna")
    tournament = make_tournament()
    make_participants(tournament, 4)
    sheet = open_scoresheet(tournament)
    page = device(anna)
    page.goto(tournament.get_absolute_url())
    step = page.get_by_role("listitem").filter(has_text="Decide approvals in match 1")
    expect(step).to_contain_text("No game waits for the supervisor.")
    write(sheet, 1, "r13+", anna)
    write(sheet, 2, "st2+", anna)
    expect(step).to_contain_text("1 game waits for the supervisor", timeout=SOON)
    expect(page.locator(".nav-count")).to_contain_text("1", timeout=SOON)
    page.context.clear_cookies()
    expect(page.get_by_role("heading", name="Log in")).to_be_visible(timeout=SOON)


def test_nothing_is_wider_than_a_phone(device: Device):
    anna = make_user("organiser", username="anna", full_name="Anna Obermaier-Hinterholzner")
    tournament = make_tournament(name="Schafkopfmeisterschaft der Kartlfreunde Oberhaching")
    page = device(anna)
    overview = tournament.get_absolute_url()
    for path in ("/", "/new/", overview, f"{overview}edit/", "/people/", "/people/new/", "/password/", "/nowhere/"):
        page.goto(path)
        for width, scheme in ((320, "light"), (390, "dark")):
            page.set_viewport_size({"width": width, "height": 700})
            page.emulate_media(color_scheme=scheme)
            assert page.evaluate("() => document.documentElement.scrollWidth") == width, path
