"""The projector in a real browser: names that scroll, pause and stand still, and lots that move to their tables."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.e2e.axe import problems, reader
from tests.e2e.conftest import Device
from tests.e2e.hall import Page
from tests.worlds.factories import draw_lots, make_participants, make_tournament, make_user
from tournament.draw.services.closed_lists import close_list
from tournament.draw.services.draw import discard_draw, draw_match
from tournament.models import Match, Participant, User
from tournament.services import versions

pytestmark = pytest.mark.e2e

SEATS = "/t/feldkirchen-2026/board/"
SHOW = "/t/feldkirchen-2026/draw/1/show/"
HOLD_MS = 6000  # at the top and at the end
POLL_MS = 5000

LEFT = "() => document.querySelector('.seats-names li').getBoundingClientRect().left"
TOP = "() => document.querySelector('.seats-names li').getBoundingClientRect().top"
MOTIONS = "() => document.getAnimations().length"
# The lots that the hall sees: drawn, and not transparent.
SEEN = """() => [...document.querySelectorAll('.lot')].filter(
  (lot) => lot.checkVisibility() && Number(getComputedStyle(lot).opacity) > 0).length"""
LOTS = """() => [...document.querySelectorAll('.draw-table')].map(
  (table) => [...table.querySelectorAll('.lot small')].map((number) => Number(number.textContent)))"""


@pytest.fixture
def organiser(transactional_db: None) -> User:
    return make_user("organiser")


def first_match(people: int) -> Match:
    tournament = make_tournament()
    make_participants(tournament, people)
    return tournament.matches.get(number=1)


def seek(page: Any, ms: float) -> None:
    page.evaluate("(ms) => { document.querySelector('.seats-names').getAnimations()[0].currentTime = ms; }", ms)


def is_moving(page: Any) -> bool:
    before = page.evaluate(TOP)
    page.wait_for_timeout(400)
    return bool(page.evaluate(TOP) != before)


def test_the_seats_moves_through_all_names_and_begins_again(device: Device, organiser: User) -> None:
    draw_lots(first_match(64), organiser)
    page = device(viewport={"width": 1280, "height": 720})
    page.goto(SEATS)
    expect(page.locator(".seats-window.is-moving")).to_be_visible()
    top = page.evaluate(TOP)
    assert not is_moving(page)  # first everyone has time to read from the beginning
    seek(page, HOLD_MS)
    assert is_moving(page)
    assert page.evaluate(TOP) < top
    duration = page.evaluate(
        "() => document.querySelector('.seats-names').getAnimations()[0].effect.getTiming().duration"
    )
    seek(page, duration - HOLD_MS / 2)
    last, bottom = page.locator(".seats-names li").last.bounding_box(), page.viewport_size["height"]
    assert last["y"] + last["height"] <= bottom
    seek(page, duration - 100)
    page.wait_for_timeout(500)
    assert page.evaluate(TOP) == top
    assert page.evaluate("() => document.querySelector('.seats-names').getAnimations()[0].playState") == "running"


def test_space_and_the_button_hold_the_seats(device: Device, organiser: User) -> None:
    draw_lots(first_match(64), organiser)
    page = device(viewport={"width": 1280, "height": 720})
    page.goto(SEATS)
    expect(page.locator(".seats-window.is-moving")).to_be_visible()
    seek(page, HOLD_MS + 3000)
    before = page.evaluate(TOP)
    page.keyboard.press("Space")
    assert not is_moving(page)
    assert page.evaluate(TOP) == pytest.approx(before, abs=30)  # where it was, not at the top
    expect(page.get_by_role("button", name="Go on")).to_be_visible()
    page.get_by_role("button", name="Go on").click()
    assert is_moving(page)
    page.get_by_role("button", name="Stop").press("Enter")
    assert not is_moving(page)
    at = page.evaluate(TOP)
    page.evaluate("() => document.activeElement.blur()")
    page.keyboard.press("PageDown")
    assert page.evaluate(TOP) < at - 300
    page.keyboard.press("PageUp")
    assert page.evaluate(TOP) == pytest.approx(at, abs=2)


def test_reduced_motion_turns_pages(device: Device, organiser: User) -> None:
    draw_lots(first_match(64), organiser)
    page = device(viewport={"width": 1280, "height": 720}, reduced_motion="reduce")
    page.clock.install()
    page.goto(SEATS)
    expect(page.locator(".seats-names")).to_be_visible()
    assert page.evaluate(MOTIONS) == 0
    assert not is_moving(page)
    start, before, pages = page.evaluate(LEFT), page.evaluate(LEFT), []
    for _ in range(16):
        page.clock.run_for(4000)
        now = page.evaluate(LEFT)
        if now != before:
            pages.append(now)
        before = now
    assert pages[0] < start - 300
    assert pages[1] < pages[0] - 300
    assert start in pages[2:]  # the first page follows the last one
    page.keyboard.press("Space")
    at = page.evaluate(LEFT)
    page.clock.run_for(60_000)
    assert page.evaluate(LEFT) == at


def test_few_names_stand_still_without_buttons(device: Device, organiser: User) -> None:
    draw_lots(first_match(8), organiser)
    page = device(viewport={"width": 1920, "height": 1080})
    page.goto(SEATS)
    expect(page.locator(".seats-names li")).to_have_count(8)
    page.wait_for_timeout(300)
    assert page.evaluate(MOTIONS) == 0


def test_cursor_and_buttons_leave_when_nobody_is_there(device: Device, organiser: User) -> None:
    draw_lots(first_match(64), organiser)
    page = device(viewport={"width": 1280, "height": 720})
    page.goto(SEATS)
    page.mouse.move(200, 200)
    button = page.get_by_role("button", name="Stop")
    expect(page.locator("#seats-controls")).to_have_css("opacity", "1")
    expect(page.locator("#seats-controls")).to_have_css("opacity", "0")
    expect(page.locator(".seats-scene")).to_have_css("cursor", "none")
    button.focus()
    expect(page.locator("#seats-controls")).to_have_css("opacity", "1")


def test_a_new_draw_comes_by_itself_and_other_news_change_nothing(device: Device, organiser: User) -> None:
    match = first_match(64)
    closed = close_list(match=match, actor=organiser)
    page = device(viewport={"width": 1280, "height": 720})
    page.goto(SEATS)
    expect(page.get_by_role("heading", name="The list is closed: 64 participants")).to_be_visible()
    draw_match(closed=closed, actor=organiser)
    expect(page.locator(".seats-window.is-moving")).to_be_visible()
    expect(page.get_by_role("heading", name="Match 1: who sits where")).to_be_visible()
    page.evaluate("() => { document.querySelector('.seats-scene').dataset.mark = 'same'; }")
    with page.expect_response(lambda answer: answer.url.endswith(SEATS)):
        versions.bump(match)
    page.wait_for_timeout(300)
    expect(page.locator(".seats-scene[data-mark=same]")).to_have_count(1)
    draw_lots(match.tournament.matches.get(number=2), organiser)
    expect(page.get_by_role("heading", name="Match 2: who sits where")).to_be_visible()
    expect(page.locator(".seats-scene[data-mark=same]")).to_have_count(0)


def test_the_ceremony_waits_begins_by_itself_and_begins_again_after_a_discard(device: Device, organiser: User) -> None:
    match = first_match(16)
    closed = close_list(match=match, actor=organiser)
    page = device(viewport={"width": 1920, "height": 1080})
    page.goto(SHOW)
    expect(page.get_by_text(closed.list_hash)).to_be_visible()
    draw = draw_match(closed=closed, actor=organiser)
    expect(page.locator(".draw-scene.is-drawing")).to_be_visible()
    assert page.evaluate(SEEN) <= 1
    expect(page.locator(".draw-place")).to_have_text("Table 1, seat 1")
    expect(page.locator(".draw-place")).to_have_text("Table 1, seat 2")
    assert page.evaluate(SEEN) in (1, 2)
    assert page.evaluate(LOTS) == draw.lots
    discard_draw(match=match, actor=organiser, reason="einer fehlte")
    expect(page.get_by_role("heading", name="New lots follow")).to_be_visible()
    again = draw_lots(match, organiser)
    expect(page.locator(".draw-scene.is-drawing")).to_be_visible()
    assert page.evaluate(LOTS) == again.lots
    expect(page.get_by_text(again.protocol["seed"])).to_be_visible()


def test_the_ceremony_can_be_skipped_and_seen_again(device: Device, organiser: User) -> None:
    draw_lots(first_match(16), organiser)
    page = device(viewport={"width": 1920, "height": 1080})
    page.goto(SHOW)
    for key in ("Escape", "Enter"):
        expect(page.locator(".draw-scene.is-drawing")).to_be_visible()
        page.keyboard.press(key)
        expect(page.locator(".is-drawing")).to_have_count(0)
        assert page.evaluate(SEEN) == 16
        assert page.evaluate(MOTIONS) == 0
        expect(page.get_by_text("All 16 lots are drawn.").first).to_be_visible()
        page.get_by_role("button", name="Once more").click()
        expect(page.locator(".draw-scene.is-drawing")).to_be_visible()
        assert page.evaluate(SEEN) <= 1
        page.evaluate("() => document.activeElement.blur()")  # the next key belongs to the page, not to a button
    page.get_by_role("button", name="Show all lots").click()
    assert page.evaluate(SEEN) == 16
    page.get_by_role("link", name="All names from A to Z").click()
    expect(page).to_have_url(SEATS)


@pytest.mark.parametrize(("people", "called"), [(64, r"^Table \d+, seat \d$"), (160, "^$")])
def test_the_ceremony_takes_a_minute_and_leads_to_the_seats(
    device: Device, organiser: User, people: int, called: str
) -> None:
    draw_lots(first_match(people), organiser)
    page = device(viewport={"width": 1920, "height": 1080})
    page.clock.install()
    page.goto(SHOW)
    expect(page.locator(".draw-scene.is-drawing")).to_be_visible()
    page.evaluate(
        """() => { const said = document.getElementById("draw-news"); window.said = [];
        new MutationObserver(() => window.said.push(said.textContent)).observe(said, {childList: true}); }"""
    )
    page.clock.run_for(1000)
    # Which one depends on the loading time of the page, because its clock runs on by itself.
    expect(page.locator(".draw-place")).to_have_text(re.compile(called))
    if people == 160:
        expect(page.locator(".draw-lot")).to_have_text("Table 1")  # one table at a time
    page.clock.run_for(54_000)
    expect(page.locator(".draw-scene.is-drawing")).to_be_visible()
    page.clock.run_for(8000)
    expect(page.locator(".is-drawing")).to_have_count(0)
    assert page.evaluate(SEEN) == people
    # A screen reader does not announce every single lot.
    assert page.evaluate("() => window.said") == [f"All {people} lots are drawn."]
    expect(page.locator(".draw-place")).to_have_text("All names from A to Z follow at once.")
    page.clock.run_for(21_000)
    expect(page).to_have_url(SEATS)


def test_long_names_keep_their_number_and_no_lot_crosses_the_words_that_call_it(
    device: Device, organiser: User
) -> None:
    match = first_match(64)
    Participant.objects.update(last_name="Schwarzenböck-Hinterhuber", first_name="Maximilian Josef")
    draw = draw_lots(match, organiser)
    page = device(viewport={"width": 1280, "height": 720})
    page.clock.install()
    page.goto(SHOW)
    expect(page.locator(".draw-scene.is-drawing")).to_be_visible()
    page.clock.run_for(500)
    flying = page.locator(".lot.is-flying")
    expect(flying).to_have_count(1)
    page.evaluate("() => document.getAnimations().forEach((motion) => { motion.pause(); motion.currentTime = 0; })")
    call, lot = page.locator(".draw-call").bounding_box(), flying.bounding_box()
    assert lot["y"] + lot["height"] > call["y"] + call["height"]
    words = [part.bounding_box() for part in page.locator(".draw-call span").all()]
    assert lot["y"] >= max(box["y"] + box["height"] for box in words)
    assert page.locator(".draw-lot").inner_text().startswith(f"{draw.lots[0][0]} Schwarzenböck-Hinterhuber Max")
    page.evaluate("() => document.getAnimations().forEach((motion) => motion.finish())")
    number, table = page.locator(".lot.is-drawn small").first, page.locator(".draw-table").first.bounding_box()
    box = number.bounding_box()
    assert box["x"] + box["width"] <= table["x"] + table["width"]
    cut = "(name) => name.scrollWidth > name.clientWidth"
    assert page.locator(".lot.is-drawn > span").first.evaluate(cut)
    assert not number.evaluate(cut)


def test_each_column_of_the_seats_begins_with_its_letter(device: Device, organiser: User) -> None:
    match = first_match(64)
    Participant.objects.filter(start_number__lte=40).update(last_name="Huber")
    draw_lots(match, organiser)
    page = device(viewport={"width": 1280, "height": 720})
    page.goto(SEATS)
    expect(page.locator(".seats-window.is-moving")).to_be_visible()
    marks = """() => { let left; return [...document.querySelectorAll('.seats-names li')].filter((row) => {
      const begins = row.offsetLeft !== left; left = row.offsetLeft; return begins;
    }).map((row) => row.querySelector('b').textContent); }"""
    assert page.evaluate(marks) == ["H", "H"]
    repeated = "() => [...document.querySelectorAll('.seats-names b')].map((mark) => mark.textContent).join('')"
    assert page.evaluate(repeated) == "HHN"
    # A narrower window has one column: a letter does not stay where its names no longer begin.
    page.set_viewport_size({"width": 600, "height": 720})
    page.wait_for_function(f"() => ({repeated})() === 'HN'")


def test_whoever_touches_the_page_keeps_it(device: Device, organiser: User) -> None:
    draw_lots(first_match(8), organiser)
    page = device(viewport={"width": 1920, "height": 1080})
    page.clock.install()
    page.goto(SHOW)
    expect(page.locator(".draw-scene.is-drawing")).to_be_visible()
    page.clock.run_for(30_000)
    expect(page.locator(".draw-place")).to_have_text("All names from A to Z follow at once.")
    page.mouse.move(300, 300)
    page.mouse.move(320, 320)
    expect(page.locator(".draw-place")).to_have_text("")
    page.clock.run_for(30_000)
    expect(page).to_have_url(SHOW)


def test_reduced_motion_sees_the_tables_at_once(device: Device, organiser: User) -> None:
    draw_lots(first_match(64), organiser)
    page = device(viewport={"width": 1920, "height": 1080}, reduced_motion="reduce")
    page.goto(SHOW)
    expect(page.locator("#draw-controls")).to_be_visible()
    assert page.evaluate(SEEN) == 64
    assert page.evaluate(MOTIONS) == 0
    expect(page.get_by_role("button", name="Once more")).to_be_hidden()


def test_without_a_script_everything_stands_there(device: Device, organiser: User) -> None:
    match = first_match(64)
    draw = draw_lots(match, organiser)
    page = device(viewport={"width": 1280, "height": 720}, java_script_enabled=False)
    page.goto(SHOW)
    expect(page.locator(".lot")).to_have_count(len(draw.entrants))
    for lot in (page.locator(".lot").first, page.locator(".lot").last):
        expect(lot).to_be_visible()
        expect(lot).to_have_css("opacity", "1")
    expect(page.locator("#draw-controls")).to_be_hidden()
    page.goto(SEATS)
    page.locator(".seats-names li").last.scroll_into_view_if_needed()
    expect(page.locator(".seats-names li").last).to_be_in_viewport()
    expect(page.locator("#seats-controls")).to_be_hidden()


def test_what_is_awaited_is_accessible(device: Device, organiser: User) -> None:
    match = first_match(8)
    closed = close_list(match=match, actor=organiser)
    outside = reader(device)
    slug = match.tournament.slug
    waiting = [Page(name="screen_seats", args=(slug,)), Page(name="screen_draw", args=(slug, 1))]
    assert [problems(outside, items) for items in waiting] == [[], []]
    draw_match(closed=closed, actor=organiser)
    discard_draw(match=match, actor=organiser, reason="einer fehlte")
    assert [problems(outside, items) for items in waiting] == [[], []]


def test_a_start_number_is_enough_on_the_smallest_phone(device: Device, organiser: User) -> None:
    draw_lots(first_match(8), organiser)
    page = device(viewport={"width": 320, "height": 568}, has_touch=True)
    page.goto("/t/feldkirchen-2026/seat/")
    page.get_by_label("Your start number").fill("7")
    page.get_by_label("Your start number").press("Enter")
    expect(page.get_by_role("heading", name="Aigner Gretl")).to_be_visible()
    expect(page.locator(".seat-place").first).to_be_in_viewport(ratio=1)
    page.get_by_text("Search by name").click()
    page.get_by_role("searchbox", name="Name").fill("löff")
    page.get_by_role("button", name="Search", exact=True).click()
    expect(page.get_by_role("heading", name="Löffler Centa")).to_be_visible()
    assert page.evaluate("() => document.scrollingElement.scrollWidth") == 320
