"""The "?" of every page leads to a section that exists, in both languages."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.addresses import ALL
from tests.e2e.hall import NOT_PAGES
from tournament.handbook.pages import handbook_pages
from tournament.handbook.places import PLACES, SECTIONS

OWN = {name for name in ALL if name.startswith("handbook")}


def test_every_page_has_a_place() -> None:
    assert sorted(set(ALL) - NOT_PAGES - OWN - set(PLACES)) == []


def test_every_name_is_that_of_an_address_and_stands_once() -> None:
    names = [name for names in SECTIONS.values() for name in names.split()]
    assert sorted(set(names) - set(ALL)) == []
    assert len(names) == len(set(names))


@pytest.mark.parametrize("language", ["de", "en"])
def test_every_place_is_there(language: str) -> None:
    places = {(page.name, section.anchor) for page in handbook_pages(language) for section in page.sections}
    assert sorted(set(SECTIONS) - places) == []


@pytest.mark.parametrize(
    ("address", "place"),
    [("/login/", "/hilfe/schnellstart/#anmelden"), ("/v/", "/hilfe/pruefen/#dokument"), ("/nowhere/", "/hilfe/")],
)
@pytest.mark.django_db
def test_the_header_leads_there(address: str, place: str) -> None:
    assert f'class="help" href="{place}"' in Client().get(address).content.decode()


def test_within_the_handbook_it_leads_to_the_contents() -> None:
    page = Client().get(reverse("handbook_page", args=["abend"])).content.decode()
    assert 'class="help"' not in page
    assert 'href="/hilfe/"' in page
