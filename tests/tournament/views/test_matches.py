"""The list of matches and the page of a drawn match."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.factories import draw_lots, make_participants, make_tournament, make_user, write
from tournament.enums import SheetState
from tournament.live import tournament_version
from tournament.models import Match, User

HTMX = {"HX-Request": "true"}


@pytest.fixture
def actor(client: Client, db: None) -> User:
    user = make_user("organiser", "supervisor")
    client.force_login(user)
    return user


@pytest.fixture
def match(actor: User) -> Match:
    tournament = make_tournament()
    make_participants(tournament, 12)
    return draw_lots(tournament.matches.get(number=1), actor).match


def put(match: Match, state: SheetState, tables: list[int], actor: User) -> None:
    accepted = {"accepted_by": actor, "accepted_at": timezone.now()} if state == SheetState.ACCEPTED else {}
    match.scoresheets.filter(table_number__in=tables).update(state=state, **accepted)


def page(client: Client, match: Match) -> str:
    answer = client.get(reverse("match", args=[match.tournament.slug, match.number]))
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


def primary(html: str) -> str:
    (button,) = html.split('<a class="btn btn-primary" href="')[1:]
    return button[: button.index("</a>")]


def test_one_next_step_from_the_first_sheet_to_the_next_match(client: Client, match: Match, actor: User) -> None:
    html = page(client, match)
    assert "No sheet is complete yet." in html
    assert primary(html) == f'{reverse("scoresheet", args=[match.tournament.slug, 1, 1])}">To the sheet of table 1'
    put(match, SheetState.COMPLETE, [1, 3], actor)
    html = page(client, match)
    assert "<strong>Missing.</strong> Table 2</p>" in html
    assert primary(html).endswith(">To the sheet of table 2")
    put(match, SheetState.ACCEPTED, [2, 3], actor)
    html = page(client, match)
    assert "2 of 3 sheets accepted" in html
    assert primary(html).endswith(">Go on with table 1")
    put(match, SheetState.ACCEPTED, [1], actor)
    assert primary(page(client, match)) == f'{reverse("match", args=[match.tournament.slug, 2])}">Draw match 2'
    second = draw_lots(match.tournament.matches.get(number=2), actor).match
    put(second, SheetState.ACCEPTED, [1, 2, 3], actor)
    assert primary(page(client, second)) == f'{reverse("standings", args=[match.tournament.slug])}">To the standings'


def test_an_up_to_date_page_gets_nothing_new(client: Client, match: Match, actor: User) -> None:
    url = reverse("match", args=[match.tournament.slug, 1])
    version = tournament_version(match.tournament)
    assert f"{url}?v={version}" in page(client, match)
    assert client.get(url, {"v": version}, headers=HTMX).status_code == 204
    write(match.scoresheets.get(table_number=2), 1, "r13+", actor)
    answer = client.get(url, {"v": version}, headers=HTMX)
    assert answer.status_code == 200
    assert "1 of 32" in answer.content.decode()
    assert "<html" not in answer.content.decode()


def test_the_list_of_matches(client: Client, match: Match) -> None:
    answer = client.get(reverse("matches", args=[match.tournament.slug]))
    html = " ".join(answer.content.decode().split())
    assert f'href="{reverse("match", args=[match.tournament.slug, 1])}">To the sheets</a>' in html
    assert f'href="{reverse("match", args=[match.tournament.slug, 2])}">To the draw</a>' in html


def test_only_with_a_login(client: Client, match: Match) -> None:
    client.logout()
    for name, arguments in [("matches", []), ("match", [1]), ("table_plan", [1])]:
        answer = client.get(reverse(name, args=[match.tournament.slug, *arguments]))
        assert answer.headers["Location"].startswith(reverse("login"))


def test_unknown_matches(client: Client, match: Match) -> None:
    assert client.get(reverse("match", args=[match.tournament.slug, 3])).status_code == 404
    assert client.get(reverse("match", args=["nowhere", 1])).status_code == 404
    assert client.get(reverse("matches", args=["nowhere"])).status_code == 404
    assert client.post(reverse("matches", args=[match.tournament.slug])).status_code == 405


@pytest.mark.parametrize("count", [4, 40])
def test_queries_do_not_grow(client: Client, actor: User, count: int, django_assert_num_queries: Any) -> None:
    tournament = make_tournament()
    make_participants(tournament, count)
    draw_lots(tournament.matches.get(number=1), actor)
    version = tournament_version(tournament)
    # session and login 2, match with tournament 1, version 2, sheets 3, draw and its history 8, may it be taken back 2
    with django_assert_num_queries(17):
        client.get(reverse("match", args=[tournament.slug, 1]))
    with django_assert_num_queries(5):
        client.get(reverse("match", args=[tournament.slug, 1]), {"v": version}, headers=HTMX)
