"""Lots before everybody: two steps, recomputed by anyone, and the ranking takes those of a tie."""

import json

import pytest
from django.utils import timezone

from tests.worlds.factories import make_user
from tests.worlds.prize_giving import lot_faults, put_out, ranked
from tournament import lots
from tournament.models import Event, Participant, Prize, PrizeGroup, PublicLot, Seat, TieLots, Tournament
from tournament.prizes.selectors import awards_of
from tournament.prizes.selectors.lots import needed_lots, shown_lots
from tournament.prizes.services.lots import close_prize_lot, close_tie_lot, draw_lot, give_up_lot
from tournament.proof.selectors.event_words import event_lines
from tournament.proof.selectors.original_keys import original_keys
from tournament.proof.services.audit_draws import _ties
from tournament.proof.services.audit_replay import replay_tournament
from tournament.refusals import Refused
from tournament.services import versions
from tournament.services.events import chain
from tournament.standings.selectors.standings import overall_standings

pytestmark = pytest.mark.django_db


@pytest.fixture
def raffle():
    tournament, players, actor = ranked()
    (prize,) = put_out(tournament, 1, "raffle")
    return tournament, players, actor, prize


def test_a_raffle_among_all_present(raffle):
    tournament, (anna, bene, centa, dirk), actor, prize = raffle
    Participant.objects.filter(pk=dirk.pk).update(arrived=False)
    versions.bump(tournament)
    lot = close_prize_lot(tournament=tournament, actor=actor, prize=prize)
    assert lot.entrants == [anna.pk, bene.pk, centa.pk]
    assert close_prize_lot(tournament=tournament, actor=actor, prize=prize) == lot
    (lot_view,) = shown_lots(tournament)
    assert "secret" not in lot_view.protocol
    assert lot_view.protocol["commitment"] == lots.commitment(lot.secret)
    # Whoever comes after the list is closed is not on it.
    Participant.objects.filter(pk=dirk.pk).update(arrived=True)
    draw_lot(lot=lot, actor=actor, numbers=["7", "042"])
    (lot_view,) = shown_lots(tournament)
    assert lots.verify_lot(json.loads(json.dumps(lot_view.protocol))) == []
    assert lot_view.protocol["commitment"] == lot.commitment
    (award,) = awards_of(tournament).awards
    assert [award.participant] == [
        {one.start_number: one.pk for one in (anna, bene, centa)}[lot_view.protocol["order"][0]]
    ]
    assert award.reason.by_lot
    assert lot_faults(tournament) == []
    assert [line.words.split(":")[0] for line in event_lines(tournament)][-2:] == [
        "Lot before everybody, prize 1",
        "Lot before everybody, prize 1, in this order",
    ]


def test_what_is_refused(raffle):
    tournament, _players, actor, prize = raffle
    with pytest.raises(Refused) as refused:
        close_prize_lot(tournament=tournament, actor=make_user("desk"), prize=prize)
    assert refused.value.code == "not_allowed"
    lot = close_prize_lot(tournament=tournament, actor=actor, prize=prize)
    for numbers in ([], ["x"], ["1"] * 13, ["1" * 21], ["٤"]):
        with pytest.raises(Refused, match="one to twelve numbers"):
            draw_lot(lot=lot, actor=actor, numbers=numbers)
    give_up_lot(lot=lot, actor=actor)
    with pytest.raises(Refused, match="given up"):
        draw_lot(lot=lot, actor=actor, numbers=["1"])
    second = close_prize_lot(tournament=tournament, actor=actor, prize=prize)
    assert second.pk != lot.pk
    draw_lot(lot=second, actor=actor, numbers=["1"])
    with pytest.raises(Refused, match="never drawn again"):
        draw_lot(lot=second, actor=actor, numbers=["2"])
    with pytest.raises(Refused, match="never drawn again"):
        give_up_lot(lot=second, actor=actor)
    with pytest.raises(Refused, match="No lot is needed"):
        close_prize_lot(tournament=tournament, actor=actor, prize=prize)
    assert lot_faults(tournament) == []


def test_whoever_has_another_prize_is_on_the_list_and_passed_over(raffle):
    """Anna has won the ham, and gets one prize. The hall learns after the prize-giving who gets the raffled one."""
    tournament, (anna, *others), actor, prize = raffle
    put_out(tournament, 1, "place", argument="1")
    PrizeGroup.objects.update(per_head="overall")
    Prize.objects.filter(pk=prize.pk).update(number=3)
    Tournament.objects.filter(pk=tournament.pk).update(release="frozen")
    tournament.refresh_from_db()
    lot = close_prize_lot(tournament=tournament, actor=actor, prize=prize)
    assert lot.entrants == [anna.pk, *(one.pk for one in others)]
    lot.order = [anna.pk, *(one.pk for one in others)]
    lot.drawn_by, lot.drawn_at = actor, timezone.now()
    lot.save()
    (in_hall,), (at_desk,) = shown_lots(tournament), shown_lots(tournament, for_management=True)
    assert (in_hall.withheld, in_hall.winners) == (True, ())
    assert (at_desk.withheld, [*map(str, at_desk.winners)]) == (True, ["2 Bene Huber"])
    tournament.release = "published"
    (in_hall,) = shown_lots(tournament)
    assert (in_hall.withheld, [*map(str, in_hall.winners)]) == (False, ["2 Bene Huber"])


@pytest.mark.parametrize("column", ["order", "numbers", "secret", "entrants"])
def test_the_audit_draws_again(raffle, column):
    tournament, _players, actor, prize = raffle
    lot = draw_lot(lot=close_prize_lot(tournament=tournament, actor=actor, prize=prize), actor=actor, numbers=["3"])
    changed = {"order": lot.order[::-1], "numbers": ["4"], "secret": "0" * 64, "entrants": lot.entrants[:3]}[column]
    PublicLot.objects.filter(pk=lot.pk).update(**{column: changed})
    assert lot_faults(tournament)


@pytest.fixture
def tie():
    """Anna and Bene are equal in everything."""
    tournament, players, actor = ranked()
    Seat.objects.filter(participant__in=players[:2]).update(points=20, plus=20, minus=0)
    versions.bump(tournament)
    return tournament, players, actor


def test_the_ranking_takes_the_lots_of_a_tie(tie, monkeypatch):
    tournament, (anna, bene, centa, _dirk), actor = tie
    monkeypatch.setattr("tournament.standings.services.standings.check_totals", lambda tournament: None)
    prizes, ties = needed_lots(tournament)
    assert (prizes, [open_tie.start_numbers for open_tie in ties]) == ([], [(1, 2)])
    with pytest.raises(Refused, match="no open tie"):
        close_tie_lot(tournament=tournament, actor=actor, member=centa.pk)
    lot = close_tie_lot(tournament=tournament, actor=actor, member=bene.pk)
    assert close_tie_lot(tournament=tournament, actor=actor, member=anna.pk) == lot
    draw_lot(lot=lot, actor=actor, numbers=["7"])
    lot.refresh_from_db()
    row = TieLots.objects.get()
    assert row.order == lot.order
    standings = overall_standings(tournament)
    assert not standings.open_ties
    assert [line.participant for line in standings.lines[:2]] == lot.order
    assert (shown_lots(tournament)[0].first_place, shown_lots(tournament)[0].won) == (1, frozenset())
    assert shown_lots(tournament)[0].protocol["seed"] == row.seed
    logged = replay_tournament(chain(tournament, None))
    numbers = {anna.pk: 1, bene.pk: 2}
    assert list(_ties(logged, tournament, original_keys(tournament), numbers)) == []
    assert lot_faults(tournament) == []


def test_prizes_wait_for_the_lots_of_their_places(tie, monkeypatch):
    """Else the hall reads who has won a prize, and the lot between the places gives it to somebody else."""
    tournament, (anna, *_), actor = tie
    monkeypatch.setattr("tournament.standings.services.standings.check_totals", lambda tournament: None)
    (first,), (raffle,) = put_out(tournament, 1, "place", argument="1"), put_out(tournament, 1, "raffle")
    prizes, _ties_open = needed_lots(tournament)
    assert [(one.prize.criterion, one.early) for one in prizes] == [("place", True), ("raffle", False)]
    with pytest.raises(Refused, match="First draw the lots between those who are equal"):
        close_prize_lot(tournament=tournament, actor=actor, prize=first)
    close_prize_lot(tournament=tournament, actor=actor, prize=raffle)
    draw_lot(lot=close_tie_lot(tournament=tournament, actor=actor, member=anna.pk), actor=actor, numbers=["7"])
    with pytest.raises(Refused, match="No lot is needed"):
        close_prize_lot(tournament=tournament, actor=actor, prize=first)


def test_a_tie_that_is_another_one_by_now_is_not_drawn(tie, monkeypatch):
    tournament, players, actor = tie
    monkeypatch.setattr("tournament.standings.services.standings.check_totals", lambda tournament: None)
    lot = close_tie_lot(tournament=tournament, actor=actor, member=players[0].pk)
    Seat.objects.filter(participant=players[2]).update(points=20, plus=20, minus=0)
    before = Event.objects.count()
    with pytest.raises(Refused, match="Since the list was closed"):
        draw_lot(lot=lot, actor=actor, numbers=["7"])
    lot.refresh_from_db()
    assert lot.drawn_at is None
    assert Event.objects.count() == before


def test_equal_people_where_a_thing_cannot_be_shared():
    tournament, players, actor = ranked()
    (prize,) = put_out(tournament, 1, "solos")
    Seat.objects.filter(participant__in=players[1:3]).update(solos_won=4, solos_played=5)
    versions.bump(tournament)
    ((needed,), _ties_open) = needed_lots(tournament)
    assert (needed.prize, needed.among) == (prize, 2)
    lot = close_prize_lot(tournament=tournament, actor=actor, prize=prize)
    assert lot.entrants == [players[1].pk, players[2].pk]
    Seat.objects.filter(participant=players[3]).update(solos_won=4, solos_played=5)
    versions.bump(tournament)
    with pytest.raises(Refused, match="Since the list was closed"):
        draw_lot(lot=lot, actor=actor, numbers=["7"])
