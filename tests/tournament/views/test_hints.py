"""Hints of irregularities as a page: in words, with the sheets, for supervisors and the management alone."""

import datetime as dt

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.tournament.views.desk import login, text
from tests.worlds.factories import make_participants, make_tournament, make_user, open_scoresheet
from tests.worlds.sheets import QUIET, declare_void, fill, live
from tournament.models import Game, Scoresheet, User

pytestmark = pytest.mark.django_db
PAGE = "/tournaments/feldkirchen-2026/hints/"


@pytest.fixture
def reiter() -> User:
    return make_user("supervisor", "desk", username="reiter", full_name="K. Reiter")


@pytest.fixture
def fast(reiter: User) -> Scoresheet:
    """A sheet of which 24 games were written four seconds apart."""
    tournament = make_tournament()
    make_participants(tournament, 4)
    sheet = fill(live(open_scoresheet(tournament), reiter), reiter, QUIET[:24])
    Game.objects.update(source="live")
    for game in sheet.games.all():
        moment = timezone.now() + dt.timedelta(seconds=4 * game.number)
        Game.objects.filter(pk=game.pk).update(written_at=moment)
    return sheet


def test_a_hint_says_what_where_and_how_often_it_is_wrong(fast: Scoresheet, reiter: User) -> None:
    page = text(login(reiter).get(PAGE))
    assert "24 games were written within two minutes, one after the other (games 1–24)." in page
    assert 'href="/tournaments/feldkirchen-2026/1/1/"' in page
    assert "Appeared in 0 of 1,000 simulated honest tournaments with 40 players." in page
    assert "It proves nothing" in page


def test_a_void_sheet_gives_no_hint(fast: Scoresheet, reiter: User) -> None:
    declare_void(fast)
    assert "Nothing stands out." in text(login(reiter).get(PAGE))


def test_an_empty_hall_gives_no_hint(reiter: User) -> None:
    tournament = make_tournament()
    make_participants(tournament, 4)
    open_scoresheet(tournament)
    assert "Nothing stands out." in text(login(reiter).get(PAGE))


@pytest.mark.parametrize(("role", "status"), [("organiser", 200), ("desk", 403), ("tribunal", 403)])
def test_who_sees_hints(fast: Scoresheet, role: str, status: int) -> None:
    answer = login(make_user(role, username="x")).get(PAGE)
    assert answer.status_code == status
    if status == 200:
        assert "no-store" in answer["Cache-Control"]


def test_no_hint_is_on_a_public_page(fast: Scoresheet, client) -> None:
    for name in ("public_standings", "public_log"):
        assert "two minutes" not in text(client.get(reverse(name, args=["feldkirchen-2026"])))
