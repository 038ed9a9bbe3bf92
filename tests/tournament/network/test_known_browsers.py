"""Which browser is known: by a password or a table's code that is in force, and by nothing that anybody can make."""

import pytest
from django.core import signing
from django.http import HttpRequest, HttpResponse

from tests.worlds.factories import make_user
from tournament.models import User
from tournament.network.known_browsers import (
    CARD_COOKIE,
    COOKIE,
    MOST_LOGINS,
    SALT,
    card_key,
    has_card,
    is_card_key,
    known_as,
    remember_card,
    remember_login,
)
from tournament.services.people import activate_person, deactivate_person, reset_password

pytestmark = pytest.mark.django_db


@pytest.fixture
def anna() -> User:
    return make_user("organiser", username="anna")


@pytest.fixture
def dirk() -> User:
    return make_user("desk", username="dirk")


def with_cookies(cookies: dict[str, str]) -> HttpRequest:
    request = HttpRequest()
    request.COOKIES = cookies
    return request


def after(answer: HttpResponse) -> HttpRequest:
    """A request with the cookies that the answer set."""
    return with_cookies({name: morsel.value for name, morsel in answer.cookies.items()})


def logged_in(*people: User) -> HttpRequest:
    """A request of a browser with which these have logged in, one after the other."""
    request = with_cookies({})
    for person in people:
        answer = HttpResponse()
        remember_login(request, answer, person)
        request = after(answer)
    return request


def test_a_browser_is_known_as_each_that_logged_in_with_it(anna: User, dirk: User) -> None:
    request = logged_in(anna, dirk, anna)
    assert known_as(request, anna) == known_as(request, dirk) != ""
    assert known_as(logged_in(anna), dirk) == ""
    assert known_as(logged_in(anna), anna) != known_as(logged_in(anna), anna), "each browser has an id of its own"


def test_the_newest_logins_are_kept(anna: User) -> None:
    others = [make_user("desk", username=f"desk{number}") for number in range(MOST_LOGINS)]
    request = logged_in(anna, *others)
    assert [bool(known_as(request, one)) for one in (anna, *others)] == [False] + [True] * MOST_LOGINS


def test_it_ends_with_the_password(anna: User, dirk: User) -> None:
    request = logged_in(dirk)
    reset_password(actor=anna, person=dirk)
    dirk.refresh_from_db()
    assert known_as(request, dirk) == ""


def test_it_ends_when_the_login_is_switched_off(anna: User, dirk: User) -> None:
    request = logged_in(dirk)
    deactivate_person(actor=anna, person=dirk)
    assert known_as(request, activate_person(actor=anna, person=dirk)) == ""


def test_a_made_up_cookie_is_nobodys(dirk: User) -> None:
    for value in ("", "nonsense", signing.dumps("x", salt=SALT), signing.dumps([["a1", [1]], 2, 3])):
        assert known_as(with_cookies({COOKIE: value}), dirk) == ""


def test_a_cookie_of_before_is_nobodys(dirk: User) -> None:
    """It had the keys of the logins, which did not end."""
    assert known_as(with_cookies({COOKIE: signing.dumps(["a1b2", [dirk.pk]], salt=SALT)}), dirk) == ""


def test_a_card_is_known_at_its_table_while_its_code_is_in_force() -> None:
    answer = HttpResponse()
    remember_card(answer, card_key(7, "0815"), "/table/feldkirchen-2026/1/1/")
    request = after(answer)
    assert has_card(request, 7, "0815")
    assert [has_card(request, *of) for of in ((7, "0816"), (8, "0815"), (70, "815"))] == [False] * 3


@pytest.mark.parametrize("typed", ["", "0815", "ü"])
def test_what_is_no_key_of_a_card(typed: str) -> None:
    assert (is_card_key(typed, 7, "0815"), has_card(with_cookies({CARD_COOKIE: typed}), 7, "0815")) == (False, False)
