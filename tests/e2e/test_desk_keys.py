"""How few keys a paper sheet needs: digits without a space, the next line's first key, and the page's questions."""

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from tests.e2e.desk import Desk, sheet_url
from tests.e2e.routes import HeldRequest
from tests.worlds.sheets import fill, points
from tournament.models import Game, Scoresheet, Tournament, User

pytestmark = pytest.mark.e2e


def test_the_next_lines_first_key_writes_the_line(desk: Desk) -> None:
    desk.type("113")
    assert desk.preview() == ["+1", "−1", "+1", "−1"]
    assert Game.objects.count() == 0
    desk.type("-")
    desk.has_written(1)
    expect(desk.page.locator("#entry")).to_have_value("-")
    desk.type("62=")
    desk.has_written(2)
    desk.press("Escape")
    desk.press("ArrowUp")  # one key back to the line that was written last
    assert "Game 2 again" in desk.page.locator("#entry_head").inner_text()
    desk.enter("62")
    expect(desk.page.locator('tr[data-line="2"] td.plus .circled')).to_have_text("6")
    assert list(Game.objects.order_by("number").values_list("points_2", flat=True)) == [-1, 6]


def test_an_opened_line_moves_by_its_button_and_by_key(desk: Desk) -> None:
    before = desk.write_four()
    desk.type("113")  # not entered: it stays with line 5 and moves with it
    with desk.page.expect_navigation():
        desk.page.locator('tr[data-line="2"] th a').click()
    desk.ready()
    desk.page.get_by_role("button", name="Insert a line here").click()
    expect(desk.page.locator("#outcome")).to_contain_text("F8 undoes it.")
    assert [desk.line(number) for number in (1, 2, 3)] == [before[0], "", before[1]]
    expect(desk.page.locator('tr[data-line="6"] + tr.draft')).to_contain_text("Not entered: 113")
    desk.enter("r34+")  # the cursor is in the freed line
    desk.has_written(5)
    assert desk.line(2) != ""
    with desk.page.expect_navigation():
        desk.page.locator('tr[data-line="2"] th a').click()
    desk.ready()
    desk.press("F8")
    desk.has_written(4)
    assert desk.first_lines() == before


def test_lines_typed_again_follow_each_other(desk: Desk, hall: tuple[Tournament, User]) -> None:
    """Line 4 is left out and the next ones are one line too high: typed again, they add nothing at the end."""
    sheet = Scoresheet.objects.get(table_number=1)
    for first, entries in ((1, ["r12+"] * 3), (5, ["r12+"] * 3)):
        fill(sheet, hall[1], entries, first)
    desk.open(sheet_url(hall[0]))
    with desk.page.expect_navigation():
        desk.page.locator('tr[data-line="2"] td').first.click()
    desk.ready()
    desk.type("113")  # the cursor need not be moved
    expect(desk.page.locator("#entry")).to_have_value("113")
    before = desk.line(3)
    desk.type("1231")
    expect(desk.page.locator('tr[data-line="3"]')).not_to_have_attribute("data-text", before)
    expect(desk.page.locator("#entry_head")).to_contain_text("Game 4 ")
    desk.press("Escape", "Escape")
    expect(desk.page.locator("#entry_head")).to_contain_text("Game 8 ")
    first_three = {1: (1, 1, -1, -1), 2: (1, -1, 1, -1), 3: (-1, 1, 1, -1)}
    assert points(sheet) == first_three | dict.fromkeys((5, 6, 7), (1, 1, -1, -1))


def test_other_entries_wait_for_enter(desk: Desk) -> None:
    for typed in ("1 13", "r13+", "-2 +6 -2 -2", "62p"):
        desk.type(typed + "1")
        desk.press("Escape")
    desk.page.locator("#entry").fill("113")
    desk.press("Home")
    desk.type("1")  # corrected in the middle
    expect(desk.page.locator("#entry")).to_have_value("1113")
    assert Game.objects.count() == 0


def test_of_two_games_the_likely_one_is_written_and_shown_before(desk: Desk) -> None:
    desk.enter("r12+")  # in the first game no Schwarz counts (5.2.15)
    for number, (typed, words, scores) in enumerate(
        (
            ("124", "1 24: Rufer", (-1, 1, -1, 1)),
            ("1241", "", (-1, 1, -1, 1)),  # the first key of the next line accepts the likely game
            ("124*", "12 4: Solo/Wenz", (-4, -4, -4, 12)),
            ("124*1", "", (-4, -4, -4, 12)),
            ("124**", "1 24: Rufer", (-1, 1, -1, 1)),
            ("124/", "Solo/Wenz", (-4, -4, -4, 12)),  # a Rufer never has initials
            ("142", "Rufer", (-1, 1, -1, 1)),
        ),
        2,
    ):
        desk.type(typed)
        if words:
            expect(desk.page.locator("#reading")).to_contain_text(words)
            assert [int(score.replace("−", "-")) for score in desk.preview()] == list(scores), typed
            desk.press("Enter")
        desk.has_written(number)
        assert Game.objects.get(number=number).record["written"] == list(scores), typed
        desk.press("Escape")  # the first key of the next line, where there was one


def test_behind_initials_the_next_lines_first_key_writes_the_line(desk: Desk) -> None:
    desk.type("62g113/2")
    desk.has_written(1)
    assert "never needs an approval" in desk.refused()  # the second text waits with its line
    expect(desk.page.locator("#entry")).to_have_value("2")
    expect(desk.page.locator('tr[data-line="2"] + tr.draft')).to_contain_text("Not entered: 113/")
    desk.press("Escape")
    desk.enter("s2+gr")  # letters without a meaning here are refused, not ignored
    desk.refused()
    expect(desk.page.locator("#entry")).to_have_value("s2+gr")
    assert Game.objects.get().record["written"] == [-2, 6, -2, -2]


def test_what_is_no_game_is_refused_before_enter(desk: Desk) -> None:
    reading, entry = desk.page.locator("#reading"), desk.page.locator("#entry")
    for typed in ("7", "17", "1 5", "r11", "v", "1 1 1 1", "114 4", "*1 1"):
        desk.type(typed)
        expect(reading).to_have_class("entry-reading is-problem")
        expect(reading).to_have_text("No game is like this")
        expect(entry).to_have_attribute("aria-invalid", "true")
        desk.press("Escape")
        expect(entry).to_have_attribute("aria-invalid", "false")
    for typed in ("1", "1 4", "-", "r1", "= 1", "*", "2 43", "62 /", "-2 -2", "http"):
        desk.type(typed)
        expect(entry).to_have_attribute("aria-invalid", "false")
        desk.press("Escape")
    assert Game.objects.count() == 0


def test_the_tone_can_be_switched_off(desk: Desk) -> None:
    """The tone stays off in every sheet from then on, and nothing else changes."""
    box = desk.page.locator("#sound")
    desk.press("?")
    expect(box).to_be_checked()
    box.uncheck()
    desk.page.reload()
    expect(box).not_to_be_checked()
    desk.page.locator("#entry").focus()
    desk.type("7")
    expect(desk.page.locator("#reading")).to_have_text("No game is like this")


# To the next sheet


def test_the_next_sheet_is_one_key_and_its_number_away(desk: Desk, hall: tuple[Tournament, User]) -> None:
    for key, table in (("F4", 2), (",", 1), (".", 2)):
        desk.press(key)
        expect(desk.page.locator("#goto")).to_be_focused()
        desk.press("Escape")
        expect(desk.page.locator("#entry")).to_be_focused()
        desk.press(key)
        with desk.page.expect_navigation():
            desk.enter(str(table))
        desk.ready()
        assert desk.page.url.endswith(sheet_url(hall[0], table))


def test_a_scanned_code_leads_to_its_sheet(desk: Desk, hall: tuple[Tournament, User]) -> None:
    """From either field, back and forth, with each form of the address, one as a scanner types on German keys."""
    table = 1
    for field in ("#entry", "#goto"):
        for scanned in (
            "http://192.168.178.20:8000/table/feldkirchen-2026/1/{}/",
            "HTTPS://SPIELLISTE.LOCAL/TABLE/FELDKIRCHEN-2026/1/{}/",
            "httpÖ--192.168.178.20Ö8000-table-feldkirchenß2026-1-{}-",
        ):
            table = 3 - table
            desk.page.locator(field).focus()
            with desk.page.expect_navigation():
                desk.enter(scanned.format(table))
            desk.ready()
            assert desk.page.url.endswith(sheet_url(hall[0], table)), scanned
    assert Game.objects.count() == 0


def test_a_scanner_is_heard_where_no_field_has_the_focus(desk: Desk, hall: tuple[Tournament, User]) -> None:
    desk.page.locator(".sheet-head h1").click()
    desk.page.evaluate("() => document.activeElement.blur()")
    with desk.page.expect_navigation():
        desk.enter("http://10.0.0.2:8000/table/feldkirchen-2026/1/2/")
    assert desk.page.url.endswith(sheet_url(hall[0], 2))


def test_a_table_that_is_not_there_keeps_the_sheet(desk: Desk, hall: tuple[Tournament, User]) -> None:
    for typed, sentence in (
        ("99", "no such table"),
        ("http://x/table/another/1/2/", "another tournament"),
        ("zwei", "neither a table nor"),
    ):
        desk.press("F4")
        with desk.page.expect_navigation():
            desk.enter(typed)
        desk.ready()
        assert desk.page.url.endswith(sheet_url(hall[0]))
        expect(desk.page.locator(".notices").first).to_contain_text(sentence)


def test_lines_on_their_way_are_written_before_the_page_is_left(desk: Desk, hall: tuple[Tournament, User]) -> None:
    request = HeldRequest(desk.page, "**/games/")
    desk.enter("62")
    desk.enter("113")
    desk.press("PageDown")
    expect(desk.page.locator("#title")).to_contain_text("Table 1")
    with desk.page.expect_navigation():
        request.release()
    desk.ready()
    assert desk.page.url.endswith(sheet_url(hall[0], 2))
    assert Game.objects.filter(scoresheet__table_number=1).count() == 2


def test_a_refused_line_keeps_the_page(desk: Desk) -> None:
    request = HeldRequest(desk.page, "**/games/")
    desk.enter("1 1 1 1")
    desk.press("PageDown")
    request.release()
    desk.refused()
    expect(desk.page.locator("#entry")).to_have_value("1 1 1 1")


def test_what_is_missing_are_links(desk: Desk, hall: tuple[Tournament, User]) -> None:
    links = desk.page.locator("#missing_part a")
    expect(links).to_have_text(["1", "2"])
    fill(Scoresheet.objects.get(table_number=2), hall[1], ["r12+"] * 31)
    links.last.click()
    expect(desk.page.locator("#title")).to_contain_text("Table 2")
    desk.enter("r12+")
    desk.has_written(32)
    expect(links).to_have_text(["1"])
    desk.page.goto(reverse("match", args=[hall[0].slug, 1]))
    expect(desk.page.locator(".notice-warning a")).to_have_text(["1"])
