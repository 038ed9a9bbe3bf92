"""A screen in the hall in a real browser: named, steered, without network, after a restart, without a script."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from tests.e2e.conftest import Device
from tests.factories import draw_lots, make_participants, make_scoresheet, make_tournament, make_user
from tournament.models import Screen, Tournament, User
from tournament.screens import selectors

pytestmark = pytest.mark.e2e

SCREEN = "/schirm/"
DESK = "/tournaments/feldkirchen-2026/screens/"
MOTION = "() => document.querySelector('.board-names').getAnimations()[0]?.currentTime ?? -1"
LOST_MS = 10_000


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


def named(device: Device, tournament: Tournament, organiser: User, *scenes: str, **options: Any) -> Any:
    page, code = open_screen(device, **options)
    Screen.objects.create(
        code=code.replace(" ", ""), name="Beamer", tournament=tournament, scenes=list(scenes), named_by=organiser,
        named_at=timezone.now(),
    )  # fmt: skip
    return page


def test_a_screen_is_named_and_steered_from_the_desk(device: Device, tournament: Tournament, organiser: User) -> None:
    screen, code = open_screen(device)
    desk = device(organiser)
    desk.goto(DESK)
    desk.get_by_label("Code on the screen").fill(code.lower())
    desk.get_by_label("Name of the screen").fill("Beamer Saal")
    desk.get_by_role("button", name="Name it").click()
    expect(desk.locator("#screens")).to_contain_text("Beamer Saal")
    expect(screen.locator(".screen-idle")).to_contain_text("Feldkirchen 2026")
    expect(desk.locator("#screens .state")).to_have_text("there")
    draw_lots(tournament.matches.get(number=1), organiser)
    expect(screen.locator(".show.is-drawing")).to_be_visible()
    desk.get_by_role("link", name="Beamer Saal").click()
    for scene in ("The draw while it happens", "Standings, page by page"):
        desk.get_by_label(scene).uncheck()
    desk.get_by_role("button", name="Let it show that").click()
    expect(screen.locator(".board-window.is-moving, [data-kind=progress]").first).to_be_visible()
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
    page = named(device, tournament, organiser, "seats")
    draw_lots(tournament.matches.get(number=1), organiser)
    expect(page.locator(".board-window.is-moving")).to_be_visible()
    page.evaluate("() => { document.querySelector('.board').dataset.mark = 'same'; }")
    page.wait_for_timeout(5000)
    assert page.locator(".board[data-mark=same]").count() == 1, "nothing is replaced while nothing is new"
    here = page.evaluate(MOTION)
    page.reload()
    expect(page.locator(".board-window.is-moving")).to_be_visible()
    there = page.evaluate(MOTION)
    duration = page.evaluate(
        "() => document.querySelector('.board-names').getAnimations()[0].effect.getTiming().duration"
    )
    assert (there - here % duration) % duration < 8000


def test_a_network_that_is_gone_leaves_the_last_picture(
    device: Device, tournament: Tournament, organiser: User
) -> None:
    ranked(tournament)
    page = named(device, tournament, organiser, "ranking")
    expect(page.locator(".screen-page")).to_contain_text("of 7")
    page.context.set_offline(True)
    lost = page.locator("#screen-lost")
    expect(lost).to_be_visible(timeout=LOST_MS + 20_000)
    expect(lost).to_contain_text("No connection since")
    expect(page.locator(".screen-page")).to_contain_text("of 7")
    page.context.set_offline(False)
    expect(lost).to_be_hidden()


@pytest.mark.parametrize("status", [500, 502, 404])
def test_a_server_that_starts_again_leaves_the_last_picture(
    device: Device, tournament: Tournament, organiser: User, status: int
) -> None:
    ranked(tournament)
    page = named(device, tournament, organiser, "ranking")
    expect(page.locator(".screen-page")).to_contain_text("of 7")
    page.route("**/schirm/?shown=*", lambda route: route.fulfill(status=status, body="<h1>Fault</h1>"))
    expect(page.locator("#screen-lost")).to_be_visible(timeout=LOST_MS + 20_000)
    expect(page.locator(".screen-page")).to_contain_text("of 7")
    page.unroute("**/schirm/?shown=*")
    Screen.objects.update(scenes=["seats", "progress"])
    expect(page.locator("[data-kind=ranking]")).to_have_count(0)
    expect(page.locator("#screen-lost")).to_be_hidden()


def test_a_browser_that_is_closed_and_opened_is_the_same_screen(
    device: Device, tournament: Tournament, organiser: User
) -> None:
    page = named(device, tournament, organiser, "seats")
    expect(page.locator(".screen-idle")).to_be_visible()
    state = page.context.storage_state()
    page.context.close()
    again = device(storage_state=state)
    again.goto(SCREEN)
    expect(again.locator(".screen-idle")).to_be_visible()


def test_without_a_script_the_page_refreshes_itself(device: Device, tournament: Tournament, organiser: User) -> None:
    draw_lots(tournament.matches.get(number=1), organiser)
    page = named(device, tournament, organiser, "seats", java_script_enabled=False)
    page.wait_for_url("**/schirm/?plain=1")
    expect(page.locator(".board-names li")).to_have_count(22)
    width, height = page.evaluate("() => [document.documentElement.scrollWidth, document.documentElement.scrollHeight]")
    assert (width, height) == (1920, 1080)
    Screen.objects.update(message="Bratwurst ist da")
    expect(page.locator(".screen-message")).to_contain_text("Bratwurst ist da")


def test_a_late_screen_joins_the_draw(
    device: Device, tournament: Tournament, organiser: User, monkeypatch: Any
) -> None:
    page = named(device, tournament, organiser, "draw", "seats")
    drawn_at = timezone.now() - timedelta(seconds=30)
    with monkeypatch.context() as then:
        then.setattr(timezone, "now", lambda: drawn_at)
        draw_lots(tournament.matches.get(number=1), organiser)
    expect(page.locator(".show.is-drawing")).to_be_visible()
    expect(page.locator(".lot.is-drawn").nth(24)).to_be_attached(timeout=8000)  # from the beginning it takes 23 seconds
    monkeypatch.setattr(selectors, "DRAW_SHOWN", timedelta())
    expect(page.locator(".board-window.is-moving")).to_be_visible()


@pytest.mark.parametrize(("width", "height"), [(1920, 1080), (1280, 720), (1024, 768)])
@pytest.mark.parametrize("scene", ["ranking", "progress", "seats"])
def test_a_scene_fits_on_the_screen(
    device: Device, tournament: Tournament, organiser: User, scene: str, width: int, height: int
) -> None:
    ranked(tournament)
    page = named(device, tournament, organiser, scene)
    page.set_viewport_size({"width": width, "height": height})
    expect(page.locator(f"[data-kind={scene}]")).to_be_visible()
    page.wait_for_function("() => document.documentElement.scrollHeight <= innerHeight")
    assert page.evaluate("() => document.documentElement.scrollWidth") == width
