"""The next game on the phone of its table by several rulesets: counted taps, undo, and deals not played."""

from collections.abc import Callable, Iterable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import Device
from tests.e2e.table.phone import PHONE, Phone, make_sheet, open_phone, open_sheet, points, records, rufer
from tests.worlds.factories import CAST, make_user, write

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]


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


ORDINARY: list[tuple[Callable[[Phone], None], dict[str, Any], list[int]]] = [
    (
        choose_rufer,
        {"contract": "rufer", "declarer": 1, "partner": 3, "result": "won", "level": "schneider"},
        [2, -2, 2, -2],
    ),
    (choose_solo, {"contract": "solo", "declarer": 2, "result": "won", "level": "schneider"}, [-3, 9, -3, -3]),
    (choose_wenz, {"contract": "wenz", "declarer": 4, "result": "lost", "level": "simple"}, [2, 2, 2, -6]),
]


def in_notation(points: Iterable[int]) -> list[str]:
    """Points in the notation of the page."""
    return [f"{value:+d}".replace("-", "−") for value in points]


def test_an_ordinary_game_is_three_taps_and_one_button(device: Device) -> None:
    """The names show the four scores before they are written (5.2.7), and the next game can follow at once."""
    sheet = make_sheet()
    phone = open_phone(device, sheet)
    totals = [0] * 4
    for number, (choose, record, expected) in enumerate(ORDINARY, 1):
        phone.taps = 0
        choose(phone)
        assert (phone.taps, phone.preview(), sheet.games.count()) == (3, in_notation(expected), number - 1)
        phone.write()
        expect(phone.page.locator("#entry_head")).to_have_text(f"Game {number + 1} of 32 · round 1")
        expect(phone.page.locator("#dealer")).to_have_text(f"Dealer: {CAST[number][0]}")
        phone.expect_saved()
        assert (records(sheet)[-1], points(sheet.games.last())) == ((number, record), expected)
        totals = [total + score for total, score in zip(totals, expected, strict=True)]
        assert (phone.totals(), phone.preview()) == (in_notation(totals), ["", "", "", ""])
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
    phone.seat(2)  # he was not the declarer
    phone.seat(3)
    roles = [text.strip() for text in phone.page.locator("#who .seat-role").all_inner_texts()]
    assert roles == ["", "", "plays", "partner"]
    pressed = [button.get_attribute("aria-pressed") for button in phone.page.locator("#who button").all()]
    assert pressed == ["false", "false", "true", "true"]


def test_what_is_missing_is_said(device: Device) -> None:
    sheet = make_sheet()
    phone = open_phone(device, sheet)
    line = phone.page.locator("#missing")
    for act, words in [
        (lambda: None, "Please tap who plays."),
        (lambda: phone.seat(1), "Please tap the partner."),
        (lambda: phone.seat(2), "Please choose the result."),
    ]:
        act()
        expect(line).to_have_text("")
        phone.write()
        expect(line).to_have_text(words)
    assert sheet.games.count() == 0


def test_the_last_game_is_taken_back_with_one_tap_and_no_earlier_one(device: Device) -> None:
    """5.3.4: once the next game is written, only a supervisor corrects."""
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
    assert [number for number, _record in records(sheet)] == [1]
    expect(page.locator("#undo")).to_be_hidden()
    expect(page.locator("#undo_done")).to_have_text("Game 2 is taken back.")
    expect(page.locator("#undo_closed")).to_contain_text(
        "Earlier games are corrected by a supervisor (5.3.4): please call one."
    )
    page.reload()
    expect(page.locator("#entry_head")).to_have_text("Game 2 of 32 · round 1")
    expect(page.locator("#undo_closed")).to_be_visible()
    expect(page.locator("#undo")).to_be_hidden()
    rufer(phone, 2, 4)
    expect(page.locator("#undo_text")).to_have_text("Game 2: Rufer · Bene +1, Dirk +1")


def test_deals_not_played_are_counted_with_their_reason_and_survive_a_reload(device: Device) -> None:
    """5.2.5 and 3.4: the record of the next game holds them, shown below its line; here the same dealer deals again."""
    sheet = make_sheet()
    phone = open_phone(device, sheet)
    page = phone.page
    for reason in ("passed", "exposed", "turn"):
        page.locator("#redeals_open").tap()
        page.locator(f'[data-reason="{reason}"]').tap()
        expect(page.locator("#redeals_reasons")).to_be_hidden()
        page.wait_for_function("() => scrollY === 0")
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
        expect(page.locator("#redeals_reasons")).to_be_hidden()  # it is kept
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


def test_the_commonest_contract_is_chosen_already(device: Device) -> None:
    page = device(**PHONE)
    for rules, seats, words in (
        ("schafkopfschule-2023", 4, ["Rufer", "Solo", "Wenz", "more …"]),
        ("house-10-60", 5, ["Rufer", "Solo", "Wenz", "more …"]),
        ("social", 4, ["Rufer", "Solo", "Wenz", "more …"]),
        ("palatinate-three", 4, ["Simple Game", "Solo", "Heart Solo", "more …"]),
    ):
        open_sheet(page, make_sheet(rules, seats, slug=rules))
        texts = [text.split("\n")[0] for text in page.locator("#contracts > :not(legend)").all_inner_texts()]
        assert texts == words, rules
        expect(page.locator("#contracts input:checked")).to_have_count(1)
        expect(page.locator("#contracts label").first.locator("input")).to_be_checked()


def test_in_another_language_the_contracts_have_its_names(device: Device) -> None:
    phone = open_phone(device, make_sheet())
    contracts = phone.page.locator("#contracts")
    expect(contracts).to_contain_text("Rufer")
    phone.page.get_by_role("button", name="Deutsch").tap()
    expect(phone.page.locator("#status")).to_have_attribute("data-kind", "saved")
    expect(contracts).not_to_contain_text("Rufer")


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
    # 10 doubled by the Contra, 10 for Schneider, 30 for three running cards (reading 30).
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
    # The points of either ending, before anybody is chosen.
    assert page.locator("#endings small").all_inner_texts() == ["−30", "+60"]
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
    assert records(sheet) == [
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


def test_what_was_said_of_an_earlier_game_is_said_once(device: Device) -> None:
    """5.2.15 is about the game just written; 5.2.16 warns one game ahead."""
    phone = open_phone(device, make_sheet())
    notices = phone.page.locator("#entry_notices .notice")
    for number in range(1, 5):
        phone.contract("Solo")
        phone.seat(2)
        phone.ending("won", "Schwarz")
        phone.write()
        phone.expect_saved(number + 1)
        expect(notices).to_have_count(1 if number in (1, 4) else 0)
    expect(notices).to_have_text("Next Solo or Wenz: have it approved first (5.2.16).")


def test_a_game_that_the_desk_wrote_meanwhile_is_not_taken_for_ones_own(device: Device) -> None:
    sheet = make_sheet()
    phone = open_phone(device, sheet)
    phone.seat(1)
    phone.seat(3)
    write(sheet, 1, "s2+", make_user("desk"))
    phone.expect_saved(2)
    expect(phone.page.locator("#missing")).to_have_text(
        "Game 1 was written elsewhere, not by this key: please look at the sheet."
    )
    assert phone.preview() == ["", "", "", ""]
    rufer(phone)
    phone.expect_saved(3)
    expect(phone.page.locator("#missing")).to_have_text("")
