"""The doors of the house: every view names its permission, and nobody enters without it."""

import pytest
from django.urls import reverse

from tests.addresses import ALL, PUBLIC, patterns
from tests.worlds.factories import make_user
from tournament.permissions import see_hall


def address(pattern):
    arguments = {}
    for name, converter in pattern.pattern.converters.items():
        arguments[name] = 1 if "Int" in type(converter).__name__ else "nowhere"
    return reverse(pattern.name, kwargs=arguments)


GUARDED = sorted(set(ALL) - set(PUBLIC))
FOR_SOME = [name for name in GUARDED if getattr(ALL[name].callback, "permission", None) is not see_hall]


def test_every_address_has_a_name_of_its_own():
    assert len(ALL) == len(list(patterns()))
    assert None not in ALL


@pytest.mark.parametrize("name", sorted(ALL))
def test_every_view_names_its_permission(name):
    assert callable(getattr(ALL[name].callback, "permission", None)), f"{name}: @requires(...) is missing"


@pytest.mark.parametrize("method", ["get", "post"])
@pytest.mark.parametrize("name", GUARDED)
def test_without_a_login(client, db, name, method):
    path = address(ALL[name])
    answer = getattr(client, method)(path)
    assert (answer.status_code, answer["Location"]) == (302, f"{reverse('login')}?next={path}")


@pytest.mark.parametrize("method", ["get", "post"])
@pytest.mark.parametrize("name", FOR_SOME)
def test_with_a_login_that_lacks_the_permission(client, db, name, method):
    """It is refused before the address is read: a login without a role does not even learn which tournaments exist."""
    client.force_login(make_user())
    assert getattr(client, method)(address(ALL[name])).status_code in {403, 405}


@pytest.mark.parametrize("name", PUBLIC)
def test_public_pages_need_no_login(client, db, name):
    answer = client.get(address(ALL[name]))
    assert answer.status_code != 403
    assert not answer.get("Location", "").startswith(reverse("login"))


def test_nothing_behind_the_login_is_kept_by_a_browser(client, db):
    """People share a desk's laptop: after logging out nobody can go back to names and dates of birth."""
    client.force_login(make_user("organiser"))
    for name in ("home", "people", "person_new", "password_change"):
        assert client.get(reverse(name))["Cache-Control"] == "private, no-store"
    assert "no-store" in client.get(reverse("password_slip"))["Cache-Control"]
