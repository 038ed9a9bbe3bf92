"""Guessing the password of a login: who waits, who does not, and who is told of it."""

import pytest
from django.test import Client

from tests.tournament.views.reading import password_on
from tests.worlds.factories import PASSWORD, make_user
from tournament.enums import Secret
from tournament.models import Event, FailedTry, User
from tournament.services.guessing import Visitor, claim_try

pytestmark = pytest.mark.django_db


@pytest.fixture
def anna(client: Client) -> User:
    """The organiser, logged in."""
    anna = make_user("organiser", username="anna", full_name="Anna Obermaier")
    client.force_login(anna)
    return anna


@pytest.fixture
def dirk() -> User:
    return make_user("desk", username="dirk", full_name="Dirk Süß")


def guess(client: Client, times: int, username: str = "dirk") -> list[int]:
    """The statuses of the answers to so many wrong passwords."""
    return [client.post("/login/", {"username": username, "password": f"falsch{n}"}).status_code for n in range(times)]


def test_a_name_in_capitals_is_known_and_counted_as_the_same(client: Client) -> None:
    make_user("desk", username="müller")
    assert guess(client, 3, "MÜLLER") + guess(client, 3, "müller") == [200] * 5 + [429]
    assert FailedTry.objects.get().subject == "müller"


def test_a_guesser_waits_and_a_known_browser_does_not(client: Client, dirk: User) -> None:
    at_work = Client()
    right = {"username": "dirk", "password": PASSWORD}
    assert at_work.post("/login/", right).status_code == 302
    at_work.post("/logout/")
    assert guess(client, 7) == [200] * 5 + [429] * 2
    answer = client.post("/login/", right)
    page = answer.content.decode()
    assert (answer.status_code, int(answer["Retry-After"]) <= 15) == (429, True)
    assert "Too many wrong tries. Please try again in 15 seconds." in page
    assert 'value="dirk"' in page
    assert PASSWORD not in page
    assert at_work.post("/login/", right).status_code == 302


def test_who_knew_the_password_of_before_waits_with_all_strangers(client: Client, dirk: User) -> None:
    """Each login without a cookie makes another known browser, so they could be collected."""
    collected = [Client(), Client()]
    for one in collected:
        assert one.post("/login/", {"username": "dirk", "password": PASSWORD}).status_code == 302
        one.post("/logout/")
    organiser = Client()
    organiser.force_login(make_user("organiser", username="anna"))
    organiser.post(f"/people/{dirk.pk}/password/")
    assert [guess(one, 3) for one in collected] == [[200] * 3, [200, 200, 429]]


@pytest.mark.parametrize("address", ["/password/", "/people/{pk}/password/"])
def test_who_changes_the_own_password_is_known_with_the_new_one(client: Client, anna: User, address: str) -> None:
    new = {"old_password": PASSWORD, "new_password1": "ein-neues-wort-7", "new_password2": "ein-neues-wort-7"}
    assert client.post(address.format(pk=anna.pk), new).status_code == 302
    client.post("/logout/")
    assert guess(Client(), 6, "anna") == [200] * 5 + [429]
    assert guess(client, 1, "anna") == [200]


def test_the_own_password_is_not_guessed_on_an_open_page(client: Client, dirk: User) -> None:
    client.force_login(dirk)
    new = {"new_password1": "ein-neues-wort-7", "new_password2": "ein-neues-wort-7"}
    for number in range(5):
        page = client.post("/password/", {"old_password": f"falsch{number}", **new}).content.decode()
        assert "This is not your present password." in page
    page = client.post("/password/", {"old_password": PASSWORD, **new}).content.decode()
    assert "Too many wrong tries. Please try again in 15 seconds." in page
    assert User.objects.get(pk=dirk.pk).check_password(PASSWORD)
    FailedTry.objects.update(failures=4)
    assert client.post("/password/", {"old_password": PASSWORD, **new}).status_code == 302
    assert (User.objects.get(pk=dirk.pk).check_password("ein-neues-wort-7"), FailedTry.objects.count()) == (True, 0)


def test_what_was_typed_as_a_name_is_not_kept(client: Client, anna: User) -> None:
    guess(Client(), 5, "Geheim-genug-1")
    assert "a name that nobody has" in client.get("/people/").content.decode()
    assert not FailedTry.objects.filter(subject__icontains="geheim").exists()


def test_a_new_password_ends_the_wait(client: Client, dirk: User) -> None:
    guess(client, 6)
    organiser = Client()
    organiser.force_login(make_user("organiser", username="anna"))
    page = organiser.post(f"/people/{dirk.pk}/password/", follow=True).content.decode()
    answer = client.post("/login/", {"username": "dirk", "password": password_on(page)})
    assert answer.status_code == 302


def test_the_organiser_sees_who_guesses(client: Client, anna: User, dirk: User) -> None:
    guess(Client(REMOTE_ADDR="192.168.0.66"), 5)
    guess(Client(REMOTE_ADDR="192.168.0.7"), 1)
    for _ in range(5):
        claim_try(Secret.TABLE_CODE, "17", Visitor(address="192.168.0.8"))
    page = client.get("/people/").content.decode()
    assert "Wrong passwords and codes" in page
    assert "192.168.0.66" in page
    assert "192.168.0.7<" not in page, "mistyped once is nobody's business"
    assert "192.168.0.8" not in page, "the desk sees it with the devices, with the number of the table"
    assert not Event.objects.filter(payload__contains="192.168").exists()
