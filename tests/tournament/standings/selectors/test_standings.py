"""The standings: places, the criteria of 5.4.2 each deciding once, lots, what is missing, and the recount."""

import pytest
from django.utils import timezone

from tests.worlds.factories import make_participants, make_scoresheet, make_tie_lots, make_tournament, make_user
from tests.worlds.recounted import recomputed_standings
from tournament.models import Participant, Seat, Tournament
from tournament.standings.selectors.recount import TotalDifference, differences
from tournament.standings.selectors.standings import Margin, UnsettledSheet, match_standings, overall_standings

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament() -> Tournament:
    return make_tournament()


@pytest.fixture
def four(tournament: Tournament) -> list[Participant]:
    """Anna, Bene, Centa, Dirk: start numbers 1 to 4."""
    return make_participants(tournament, 4)


def play(tournament: Tournament, players: list[Participant], first: list[int], second: list[int], **counts: list[int]):
    """Both matches at one table, accepted, with the counters in match 1."""
    one, two = tournament.matches.all()
    make_scoresheet(one, players, first, **counts)
    make_scoresheet(two, players, second)


def ranked(tournament: Tournament) -> list[tuple[int, int, int, str | None]]:
    """Place, start number, total and what decided the place."""
    return [
        (line.place, line.start_number, line.total, line.decided_by) for line in overall_standings(tournament).lines
    ]


def test_points_of_both_matches_make_the_ranking(tournament, four):
    play(tournament, four, [10, -4, -3, -3], [-2, 8, -3, -3])
    standings = overall_standings(tournament)
    assert [(line.place, line.name, line.match_points, line.total) for line in standings.lines] == [
        (1, "Obermaier Anna", (10, -2), 8),
        (2, "Huber Bene", (-4, 8), 4),
        (3, "Löffler Centa", (-3, -3), -6),
        (3, "Süß Dirk", (-3, -3), -6),
    ]
    assert standings.final
    assert standings.open_ties == ((four[2].pk, four[3].pk),)
    assert [line.tied for line in standings.lines] == [False, False, True, True]


# 5.4.2, a to e, as the rules list them. Bene is ahead by the criterion though Anna has more of everything after it.
CRITERIA = [
    ("a", "sie_played", {"sie_played": [0, 1, 0, 0], "touts_won": [2, 0, 0, 0], "touts_played": [2, 0, 0, 0]}),
    ("b", "touts_won", {"touts_won": [0, 1, 0, 0], "touts_played": [3, 1, 0, 0]}),
    ("c", "touts_played", {"touts_played": [0, 1, 0, 0], "solos_won": [4, 0, 0, 0], "solos_played": [4, 0, 0, 0]}),
    ("d", "solos_won", {"solos_won": [1, 2, 0, 0], "solos_played": [5, 2, 0, 0]}),
    ("e", "solos_played", {"solos_won": [1, 1, 0, 0], "solos_played": [1, 2, 0, 0]}),
]


@pytest.mark.parametrize(("criterion", "counts"), [row[1:] for row in CRITERIA], ids=[row[0] for row in CRITERIA])
def test_each_criterion_of_5_4_2_decides_once(tournament, four, criterion, counts):
    play(tournament, four, [5, 3, -4, -4], [0, 2, -3, 1], **counts)
    assert ranked(tournament) == [
        (1, 2, 5, criterion),
        (2, 1, 5, criterion),
        (3, 4, -3, "points"),
        (4, 3, -7, "points"),
    ]
    lines = overall_standings(tournament).lines
    assert [(line.ahead.place, line.ahead.by) for line in lines if line.ahead] == [
        (2, criterion),
        (3, "points"),
        (4, "points"),
    ]
    assert [(line.behind.place, line.behind.by) for line in lines if line.behind] == [
        (1, criterion),
        (2, "points"),
        (3, "points"),
    ]
    assert overall_standings(tournament).open_ties == ()


def test_counters_of_both_matches_are_added(tournament, four):
    one, two = tournament.matches.all()
    make_scoresheet(one, four, [3, 3, -3, -3], solos_won=[2, 1, 0, 0], solos_played=[2, 1, 0, 0])
    make_scoresheet(two, four, [0, 0, 0, 0], solos_won=[0, 2, 0, 0], solos_played=[0, 2, 0, 0])
    assert ranked(tournament)[:2] == [(1, 2, 3, "solos_won"), (2, 1, 3, "solos_won")]
    assert overall_standings(tournament).lines[0].solos_played == 3


def test_a_void_sheet_counts_nothing_and_holds_nothing_up(tournament, four):
    one, two = tournament.matches.all()
    make_scoresheet(one, four, [10, -4, -3, -3], state="void", solos_won=[3, 0, 0, 0], solos_played=[3, 0, 0, 0])
    make_scoresheet(two, four, [-2, 4, -1, -1])
    standings = overall_standings(tournament)
    assert ranked(tournament)[0] == (1, 2, 4, "points")
    assert standings.lines[-1].match_points == (0, -2)
    assert [part.void for part in standings.progress] == [(1,), ()]
    assert [line.solos_won for line in standings.lines] == [0, 0, 0, 0]
    assert standings.final


def test_provisional_names_the_missing_tables(tournament):
    players = make_participants(tournament, 12)
    one, _two = tournament.matches.all()
    states = ["open", "accepted", "complete"]
    for table, state in enumerate(states, start=1):
        make_scoresheet(one, players[4 * table - 4 : 4 * table], [table, 0, 0, -table], table=table, state=state)
    standings = overall_standings(tournament)
    assert not standings.final
    progress = [
        (part.sheets, part.counted, part.missing, part.unaccepted, part.unsettled) for part in standings.progress
    ]
    assert progress == [(3, 2, (1,), (3,), (1, 3)), (0, 0, (), (), ())]
    assert not standings.progress[1].final


def test_a_sheet_counts_as_soon_as_it_is_complete(tournament):
    """A player at an open sheet has no place, and is never listed with 0 points ahead of those who lost."""
    players = make_participants(tournament, 12)
    one, two = tournament.matches.all()
    lost = make_scoresheet(one, players[4:8], [9, 1, -4, -6], table=2, state="complete")
    make_scoresheet(one, players[:4], [40, 0, 0, -40], table=1, state="open")
    world = make_scoresheet(one, players[8:], [5, 0, 0, -5], table=3, state="open", sie_played=[1, 0, 0, 0])
    write_games(world, *[{"written": [1, 0, 0, -1]}] * 5, {"unplayed": True})
    lines = overall_standings(tournament).lines
    assert [(line.place, line.start_number, line.total, line.match_points) for line in lines] == [
        *[(place, 4 + place, points, (points, None)) for place, points in enumerate([9, 1, -4, -6], 1)],
        *[(None, number, 0, (None, None)) for number in (1, 2, 3, 4, 9, 10, 11, 12)],
    ]
    assert [(line.games, line.games_in_all, line.sie_played) for line in (lines[0], lines[8])] == [
        (32, 64, 0),
        (0, 64, 0),
    ]
    assert lines[8].missing == (UnsettledSheet(match=1, table=3, written=5, games=32, points=5),)
    assert [line.place for line in match_standings(tournament, 1).lines] == [1, 2, 3, 4, *[None] * 8]
    # The next match adds to it; until its sheet is complete, the first match decides the place.
    lost.state = "accepted"
    make_scoresheet(two, players[4:8], [-20, 20, 0, 0], table=1, state="open")
    assert [
        (line.place, line.total, line.games, len(line.missing)) for line in overall_standings(tournament).lines[:2]
    ] == [
        (1, 9, 32, 1),
        (2, 1, 32, 1),
    ]


def test_a_sheet_of_lines_that_were_not_played_stands_on_no_game(tournament, four):
    write_games(make_scoresheet(tournament.matches.first(), four, [0] * 4), *[{"unplayed": True}] * 32)
    assert {line.games for line in overall_standings(tournament).lines} == {0}


@pytest.mark.parametrize("state", ["complete", "signed", "accepted", "void"])
def test_every_state_from_complete_on_counts(tournament, four, state):
    make_scoresheet(tournament.matches.first(), four, [3, 1, -1, -3], state=state)
    points = (0, 0, 0, 0) if state == "void" else (3, 1, -1, -3)
    lines = overall_standings(tournament).lines
    assert tuple(line.total for line in lines) == points
    assert [line.place for line in lines] == ([1] * 4 if state == "void" else [1, 2, 3, 4])
    assert {(line.games, line.void) for line in lines} == ({(0, ((1, 1),))} if state == "void" else {(32, ())})


@pytest.mark.parametrize("ranks", [False, True])
def test_a_house_player_takes_a_place_only_where_the_tournament_says_so(tournament, four, ranks):
    """Bene is of the house: the others close the gap, and no lot is needed between him and Anna."""
    tournament.ranks_house_players = ranks
    play(tournament, four, [4, 4, 4, -12], [0, 0, 0, 0])
    Participant.objects.filter(pk=four[1].pk).update(house=True)
    standings = overall_standings(tournament)
    lines = [(line.place, line.start_number, line.total, line.house, line.unplaced) for line in standings.lines]
    if ranks:
        assert lines == [
            (1, 1, 4, False, ""),
            (1, 2, 4, True, ""),
            (1, 3, 4, False, ""),
            (4, 4, -12, False, ""),
        ]
        assert standings.open_ties == (tuple(player.pk for player in four[:3]),)
    else:
        assert lines == [
            (1, 1, 4, False, ""),
            (1, 3, 4, False, ""),
            (3, 4, -12, False, ""),
            (None, 2, 4, True, "house"),
        ]
        assert standings.open_ties == ((four[0].pk, four[2].pk),)
    assert [line.place for line in match_standings(tournament, 1).lines] == ([1, 1, 1, 4] if ranks else [1, 1, 3, None])


def test_between_house_players_without_a_place_nothing_is_decided(tournament, four):
    play(tournament, four, [5, 5, -5, -5], [0, 0, 0, 0])
    Participant.objects.filter(pk__in=[four[2].pk, four[3].pk]).update(house=True)
    standings = overall_standings(tournament)
    assert (standings.open_ties, [line.place for line in standings.lines]) == (
        ((four[0].pk, four[1].pk),),
        [1, 1, None, None],
    )


def test_who_left_keeps_points_and_place(tournament):
    players = make_participants(tournament, 5)
    one, two = tournament.matches.all()
    make_scoresheet(one, players[:4], [20, 5, -5, -20])
    Participant.objects.filter(pk=players[0].pk).update(withdrawn=True)
    make_scoresheet(two, players[1:], [1, 1, 1, -3])
    lines = overall_standings(tournament).lines
    assert [(line.place, line.start_number, line.left, line.games) for line in lines[:2]] == [
        (1, 1, True, 32),
        (2, 2, False, 64),
    ]


def test_behind_a_shared_place_the_reason_is_told(tournament, four):
    """Places 1, 1, 3: what put the third behind, with the figures of both."""
    play(tournament, four, [4, 4, 4, -12], [0, 0, 0, 0], solos_won=[2, 2, 0, 0], solos_played=[2, 2, 1, 0])
    lines = overall_standings(tournament).lines
    assert [(line.place, line.decided_by, line.tied) for line in lines] == [
        (1, "solos_won", True),
        (1, "solos_won", True),
        (3, "solos_won", False),
        (4, "points", False),
    ]
    assert lines[1].ahead == Margin(place=3, by="solos_won", mine=2, theirs=0)
    assert lines[2].behind == Margin(place=1, by="solos_won", mine=0, theirs=2)
    assert lines[2].ahead == Margin(place=4, by="points", mine=4, theirs=-12)
    assert (lines[0].behind, lines[3].ahead) == (None, None)


def test_final_only_when_every_match_is_drawn_and_settled(tournament, four):
    one, two = tournament.matches.all()
    make_scoresheet(one, four, [1, 1, -1, -1])
    assert match_standings(tournament, 1).final
    assert not overall_standings(tournament).final
    sheet = make_scoresheet(two, four, [0, 0, 0, 0], state="signed")
    assert not overall_standings(tournament).final
    sheet.state = "void"
    sheet.save()
    assert overall_standings(tournament).final


def test_only_who_has_a_seat_is_ranked(tournament):
    players = make_participants(tournament, 6)
    one, two = tournament.matches.all()
    make_scoresheet(one, players[:4], [1, 1, -1, -1])
    make_scoresheet(two, players[1:5], [2, 0, -1, -1])
    lines = {line.start_number: line.match_points for line in overall_standings(tournament).lines}
    assert lines == {1: (1, None), 2: (1, 2), 3: (-1, 0), 4: (-1, -1), 5: (None, -1)}


def test_nothing_drawn_gives_an_empty_ranking(tournament, four):
    standings = overall_standings(tournament)
    assert standings.lines == ()
    assert not standings.final
    assert not match_standings(tournament, 1).final


def test_equal_points_share_the_place_in_a_match(tournament, four):
    play(tournament, four, [4, 4, -2, -6], [9, 0, -9, 0], solos_won=[1, 0, 0, 0], solos_played=[1, 0, 0, 0])
    standings = match_standings(tournament, 1)
    assert [(line.place, line.start_number, line.total, line.solos_won) for line in standings.lines] == [
        (1, 1, 4, 1),
        (1, 2, 4, 0),
        (3, 3, -2, 0),
        (4, 4, -6, 0),
    ]
    assert standings.open_ties == ()


def test_queries_do_not_grow_with_the_players(tournament, django_assert_num_queries):
    players = make_participants(tournament, 24)
    one, two = tournament.matches.all()
    for match in (one, two):
        for table in range(1, 7):
            make_scoresheet(match, players[4 * table - 4 : 4 * table], [3, 3, -3, -3], table=table)
    make_tie_lots(tournament, players[:2])
    with django_assert_num_queries(6):  # of a final one, also where it departed from the rules
        overall_standings(tournament)
    with django_assert_num_queries(4):
        match_standings(tournament, 1)
    with django_assert_num_queries(7):
        recomputed_standings(tournament)
    with django_assert_num_queries(3):
        differences(tournament)


def write_games(sheet, *records: dict) -> None:
    """Write lines of a sheet as rows; their points do not matter to the recount, which reads the records."""
    writer = make_user(username="desk-1")
    for number, record in enumerate(records, start=1):
        sheet.games.create(number=number, record=record, source="paper", login=writer, written_at=timezone.now())


def test_the_recount_knows_only_the_game_records(tournament, four):
    one, _two = tournament.matches.all()
    sheet = make_scoresheet(one, four, [0, 0, 0, 0])
    rufer = {"contract": "rufer", "declarer": 1, "partner": 3, "result": "won", "level": "simple"}
    solo = {"contract": "solo", "declarer": 2, "result": "lost", "level": "simple"}
    struck = {"contract": "solo", "declarer": 1, "result": "won", "level": "simple", "struck": True}
    write_games(sheet, rufer, solo, struck)
    # 5.2.7: Rufer 1 for each; Solo lost 6, the others 2 each; a struck game counts for nothing.
    recounted = {line.start_number: (line.total, line.solos_played) for line in recomputed_standings(tournament).lines}
    assert recounted == {1: (3, 0), 2: (-7, 1), 3: (3, 0), 4: (1, 0)}


def test_differences_are_named(tournament, four):
    one, _two = tournament.matches.all()
    sheet = make_scoresheet(one, four, [1, -1, 1, -1], table=7, solos_played=[0, 0, 0, 2])
    write_games(sheet, {"contract": "rufer", "declarer": 1, "partner": 3, "result": "won", "level": "simple"})
    values = {"match": 1, "table": 7, "start_number": 4, "name": "Süß Dirk", "kept": 2, "recounted": 0}
    assert differences(tournament) == [TotalDifference(total="solos_played", **values)]
    Seat.objects.filter(scoresheet=sheet, number=4).update(solos_played=0)
    assert differences(tournament) == []


def test_an_undecided_approval_counts_nothing_in_the_recount(tournament, four):
    one, _two = tournament.matches.all()
    sheet = make_scoresheet(one, four, [0, 0, 0, 0])
    rufer = {"contract": "rufer", "declarer": 1, "partner": 3, "result": "won", "level": "simple"}
    write_games(sheet, rufer, {"contract": "solo-tout", "declarer": 2, "result": "won"})
    tout = sheet.games.get(number=2)
    supervisor = make_user("supervisor", username="aufsicht")
    approval = tout.approvals.create(section="5.2.14", login=supervisor, requested_at=timezone.now())
    totals = {line.start_number: line.total for line in recomputed_standings(tournament).lines}
    assert totals == {1: 1, 2: -1, 3: 1, 4: -1}
    approval.state, approval.supervisor, approval.decided_at = "granted", supervisor, timezone.now()
    approval.save()
    # 5.2.7: a Tout is 18, the others lose 6 each.
    totals = {line.start_number: line.total for line in recomputed_standings(tournament).lines}
    assert totals == {1: -5, 2: 17, 3: -5, 4: -7}
