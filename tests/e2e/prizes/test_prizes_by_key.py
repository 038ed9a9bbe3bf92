"""Handing out with number, Enter, Enter; and the button by which anyone recomputes a lot drawn before the hall."""

from playwright.sync_api import expect

from tests.e2e.prizes.prize_pages import PRIZES, make_prizes
from tournament.models import PrizeAct, PublicLot, User


def begin() -> User:
    return make_prizes()


def test_number_enter_enter(world, device):
    desk = device(world)
    desk.goto(f"/tournaments/{PRIZES}/prizes/handing-out/")
    expect(desk.locator("#q")).to_be_focused()
    # Bene may have won the raffle, too.
    gifts = PrizeAct.objects.filter(kind="given").exclude(prize__criterion="raffle")
    before = gifts.count()
    desk.keyboard.type("2")
    desk.keyboard.press("Enter")
    expect(desk.get_by_role("button", name="Everything given")).to_be_focused()
    desk.keyboard.press("Enter")
    expect(desk.locator("#messages")).to_contain_text(
        "2 Bene Huber: 1 Preis 1 50.00\xa0€, Given · 2 Bene Huber: 2 Preis 2, Given"
    )
    # The next one at once.
    expect(desk.locator("#q")).to_be_focused()
    assert gifts.count() == before + 2


def test_anyone_recomputes_a_lot(world, device):
    lot = PublicLot.objects.exclude(drawn_at=None).get()
    phone = device(None, viewport={"width": 390, "height": 844})
    phone.goto(f"/t/{PRIZES}/lot/1/")
    phone.get_by_role("button", name="Recompute here").click()
    expect(phone.get_by_text("The lot holds.")).to_be_visible()
    PublicLot.objects.filter(pk=lot.pk).update(order=lot.order[::-1])
    phone.get_by_role("button", name="Recompute here").click()
    expect(phone.get_by_text("The lot does not hold.")).to_be_visible()
    expect(phone.get_by_text("The lot holds.")).to_be_hidden()


def test_the_screen_follows_the_desk(world, device):
    screen, desk = device(None, viewport={"width": 1920, "height": 1080}), device(world)
    screen.goto(f"/t/{PRIZES}/prizes/")
    expect(screen.locator(".prize-turn-now")).to_contain_text("Süß")
    desk.goto(f"/tournaments/{PRIZES}/prizes/choosing/")
    desk.keyboard.type("5")
    desk.keyboard.press("Enter")
    expect(screen.locator(".prize-turn-now")).to_contain_text("Zöllner")
    expect(screen.locator(".prize-screen-left")).not_to_contain_text("Preis 5")


def test_a_picture_that_is_too_large_is_not_sent(world, device, tmp_path):
    large = tmp_path / "logo.png"
    large.write_bytes(bytes(21 * 1_048_576))
    desk = device(world)
    desk.goto(f"/tournaments/{PRIZES}/prizes/pictures/")
    desk.get_by_role("textbox", name="Name").fill("Logo")
    desk.get_by_label("Picture").set_input_files(large)
    desk.get_by_role("button", name="Take this picture").click()
    expect(desk.get_by_role("textbox", name="Name")).to_have_value("Logo")
    problem = desk.get_by_label("Picture").evaluate("field => field.validationMessage")
    assert "at most 20 MB" in problem
