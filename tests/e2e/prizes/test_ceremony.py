"""The prize-giving in real browsers: two screens, somebody who leads by keys, a second device that follows."""

import re
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from tests.e2e.axe import ALL_RULES, AXE, CONTRAST, violations
from tests.e2e.conftest import Device
from tests.tournament.ceremony.hall import Hall
from tournament.ceremony.services import settle_correction
from tournament.models import Participant

pytestmark = pytest.mark.e2e

BEST_OF_MATCH, THIRD, SECOND, FIRST = "Obermaier Anna", "Huber Bene", "Zöllner Eva", "Obermaier Anna"


@pytest.fixture
def hall(transactional_db: None) -> Hall:
    return Hall()


def open_screen(device: Device, hall: Hall, **options: Any) -> Any:
    page = device(viewport={"width": 1920, "height": 1080}, **options)
    page.goto(reverse("screen_ceremony", args=[hall.tournament.slug]))
    return page


def open_lead(device: Device, hall: Hall) -> Any:
    page = device(hall.actor)
    page.goto(reverse("ceremony_lead", args=[hall.tournament.slug]))
    return page


def shows(screen: Any, *parts: str) -> None:
    """The picture on this screen has these parts."""
    for part in parts:
        expect(screen.locator(".ceremony")).to_contain_text(part)


def stands_at(lead: Any, number: int) -> None:
    expect(lead.locator(".lead-now")).to_contain_text(f"step {number} of 6")


def test_two_screens_follow_the_keys_of_whoever_leads(device: Device, hall: Hall) -> None:
    screens = [open_screen(device, hall), open_screen(device, hall, reduced_motion="reduce")]
    for screen in screens:
        expect(screen.locator(".ceremony.is-calm")).to_contain_text("Feldkirchen 2026")
    hall.prepare()
    lead = device(hall.actor)
    lead.goto(reverse("ceremony", args=[hall.tournament.slug]))
    lead.get_by_role("button", name="Begin the prize-giving").click()
    stands_at(lead, 1)
    for key, number, name in (
        ("PageDown", 2, BEST_OF_MATCH), ("ArrowRight", 3, THIRD), ("PageUp", 2, BEST_OF_MATCH), (" ", 3, THIRD),
        ("ArrowDown", 4, SECOND), ("PageDown", 5, FIRST),
    ):  # fmt: skip
        lead.wait_for_timeout(350)  # a remote that sends a key twice is heard once
        lead.keyboard.press(key)
        stands_at(lead, number)
        for screen in screens:
            expect(screen.locator(".ceremony-name")).to_have_text(name)
    # Reloaded, or joined late, a screen shows the same.
    late = open_screen(device, hall)
    screens[0].reload()
    for screen in (late, *screens):
        shows(
            screen,
            "Place 1",
            FIRST,
            "Match 1: +9",
            "together: +12",
            "3 points ahead of place 2",
            "Preis 1 300.00",
            "given by",
        )
    assert screens[1].evaluate("() => document.getAnimations().length") == 0
    lead.wait_for_timeout(350)
    lead.keyboard.press("PageDown")
    lead.get_by_role("button", name="End it and publish the results").click()
    expect(lead.get_by_role("heading", name="The prize-giving is over")).to_be_visible()
    for screen in screens:
        shows(screen, "Honour roll", FIRST, SECOND, THIRD)


def test_a_key_held_down_or_sent_twice_skips_nothing(device: Device, hall: Hall) -> None:
    hall.begin()
    lead = open_lead(device, hall)
    stands_at(lead, 1)
    lead.keyboard.down("PageDown")
    lead.keyboard.down("PageDown")
    lead.keyboard.up("PageDown")
    lead.keyboard.press("PageDown")
    stands_at(lead, 2)
    lead.wait_for_timeout(2000)
    stands_at(lead, 2)
    assert hall.ceremony.step == 1


def test_a_screen_without_network_comes_back_by_itself(device: Device, hall: Hall) -> None:
    hall.begin()
    screen = open_screen(device, hall)
    shows(screen, "The prize-giving")
    screen.context.set_offline(True)
    hall.step(1)
    hall.step(2)
    screen.wait_for_timeout(4000)
    expect(screen.locator(".ceremony.is-opening")).to_be_visible()
    screen.context.set_offline(False)
    expect(screen.locator(".ceremony-name")).to_have_text(THIRD)


def test_in_a_pause_the_hall_sees_nothing_and_the_next_key_goes_on(device: Device, hall: Hall) -> None:
    hall.begin()
    screen, lead = open_screen(device, hall), open_lead(device, hall)
    lead.keyboard.press("PageDown")
    expect(screen.locator(".ceremony-name")).to_have_text(BEST_OF_MATCH)
    lead.wait_for_timeout(350)
    lead.keyboard.press("b")
    expect(screen.locator(".ceremony.is-calm")).to_contain_text("It goes on in a moment.")
    assert "Obermaier" not in screen.content()
    expect(lead.locator(".lead-now")).to_contain_text("Paused")
    lead.wait_for_timeout(350)
    lead.keyboard.press("PageDown")
    expect(screen.locator(".ceremony-name")).to_have_text(BEST_OF_MATCH)
    stands_at(lead, 2)


def test_the_keys_of_a_remote_go_on_from_the_field_of_a_place(device: Device, hall: Hall) -> None:
    hall.begin()
    lead = open_lead(device, hall)
    lead.locator("#lead-jump > summary").click()
    lead.get_by_label("To place").fill("3")
    lead.keyboard.press("PageDown")
    stands_at(lead, 2)
    lead.wait_for_timeout(350)
    # Caps lock is on.
    lead.keyboard.press("B")
    expect(lead.locator(".lead-now")).to_contain_text("Paused")


def test_a_second_device_follows_and_takes_over_when_the_first_one_dies(device: Device, hall: Hall) -> None:
    hall.begin()
    screen, phone, laptop = open_screen(device, hall), open_lead(device, hall), open_lead(device, hall)
    phone.get_by_role("button", name="Next step").click()
    stands_at(laptop, 2)
    phone.context.close()
    laptop.keyboard.press("PageDown")
    expect(screen.locator(".ceremony-name")).to_have_text(THIRD)
    laptop.locator("#lead-jump > summary").click()
    laptop.get_by_label("To place").fill("1")
    laptop.get_by_role("button", name="Jump there").click()
    expect(screen.locator(".ceremony-name")).to_have_text(FIRST)
    expect(laptop.get_by_role("heading", name="Skipped: the hall does not know these")).to_be_visible()


def test_a_correction_in_the_middle_stops_it_until_somebody_decides(device: Device, hall: Hall) -> None:
    hall.begin()
    hall.step(1)
    hall.step(2)
    screen, lead = open_screen(device, hall), open_lead(device, hall)
    hall.swap(2, 3)
    expect(lead.get_by_role("heading", name="A result changed since the prize-giving began.")).to_be_visible()
    expect(lead.locator("#lead")).to_contain_text("Bene Huber: announced as place 3 with 4 points, now place 5")
    lead.keyboard.press("PageDown")
    lead.wait_for_timeout(1000)
    assert hall.ceremony.step == 2
    lead.get_by_role("button", name="Take the new result over").click()
    expect(screen.locator(".ceremony.is-calm")).to_be_visible()
    lead.get_by_role("button", name="Go on").click()
    expect(screen.locator(".ceremony-name")).to_have_text("Bäuml Franz")


def test_it_is_led_and_watched_without_script(device: Device, hall: Hall) -> None:
    hall.begin()
    screen = open_screen(device, hall, java_script_enabled=False)
    lead = device(hall.actor, java_script_enabled=False)
    lead.goto(reverse("ceremony_lead", args=[hall.tournament.slug]))
    lead.get_by_role("button", name="Next step").click()
    stands_at(lead, 2)
    expect(screen.locator(".ceremony-name")).to_have_text(BEST_OF_MATCH)


@pytest.mark.parametrize("size", [(1920, 1080), (1280, 720), (1024, 768)], ids=str)
def test_a_name_is_a_tenth_of_the_height_and_everything_is_seen(
    device: Device, hall: Hall, size: tuple[int, int]
) -> None:
    long = {"last_name": "Oberhofer-Wagenknecht", "first_name": "Maximilian", "club": "Schafkopffreunde Oberpframmern"}
    Participant.objects.filter(pk=hall.players[1].pk).update(**long)
    hall.begin()
    hall.step(2)
    screen = device(viewport={"width": size[0], "height": size[1]})
    screen.goto(reverse("screen_ceremony", args=[hall.tournament.slug]))
    name = screen.locator(".ceremony-name")
    expect(name).to_have_text(re.compile("^Oberhofer-Wagenknecht"))
    assert name.evaluate("name => parseFloat(getComputedStyle(name).fontSize) / innerHeight") >= 0.1
    assert screen.evaluate("() => document.documentElement.scrollHeight <= innerHeight")
    assert screen.evaluate("() => document.documentElement.scrollWidth <= innerWidth")


def test_every_picture_and_the_page_of_whoever_leads_are_accessible(device: Device, hall: Hall) -> None:
    hall.begin()
    screen, lead = open_screen(device, hall, language="de"), device(hall.actor, language="de")
    for number in range(6):
        if number:
            hall.step(number)
        if number == 3:
            hall.swap(2, 3)
        for page, name in ((screen, "screen_ceremony"), (lead, "ceremony_lead")):
            page.goto(reverse(name, args=[hall.tournament.slug]))
            page.emulate_media(reduced_motion="reduce")
            page.evaluate("() => document.querySelectorAll('main details').forEach((box) => { box.open = true; })")
            page.evaluate((AXE / "axe.min.js").read_text(encoding="utf-8"))
            assert violations(page, ALL_RULES) == [], (name, number)
            page.emulate_media(color_scheme="dark")
            assert violations(page, CONTRAST) == [], (name, number)
            page.emulate_media(color_scheme="light")
        if number == 3:
            hall.call(settle_correction, take_over=False, mark=hall.running.mark)


def test_on_the_smallest_phone_it_is_led_without_scrolling_sideways(device: Device, hall: Hall) -> None:
    hall.begin()
    lead: Any = device(hall.actor, viewport={"width": 320, "height": 600})
    lead.goto(reverse("ceremony_lead", args=[hall.tournament.slug]))
    lead.locator("#lead-jump > summary").click()
    assert lead.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
