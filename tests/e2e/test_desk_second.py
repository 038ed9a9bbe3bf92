"""Double entry and totals at the desk: a second person types blind, the paper settles, and totals have their page."""

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from tests.e2e.conftest import Device
from tests.e2e.desk import Desk
from tests.worlds.factories import make_user
from tests.worlds.played import play
from tests.worlds.sheets import type_twice
from tests.worlds.totals import GOOD, open_totals_sheet
from tournament.models import SecondLine, Signature, Tournament, User

pytestmark = pytest.mark.e2e

RUFER = ["r12+", "r13-", "r14++", "r23+"] * 8
# The same lines by points, as a number pad enters them: value and seats of the winners.
DIGITS = ["112", "-113", "214", "132"] * 8


@pytest.fixture
def hall(live_server: object) -> tuple[Tournament, User]:
    """Two tables that were typed once, in a tournament with double entry."""
    tournament, actor = play(2, RUFER)
    type_twice(tournament, actor)
    return tournament, actor


@pytest.fixture
def eva() -> User:
    return make_user("desk", username="eva", full_name="Eva Zöllner")


def address(tournament: Tournament, name: str = "second", table: int = 1) -> str:
    return reverse(name, args=[tournament.slug, 1, table])


def test_the_second_person_types_blind_and_what_differs_is_settled(
    device: Device, hall: tuple[Tournament, User], eva: User
) -> None:
    tournament, actor = hall
    second = Desk(device(eva))
    second.open(address(tournament))
    expect(second.page.locator("#missing_part a")).to_have_text(["1", "2"])
    assert second.totals() == (0, 0, 0, 0)
    html = second.page.content()
    assert "K. Reiter" not in html
    assert second.page.locator('tr[data-line]:not([data-text=""])').count() == 0
    for number, typed in enumerate(DIGITS, 1):
        second.type("113" if number == 7 else typed)  # line 7 says 2 for seats 1 and 4
        if number % 4 == 0:
            second.press("Enter")
            second.has_written(number)
    side = second.page.locator("#side_part")
    expect(side).to_contain_text("1 line differs.")
    assert "K. Reiter" not in side.inner_text()
    desk = Desk(device(actor))
    desk.open(address(tournament, "scoresheet"))
    difference = desk.page.locator(".difference")
    expect(difference).to_have_count(1)
    expect(difference).to_contain_text("Game 7")
    expect(difference).to_contain_text("+2 −2 −2 +2")
    expect(difference).to_contain_text("+1 −1 +1 −1")
    assert difference.inner_text().count("+1 −1 +1 −1") == 1  # told once, whichever way it was typed
    expect(desk.page.locator("#side_part dd")).to_have_text(["K. Reiter", "Eva Zöllner · 32 of 32 games"])
    assert desk.page.locator('#side_part button[name="seat"]').count() == 0  # nothing to sign yet
    with desk.page.expect_navigation():
        desk.push('.difference button[value="first"]')
    desk.ready()
    expect(desk.page.locator('#side_part button[value="paper"]')).to_be_visible()
    # The focus is on the heading, so that one Enter too many signs nothing.
    expect(desk.page.locator("#signatures_title")).to_be_focused()
    desk.press("Enter")
    assert not Signature.objects.exists()
    expect(desk.page.locator(".difference")).to_have_count(0)
    assert SecondLine.objects.filter(number=7, typed_by=eva).count() == 1
    # Within two seconds the second person knows it, too; the next sheet is one key away.
    expect(side).to_contain_text("Both entries agree.")
    with second.page.expect_navigation():
        second.press("PageDown")
    assert second.page.url.endswith(address(tournament, table=2))


def test_a_line_of_the_second_entry_is_typed_again_and_taken_back(
    device: Device, hall: tuple[Tournament, User], eva: User
) -> None:
    second = Desk(device(eva))
    second.open(address(hall[0]))
    second.enter("113")
    second.has_written(1)
    second.press("ArrowUp")
    second.enter("112")
    expect(second.page.locator('tr[data-line="1"] td.plus')).to_have_text(["1", "1", "", ""])
    second.enter("9 9")
    second.refused()
    second.press("Escape")
    with second.page.expect_navigation():
        second.page.locator('tr[data-line="1"] td.contract').click()  # a click anywhere on the line opens it
    second.ready()
    with second.page.expect_navigation():
        second.push('#line_panel form[action$="/back/"] button')
    second.has_written(0)
    # Typed by fields, which turn into shorthand.
    second.press("F2")
    second.page.locator("#fields_form button").click()
    second.press("Enter")
    second.has_written(1)
    assert SecondLine.objects.get().record["contract"] == "rufer"


def test_the_first_person_cannot_type_the_second_entry(device: Device, hall: tuple[Tournament, User]) -> None:
    tournament, actor = hall
    page = device(actor)
    page.goto(address(tournament))
    expect(page.locator("#side_part [role=alert]")).to_contain_text("another login")
    expect(page.locator("#entry")).to_be_hidden()


def test_totals_are_entered_by_keyboard_and_corrected(device: Device, live_server: object) -> None:
    actor = make_user("organiser", "supervisor", "desk", username="reiter", full_name="K. Reiter")
    sheet = open_totals_sheet(actor)
    desk = Desk(device(actor))
    desk.open(sheet.get_absolute_url())
    with desk.page.expect_navigation():
        desk.page.get_by_role("link", name="Only the totals are known").click()
    for seat, row in enumerate(GOOD, 1):
        for part, value in row.items():
            desk.page.locator(f"#{part}_{seat}").fill(str(value))
    desk.page.locator("#plus_1").fill("41")
    desk.page.locator("#plus_1").press("Enter")
    # All faults are shown at once, and the typed text stays.
    errors = desk.page.locator("main [role=alert] li")
    expect(errors).to_have_count(2)
    expect(desk.page.locator("#plus_1")).to_have_value("41")
    desk.page.locator("#plus_1").fill("40")
    desk.page.locator("#plus_1").press("Enter")
    expect(desk.page.locator("#side_part")).to_contain_text("Entered by K. Reiter")
    assert desk.totals() == (28, -20, -8, 0)
    expect(desk.page.locator("#state")).to_contain_text("Totals only")
    with desk.page.expect_navigation():
        desk.page.get_by_role("link", name="Correct the totals").click()
    desk.page.locator("#total_1").fill("")
    desk.page.locator("#plus_1").fill("41")
    desk.page.locator("#minus_2").fill("31")
    desk.page.locator("main .btn-primary").click()
    expect(errors).to_contain_text("say why")
    desk.page.locator("#reason").fill("verschrieben")
    desk.page.locator("main .btn-primary").click()
    expect(desk.page.locator(".screen-remarks")).to_contain_text("verschrieben")
    assert desk.totals() == (29, -21, -8, 0)


def test_rules_that_keep_every_game_have_no_page_for_totals(device: Device, hall: tuple[Tournament, User]) -> None:
    page = device(hall[1])
    assert page.goto(address(hall[0], "totals")).status == 404
    page.goto(address(hall[0], "scoresheet"))
    expect(page.get_by_role("link", name="Only the totals are known")).to_have_count(0)
