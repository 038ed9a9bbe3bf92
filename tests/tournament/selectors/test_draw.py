"""What the page before a draw shows, in how many queries."""

from typing import Any

import pytest

from tests.factories import make_participants, make_tournament, make_user
from tournament import lots
from tournament.models import Participant, Tournament
from tournament.selectors.draw import preflight, published_draw
from tournament.services.draw import draw_match


@pytest.fixture
def tournament(db: None) -> Tournament:
    return make_tournament()


def test_who_is_drawn_and_who_is_not(tournament: Tournament) -> None:
    players = make_participants(tournament, 9)
    Participant.objects.filter(pk=players[4].pk).update(withdrawn=True)
    before = preflight(tournament.matches.get(number=1))
    assert before.start_numbers == [1, 2, 3, 4, 6, 7, 8, 9]
    assert [player.start_number for player in before.withdrawn] == [5]
    assert (before.tables, before.unfinished, before.problem) == (2, (), None)
    assert before.entrants_hash == lots.entrants_hash([1, 2, 3, 4, 6, 7, 8, 9])


def test_the_match_before_is_still_being_played(tournament: Tournament) -> None:
    make_participants(tournament, 4)
    draw_match(match=tournament.matches.get(number=1), actor=make_user("organiser"))
    before = preflight(tournament.matches.select_related("tournament").get(number=2))
    assert (before.unfinished, before.problem) == ((1,), None)


@pytest.mark.parametrize("count", [4, 40])
def test_three_queries_for_any_number(tournament: Tournament, count: int, django_assert_num_queries: Any) -> None:
    make_participants(tournament, count)
    match = tournament.matches.select_related("tournament").get(number=1)
    with django_assert_num_queries(3):
        assert preflight(match).tables == count // 4


def test_the_published_draw_knows_its_organiser(tournament: Tournament, django_assert_num_queries: Any) -> None:
    make_participants(tournament, 4)
    match = tournament.matches.get(number=1)
    assert published_draw(match) is None
    draw_match(match=match, actor=make_user("organiser", full_name="Olga Orga"))
    with django_assert_num_queries(1):
        assert published_draw(match).drawn_by.full_name == "Olga Orga"
