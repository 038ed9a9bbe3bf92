"""Slips at the desk: empty and unreadable lines typed blind, totals that differ, a full sheet, another desk's game."""

import re

import pytest
from playwright.sync_api import expect

from tests.e2e.desk import Desk, sheet_url
from tests.worlds.factories import write
from tests.worlds.played import first_sheet
from tests.worlds.sheets import fill, points, sign
from tournament.models import Correction, Game, PaperLine, Tournament, User

pytestmark = pytest.mark.e2e


def filled(desk: Desk, hall: tuple[Tournament, User], lines: int = 32) -> None:
    fill(first_sheet(hall[0]), hall[1], ["r12+"] * lines)
    desk.open(sheet_url(hall[0]))


@pytest.mark.parametrize("between", ["", "Enter"])
def test_empty_and_unreadable_lines_are_typed_as_fast_as_games(desk: Desk, between: str) -> None:
    for entry in ("113", "0", "-62", "u", "0", "124", "u", "314", "113"):
        desk.type(entry)
        if between:
            desk.press(between)
    desk.press("Enter")
    desk.has_written(5)
    assert sorted(Game.objects.values_list("number", flat=True)) == [1, 3, 6, 8, 9]
    aside = PaperLine.objects.order_by("number").values_list("number", "kind")
    assert list(aside) == [(2, "not_written"), (4, "unreadable"), (5, "not_written"), (7, "unreadable")]
    expect(desk.page.locator("#entry")).to_have_value("")
    assert "Game 10 " in desk.page.locator("#entry_head").inner_text()


def test_totals_that_differ_name_the_column_and_go_away_when_answered(
    desk: Desk, hall: tuple[Tournament, User]
) -> None:
    filled(desk, hall, 4)
    kind, words = desk.compare((4, 14, -4, -4))
    assert kind == "warning"
    assert re.search(r"Only this column differs: 2\s\w+ \+10\.", words)
    kind, words = desk.compare((2, 4, -2, -4))  # line 3 was played by seats 2 and 3
    assert re.search(r"Difference: 1\s\w+ −2, 3\s\w+ \+2\.", words)
    warning = desk.page.locator("#outcome .notice-warning")
    desk.enter("r12+")
    desk.has_written(5)
    expect(warning).to_be_visible()  # the next line is no answer
    desk.press("ArrowUp", "ArrowUp", "ArrowUp")
    desk.enter("r23+")
    expect(warning).to_have_count(0)
    expect(desk.page.locator("#outcome .notice-good")).to_contain_text("The running totals after game 4 agree")


def test_the_desk_mends_a_full_sheet_by_typing(desk: Desk, hall: tuple[Tournament, User]) -> None:
    filled(desk, hall)
    desk.page.locator("#entry").focus()
    desk.press("ArrowUp", "ArrowUp", "ArrowUp")
    desk.enter("r34+")
    expect(desk.page.locator('tr[data-line="30"] td.plus').nth(2)).to_have_text("1")
    assert points(first_sheet(hall[0]))[30] == (-1, -1, 1, 1)
    assert Correction.objects.count() == 0


def test_a_supervisor_who_types_into_a_signed_sheet_is_led_to_the_correction(
    desk: Desk, hall: tuple[Tournament, User]
) -> None:
    filled(desk, hall)
    sign(first_sheet(hall[0]), hall[1], 1)
    desk.open(sheet_url(hall[0]))
    desk.page.locator("#entry").focus()
    desk.press("ArrowUp", "ArrowUp")
    desk.enter("r34+")
    expect(desk.page.locator("#outcome")).to_contain_text("Game 31 is changed by a correction now (5.3.4)")
    expect(desk.page.locator("#correct_entry")).to_have_value("r34+")
    desk.press("Enter")
    expect(desk.page.locator("#correct_reason")).to_be_focused()
    desk.type("misread")
    with desk.page.expect_navigation():
        desk.press("Enter")
    assert points(first_sheet(hall[0]))[31] == (-1, -1, 1, 1)
    desk.page.locator('tr[data-line="31"] th a').click()
    with desk.page.expect_navigation():
        desk.push("#line_panel form[action$='/undo/'] button")
    assert points(first_sheet(hall[0]))[31] == (1, 1, -1, -1)
    assert list(Correction.objects.values_list("kind", "reason")) == [
        ("corrected", "misread"),
        ("undone", "Corrected by mistake"),
    ]


def test_an_opened_line_that_was_mended_leaves_the_address_and_typing_goes_on(
    desk: Desk, hall: tuple[Tournament, User]
) -> None:
    filled(desk, hall, 6)
    desk.open(sheet_url(hall[0]) + "?line=3")
    desk.enter("r34+")
    expect(desk.page.locator("#entry_head")).to_contain_text("Game 7 ")
    assert desk.page.url.endswith(sheet_url(hall[0]))
    desk.enter("r12+")
    desk.has_written(7)
    assert points(first_sheet(hall[0]))[4] == (1, 1, -1, -1)


def test_what_another_desk_has_written_is_left_alone_by_a_second_enter(
    desk: Desk, hall: tuple[Tournament, User]
) -> None:
    write(first_sheet(hall[0]), 1, "r12+", hall[1])
    desk.page.evaluate("window.stop()")
    desk.enter("r34+")
    assert "was just written by" in desk.refused()
    expect(desk.page.locator("#entry")).to_have_value("r34+")
    desk.press("Enter")
    expect(desk.page.locator("#entry")).to_have_value("")
    expect(desk.page.locator('tr[data-line="1"] + tr.draft')).to_contain_text("Not entered: r34+")
    desk.enter("r13+")
    desk.has_written(2)
    assert points(first_sheet(hall[0])) == {1: (1, 1, -1, -1), 2: (1, -1, 1, -1)}


def test_take_back_is_offered_only_where_it_is_done(desk: Desk, hall: tuple[Tournament, User]) -> None:
    filled(desk, hall)
    desk.open(sheet_url(hall[0]) + "?line=3")
    expect(desk.page.get_by_role("button", name="Take game 3 back")).to_be_visible()
    sign(first_sheet(hall[0]), hall[1], 1)
    desk.open(sheet_url(hall[0]) + "?line=3")
    expect(desk.page.get_by_role("button", name="Correct (5.3.4)")).to_be_visible()
    expect(desk.page.get_by_role("button", name="Take game 3 back")).to_have_count(0)


@pytest.mark.parametrize(("width", "height"), [(1280, 600), (1024, 600)])
def test_on_a_low_screen_the_names_stay_in_sight(
    desk: Desk, hall: tuple[Tournament, User], width: int, height: int
) -> None:
    desk.page.set_viewport_size({"width": width, "height": height})
    filled(desk, hall, 24)
    desk.enter("r12+")
    desk.has_written(25)
    names = desk.page.locator("#sheet_part thead th.seat")
    expect(names.first).to_be_in_viewport()
    current = desk.page.locator("tr.current")
    expect(current).to_be_in_viewport()
    assert names.first.bounding_box()["y"] + names.first.bounding_box()["height"] < current.bounding_box()["y"]
