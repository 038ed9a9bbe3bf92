"""The page of a sheet at its table, on a phone: taps are counted, every state is looked at."""

from collections.abc import Callable
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from tests.e2e.conftest import Device
from tests.e2e.phone import LANDSCAPE, PORTRAIT, Phone, open_phone
from tests.factories import make_participants, make_tournament, make_user, open_scoresheet, write
from tests.played import correct, decide
from tournament.models import Game, Scoresheet, Tournament
from tournament.services.devices import lock_device

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]


def make_sheet(rules: str = "schafkopfschule-2023", seats: int = 4) -> Scoresheet:
    """An open sheet of the named cast."""
    tournament = make_tournament(rules=rules)
    make_participants(tournament, seats)
    return open_scoresheet(tournament, seats=seats)


def points(game: Game, seats: int = 4) -> list[int]:
    return [getattr(game, f"points_{seat}") for seat in range(1, seats + 1)]


def written(sheet: Scoresheet) -> list[tuple[int, dict[str, Any]]]:
    return [(game.number, game.record) for game in sheet.games.order_by("number")]


def rufer(phone: Phone, declarer: int = 1, partner: int = 3, *ending: str) -> None:
    """A Rufer chosen and written."""
    phone.seat(declarer)
    phone.seat(partner)
    phone.ending(*(ending or ("won", "simple")))
    phone.write()


def choose_rufer(phone: Phone) -> None:
    phone.seat(1)
    phone.seat(3)
    phone.ending("won", "Schneider")


def choose_solo(phone: Phone) -> None:
    phone.contract("Solo")
    phone.seat(2)
    phone.ending("won", "Schneider")


def choose_wenz(phone: Phone) -> None:
    phone.contract("Wenz")
    phone.seat(4)
    phone.ending("lost", "simple")


@pytest.mark.parametrize(
    ("choose", "record", "told", "expected"),
    [
        (
            choose_rufer,
            {"contract": "rufer", "declarer": 1, "partner": 3, "result": "won", "level": "schneider"},
            ["+2", "−2", "+2", "−2"],
            [2, -2, 2, -2],
        ),
        (
            choose_solo,
            {"contract": "solo", "declarer": 2, "result": "won", "level": "schneider"},
            ["−3", "+9", "−3", "−3"],
            [-3, 9, -3, -3],
        ),
        (
            choose_wenz,
            {"contract": "wenz", "declarer": 4, "result": "lost", "level": "simple"},
            ["+2", "+2", "+2", "−6"],
            [2, 2, 2, -6],
        ),
    ],
)
def test_an_ordinary_game_is_three_taps_and_one_button(
    device: Device, choose: Callable[[Phone], None], record: dict[str, Any], told: list[str], expected: list[int]
) -> None:
    """The four scores stand on the names before they are written (5.2.7), and the next game stands there at once."""
    sheet = make_sheet()
    phone = open_phone(device, sheet)
    choose(phone)
    assert (phone.taps, phone.preview(), sheet.games.count()) == (3, told, 0)
    phone.write()
    expect(phone.page.locator("#entry_head")).to_have_text("Game 2 of 32 · round 1")
    expect(phone.page.locator("#dealer")).to_have_text("Dealer: Bene")
    phone.expect_saved()
    assert (written(sheet), points(sheet.games.get())) == ([(1, record)], expected)
    assert (phone.totals(), phone.preview()) == (told, ["", "", "", ""])
    expect(phone.page.locator("#checksum")).to_have_text("Checksum of round 1 0 ✓")


def test_nothing_has_to_be_scrolled_for_an_ordinary_game(device: Device) -> None:
    phone = open_phone(device, make_sheet())
    rufer(phone)
    expect(phone.page.locator("#undo")).to_be_visible()
    phone.contract("Solo")
    for control in ("#more", '#who [data-seat="4"]', "#endings label >> nth=-1", "#write", "#totals"):
        expect(phone.page.locator(control)).to_be_in_viewport(ratio=1)


def test_a_tap_again_takes_off(device: Device) -> None:
    phone = open_phone(device, make_sheet())
    phone.seat(2)
    phone.seat(4)
    phone.seat(2)  # it was not he who played
    phone.seat(3)
    roles = [text.strip() for text in phone.page.locator("#who .seat-role").all_inner_texts()]
    assert roles == ["", "", "plays", "partner"]
    pressed = [button.get_attribute("aria-pressed") for button in phone.page.locator("#who button").all()]
    assert pressed == ["false", "false", "true", "true"]


def test_what_is_missing_is_said(device: Device) -> None:
    sheet = make_sheet()
    phone = open_phone(device, sheet)
    told = phone.page.locator("#missing")
    for act, words in [
        (lambda: None, "Please tap who plays."),
        (lambda: phone.seat(1), "Please tap the partner."),
        (lambda: phone.seat(2), "Please choose the result."),
    ]:
        act()
        expect(told).to_have_text("")
        phone.write()
        expect(told).to_have_text(words)
    assert sheet.games.count() == 0


def test_the_last_game_is_taken_back_with_one_tap_and_no_earlier_one(device: Device) -> None:
    """5.3.4: once the next game is entered a supervisor corrects."""
    sheet = make_sheet()
    phone = open_phone(device, sheet)
    page = phone.page
    rufer(phone, 1, 3)
    expect(page.locator("#undo_text")).to_have_text("Game 1: Rufer · Anna +1, Centa +1")
    rufer(phone, 2, 4, "lost", "simple")
    expect(page.locator("#undo_text")).to_have_text("Game 2: Rufer · Anna +1, Centa +1")
    page.locator("#undo_button").tap()
    expect(page.locator("#entry_head")).to_have_text("Game 2 of 32 · round 1")
    expect(page.locator("#said")).to_have_text("Game 2 is taken back.")
    phone.expect_saved()
    assert [number for number, _record in written(sheet)] == [1]
    expect(page.locator("#undo")).to_be_hidden()
    expect(page.locator("#undo_closed")).to_have_text(
        "Earlier games are corrected by a supervisor (5.3.4): please call one."
    )
    rufer(phone, 2, 4)
    expect(page.locator("#undo_text")).to_have_text("Game 2: Rufer · Bene +1, Dirk +1")


def test_deals_not_played_are_counted_with_their_reason_and_survive_a_reload(device: Device) -> None:
    """5.2.5 and 3.4: they stand in the record of the next game and below its line; here the same dealer deals again."""
    sheet = make_sheet()
    phone = open_phone(device, sheet)
    page = phone.page
    for reason in ("passed", "exposed", "turn"):
        page.locator("#redeals_open").tap()
        page.locator(f'[data-reason="{reason}"]').tap()
        expect(page.locator("#redeals_reasons")).to_be_hidden()
    expect(page.locator("#redeals_text")).to_have_text("3 deals not played: thrown in, a card exposed, out of turn")
    page.locator("#redeals_undo").tap()
    expect(page.locator("#redeals_text")).to_have_text("2 deals not played: thrown in, a card exposed")
    page.reload()
    expect(page.locator("#redeals_text")).to_have_text("2 deals not played: thrown in, a card exposed")
    expect(page.locator("#dealer")).to_have_text("Dealer: Anna")
    rufer(phone)
    phone.expect_saved(2)
    expect(page.locator("#redeals_count")).to_be_hidden()
    assert sheet.games.get().redeals == ["passed", "exposed"]
    page.locator("#view_toggle").tap()
    expect(page.locator("#sheet .note").first).to_contain_text("2 deals not played: thrown in, a card exposed.")


def test_a_deal_thrown_in_moves_the_dealer_where_the_rules_say_so(device: Device) -> None:
    sheet = make_sheet("social")
    phone = open_phone(device, sheet)
    page = phone.page
    expect(page.locator("#dealer")).to_have_text("Dealer: Anna")
    for reason, dealer in (("exposed", "Anna"), ("passed", "Bene")):
        page.locator("#redeals_open").tap()
        page.locator(f'[data-reason="{reason}"]').tap()
        expect(page.locator("#dealer")).to_have_text(f"Dealer: {dealer}")
    rufer(phone)
    expect(page.locator("#dealer")).to_have_text("Dealer: Centa")
    phone.expect_saved()
    expect(page.locator("#dealer")).to_have_text("Dealer: Centa")


def test_where_a_ramsch_is_played_instead_nothing_is_thrown_in(device: Device) -> None:
    phone = open_phone(device, make_sheet("house-10-60"))
    phone.page.locator("#redeals_open").tap()
    expect(phone.page.locator('[data-reason="exposed"]')).to_be_visible()
    expect(phone.page.locator('[data-reason="passed"]')).to_have_count(0)


def test_the_first_game_offers_neither_tout_nor_sie(device: Device) -> None:
    """5.2.15: a Tout counts as the plain contract there; 2.9.1: a Sie does not count."""
    phone = open_phone(device, make_sheet())
    page = phone.page
    page.locator("#more").tap()
    others = page.locator("#contracts_more input")
    assert [box.is_disabled() for box in others.all()] == [True, True, True]
    assert set(page.locator("#contracts_more small").all_inner_texts()) == {"not in game 1"}
    expect(page.locator("#first_game")).to_be_visible()
    rufer(phone)
    page.locator("#more").tap()
    assert [box.is_disabled() for box in others.all()] == [False, False, False]
    expect(page.locator("#first_game")).to_be_hidden()
    phone.contract("Sie")
    phone.seat(3)
    assert phone.preview() == ["−8", "−8", "+24", "−8"]


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


@pytest.mark.parametrize(
    ("rules", "seats", "words"),
    [
        ("schafkopfschule-2023", 4, ["Rufer", "Solo", "Wenz", "more …"]),
        ("house-10-60", 5, ["Rufer", "Solo", "Wenz", "more …"]),
        ("social", 4, ["Rufer", "Solo", "Wenz", "more …"]),
        ("palatinate-three", 4, ["Simple Game", "Solo", "Heart Solo", "more …"]),
    ],
)
def test_the_commonest_contract_is_chosen_already(device: Device, rules: str, seats: int, words: list[str]) -> None:
    phone = open_phone(device, make_sheet(rules, seats))
    page = phone.page
    shown = [text.split("\n")[0] for text in page.locator("#contracts > :not(legend)").all_inner_texts()]
    assert shown == words
    expect(page.locator("#contracts input:checked")).to_have_count(1)
    expect(page.locator("#contracts label").first.locator("input")).to_be_checked()


def test_at_a_table_of_five_the_dealer_sits_out(device: Device) -> None:
    sheet = make_sheet("house-10-60", 5)
    phone = open_phone(device, sheet)
    page = phone.page
    expect(page.locator('#who [data-seat="1"]')).to_be_disabled()
    expect(page.locator('#who [data-seat="1"]')).to_have_text("1 Anna sits out")
    phone.seat(2)
    phone.seat(4)
    page.locator('#runners [data-step="1"]').tap()
    expect(page.locator("#runners_value")).to_have_text("3")
    page.locator('#doublings [data-step="1"]').tap()
    expect(page.locator("#doublings_value")).to_have_text("Contra")
    phone.ending("won", "Schneider")
    # 10 doubled by the Contra, 10 for Schneider, 30 for three running cards (decision 30).
    assert phone.preview() == ["0", "+60", "−60", "+60", "−60"]
    phone.write()
    phone.expect_saved(2)
    assert points(sheet.games.get(), 5) == [0, 60, -60, 60, -60]
    expect(page.locator("#dealer")).to_have_text("Dealer: Bene")


def test_a_ramsch_has_a_loser_jungfrauen_and_a_durchmarsch(device: Device) -> None:
    """H 6: the loser pays 10 to each, doubled for each Jungfrau; a Durchmarsch wins 20 from each."""
    sheet = make_sheet("house-10-60")
    phone = open_phone(device, sheet)
    page = phone.page
    page.locator("#more").tap()
    phone.contract("Ramsch")
    expect(page.locator("#who_legend")).to_have_text("Who lost?")
    phone.seat(3)
    assert phone.preview() == ["+10", "+10", "−30", "+10"]
    phone.seat(1)
    assert phone.preview() == ["+20", "+20", "−60", "+20"]
    phone.write()
    phone.expect_saved(2)
    page.locator("#more").tap()
    phone.contract("Ramsch")
    phone.ending("Durchmarsch")
    phone.seat(2)
    assert phone.preview() == ["−20", "+60", "−20", "−20"]
    phone.write()
    phone.expect_saved(3)
    assert written(sheet) == [
        (1, {"contract": "ramsch", "loser": 3, "jungfrauen": [1]}),
        (2, {"contract": "ramsch", "durchmarsch": 2}),
    ]


def test_a_suit_that_counts_is_asked_for_and_another_may_be_said(device: Device) -> None:
    sheet = make_sheet("palatinate-three", 3)
    phone = open_phone(device, sheet)
    page = phone.page
    phone.seat(1)
    phone.ending("won", "simple")
    phone.write()
    expect(page.locator("#missing")).to_have_text("Please choose the suit: here it counts.")
    page.get_by_role("button", name="Hearts").tap()
    assert phone.preview() == ["+4", "−2", "−2"]
    page.get_by_role("button", name="Spades").tap()
    assert phone.preview() == ["+2", "−1", "−1"]
    phone.write()
    phone.expect_saved(2)
    assert sheet.games.get().record["suit"] == "G"


def test_keys_alone_write_a_game(device: Device) -> None:
    sheet = make_sheet()
    page = open_phone(device, sheet).page
    page.locator('input[value="rufer"]').focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator('input[value="solo"]')).to_be_checked()
    page.locator('#who [data-seat="3"]').focus()
    page.keyboard.press("Space")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    expect(page.locator("#endings input:checked")).to_have_count(1)
    page.locator("#write").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#said")).to_have_text("Game 1 written: Solo, Centa, won, +6. Next: game 2, Bene deals.")
    expect(page.locator("#status")).to_have_attribute("data-kind", "saved")
    assert points(sheet.games.get()) == [-2, -2, 6, -2]


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
@pytest.mark.parametrize("width", [320, 390])
def test_every_target_is_large_and_has_a_name(device: Device, rules: str, seats: int, width: int) -> None:
    phone = open_phone(device, make_sheet(rules, seats), viewport={"width": width, "height": 640})
    page = phone.page
    if page.locator("#more").is_visible():
        page.locator("#more").tap()
    phone.contract("Solo")
    page.locator("#redeals_open").tap()
    page.locator("[data-reason]").first.tap()
    page.locator("#redeals_open").tap()
    assert page.evaluate(SMALL) == []
    assert page.evaluate(TOO_CLOSE) == []
    assert page.evaluate(UNNAMED) == []
    assert page.evaluate("() => document.scrollingElement.scrollWidth") == width
    page.locator("#view_toggle").tap()
    assert page.evaluate("() => document.scrollingElement.scrollWidth") == width


def test_text_of_twice_the_size_fits(device: Device) -> None:
    page = open_phone(device, make_sheet()).page
    page.evaluate("() => { document.documentElement.style.fontSize = '32px'; }")
    assert page.evaluate("() => document.scrollingElement.scrollWidth") == 390


def test_a_sheet_that_cannot_be_written_says_why(device: Device) -> None:
    sheet = make_sheet()
    phone = open_phone(device, sheet)
    page, told = phone.page, phone.page.locator("#obstacle_text")
    expect(told).to_be_hidden()
    Scoresheet.objects.filter(pk=sheet.pk).update(source="paper", version=90)
    expect(told).to_have_text("The desk types this sheet from paper. Please go on writing on paper, or call the desk.")
    expect(page.locator("#entry")).to_be_hidden()
    Scoresheet.objects.filter(pk=sheet.pk).update(source="live", state="void", version=91)
    expect(told).to_have_text("This sheet is void: it counts 0 for all (5.3.6). Please ask the tournament management.")
    desk = make_user("supervisor")
    Scoresheet.objects.filter(pk=sheet.pk).update(
        state="accepted", version=92, accepted_by=desk, accepted_at=timezone.now()
    )
    expect(told).to_contain_text("Accepted.")


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
    expect(page.locator("#obstacle_again")).to_be_visible()
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
    page = open_phone(device, make_sheet()).page
    expect(page.locator("#offline_words")).to_have_text("This page can be loaded again without network.")
    page.context.set_offline(True)
    page.reload()
    expect(page.locator("#entry_head")).to_have_text("Game 1 of 32 · round 1")


def test_where_nothing_can_be_kept_the_page_has_to_stay_open(device: Device) -> None:
    """As on plain http: no service worker."""
    page = open_phone(device, make_sheet(), service_workers="block").page
    expect(page.locator("#offline_words")).to_have_text("This page survives a dead spot as long as it stays open.")


def test_what_was_said_of_an_earlier_game_is_said_once(device: Device) -> None:
    """5.2.15 concerns the game just written; 5.2.16 warns one game ahead."""
    phone = open_phone(device, make_sheet())
    notices = phone.page.locator("#entry_notices .notice")
    for number in range(1, 5):
        phone.contract("Solo")
        phone.seat(2)
        phone.ending("won", "Schwarz")
        phone.write()
        phone.expect_saved(number + 1)
        expect(notices).to_have_count(1 if number in (1, 4) else 0)
    expect(notices).to_have_text("The next Solo or Wenz needs the supervisor's approval (5.2.16).")


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
