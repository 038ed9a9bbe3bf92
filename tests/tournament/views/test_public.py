"""The public pages of the draw: without a login, current, and without dates of birth."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournament.views.reading import page_of
from tests.worlds.factories import draw_lots, make_participants, make_tournament, make_user
from tournament.draw.selectors.seats import find_seat
from tournament.enums import SheetState
from tournament.models import Draw, Participant, Scoresheet, Seat, Tournament, User
from tournament.selectors.versions import tournament_version
from tournament.standings.services.release import freeze

HTMX = {"HX-Request": "true"}


@pytest.fixture
def organiser(db: None) -> User:
    return make_user("organiser")


@pytest.fixture
def tournament(db: None) -> Tournament:
    tournament = make_tournament()
    make_participants(tournament, 8)
    return tournament


def draw(tournament: Tournament, organiser: User, number: int = 1) -> None:
    draw_lots(tournament.matches.get(number=number), organiser)


def page(client: Client, name: str, tournament: Tournament, **query: object) -> str:
    answer = client.get(reverse(name, args=[tournament.slug]), query)
    assert answer.status_code == 200
    assert answer.headers["Cache-Control"] == "private, no-cache"
    html = " ".join(page_of(answer).split())
    assert "1980" not in html
    return html


def test_the_addresses_are_short_and_stable(tournament: Tournament) -> None:
    addresses = [reverse(name, args=["f"]) for name in ("public_tables", "public_seat", "public_version")]
    assert addresses == ["/t/f/tables/", "/t/f/seat/", "/t/f/version/"]
    assert reverse("draw_protocol", args=["f", 1]) == "/t/f/draw/1.json"


def test_before_the_draw_a_sentence(client: Client, tournament: Tournament) -> None:
    assert "The lots are not drawn yet." in page(client, "public_tables", tournament)
    assert "Not drawn yet." in page(client, "public_seat", tournament)
    html = page(client, "public_seat", tournament, q="Huber")
    assert "Huber Bene" in html
    assert "This page shows your table as soon as the lots are drawn." in html
    assert "ask at the desk" not in html


def test_a_seat_is_looked_up_anew_if_results_were_held_back_meanwhile(
    client: Client, tournament: Tournament, organiser: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Or a freeze between reading the tournament and its seats would show who plays at this moment."""
    draw(tournament, organiser)
    lookups: list[bool] = []

    def find(tournament_row: Tournament, text: str) -> Any:
        lookups.append(tournament_row.is_held_back)
        if not tournament_row.is_held_back:
            freeze(tournament=tournament, actor=organiser)
        return find_seat(tournament_row, text)

    monkeypatch.setattr("tournament.views.public.find_seat", find)
    page(client, "public_seat", tournament, q="Huber")
    assert lookups == [False, True]


def test_a_name_gives_table_and_seat(client: Client, tournament: Tournament, organiser: User) -> None:
    draw(tournament, organiser)
    seat = Seat.objects.select_related("scoresheet").get(participant__start_number=2)
    html = page(client, "public_seat", tournament, q="huber")
    assert f"<span>Table <b>{seat.scoresheet.table_number}</b></span> <span>Seat <b>{seat.number}</b></span>" in html
    table = Seat.objects.filter(scoresheet=seat.scoresheet).select_related("participant").order_by("number")
    listed = re.findall(r"Seat (\d)</span> (?:<strong>)?([^<]+?)(?:</strong>)? ?<", html)
    assert listed == [(str(other.number), other.participant.list_name) for other in table]
    by_number = page(client, "public_seat", tournament, q="2")
    assert by_number[by_number.index("<article") : by_number.index("</article>")] in html


def test_the_match_that_is_played_first(client: Client, tournament: Tournament, organiser: User) -> None:
    draw(tournament, organiser)
    draw(tournament, organiser, 2)
    Scoresheet.objects.update(source="live")
    assert re.findall(r"<h3>(Match \d)</h3>", page(client, "public_seat", tournament, q="2")) == ["Match 1", "Match 2"]
    Scoresheet.objects.filter(match__number=1).update(state=SheetState.COMPLETE)
    assert re.findall(r"<h3>(Match \d)</h3>", page(client, "public_seat", tournament, q="2")) == ["Match 2", "Match 1"]


def test_several_hits_and_none(client: Client, tournament: Tournament, organiser: User) -> None:
    draw(tournament, organiser)
    assert page(client, "public_seat", tournament, q="er").count("seat-found") == 6
    html = page(client, "public_seat", tournament, q="<b>Sepp</b>")
    assert "Nobody on the list fits “&lt;b&gt;Sepp&lt;/b&gt;”." in html
    assert 'value="&lt;b&gt;Sepp&lt;/b&gt;"' in html


def test_late_and_withdrawn_participants_have_a_sentence(
    client: Client, tournament: Tournament, organiser: User
) -> None:
    draw(tournament, organiser)
    Participant.objects.create(
        tournament=tournament, start_number=9, first_name="Sepp", last_name="Spät", name_key="spät sepp", withdrawn=True
    )
    html = page(client, "public_seat", tournament, q="spät")
    assert "No seat has been drawn for you. Please ask at the desk." in html
    assert "Start number 9 · withdrawn" in html


def test_the_tables_of_each_drawn_match(client: Client, tournament: Tournament, organiser: User) -> None:
    draw(tournament, organiser)
    draw(tournament, organiser, 2)
    lots = {draw.match.number: draw.lots for draw in Draw.objects.select_related("match")}
    for query, number in [({}, 2), ({"match": 1}, 1), ({"match": 2}, 2)]:
        html = page(client, "public_tables", tournament, **query)
        assert f"<h2>Match {number}</h2>" in html
        numbers = [int(number_shown) for number_shown in re.findall(r"<small>(\d+)</small></li>", html)]
        assert numbers == [number_shown for table in lots[number] for number_shown in table]
    for wrong in ("3", "0", "x", "²", "1 "):
        assert client.get(reverse("public_tables", args=[tournament.slug]), {"match": wrong}).status_code == 404


@pytest.mark.parametrize("name", ["public_tables", "public_seat", "public_version"])
def test_nothing_new_is_204_and_a_draw_is_seen(
    client: Client, tournament: Tournament, organiser: User, name: str
) -> None:
    draw(tournament, organiser)
    version = tournament_version(tournament)
    url = reverse(name, args=[tournament.slug])
    answer = client.get(url, {"v": version, "q": "2"}, headers=HTMX)
    assert (answer.status_code, answer.content) == (204, b"")
    draw(tournament, organiser, 2)
    answer = client.get(url, {"v": version, "q": "2"}, headers=HTMX)
    assert answer.status_code == 200
    assert str(tournament_version(tournament)) in answer.content.decode()
    assert "<html" not in answer.content.decode()
    assert client.get(reverse(name, args=["nowhere"])).status_code == 404
    assert client.post(url).status_code == 405


@pytest.mark.parametrize("count", [4, 40])
def test_queries_do_not_grow(client: Client, organiser: User, count: int, django_assert_num_queries: Any) -> None:
    tournament = make_tournament()
    make_participants(tournament, count)
    draw(tournament, organiser)
    version = tournament_version(tournament)
    tables, seat = (reverse(name, args=[tournament.slug]) for name in ("public_tables", "public_seat"))
    # tournament 1, version 1, drawn matches 1, lots taken back 1; then the plan 1 and the names 1, or the
    # search 3 and whether results were held back meanwhile 1
    with django_assert_num_queries(6):
        client.get(tables)
    with django_assert_num_queries(8):
        client.get(seat, {"q": "e"})
    with django_assert_num_queries(2):
        client.get(tables, {"v": version}, headers=HTMX)
