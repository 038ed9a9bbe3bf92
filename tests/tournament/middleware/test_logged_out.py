"""What was typed is not lost when the login has run out, and no address of an act is an empty page."""

import io

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournament.views.reading import hidden, page_of
from tests.worlds.factories import make_tournament, make_user
from tournament.models import Participant, Tournament

pytestmark = pytest.mark.django_db
PASSWORD = "geheim-zum-testen"
TYPED = {"last_name": "Größl", "first_name": 'Anna "Nandl"\n& Co', "club": "SV <b>Haar</b>"}


@pytest.fixture
def tournament() -> Tournament:
    return make_tournament()


@pytest.fixture
def desk() -> Client:
    user = make_user("desk", username="dirk")
    user.set_password(PASSWORD)
    user.save()
    return Client()


def test_a_form_sent_after_the_login_ran_out_is_sent_again(desk: Client, tournament: Tournament) -> None:
    address = reverse("participant_add", args=[tournament.slug])
    answer = desk.post(address, TYPED)
    page = page_of(answer)
    assert (answer.status_code, "no-store" in answer["Cache-Control"]) == (401, True)
    assert "What you typed is still here" in page
    assert "geheim" not in page
    fields = hidden(answer.content.decode())
    wrong = desk.post("/login/", fields | {"username": "dirk", "password": "falsch"}).content.decode()
    assert hidden(wrong) == fields
    assert not Participant.objects.exists()
    response = desk.post("/login/", fields | {"username": "dirk", "password": PASSWORD})
    again = hidden(response.content.decode())
    assert f'action="{address}"' in response.content.decode()
    assert again == TYPED
    assert "SV &lt;b&gt;Haar&lt;/b&gt;</li>" in response.content.decode()
    assert not Participant.objects.exists()
    desk.post(address, again)
    assert Participant.objects.get().club == "SV <b>Haar</b>"


@pytest.mark.parametrize("address", ["/people/new/", "/backup/", "/tournaments/feldkirchen-2026/edit/"])
def test_forms_with_secrets_or_rights_are_not_kept(tournament: Tournament, address: str) -> None:
    answer = Client().post(address, {"full_name": "Eva", "passphrase": "geheim", "wifi_password": "geheim"})
    assert (answer.status_code, answer.headers["Location"]) == (302, f"/login/?next={address}")


def test_a_file_cannot_be_kept(tournament: Tournament) -> None:
    address = reverse("participants_import", args=[tournament.slug])
    assert Client().post(address, {"file": io.BytesIO(b"Name\n")}).status_code == 302


def test_nothing_is_sent_to_strangers(desk: Client, tournament: Tournament) -> None:
    fields = {"kept": '[["a", "b"]]', "next": "https://example.org/x", "username": "dirk", "password": PASSWORD}
    assert "example.org" not in desk.post("/login/", fields).content.decode()


@pytest.mark.parametrize("fields", ["", "[]", "x", "[1]", "{}", '[["a"]]'])
def test_a_login_without_a_form_goes_on_as_ever(desk: Client, fields: str) -> None:
    assert desk.post("/login/", {"username": "dirk", "password": PASSWORD, "kept": fields}).status_code == 302


@pytest.mark.parametrize(
    ("address", "above"),
    [
        ("participants/import/confirm/", "participants/import/"),
        ("participants/import/columns/", "participants/import/"),
        ("participants/add/", "participants/"),
        ("participants/1/withdraw/", "participants/1/"),
    ],
)
def test_the_address_of_an_act_leads_to_the_page_above(tournament: Tournament, address: str, above: str) -> None:
    client, base = Client(), f"/tournaments/{tournament.slug}/"
    client.force_login(make_user("organiser"))
    answer = client.get(f"{base}{address}", headers={"Accept": "text/html,*/*"})
    assert (answer.status_code, answer.headers.get("Location")) == (302, f"{base}{above}")
    assert client.get(f"{base}{address}").status_code == 405
