"""The standings on the projector in a real browser: they go on by themselves, stop, turn, and stay current."""

from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from tests.e2e.conftest import Device
from tests.worlds.factories import make_participants, make_scoresheet, make_tournament
from tournament.models import Participant, Scoresheet, Tournament
from tournament.services import versions

pytestmark = pytest.mark.e2e

PAGE_MS = 12_000
POLL_MS = 5000


@pytest.fixture
def sheet(transactional_db: None) -> Scoresheet:
    """The first of seven tables: 28 people, so three pages. Number 1 has +3."""
    tournament = make_tournament()
    tournament.frozen_ruleset, tournament.state = tournament.ruleset.text, "running"
    tournament.save()
    players, match = make_participants(tournament, 28), tournament.matches.get(number=1)
    sheets = [make_scoresheet(match, players[at : at + 4], [3, 1, -1, -3], table=at // 4 + 1) for at in range(0, 28, 4)]
    return sheets[0]


def open_screen(device: Device, sheet: Scoresheet, **options: Any) -> Any:
    page = device(viewport={"width": 1920, "height": 1080}, **options)
    page.clock.install()
    page.goto(reverse("screen_ranking", args=[sheet.match.tournament.slug]))
    shows(page, 1)
    return page


def shows(page: Any, number: int) -> None:
    expect(page.locator(".screen-page")).to_contain_text(f"Page {number} of 3")


def stays(page: Any, number: int) -> None:
    page.clock.run_for(3 * PAGE_MS)
    page.wait_for_timeout(300)  # what it asked for would have come by now
    shows(page, number)


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_it_goes_on_by_itself_and_begins_again(device: Device, sheet: Scoresheet, motion: str) -> None:
    page = open_screen(device, sheet, reduced_motion=motion)
    for number in (2, 3, 1):
        page.clock.run_for(PAGE_MS)
        shows(page, number)
        assert page.evaluate("() => document.getAnimations().length") == 0


def test_space_stops_it_and_arrows_turn_the_pages(device: Device, sheet: Scoresheet) -> None:
    page = open_screen(device, sheet)
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Go on")).to_be_visible()
    stays(page, 1)
    page.keyboard.press("Space")
    page.clock.run_for(PAGE_MS)
    shows(page, 2)
    for key, number in (("ArrowRight", 3), ("ArrowRight", 1), ("ArrowLeft", 3), ("PageUp", 2)):
        page.keyboard.press(key)
        shows(page, number)
    stays(page, 2)
    link = page.get_by_role("link", name="Next page")
    link.press("Enter")
    shows(page, 3)
    expect(link).to_be_focused()
    page.reload()
    shows(page, 3)


def test_new_standings_come_to_the_page_that_is_shown(device: Device, sheet: Scoresheet) -> None:
    page = open_screen(device, sheet)
    page.keyboard.press("ArrowRight")
    shows(page, 2)
    expect(page.locator("tr#n1")).to_have_count(0)
    sheet.seats.filter(number=1).update(points=0, plus=0)  # from the first page to the second
    versions.bump(sheet.match)
    page.clock.run_for(POLL_MS)
    expect(page.locator("tr#n1")).to_be_visible()
    shows(page, 2)


@pytest.mark.parametrize("size", [(1920, 1080), (1024, 768)])
def test_a_page_fits_on_the_screen(device: Device, sheet: Scoresheet, size: tuple[int, int]) -> None:
    page = open_screen(device, sheet)
    page.set_viewport_size({"width": size[0], "height": size[1]})
    width, height = page.evaluate("() => [document.documentElement.scrollWidth, document.documentElement.scrollHeight]")
    assert (width, height) == size


@pytest.mark.parametrize(("width", "height"), [(1920, 1080), (1280, 720), (1024, 768)])
def test_every_line_of_a_page_is_seen(device: Device, sheet: Scoresheet, width: int, height: int) -> None:
    """Long clubs and a remark in every line: once the tenth place stood under the edge."""
    Participant.objects.update(club="Stammtisch zum Alten Wirt in Niederaichbach")
    Scoresheet.objects.filter(table_number__gt=2).update(state="open")
    page = device(viewport={"width": width, "height": height})
    page.goto(reverse("screen_ranking", args=[sheet.match.tournament.slug]))
    shows(page, 1)
    page.wait_for_function("() => document.documentElement.scrollHeight <= innerHeight")
    last, foot = page.locator(".screen tbody tr").last, page.locator(".screen-foot")
    assert last.bounding_box()["y"] + last.bounding_box()["height"] <= foot.bounding_box()["y"]


@pytest.mark.parametrize(("width", "height"), [(1366, 768), (1280, 720), (1024, 768), (1024, 640)])
def test_not_even_long_names_and_a_long_title_push_a_line_under_the_edge(
    device: Device, sheet: Scoresheet, settings: Any, width: int, height: int
) -> None:
    """Of names in every line the tenth stood under the foot. What matters less is left out, names and points never."""
    settings.PUBLIC_ADDRESS = "http://192.168.178.107:8000"
    Tournament.objects.update(name="Großes Preisschafkopfturnier des Stammtischs zum Alten Wirt in Niederaichbach 2026")
    Participant.objects.update(
        last_name="Wolfschläger-Oberniedermayr", club="Stammtisch zum Alten Wirt in Niederaichbach"
    )
    page = device(viewport={"width": width, "height": height})
    page.goto(reverse("screen_ranking", args=[sheet.match.tournament.slug]))
    shows(page, 1)
    page.wait_for_function("() => document.documentElement.scrollHeight <= innerHeight")
    last, foot = page.locator(".screen tbody tr").last.bounding_box(), page.locator(".screen-foot").bounding_box()
    assert last["y"] + last["height"] <= foot["y"]
    for column in ("place", "name", "total"):
        expect(page.locator(f'.screen tbody tr:last-child [data-column="{column}"]')).to_be_in_viewport(ratio=1)
    title, address = (page.locator(f".hall-head > {part}").bounding_box() for part in ("div", ".hall-address"))
    assert title["x"] + title["width"] <= address["x"], "beside each other"
