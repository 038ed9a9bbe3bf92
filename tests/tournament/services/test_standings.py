"""The lots of 5.4.2: only after the ranking is final, once, recorded, by authorised logins; two at once draw once."""

import json
import threading

import pytest
from django.db import connection

from tests.factories import make_participants, make_scoresheet, make_tournament, make_user
from tournament import lots
from tournament.models import Event, Participant, Seat, TieLots, Tournament, User
from tournament.refusals import Refused
from tournament.selectors import live
from tournament.selectors.standings import group_key, overall_standings
from tournament.services.standings import draw_tie_lots


@pytest.fixture
def chef(db) -> User:
    return make_user("organiser", username="chef", full_name="Vroni Turnier")


@pytest.fixture
def tournament(db) -> Tournament:
    return make_tournament()


def play_tied(tournament: Tournament, *, state: str = "accepted") -> list[Participant]:
    """Both matches without written games: Anna, Bene, Centa and Dirk are equal in everything."""
    players = make_participants(tournament, 4)
    one, two = tournament.matches.all()
    make_scoresheet(one, players, [0, 0, 0, 0])
    make_scoresheet(two, players, [0, 0, 0, 0], state=state)
    return players


def refused_code(tournament: Tournament, actor: User) -> str:
    with pytest.raises(Refused) as refusal:
        draw_tie_lots(tournament=tournament, actor=actor)
    return refusal.value.code


def test_lots_are_drawn_recorded_and_decide(tournament, chef):
    players = play_tied(tournament)
    before = live.tournament_version(tournament)
    (drawn,) = draw_tie_lots(tournament=tournament, actor=chef)
    ids = [player.pk for player in players]
    assert drawn.group == group_key(ids)
    assert sorted(drawn.order) == ids
    # Anyone can repeat the shuffle: the players by start number, with the recorded seed.
    assert drawn.order == lots.shuffle(ids, drawn.seed)
    standings = overall_standings(tournament)
    assert [(line.place, line.participant, line.decided_by) for line in standings.lines] == [
        (place, participant, "lot") for place, participant in enumerate(drawn.order, start=1)
    ]
    assert live.tournament_version(tournament) > before


def test_the_event_holds_ids_and_no_names(tournament, chef):
    players = play_tied(tournament)
    (drawn,) = draw_tie_lots(tournament=tournament, actor=chef)
    event = Event.objects.get(kind="tie.lots_drawn")
    assert (event.tournament, event.scoresheet, event.actor) == (tournament, None, chef)
    assert json.loads(event.payload) == {
        "tie_lots": drawn.pk,
        "group": sorted(player.pk for player in players),
        "order": drawn.order,
        "seed": drawn.seed,
    }


def test_every_tied_group_draws_its_own_lots(tournament, chef):
    players = make_participants(tournament, 4)
    one, two = tournament.matches.all()
    sheets = [make_scoresheet(match, players, [0, 0, 0, 0]) for match in (one, two)]
    rufer = {"contract": "rufer", "declarer": 1, "partner": 2, "result": "won", "level": "simple"}
    sheets[0].games.create(number=1, record=rufer, source="paper", login=chef, written_at=chef.date_joined)
    for seat, points in zip(sheets[0].seats.all(), [1, 1, -1, -1], strict=True):
        Seat.objects.filter(pk=seat.pk).update(points=points, plus=max(points, 0), minus=max(-points, 0))
    winners, losers = draw_tie_lots(tournament=tournament, actor=chef)
    assert winners.group == group_key([players[0].pk, players[1].pk])
    assert losers.group == group_key([players[2].pk, players[3].pk])
    assert winners.seed != losers.seed


@pytest.mark.parametrize("state", ["open", "complete", "signed"])
def test_not_before_every_sheet_is_accepted(tournament, chef, state):
    play_tied(tournament, state=state)
    assert refused_code(tournament, chef) == "not_final"
    assert not TieLots.objects.exists()


def test_not_while_a_match_is_not_drawn(tournament, chef):
    make_scoresheet(tournament.matches.first(), make_participants(tournament, 4), [0, 0, 0, 0])
    assert refused_code(tournament, chef) == "not_final"


def test_no_lot_without_a_full_tie(tournament, chef):
    players = make_participants(tournament, 4)
    one, two = tournament.matches.all()
    make_scoresheet(one, players, [0, 0, 0, 0], sie_played=[3, 2, 1, 0])
    make_scoresheet(two, players, [0, 0, 0, 0])
    assert refused_code(tournament, chef) == "no_open_tie"


def test_the_second_press_says_who_drew_and_when(tournament, chef):
    play_tied(tournament)
    draw_tie_lots(tournament=tournament, actor=chef)
    order = TieLots.objects.get().order
    with pytest.raises(Refused, match="by Vroni Turnier on ") as refusal:
        draw_tie_lots(tournament=tournament, actor=make_user("supervisor"))
    assert refusal.value.code == "lots_drawn"
    assert TieLots.objects.get().order == order


def test_a_correction_that_changes_the_group_needs_new_lots(tournament, chef):
    players = play_tied(tournament)
    draw_tie_lots(tournament=tournament, actor=chef)
    # Three more games, which cancel out in points: Dirk has played a Sie, a Tout and a Solo, the others have not.
    sheet = tournament.matches.last().scoresheets.get()
    sie = {"contract": "sie", "declarer": 4, "result": "won", "approved": True}
    against = {"contract": "solo-tout", "declarer": 4, "result": "lost", "approved": True}
    for number, record in [(2, sie), (3, against), (4, {"written": [2, 2, 2, -6], "circled": 4})]:
        sheet.games.create(number=number, record=record, source="paper", login=chef, written_at=chef.date_joined)
    for number in (1, 2, 3):
        Seat.objects.filter(scoresheet=sheet, number=number).update(points=0, plus=8, minus=8)
    Seat.objects.filter(scoresheet=sheet, number=4).update(
        plus=24, minus=24, sie_played=1, touts_played=1, solos_played=1
    )
    (again,) = draw_tie_lots(tournament=tournament, actor=chef)
    assert again.group == group_key([player.pk for player in players[:3]])
    assert TieLots.objects.count() == 2
    assert [found.in_force for found in overall_standings(tournament).lots] == [False, True]


def test_no_lots_on_totals_that_the_games_do_not_give(tournament, chef):
    play_tied(tournament)
    sheet = tournament.matches.first().scoresheets.get()
    Seat.objects.filter(scoresheet=sheet, number__in=[1, 2]).update(points=1, plus=1)
    Seat.objects.filter(scoresheet=sheet, number__in=[3, 4]).update(points=-1, minus=1)
    with pytest.raises(Refused, match="match 1, table 1, start number 1") as refusal:
        draw_tie_lots(tournament=tournament, actor=chef)
    assert refusal.value.code == "totals_differ"
    assert not TieLots.objects.exists()


def test_the_desk_may_not_draw(tournament):
    play_tied(tournament)
    assert refused_code(tournament, make_user("desk")) == "not_allowed"


@pytest.mark.django_db(transaction=True)
def test_two_at_once_draw_once():
    tournament = make_tournament()
    play_tied(tournament)
    actors = [make_user("organiser", username="one"), make_user("supervisor", username="two")]
    gate, answers = threading.Barrier(2), []

    def press(actor: User) -> None:
        gate.wait()
        try:
            draw_tie_lots(tournament=tournament, actor=actor)
            answers.append("drawn")
        except Refused as refusal:
            answers.append(refusal.code)
        finally:
            connection.close()

    threads = [threading.Thread(target=press, args=[actor]) for actor in actors]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(answers) == ["drawn", "lots_drawn"]
    assert TieLots.objects.count() == 1
    assert Event.objects.filter(kind="tie.lots_drawn").count() == 1
