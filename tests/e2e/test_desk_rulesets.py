"""The desk by other rules: a house table of four and of five, and the Palatinate with a fourth player at the table."""

import os
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import Device
from tests.e2e.desk import Desk
from tests.worlds.factories import make_participants, make_tournament, make_user, open_scoresheet
from tournament.models import Game, Scoresheet

pytestmark = pytest.mark.e2e


def opened(device: Device, rules: str, seats: int, **options: Any) -> tuple[Desk, Scoresheet]:
    """The open sheet of such a table, in the browser of a login with every role."""
    tournament = make_tournament(rules=rules)
    make_participants(tournament, seats)
    sheet = open_scoresheet(tournament, seats=seats)
    desk = Desk(device(make_user("organiser", "supervisor", "desk", username="reiter"), **options))
    desk.open(sheet.get_absolute_url())
    return desk, sheet


def scores(desk: Desk) -> list[str]:
    return desk.page.locator("#scores .score-value").all_inner_texts()


def reading(desk: Desk) -> str:
    return desk.page.locator("#reading").inner_text()


def head(desk: Desk) -> str:
    return desk.page.locator("#entry_head").inner_text()


def choose(desk: Desk, **values: str) -> None:
    """Set the fields of the F2 form; the value "on" ticks a box."""
    desk.press("F2")
    for name, value in values.items():
        field = desk.page.locator(f'#fields_form [name="{name}"]')
        if value == "on":
            field.check()
        elif field.evaluate("field => field.tagName") == "SELECT":
            field.select_option(value)
        else:
            field.fill(value)


def write_fields(desk: Desk) -> None:
    desk.page.locator("#fields_form button[type=submit]").click()


def points(number: int, seats: int) -> list[int]:
    game = Game.objects.get(number=number)
    return [getattr(game, f"points_{seat}") for seat in range(1, seats + 1)]


def look(desk: Desk, name: str) -> None:
    if os.environ.get("DESK_LOOK"):
        desk.page.screenshot(path=f"/tmp/deskpdf/{name}.png", full_page=True)


def test_a_house_table_of_four(device: Device, live_server: Any) -> None:
    desk, _sheet = opened(device, "house-10-60", 4)
    desk.type("20 13")
    assert (reading(desk), scores(desk)) == ("Rufer: +20 −20 +20 −20", ["+20", "−20", "+20", "−20"])
    desk.press("Enter")
    desk.has_written(1)
    desk.type("-60 1")
    assert reading(desk) == "ambiguous: −60 +20 +20 +20"
    desk.press("Enter")
    desk.has_written(2)
    choose(desk, contract="ramsch", loser="4")
    expect(desk.page.locator('#fields_form [name="declarer"]')).to_be_hidden()
    desk.page.locator('#fields_form [name="jungfrauen"][value="2"]').check()
    look(desk, "house4-fields")
    write_fields(desk)
    desk.has_written(3)
    assert desk.line(3) == "Ramsch, Dirk lost, Jungfrau: Bene"
    choose(desk, contract="solo", declarer="1", result="won", level="schneider", runners="3", doublings="1")
    write_fields(desk)
    expect(desk.page.locator("#entry")).to_have_value("s1++ l3 c")
    # The server is asked what stands behind a game.
    expect(desk.page.locator("#reading")).to_have_text("Solo, Anna, won with Schneider, 3 runners, Contra")
    assert scores(desk) == ["+240", "−80", "−80", "−80"]
    desk.press("Enter")
    desk.has_written(4)
    assert (desk.line(4), points(4, 4)) == ("Solo, Anna, won with Schneider, 3 runners, Contra", [240, -80, -80, -80])
    # What shorthand can express goes into the entry first.
    choose(desk, contract="rufer", declarer="1", partner="3", result="lost")
    write_fields(desk)
    expect(desk.page.locator("#entry")).to_have_value("r13-")
    desk.press("Enter")
    desk.has_written(5)
    desk.enter("r12+ p")
    assert desk.refused().startswith("If all pass, Ramsch is played (H 4); no deal is thrown in.")
    desk.press("Escape")
    for entry in ("10 12", "10 34", "10 23"):
        desk.enter(entry)
    desk.has_written(8)
    expect(desk.page.locator("#state")).to_have_attribute("data-ready", "1")


def test_a_house_table_of_five(device: Device, live_server: Any) -> None:
    desk, _sheet = opened(device, "house-10-60", 5)
    assert head(desk) == "Game 1 · dealer 1 Anna"
    desk.type("s1+")
    assert reading(desk) == "No game is like this"
    desk.press("Escape")
    desk.type("s2+")
    assert (reading(desk), scores(desk)) == ("Solo, Bene, won", ["0", "+60", "−20", "−20", "−20"])
    desk.press("Enter")
    desk.has_written(1)
    assert head(desk) == "Game 2 · dealer 2 Bene"
    desk.enter("10 15")
    desk.has_written(2)
    assert points(2, 5) == [10, 0, -10, -10, 10]
    for entry in ("r12-", "r12+", "s3-", "r23+", "r34+", "r45+", "r15+", "r12++"):
        desk.enter(entry)
    desk.has_written(10)
    assert [game.record["sits_out"] for game in Game.objects.order_by("number")] == [1, 2, 3, 4, 5] * 2
    desk.page.locator("button[value=paper]").click()
    expect(desk.page.locator(".signed-mark")).to_have_count(5)
    look(desk, "house5-signed")
    desk.page.get_by_role("button", name="Accept the sheet").click()
    expect(desk.page.locator("#state")).to_contain_text("Accepted")


def test_five_seats_stand_whole_beside_the_entry(device: Device, live_server: Any) -> None:
    desk, _sheet = opened(device, "house-10-60", 5)
    box = desk.page.locator(".table-box:has(> .scoresheet)")
    for width in (1200, 1280, 1320, 1366, 1600):
        desk.page.set_viewport_size({"width": width, "height": 800})
        assert box.evaluate("box => box.scrollWidth - box.clientWidth") == 0, width


def test_the_palatinate_with_a_fourth(device: Device, live_server: Any) -> None:
    desk, _sheet = opened(device, "palatinate-three", 4)
    desk.type("hs2+ p")
    assert (head(desk), reading(desk)) == ("Game 1 · dealer 2 Bene", "Not a game yet")
    desk.press("Escape")
    desk.type("hs2+ p2")
    assert (head(desk), reading(desk), scores(desk)) == (
        "Game 1 · dealer 3 Centa",
        "Heart Solo, Bene, won",
        ["−3", "+9", "−3", "−3"],
    )
    desk.press("Enter")
    desk.has_written(1)
    assert (head(desk), desk.line(1)) == (
        "Game 2 · dealer 4 Dirk",
        "Heart Solo, Bene, won, 2 deals thrown in before",
    )
    choose(desk, contract="simple", declarer="2", suit="H", level="schneider", doublings="1", passed="1")
    look(desk, "palatinate4-fields")
    write_fields(desk)
    expect(desk.page.locator("#entry")).to_have_value("eh2++ c p1")
    desk.press("Enter")
    desk.has_written(2)
    assert desk.line(2) == "Simple Game (Hearts), Bene, won with Schneider, Contra, 1 deal thrown in before"
    assert head(desk) == "Game 3 · dealer 2 Bene"
    choose(desk, contract="solo", declarer="3", surrender="accepted")
    write_fields(desk)
    desk.has_written(3)
    choose(desk, contract="simple", declarer="4", suit="H", result="lost")
    write_fields(desk)
    expect(desk.page.locator("#entry")).to_have_value("eh4-")
    desk.press("Escape")
    # Retyped without the redeals: the dealer and the player who sits out change in every line below.
    desk.press("ArrowUp", "ArrowUp", "ArrowUp")
    desk.enter("hs2+")
    expect(desk.page.locator('tr[data-line="1"]')).not_to_have_attribute("data-passed", "2")
    assert [game.record["sits_out"] for game in Game.objects.order_by("number")] == [1, 3, 4]
    look(desk, "palatinate4")
