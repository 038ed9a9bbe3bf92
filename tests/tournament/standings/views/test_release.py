"""The page on which the organiser holds results back and publishes them, and the mark on the pages of the desk."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.worlds.factories import make_user
from tests.worlds.played import finished_tournament, play
from tournament.enums import Release
from tournament.models import Tournament, User
from tournament.standings.services.release import freeze

pytestmark = pytest.mark.django_db
SLUG = "feldkirchen-2026"
MARK = "The hall does not see this."


def login(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def press(client: Client, name: str) -> str:
    answer = client.post(reverse(name, args=[SLUG]), follow=True)
    return answer.content.decode()


def test_the_organiser_holds_results_back_shows_them_and_publishes_them() -> None:
    _tournament, organiser = finished_tournament()
    client = login(organiser)
    assert "Let the ranking stand still" in client.get(reverse("release", args=[SLUG])).content.decode()
    assert "The ranking stands still, as of" in press(client, "freeze")
    assert "Everything, at once" in press(client, "unfreeze")
    press(client, "freeze")
    published = press(client, "publish")
    assert "The hall sees everything." in published
    assert "Allow another prize-giving" in published
    assert Tournament.objects.get().release == Release.PUBLISHED


def test_the_page_names_what_is_missing_before_the_prize_giving() -> None:
    _tournament, organiser = play()
    text = press(login(organiser), "freeze")
    assert "Every sheet counts already." not in text
    assert "Match 2 has not been drawn yet." in text
    assert "disabled" in text


def test_the_page_and_the_hall_read_that_nothing_is_left_to_hold_back() -> None:
    """Every sheet counts already, so no list is missing on purpose."""
    _tournament, organiser = finished_tournament()
    client, page = login(organiser), reverse("release", args=[SLUG])
    assert "Every sheet counts already." in client.get(page).content.decode()
    assert "Every sheet counts already." in press(client, "freeze")
    guest = Client().get(reverse("public_standings", args=[SLUG])).content.decode()
    assert "missing on purpose" not in guest
    assert "Whatever follows comes at the prize-giving." in guest


def test_others_read_the_state_and_press_nothing() -> None:
    play()
    client = login(make_user("desk", username="auswertung"))
    text = client.get(reverse("release", args=[SLUG])).content.decode()
    assert "An organiser does this." in text
    assert client.post(reverse("freeze", args=[SLUG])).status_code == 403


@pytest.mark.parametrize(
    ("name", "numbers"), [("standings", []), ("match", [1]), ("floor", [1]), ("documents", []), ("tournament", [])]
)
def test_pages_of_the_desk_say_that_the_hall_does_not_see_them(name: str, numbers: list[int]) -> None:
    tournament, organiser = play()
    client = login(organiser)
    address = reverse(name, args=[SLUG, *numbers])
    assert MARK not in client.get(address).content.decode()
    freeze(tournament=tournament, actor=organiser)
    assert MARK in client.get(address).content.decode()


def test_the_overview_leads_to_the_page_and_says_the_state() -> None:
    tournament, organiser = play()
    client = login(organiser)
    freeze(tournament=tournament, actor=organiser)
    text = client.get(reverse("tournament", args=[SLUG])).content.decode()
    assert f'<a href="{reverse("release", args=[SLUG])}">What the hall sees</a>: Frozen' in text
