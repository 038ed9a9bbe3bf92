"""A public page keeps itself current, without a reload and without going back in time."""

import io
import time
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import expect
from pypdf import PdfReader

from tests.e2e.conftest import PATIENCE_MS, Device
from tests.e2e.routes import reroute
from tests.e2e.table.phone import PHONE
from tests.worlds.factories import make_participants, make_scoresheet, make_tournament
from tournament.models import Scoresheet
from tournament.services import versions
from tournament.standings.selectors import cache as kept_standings

pytestmark = pytest.mark.e2e


@pytest.fixture
def sheet(transactional_db: None) -> Scoresheet:
    tournament = make_tournament()
    tournament.frozen_ruleset, tournament.state = tournament.ruleset.text, "running"
    tournament.save()
    players = make_participants(tournament, 4)
    return make_scoresheet(tournament.matches.get(number=1), players, [3, 1, -1, -3])


def anna_has(sheet: Scoresheet, points: int) -> None:
    sheet.seats.filter(number=1).update(points=points, plus=points)
    versions.bump(sheet.match)


def open_anna(device: Device, sheet: Scoresheet) -> Any:
    """Anna's own page on her phone, with her total."""
    page = device(**PHONE)
    page.clock.install()
    page.goto(reverse("public_player", args=[sheet.match.tournament.slug, 1]))
    expect(page.locator("#player")).to_contain_text("+3")
    return page


def come_back(page: Any) -> None:
    """What a browser says when its page is shown again."""
    page.evaluate("() => document.dispatchEvent(new Event('visibilitychange'))")


def test_the_page_asks_every_quarter_of_a_minute(device: Device, sheet: Scoresheet) -> None:
    page, addresses = open_anna(device, sheet), []
    page.on("request", lambda request: addresses.append(request.url))
    for points in (12, 13):
        anna_has(sheet, points)
        page.clock.run_for(14_000)
        expect(page.locator("#player")).not_to_contain_text(f"+{points}")
        page.clock.run_for(2_000)
        expect(page.locator("#player")).to_contain_text(f"+{points}")
    assert len(addresses) == 2


def test_whoever_looks_again_sees_what_is_new_at_once(device: Device, sheet: Scoresheet) -> None:
    page = open_anna(device, sheet)
    anna_has(sheet, 12)
    come_back(page)
    expect(page.locator("#player")).to_contain_text("+12")


def test_an_answer_that_took_long_does_not_replace_a_newer_one(
    device: Device, sheet: Scoresheet, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept_standings, "LEAST_AGE", 0)  # two changes within a second
    page, answers = open_anna(device, sheet), []

    def hold_the_first(route: Any) -> None:
        answer = route.fetch()
        if answers:
            route.fulfill(response=answer)
        else:
            answers.append((route, answer))

    reroute(page, "**/t/**", hold_the_first)
    anna_has(sheet, 12)
    come_back(page)
    until = time.monotonic() + PATIENCE_MS / 1000
    while not answers and time.monotonic() < until:
        page.wait_for_timeout(20)
    anna_has(sheet, 13)
    come_back(page)
    expect(page.locator("#player")).to_contain_text("+13")
    route, answer = answers[0]
    with page.expect_response("**/t/**"):
        route.fulfill(response=answer)
    page.wait_for_timeout(100)
    assert "+13" in page.locator("#player").inner_text()  # at once: a quarter of a minute later it would be right again


def test_a_part_of_the_answer_may_belong_elsewhere(device: Device, sheet: Scoresheet) -> None:
    """The standings say in the head of the page how far the match is; the focus stays in the search."""
    page = device(**PHONE)
    page.goto(reverse("public_standings", args=[sheet.match.tournament.slug]))
    page.locator("#q").fill("Anna")
    news = (
        """<div id="standings" data-live="/t/x/?v=9"><span id="progress" data-elsewhere>Done</span><p>All</p></div>"""
    )
    reroute(page, "**/t/**", lambda route: route.fulfill(body=news, content_type="text/html"))
    come_back(page)
    expect(page.locator("#standings")).to_have_text("All")
    expect(page.locator(".public-head #progress")).to_have_text("Done")
    expect(page.locator("#q")).to_be_focused()
    expect(page.locator("#q")).to_have_value("Anna")


def test_while_nothing_is_new_the_page_says_that_it_is_still_so(device: Device, sheet: Scoresheet) -> None:
    page = device(**PHONE)
    page.clock.install(time="2026-11-28T20:00:00")
    page.goto(reverse("public_standings", args=[sheet.match.tournament.slug]))
    with page.expect_response(lambda answer: answer.status == 204):
        page.clock.run_for(16_000)
    expect(page.locator("[data-as-of]")).to_contain_text("20:00:1")


def test_the_public_print_begins_with_the_ranking_on_its_first_page(device: Device, sheet: Scoresheet) -> None:
    page = device(**PHONE)
    page.goto(reverse("public_standings", args=[sheet.match.tournament.slug]))
    printed = PdfReader(io.BytesIO(page.pdf(prefer_css_page_size=True)))
    first = printed.pages[0]
    assert first.mediabox.width > first.mediabox.height
    assert "Obermaier" in first.extract_text()
