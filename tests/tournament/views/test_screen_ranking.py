"""The standings on the projector: which rows are on which page, what it says of itself, and what it waits for."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournament.views.reading import page_of
from tests.worlds.factories import make_participants, make_scoresheet, make_tournament
from tournament.models import Tournament
from tournament.views.screen_pages import LINES_A_SCREEN

PEOPLE = 28  # the last page of three is not full


@pytest.fixture
def tournament(db: None) -> Tournament:
    """Seven tables of match 1; the order of the ranking is that of the start numbers."""
    tournament = make_tournament()
    tournament.frozen_ruleset, tournament.state = tournament.ruleset.text, "running"
    tournament.save()
    players = make_participants(tournament, PEOPLE)
    for index in range(PEOPLE // 4):
        seats = [*players[2 * index : 2 * index + 2], *players[PEOPLE - 2 * index - 2 : PEOPLE - 2 * index]]
        high = 100 - 4 * index
        make_scoresheet(tournament.matches.get(number=1), seats, [high, high - 1, 1 - high, -high], table=index + 1)
    return tournament


def screen(tournament: Tournament, **query: object) -> str:
    answer = Client().get(reverse("screen_ranking", args=[tournament.slug]), query)
    assert (answer.status_code, answer.headers["Cache-Control"]) == (200, "private, no-cache")
    return " ".join(page_of(answer).split())


def rows(html: str) -> list[int]:
    return [int(number) for number in re.findall(r'<tr[^>]* id="n(\d+)"', html)]


def links(html: str) -> list[tuple[str, str]]:
    return re.findall(r'rel="(prev|next)" href="\?page=(\d+)"', html)


def test_the_address_is_short() -> None:
    assert reverse("screen_ranking", args=["f"]) == "/t/f/screen/"


@pytest.mark.parametrize(
    ("number", "page", "preceding", "following"),
    [("", 1, 3, 2), ("1", 1, 3, 2), ("2", 2, 1, 3), ("3", 3, 2, 1), ("4", 3, 2, 1), ("0", 1, 3, 2), ("x", 1, 3, 2)],
)
def test_a_page_has_its_rows_and_leads_to_its_neighbours(
    tournament: Tournament, number: str, page: int, preceding: int, following: int
) -> None:
    html = screen(tournament, page=number)
    everyone = rows(page_of(Client().get(reverse("public_standings", args=[tournament.slug]))))
    assert len(everyone) == PEOPLE
    assert rows(html) == everyone[(page - 1) * LINES_A_SCREEN : page * LINES_A_SCREEN]
    assert links(html) == [("prev", str(preceding)), ("next", str(following))]
    assert f"Page {page} of 3" in html
    assert re.search(r"as of \d\d:\d\d:\d\d<", html)
    assert "Provisional." in html


def test_a_row_says_what_it_says_on_the_public_page(tournament: Tournament) -> None:
    def table(name: str) -> list[str]:
        html = " ".join(page_of(Client().get(reverse(name, args=[tournament.slug]))).split())
        return re.findall(r"<thead.*?</thead>|<tr[^>]* id=.*?</tr>", html)

    assert table("screen_ranking") == table("public_standings")[: 1 + LINES_A_SCREEN]


def test_a_small_tournament_has_one_page(db: None) -> None:
    tournament = make_tournament()
    tournament.frozen_ruleset, tournament.state = tournament.ruleset.text, "running"
    tournament.save()
    make_scoresheet(tournament.matches.get(number=1), make_participants(tournament, 4), [3, 1, -1, -3])
    html = screen(tournament)
    assert (rows(html), links(html)) == ([1, 2, 3, 4], [])
    assert "Page 1" not in html


def test_before_the_first_sheet_counts_it_says_what_it_waits_for(db: None) -> None:
    tournament = make_tournament()
    make_participants(tournament, 4)
    html = screen(tournament)
    assert "Nothing played yet." in html
    assert "The standings appear here as soon as the first sheet counts." in html
    assert (rows(html), links(html)) == ([], [])
