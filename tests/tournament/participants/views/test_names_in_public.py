"""The pages on which names in public are set: for the tournament, and for one person."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.worlds.factories import make_participants, make_tournament, make_user
from tests.worlds.played import finished_tournament
from tournament.models import Tournament
from tournament.participants.services.public_names import set_shown_name
from tournament.standings.selectors import cache as kept_standings
from tournament.standings.services.release import freeze, publish


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


TYPED = {"last_name": "Huber", "first_name": "Anna", "remark": "kommt später"}


def test_the_desk_notes_the_wish_of_a_person_and_the_organiser_sees_it(client: Client, tournament: Tournament) -> None:
    """One button saves the wish with all else that was typed on the page."""
    person = tournament.participants.get(start_number=2)
    desk = logged_in(client, "desk")
    page = reverse("participant_edit", args=[tournament.slug, 2])
    html = desk.get(page).content.decode()
    assert html.count('<button class="btn btn-primary">') == 1
    assert "not at all" in html
    desk.post(page, {**TYPED, "shown_name": "hidden"})
    person.refresh_from_db()
    assert (person.shown_name, person.remark) == ("hidden", "kommt später")
    assert "checked" in desk.get(page).content.decode().split('value="hidden"')[1][:80]
    answer = desk.post(page, {**TYPED, "remark": "doch nicht", "shown_name": "nonsense"})
    assert "doch nicht" in answer.content.decode()
    desk.post(page, {**TYPED, "first_name": "", "shown_name": ""})
    desk.post(page, TYPED)
    person.refresh_from_db()
    assert (person.shown_name, person.remark) == ("hidden", "kommt später")
    desk.post(page, {**TYPED, "shown_name": ""})
    person.refresh_from_db()
    assert person.shown_name == ""
    desk.post(page, {**TYPED, "shown_name": "number"})
    person.refresh_from_db()
    organiser = logged_in(client, "organiser", "desk")
    html = organiser.get(reverse("names_in_public", args=[tournament.slug])).content.decode()
    assert person.list_name in html
    assert page + "#shown" in html


@pytest.mark.parametrize("state", ["finished", "archived"])
def test_the_wish_is_noted_when_the_list_is_closed_and_nothing_else(client: Client, db: None, state: str) -> None:
    tournament, _actor = finished_tournament()
    person = tournament.participants.get(start_number=2)
    desk = logged_in(client, "desk")
    page = reverse("participant_edit", args=[tournament.slug, 2])
    same = {name: value for name, value in desk.get(page).context["form"].initial.items() if value}
    Tournament.objects.update(state=state)
    desk.post(page, {**same, "shown_name": "number"})
    person.refresh_from_db()
    assert person.shown_name == "number"
    answer = desk.post(page, {**same, "remark": "kommt später", "shown_name": "hidden"})
    assert "kommt später" in answer.content.decode()
    person.refresh_from_db()
    assert (person.shown_name, person.remark) == ("number", "")


def test_the_page_of_somebody_hidden_has_the_seats_and_no_result(
    client: Client, db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Board and table plan have the start number, and with it anybody can open the page."""
    monkeypatch.setattr(kept_standings, "LEAST_AGE", 0)
    tournament, actor = finished_tournament()
    person = tournament.participants.get(start_number=2)
    url = reverse("public_player", args=[tournament.slug, 2])
    assert client.get(url).context["place"]
    set_shown_name(participant=person, shown_name="hidden", actor=actor)
    check_page_without_result(client, url)
    freeze(tournament=tournament, actor=actor)
    check_page_without_result(client, url)
    publish(tournament=tournament, actor=actor)
    check_page_without_result(client, url)


def check_page_without_result(client: Client, url: str) -> None:
    for headers in ({}, {"HX-Request": "true"}):
        answer = client.get(url, headers=headers)
        page = answer.content.decode()
        assert "Match 1: table 1, seat" in page
        assert "your place and points do not stand here" in page
        assert (answer.context["player"].line, answer.context["place"]) == (None, [])
        assert "curve" not in answer.context
        assert "sheets" not in answer.context
        assert "Place" not in page.split("<main")[-1]
