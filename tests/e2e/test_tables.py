"""The management arranges a table in a browser: without a script, with the keys alone, beside a busy desk."""

from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from tests.e2e.conftest import Device
from tests.worlds.factories import draw_lots, make_participants, make_tournament, make_user, write
from tests.worlds.played import play
from tournament.models import Scoresheet, Seat, Tournament, User
from tournament.services.tables import issue_pack

pytestmark = pytest.mark.e2e

TOUCH = 48


@pytest.fixture
def hall(live_server: Any) -> tuple[Tournament, User]:
    """Two tables drawn, a game written at each, and a login that may do everything."""
    return play(2, ["r12+"])


def sheet(table: int = 1) -> Scoresheet:
    return Scoresheet.objects.select_related("match__tournament").get(table_number=table)


def seat(table: int, number: int) -> Seat:
    return Seat.objects.select_related("participant").get(scoresheet__table_number=table, number=number)


def folded(page: Any, words: str) -> Any:
    """Open an act of the table; facts and acts are folded behind one line."""
    if not page.locator("#table_part").evaluate("part => part.open"):
        page.locator("#table_part > summary").click()
    return page.locator("#table_part details").filter(has=page.get_by_text(words, exact=True))


def test_a_wrong_seat_is_mended_with_the_keys_and_without_a_script(
    device: Device, hall: tuple[Tournament, User]
) -> None:
    page = device(hall[1], java_script_enabled=False)
    first, second = seat(1, 2), seat(2, 3)
    page.goto(sheet().get_absolute_url())
    page.locator("#table_part > summary").focus()
    page.keyboard.press("Enter")
    page.get_by_text("Mend a wrong seat").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.type(f"Seat 2 · {first.participant}")
    page.keyboard.press("Tab")
    page.keyboard.type(str(second.participant.start_number))
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="This is what changes")).to_be_visible()
    expect(page.locator(".facts")).to_contain_text(f"{second.participant} instead of {first.participant}")
    assert seat(1, 2).participant == first.participant
    page.get_by_label("Reason").focus()
    page.keyboard.type("on the wrong chair")
    page.keyboard.press("Enter")
    expect(page.locator(".screen-remarks")).to_contain_text(
        f"After game 1: Seat 2 exchanged with table 2, seat 3: here now {second.participant}, "
        f"there {first.participant} (on the wrong chair)"
    )
    assert (seat(1, 2).participant, seat(2, 3).participant) == (second.participant, first.participant)


def test_whoever_keeps_the_sheet_is_marked_and_all_must_agree(device: Device, hall: tuple[Tournament, User]) -> None:
    page = device(hall[1], viewport={"width": 390, "height": 844}, has_touch=True)
    page.goto(sheet().get_absolute_url())
    box = folded(page, "Name another scorekeeper")
    box.locator("summary").tap()
    box.get_by_label("Scorekeeper").select_option("3")
    button = box.get_by_role("button", name="Enter the scorekeeper")
    for target in (box.locator("summary"), button, box.locator("select"), box.locator(".field-check label")):
        assert target.bounding_box()["height"] >= TOUCH
    button.tap()
    # The choice is kept, and the page shows what is missing.
    expect(page.locator("#outcome")).to_contain_text("only if all players agree (5.3.1)")
    expect(box.get_by_label("Scorekeeper")).to_have_value("3")
    box.get_by_label("Everyone at the table agrees").check()
    button.tap()
    expect(page.locator(".screen-remarks")).to_contain_text("Scorekeeper from game 2 on")
    marked = page.locator("thead .seat").filter(has=page.get_by_role("img", name="Scorekeeper"))
    expect(marked).to_have_count(1)
    expect(marked).to_contain_text(f"3 {seat(1, 3).participant.first_name}")


def test_five_long_names_are_not_broken_within_a_word(device: Device, live_server: Any) -> None:
    tournament, actor = make_tournament(rules="house-10-60"), make_user("organiser", "supervisor", "desk")
    make_participants(tournament, 5)
    tournament.participants.update(first_name="Christoph", last_name="Gschwendtner")
    draw_lots(tournament.matches.get(number=1), actor)
    page = device(actor)
    page.goto(sheet().get_absolute_url())
    names = page.locator("thead .whole-name")
    expect(names).to_have_count(5)
    lines = """names => names.map(name => name.textContent.split(" ").map((word, at, words) => {
        const range = document.createRange(), start = words.slice(0, at).join(" ").length + (at ? 1 : 0);
        range.setStart(name.firstChild, start);
        range.setEnd(name.firstChild, start + word.length);
        return new Set([...range.getClientRects()].map(box => Math.round(box.top))).size;
    }))"""
    for width in (1280, 1024):
        page.set_viewport_size({"width": width, "height": 900})
        assert names.evaluate_all(lines) == [[1, 1, 1, 1]] * 5, width


def test_what_was_said_goes_with_the_next_line(device: Device, hall: tuple[Tournament, User]) -> None:
    page = device(hall[1])
    page.goto(sheet().get_absolute_url())
    box = folded(page, "Issue cards")
    box.locator("summary").click()
    box.get_by_label("Number of the cards").fill("R7")
    box.get_by_role("button", name="Enter the number").click()
    notice = page.get_by_text("The number of the cards is entered.")
    expect(notice).to_be_visible()
    write(sheet(), 2, "s3+", hall[1])
    expect(page.locator('tr[data-line="2"]')).to_contain_text("Solo")
    expect(notice).to_be_visible()
    page.keyboard.press("ArrowDown")  # a change by somebody else leaves the cursor where it is
    page.keyboard.type("s4+")
    page.keyboard.press("Enter")
    expect(page.locator('tr[data-line="3"]')).to_contain_text("Solo")
    expect(notice).to_have_count(0)


def test_an_open_desk_hears_of_new_cards(device: Device, hall: tuple[Tournament, User]) -> None:
    page = device(hall[1])
    page.goto(sheet().get_absolute_url())
    expect(page.locator("#table_part")).to_contain_text("no number yet")
    issue_pack(scoresheet=sheet(), pack="14", actor=hall[1])
    expect(page.locator("#table_part .facts >> nth=0")).to_contain_text("14")


def test_what_is_typed_stays_while_another_desk_writes(device: Device, hall: tuple[Tournament, User]) -> None:
    page = device(hall[1])
    page.goto(sheet().get_absolute_url())
    box = folded(page, "Issue cards")
    box.locator("summary").click()
    box.get_by_label("Number of the cards").fill("R7")
    write(sheet(), 2, "s3+", hall[1])
    expect(page.locator('tr[data-line="2"]')).to_contain_text("Solo")
    expect(box.get_by_label("Number of the cards")).to_have_value("R7")
    box.get_by_role("button", name="Enter the number").click()
    expect(page.locator("#table_part .facts >> nth=0")).to_contain_text("R7")
    assert sheet().pack == "R7"


def test_all_packs_are_numbered_from_the_match(device: Device, hall: tuple[Tournament, User]) -> None:
    page = device(hall[1], java_script_enabled=False)
    page.goto(reverse("match", args=[hall[0].slug, 1]))
    page.get_by_role("link", name="Cards, scorekeepers, dealers").click()
    page.get_by_label("Number at table 1").fill("14")
    page.keyboard.press("Enter")
    first, other = (f"Seat 1 · {seat(table, 1).participant}" for table in (1, 2))
    # Who writes, and who deals first.
    expect(page.locator("tbody td")).to_have_text(["1", "14", first, first, "2", "15", other, other])
