"""The code on a helper's slip: it logs in once, is written down nowhere, and wrong ones are slowed down."""

import json
import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.timezone import localtime

from tests.worlds.factories import make_user
from tournament.models import Event, LoginLink, User
from tournament.services.login_links import make_login_link
from tournament.services.people import deactivate_person, reset_password

pytestmark = pytest.mark.django_db
ADDRESS = "/login/code/"


@pytest.fixture
def anna() -> User:
    return make_user("organiser", username="anna", full_name="Anna Obermaier")


@pytest.fixture
def dirk() -> User:
    return make_user("desk", username="dirk", full_name="Dirk Süß")


@pytest.fixture
def token(anna: User, dirk: User) -> str:
    return make_login_link(actor=anna, person=dirk)


def use(client: Client, token: str) -> int:
    return client.post(ADDRESS, {"token": token}).status_code


def logged_in(client: Client) -> str | None:
    return client.session.get("_auth_user_id")


def test_it_logs_in_once(client: Client, dirk: User, token: str) -> None:
    answer = client.post(ADDRESS, {"token": token})
    assert (answer.status_code, answer["Location"], logged_in(client)) == (302, "/", str(dirk.pk))
    again = Client()
    assert (use(again, token), logged_in(again)) == (400, None)


def test_the_log_of_the_logins_says_who_made_it_and_that_it_was_used(client: Client, anna: User, token: str) -> None:
    use(client, token)
    use(client, token)
    dirk = User.objects.get(username="dirk")
    events = Event.objects.filter(kind__startswith="people.link").order_by("sequence")
    assert [(event.kind, event.actor, json.loads(event.payload)) for event in events] == [
        ("people.link_made", anna, {"user": dirk.pk}),
        ("people.link_used", dirk, {"user": dirk.pk}),
    ]


def test_who_scans_again_on_the_same_phone_is_told_that_all_is_well(client: Client, token: str) -> None:
    use(client, token)
    page = client.post(ADDRESS, {"token": token}, follow=True).content.decode()
    assert "You are logged in already, as Dirk Süß." in page


def test_to_look_at_the_page_uses_nothing_up(client: Client, token: str) -> None:
    assert client.get(ADDRESS).status_code == 200
    assert use(client, token) == 302


def test_it_is_over_after_two_days(client: Client, token: str) -> None:
    LoginLink.objects.update(expires_at=timezone.now())
    assert (use(client, token), logged_in(client)) == (400, None)
    assert LoginLink.objects.get().expires_at - LoginLink.objects.get().made_at < timedelta(days=2, seconds=1)


def test_a_new_slip_password_or_a_login_switched_off_ends_it(client: Client, anna: User, dirk: User) -> None:
    first = make_login_link(actor=anna, person=dirk)
    second = make_login_link(actor=anna, person=dirk)
    assert use(client, first) == 400
    reset_password(actor=anna, person=dirk)
    assert use(client, second) == 400
    third = make_login_link(actor=anna, person=dirk)
    deactivate_person(actor=anna, person=dirk)
    assert use(client, third) == 400
    assert logged_in(client) is None


def test_only_its_hash_is_kept(token: str) -> None:
    assert token not in str(LoginLink.objects.values().get())


def test_whoever_guesses_waits_and_keeps_nobody_from_the_slip(client: Client, token: str) -> None:
    assert [use(client, f"{number}") for number in range(6)] == [400] * 5 + [429]
    assert use(client, token) == 302


def test_it_stands_on_the_slip_behind_the_sign_that_no_server_sees(client: Client, anna: User, dirk: User) -> None:
    client.force_login(anna)
    client.post(reverse("person_reset_password", args=[dirk.pk]))
    page = client.get(reverse("password_slip")).content.decode()
    assert 'class="qr"' in page
    link = LoginLink.objects.get()
    assert link.person == dirk
    assert f"it logs in once, until {date_format(localtime(link.expires_at), 'SHORT_DATETIME_FORMAT')}," in page
    # The drawing is the only place: no link and no text has the address.
    assert ADDRESS not in page


def test_on_this_computer_alone_there_is_nothing_to_scan(client: Client, anna: User, dirk: User) -> None:
    client.force_login(anna)
    client.post(reverse("person_reset_password", args=[dirk.pk]), headers={"host": "127.0.0.1"})
    page = client.get(reverse("password_slip"), headers={"host": "127.0.0.1"}).content.decode()
    assert 'class="qr"' not in page
    assert not LoginLink.objects.exists()


def test_the_page_shows_no_name_and_loads_nothing_from_elsewhere(client: Client, token: str) -> None:
    page = client.get(ADDRESS)
    assert "Dirk" not in page.content.decode()
    assert page["Cache-Control"].startswith("max-age=0, no-cache, no-store")
    assert re.findall(r'(?:src|href)="(https?:[^"]+)"', page.content.decode()) == []
