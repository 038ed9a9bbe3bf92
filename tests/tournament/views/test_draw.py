"""Drawing by the page: the preflight, the button, the protocol, the table plan."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import draw_lots, make_participants, make_tournament, make_user
from tournament import lots
from tournament.models import Draw, Participant, Tournament


@pytest.fixture
def tournament(db: None) -> Tournament:
    return make_tournament()


@pytest.fixture
def organiser(client: Client, db: None) -> Client:
    client.force_login(make_user("organiser", full_name="Olga Orga"))
    return client


def page(client: Client, name: str, tournament: Tournament, number: int = 1, **query: str) -> str:
    answer = client.get(reverse(name, args=[tournament.slug, number]), query)
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


def shown_hash(html: str) -> str:
    return re.search(r'name="entrants_hash" value="([0-9a-f]{64})"', html)[1]


def press(client: Client, tournament: Tournament, number: int = 1, **data: str) -> Any:
    return client.post(reverse("draw", args=[tournament.slug, number]), data, follow=True)


def test_from_the_preflight_to_the_tables(organiser: Client, tournament: Tournament) -> None:
    players = make_participants(tournament, 9)
    Participant.objects.filter(pk=players[4].pk).update(withdrawn=True)
    html = page(organiser, "match", tournament)
    assert '<dd class="decided">8</dd>' in html
    assert '<dd class="decided">2</dd>' in html
    assert "5 Zöllner Eva" in html
    assert html.count("btn-primary") == 1
    answer = press(organiser, tournament, entrants_hash=shown_hash(html))
    assert answer.redirect_chain == [(reverse("match", args=[tournament.slug, 1]), 302)]
    html = answer.content.decode()
    assert "The lots of match 1 are drawn and published." in html
    draw = Draw.objects.get()
    assert draw.seed in html
    assert draw.entrants_hash in html
    assert "Olga Orga" in html


def test_a_second_press_is_told_who_drew(organiser: Client, tournament: Tournament) -> None:
    make_participants(tournament, 8)
    seen = shown_hash(page(organiser, "match", tournament))
    press(organiser, tournament, entrants_hash=seen)
    html = press(organiser, tournament, entrants_hash=seen).content.decode()
    assert "Match 1 is drawn already: Olga Orga, " in html
    assert Draw.objects.count() == 1


def test_who_is_over_or_missing_is_named(organiser: Client, tournament: Tournament) -> None:
    make_participants(tournament, 6)
    html = page(organiser, "match", tournament)
    assert "6 participants do not fill tables of 4. Over: 2 (5 Zöllner Eva, 6 Bäuml Franz)." in html
    assert "entrants_hash" not in html
    assert reverse("participants", args=[tournament.slug]) in html
    html = press(organiser, tournament).content.decode()
    assert html.count("6 participants do not fill tables of 4") == 2  # as the answer, and in the preflight
    assert not Draw.objects.exists()


def test_a_participant_withdrawn_in_the_meantime(organiser: Client, tournament: Tournament) -> None:
    players = make_participants(tournament, 8)
    seen = shown_hash(page(organiser, "match", tournament))
    Participant.objects.filter(pk__in=[player.pk for player in players[4:]]).update(withdrawn=True)
    html = press(organiser, tournament, entrants_hash=seen).content.decode()
    assert "The list of participants has changed in the meantime: now 4." in html
    assert shown_hash(html) == lots.entrants_hash([1, 2, 3, 4])


def test_match_2_leads_to_match_1(organiser: Client, tournament: Tournament) -> None:
    make_participants(tournament, 8)
    html = page(organiser, "match", tournament, 2)
    assert "Match 1 has to be drawn before match 2." in html
    assert f'<a class="btn btn-primary" href="{reverse("match", args=[tournament.slug, 1])}">To match 1</a>' in html


@pytest.mark.parametrize("role", ["supervisor", "desk"])
def test_others_see_that_the_organiser_draws(client: Client, tournament: Tournament, role: str) -> None:
    make_participants(tournament, 8)
    client.force_login(make_user(role))
    html = page(client, "match", tournament)
    assert "The organiser draws the lots." in html
    assert "entrants_hash" not in html
    assert client.post(reverse("draw", args=[tournament.slug, 1])).status_code == 403
    assert not Draw.objects.exists()


def test_strangers_and_wrong_methods(client: Client, organiser: Client, tournament: Tournament) -> None:
    make_participants(tournament, 8)
    assert organiser.get(reverse("draw", args=[tournament.slug, 1])).status_code == 405
    assert organiser.post(reverse("draw", args=[tournament.slug, 7])).status_code == 404
    assert organiser.post(reverse("draw", args=["nowhere", 1])).status_code == 404
    organiser.logout()
    answer = client.post(reverse("draw", args=[tournament.slug, 1]))
    assert answer.headers["Location"].startswith(reverse("login"))
    assert not Draw.objects.exists()


def test_anyone_can_verify_the_downloaded_protocol(
    client: Client, tournament: Tournament, tmp_path: Path, capsys: Any
) -> None:
    make_participants(tournament, 12)
    draw_lots(tournament.matches.get(number=1), make_user("organiser"))
    answer = client.get(reverse("draw_protocol", args=[tournament.slug, 1]))
    assert answer.headers["Content-Type"] == "application/json"
    assert answer.headers["Content-Disposition"] == 'attachment; filename="feldkirchen-2026-1-lots.json"'
    file = tmp_path / "lots.json"
    file.write_bytes(answer.content)
    assert lots.main(["verify", str(file)]) == 0
    assert capsys.readouterr().out == "The draw of match 1 holds: 3 tables, 12 seats.\n"
    protocol = json.loads(answer.content)
    protocol["lots"][0], protocol["lots"][1] = protocol["lots"][1], protocol["lots"][0]
    file.write_text(json.dumps(protocol))
    assert lots.main(["verify", str(file)]) == 1
    assert "Obermaier" not in answer.content.decode()
    assert client.get(reverse("draw_protocol", args=[tournament.slug, 2])).status_code == 404


def test_the_table_plan_both_ways(organiser: Client, tournament: Tournament) -> None:
    make_participants(tournament, 8)
    assert organiser.get(reverse("table_plan", args=[tournament.slug, 1])).status_code == 404
    draw = draw_lots(tournament.matches.get(number=1), make_user("organiser", username="second"))
    by_table = page(organiser, "table_plan", tournament)
    numbers = [int(number) for number in re.findall(r"<small>(\d+)</small>", by_table)]
    assert numbers == [number for table in draw.lots for number in table]
    by_name = page(organiser, "table_plan", tournament, by="name")
    names = re.findall(r"<span>(\w+ \w+) <small>", by_name)
    assert names == [
        "Aigner Gretl", "Bäuml Franz", "Huber Bene", "Löffler Centa",
        "Obermaier Anna", "Reiter Hias", "Süß Dirk", "Zöllner Eva",
    ]  # fmt: skip
