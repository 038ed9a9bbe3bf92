"""Letting people in through the page's line: known people, cards, fees, the waiting list, lots; and the way back."""

import datetime as dt
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournament.views.reading import words
from tests.worlds.cash import CashWorld, cash_tournament
from tests.worlds.factories import make_user
from tournament.cards.services import make_cards, renew_card
from tournament.cards.tokens import token_of
from tournament.door.line import read_door_line
from tournament.door.selectors import people_at_door
from tournament.draw.services.door import open_door_lots
from tournament.models import CashEntry, DoorAct, KnownPerson, Participant, StartCard, Tournament, User
from tournament.participants.services.participants import add_participant, withdraw_participant
from tournament.services.tournaments import create_tournament

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}


@pytest.fixture
def actor() -> User:
    return make_user("organiser", "desk", "supervisor", username="dora", full_name="Dora Tor")


@pytest.fixture
def desk(client: Client, actor: User) -> Client:
    client.force_login(actor)
    return client


def begin(actor: User, name: str, **more: Any) -> Tournament:
    return create_tournament(
        actor=actor, name=name, day=dt.date(2026, 11, 28), organiser="SV", ruleset_id="schafkopfschule-2023", **more
    )


def press_enter(client: Client, tournament: Tournament, line: str, **more: str) -> str:
    answer = client.post(reverse("door", args=[tournament.slug]), {"line": line, **more}, headers=HTMX)
    return words(answer)


def keys(tournament: Tournament, line: str) -> list[str]:
    return [one.key for one in people_at_door(tournament, read_door_line(line))]


def test_somebody_of_last_year_by_a_slip(desk: Client, actor: User) -> None:
    last_year = begin(actor, "Haar 2025")
    add_participant(
        tournament=last_year, first_name="Anna", last_name="Hintermeier", club="SV Haar", birth_year=1960, actor=actor
    )
    now = begin(actor, "Haar 2026")
    person = KnownPerson.objects.get()
    for line in ("hin", "Hintermaier", "Hintrmeier Anna"):
        assert keys(now, line)[0] == f"k{person.pk}", line
    text = press_enter(desk, now, "Hintermaier")
    one = now.participants.get()
    assert "1 Hintermeier Anna is entered and there." in text
    assert (one.club, one.birth_year, one.arrived, one.known_person_id) == ("SV Haar", 1960, True, person.pk)
    # Now the list has her, and the slip finds her there.
    assert keys(now, "Hintermaier") == ["h1"]


def test_a_card_without_a_name_and_its_name(desk: Client, actor: User) -> None:
    tournament = begin(actor, "Haar")
    assert "No. 1 is entered and there." in press_enter(desk, tournament, "+")
    assert "No. 87 is entered and there." in press_enter(desk, tournament, "+87")
    assert "Start number 87 is taken" in press_enter(desk, tournament, "+87")
    assert "87 Huber Anna has a name now." in press_enter(desk, tournament, "87 Huber, Anna; 1990", chosen="n0")
    assert [str(one) for one in tournament.participants.order_by("start_number")] == ["No. 1", "Anna Huber"]


def test_each_desk_goes_on_with_its_own_stack(actor: User) -> None:
    tournament = begin(actor, "Haar")
    make_cards(tournament=tournament, first=1, last=200, actor=actor)
    first, second = Client(), Client()
    first.force_login(actor)
    second.force_login(make_user("desk", username="eva"))
    press_enter(second, tournament, "+", card="101")
    for client, numbers in ((first, ["1", "2"]), (second, ["102", "103"])):
        for number in numbers:
            page = client.get(reverse("door", args=[tournament.slug]))
            assert str(page.context["card"]) == number
            press_enter(client, tournament, "+", card=number)
    assert [one.start_number for one in tournament.participants.order_by("pk")] == [101, 1, 2, 102, 103]


def test_a_scanned_card(desk: Client, actor: User) -> None:
    tournament = begin(actor, "Haar")
    make_cards(tournament=tournament, first=1, last=3, actor=actor)
    card = StartCard.objects.get(tournament=tournament, number=2)
    address = f"http://192.168.1.5:8000/k/{token_of(card.salt)}/"
    assert "No. 2 is entered and there." in press_enter(desk, tournament, address)
    assert "No. 2 was ticked off already." in press_enter(desk, tournament, address)
    renew_card(tournament=tournament, number=2, actor=actor)
    assert "Card 2 is locked" in press_enter(desk, tournament, address)
    assert "This is no start card of this tournament." in press_enter(desk, begin(actor, "Poing"), address)


@pytest.fixture
def cash() -> CashWorld:
    return cash_tournament()


@pytest.fixture
def till(client: Client, cash: CashWorld) -> Client:
    client.force_login(cash.actor)
    return client


def entries(cash: CashWorld) -> list[tuple[int, int]]:
    rows = CashEntry.objects.filter(box=cash.box).order_by("pk")
    return [(entry.participant.start_number, entry.cents) for entry in rows.select_related("participant")]


def test_the_fee_is_taken_with_the_same_key(till: Client, cash: CashWorld) -> None:
    text = press_enter(till, cash.tournament, "3")
    assert "10.00 € (Mitglieder) into Kasse 1." in text
    assert "in Kasse 1: 60.00 €" in text
    press_enter(till, cash.tournament, "4", fee="2")
    press_enter(till, cash.tournament, "5", fee="later")
    assert entries(cash) == [(3, 1000), (4, 1500)]
    # Who is there and owes: a second Enter takes the fee.
    press_enter(till, cash.tournament, "5")
    assert entries(cash) == [(3, 1000), (4, 1500), (5, 1000)]
    press_enter(till, cash.tournament, "5")
    assert len(entries(cash)) == 3


def test_a_step_is_taken_back_with_its_fee(till: Client, cash: CashWorld) -> None:
    press_enter(till, cash.tournament, "3", fee="2")
    assert "The fee goes back." in press_enter(till, cash.tournament, "-")
    assert (entries(cash), cash.tournament.participants.get(start_number=3).arrived) == ([(3, 1500), (3, -1500)], False)
    press_enter(till, cash.tournament, "Moser, Centa; 1980", chosen="n0")
    press_enter(till, cash.tournament, "-")
    # The box has entries of her: she stays on the list, withdrawn.
    assert cash.tournament.participants.get(last_name="Moser").withdrawn
    assert sum(cents for _number, cents in entries(cash)) == 0


def test_without_a_box_nothing_is_taken(client: Client, cash: CashWorld) -> None:
    client.force_login(cash.actor)
    cash_tournament("zweites")
    session = client.session
    session[f"cash_box_{cash.tournament.pk}"] = 0
    session.save()
    assert "No cash box stands here." in words(client.get(reverse("door", args=[cash.tournament.slug])))
    press_enter(client, cash.tournament, "3")
    assert (entries(cash), cash.tournament.participants.get(start_number=3).arrived) == ([], True)


def test_a_full_hall_and_the_waiting_list(desk: Client, actor: User) -> None:
    tournament = begin(actor, "Haar", most_players=2)
    for name in ("Huber", "Moser"):
        press_enter(desk, tournament, f"{name}, Anna; 1980", chosen="n0")
    text = press_enter(desk, tournament, "Auer, Bene; 1980", chosen="n0")
    assert "3 Auer Bene The hall is full: is on the waiting list now." in text
    waiting = tournament.participants.get(start_number=3)
    assert (waiting.waits, waiting.arrived, keys(tournament, "auer")) == (True, False, ["w3"])
    withdraw_participant(participant=tournament.participants.get(start_number=1), actor=actor)
    assert "3 Auer Bene plays after all, and is there." in press_enter(desk, tournament, "auer")


def test_whoever_was_withdrawn_and_stands_at_the_door(desk: Client, actor: User) -> None:
    tournament = begin(actor, "Haar")
    one = add_participant(tournament=tournament, first_name="Anna", last_name="Huber", birth_year=1980, actor=actor)
    withdraw_participant(participant=one, actor=actor)
    assert keys(tournament, "huber") == ["g1"]
    assert "plays after all, and is there." in press_enter(desk, tournament, "huber")
    assert Participant.objects.get(pk=one.pk).arrived


def test_the_lot_is_drawn_with_the_same_key(desk: Client, actor: User) -> None:
    tournament = begin(actor, "Haar")
    for number in range(8):
        add_participant(tournament=tournament, first_name=f"A{number}", last_name="Huber", birth_year=1980, actor=actor)
    open_door_lots(match=tournament.matches.get(number=1), actor=actor)
    text = press_enter(desk, tournament, "5")
    assert "5 Huber A4 is there." in text
    act = DoorAct.objects.get()
    assert f"Table {act.table} , seat {act.seat}" in text or f"Table {act.table}, seat {act.seat}" in text
    press_enter(desk, tournament, "-")
    assert Participant.objects.get(tournament=tournament, start_number=5).withdrawn
    assert DoorAct.objects.order_by("order").last().kind == "back"


def test_a_person_who_left_the_book_meanwhile(desk: Client, actor: User) -> None:
    add_participant(
        tournament=begin(actor, "Haar 2025"), first_name="Anna", last_name="Huber", birth_year=1960, actor=actor
    )
    now = begin(actor, "Haar 2026")
    person = KnownPerson.objects.get()
    KnownPerson.objects.filter(pk=person.pk).update(stamp=person.stamp)
    Participant.objects.update(known_person=None)
    person.delete()
    assert "Nobody fits" in press_enter(desk, now, "hub", chosen=f"k{person.pk}")
    assert now.participants.count() == 0


def test_who_is_left_over_gets_the_fee_back(till: Client, cash: CashWorld) -> None:
    press_enter(till, cash.tournament, "3")
    url = reverse("left_over", args=[cash.tournament.slug]) + "?match=1"
    answer = till.post(url, {"number": ["3", "4"]}, follow=True)
    assert "Please give back 10.00 €: it is booked out of the cash box." in words(answer)
    assert entries(cash) == [(3, 1000), (3, -1000)]
    withdrawn = cash.tournament.participants.filter(withdrawn=True)
    assert list(withdrawn.order_by("start_number").values_list("start_number", flat=True)) == [3, 4]


@pytest.mark.parametrize("digits", ["9" * 20, "9" * 5000])
def test_numbers_that_no_database_holds(till: Client, cash: CashWorld, digits: str) -> None:
    left_over = reverse("left_over", args=[cash.tournament.slug]) + "?match=1"
    assert till.post(left_over, {"number": [digits]}).status_code == 302
    open_door_lots(match=cash.tournament.matches.get(number=1), actor=cash.actor)
    lots_at_door = reverse("door_lots", args=[cash.tournament.slug, 1])
    assert till.get(lots_at_door, {"number": digits}).status_code == 200
