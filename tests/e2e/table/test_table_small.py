"""The page at the table with little room: a small phone, very large type, a request that waits."""

import os
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import Device
from tests.e2e.table.phone import make_sheet, open_phone, rufer
from tests.worlds.factories import make_participants, make_tournament, make_user, open_scoresheet
from tests.worlds.sheets import fill, live
from tournament.devices.services.table_messages import send_message
from tournament.models import Participant, Scoresheet

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]

SMALL = {"width": 320, "height": 568}
LOW = {"width": 360, "height": 600}
HIGHEST_HEAD, HIGHEST_BAR = 88, 120
LARGE = "() => { document.documentElement.style.fontSize = '200%'; }"
WIDTH = "() => document.scrollingElement.scrollWidth"
WIDE = "(box) => box.getBoundingClientRect().width"
# The first key starts below the head, and the last one ends above the bar.
BETWEEN = """([first, last]) => {
    const box = (name) => document.querySelector(name).getBoundingClientRect();
    return box(first).top >= box(".table-head").bottom && box(last).bottom <= box(".entry-bar").top;
}"""
# The elements that show a name which a browser would translate.
LOOSE = """() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), found = [];
    while (texts.nextNode()) {
        const text = texts.currentNode.data, around = texts.currentNode.parentElement;
        if (/Anna|Bene|Centa|Dirk|Reiter/.test(text) && !around.closest('[translate="no"], script')) found.push(text);
    }
    return found;
}"""
APART = "() => contracts.getBoundingClientRect().top - undo_button.getBoundingClientRect().bottom"
HEIGHT = "(box) => box.getBoundingClientRect().height"


def show(page: Any, name: str) -> None:
    """Save pictures for people to look at: PICTURES names the folder."""
    if folder := os.environ.get("PICTURES"):
        page.screenshot(path=f"{folder}/{name}.png")


def four_counted() -> Scoresheet:
    """Four Solos and Wenzen are written: the next one must be approved (5.2.16)."""
    supervisor = make_user("supervisor", "desk", full_name="K. Reiter")
    tournament = make_tournament()
    make_participants(tournament, 4)
    return live(fill(open_scoresheet(tournament), supervisor, ["r12+", "s1+", "w2+", "s3-", "w4-"]), supervisor)


def test_names_and_results_are_within_reach_on_the_smallest_phone(device: Device) -> None:
    phone = open_phone(device, make_sheet(), viewport=SMALL)
    page = phone.page
    rufer(phone)
    expect(page.locator("#undo")).to_be_visible()
    show(page, "small")
    assert page.evaluate(APART) >= 8
    assert page.locator(".table-head").evaluate(HEIGHT) <= HIGHEST_HEAD
    assert page.locator(".entry-bar").evaluate(HEIGHT) <= HIGHEST_BAR
    page.wait_for_timeout(500)  # the page scrolls to the names once the game is written
    for control in ("#contracts label >> nth=0", '#who [data-seat="4"]', "#endings label >> nth=0", "#write"):
        box = page.locator(control).bounding_box()
        top, bottom = page.locator(".table-head").bounding_box(), page.locator(".entry-bar").bounding_box()
        assert box["y"] >= top["y"] + top["height"], control
        assert box["y"] + box["height"] <= (SMALL["height"] if control == "#write" else bottom["y"]), control
    assert page.evaluate(WIDTH) <= SMALL["width"]
    phone.contract("Solo")
    phone.seat(2)
    page.wait_for_function(BETWEEN, arg=["#who", "#endings"])
    page.set_viewport_size(LOW)
    page.evaluate("scrollTo(0, 0)")
    page.wait_for_function(BETWEEN, arg=["#undo", "#endings"])
    show(page, "low-solo")
    page.set_viewport_size(SMALL)
    # In German the words of the head are longer.
    for place, text in (
        (".table-head h1", "Tisch 128"),
        ("#view_toggle", "Nächstes Spiel"),
        ("#status_text", "gespeichert"),
    ):
        page.locator(place).evaluate("(element, text) => { element.textContent = text; }", text)
    assert page.locator("#status").evaluate(HEIGHT) <= 32


def test_everything_fits_a_low_phone_while_a_warning_shows(device: Device) -> None:
    phone = open_phone(device, four_counted(), viewport=LOW, language="de")
    page = phone.page
    expect(page.locator("#entry_notices .notice")).to_have_count(1)
    rufer(phone, 1, 3, "gewonnen", "einfach")
    phone.expect_saved()
    width = page.locator("#entry").evaluate(WIDE)
    show(page, "low")
    parts = (".table-head", "#entry_notices", "#undo", "#contracts", "#who", "#endings", ".entry-bar")
    # Measured at one moment, once the page has stopped moving after the game was written.
    page.wait_for_function(
        """(parts) => parts.map((part) => document.querySelector(part).getBoundingClientRect())
          .flatMap((box) => [box.top, box.bottom]).every((edge, at, all) => at === 0 || edge >= all[at - 1])""",
        arg=parts,
    )
    phone.seat(2)
    phone.ending("verloren", "Schneider")
    assert page.locator("#entry").evaluate(WIDE) == width
    page.locator("#redeals_open").tap()
    page.wait_for_function(BETWEEN, arg=["#redeals_reasons", "#redeals_reasons"])
    show(page, "low-redeals")
    # A game that must be approved first: the box and the endings are both fully visible.
    phone.contract("Solo")
    page.locator("#approval_ask [data-close]").tap()
    page.wait_for_function(BETWEEN, arg=["#approval", "#endings"])
    show(page, "low-approval")


def test_a_long_name_moves_nothing(device: Device) -> None:
    sheet = make_sheet()
    Participant.objects.filter(first_name="Bene").update(first_name="Maximilian-Ferdinand")
    phone = open_phone(device, sheet)
    before = phone.page.locator(".entry-info").evaluate(HEIGHT)
    rufer(phone)
    expect(phone.page.locator("#dealer")).to_have_text("Dealer: Maximilian-Ferdinand")
    show(phone.page, "long")
    assert phone.page.locator(".entry-info").evaluate(HEIGHT) == before


def test_two_of_one_name_with_long_clubs_are_told_apart_within_the_width(device: Device) -> None:
    sheet = make_sheet()
    clubs = {1: "Schafkopffreunde Oberviechtach und Umgebung", 3: "Schützengesellschaft Eichenlaub"}
    for number, club in clubs.items():
        Participant.objects.filter(start_number=number).update(first_name="Josef", last_name="Huber", club=club)
    phone = open_phone(device, sheet, viewport=SMALL)
    page = phone.page
    rufer(phone)
    phone.expect_saved(2)
    for seat, name in ((1, "1 Josef (Schafkopffreu…)"), (3, "3 Josef (Schützengesel…)")):
        expect(page.locator(f'#who [data-seat="{seat}"] .seat-name')).to_contain_text(name)
        expect(page.locator(f"#totals .total-name >> nth={seat - 1}")).to_contain_text(name)
    show(page, "alike")
    assert page.evaluate(WIDTH) <= SMALL["width"]
    page.locator("#view_toggle").tap()
    expect(page.locator("#sheet .short-name >> nth=0")).to_contain_text("Josef (Schafkopffreu…)")
    show(page, "alike-sheet")
    assert page.evaluate(WIDTH) <= SMALL["width"]


def test_a_message_of_one_word_widens_nothing(device: Device) -> None:
    sheet = make_sheet()
    phone = open_phone(device, sheet)
    send_message(match=sheet.match, tables=None, text="W" * 160, actor=make_user("supervisor", username="aufsicht"))
    expect(phone.page.locator("#table_messages")).to_be_visible()
    assert phone.page.evaluate(WIDTH) == 390


def test_type_of_double_size_needs_no_scrolling_sideways(device: Device) -> None:
    phone = open_phone(device, four_counted(), bypass_csp=True)
    page = phone.page
    expect(page.locator("#entry_notices .notice")).to_have_count(1)
    page.evaluate(LARGE)
    show(page, "large")
    assert page.evaluate(WIDTH) <= 390
    rufer(phone)
    phone.expect_saved(7)
    page.locator("#more").tap()
    show(page, "large-more")
    assert page.evaluate(WIDTH) <= 390


def test_what_is_waited_for_stands_above_the_bar(device: Device) -> None:
    phone = open_phone(device, four_counted())
    page = phone.page
    phone.contract("Solo")
    phone.seat(2)
    page.locator("#approval_dialog").get_by_role("button", name="Ask for approval").tap()
    expect(page.locator("#approval")).to_have_attribute("data-kind", "waits")
    for control in ("#approval_text", "#approval_at_table", "#approval_withdraw"):
        expect(page.locator(control)).to_be_in_viewport(ratio=1)
    show(page, "waits")
    assert page.evaluate(LOOSE) == []
    bar = page.locator(".entry-bar").bounding_box()
    assert page.locator("#approval_withdraw").bounding_box()["y"] + 40 <= bar["y"]
