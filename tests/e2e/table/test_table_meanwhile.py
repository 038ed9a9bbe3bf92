"""What changes while a table writes: seats exchanged, a game written elsewhere, a late answer, a page pulled down."""

from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Route, expect

from tests.e2e.approving import FOUR, choose, dialog
from tests.e2e.conftest import Device
from tests.e2e.routes import reroute
from tests.e2e.table.finger import draw
from tests.e2e.table.phone import PORTRAIT, open_phone, records, rufer
from tests.e2e.table.signing import at_table, hand_to, signed
from tests.worlds.factories import make_participants, make_tournament, make_user, open_scoresheet, write
from tests.worlds.sheets import fill, live
from tournament.draw.services.seats import exchange_seats
from tournament.enums import ApprovalState
from tournament.models import Game, Scoresheet, User
from tournament.services.requests import decide_request, request_approval
from tournament.sheet.acts.requests import RequestApproval

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def anna(transactional_db: None) -> User:
    return make_user("organiser", "supervisor", "desk", username="anna", full_name="Anna Obermaier")


def make_sheet(anna: User, entries: list[str], rules: str = "schafkopfschule-2023", seats: int = 4) -> Scoresheet:
    tournament = make_tournament(rules=rules)
    make_participants(tournament, seats)
    return live(fill(open_scoresheet(tournament, seats=seats), anna, entries), anna)


def test_seats_exchanged_under_the_thumb_stand_on_the_keys(device: Device, anna: User) -> None:
    """3.3: the key shows who sits there now, and the player chosen before is no longer chosen."""
    sheet = make_sheet(anna, ["r12+"])
    phone = open_phone(device, sheet)
    keys = phone.page.locator("#who .seat-name")
    expect(keys).to_have_text(["1 Anna", "2 Bene", "3 Centa", "4 Dirk"])
    phone.seat(1)
    exchange_seats(first=seat(sheet, 1), second=seat(sheet, 2), reason="mixed up", actor=anna)
    expect(keys).to_have_text(["1 Bene", "2 Anna", "3 Centa", "4 Dirk"])
    expect(phone.page.locator('#who [aria-pressed="true"]')).to_have_count(0)


def seat(sheet: Scoresheet, number: int) -> Any:
    return sheet.seats.select_related("match__tournament", "scoresheet").get(number=number)


def test_a_game_that_another_writes_while_the_page_asks_is_not_written_behind_it(device: Device, anna: User) -> None:
    sheet = make_sheet(anna, FOUR)
    phone = open_phone(device, sheet)
    choose(phone, "Solo", 2)
    dialog(phone).get_by_role("button", name="Back to the game").tap()
    phone.ending("won", "simple")
    phone.write()
    expect(dialog(phone)).to_contain_text("Game 6 has no approval")
    write(sheet, 6, "r34+", anna)
    expect(dialog(phone)).not_to_be_visible()
    expect(phone.page.locator("#missing")).to_contain_text("Game 6")
    phone.expect_saved(7)
    assert [number for number, _record in records(sheet)] == [1, 2, 3, 4, 5, 6]
    assert Game.objects.get(number=6).record["contract"] == "rufer"


def test_a_tout_granted_in_one_suit_is_asked_for_anew_in_another(device: Device, anna: User) -> None:
    """5.2.14: only the game that the supervisor saw may be played."""
    sheet = make_sheet(anna, FOUR)
    phone = open_phone(device, sheet)
    command = RequestApproval(number=6, seat=2, contract="solo-tout", suit="E", hand=(), key="a" * 32)
    request = request_approval(scoresheet=sheet, command=command, actor=sheet.devices.get())
    decide_request(request=request, state=ApprovalState.GRANTED, actor=anna)
    box = phone.page.locator("#approval")
    expect(box).to_have_attribute("data-kind", "granted")
    suits = phone.page.locator("#suits button:visible")
    suits.nth(1).tap()
    expect(box).to_have_attribute("data-kind", "need")
    suits.nth(0).tap()
    expect(box).to_have_attribute("data-kind", "granted")


def test_who_deals_by_a_deal_thrown_in_plays_no_more(device: Device, anna: User) -> None:
    """2.4.13, at a table of five: the player who deals after a redeal sits out, even if he was chosen before."""
    sheet = make_sheet(anna, [], "social", 5)
    phone = open_phone(device, sheet)
    page = phone.page
    phone.seat(2)
    page.locator("#redeals_open").tap()
    page.locator('[data-reason="passed"]').tap()
    expect(page.locator("#dealer")).to_have_text("Dealer: Bene")
    expect(page.locator('#who [aria-pressed="true"]')).to_have_count(0)
    expect(page.locator('#who [data-seat="2"]')).to_be_disabled()
    rufer(phone, 3, 4)
    phone.expect_saved(2)


def test_an_answer_for_one_who_signs_is_not_the_next_ones(device: Device, anna: User) -> None:
    """On a slow Wi-Fi the answer for Anna comes when Bene has the device, and takes nothing from him."""
    tournament = make_tournament()
    make_participants(tournament, 4)
    sheet = fill(open_scoresheet(tournament), anna)
    page = at_table(device, sheet)
    routes: list[Any] = []
    reroute(page, "**/signatures/", lambda route: routes.append(route))
    hand_to(page, "Anna Obermaier")
    draw(page)
    page.locator("#signing_sign").click()
    page.locator("#signing [data-step=seat] [data-back]").click()
    hand_to(page, "Bene Huber")
    draw(page)
    page.locator("#signing_sign").click()
    expect(page.locator("#signing_problem")).to_contain_text("still on its way")
    [route] = routes
    route.continue_()
    page.unroute("**/signatures/")
    expect(page.locator("#said")).to_have_text("Anna Obermaier has confirmed the sheet.")
    expect(page.locator("#signing_name")).to_have_text("Bene Huber")
    page.locator("#signing_sign").click()
    expect(page.locator("#signing_progress")).to_have_text("Confirmed: 2 of 4")
    assert signed(sheet) == [(1, "table", True), (2, "table", True)]


def test_a_page_pulled_down_in_a_dead_spot_asks_before_it_goes(device: Device, anna: User) -> None:
    """On plain http the page cannot be loaded again before the network is back."""
    # On this machine a service worker would reload the page.
    phone = open_phone(device, make_sheet(anna, []), service_workers="block")
    page = phone.page
    dialogs: list[str] = []

    def stay(question: Any) -> None:
        dialogs.append(question.type)
        question.dismiss()

    page.on("dialog", stay)
    assert page.evaluate("getComputedStyle(document.documentElement).overscrollBehaviorY") == "none"
    page.context.set_offline(True)
    expect(page.locator("#status")).to_contain_text("no network")
    phone.seat(1)
    page.evaluate("location.reload()")
    expect(page.locator('#who [data-seat="1"]')).to_have_attribute("aria-pressed", "true")
    assert dialogs == ["beforeunload"]


def test_an_answer_is_shown_though_another_table_asks_meanwhile(device: Device) -> None:
    tournament, boss = make_tournament(), make_user("supervisor", "desk", full_name="K. Reiter")
    make_participants(tournament, 8)
    write(open_scoresheet(tournament), 2, "wt4+", boss)
    page = device(boss, viewport=PORTRAIT, is_mobile=True, has_touch=True)
    routes: list[Any] = []
    page.route("**/*", lambda route: (routes.append if route.request.method == "POST" else Route.continue_)(route))
    page.goto(reverse("approvals", args=[tournament.slug]))
    page.get_by_role("button", name="Approve", exact=True).tap()
    with page.expect_response(lambda answer: "?v=" in answer.url and answer.status == 200):
        write(open_scoresheet(tournament, table=2), 2, "wt4+", boss)
    expect(page.locator(".asked-table")).to_have_text(["Table 1"])  # not replaced: the form waits for its answer
    routes[0].continue_()
    expect(page.locator("#messages")).to_contain_text("Table 1, game 2 is approved.")
    expect(page.locator(".asked-table")).to_have_text(["Table 2"])
