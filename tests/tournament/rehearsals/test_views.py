"""The pages: a template is chosen, a rehearsal is begun, marked and ended, a tournament is deleted."""

import pytest
from django.urls import reverse

from tests.worlds.archived import login
from tests.worlds.factories import make_user
from tests.worlds.short_tournament import ONE_MATCH, short_tournament
from tournament.models import Removal, Tournament
from tournament.rehearsals.services.rehearsals import begin_rehearsal
from tournament.rehearsals.services.removals import end_rehearsal

pytestmark = pytest.mark.django_db

BAND = 'class="rehearsal-band"'


@pytest.fixture
def actor():
    return login("reiter", "K. Reiter", "organiser", "supervisor", "desk")


@pytest.fixture
def tournament(actor):
    return short_tournament(actor, rules=ONE_MATCH, players=8)


@pytest.fixture
def page(client, actor):
    client.force_login(actor)
    return client


def test_new_tournament_like_an_earlier_one(page, tournament):
    form = page.get(reverse("tournament_new"), {"template": tournament.slug})
    assert form.context["form"].initial["organiser"] == "SV Glonn"
    assert "name" not in form.context["form"].initial
    entry = {"template": tournament.slug, "people": "on", "organiser": "SV Glonn", "ruleset_id": ONE_MATCH}
    without_day = page.post(reverse("tournament_new"), entry | {"name": "Glonn 2027"})
    assert without_day.context["taking"]["people"].value() is True
    page.post(reverse("tournament_new"), entry | {"name": "Glonn 2027", "day": "2027-11-28"})
    assert Tournament.objects.get(name="Glonn 2027").participants.count() == 8


def test_rehearsal_is_no_template_and_stands_on_no_public_list(page, tournament, actor):
    rehearsal = begin_rehearsal(tournament=tournament, actor=actor)
    assert list(page.get(reverse("tournament_new")).context["templates"]) == [tournament]
    page.logout()
    assert rehearsal.slug not in page.get(reverse("home"), follow=True).content.decode()


def test_begun_and_ended_with_a_key(page, tournament):
    begun = page.post(reverse("rehearsal_begin", args=[tournament.slug]), follow=True)
    rehearsal = Tournament.objects.get(rehearsal=True)
    assert BAND in begun.content.decode()
    assert BAND not in page.get(tournament.get_absolute_url()).content.decode()
    assert page.get(reverse("public_standings", args=[rehearsal.slug])).content.decode().count(BAND) == 1
    page.post(reverse("rehearsal_end", args=[rehearsal.slug]))
    assert not Tournament.objects.filter(rehearsal=True).exists()


@pytest.mark.parametrize("name", ["tournament", "public_standings", "public_tables"])
def test_addresses_of_an_ended_rehearsal_say_so(page, tournament, actor, name):
    rehearsal = begin_rehearsal(tournament=tournament, actor=actor)
    end_rehearsal(tournament=rehearsal, actor=actor)
    answer = page.get(reverse(name, args=[rehearsal.slug]))
    assert answer.status_code == 404
    assert "The rehearsal has ended." in answer.content.decode()


def test_device_of_an_ended_rehearsal_is_told_so(client, tournament, actor):
    rehearsal = begin_rehearsal(tournament=tournament, actor=actor)
    end_rehearsal(tournament=rehearsal, actor=actor)
    answer = client.get(reverse("table_state", args=[rehearsal.slug, 1, 1]), headers={"Accept": "application/json"})
    assert (answer.status_code, answer.json()["code"]) == (404, "tournament_gone")


def test_deleted_with_a_reason(page, tournament):
    address = reverse("tournament_delete", args=[tournament.slug])
    assert page.get(address).context["goes"].people == 8
    assert page.post(address, {"reason": ""}).context["form"].errors
    page.post(address, {"reason": "Abgesagt"})
    assert Removal.objects.get().reason == "Abgesagt"
    assert "This tournament was deleted." in page.get(tournament.get_absolute_url()).content.decode()


def test_only_organisers(client, tournament):
    client.force_login(make_user("desk"))
    for name in ("rehearsal_begin", "rehearsal_end", "tournament_delete"):
        assert client.post(reverse(name, args=[tournament.slug])).status_code == 403
