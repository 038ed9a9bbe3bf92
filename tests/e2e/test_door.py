"""The door in a browser: a hundred people from a paper list with the keyboard alone, two desks, one key for a card."""

import datetime as dt
import time
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Device
from tests.worlds.factories import make_user
from tournament.cards.services import make_cards
from tournament.models import CashEntry, Tournament, User
from tournament.money.services import open_box, set_fees
from tournament.participants.services.participants import add_participant
from tournament.services.tournaments import create_tournament

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]
LAST = (
    "Huber Maier Mayer Moser Süß Öttl Hintermeier Brandstätter Aigner Auer Gruber Wagner Steiner Pichler Leitner "
    "Eder Fuchs Berger Schmid Lechner"
).split()
FIRST = ("Anna", "Bene", "Centa", "Dirk", "Ayşe")
PAPER = [(last, first) for first in FIRST for last in LAST]
KNOWN, AHEAD = 70, 15


def begin(actor: User, name: str) -> Tournament:
    return create_tournament(
        actor=actor, name=name, day=dt.date(2026, 11, 28), organiser="SV", ruleset_id="schafkopfschule-2023"
    )


def enter(tournament: Tournament, people: list[tuple[str, str]], actor: User) -> None:
    for last, first in people:
        add_participant(tournament=tournament, last_name=last, first_name=first, birth_year=1970, actor=actor)


class Typist:
    """Somebody at the keyboard: counts what is pressed."""

    def __init__(self, page: Page) -> None:
        self.page, self.keys = page, 0

    def type(self, text: str) -> None:
        self.page.keyboard.type(text)
        self.keys += len(text)

    def press(self, key: str) -> None:
        self.page.keyboard.press(key)
        self.keys += 1

    def rows(self, text: str) -> list[str]:
        """The rows that the page shows for what stands in its line."""
        expect(self.page.locator(f'.door-people[data-text="{text}"]')).to_be_visible()
        return [row.strip() for row in self.page.locator(".door-person b").all_inner_texts()]

    def let_in(self, last: str, first: str) -> None:
        """Type letters until the list shows the person, choose with the arrows, and press Enter."""
        text = last[:3]
        self.type(text)
        for letter in f"{last[3:]} {first}":
            rows = self.rows(text)
            wanted = [place for place, name in enumerate(rows) if name in (f"{last} {first}", f"{first} {last}")]
            if wanted and wanted[0] < 4:
                for _step in range(wanted[0]):
                    self.press("ArrowDown")
                break
            self.type(letter)
            text += letter
        self.done(f"{last} {first}")

    def enter_new(self, last: str, first: str) -> None:
        self.type(f"{last}, {first}; 1990")
        self.done(f"{last} {first}")

    def done(self, name: str) -> None:
        self.press("Enter")
        expect(self.page.locator("#report")).to_contain_text(name)
        expect(self.page.locator("#id_line")).to_have_value("")


def count_clicks(page: Page) -> None:
    page.evaluate("() => { window.clicks = 0; addEventListener('pointerdown', () => { window.clicks += 1; }); }")


@pytest.mark.proof
def test_a_hundred_people_by_keyboard(device: Device, capsys: pytest.CaptureFixture[str]) -> None:
    actor = make_user("organiser", "desk", "supervisor", username="dora", full_name="Dora Tor")
    enter(begin(actor, "Haar 2025"), PAPER[:KNOWN], actor)
    tournament = begin(actor, "Haar 2026")
    enter(tournament, PAPER[KNOWN : KNOWN + AHEAD], actor)
    set_fees(tournament=tournament, fees=[("Startgeld", 1000)], actor=actor)
    open_box(tournament=tournament, name="Kasse 1", float_cents=0, actor=actor)
    typist = Typist(device(actor))
    typist.page.goto(f"/tournaments/{tournament.slug}/door/")
    count_clicks(typist.page)
    beginning = time.monotonic()
    for last, first in PAPER[: KNOWN + AHEAD]:
        typist.let_in(last, first)
    for last, first in PAPER[KNOWN + AHEAD :]:
        typist.enter_new(last, first)
    seconds = time.monotonic() - beginning
    clicks = typist.page.evaluate("() => window.clicks")
    with capsys.disabled():
        print(f"\n100 people at the door: {seconds:.0f} s, {typist.keys} keys, {clicks} clicks")
    people = tournament.participants.order_by("start_number")
    assert (clicks, people.count(), people.filter(arrived=True).count()) == (0, 100, 100)
    assert {(one.last_name, one.first_name) for one in people} == set(PAPER)
    assert CashEntry.objects.filter(box__tournament=tournament, cents=1000).count() == 100


def test_one_key_gives_out_a_card_and_one_takes_it_back(device: Device) -> None:
    actor = make_user("organiser", "desk", "supervisor", username="dora", full_name="Dora Tor")
    tournament = begin(actor, "Haar")
    make_cards(tournament=tournament, first=1, last=20, actor=actor)
    page = device(actor)
    page.goto(f"/tournaments/{tournament.slug}/door/")
    for number in (1, 2, 3):
        page.keyboard.press("+")
        expect(page.locator("#report")).to_contain_text(f"No. {number} is entered and there.")
    page.keyboard.press("-")
    expect(page.locator("#report")).to_contain_text("No. 3 is taken off the list again.")
    # A quick typist does not wait: each line is done in its turn, with the card that is next by then.
    page.keyboard.type("Huber, Anna; 1990\n")
    page.keyboard.type("Moser, Bene; 1990\n")
    expect(page.locator("#report")).to_contain_text("Moser Bene")
    assert numbers(tournament) == [(1, "%1"), (2, "%2"), (3, "Huber"), (4, "Moser")]


def numbers(tournament: Tournament) -> list[tuple[int, str]]:
    return list(tournament.participants.order_by("start_number").values_list("start_number", "last_name"))


def test_two_desks_with_two_stacks(device: Device) -> None:
    actor = make_user("organiser", "desk", "supervisor", username="dora", full_name="Dora Tor")
    tournament = begin(actor, "Haar")
    make_cards(tournament=tournament, first=1, last=40, actor=actor)
    first, second = device(actor), device(make_user("desk", username="eva", full_name="Eva Tor"))
    for page in (first, second):
        page.goto(f"/tournaments/{tournament.slug}/door/")
    card = second.locator("[name=card]")
    card.fill("21")
    second.locator("#id_line").focus()
    for _turn in range(3):
        for page in (first, second):
            page.keyboard.press("+")
    for page, number in ((first, 3), (second, 23)):
        expect(page.locator("#report")).to_contain_text(f"No. {number} is entered")
    assert [number for number, _name in numbers(tournament)] == [1, 2, 3, 21, 22, 23]


def test_without_a_network_the_line_stays(device: Device) -> None:
    actor = make_user("desk", username="dora", full_name="Dora Tor")
    organiser = make_user("organiser", username="anna", full_name="Anna Obermaier")
    tournament = begin(organiser, "Haar")
    page: Any = device(actor)
    page.goto(f"/tournaments/{tournament.slug}/door/")
    page.route("**/door/", lambda route: route.abort())
    page.keyboard.type("Huber, Anna; 1990\n")
    expect(page.locator("#report")).to_contain_text("No connection")
    expect(page.locator("#id_line")).to_have_value("Huber, Anna; 1990")
    page.unroute("**/door/")
    page.keyboard.press("Enter")
    expect(page.locator("#report")).to_contain_text("Huber Anna is entered and there.")
    assert tournament.participants.count() == 1
