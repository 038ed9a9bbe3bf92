"""manage.py password: the way back for an organiser who is locked out."""

import json
from io import StringIO

import pytest
from django.contrib.auth import authenticate
from django.core.management import call_command
from django.core.management.base import CommandError
from django.test import Client

from tests.worlds.factories import PASSWORD, make_user
from tournament.models import Event, User
from tournament.proof.services.audit import audit_installation
from tournament.services.people import create_first_login

pytestmark = pytest.mark.django_db


@pytest.fixture
def leitung() -> User:
    return make_user("organiser", "supervisor", username="leitung", full_name="K. Reiter")


def new_password(*login: str) -> tuple[str, str]:
    """Run the command; return all that it prints, and the password in it."""
    out = StringIO()
    call_command("password", *login, stdout=out)
    line = next(line for line in out.getvalue().splitlines() if "shown only this once" in line)
    return out.getvalue(), line.split()[-1]


def test_the_new_password_works_and_the_old_sessions_end(leitung: User) -> None:
    session = Client()
    session.force_login(leitung)
    text, password = new_password("Leitung")
    assert "Wherever leitung was logged in, that has ended" in text
    assert authenticate(username="leitung", password=PASSWORD) is None
    assert authenticate(username="leitung", password=password) == leitung
    assert "/login/" in session.get("/people/").url


def test_the_log_says_so_without_the_password_or_an_actor() -> None:
    leitung = create_first_login(username="leitung", full_name="K. Reiter", roles=["organiser"], password=PASSWORD)
    _text, password = new_password("leitung")
    event = Event.objects.latest("pk")
    assert (event.kind, event.actor, json.loads(event.payload)) == (
        "people.password_reset", None, {"user": leitung.pk},
    )  # fmt: skip
    assert password not in event.payload
    assert audit_installation().faults == ()


def test_without_a_name_it_asks_for_one_of_the_organisers(leitung: User, monkeypatch: pytest.MonkeyPatch) -> None:
    make_user("desk", username="bene")
    monkeypatch.setattr("builtins.input", lambda _question: "leitung")
    text, password = new_password()
    assert "  leitung  (K. Reiter)" in text
    assert "bene" not in text
    assert authenticate(username="leitung", password=password) == leitung


@pytest.mark.parametrize(
    ("login", "sentence"),
    [("nobody", "no login “nobody”"), ("old", "login “old” is switched off"), ("", "Please add the login")],
)
def test_nothing_is_changed_for_a_login_that_does_not_work(
    leitung: User, monkeypatch: pytest.MonkeyPatch, login: str, sentence: str
) -> None:
    User.objects.filter(pk=make_user("organiser", username="old").pk).update(is_active=False)

    def no_terminal(_question: str) -> str:
        raise EOFError

    monkeypatch.setattr("builtins.input", no_terminal)
    before = list(User.objects.values_list("password", flat=True))
    with pytest.raises(CommandError, match=sentence):
        call_command("password", *filter(None, [login]), stdout=StringIO())
    assert list(User.objects.values_list("password", flat=True)) == before


def test_an_installation_without_logins_says_where_the_first_one_comes_from() -> None:
    with pytest.raises(CommandError, match="no login here yet"):
        call_command("password", "leitung")
