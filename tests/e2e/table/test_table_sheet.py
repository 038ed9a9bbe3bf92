"""The whole page of a sheet at its table: the sheet as on paper, its states, sizes and names, without network."""

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from tests.e2e.conftest import Device
from tests.e2e.table.phone import LANDSCAPE, PORTRAIT, make_sheet, open_phone, rufer
from tests.worlds.factories import make_user, write
from tests.worlds.played import correct, decide
from tournament.devices.services.devices import lock_device
from tournament.models import Scoresheet, Tournament

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]


def test_turning_the_phone_shows_the_sheet_as_on_paper(device: Device) -> None:
    sheet = make_sheet()
    phone = open_phone(device, sheet)
    page = phone.page
    rufer(phone)
    phone.contract("Solo")
    phone.seat(2)
    phone.ending("won", "simple")
    phone.write()
    phone.expect_saved(3)
    page.set_viewport_size(LANDSCAPE)
    expect(page.locator("#entry")).to_be_hidden()
    expect(page.locator("#sheet .game")).to_have_count(32)
    lines = [row.inner_text().split("\t") for row in page.locator("#sheet .game").all()[:3]]
    assert lines == [
        ["1", "1", "Rufer", "1", "", "", "1", "1", "", "", "1"],
        ["2", "2", "Solo", "", "2", "6", "", "", "2", "", "2"],
        ["3", "3", "", "", "", "", "", "", "", "", ""],
    ]
    expect(page.locator("#sheet .circled")).to_have_text("6")
    expect(page.locator("#sheet .result")).to_have_text("Result · sum 0−1+5−1−3")
    page.locator("#view_toggle").tap()
    expect(page.locator("#entry")).to_be_visible()
    page.set_viewport_size(PORTRAIT)
    expect(page.locator("#entry")).to_be_visible()
    expect(page.locator("#sheet")).to_be_hidden()
    # A half-chosen game is not left, and can be written without scrolling.
    phone.seat(1)
    page.set_viewport_size(LANDSCAPE)
    expect(page.locator("#entry")).to_be_visible()
    expect(page.locator("#sheet")).to_be_hidden()
    expect(page.locator("#write")).to_be_in_viewport(ratio=1)
    expect(page.locator("#contracts label").first).to_be_in_viewport(ratio=1)
    page.set_viewport_size({"width": 1024, "height": 768})
    expect(page.locator("#sheet")).to_be_visible()
    expect(page.locator("#entry")).to_be_visible()


def test_a_game_that_is_not_sent_stands_in_the_sheet_marked(device: Device) -> None:
    sheet = make_sheet()
    phone = open_phone(device, sheet)
    page = phone.page
    page.context.set_offline(True)
    rufer(phone)
    expect(page.locator("#status")).to_have_attribute("data-kind", "waiting")
    assert phone.totals() == ["+1", "−1", "+1", "−1"]
    page.locator("#view_toggle").tap()
    expect(page.locator("#sheet .unsent")).to_have_count(1)
    expect(page.locator("#sheet .note")).to_have_text("Not sent yet.")
    page.context.set_offline(False)
    phone.expect_saved()
    expect(page.locator("#sheet .unsent")).to_have_count(0)


def test_a_correction_by_the_desk_appears_with_what_stood_there(device: Device) -> None:
    sheet = make_sheet()
    phone = open_phone(device, sheet)
    rufer(phone)
    phone.expect_saved(2)
    correct(sheet, 1, "r24++", make_user("supervisor"))
    page = phone.page
    page.set_viewport_size(LANDSCAPE)
    expect(page.locator("#sheet .old")).to_have_count(1)
    expect(page.locator("#sheet .struck.old")).to_have_text("11Rufer1111")
    expect(page.locator("#sheet .result")).to_contain_text("−2+2−2+2")


def test_a_game_that_waits_for_the_supervisor_is_marked_until_decided(device: Device) -> None:
    sheet = make_sheet()
    supervisor = make_user("supervisor")
    phone = open_phone(device, sheet)
    rufer(phone)
    phone.expect_saved(2)
    write(sheet, 2, "wt4+", supervisor)
    page = phone.page
    page.locator("#view_toggle").tap()
    expect(page.locator("#sheet .pending")).to_have_count(1)
    expect(page.locator("#sheet .note")).to_have_text(
        "Approval missing (5.2.14): counts 0 until the supervisor decides."
    )
    assert phone.totals() == ["+1", "−1", "+1", "−1"]
    decide(sheet, supervisor)
    expect(page.locator("#sheet .pending")).to_have_count(0)


SMALL = """() => [...document.querySelectorAll("button, label.choice, summary")]
  .filter((control) => control.checkVisibility() && !control.disabled && !control.closest(".site-foot, .skip-link"))
  .map((control) => [control, control.getBoundingClientRect()])
  .filter(([, box]) => box.width < 48 || box.height < 48)
  .map(([control, box]) => `${control.id || control.textContent.trim()}: ${box.width} x ${box.height}`)"""
TOO_CLOSE = """() => {
  const boxes = [...document.querySelectorAll("#game button, #game label.choice")]
    .filter((control) => control.checkVisibility()).map((control) => [control, control.getBoundingClientRect()]);
  return boxes.flatMap(([one, a], index) => boxes.slice(index + 1).map(([other, b]) => {
    const apart = Math.max(b.left - a.right, a.left - b.right, b.top - a.bottom, a.top - b.bottom);
    return apart < 4 ? `${one.textContent.trim()} / ${other.textContent.trim()}: ${apart}` : "";
  })).filter(Boolean);
}"""
UNNAMED = """() => [...document.querySelectorAll("button, input, select, textarea")]
  .filter((control) => control.checkVisibility())
  .filter((control) => {
    const texts = [control.getAttribute("aria-label"), control.textContent, control.labels?.[0]?.textContent];
    return !texts.some((text) => text?.trim());
  })
  .map((control) => control.outerHTML)"""


@pytest.mark.parametrize(("rules", "seats"), [("schafkopfschule-2023", 4), ("house-10-60", 5), ("palatinate-three", 4)])
def test_every_target_is_large_and_has_a_name(device: Device, rules: str, seats: int) -> None:
    phone = open_phone(device, make_sheet(rules, seats), viewport={"width": 320, "height": 640})
    page = phone.page
    if page.locator("#more").is_visible():
        page.locator("#more").tap()
    phone.contract("Solo")
    page.locator("#redeals_open").tap()
    page.locator("[data-reason]").first.tap()
    page.locator("#redeals_open").tap()
    for width in (320, 390):
        page.set_viewport_size({"width": width, "height": 640})
        assert page.evaluate(SMALL) == []
        assert page.evaluate(TOO_CLOSE) == []
        assert page.evaluate(UNNAMED) == []
        assert page.evaluate("() => document.scrollingElement.scrollWidth") == width
    page.locator("#view_toggle").tap()
    for width in (390, 320):
        page.set_viewport_size({"width": width, "height": 640})
        assert page.evaluate("() => document.scrollingElement.scrollWidth") == width


def test_text_of_twice_the_size_fits(device: Device) -> None:
    """At that size all fixed parts scroll with the rest, and a game can still be written."""
    sheet = make_sheet()
    phone = open_phone(device, sheet)
    page = phone.page
    position = (
        "() => ['.table-head', '.entry-bar'].map((box) => getComputedStyle(document.querySelector(box)).position)"
    )
    assert page.evaluate(position) == ["sticky", "sticky"]
    page.evaluate("() => { document.documentElement.style.fontSize = '32px'; }")
    page.wait_for_function("() => document.documentElement.classList.contains('is-crowded')")
    assert page.evaluate(position) == ["static", "static"]
    assert page.evaluate("() => document.scrollingElement.scrollWidth") == 390
    rufer(phone)
    phone.expect_saved(2)


def test_a_sheet_that_cannot_be_written_says_why(device: Device) -> None:
    sheet = make_sheet()
    phone = open_phone(device, sheet)
    page, obstacle = phone.page, phone.page.locator("#obstacle_text")
    expect(obstacle).to_be_hidden()
    Scoresheet.objects.filter(pk=sheet.pk).update(source="paper", version=90)
    expect(obstacle).to_have_text(
        "The desk types this sheet from paper. Please go on writing on paper, or call the desk."
    )
    expect(page.locator("#entry")).to_be_hidden()
    Scoresheet.objects.filter(pk=sheet.pk).update(source="live", state="void", version=91)
    expect(obstacle).to_have_text(
        "This sheet is void: it counts 0 for all (5.3.6). Please ask the tournament management."
    )
    desk = make_user("supervisor")
    Scoresheet.objects.filter(pk=sheet.pk).update(
        state="accepted", version=92, accepted_by=desk, accepted_at=timezone.now()
    )
    expect(obstacle).to_contain_text("Accepted.")


def test_a_locked_device_says_so_and_keeps_what_is_unsent(device: Device) -> None:
    sheet = make_sheet()
    phone = open_phone(device, sheet)
    page = phone.page
    page.context.set_offline(True)
    rufer(phone)
    expect(page.locator("#status")).to_have_attribute("data-kind", "waiting")
    lock_device(device=sheet.devices.get(), actor=make_user("desk"))
    page.context.set_offline(False)
    expect(page.locator("#status")).to_have_attribute("data-kind", "closed")
    expect(page.locator("#obstacle_text")).to_have_text("The desk has locked this device: please go to the desk.")
    expect(page.locator("#obstacle_again")).to_be_hidden()
    expect(page.locator("#entry")).to_be_hidden()
    expect(page.locator("#unsent")).to_be_visible()


def test_without_a_script_the_page_says_what_to_do(device: Device) -> None:
    sheet = make_sheet()
    phone = open_phone(device, sheet)
    address = phone.page.url
    bare = device(java_script_enabled=False, viewport=PORTRAIT)
    bare.context.add_cookies(phone.page.context.cookies())
    bare.goto(address)
    expect(bare.locator(".without-script")).to_contain_text("This page needs JavaScript in a browser of today.")
    expect(bare.locator(".without-script")).to_be_visible()
    expect(bare.locator("#table")).to_be_hidden()


def test_the_page_says_whether_it_can_be_loaded_without_network(device: Device) -> None:
    page = open_phone(device, make_sheet(), service_workers="allow").page
    expect(page.locator("#offline_words")).to_have_text("This page can be loaded again without network.")
    page.context.set_offline(True)
    page.reload()
    expect(page.locator("#entry_head")).to_have_text("Game 1 of 32 · round 1")


def test_where_nothing_can_be_kept_the_page_has_to_stay_open(device: Device) -> None:
    """As on plain http, where there is no service worker."""
    page = open_phone(device, make_sheet(), service_workers="block").page
    expect(page.locator("#offline_words")).to_have_text("This page survives a dead spot as long as it stays open.")


def test_money_stands_beside_the_points_where_the_table_plays_for_it(device: Device) -> None:
    """4.2: a Rufer is 1 unit of 10 cents, a Solo 5 from each."""
    sheet = make_sheet()
    Tournament.objects.update(tariff_id="official")
    phone = open_phone(device, sheet)
    page = phone.page
    rufer(phone)
    phone.contract("Solo")
    phone.seat(2)
    phone.ending("won", "simple")
    phone.write()
    phone.expect_saved(3)
    expect(page.locator(".total-money")).to_have_text(["−€0.40", "+€1.40", "−€0.40", "−€0.60"])
    page.context.set_offline(True)
    rufer(phone)
    expect(page.locator("#status")).to_have_attribute("data-kind", "waiting")
    expect(page.locator(".total-money")).to_have_count(0)


def test_another_device_that_takes_over_is_told_to_the_first(device: Device) -> None:
    sheet = make_sheet()
    phone = open_phone(device, sheet)
    rufer(phone)
    phone.expect_saved(2)
    other = open_phone(device, sheet)
    expect(phone.page.locator("#status")).to_have_attribute("data-kind", "closed")
    expect(phone.page.locator("#obstacle_again")).to_be_visible()
    expect(phone.page.locator("#entry")).to_be_hidden()
    assert other.totals() == ["+1", "−1", "+1", "−1"]
