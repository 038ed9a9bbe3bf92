"""The question about the places of those who leave: where it comes, who answers it, and where the rule then stands."""

import io

import pytest
from django.urls import reverse
from pypdf import PdfReader

from tests.tournament.views.desk import text
from tests.worlds.factories import choose_places, make_user
from tests.worlds.short_tournament import TWO_MATCHES, play_match, short_tournament
from tournament.models import Participant, PlaceRule, Tournament, User

LOSES = {"leavers": "lose", "ranks_late_players": "yes"}
SENTENCE = "Whoever goes home early takes no place. A substitute takes over the points (5.2.11)."


@pytest.fixture
def actor(db) -> User:
    return make_user("organiser", "supervisor", "desk", username="reiter")


@pytest.fixture
def tournament(actor: User) -> Tournament:
    """Match 1 is played."""
    tournament = short_tournament(actor, rules=TWO_MATCHES, players=8)
    play_match(tournament.matches.get(number=1), [[30, -10, -10, -10], [9, -3, -3, -3]], actor)
    return tournament


def page(client, tournament: Tournament, name: str, *args: object, **query: str) -> str:
    return text(client.get(reverse(name, args=[tournament.slug, *args]), query))


def test_the_question_comes_where_somebody_leaves_and_leads_back(client, tournament, actor):
    client.force_login(actor)
    entry = reverse("participant_edit", args=[tournament.slug, 1])
    answer = client.get(entry)
    assert ("Does the place stay or go?" in text(answer), ">Withdraw<" in answer.content.decode()) == (True, False)
    for refused in (
        client.post(reverse("participant_withdraw", args=[tournament.slug, 1])),
        client.post(reverse("participant_withdraw", args=[tournament.slug, 1]), query_params={"match": "2"}),
    ):
        assert refused.url.startswith(reverse("place_rule", args=[tournament.slug]) + "?next=")
    question = client.get(refused.url)
    assert "has a seat already" in text(question)
    choice = client.post(refused.url, LOSES)
    assert choice.url == reverse("match", args=[tournament.slug, 2])
    answer = client.get(entry)
    assert (SENTENCE in text(answer), ">Withdraw<" in answer.content.decode()) == (True, True)
    client.post(reverse("participant_withdraw", args=[tournament.slug, 1]))
    assert Participant.objects.get(start_number=1).withdrawn


def test_who_did_not_come_is_not_asked_about(client, actor):
    """Nobody has played: withdrawing asks nothing."""
    tournament = short_tournament(actor, rules=TWO_MATCHES, players=8)
    client.force_login(actor)
    assert "Does the place stay or go?" not in page(client, tournament, "participant_edit", 1)
    client.post(reverse("participant_withdraw", args=[tournament.slug, 1]))
    assert Participant.objects.get(start_number=1).withdrawn


def test_the_desk_is_told_who_chooses(client, tournament):
    client.force_login(make_user("desk"))
    html = page(client, tournament, "participant_edit", 1)
    assert ("An organiser does this." in html, "Choose now" in html) == (True, False)
    answer = client.post(reverse("participant_withdraw", args=[tournament.slug, 1]), follow=True)
    assert "First the organiser chooses" in text(answer)
    assert client.get(reverse("place_rule", args=[tournament.slug])).status_code == 403


def test_all_absent_ones_wait_for_the_choice_too(client, tournament, actor):
    client.force_login(actor)
    Participant.objects.exclude(start_number=1).update(arrived=True)
    address = reverse("absent_withdraw", args=[tournament.slug])
    assert client.post(address).url.startswith(reverse("place_rule", args=[tournament.slug]))
    choose_places(tournament, actor)
    client.post(address)
    assert list(Participant.objects.filter(withdrawn=True).values_list("start_number", flat=True)) == [1]


def test_a_change_without_a_reason_keeps_what_was_typed(client, tournament, actor):
    choose_places(tournament, actor)
    client.force_login(actor)
    address = reverse("place_rule", args=[tournament.slug])
    answer = client.post(address, {"leavers": "keep", "ranks_late_players": "no", "reason": " "})
    assert answer.status_code == 422
    assert 'value="keep" required id="id_leavers_1" checked' in answer.content.decode().replace("\n", " ")
    client.post(address, {"leavers": "keep", "ranks_late_players": "no", "reason": "so stand es auf der Einladung"})
    assert "so stand es auf der Einladung" in page(client, tournament, "place_rule")
    assert PlaceRule.objects.count() == 2


@pytest.mark.parametrize("elsewhere", ["https://example.org/", "//example.org", "javascript:alert(1)"])
def test_it_leads_to_no_other_site(client, tournament, actor, elsewhere):
    client.force_login(actor)
    address = reverse("place_rule", args=[tournament.slug])
    assert client.post(address, {**LOSES, "next": elsewhere}).url == address


def test_the_rule_stands_below_the_ranking_and_on_the_paper(client, tournament, actor):
    client.force_login(actor)
    leaflet = client.get(reverse("public_rules", args=[tournament.slug])).content
    for name in ("standings", "public_standings"):
        assert SENTENCE not in page(client, tournament, name)
    choose_places(tournament, actor)
    for name in ("standings", "public_standings"):
        assert SENTENCE in page(client, tournament, name)
    for name in ("tournament_poster", "tournament_leaflet", "public_rules", "standings_pdf"):
        answer = client.get(reverse(name, args=[tournament.slug]))
        words = " ".join(" ".join(one.extract_text().split()) for one in PdfReader(io.BytesIO(answer.content)).pages)
        assert SENTENCE in words, name
    assert answer.content != leaflet
