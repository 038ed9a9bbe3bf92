"""What a tournament did beside the published rules and the lots: nothing for most, else one line below the ranking."""

import pytest

from scoring.ruleset import ruleset_text
from tests.worlds.factories import draw_lots, make_participants, make_tournament, make_user
from tournament import lots
from tournament.draw.services.draw import discard_draw
from tournament.draw.services.seats import exchange_seats
from tournament.models import Draw, Seat, Tournament, User
from tournament.rulesets.services import create_ruleset
from tournament.standings.selectors.departures import departures_line

pytestmark = pytest.mark.django_db


@pytest.fixture
def organiser() -> User:
    return make_user("organiser")


def test_a_tournament_by_the_book_has_none(organiser, django_assert_num_queries):
    tournament = make_tournament()
    make_participants(tournament, 8)
    draw_lots(tournament.matches.get(number=1), organiser)
    tournament = Tournament.objects.get()
    with django_assert_num_queries(1):
        assert departures_line(tournament) == ""


def test_own_rules_are_named(organiser):
    text = ruleset_text("schafkopfschule-2023").replace('id = "schafkopfschule-2023"', 'id = "club"')
    create_ruleset(actor=organiser, text=text.replace('title = "', 'title = "Süße Sau, '))
    tournament = make_tournament(rules="club")
    assert departures_line(tournament).startswith("Beside the published rules and the lots: played by own rules, “Süße")


def test_places_draws_and_seats_are_counted(organiser):
    tournament = make_tournament()
    one, *_others = make_participants(tournament, 8)
    one.fixed_table, one.fixed_seat = 1, 2
    one.save()
    draw_lots(tournament.matches.get(number=1), organiser)
    discard_draw(match=tournament.matches.get(number=1), actor=organiser, reason="Zwei kamen zu spät")
    draw_lots(tournament.matches.get(number=1), organiser)
    first = Seat.objects.get(scoresheet__table_number=1, number=3, scoresheet__state="open")
    second = Seat.objects.get(scoresheet__table_number=2, number=3, scoresheet__state="open")
    exchange_seats(first=first, second=second, actor=organiser, reason="Vater und Sohn")
    line = departures_line(Tournament.objects.get())
    assert "1 fixed place; 1 draw taken back; " in line
    assert "after the draw" in line


def test_lots_entered_by_hand_are_counted(organiser):
    tournament = make_tournament()
    make_participants(tournament, 8)
    draw_lots(tournament.matches.get(number=1), organiser)
    draw = Draw.objects.get()
    Draw.objects.create(
        match=tournament.matches.get(number=2),
        protocol=draw.protocol | {"algorithm": lots.BY_HAND},
        drawn_by=organiser,
        drawn_at=draw.drawn_at,
    )
    assert "lots of 1 draw entered by hand" in departures_line(tournament)
