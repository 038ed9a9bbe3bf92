"""The desk's page of seats left, the screen at the door, and the ways out before the draw."""

import datetime as dt
import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournament.views.reading import messages_of, words
from tests.worlds.factories import make_participants, make_tournament, make_user
from tournament.models import Participant, Tournament, User
from tournament.participants.services.participants import add_participant, withdraw_participant
from tournament.screens.scenes import Has, Scene
from tournament.screens.selectors import states


@pytest.fixture
def organiser(db: None) -> User:
    return make_user("organiser", "desk", full_name="Olga Orga")


@pytest.fixture
def tournament(db: None) -> Tournament:
    tournament = make_tournament()
    make_participants(tournament, 4)
    Tournament.objects.filter(pk=tournament.pk).update(most_players=4)
    tournament.refresh_from_db()
    return tournament


@pytest.fixture
def desk(client: Client, organiser: User) -> Client:
    client.force_login(organiser)
    return client


def enter(tournament: Tournament, actor: User, last_name: str, *, house: bool = False) -> Participant:
    born = dt.date(1980, 1, 1)
    return add_participant(
        tournament=tournament, first_name="Gast", last_name=last_name, birth_date=born, house=house, actor=actor
    )


def url(name: str, tournament: Tournament, *args: object) -> str:
    return reverse(name, args=[tournament.slug, *args])


def test_the_desk_calls_and_admits_with_one_press_each(desk: Client, tournament: Tournament, organiser: User) -> None:
    enter(tournament, organiser, "Fünfter")
    page = words(desk.get(url("seats_left", tournament)))
    assert ("Full: 4 players" in page, "1 on the waiting list" in page, "A seat is free" in page) == (True, True, False)
    answer = desk.post(url("participant_withdraw", tournament, 2) + "?seats", follow=True)
    assert "A seat is free: call 5 Fünfter Gast" in words(answer)
    answer = desk.post(url("waiting_call", tournament), follow=True)
    assert messages_of(answer) == ["Start number 5 is called: Gast Fünfter."]
    answer = desk.post(url("participant_admit", tournament, 5), follow=True)
    assert messages_of(answer) == ["Gast Fünfter plays, with start number 5."]
    assert messages_of(desk.post(url("participant_return", tournament, 2) + "?seats", follow=True)) == [
        "The tournament is full: at most 4 players. Somebody has to leave first, or the limit goes up."
    ]


def test_the_page_answers_nothing_new_with_204(desk: Client, tournament: Tournament) -> None:
    version = desk.get(url("seats_left", tournament)).context["version"]
    headers = {"HX-Request": "true"}
    assert desk.get(url("seats_left", tournament), {"v": version}, headers=headers).status_code == 204
    assert desk.get(url("seats_left", tournament), {"v": version - 1}, headers=headers).status_code == 200


def test_the_screen_at_the_door_shows_numbers_and_never_names(
    client: Client, tournament: Tournament, organiser: User
) -> None:
    for name in ("Fünfter", "Sechster", "Siebter"):
        enter(tournament, organiser, name)
    withdraw_participant(participant=tournament.participants.get(start_number=2), actor=organiser)
    client.force_login(organiser)
    client.post(url("waiting_call", tournament))
    client.logout()
    answer = client.get(url("screen_seats_left", tournament))
    page = words(answer)
    assert "1 seat left, full at 4 1 more until table 1" in page
    assert "Number 5: please come to the door" in page
    assert "Waiting list: 6, 7" in page
    assert re.findall("Fünfter|Sechster|Obermaier", answer.content.decode()) == []
    standings = words(client.get(url("public_standings", tournament)))
    assert "1 seat left, full at 4 1 more until table 1 · 3 on the waiting list" in standings


def test_a_screen_shows_the_seats_left_until_the_first_draw(tournament: Tournament) -> None:
    now = dt.datetime.now(tz=dt.UTC)
    assert states(tournament, list(Scene), now)[Scene.SEATS_LEFT] == Has.SOMETHING
    tournament.state = "running"
    assert states(tournament, list(Scene), now)[Scene.SEATS_LEFT] == Has.NOTHING


def test_the_draw_offers_house_players_first_and_then_who_is_left_out(
    desk: Client, tournament: Tournament, organiser: User
) -> None:
    Tournament.objects.filter(pk=tournament.pk).update(most_players=None)
    tournament.refresh_from_db()
    enter(tournament, organiser, "Fünfter")
    house = [enter(tournament, organiser, name, house=True) for name in ("Wirt", "Kellner", "Koch")]
    for one in house:
        withdraw_participant(participant=one, actor=organiser)
    page = words(desk.get(url("match", tournament, 1)))
    ways = [
        "Call in 3 house players: 6 Wirt Gast, 7 Kellner Gast, 8 Koch Gast",
        "Enter a player of the house",
        "Tables of another size: by these rules there are none.",
        "5 Fünfter Gast does not play",
    ]
    places = [page.index(way) for way in ways]
    assert places == sorted(places)
    back = "?match=1"
    answer = desk.post(url("house_call_in", tournament) + back, {"number": ["6", "7", "8"]}, follow=True)
    assert messages_of(answer) == ["3 house players fill up."]
    assert answer.context["preflight"].obstacles == ()
    answer = desk.post(url("left_over", tournament) + back, {"number": ["5", "6", "7", "8"]}, follow=True)
    assert messages_of(answer) == ["4 participants are withdrawn."]
    assert answer.context["preflight"].obstacles == ()
