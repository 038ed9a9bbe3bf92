"""A screen in the hall in a real browser: named, steered, without network, after a restart, without a script."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from tests.e2e.conftest import Device
from tests.e2e.routes import reroute
from tests.worlds.factories import draw_lots, make_participants, make_scoresheet, make_tournament, make_user
from tournament.models import Screen, Tournament, User
from tournament.screens import selectors

pytestmark = pytest.mark.e2e

SCREEN = "/schirm/"
DESK = "/tournaments/feldkirchen-2026/screens/"
MOTION = "() => document.querySelector('.seats-names').getAnimations()[0]?.currentTime ?? -1"
LOST_MS = 10_000
ROWS_IN_VIEW = """() => {
  const view = document.querySelector(".seats-window").getBoundingClientRect();
  const rows = [...document.querySelectorAll(".seats-names li")].map((li) => [li, li.getBoundingClientRect()]);
  return rows.filter(([_, row]) => row.bottom > view.top + 1 && row.top < view.bottom - 1
      && row.right > view.left + 1 && row.left < view.right - 1)
    .map(([li, row]) => ({
      text: li.textContent, left: Math.round(row.left), top: Math.round(row.top),
      whole: row.top >= view.top - 1 && row.bottom <= view.bottom + 1
        && row.left >= view.left - 1 && row.right <= view.right + 1,
    }));
}"""
LINES = "(words) => Math.round(words.offsetHeight / parseFloat(getComputedStyle(words).lineHeight))"


@pytest.fixture
def organiser(transactional_db: None) -> User:
    return make_user("organiser")


@pytest.fixture
def tournament(organiser: User) -> Tournament:
    """64 people, drawn and ranked: seven pages of the ranking."""
    tournament = make_tournament()
    make_participants(tournament, 64)
    return tournament


def ranked(tournament: Tournament) -> None:
    tournament.frozen_ruleset, tournament.state = tournament.ruleset.text, "running"
    tournament.save()
    match, players = tournament.matches.get(number=1), list(tournament.participants.order_by("start_number"))
    match.state = "playing"
    match.save()
    for at in range(0, 64, 4):
        make_scoresheet(match, players[at : at + 4], [3, 1, -1, -3], table=at // 4 + 1)


def open_screen(device: Device, **options: Any) -> tuple[Any, str]:
    page = device(viewport={"width": 1920, "height": 1080}, **options)
    page.goto(SCREEN)
    code = page.locator(".screen-code-signs").inner_text()
    assert re.fullmatch(r"[A-Z0-9]{3} [A-Z0-9]{3}", code)
    return page, code


def named_screen(device: Device, tournament: Tournament, organiser: User, *scenes: str, **options: Any) -> Any:
    page, code = open_screen(device, **options)
    Screen.objects.create(
        code=code.replace(" ", ""), name="Beamer", tournament=tournament, scenes=list(scenes), named_by=organiser,
        named_at=timezone.now(),
    )  # fmt: skip
    return page


def bottom(page: Any, selector: str) -> float:
    return float(page.locator(selector).evaluate("(part) => part.getBoundingClientRect().bottom"))


def test_a_screen_is_named_and_steered_from_the_desk(device: Device, tournament: Tournament, organiser: User) -> None:
    screen, code = open_screen(device)
    desk = device(organiser)
    desk.goto(DESK)
    desk.get_by_label("Code on the screen").fill(code.lower())
    desk.get_by_label("Name of the screen").fill("Beamer Saal")
    desk.get_by_role("button", name="Name it").click()
    expect(desk.locator("#screens")).to_contain_text("Beamer Saal")
    # Before the draw a screen says how many seats are left.
    expect(screen.locator(".hall-head").first).to_contain_text("Feldkirchen 2026")
    expect(screen.get_by_role("heading", name="Seats left")).to_be_visible()
    expect(desk.locator("#screens .state")).to_have_text("there")
    draw_lots(tournament.matches.get(number=1), organiser)
    expect(screen.locator(".draw-scene.is-drawing")).to_be_visible()
    desk.get_by_role("link", name="Beamer Saal", exact=True).click()
    for scene in ("The draw while it happens", "Standings, page by page"):
        desk.get_by_label(scene).uncheck()
    desk.get_by_role("button", name="Let it show that").click()
    expect(screen.locator(".seats-window.is-moving, [data-kind=progress]").first).to_be_visible()
    desk.get_by_label("Message", exact=True).fill("Match 2")
    desk.get_by_label("Until").fill(f"{timezone.localtime() + timedelta(minutes=10):%H:%M}")
    desk.get_by_role("button", name="Show on all screens").click()
    expect(screen.locator(".screen-message h2")).to_contain_text("Match 2 at")
    before = screen.locator(".screen-countdown").inner_text()
    assert re.fullmatch(r"\d:\d\d", before)
    expect(screen.locator(".screen-countdown")).not_to_have_text(before)
    desk.get_by_role("button", name="Take messages back").click()
    expect(screen.locator(".screen-message")).to_have_count(0)


def test_a_reload_shows_the_same_and_names_scroll_on(device: Device, tournament: Tournament, organiser: User) -> None:
    page = named_screen(device, tournament, organiser, "seats")
    draw_lots(tournament.matches.get(number=1), organiser)
    expect(page.locator(".seats-window.is-moving")).to_be_visible()
    page.evaluate("() => { document.querySelector('.seats-scene').dataset.mark = 'same'; }")
    page.wait_for_timeout(5000)
    assert page.locator(".seats-scene[data-mark=same]").count() == 1, "nothing is replaced while nothing is new"
    here = page.evaluate(MOTION)
    page.reload()
    expect(page.locator(".seats-window.is-moving")).to_be_visible()
    there = page.evaluate(MOTION)
    duration = page.evaluate(
        "() => document.querySelector('.seats-names').getAnimations()[0].effect.getTiming().duration"
    )
    assert (there - here % duration) % duration < 8000


def test_a_network_that_is_gone_leaves_the_last_picture(
    device: Device, tournament: Tournament, organiser: User
) -> None:
    ranked(tournament)
    page = named_screen(device, tournament, organiser, "ranking")
    expect(page.locator(".screen-page")).to_contain_text("of 7")
    page.context.set_offline(True)
    lost = page.locator("#screen-lost")
    expect(lost).to_be_visible(timeout=LOST_MS + 20_000)
    minutes = [timezone.localtime() - timedelta(minutes=late) for late in (0, 1)]
    expect(lost).to_contain_text(re.compile("No connection since (" + "|".join(f"{at:%H:%M}" for at in minutes) + ")"))
    expect(page.locator(".screen-page")).to_contain_text("of 7")
    page.wait_for_function("() => document.documentElement.scrollHeight <= innerHeight")
    assert bottom(page, ".screen-page") <= page.evaluate(
        "() => document.querySelector('#screen-lost').getBoundingClientRect().top"
    ), "the line covers nothing"
    page.context.set_offline(False)
    expect(lost).to_be_hidden()


@pytest.mark.parametrize("status", [500, 502, 404])
def test_a_server_that_starts_again_leaves_the_last_picture(
    device: Device, tournament: Tournament, organiser: User, status: int
) -> None:
    ranked(tournament)
    page = named_screen(device, tournament, organiser, "ranking")
    expect(page.locator(".screen-page")).to_contain_text("of 7")
    reroute(page, "**/schirm/?shown=*", lambda route: route.fulfill(status=status, body="<h1>Fault</h1>"))
    expect(page.locator("#screen-lost")).to_be_visible(timeout=LOST_MS + 20_000)
    expect(page.locator(".screen-page")).to_contain_text("of 7")
    page.unroute("**/schirm/?shown=*")
    Screen.objects.update(scenes=["seats", "progress"])
    expect(page.locator("[data-kind=ranking]")).to_have_count(0)
    expect(page.locator("#screen-lost")).to_be_hidden()


def test_a_browser_that_is_closed_and_opened_is_the_same_screen(
    device: Device, tournament: Tournament, organiser: User
) -> None:
    page = named_screen(device, tournament, organiser, "seats")
    expect(page.locator(".screen-idle")).to_be_visible()
    state = page.context.storage_state()
    page.context.close()
    again = device(storage_state=state)
    again.goto(SCREEN)
    expect(again.locator(".screen-idle")).to_be_visible()


def test_without_a_script_the_page_refreshes_itself(device: Device, tournament: Tournament, organiser: User) -> None:
    draw_lots(tournament.matches.get(number=1), organiser)
    page = named_screen(device, tournament, organiser, "seats", java_script_enabled=False)
    page.wait_for_url("**/schirm/?plain=1")
    expect(page.locator(".seats-names li")).to_have_count(22)
    width, height = page.evaluate("() => [document.documentElement.scrollWidth, document.documentElement.scrollHeight]")
    assert (width, height) == (1920, 1080)
    Screen.objects.update(message="Bratwurst ist da")
    expect(page.locator(".screen-message")).to_contain_text("Bratwurst ist da")


def test_a_late_screen_joins_the_draw(
    device: Device, tournament: Tournament, organiser: User, monkeypatch: Any
) -> None:
    page = named_screen(device, tournament, organiser, "draw", "seats")
    drawn_at = timezone.now() - timedelta(seconds=30)
    with monkeypatch.context() as then:
        then.setattr(timezone, "now", lambda: drawn_at)
        draw_lots(tournament.matches.get(number=1), organiser)
    expect(page.locator(".draw-scene.is-drawing")).to_be_visible()
    expect(page.locator(".lot.is-drawn").nth(24)).to_be_attached(timeout=8000)  # from the beginning it takes 23 seconds
    monkeypatch.setattr(selectors, "DRAW_SHOWN", timedelta())
    expect(page.locator(".seats-window.is-moving")).to_be_visible()
    expect(page.locator("#draw-news")).to_be_empty()


def test_names_that_stand_still_are_whole_and_begin_at_the_same_height(
    device: Device, tournament: Tournament, organiser: User
) -> None:
    draw_lots(tournament.matches.get(number=1), organiser)
    tournament.participants.filter(start_number=3).update(
        last_name="Hinterholzer-Niedermaier", first_name="Maximiliane"
    )
    page = named_screen(device, tournament, organiser, "seats", reduced_motion="reduce")
    page.set_viewport_size({"width": 1366, "height": 768})
    expect(page.locator(".seats-window.is-paged")).to_be_visible()
    names: set[str] = set()
    for _ in range(4):
        rows = page.evaluate(ROWS_IN_VIEW)
        assert [row for row in rows if not row["whole"]] == []
        tops = {left: min(row["top"] for row in rows if row["left"] == left) for left in {row["left"] for row in rows}}
        assert (len(tops), len(set(tops.values()))) == (2, 1)
        names |= {row["text"] for row in rows}
        page.evaluate("() => import('seats_motion').then((board) => board.turn(1))")
    assert len(names) == 64


@pytest.mark.parametrize(("width", "height"), [(1920, 1080), (1366, 768), (3840, 2160)])
@pytest.mark.parametrize("script", [True, False])
def test_the_longest_message_fits_with_its_countdown(
    device: Device, tournament: Tournament, organiser: User, width: int, height: int, script: bool
) -> None:
    page = named_screen(device, tournament, organiser, "seats", java_script_enabled=script)
    page.set_viewport_size({"width": width, "height": height})
    words = "Siegerehrungsvorbereitungsbesprechung und die letzten Listen bitte sofort an die Theke bringen "
    Screen.objects.update(message=(words * 2)[:160], message_until=timezone.now() + timedelta(hours=2))
    expect(page.locator(".screen-countdown")).to_be_visible(timeout=15_000)
    assert bottom(page, ".screen-countdown") <= height
    assert page.evaluate("() => document.documentElement.scrollWidth") == width


def test_a_word_is_not_broken_while_it_can_be_smaller(device: Device, tournament: Tournament, organiser: User) -> None:
    page = named_screen(device, tournament, organiser, "seats")
    for word, is_whole in (("Siegerehrungsvorbereitungsbesprechung", True), ("X" * 160, False)):
        Screen.objects.update(message=word)
        expect(page.locator(".screen-message h2")).to_have_text(word)
        page.wait_for_function("() => document.querySelector('.screen-message').style.cssText")
        lines = page.locator(".screen-message h2").evaluate(LINES)
        assert (lines == 1) == is_whole
        assert bottom(page, ".screen-message h2") <= 1080


@pytest.mark.parametrize(("width", "height"), [(1920, 1080), (1280, 720), (1024, 768)])
@pytest.mark.parametrize("scene", ["ranking", "progress", "seats"])
def test_a_scene_fits_on_the_screen(
    device: Device, tournament: Tournament, organiser: User, scene: str, width: int, height: int
) -> None:
    ranked(tournament)
    page = named_screen(device, tournament, organiser, scene)
    page.set_viewport_size({"width": width, "height": height})
    expect(page.locator(f"[data-kind={scene}]")).to_be_visible()
    page.wait_for_function("() => document.documentElement.scrollHeight <= innerHeight")
    assert page.evaluate("() => document.documentElement.scrollWidth") == width
