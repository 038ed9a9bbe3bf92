"""How a tournament by other rules counts: plus points only, shared places, the criteria of its ruleset."""

import pytest

from tests.worlds.factories import (
    make_participants,
    make_scoresheet,
    make_tournament,
    make_user,
    open_scoresheet,
    write,
)
from tests.worlds.recounted import recomputed_standings
from tests.worlds.sheets import faults, fresh
from tournament.exports.workbook import workbook_of
from tournament.models import Scoresheet, Tournament, User
from tournament.participants.selectors.players import find_curve, find_player
from tournament.participants.selectors.public_names import public_names
from tournament.selectors.games import compare_running
from tournament.selectors.overview import overview
from tournament.selectors.scoresheets import sheet_view
from tournament.standings.selectors.recount import differences
from tournament.standings.selectors.standings import match_standings, overall_standings
from tournament.standings.selectors.words import decisive_text
from tournament.tables.standings import StandingsTable

PLUS_AND_MINUS = 'counting = { value = "plus-and-minus"'
PLUS = 'counting = { value = "plus"'
CHECKSUM = '[[notices]]\ncode = "checksum-is-zero"\nsection = "5.3.3"\n'


@pytest.fixture
def actor(db: None) -> User:
    return make_user("organiser", "supervisor", "desk", username="k.reiter")


@pytest.fixture
def plus_only(actor: User) -> Scoresheet:
    """An open sheet of a tournament that writes no minus points."""
    tournament = make_tournament()
    make_participants(tournament, 4)
    sheet = open_scoresheet(tournament)
    tournament.frozen_ruleset = tournament.frozen_ruleset.replace(PLUS_AND_MINUS, PLUS).replace(CHECKSUM, "")
    tournament.save()
    for number, entry in enumerate(("r12+", "s2+", "r34++", "w4-"), 1):
        write(fresh(sheet), number, entry, actor)
    return fresh(sheet)


def test_plus_points_alone_count(plus_only: Scoresheet, django_assert_num_queries: object) -> None:
    tournament = plus_only.match.tournament
    rows = [(seat.points, seat.plus, seat.minus) for seat in plus_only.seats.all()]
    assert rows == [(-1, 3, 4), (7, 9, 2), (1, 4, 3), (-7, 2, 9)]
    assert faults(plus_only) == []
    # Make the sheet count as if it were complete.
    Scoresheet.objects.update(state="complete")
    with django_assert_num_queries(5):  # type: ignore[operator]
        standings = overall_standings(tournament)
    assert [(line.name, line.total) for line in standings.lines] == [
        ("Huber Bene", 9), ("Löffler Centa", 4), ("Obermaier Anna", 3), ("Süß Dirk", 2),
    ]  # fmt: skip
    assert [line.total for line in match_standings(tournament, 1).lines] == [9, 4, 3, 2]
    assert recomputed_standings(tournament) == standings
    assert differences(tournament) == []


def test_the_sheet_shows_what_counts(plus_only: Scoresheet) -> None:
    view = sheet_view(plus_only)
    assert ([seat.points for seat in view.seats], view.rounds[0].running, view.checksum) == (
        [3, 9, 4, 2],
        (3, 9, 4, 2),
        0,
    )
    assert compare_running(view, (3, 9, 4, 2)).agrees
    assert not compare_running(view, (-1, 7, 1, -7)).agrees


def test_a_players_points_and_curve_are_plus_points(plus_only: Scoresheet) -> None:
    tournament = plus_only.match.tournament
    player = find_player(tournament, 4, overall_standings(tournament), public_names(tournament))
    assert player is not None
    assert (find_curve(player, tournament.ruleset), [seat.points for seat in player.seats]) == ((0, 0, 2, 2), [2])


def house(players: int = 4) -> Tournament:
    tournament = make_tournament(rules="house-10-60")
    make_participants(tournament, players)
    return tournament


def test_equal_points_share_the_place_for_good(actor: User) -> None:
    tournament = house()
    players = list(tournament.participants.all())
    for match in tournament.matches.all():
        make_scoresheet(match, players, [20, 20, -40, 0], solos_won=[1, 0, 0, 0], solos_played=[1, 0, 0, 0])
    standings = overall_standings(tournament)
    assert [line.place for line in standings.lines] == [1, 1, 3, 4]
    assert (standings.final, standings.open_ties) == (True, ())
    assert [decisive_text(line, final=True) for line in standings.lines] == ["", "", "", ""]
    # No lots are drawn, and no criterion has a column.
    assert "Draw lots for equal players" not in [step.title for step in overview(tournament).steps]
    columns = [column.name for column in StandingsTable(tournament, standings, standings.lines).columns]
    assert [name for name in columns if not name.startswith("match_")] == [
        "place", "start_number", "name", "club", "total", "remark",
    ]  # fmt: skip
    assert workbook_of(tournament, standings, [], [""] * 4)


def test_a_lot_is_a_step_where_it_decides(actor: User) -> None:
    tournament = make_tournament()
    assert "Draw lots for equal players" in [step.title for step in overview(tournament).steps]
    standings = overall_standings(tournament)
    columns = [column.name for column in StandingsTable(tournament, standings, []).columns]
    assert columns[4:] == [
        "match_1", "match_2", "total",
        "sie_played", "touts_won", "touts_played", "solos_won", "solos_played", "remark",
    ]  # fmt: skip
