"""The pages on which names in public are set: for the tournament, and for one person."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import make_participants, make_tournament, make_user
from tournament.models import Tournament


@pytest.fixture
def tournament(db: None) -> Tournament:
    tournament = make_tournament()
    make_participants(tournament, 4)
    return tournament


def logged_in(client: Client, *roles: str) -> Client:
    client.force_login(make_user(*roles))
    return client


def test_the_organiser_says_how_everybody_is_named(client: Client, tournament: Tournament) -> None:
    url = reverse("names_in_public", args=[tournament.slug])
    organiser = logged_in(client, "organiser")
    assert url in organiser.get(reverse("tournament_edit", args=[tournament.slug])).content.decode()
    assert "Nobody so far" in organiser.get(url).content.decode()
    answer = organiser.post(url, {"hall_names": "number", "web_names": "hidden"})
    assert (answer.status_code, answer["Location"]) == (302, url)
    tournament.refresh_from_db()
    assert (tournament.hall_names, tournament.web_names) == ("number", "hidden")
    assert organiser.post(url, {"hall_names": "else", "web_names": "hidden"}).status_code == 422


def test_the_desk_notes_the_wish_of_a_person_and_the_organiser_sees_it(client: Client, tournament: Tournament) -> None:
    person = tournament.participants.get(start_number=2)
    desk = logged_in(client, "desk")
    page = reverse("participant_edit", args=[tournament.slug, 2])
    url = reverse("shown_name", args=[tournament.slug, 2])
    assert url in desk.get(page).content.decode()
    assert desk.post(url, {"shown_name": "hidden"})["Location"] == page
    person.refresh_from_db()
    assert person.shown_name == "hidden"
    assert "checked" in desk.get(page).content.decode().split('value="hidden"')[1][:80]
    desk.post(url, {"shown_name": "nonsense"})
    desk.post(url, {})
    person.refresh_from_db()
    assert person.shown_name == ""
    desk.post(url, {"shown_name": "number"})
    organiser = logged_in(client, "organiser", "desk")
    shown = organiser.get(reverse("names_in_public", args=[tournament.slug])).content.decode()
    assert person.list_name in shown
    assert page + "#shown" in shown
