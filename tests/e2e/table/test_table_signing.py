"""The four sign: by finger or key on the device of the table, on their own phone; refusals, changes, no network."""

import os
from collections.abc import Sequence
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.e2e.axe import ALL_RULES, AXE, violations
from tests.e2e.conftest import Device
from tests.e2e.routes import reroute
from tests.e2e.table.finger import DASH, WAVE, draw, ink
from tests.e2e.table.phone import LANDSCAPE, PORTRAIT, open_phone
from tests.e2e.table.signing import at_table, hand_to, signed
from tests.worlds.factories import make_participants, make_tournament, make_user, open_scoresheet
from tests.worlds.sheets import QUIET, accept, correct, faults, fill, fresh, live, state
from tournament.enums import SheetState
from tournament.models import Scoresheet, Signature, SignatureRefusal, User

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]


def begin(entries: Sequence[str] = QUIET) -> tuple[Scoresheet, User]:
    """A sheet of Anna, Bene, Centa and Dirk that is not signed, and its supervisor."""
    supervisor = make_user("desk", "supervisor", full_name="K. Reiter")
    tournament = make_tournament()
    make_participants(tournament, 4)
    return fill(open_scoresheet(tournament), supervisor, entries), supervisor


@pytest.fixture
def supervisor(world: tuple[Scoresheet, User]) -> User:
    return world[1]


@pytest.fixture
def sheet(world: tuple[Scoresheet, User]) -> Scoresheet:
    """The sheet, complete."""
    return world[0]


def show(page: Any, name: str) -> None:
    """Save pictures for people to look at: PICTURES names the folder."""
    if folder := os.environ.get("PICTURES"):
        page.wait_for_timeout(200)
        page.screenshot(path=f"{folder}/{name}.png", full_page=True)


def test_all_four_sign_with_the_finger(device: Device, sheet: Scoresheet, supervisor: User) -> None:
    page = at_table(device, sheet)
    progress, field = page.locator("#signing_progress"), page.locator("#signing_sign")
    expect(progress).to_have_text("Confirmed: 0 of 4")
    show(page, "list")
    for index, name in enumerate(["Anna Obermaier", "Bene Huber", "Centa Löffler", "Dirk Süß"], 1):
        hand_to(page, name)
        draw(page)
        show(page, f"seat-{index}") if index == 1 else None
        field.click()
        if index < 4:
            expect(progress).to_have_text(f"Confirmed: {index} of 4")
    expect(progress).to_have_text(
        "All have confirmed it. The supervisor accepts it on their own device (5.3.1); you need not hand in anything."
    )
    show(page, "done")
    assert signed(sheet) == [(seat, "table", True) for seat in (1, 2, 3, 4)]
    assert state(sheet) == SheetState.SIGNED
    accept(sheet, supervisor)
    page.evaluate("() => dispatchEvent(new Event('online'))")
    expect(page.locator("#obstacle_text")).to_contain_text("Accepted. Check code:")
    show(page, "accepted")
    assert faults(sheet) == []


def test_name_plus_minus_and_total_are_large(device: Device, sheet: Scoresheet) -> None:
    page = at_table(device, sheet)
    hand_to(page, "Centa Löffler")
    seat = sheet.seats.get(number=3)
    assert page.locator("#signing_plus").inner_text() == str(seat.plus)
    assert page.locator("#signing_minus").inner_text() == str(seat.minus)
    assert page.locator("#signing_total").inner_text().replace("−", "-") == f"{seat.points:+d}"
    size = page.locator("#signing_total").evaluate("(box) => parseFloat(getComputedStyle(box).fontSize)")
    assert size >= 40
    page.get_by_role("button", name="See the whole sheet").click()
    expect(page.locator("#sheet_table tr.game")).to_have_count(32)
    expect(page.locator("#sheet_table")).to_be_in_viewport()


def test_no_button_is_exchanged_under_a_thumb(device: Device, sheet: Scoresheet) -> None:
    page = at_table(device, sheet)
    button = page.get_by_role("button", name="Anna Obermaier signs")
    button.evaluate("(button) => { button.dataset.same = 1; }")
    with page.expect_response(lambda answer: "/state" in answer.url):
        page.evaluate("() => dispatchEvent(new Event('online'))")
    page.wait_for_timeout(100)
    expect(button).to_have_attribute("data-same", "1")


def test_a_stroke_is_undone_and_a_dot_is_no_signature(device: Device, sheet: Scoresheet) -> None:
    page = at_table(device, sheet)
    hand_to(page, "Anna Obermaier")
    sign, problem = page.locator("#signing_sign"), page.locator("#signing_problem")
    sign.click()
    expect(problem).to_have_text("Please sign in the field first.")
    draw(page, [(0.5, 0.5), (0.51, 0.5)])
    sign.click()
    expect(problem).to_have_text("This is only a dot. Please sign with your name or your initials.")
    page.get_by_role("button", name="Clear").click()
    draw(page, WAVE, DASH, DASH)
    page.get_by_role("button", name="Undo the last stroke").click()
    sign.click()
    expect(page.locator("#signing_progress")).to_have_text("Confirmed: 1 of 4")
    strokes = Signature.objects.get().strokes
    assert [len(stroke) >= 3 for stroke in strokes] == [True, True]
    # The wave as drawn, in a box of width 1000.
    assert [strokes[0][0][0], strokes[0][-1][0]] == pytest.approx([100, 850], abs=15)


def test_a_turned_phone_keeps_what_was_drawn(device: Device, sheet: Scoresheet) -> None:
    page = at_table(device, sheet)
    hand_to(page, "Anna Obermaier")
    draw(page, WAVE)
    before = ink(page)
    page.set_viewport_size(LANDSCAPE)
    page.wait_for_timeout(300)
    show(page, "turned")
    after = ink(page)
    assert before == pytest.approx(after, abs=0.03)
    draw(page, DASH)
    page.set_viewport_size({"width": 320, "height": 568})
    page.wait_for_timeout(300)
    show(page, "narrow")
    page.locator("#signing_sign").click()
    expect(page.locator("#signing_progress")).to_have_text("Confirmed: 1 of 4")
    assert len(Signature.objects.get().strokes) == 2


def test_by_keys_alone(device: Device, sheet: Scoresheet) -> None:
    """For players who cannot draw: nothing but Tab, Space and Enter."""
    page = at_table(device, sheet)
    press_until(page, "Anna Obermaier signs", "Enter")
    expect(page.locator("#signing_name")).to_be_focused()
    press_until(page, "Confirm without drawing", "Enter")
    press_until(page, "I am Anna Obermaier", "Space")
    press_until(page, "Confirm", "Enter", exact=True)
    expect(page.locator("#signing_progress")).to_have_text("Confirmed: 1 of 4")
    expect(page.locator("#signing_title")).to_be_focused()
    assert signed(sheet) == [(1, "table", False)]


def press_until(page: Any, name: str, key: str, *, exact: bool = False) -> None:
    """Press Tab until the element with this name has the focus, then press the key."""
    for _ in range(60):
        page.keyboard.press("Tab")
        focus = page.evaluate(
            """() => {
            const at = document.activeElement, named = at.labels?.[0] ?? at;
            return named.textContent.trim().replace(/\\s+/g, " ");
          }"""
        )
        if focus == name or (not exact and focus.startswith(name)):
            page.keyboard.press(key)
            return
    raise AssertionError(f"{name} is not reached by Tab")


def test_who_refuses_says_why_and_may_sign_after_all(device: Device, sheet: Scoresheet, supervisor: User) -> None:
    page = at_table(device, sheet)
    hand_to(page, "Centa Löffler")
    page.locator("#signing_not summary").click()
    page.get_by_label("What is wrong?").fill("Spiel 9 war ein Solo")
    show(page, "refuse")
    page.locator("#signing_refuse button").click()
    expect(page.locator("#signing_notices")).to_contain_text("Centa Löffler does not sign: Spiel 9 war ein Solo.")
    show(page, "refused")
    assert SignatureRefusal.objects.get(lapsed_at=None).reason == "Spiel 9 war ein Solo"
    desk = device(supervisor)
    desk.goto(sheet.get_absolute_url())
    expect(desk.locator(".refusal")).to_contain_text("Does not sign: “Spiel 9 war ein Solo”")
    show(desk, "desk-refused")
    hand_to(page, "Centa Löffler")
    draw(page)
    page.locator("#signing_sign").click()
    expect(page.locator("#signing_notices")).to_be_empty()
    expect(desk.locator(".refusal")).to_have_count(0)
    expect(desk.locator("svg.stroke")).to_have_count(1)
    show(desk, "desk-signed")


def test_a_sheet_that_changes_under_the_finger(device: Device, sheet: Scoresheet, supervisor: User) -> None:
    page = at_table(device, sheet)
    hand_to(page, "Bene Huber")
    draw(page)
    page.locator("#signing_sign").click()
    expect(page.locator("#signing_progress")).to_have_text("Confirmed: 1 of 4")
    hand_to(page, "Anna Obermaier")
    draw(page)
    # The device has not heard of it yet: its next request for news is held back.
    reroute(page, "**/state.json*", lambda route: route.abort())
    correct(sheet, 7, "r24++", supervisor)
    before = page.locator("#signing_total").inner_text()
    page.locator("#signing_sign").click()
    problem = page.locator("#signing_problem")
    expect(problem).to_have_text("The sheet was changed in the meantime. Please read it again before you sign.")
    assert signed(sheet) == []
    page.unroute("**/state.json*")
    page.evaluate("() => dispatchEvent(new Event('online'))")
    expect(page.locator("#signing_total")).not_to_have_text(before)
    show(page, "changed")
    page.locator("#signing_sign").click()
    expect(problem).to_have_text("Please sign in the field first.")
    page.locator('[data-step="seat"] [data-back]').click()
    expect(page.locator("#signing_notices")).to_contain_text("Game 7 was corrected (5.3.4).")
    show(page, "lapsed")


def test_without_network_nothing_is_lost(device: Device, sheet: Scoresheet) -> None:
    page = at_table(device, sheet)
    hand_to(page, "Anna Obermaier")
    draw(page)
    page.context.set_offline(True)
    page.locator("#signing_sign").click()
    expect(page.locator("#signing_problem")).to_contain_text("No network: nothing was signed yet.")
    page.context.set_offline(False)
    page.locator("#signing_sign").click()
    expect(page.locator("#signing_progress")).to_have_text("Confirmed: 1 of 4")
    assert signed(sheet) == [(1, "table", True)]


def scan(page: Any, phone: Any) -> str:
    """Open the address in the code of the table's device on the phone; return the address."""
    with page.expect_response(lambda answer: answer.url.endswith("/signatures/links/")) as response:
        page.get_by_role("button", name="Sign on your own phone").click()
    address = response.value.json()["address"]
    expect(page.locator("#signing_code")).to_be_visible()
    phone.goto(address)
    return str(address)


def own_phone(device: Device) -> Any:
    return device(viewport=PORTRAIT, is_mobile=True, has_touch=True)


def test_on_the_own_phone(device: Device, sheet: Scoresheet, supervisor: User) -> None:
    page, phone = at_table(device, sheet), own_phone(device)
    hand_to(page, "Dirk Süß")
    address = scan(page, phone)
    show(page, "code")
    expect(phone.locator("#signing_name")).to_have_text("Dirk Süß")
    show(phone, "own")
    assert phone.request.get(address).headers["cache-control"] == "private, no-store"
    draw(phone)
    phone.get_by_role("button", name="Sign", exact=True).click()
    expect(phone.locator(".notice-good")).to_contain_text("Signed on their own phone, ")
    show(phone, "own-signed")
    # The device of the table shows it without a reload.
    expect(page.locator("#signing_progress")).to_have_text("Confirmed: 1 of 4")
    assert signed(sheet) == [(4, "phone", True)]
    correct(sheet, 7, "r24++", supervisor)
    expect(phone.locator(".notice-warning")).to_contain_text("Game 7 was corrected (5.3.4).")
    show(phone, "own-lapsed")
    expect(phone.locator("#sign")).to_have_count(0)


def test_the_own_phone_shows_what_is_wrong(device: Device, sheet: Scoresheet, supervisor: User) -> None:
    page, phone = at_table(device, sheet), own_phone(device)
    hand_to(page, "Dirk Süß")
    scan(page, phone)
    phone.get_by_role("button", name="Sign", exact=True).click()
    expect(phone.locator("#problem")).to_have_text("This is only a dot. Please sign with your name or your initials.")
    draw(phone)
    phone.context.set_offline(True)
    phone.get_by_role("button", name="Sign", exact=True).click()
    expect(phone.locator("#problem")).to_contain_text("No network: your signature is not at the desk yet.")
    phone.context.set_offline(False)
    phone.get_by_text("I do not sign").first.click()
    phone.get_by_label("What is wrong?").fill("Spiel 9")
    phone.locator("button[value=refuse]").click()
    expect(phone.locator(".notice-warning")).to_contain_text("You do not sign: Spiel 9")
    draw(phone)
    correct(sheet, 7, "r24++", supervisor)
    phone.get_by_role("button", name="Sign", exact=True).click()
    expect(phone.get_by_text("The sheet was changed in the meantime.").first).to_be_visible()
    expect(phone.locator("#sign")).to_have_count(0)
    show(phone, "own-changed")
    assert signed(sheet) == []


def test_without_a_script_the_own_phone_confirms(device: Device, sheet: Scoresheet) -> None:
    page = at_table(device, sheet)
    phone = device(viewport=PORTRAIT, is_mobile=True, has_touch=True, java_script_enabled=False)
    hand_to(page, "Dirk Süß")
    scan(page, phone)
    phone.get_by_text("Confirm without drawing").click()
    phone.get_by_label("I am Dirk Süß").check()
    phone.locator("button[value=confirm]").click()
    expect(phone.locator(".notice-good")).to_contain_text("Confirmed on their own phone, ")
    assert signed(sheet) == [(4, "phone", False)]


def test_games_that_are_not_sent_come_first(device: Device) -> None:
    """The last game waits for the network: nobody signs what the desk does not have."""
    sheet = live(*begin(QUIET[:31]))
    phone = open_phone(device, sheet)
    phone.page.context.set_offline(True)
    phone.seat(1)
    phone.seat(2)
    phone.ending("won", "simple")
    phone.write()
    expect(phone.page.locator("#signing")).to_be_hidden()
    phone.page.context.set_offline(False)
    expect(phone.page.locator("#signing_progress")).to_have_text("Confirmed: 0 of 4")
    assert fresh(sheet).state == SheetState.COMPLETE


def problems(page: Any) -> list[str]:
    """What axe finds in light and dark, targets narrower than a finger, and whether 320 px scroll horizontally."""
    page.evaluate((AXE / "axe.min.js").read_text(encoding="utf-8"))
    page.evaluate("() => document.querySelectorAll('main details').forEach((box) => { box.open = true; })")
    lines = []
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        lines += [f"{scheme}: {text}" for text in violations(page, ALL_RULES)]
    lines += page.evaluate(
        """() => [...document.querySelectorAll("main :is(button, summary, textarea)")]
        .filter((each) => each.checkVisibility() && each.getBoundingClientRect().height < 47.5)
        .map((each) => `low: ${each.textContent.trim()}`)"""
    )
    page.set_viewport_size({"width": 320, "height": 568})
    wide = page.evaluate("() => document.scrollingElement.scrollWidth")
    page.set_viewport_size(PORTRAIT)
    return lines + ([f"320 px: needs {wide} px"] if wide > 320 else [])


def test_everyone_can_use_it(device: Device, sheet: Scoresheet) -> None:
    page, phone = at_table(device, sheet), own_phone(device)
    hand_to(page, "Bene Huber")
    page.locator("#signing_not summary").click()
    page.get_by_label("What is wrong?").fill("Spiel 9")
    assert problems(page) == []
    show(page, "dark-seat")
    page.locator("#signing_refuse button").click()
    expect(page.locator("#signing_notices")).to_contain_text("Bene Huber does not sign")
    assert problems(page) == []
    hand_to(page, "Anna Obermaier")
    scan(page, phone)
    assert problems(page) == []
    show(page, "dark-code")
    assert problems(phone) == []
    show(phone, "dark-own")
    draw(phone)
    phone.get_by_role("button", name="Sign", exact=True).click()
    expect(phone.locator(".notice-good")).to_be_visible()
    expect(page.locator("#signing_progress")).to_have_text("Confirmed: 1 of 4")
    assert (problems(phone), problems(page)) == ([], [])
    show(page, "dark-list")


def test_it_fits_on_every_screen(device: Device, sheet: Scoresheet) -> None:
    """Name and total fit on one screen, and so does the whole field with the button below it."""
    page = at_table(device, sheet)
    for width, height in ((320, 568), (768, 1024), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        show(page, f"list-{width}")
        hand_to(page, "Anna Obermaier")
        show(page, f"seat-{width}")
        assert page.evaluate("() => document.scrollingElement.scrollWidth") <= width
        expect(page.locator("#signing_total")).to_be_in_viewport(ratio=1)
        page.locator("#signing_sign").scroll_into_view_if_needed()
        page.locator(".drawing canvas:visible").scroll_into_view_if_needed()
        expect(page.locator(".drawing canvas:visible")).to_be_in_viewport(ratio=1)
        expect(page.locator("#signing_sign")).to_be_in_viewport(ratio=1)
        page.locator('[data-step="seat"] [data-back]').click()
