"""The pages of the address book: search, change, take out, two entries made one; who sees it."""

import datetime as dt

import pytest
from django.test import Client
from django.urls import reverse

from tests.worlds.factories import make_user
from tournament.models import KnownPerson

pytestmark = pytest.mark.django_db
DAY = dt.date(2026, 11, 28)


@pytest.fixture
def desk(client: Client) -> Client:
    client.force_login(make_user("desk"))
    return client


def known(first_name: str, last_name: str, **values: object) -> KnownPerson:
    key = f"{last_name} {first_name}".casefold()
    row = {"first_name": first_name, "last_name": last_name, "name_key": key, "last_played": DAY, **values}
    return KnownPerson.objects.create(**row)


def page(client: Client, name: str, *keys: int, **query: str) -> str:
    answer = client.get(reverse(name, args=keys), query)
    assert answer.status_code == 200
    return answer.content.decode()


def test_an_empty_book_says_what_comes(desk: Client) -> None:
    assert "Nobody is known yet." in page(desk, "address_book")


def test_everybody_stands_in_the_list_ae_like_a_until_their_day(desk: Client) -> None:
    for last_name in ("Zirngibl", "Bäuml", "Berger"):
        known("Rosa", last_name)
    text = page(desk, "address_book")
    assert text.index("Bäuml Rosa") < text.index("Berger Rosa") < text.index("Zirngibl Rosa")
    assert "3 people" in text
    assert "28/11/2029" in text or "11/28/2029" in text


def test_the_search_finds_part_of_a_name(desk: Client) -> None:
    known("Rosa", "Obermaier")
    known("Karl", "Ernst")
    text = page(desk, "address_book", q="mai")
    assert ("Obermaier Rosa" in text, "Ernst Karl" in text) == (True, False)
    assert "Nobody is found." in page(desk, "address_book", q="xyz")


def test_a_person_is_changed_or_refused_with_the_reason(desk: Client) -> None:
    person = known("Rosa", "Obermaier", birth_date=dt.date(1970, 5, 1))
    url = reverse("known_person", args=[person.pk])
    typed = {"last_name": "Obermayer", "first_name": "Rosa", "born": "1971", "phone": "0171 1234567", "club": "SV Haar"}
    assert desk.post(url, typed | {"born": "31.2.1970"}).status_code == 200
    assert desk.post(url, typed).status_code == 302
    person.refresh_from_db()
    assert (str(person), person.born, person.phone, person.club) == ("Rosa Obermayer", 1971, "0171 1234567", "SV Haar")


def test_a_person_is_taken_out_only_after_the_question(desk: Client) -> None:
    person = known("Rosa", "Obermaier")
    assert "Rosa Obermaier" in page(desk, "known_person_remove", person.pk)
    assert KnownPerson.objects.exists()
    assert desk.post(reverse("known_person_remove", args=[person.pk])).status_code == 302
    assert not KnownPerson.objects.exists()


def test_two_entries_become_one_with_the_chosen_values(desk: Client) -> None:
    stays, goes = known("Rosa", "Maier", club="SV Haar"), known("Rosa", "Mayer", club="SV Haar", phone="0171 1234567")
    assert reverse("people_merge", args=[stays.pk, goes.pk]) in page(desk, "doublets")
    text = page(desk, "people_merge", stays.pk, goes.pk)
    assert ('name="last_name"' in text, 'name="club"' in text) == (True, False)
    url = reverse("people_merge", args=[stays.pk, goes.pk])
    assert desk.post(url, {"last_name": "goes"}).status_code == 200  # the phone is not chosen
    assert desk.post(url, {"last_name": "goes", "phone": "goes"}).status_code == 302
    [person] = KnownPerson.objects.all()
    assert (person.pk, str(person), person.phone, person.times) == (stays.pk, "Rosa Mayer", "0171 1234567", 2)
    assert "Nobody seems to stand here twice." in page(desk, "doublets")


@pytest.mark.parametrize(
    ("role", "status"), [("organiser", 200), ("desk", 200), ("supervisor", 403), ("tribunal", 403)]
)
def test_births_and_phones_are_for_organiser_and_desk(client: Client, role: str, status: int) -> None:
    client.force_login(make_user(role))
    assert client.get(reverse("address_book")).status_code == status
