"""The pages of a match to which everyone moves on: before, after, in public, printed."""

import json

import pytest
from django.test import Client
from django.urls import reverse

from scoring.ruleset import ruleset_text
from tests.pdf import text as pdf_text
from tests.worlds.factories import draw_lots, make_participants, make_tournament, make_user
from tournament import lots
from tournament.models import Tournament
from tournament.rulesets.services import create_ruleset

pytestmark = pytest.mark.django_db
STEP = "Seat 1 moves one table on, seat 2 two, seat 3 three, and so on."


@pytest.fixture
def tournament(client: Client) -> Tournament:
    """Five tables that move on by seat, with match 1 drawn; its organiser is logged in."""
    anna = make_user("organiser", username="anna")
    client.force_login(anna)
    text = ruleset_text("schafkopfschule-2023").replace('seating = { value = "drawn"', 'seating = { value = "by-seat"')
    create_ruleset(actor=anna, text=text.replace('id = "schafkopfschule-2023"', 'id = "moving"'))
    tournament = make_tournament(rules="moving")
    make_participants(tournament, 20)
    draw_lots(tournament.matches.get(number=1), anna)
    return tournament


def flat(client: Client, name: str, *arguments: object) -> str:
    return " ".join(client.get(reverse(name, args=arguments)).content.decode().split())


def test_the_page_says_who_moves_where_before_and_after(client: Client, tournament: Tournament) -> None:
    html = flat(client, "match", tournament.slug, 2)
    assert "<strong>Everyone moves on.</strong>" in html
    assert STEP in html
    assert ("Nobody meets an opponent again." in html, "Close the list" in html) == (True, False)
    answer = client.post(reverse("tables_move", args=[tournament.slug, 2]), follow=True)
    html = " ".join(answer.content.decode().split())
    assert "Everyone has moved on. The sheets are open." in html
    assert (STEP in html, "Moved on by" in html) == (True, True)


def test_everybody_can_check_it(client: Client, tournament: Tournament) -> None:
    client.post(reverse("tables_move", args=[tournament.slug, 2]))
    html = flat(client, "public_draw", tournament.slug, 2)
    assert ("Everyone moves on" in html, STEP in html, " data-recompute>" in html) == (True, True, False)
    assert "one line computes every seat once more" in html
    protocol = json.loads(client.get(reverse("draw_protocol", args=[tournament.slug, 2])).content)
    assert (protocol["algorithm"], lots.verify(protocol)) == ("moved-1", [])
    text = pdf_text(client.get(reverse("draw_protocol_pdf", args=[tournament.slug, 2])).content)
    assert "Everyone moves on." in text


def test_others_may_not_move_anybody(client: Client, tournament: Tournament) -> None:
    client.force_login(make_user("supervisor"))
    assert client.post(reverse("tables_move", args=[tournament.slug, 2])).status_code == 403
