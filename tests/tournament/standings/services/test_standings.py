"""The lots of 5.4.2: only after the ranking is final, once, recorded, by authorised logins; two at once draw once."""

import json
import threading

import pytest
from django.db import connection

from tests.damage.rewriting import link_anew
from tests.damage.tampering import triggers_off
from tests.worlds.factories import make_participants, make_scoresheet, make_tournament, make_user
from tests.worlds.short_tournament import ONE_MATCH, play_match, short_tournament
from tournament import lots
from tournament.draw.selectors.tie_lots import group_key
from tournament.models import Event, Participant, Seat, TieLots, Tournament, User
from tournament.offences import Offence
from tournament.participants.services.conduct import exclude, readmit
from tournament.proof.integrity.canonical import canonical
from tournament.proof.services.audit import audit_tournament
from tournament.refusals import Refused
from tournament.selectors import versions
from tournament.standings.selectors.standings import overall_standings
from tournament.standings.services.standings import draw_tie_lots


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
    before = versions.tournament_version(tournament)
    (row,) = draw_tie_lots(tournament=tournament, actor=chef)
    ids = [player.pk for player in players]
    assert row.group == group_key(ids)
    assert sorted(row.order) == ids
    # Anyone can repeat the shuffle: the players by start number, with the recorded seed.
    assert row.order == lots.shuffle(ids, row.seed)
    standings = overall_standings(tournament)
    assert [(line.place, line.participant, line.decided_by) for line in standings.lines] == [
        (place, participant, "lot") for place, participant in enumerate(row.order, start=1)
    ]
    assert versions.tournament_version(tournament) > before


def test_the_event_holds_ids_and_no_names(tournament, chef):
    players = play_tied(tournament)
    (row,) = draw_tie_lots(tournament=tournament, actor=chef)
    event = Event.objects.get(kind="tie.lots_drawn")
    assert (event.tournament, event.scoresheet, event.actor) == (tournament, None, chef)
    assert json.loads(event.payload) == {
        "tie_lots": row.pk,
        "group": sorted(player.pk for player in players),
        "kept": [],
        "order": row.order,
        "seed": row.seed,
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


def places(tournament: Tournament) -> list[int]:
    """The start numbers in the order of their places."""
    return [line.start_number for line in overall_standings(tournament).lines if line.place]


def test_the_rest_keeps_its_order_whoever_leaves_and_comes_back(tournament, chef):
    players = play_tied(tournament)
    draw_tie_lots(tournament=tournament, actor=chef)
    order = places(tournament)
    for leaver in players:
        exclude(participant=leaver, offence=Offence.CHEATING, actor=chef, reason="falsch gemischt")
        assert places(tournament) == [number for number in order if number != leaver.start_number]
        assert refused_code(tournament, chef) == "lots_drawn"
        readmit(participant=leaver, actor=chef)
        assert places(tournament) == order
    assert TieLots.objects.count() == 1


def test_an_exclusion_does_not_turn_the_drawn_order_round(db):
    actor = make_user("organiser", "supervisor", "desk", username="reiter")
    tournament = short_tournament(actor, rules=ONE_MATCH, players=12)
    one, two, _three = play_match(tournament.matches.get(), [[9, 3, -6, -6], [3, 3, -3, -3], [5, 1, -3, -3]], actor)
    draw_tie_lots(tournament=tournament, actor=actor)
    order = places(tournament)
    assert sorted(order[2:5]) == sorted(player.start_number for player in (one[1], two[0], two[1]))
    excluded = tournament.participants.get(start_number=order[3])
    exclude(participant=excluded, offence=Offence.CHEATING, actor=actor, reason="falsch gemischt")
    assert places(tournament) == [number for number in order if number != excluded.start_number]
    assert overall_standings(tournament).lots[0].in_force
    readmit(participant=excluded, actor=actor)
    assert places(tournament) == order


def test_who_joins_a_drawn_tie_is_drawn_in_among_the_others(tournament, chef):
    *three, dirk = play_tied(tournament)
    exclude(participant=dirk, offence=Offence.CHEATING, actor=chef, reason="falsch gemischt")
    (first_row,) = draw_tie_lots(tournament=tournament, actor=chef)
    readmit(participant=dirk, actor=chef)
    (again,) = draw_tie_lots(tournament=tournament, actor=chef)
    assert [one for one in again.order if one != dirk.pk] == first_row.order
    payload_of_event = json.loads(Event.objects.filter(kind="tie.lots_drawn").latest("pk").payload)
    assert payload_of_event["kept"] == [first_row.order]
    # Anyone can repeat it: the group by start number, what was drawn before, and the recorded seed.
    assert again.order == lots.draw_in(
        [*(player.pk for player in three), dirk.pk], payload_of_event["kept"], again.seed
    )
    assert tie_faults(tournament) == []
    order = again.order[::-1]
    with triggers_off():
        TieLots.objects.filter(pk=again.pk).update(order=order)
        Event.objects.filter(kind="tie.lots_drawn", payload__contains=again.seed).update(
            payload=canonical({**payload_of_event, "order": order})
        )
        link_anew(Event.objects.filter(tournament=tournament, scoresheet=None).order_by("sequence"))
    assert tie_faults(tournament) == [f"lots of a tie {again.pk} are not what their seed gives"]


def tie_faults(tournament: Tournament) -> list[str]:
    return [fault.what for fault in audit_tournament(tournament).faults if "lots of a tie" in fault.what]


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
