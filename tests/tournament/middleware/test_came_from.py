"""Pages of people, backup and rules belong to no tournament: their header keeps the one that somebody came from."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.worlds.factories import make_tournament, make_user

pytestmark = pytest.mark.django_db
PAGES = ["people", "person_new", "backup", "rulesets", "password_change"]


@pytest.fixture
def organiser(client: Client) -> Client:
    client.force_login(make_user("organiser"))
    return client


@pytest.mark.parametrize("name", PAGES)
def test_the_header_leads_back(organiser: Client, name: str) -> None:
    address = reverse("tournament", args=[make_tournament().slug])
    assert f'href="{address}"' not in organiser.get(reverse(name)).content.decode()
    organiser.get(address)
    assert f'href="{address}"' in organiser.get(reverse(name)).content.decode()


def test_the_last_tournament_counts_and_the_list_of_them_has_none(organiser: Client) -> None:
    first, second = make_tournament(), make_tournament("Moosach 2024", "moosach-2024")
    for one in (first, second):
        organiser.get(reverse("tournament", args=[one.slug]))
    page = organiser.get(reverse("people")).content.decode()
    assert (f"/{second.slug}/participants/" in page, f"/{first.slug}/" in page) == (True, False)
    assert f"/{second.slug}/participants/" not in organiser.get(reverse("home")).content.decode()


def test_a_tournament_that_is_not_there_is_not_shown(organiser: Client) -> None:
    organiser.get(reverse("tournament", args=["nowhere"]))
    assert "nowhere" not in organiser.get(reverse("people")).content.decode()


def test_public_pages_and_parts_that_ask_again_note_nothing(organiser: Client) -> None:
    slug = make_tournament().slug
    organiser.get(reverse("public_standings", args=[slug]))
    organiser.get(reverse("tournament", args=[slug]), headers={"HX-Request": "true"})
    assert [name for name in organiser.cookies if "came_from" in name] == []


def test_it_goes_with_the_login(organiser: Client) -> None:
    organiser.get(reverse("tournament", args=[make_tournament().slug]))
    organiser.post(reverse("logout"))
    assert organiser.cookies["spielliste_came_from"].value == ""
