"""The desk's page in the hands of its typists: what each key does, and that none costs a written line."""

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from tests.e2e.desk import Desk, sheet_url
from tests.e2e.routes import HeldRequest
from tests.tournament.views.desk import PARTS, entered, login
from tests.worlds.played import first_sheet
from tests.worlds.sheets import fill
from tournament.models import Game, Tournament, User

pytestmark = pytest.mark.e2e

RUBBISH = ["v", "99 99", "r11+", "+", "r13", "1 1 1 1", "1 1 1 -3", "7 2", "sie", "<b>", "= x", "g", "g g", "ß§%"]


def filled(desk: Desk, hall: tuple[Tournament, User], first: int, last: int) -> None:
    """Write these lines without the browser, then reload the sheet: a line typed in a browser takes half a second."""
    fill(first_sheet(hall[0]), hall[1], ["r12+"] * (last - first + 1), first)
    desk.open(sheet_url(hall[0]))


def test_words_and_scores_stand_there_before_enter(desk: Desk) -> None:
    for typed, words, scores in (
        ("1 13", "", ["+1", "−1", "+1", "−1"]),
        ("r13++", "Schneider", ["+2", "−2", "+2", "−2"]),
        ("R 1 3 +", "Rufer", ["+1", "−1", "+1", "−1"]),
        ("6 2", "", ["−2", "+6", "−2", "−2"]),
        ("-2 +6 -2 -2", "", ["−2", "+6", "−2", "−2"]),
        ("−6+2+2+2", "", ["−6", "+2", "+2", "+2"]),
        ("s2--", "Solo", ["+3", "−9", "+3", "+3"]),
        ("r13!2", "", ["+2", "−4", "+2", "0"]),
    ):
        desk.type(typed)
        assert desk.preview() == scores, typed
        assert words in desk.page.locator("#reading").inner_text(), typed
        assert desk.page.locator("#reading").inner_text() != "", typed
        desk.press("Escape")
        assert desk.preview() != scores, typed
    assert Game.objects.count() == 0


def test_arrows_choose_a_line_and_escape_returns(desk: Desk) -> None:
    before = desk.write_four()
    desk.press("ArrowUp", "ArrowUp")
    assert before[2] in desk.head()
    expect(desk.page.locator("tr.current")).to_have_attribute("data-line", "3")
    desk.press("ArrowDown")
    expect(desk.page.locator("tr.current")).to_have_attribute("data-line", "4")
    desk.type("r1")
    desk.press("Escape")
    expect(desk.page.locator("#entry")).to_have_value("")
    expect(desk.page.locator("tr.current")).to_have_attribute("data-line", "4")
    desk.press("Escape")
    expect(desk.page.locator("tr.current")).to_have_attribute("data-line", "5")
    assert desk.first_lines() == before


def test_a_line_is_typed_again(desk: Desk) -> None:
    before = desk.write_four()
    desk.press("ArrowUp", "ArrowUp")
    desk.enter("s3-")
    expect(desk.page.locator('tr[data-line="3"]')).not_to_have_attribute("data-text", before[2])
    assert desk.first_lines()[:2] + desk.first_lines()[3:] == before[:2] + before[3:]
    assert desk.page.locator('tr[data-line="3"] td.plus').all_inner_texts() == ["2", "2", "", "2"]
    # The next line follows and shows its content; Enter with nothing typed returns to where typing stopped.
    assert f"Game 4 again · now: {before[3]}" in desk.head()
    expect(desk.page.locator("#entry_head")).to_have_class("entry-head is-again")
    desk.press("Enter")
    desk.enter("r12+")
    desk.has_written(5)
    assert desk.first_lines()[3] == before[3]
    # Taking a line out does the same: the line that moved up stays selected.
    desk.press("ArrowUp", "ArrowUp", "F8")
    desk.has_written(4)
    assert "Game 5 " in desk.head()
    desk.enter("r12+")
    desk.has_written(5)


def test_a_line_left_free_stays_free_until_the_others_are_written(desk: Desk, hall: tuple[Tournament, User]) -> None:
    desk.write_four()
    desk.press("ArrowDown")  # line 5 waits for the supervisor
    for number in (6, 7, 8):
        assert f"Game {number} " in desk.head()
        desk.enter("r12+")
    desk.has_written(7)
    filled(desk, hall, 9, 29)
    for number, entry in ((30, "r12+"), (31, "st2+"), (32, "r12+")):
        assert f"Game {number} " in desk.head()
        desk.enter(entry)
    desk.has_written(31)
    assert desk.head() == "Last line passed. Still open: 5. Enter goes to game 5."
    desk.enter("r12+")  # no 33rd game, and no game 5 by itself
    assert "Game 32 was the last one. Still open: 5" in desk.refused()
    desk.press("Escape", "Enter")
    assert "Game 5 " in desk.head()
    desk.enter("x")
    expect(desk.page.locator("#entry_head")).to_contain_text("Waiting for the supervisor: 5, 31.")


def test_escape_returns_to_the_line_that_was_refused(desk: Desk) -> None:
    desk.write_four()
    desk.enter("r11+")
    desk.refused()
    desk.press("Escape")
    expect(desk.page.locator("#entry")).to_have_value("")
    assert "Game 5 " in desk.head()
    desk.press("ArrowDown")  # left free for the supervisor, as the refusal of a game says
    desk.enter("r12+")
    desk.has_written(5)
    desk.enter("r12+")
    desk.has_written(6)
    assert "Game 8 " in desk.head()
    # Back in the line that was left free, with written lines behind it.
    desk.press("ArrowUp", "ArrowUp", "ArrowUp")
    assert "Game 5 " in desk.head()
    desk.enter("r11+")
    desk.refused()
    desk.press("Escape")
    assert "Game 5 " in desk.head()
    desk.enter("r12+")
    desk.has_written(7)
    assert [desk.line(number) == "" for number in (5, 6, 7)] == [False] * 3


def test_lines_typed_ahead_are_written_in_their_own_lines_whatever_is_refused(desk: Desk) -> None:
    """Only the server refuses initials beside a Rufer; the lines typed after it are neither lost nor moved."""
    desk.write_four()
    request = HeldRequest(desk.page, "**/games/")
    for entry in ("r12+g", "r13+", "= x", "s2+"):
        desk.enter(entry)
    desk.type("w3")
    request.release()
    desk.has_written(6)
    assert [desk.line(number)[:5] for number in (5, 6, 7, 8)] == ["", "Rufer", "Solo,", ""]
    expect(desk.page.locator("#entry")).to_have_value("w3")
    assert "Game 8 " in desk.head()
    waiting = desk.page.locator("tr.draft")
    expect(waiting).to_contain_text("Not entered: r12+g This game never needs an approval")
    desk.page.reload()
    desk.ready()
    expect(waiting).to_have_count(2)  # the text in the entry also waits with its line
    assert "Game 9 " in desk.head()
    desk.press("ArrowUp", "ArrowUp", "ArrowUp", "ArrowUp")
    expect(desk.page.locator("#entry")).to_have_value("r12+g")
    desk.enter("r12+")  # the restored text is selected: the first key replaces it
    desk.has_written(7)
    expect(waiting).to_have_count(1)
    expect(waiting).to_contain_text("Not entered: w3")
    assert "Game 9 " in desk.head()


def test_a_refused_text_stays_with_its_line(desk: Desk) -> None:
    """By the arrow key, or by the next line that is typed blindly: the entry is empty in the other line."""
    desk.write_four()
    for keys, line in ((["ArrowDown"], 5), ([], 7)):
        desk.enter("r11+")
        desk.refused()
        desk.press(*keys)
        desk.type("113")
        expect(desk.page.locator("#entry")).to_have_value("113")
        assert f"Game {line + 1} " in desk.head()
        desk.press("Enter")
        expect(desk.page.locator(f'tr[data-line="{line + 1}"]')).not_to_have_attribute("data-text", "")
        assert desk.line(line) == ""
        expect(desk.page.locator(f'tr[data-line="{line}"] + tr.draft')).to_contain_text("Not entered: r11+")
    desk.press("ArrowUp", "ArrowUp", "F7")  # moved over and moved, the line still shows the refused text
    expect(desk.page.locator('tr[data-line="8"] + tr.draft')).to_contain_text("declarer and partner at once")


def test_what_was_typed_stays_when_the_page_is_left(desk: Desk) -> None:
    """The text was not written; it is shown again after a visit to another table or a reload."""
    desk.type("113")
    with desk.page.expect_navigation():
        desk.press("PageDown")
    with desk.page.expect_navigation():
        desk.press("PageUp")
    desk.ready()
    note = desk.page.locator('tr[data-line="1"] + tr.draft')
    expect(note).to_contain_text("Not entered: 113")
    desk.press("ArrowUp")
    expect(desk.page.locator("#entry")).to_have_value("113")
    desk.press("Enter")
    desk.has_written(1)
    expect(note).to_have_count(0)


def test_running_totals_take_no_line_however_fast_the_next_is_typed(desk: Desk) -> None:
    desk.write_four()
    request = HeldRequest(desk.page, "**/games/")
    desk.press("ArrowDown")  # line 5 waits: the totals do not lead back to it
    desk.enter("= 1 2 3 -6")
    assert "Game 6 " in desk.head()
    desk.enter("r12+")
    request.release()
    desk.has_written(5)
    assert [desk.line(number) == "" for number in (4, 5, 6, 7)] == [False, True, False, True]
    assert "Game 7 " in desk.head()


def test_on_a_small_laptop_line_and_entry_stay_in_sight(desk: Desk, hall: tuple[Tournament, User]) -> None:
    desk.page.set_viewport_size({"width": 1280, "height": 720})
    filled(desk, hall, 1, 20)
    for _ in range(5):
        desk.enter("r12+")
    desk.has_written(25)
    expect(desk.page.locator("tr.current")).to_be_in_viewport()
    expect(desk.page.locator("#entry")).to_be_in_viewport()
    desk.type("-2 -2 -2 +6 g")
    assert desk.page.locator("#entry").evaluate("field => field.scrollWidth <= field.clientWidth")


def test_a_line_is_opened_and_taken_back(desk: Desk) -> None:
    desk.write_four()
    desk.press("ArrowUp")
    with desk.page.expect_navigation():
        desk.press("Enter")
    desk.ready()
    desk.press("Enter", "Enter")  # a bouncing key takes nothing back
    desk.has_written(4)
    with desk.page.expect_navigation():
        desk.push('#line_panel form[action$="/back/"] button')
    desk.has_written(3)


def test_page_down_and_up_go_from_missing_sheet_to_missing_sheet(desk: Desk, hall: tuple[Tournament, User]) -> None:
    for key, table in (("PageDown", 2), ("PageDown", 1), ("PageUp", 2)):
        with desk.page.expect_navigation():
            desk.press(key)
        desk.ready()
        assert desk.page.url.endswith(sheet_url(hall[0], table))


def test_f2_reaches_the_fields_and_escape_the_entry(desk: Desk) -> None:
    desk.press("F2")
    expect(desk.page.locator('#fields_form select[name="contract"]')).to_be_focused()
    values = "form => [form.elements.declarer.value, form.elements.partner.value]"
    assert desk.page.locator("#fields_form").evaluate(values) == ["1", "2"]  # nobody is their own partner
    desk.press("Escape")
    expect(desk.page.locator("#entry")).to_be_focused()


def test_no_wrong_key_costs_a_written_line(desk: Desk, hall: tuple[Tournament, User]) -> None:
    """Each wrong key is typed in one of the lines; no answer of the server to it, in any line, costs a line either."""
    before = desk.write_four()
    games, record = list(Game.objects.order_by("number")), reverse("game_record", args=[hall[0].slug, 1, 1])
    client = login(hall[1])
    for game in games:
        for rubbish in RUBBISH:
            answer = client.post(record, entered(game.number, rubbish, replace=game.command), headers=PARTS)
            assert answer.json()["answer"] == "refused", rubbish
    assert list(Game.objects.order_by("number")) == games
    for number in (1, 2, 3, 4):
        for rubbish in RUBBISH[number - 1 :: 4]:
            desk.press("Escape", "Escape", *["ArrowUp"] * (5 - number))
            desk.enter(rubbish)
            desk.refused()
            expect(desk.page.locator("#entry")).to_have_value(rubbish)
            assert desk.first_lines() == before, rubbish
        desk.press("Escape", "Escape", *["ArrowUp"] * (5 - number), "Delete", "Backspace", "Home", "End", "F9", "Tab")
        desk.page.locator("#entry").focus()
        assert desk.first_lines() == before
    assert Game.objects.count() == 4


def test_enter_twice_writes_once(desk: Desk) -> None:
    desk.type("r12+")
    desk.press("Enter", "Enter", "Enter")
    desk.has_written(1)
    desk.enter("r13+")
    desk.has_written(2)
    assert Game.objects.count() == 2


def test_typing_ahead_never_signs(desk: Desk, hall: tuple[Tournament, User]) -> None:
    """Behind line 32 come the last running totals: no button may receive keys that were meant for them."""
    filled(desk, hall, 1, 28)
    for _ in range(4):
        desk.enter("r12+")
    verdict, _words = desk.compare((32, 32, -32, -32))
    assert verdict == "good"
    expect(desk.page.locator('#side_part button[value="paper"]')).to_be_visible()
    expect(desk.page.locator("#entry")).to_be_focused()
    desk.type("113")  # one more must not become a game
    expect(desk.page.locator("#entry_head")).to_have_text("All games are written.")
    expect(desk.page.locator("#reading")).to_have_text("")
    desk.press("Escape", "Enter")
    expect(desk.page.locator('#side_part button[value="paper"]')).to_be_focused()
