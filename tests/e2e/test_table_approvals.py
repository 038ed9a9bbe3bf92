"""A table and its supervisor, each with a phone: asked for before play, seen and decided within two seconds."""

import time
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import Device
from tests.e2e.phone import PORTRAIT, Phone, open_phone
from tests.factories import make_participants, make_tournament, make_user, open_scoresheet
from tests.sheets import fill, live, requests
from tournament.models import Game, Scoresheet, User
from tournament.services.people import set_table_code

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]

LIST = "/tournaments/feldkirchen-2026/approvals/"
# Four Solos and Wenzen: the next one is the fifth (5.2.16).
FOUR = ["r12+", "s1+", "w2+", "s3-", "w4-"]
TOUT = ["EO", "GO", "HO", "EU", "GU", "HA", "H10", "SA"]
CURRENT_S = 2.0
# A busy machine is slow: what is measured alone stays below CURRENT_S.
SLACK_S = 3.0


@pytest.fixture
def reiter(transactional_db: None) -> User:
    actor = make_user("supervisor", "desk", username="reiter", full_name="K. Reiter")
    return set_table_code(user=actor, code="480213", actor=actor)


@pytest.fixture
def sheet(reiter: User) -> Scoresheet:
    tournament = make_tournament()
    make_participants(tournament, 8)
    return live(fill(open_scoresheet(tournament), reiter, FOUR), reiter)


def supervisor_phone(device: Device, reiter: User) -> Any:
    page = device(reiter, viewport=PORTRAIT, is_mobile=True, has_touch=True)
    page.goto(LIST)
    expect(page.locator("#approvals")).to_be_visible()
    return page


def choose(phone: Phone, contract: str, seat: int) -> None:
    label = phone.page.locator("#game .contracts label").filter(has=phone.page.get_by_text(contract, exact=True))
    if not label.first.is_visible():
        phone.page.locator("#more").tap()
    label.first.tap()
    phone.seat(seat)


def box(phone: Phone) -> Any:
    return phone.page.locator("#approval")


def dialog(phone: Phone) -> Any:
    return phone.page.locator("#approval_dialog")


def ask(phone: Phone) -> None:
    dialog(phone).get_by_role("button", name="Ask for approval").tap()
    expect(box(phone)).to_have_attribute("data-kind", "waits")


def test_the_fifth_solo_is_asked_for_seen_and_granted_within_two_seconds(
    device: Device, sheet: Scoresheet, reiter: User, record_property: Any
) -> None:
    boss, phone = supervisor_phone(device, reiter), open_phone(device, sheet)
    choose(phone, "Solo", 2)
    expect(dialog(phone)).to_contain_text("Solo or Wenz no. 5 of this sheet: Solo must be approved first (5.2.16)")
    expect(dialog(phone)).to_contain_text("Asked are: K. Reiter.")
    began = time.monotonic()
    ask(phone)
    expect(boss.locator(".asked.is-before")).to_contain_text("Solo, Bene")
    seen = time.monotonic() - began
    expect(box(phone)).to_contain_text("Waiting for the supervisor: Solo, Bene")
    expect(boss).to_have_title("(1) Approvals · Feldkirchen 2026")
    began = time.monotonic()
    boss.get_by_role("button", name="Approve", exact=True).tap()
    expect(box(phone)).to_have_attribute("data-kind", "granted")
    answered = time.monotonic() - began
    print(f"seen after {seen:.2f} s, granted after {answered:.2f} s")
    record_property("seen", seen)
    assert max(seen, answered) < CURRENT_S + SLACK_S
    expect(box(phone)).to_contain_text("K. Reiter, ")
    expect(boss.locator("#messages")).to_contain_text("Table 1 may play game 6.")
    expect(boss).to_have_title("Approvals · Feldkirchen 2026")
    phone.ending("won", "simple")
    phone.write()
    expect(phone.page.locator("#entry_head")).to_contain_text("Game 7")
    phone.expect_saved()
    game = Game.objects.get(scoresheet=sheet, number=6)
    assert requests(sheet)[6] == ("5.2.16", "granted")
    assert (game.points_2, game.approvals.get().supervisor, game.request.supervisor) == (6, reiter, reiter)
