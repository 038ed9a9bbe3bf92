"""The data of the page before a draw, and its number of queries."""

from typing import Any

import pytest

from scoring.ruleset import ruleset_text
from tests.worlds.factories import draw_lots, make_participants, make_tournament, make_user
from tournament.draw.selectors.draw import (
    closings,
    discarded_draws,
    last_closing,
    lots_hold,
    preflight,
    published_draw,
    settings_of,
    table_choices,
)
from tournament.draw.services.closed_lists import close_list, reopen_list
from tournament.draw.services.draw import discard_draw
from tournament.enums import LotSource
from tournament.models import Match, Participant, Tournament


@pytest.fixture
def tournament(db: None) -> Tournament:
    return make_tournament()


def match(tournament: Tournament, number: int = 1) -> Match:
    return tournament.matches.select_related("tournament").get(number=number)


def test_who_is_drawn_and_who_is_not(tournament: Tournament) -> None:
    players = make_participants(tournament, 9)
    Participant.objects.filter(pk=players[4].pk).update(withdrawn=True)
    Participant.objects.filter(pk=players[0].pk).update(fixed_table=2, fixed_seat=1, club="SV FELDKIRCHEN")
    Participant.objects.filter(pk=players[1].pk).update(club="")
    before = preflight(match(tournament))
    assert before.start_numbers == [1, 2, 3, 4, 6, 7, 8, 9]
    assert [player.start_number for player in before.withdrawn] == [5]
    assert [player.start_number for player in before.fixed] == [1]
    assert before.clubs == ((1, 3, 4, 6, 7, 8, 9),)
    assert [choice.sizes for choice in before.choices] == [(4, 4)]
    assert (before.unfinished, before.obstacles, before.closed, before.arrived) == ((), (), None, 0)


def test_the_match_before_is_still_being_played(tournament: Tournament) -> None:
    make_participants(tournament, 4)
    draw_lots(match(tournament), make_user("organiser"))
    before = preflight(match(tournament, 2))
    assert (before.unfinished, before.obstacles) == ((1,), ())


@pytest.mark.parametrize("count", [4, 40])
def test_four_queries_for_any_number(tournament: Tournament, count: int, django_assert_num_queries: Any) -> None:
    make_participants(tournament, count)
    first_match = match(tournament)
    # participants, earlier matches, closed list, published draw
    with django_assert_num_queries(4):
        assert len(preflight(first_match).choices[0].sizes) == count // 4


def test_the_published_draw_knows_its_organiser(tournament: Tournament, django_assert_num_queries: Any) -> None:
    make_participants(tournament, 4)
    first_match = match(tournament)
    assert published_draw(first_match) is None
    draw_lots(first_match, make_user("organiser", full_name="Olga Orga"))
    with django_assert_num_queries(1):
        assert published_draw(first_match).drawn_by.full_name == "Olga Orga"


def test_where_the_rules_keep_the_tables_the_page_says_so(db: None, django_assert_num_queries: Any) -> None:
    tournament = make_tournament(rules="house-10-60")
    players = make_participants(tournament, 8)
    assert preflight(match(tournament)).before is None
    draw_lots(match(tournament), make_user("organiser"))
    second = match(tournament, 2)
    with django_assert_num_queries(6):
        assert preflight(second).keeps_tables
    Participant.objects.filter(pk=players[0].pk).update(withdrawn=True)
    assert (preflight(second).keeps_tables, preflight(second).before is None) == (False, False)


@pytest.mark.parametrize(
    ("rules", "count", "sizes"),
    [
        ("schafkopfschule-2023", 8, [(4, (4, 4))]),
        ("schafkopfschule-2023", 9, []),
        ("house-10-60", 9, [(4, (5, 4))]),
        ("house-10-60", 20, [(4, (4, 4, 4, 4, 4)), (5, (5, 5, 5, 5))]),
        ("house-10-60", 11, []),
        ("palatinate-three", 7, [(3, (4, 3))]),
        ("palatinate-three", 12, [(3, (3, 3, 3, 3)), (4, (4, 4, 4))]),
    ],
)
def test_the_ways_to_fill_tables(db: None, rules: str, count: int, sizes: list[tuple[int, tuple[int, ...]]]) -> None:
    choices = table_choices(make_tournament(rules=rules).ruleset, count)
    assert [(choice.usual, choice.sizes) for choice in choices] == sizes


def test_rules_that_know_no_table_of_four_seat_three(tournament: Tournament) -> None:
    make_participants(tournament, 9)
    text = ruleset_text("palatinate-three").replace("value = [3, 4]", "value = [3]")
    Tournament.objects.filter(pk=tournament.pk).update(frozen_ruleset=text)
    before = preflight(match(tournament))
    assert ([choice.sizes for choice in before.choices], before.dealer_sits_out) == ([(3, 3, 3)], [])


@pytest.mark.parametrize(
    ("rules", "count", "tables"),
    [
        ("house-10-60", 9, ["table of five"]),
        ("house-10-60", 8, []),
        ("palatinate-three", 7, ["table of four"]),
        ("palatinate-three", 12, ["table of four"]),
    ],
)
def test_at_which_tables_the_dealer_sits_out(db: None, rules: str, count: int, tables: list[str]) -> None:
    tournament = make_tournament(rules=rules)
    make_participants(tournament, count)
    assert preflight(match(tournament)).dealer_sits_out == tables


def test_a_list_is_closed_again_as_it_was(db: None) -> None:
    tournament, organiser = make_tournament(rules="palatinate-three"), make_user("organiser")
    make_participants(tournament, 12)
    first = match(tournament)
    assert last_closing(first) is None
    settings = {"source": LotSource.LOTTERY, "note": "Lotto", "usual": 4, "avoid_clubs": True}
    closed = close_list(match=first, actor=organiser, **settings)
    ruleset, choices = tournament.ruleset, preflight(first).choices
    assert settings_of(closed, choices, ruleset) == {**settings, "even_seats": True}
    # Eleven players fit in one way only, so there is no size to choose.
    assert settings_of(closed, table_choices(ruleset, 11), ruleset)["usual"] is None
    reopen_list(closed=closed, actor=organiser)
    again = close_list(match=first, actor=organiser, even_seats=False)
    assert last_closing(first) == again
    assert [one.number for one in closings(first)] == [1, 2]
    # Seats are spread from the second match on, so the choice for the first says nothing about it.
    assert settings_of(again, choices, ruleset)["even_seats"] is True


def test_which_lots_hold(tournament: Tournament) -> None:
    make_participants(tournament, 8)
    organiser = make_user("organiser")
    draw_lots(match(tournament), organiser)
    assert lots_hold(match(tournament)) is None
    draw_lots(match(tournament, 2), organiser)
    refusal = lots_hold(match(tournament))
    assert (refusal.code, str(refusal)) == (
        "later_match_drawn", "Match 2 is drawn already: match 1 cannot be drawn anew."
    )  # fmt: skip
    assert lots_hold(match(tournament, 2)) is None
    discard_draw(match=match(tournament, 2), actor=organiser, reason="Falscher Saal")
    assert lots_hold(match(tournament)) is None
    assert [draw.discard.reason for draw in discarded_draws(match(tournament, 2))] == ["Falscher Saal"]
