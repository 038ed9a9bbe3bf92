"""The desk before a draw with the keyboard alone, and the accessibility of its pages in every state."""

import re
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from tests.e2e.axe import problems, reader
from tests.e2e.conftest import Device
from tests.e2e.desk import Desk
from tests.e2e.hall import Page
from tests.e2e.routes import HeldRequest, reroute
from tests.worlds.factories import make_participants, make_tournament, make_user
from tournament.draw.services.closed_lists import close_list
from tournament.draw.services.draw import discard_draw, draw_match
from tournament.enums import LotSource
from tournament.models import ClosedList, Draw, Participant, Tournament, User

pytestmark = pytest.mark.e2e


@pytest.fixture
def olga(transactional_db: None) -> User:
    return make_user("organiser", full_name="Olga Orga")


def at(device: Device, user: User, tournament: Tournament, name: str = "match", *args: object) -> Desk:
    """The desk with this page open."""
    desk = Desk(device(user))
    desk.page.goto(reverse(name, args=[tournament.slug, *(args or ([1] if name == "match" else []))]))
    return desk


def button(desk: Desk, words: str) -> None:
    """Go to the button with these words by Tab, and press it."""
    target = desk.page.get_by_role("button", name=words, exact=True).first
    expect(target).to_be_visible()
    for _ in range(40):
        if target.evaluate("element => element === document.activeElement"):
            desk.press("Enter")
            return
        desk.press("Tab")
    raise AssertionError(f"“{words}” cannot be reached")


def heading(desk: Desk, words: str) -> None:
    expect(desk.page.get_by_role("heading", name=words, exact=True)).to_be_visible()


def test_two_presses_without_a_mouse(device: Device, olga: User) -> None:
    tournament = make_tournament()
    make_participants(tournament, 8)
    desk = at(device, olga, tournament)
    button(desk, "Close the list")
    heading(desk, "The list is closed")
    expect(desk.page.locator("code").first).to_have_text(ClosedList.objects.get().list_hash)
    button(desk, "Draw the lots")
    heading(desk, "Protocol of the draw")
    assert Draw.objects.count() == 1


def test_three_numbers_are_typed_from_field_to_field(device: Device, olga: User) -> None:
    tournament = make_tournament()
    make_participants(tournament, 8)
    desk = at(device, olga, tournament)
    desk.tab_to(".draw-settings summary")
    desk.press("Enter")
    desk.tab_to("[name=source]:checked")
    desk.press("ArrowDown")
    button(desk, "Close the list")
    heading(desk, "The list is closed")
    # The cursor is in the first field.
    for typed in ("7", "12 34", "2", "x5", "8", "99"):
        desk.type(typed)
        desk.press("Tab")
    button(desk, "Draw the lots")
    expect(desk.page.locator(".field-error")).to_have_text("“x5” is no number. Please type digits only.")
    expect(desk.page.locator("#id_number_1")).to_have_value("12 34")
    desk.page.locator("#id_number_2").fill("5")
    desk.page.locator("#id_number_2").press("Enter")
    expect(desk.page.locator("#messages")).to_contain_text("Spaces and dots were left out: 1234.")
    assert (Draw.objects.get().protocol["hall"], Draw.objects.get().protocol["witnesses"]) == (
        ["1234", "5", "99"],
        [7, 2, 8],
    )


def test_lots_from_a_hat_are_typed_on_the_number_pad(device: Device, olga: User) -> None:
    tournament = make_tournament()
    make_participants(tournament, 8)
    desk = at(device, olga, tournament)
    desk.tab_to(".draw-settings summary")
    desk.press("Enter")
    desk.tab_to("[name=source]:checked")
    desk.press("ArrowUp")
    button(desk, "Close the list")
    heading(desk, "The list is closed")
    # The cursor is in the field.
    for number in range(1, 9):
        desk.type(f"{number}/{1 + number % 2}/{1 if number == 3 else (number + 1) // 2}")
        desk.press("Enter")
    lots = desk.page.locator("#hand-lots")
    expect(lots).to_contain_text("Line 3: Table 2, seat 1 is taken by 1 Obermaier Anna.")
    expect(lots).to_contain_text("7 of 8 lots")
    desk.page.locator("#id_lots").fill(desk.page.locator("#id_lots").input_value().replace("3/2/1", "3/2/2"))
    expect(lots.locator(".is-full")).to_have_count(2)
    button(desk, "Publish the lots")
    heading(desk, "Protocol of the draw")
    assert Draw.objects.get().lots == [[2, 4, 6, 8], [1, 3, 5, 7]]


def test_two_of_the_house_are_entered_one_after_the_other(device: Device, olga: User) -> None:
    tournament = make_tournament()
    make_participants(tournament, 6)
    desk = at(device, olga, tournament)
    desk.tab_to("#id_last_name")
    for first_name in ("Xaver", "Vroni"):
        desk.type("Wirt")
        desk.press("Tab")
        desk.type(first_name)
        desk.press("Enter")
        expect(desk.page.locator("#messages")).to_contain_text(f"{first_name} Wirt.")
    button(desk, "Close the list")
    heading(desk, "The list is closed")
    assert Participant.objects.count() == 8


def test_a_queue_is_ticked_off_by_numbers_and_names(device: Device, olga: User) -> None:
    tournament = make_tournament()
    make_participants(tournament, 8)
    Participant.objects.filter(start_number__in=[2, 8]).update(last_name="Huber")
    desk = at(device, olga, tournament, "participants")
    desk.tab_to('main a[href="?ticking"]')
    with desk.page.expect_navigation():  # until the page's script listens; the field gets the focus before that
        desk.press("Enter")
    field, notice, rows = (desk.page.locator(place) for place in ("#id_q", "#told", "#list tbody tr"))
    expect(field).to_be_focused()
    # Nobody waits for an answer: the next number is typed at once.
    for typed in ("3", "1", "zollner"):
        desk.type(typed)
        desk.press("Enter")
    expect(notice).to_contain_text("5 Zöllner Eva is there.")
    # What the server does not take for now stays in the field.
    reroute(desk.page, "**/arrival/**", lambda route: route.fulfill(status=503), times=1)
    desk.type("99")
    desk.press("Enter")
    expect(notice).to_contain_text("nobody was ticked off")
    expect(field).to_have_value("99")
    desk.press("Enter")
    expect(notice).to_have_text("Nobody has start number 99.")
    expect(field).to_have_value("99")
    # The wrong input is selected, so the next one replaces it.
    desk.type("hube")
    expect(rows).to_have_count(2)
    request = HeldRequest(desk.page, "**/*q=huber*")
    with desk.page.expect_request("**/*q=huber*"):
        desk.type("r")
    desk.press("ArrowDown", "ArrowDown")
    with desk.page.expect_response("**/*q=huber*") as answer:
        request.release()
    answer.value.finished()  # a list that arrives late keeps the selection
    expect(desk.page.locator(".is-chosen")).to_contain_text("Hias")
    desk.press("Enter")
    expect(notice).to_contain_text("8 Huber Hias is there.")
    expect(rows).to_have_count(8)
    expect(field).to_have_value("")
    desk.type("eva")
    expect(desk.page.locator(".is-chosen")).to_contain_text("Zöllner")
    desk.press("Enter")
    expect(notice).to_have_text("5 Zöllner Eva was ticked off already.")
    # After a click with the mouse the cursor comes back, too.
    desk.page.locator('button[name="chosen"][value="2"]').click()
    expect(notice).to_contain_text("2 Huber Bene is there.")
    expect(field).to_be_focused()
    assert list(Participant.objects.filter(arrived=True).values_list("start_number", flat=True)) == [1, 2, 3, 5, 8]


def test_nothing_is_cut_off_while_ticking(device: Device, olga: User) -> None:
    tournament = make_tournament()
    make_participants(tournament, 6)
    Participant.objects.update(club="SV Feldkirchen-Westerham", birth_date=None)
    Participant.objects.filter(start_number__lt=3).update(arrived=True)
    page = device(olga, language="de", viewport={"width": 1280, "height": 800})
    page.goto(reverse("participants", args=[tournament.slug]))
    expect(page.locator('[data-column="arrived"]')).to_have_count(7)
    assert page.locator(".table-box").evaluate("box => box.scrollWidth - box.clientWidth") == 0


def test_the_list_ticks_off_in_its_place(device: Device, olga: User) -> None:
    """The button is answered with the list alone, and the field is empty for the next player."""
    tournament = make_tournament()
    make_participants(tournament, 6)
    page = at(device, olga, tournament, "participants").page
    page.goto(page.url + "?ticking")
    page.locator('[name="q"]').fill("hub")
    expect(page.locator("#list tbody tr")).to_have_count(1)
    page.get_by_role("button", name=re.compile("^tick off.*2 Huber Bene")).click()
    expect(page.locator(".arrivals-state p")).to_have_text("There: 1 of 6")
    expect(page.locator('[name="q"]')).to_have_value("")
    expect(page.locator("#list tbody tr")).to_have_count(6)
    page.get_by_role("button", name=re.compile("^take back.*2 Huber Bene")).click()
    expect(page.locator(".arrivals-state p")).to_have_text("There: 0 of 6")
    expect(page).to_have_url(re.compile(r"\?ticking$"))


def tournaments(olga: User) -> list[tuple[str, int]]:
    """One tournament in every state before a draw: slug and match."""

    def make(slug: str, count: int, rules: str = "schafkopfschule-2023", **changes: Any) -> Tournament:
        tournament = make_tournament(slug.title(), slug, rules)
        make_participants(tournament, count)
        tournament.participants.filter(start_number=3).update(**changes)
        return tournament

    make("uneven", 7, fixed_table=9, fixed_seat=1)
    make("young", 8, birth_date="2015-01-01")
    make("absent", 8, arrived=True)
    make("house", 11, "house-10-60")
    make("both", 12, "palatinate-three", withdrawn=False)
    lottery = make("lottery", 8).matches.get(number=1)
    close_list(match=lottery, actor=olga, source=LotSource.LOTTERY, note="6 aus 49")
    numbers = make("numbers", 9, withdrawn=True).matches.get(number=1)
    close_list(match=numbers, actor=olga, source=LotSource.NUMBERS, avoid_clubs=True)
    hand = make("hand", 8).matches.get(number=1)
    close_list(match=hand, actor=olga, source=LotSource.HAND)
    late = make("late", 8)
    draw_match(closed=close_list(match=late.matches.get(number=1), actor=olga), actor=olga)
    make_participants(late, 4, first=9)
    closed = close_list(match=late.matches.get(number=1), actor=olga, additional=True)
    draw_match(closed=closed, actor=olga)
    make_participants(late, 3, first=13)
    changed = make("changed", 8)
    close_list(match=changed.matches.get(number=1), actor=olga)
    changed.participants.filter(start_number=3).update(withdrawn=True)
    make_participants(changed, 1, first=9)
    again = make("again", 8, fixed_table=2, fixed_seat=1).matches.get(number=1)
    draw_match(closed=close_list(match=again, actor=olga), actor=olga)
    discard_draw(match=again, actor=olga, reason="Ein Tisch steht doppelt.")
    draw_match(closed=close_list(match=again, actor=olga), actor=olga, witnesses=[1, 2])
    return [(slug, 1) for slug in Tournament.objects.values_list("slug", flat=True)] + [("again", 2)]


def test_the_pages_before_a_draw_are_accessible(device: Device, olga: User) -> None:
    states = tournaments(olga)
    page = reader(device, olga)
    targets = [Page(name="match", args=state) for state in states]
    targets += [
        Page(name="additional_tables", args=("late", 1)),
        Page(name="public_draw", args=("late", 1), public=True),
    ]
    targets += [Page(name="participants", args=("absent",), query="?ticking=3")]
    targets += [Page(name="participant_edit", args=("again", 3), query="?match=2")]
    faults = {one.label: problems(page, one) for one in targets}
    assert {label: texts for label, texts in faults.items() if texts} == {}
