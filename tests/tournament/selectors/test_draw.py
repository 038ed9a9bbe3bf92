"""What the page before a draw shows, in how many queries."""

from typing import Any

import pytest

from scoring.ruleset import ruleset_text
from tests.factories import draw_lots, make_participants, make_tournament, make_user
from tournament import lots
from tournament.models import Participant, Tournament
from tournament.selectors.draw import preflight, published_draw


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
    draw_lots(tournament.matches.get(number=1), make_user("organiser"))
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
    draw_lots(match, make_user("organiser", full_name="Olga Orga"))
    with django_assert_num_queries(1):
        assert published_draw(match).drawn_by.full_name == "Olga Orga"


def test_where_the_rules_keep_the_tables_the_page_says_so(db: None, django_assert_num_queries: Any) -> None:
    tournament = make_tournament(rules="house-10-60")
    players = make_participants(tournament, 8)
    assert preflight(tournament.matches.get(number=1)).before is None
    draw_lots(tournament.matches.get(number=1), make_user("organiser"))
    match = tournament.matches.select_related("tournament").get(number=2)
    with django_assert_num_queries(4):
        assert preflight(match).keeps_tables
    Participant.objects.filter(pk=players[0].pk).update(withdrawn=True)
    assert (preflight(match).keeps_tables, preflight(match).before is None) == (False, False)


def test_rules_that_know_no_table_of_four_are_not_drawn(tournament: Tournament) -> None:
    make_participants(tournament, 8)
    text = ruleset_text("palatinate-three").replace("value = [3, 4]", "value = [3]")
    Tournament.objects.filter(pk=tournament.pk).update(frozen_ruleset=text)
    tournament.refresh_from_db()
    problem = preflight(tournament.matches.get(number=1)).problem
    assert problem is not None
    assert problem.code == "no_table_of_four"
