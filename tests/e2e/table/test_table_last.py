"""The last game of a sheet on the phone of its table: it can be taken back until the first of the four has signed."""

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import Device
from tests.e2e.table.finger import draw
from tests.e2e.table.phone import Phone, enrol, open_phone, rufer
from tests.worlds.factories import make_participants, make_tournament, make_user, open_scoresheet, write
from tests.worlds.sheets import fill, grant, live, strike
from tournament.devices.views.devices import table_address

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]


def test_the_last_game_is_taken_back_until_somebody_signs(device: Device) -> None:
    supervisor = make_user("desk", "supervisor")
    tournament = make_tournament()
    make_participants(tournament, 4)
    sheet = live(fill(open_scoresheet(tournament), supervisor, ["r12+"] * 31), supervisor)
    phone = open_phone(device, sheet)
    page = phone.page
    rufer(phone)
    expect(page.locator("#signing_progress")).to_have_text("Confirmed: 0 of 4")
    expect(page.locator("#signing #undo_text")).to_have_text("Game 32: Rufer · Anna +1, Centa +1")
    page.locator("#undo_button").tap()
    phone.expect_saved(32)
    expect(page.locator("#undo_done")).to_have_text("Game 32 is taken back.")
    rufer(phone, 2, 4)
    expect(page.locator("#signing #undo_text")).to_have_text("Game 32: Rufer · Bene +1, Dirk +1")
    page.get_by_role("button", name="Anna Obermaier signs").tap()
    draw(page)
    page.locator("#signing_sign").click()
    expect(page.locator("#signing_progress")).to_have_text("Confirmed: 1 of 4")
    expect(page.locator("#undo_button")).to_be_hidden()


def test_a_full_sheet_says_what_is_missing_and_who_must_act(device: Device) -> None:
    reiter = make_user("desk", "supervisor", full_name="K. Reiter")
    tournament = make_tournament()
    make_participants(tournament, 4)
    sheet = live(fill(open_scoresheet(tournament), reiter, [*["r12+"] * 30, "wt3-", "wt4+"]), reiter)
    page = device(viewport={"width": 360, "height": 640}, is_mobile=True, has_touch=True)
    enrol(page, sheet)
    page.goto(table_address(sheet))
    phone = Phone(page, sheet)
    phone.expect_saved()
    expect(page.locator("#obstacle_text")).to_have_text(
        "All 32 games are written and saved. Before all sign, the supervisor has to act: approve game 31 (Wenz Tout,"
        " 5.2.14) or strike it · approve game 32 (Wenz Tout, 5.2.14) or strike it. It stands on the supervisors’ list"
        " already; if nobody comes, call one to the table: K. Reiter. This page goes on by itself."
    )
    grant(sheet, 31, reiter)
    expect(page.locator("#obstacle_text")).not_to_contain_text("game 31")
    expect(page.locator("#undo_text")).to_have_text("Game 32: Wenz Tout · counts 0 until the supervisor decides")
    page.get_by_role("button", name="take back").tap()
    phone.expect_saved(32)
    rufer(phone)
    expect(page.locator("#signing_progress")).to_have_text("Confirmed: 0 of 4")


def test_what_a_supervisor_decided_is_not_taken_back(device: Device) -> None:
    reiter = make_user("desk", "supervisor", full_name="K. Reiter")
    tournament = make_tournament()
    make_participants(tournament, 4)
    sheet = live(fill(open_scoresheet(tournament), reiter, ["r12+"] * 31), reiter)
    write(sheet, 32, "wt4+", reiter)
    page = device(viewport={"width": 360, "height": 640}, is_mobile=True, has_touch=True)
    enrol(page, sheet)
    page.goto(table_address(sheet))
    phone = Phone(page, sheet)
    phone.expect_saved()
    page.context.set_offline(True)
    page.locator("#undo_button").tap()
    expect(page.locator("#undo_done")).to_have_text("Game 32 is taken back.")
    strike(sheet, 32, reiter)
    page.context.set_offline(False)
    expect(page.locator("#status_text")).to_have_text("needs you: game 32 is not taken back")
    expect(page.locator("#unsent_notices")).to_have_text(
        "Game 32 was not taken back."
        " The supervisor has decided on game 32: only a correction can change it now (5.3.4)."
    )
    expect(page.get_by_text("is taken back.")).to_have_count(0)
    expect(page.get_by_text("not written")).to_have_count(0)
    expect(page.locator("#unsent_actions button:visible")).to_have_text(["Leave game 32 as it is"])
    page.get_by_role("button", name="Leave game 32 as it is").tap()
    phone.expect_saved()
    expect(page.locator("#signing_progress")).to_have_text("Confirmed: 0 of 4")
    expect(page.locator("#signing #undo_text")).to_have_text("Game 32: Wenz Tout · struck, counts 0")
    expect(page.locator("#undo_button")).to_be_hidden()
