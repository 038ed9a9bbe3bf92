"""124 people choose from 120 prizes with the keyboard; a second desk and a phone follow."""

import time

import pytest
from playwright.sync_api import expect

from tests.worlds.prize_giving import put_out, ranked
from tournament.models import PrizeAct, Tournament, User
from tournament.prizes.selectors.turns import choosing_of

PEOPLE, PRIZES = 124, 120
GONE = (31, 32, 33, 34)


def begin() -> tuple[Tournament, User]:
    tournament, _players, actor = ranked(PEOPLE)
    put_out(tournament, PRIZES)
    return tournament, actor


def address(tournament: Tournament) -> str:
    return f"/tournaments/{tournament.slug}/prizes/choosing/"


@pytest.mark.proof
def test_120_prizes_with_at_most_three_keys_a_person(world, device, capsys):
    tournament, actor = world
    desk = device(actor)
    desk.goto(address(tournament))
    entry = desk.locator("#entry")
    expect(entry).to_be_focused()
    keys, began = 0, time.monotonic()
    numbers = iter([*range(PRIZES, 60, -1), *range(1, 61)])
    for person in range(1, PEOPLE + 1):
        expect(desk.locator(".turn-name")).to_have_text(f"{person} {name(tournament, person)}")
        # The tenth is outside and chooses at the end, four have gone home.
        typed = "+" if person == 10 else "-" if person in GONE else str(next(numbers))
        desk.keyboard.type(typed)
        keys += len(typed)
        if typed.isdecimal() and len(typed) < 3:
            desk.keyboard.press("Enter")
            keys += 1
        expect(entry).to_have_value("")
    expect(desk.locator(".turn-name")).to_have_text(f"10 {name(tournament, 10)}")
    desk.keyboard.type(str(next(numbers)))
    desk.keyboard.press("Enter")
    keys += 3
    expect(desk.get_by_text("All prizes are chosen.")).to_be_visible()
    seconds = time.monotonic() - began
    with capsys.disabled():
        print(f"\n{PEOPLE} people, {PRIZES} prizes: {keys / PEOPLE:.2f} keys a person, {seconds:.0f} s in all")
    expect(entry).to_be_focused()
    turns = choosing_of(tournament).turns
    assert len(set(turns.choices.values())) == len(turns.choices) == PRIZES == PEOPLE - len(GONE)
    assert keys / PEOPLE <= 3


def name(tournament: Tournament, number: int) -> str:
    player = tournament.participants.get(start_number=number)
    return f"{player.last_name} {player.first_name}"


def test_a_second_desk_sees_it_and_a_stale_turn_is_told(world, device):
    tournament, actor = world
    one, other = device(actor), device(actor)
    one.goto(address(tournament))
    other.goto(address(tournament))
    first = one.locator("input[name=participant]").input_value()
    one.locator("#entry").press_sequentially("47")
    expect(one.locator("#meant")).to_have_text("47 Preis 47")
    one.keyboard.press("Enter")
    expect(other.locator("input[name=participant]")).not_to_have_value(first)
    expect(other.locator('.prizes-left [data-number="47"]')).to_have_count(0)
    # The other desk still believed that it was the turn of the first.
    other.evaluate("who => document.querySelector('input[name=participant]').value = who", first)
    other.locator("#entry").press_sequentially("48")
    other.keyboard.press("Enter")
    expect(other.get_by_role("status").get_by_text("Nothing was noted")).to_be_visible()
    assert PrizeAct.objects.count() == 1
    one.keyboard.type("u")
    one.keyboard.press("Enter")
    expect(one.locator("input[name=participant]")).to_have_value(first)


def test_with_a_finger_and_without_script(world, device):
    tournament, actor = world
    phone = device(actor, viewport={"width": 320, "height": 640}, has_touch=True, java_script_enabled=False)
    phone.goto(address(tournament))
    first = phone.locator("input[name=participant]").input_value()
    phone.get_by_role("button", name="Not here").tap()
    expect(phone.locator("input[name=participant]")).not_to_have_value(first)
    phone.locator("#entry").fill("5")
    phone.get_by_role("button", name="Give").tap()
    expect(phone.locator("#messages")).to_contain_text("5 Preis 5 →")
    phone.get_by_role("button", name="Is here now").tap()
    expect(phone.locator("input[name=participant]")).to_have_value(first)
    assert phone.evaluate("document.documentElement.scrollWidth") <= 320


def test_what_was_typed_for_somebody_else_is_not_given(world, device):
    """The other desk gave, and this page moved on while a number stood in the field."""
    tournament, actor = world
    one, other = device(actor), device(actor)
    one.goto(address(tournament))
    other.goto(address(tournament))
    first = one.locator("input[name=participant]").input_value()
    other.locator("#entry").press_sequentially("16")
    one.locator("#entry").press_sequentially("47")
    one.keyboard.press("Enter")
    expect(other.locator("input[name=participant]")).not_to_have_value(first)
    expect(other.locator("#entry")).to_have_value("")
    expect(other.get_by_role("status")).to_contain_text("Another desk was faster")
    other.keyboard.press("Enter")
    # The sentence stays while the page asks on.
    one.keyboard.type("48")
    one.keyboard.press("Enter")
    expect(other.locator('.prizes-left [data-number="48"]')).to_have_count(0)
    expect(other.get_by_role("status")).to_contain_text("Another desk was faster")
    assert sorted(PrizeAct.objects.values_list("prize__number", flat=True)) == [47, 48]


def test_letters_act_at_once_and_what_is_typed_ahead_waits(world, device):
    tournament, actor = world
    desk = device(actor)
    desk.goto(address(tournament))
    desk.keyboard.type("l")
    expect(desk.locator(".turn-name")).to_have_text(f"2 {name(tournament, 2)}")
    for typed in ("5", "6", "7"):
        desk.keyboard.type(typed)
        desk.keyboard.press("Enter")
    expect(desk.locator(".turn-name")).to_have_text(f"5 {name(tournament, 5)}")
    acts = (
        PrizeAct.objects.filter(kind="chosen").order_by("pk").values_list("participant__start_number", "prize__number")
    )
    assert list(acts) == [(2, 5), (3, 6), (4, 7)]
    # The second of these waits for the answer, which is a refusal: it was meant for somebody else.
    desk.keyboard.type("5")
    desk.keyboard.press("Enter")
    desk.keyboard.type("8")
    desk.keyboard.press("Enter")
    expect(desk.get_by_role("status")).to_contain_text("Prize 5")
    expect(desk.locator("#entry")).to_have_value("")
