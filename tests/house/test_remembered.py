"""Rows that are put back equal the rows that were written, and only for the same act on the same rows."""

import datetime as dt
from collections.abc import Callable

import pytest
from django.db import transaction
from django.utils import timezone

from tests.worlds.factories import make_user
from tests.worlds.played import accepted_tournament
from tests.worlds.remembered import _all_rows, remembered
from tournament.models import Game, Scoresheet, User

pytestmark = pytest.mark.django_db
acts: list[str] = []


@remembered
def change_all(name: str) -> None:
    """Add one row, change one and delete one."""
    acts.append(name)
    make_user("desk", username=name)
    User.objects.filter(username="anna").update(full_name="Anna Obermaier")
    User.objects.filter(username="bene").delete()


@pytest.fixture
def logins(db: None) -> None:
    acts.clear()
    for username in ("anna", "bene"):
        make_user(username=username)


def undone(act: Callable[..., object], *names: object) -> object:
    """All rows as the act leaves them; the act itself is rolled back."""
    with transaction.atomic():
        act(*names)
        rows = _all_rows()
        transaction.set_rollback(True)
    return rows


def test_the_second_time_the_same_rows_are_put_back(logins: None) -> None:
    before = _all_rows()
    first = undone(change_all, "centa")
    assert (first != before, _all_rows()) == (True, before)
    assert (undone(change_all, "centa"), acts) == (first, ["centa"])


def test_another_word_or_another_row_is_another_act(logins: None) -> None:
    undone(change_all, "eva")
    undone(change_all, "franz")
    User.objects.filter(username="anna").update(last_login=timezone.now())
    undone(change_all, "eva")
    assert acts == ["eva", "franz"]
    User.objects.filter(username="anna").update(supervisor=True)
    change_all("eva")
    assert acts == ["eva", "franz", "eva"]


def test_what_is_done_while_the_clock_is_set_is_nobody_elses(logins: None, monkeypatch: pytest.MonkeyPatch) -> None:
    evening = timezone.now() - dt.timedelta(days=3)
    with monkeypatch.context() as clock:
        clock.setattr(timezone, "now", lambda: evening)
        undone(change_all, "gretl")
    undone(change_all, "gretl")
    assert acts == ["gretl", "gretl"]


def test_a_whole_tournament_is_put_back() -> None:
    first = undone(accepted_tournament)
    assert undone(accepted_tournament) == first
    tournament, actor = accepted_tournament()
    assert (tournament.state, actor.username, Game.objects.count()) == ("running", "reiter", 32)
    assert Scoresheet.objects.get(match__number=1).accepted_by == actor
