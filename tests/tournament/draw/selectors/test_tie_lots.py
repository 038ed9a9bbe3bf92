"""Lots that were drawn for a tie: they decide, they hold whoever leaves or joins, and they say what they decide."""

import pytest

from tests.worlds.factories import make_participants, make_scoresheet, make_tie_lots, make_tournament
from tournament.models import Participant, Seat, Tournament
from tournament.standings.selectors.standings import overall_standings
from tournament.standings.selectors.words import decisive_text

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament() -> Tournament:
    return make_tournament()


@pytest.fixture
def four(tournament: Tournament) -> list[Participant]:
    """Anna, Bene, Centa, Dirk: start numbers 1 to 4."""
    return make_participants(tournament, 4)


def play(tournament: Tournament, players: list[Participant], first: list[int], second: list[int]):
    """Both matches at one table, accepted."""
    one, two = tournament.matches.all()
    make_scoresheet(one, players, first)
    make_scoresheet(two, players, second)


def ranked(tournament: Tournament) -> list[tuple[int, int, int, str | None]]:
    """Place, start number, total and what decided the place."""
    return [
        (line.place, line.start_number, line.total, line.decided_by) for line in overall_standings(tournament).lines
    ]


def test_recorded_lots_decide_a_full_tie(tournament, four):
    anna, bene, centa, _dirk = four
    play(tournament, four, [3, 3, 3, -9], [0, 0, 0, 0])
    assert [line[0] for line in ranked(tournament)] == [1, 1, 1, 4]
    make_tie_lots(tournament, [centa, anna, bene])
    standings = overall_standings(tournament)
    assert ranked(tournament) == [(1, 3, 3, "lot"), (2, 1, 3, "lot"), (3, 2, 3, "lot"), (4, 4, -9, "points")]
    assert [(line.ahead.place, line.ahead.by) for line in standings.lines if line.ahead] == [
        (2, "lot"),
        (3, "lot"),
        (4, "points"),
    ]
    assert standings.open_ties == ()
    (lots,) = standings.lots
    assert (lots.drawn_by, lots.in_force, lots.new) == ("Vroni Turnier", True, ())
    assert [(member.start_number, member.tied) for member in lots.members] == [(3, True), (1, True), (2, True)]


def test_those_who_remain_tied_keep_the_order_that_was_drawn(tournament, four):
    anna, bene, centa, dirk = four
    play(tournament, four, [3, 3, 3, -9], [0, 0, 0, 0])
    make_tie_lots(tournament, [centa, anna, bene])
    # A correction takes a point from Centa: now Anna and Bene are tied without her.
    seat = Seat.objects.get(match__number=2, participant=centa)
    Seat.objects.filter(pk=seat.pk).update(points=-1, minus=1)
    Seat.objects.filter(match__number=2, participant=dirk).update(points=1, plus=1)
    standings = overall_standings(tournament)
    assert ranked(tournament) == [(1, 1, 3, "lot"), (2, 2, 3, "lot"), (3, 3, 2, "points"), (4, 4, -8, "points")]
    assert standings.open_ties == ()
    (lots,) = standings.lots
    assert [(member.name, member.tied) for member in lots.members] == [
        ("Löffler Centa", False),
        ("Obermaier Anna", True),
        ("Huber Bene", True),
    ]


def test_who_joins_a_drawn_tie_is_to_be_drawn_in(tournament, four):
    anna, bene, centa, _dirk = four
    play(tournament, four, [3, 3, 3, -9], [0, 0, 0, 0])
    make_tie_lots(tournament, [centa, anna])
    standings = overall_standings(tournament)
    (tie,) = standings.ties
    assert [line.name for line in tie.lines] == ["Obermaier Anna", "Huber Bene", "Löffler Centa"]
    assert [[line.name for line in chain] for chain in tie.kept] == [["Löffler Centa", "Obermaier Anna"]]
    assert [lots.in_force for lots in standings.lots] == [False]
    make_tie_lots(tournament, [centa, bene, anna])
    standings = overall_standings(tournament)
    assert [line.start_number for line in standings.lines] == [3, 2, 1, 4]
    assert [[member.name for member in lots.new] for lots in standings.lots] == [[], ["Huber Bene"]]
    assert [lots.in_force for lots in standings.lots] == [True, True]


def test_lots_of_people_who_are_not_equal_any_more_decide_nothing(tournament, four):
    anna, _bene, _centa, dirk = four
    play(tournament, four, [3, 1, -1, -3], [0, 0, 0, 0])
    make_tie_lots(tournament, [dirk, anna])
    standings = overall_standings(tournament)
    assert [line.start_number for line in standings.lines] == [1, 2, 3, 4]
    assert [lots.in_force for lots in standings.lots] == [False]


def test_each_place_says_what_put_it_behind_its_neighbour(tournament, four):
    """Anna and Bene differ in Solos, Bene, Centa and Dirk by lot alone; the first says what put it ahead."""
    one, two = tournament.matches.all()
    make_scoresheet(one, four, [0, 0, 0, 0], solos_won=[1, 0, 0, 0], solos_played=[1, 0, 0, 0])
    make_scoresheet(two, four, [0, 0, 0, 0])
    make_tie_lots(tournament, [four[1], four[2], four[3]])
    assert [decisive_text(line, final=True) for line in overall_standings(tournament).lines] == [
        "ahead of place 2: more Solos and Wenzen won",
        "behind place 1: fewer Solos and Wenzen won",
        "behind place 2: decided by lot",
        "behind place 3: decided by lot",
    ]
