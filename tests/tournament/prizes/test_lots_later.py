"""What comes after a lot before everybody: other numbers, more people who stand equal, a second list."""

import json

import pytest

from tests.worlds.prize_giving import lot_faults, put_out, ranked
from tournament import lots
from tournament.models import Prize, PublicLot, Scoresheet, Seat
from tournament.prizes.selectors import awards_of
from tournament.prizes.selectors.lots import needed_lots, open_lot, shown_lots
from tournament.prizes.services.acts import waive
from tournament.prizes.services.lots import close_prize_lot, draw_lot
from tournament.refusals import Refused
from tournament.services import versions
from tournament.standings.services.release import freeze

pytestmark = pytest.mark.django_db


@pytest.fixture
def equal():
    """Bene and Centa have won equally many Solos, and there is one prize for it."""
    tournament, players, actor = ranked()
    (prize,) = put_out(tournament, 1, "solos")
    solos(tournament, players[1:3])
    return tournament, players, actor, prize


def solos(tournament, people):
    Seat.objects.filter(participant__in=people).update(solos_won=4, solos_played=5)
    versions.bump(tournament)


def draw(tournament, actor, prize, *numbers):
    lot = close_prize_lot(tournament=tournament, actor=actor, prize=prize)
    return draw_lot(lot=lot, actor=actor, numbers=numbers or ["7"])


def test_the_screen_says_who_gets_the_prize_at_one_of_the_places_that_equal_people_share(monkeypatch):
    """The drawn order is that of their places: a prize for place 2 is the second one's, whoever was drawn first."""
    monkeypatch.setattr("tournament.standings.selectors.standings._open_ties", lambda ranking: ())
    tournament, (anna, bene, *_), actor = ranked()
    (bottle,) = put_out(tournament, 1, "place", argument="2")
    Seat.objects.filter(participant__in=[anna, bene]).update(points=20, plus=20, minus=0)
    versions.bump(tournament)
    lot = draw(tournament, actor, bottle)
    first, second = lot.order
    assert {first, second} == {anna.pk, bene.pk}
    assert [award.participant for award in awards_of(tournament).of_prize(bottle.pk)] == [second]
    (lot_view,) = shown_lots(tournament)
    assert (lot_view.won, lot_view.is_of_places) == ({second}, True)
    # Who waives while results are held back is nobody's business in the hall.
    waive(tournament=tournament, actor=actor, participant=second, prize=bottle.pk)
    assert shown_lots(tournament)[0].won == frozenset()
    freeze(tournament=tournament, actor=actor)
    tournament.refresh_from_db()
    assert shown_lots(tournament)[0].won == {second}


def test_who_waives_in_a_raffle_is_no_winner_on_the_screen_while_results_are_held_back():
    tournament, _players, actor = ranked()
    (ham,) = put_out(tournament, 1, "raffle")
    first, second, *_others = draw(tournament, actor, ham).order
    freeze(tournament=tournament, actor=actor)
    tournament.refresh_from_db()
    assert shown_lots(tournament)[0].won == {first}
    waive(tournament=tournament, actor=actor, participant=first, prize=ham.pk)
    assert shown_lots(tournament)[0].won == {second}


@pytest.mark.parametrize("is_drawn", [False, True], ids=["closed", "drawn"])
def test_a_lot_holds_whatever_number_its_prize_has_later(is_drawn):
    tournament, _players, actor = ranked()
    (prize,) = put_out(tournament, 1, "raffle")
    lot = close_prize_lot(tournament=tournament, actor=actor, prize=prize)
    if is_drawn:
        draw_lot(lot=lot, actor=actor, numbers=["7"])
    before = shown_lots(tournament)[0].protocol
    Prize.objects.update(number=47)
    assert shown_lots(tournament)[0].protocol == before
    assert before["prize"] == 1
    if is_drawn:
        assert lots.verify_lot(json.loads(json.dumps(before))) == []
    assert lot_faults(tournament) == []


@pytest.mark.parametrize("column", ["prize_number", "entrants"])
def test_the_audit_knows_the_list_that_was_shown(equal, column):
    tournament, players, actor, prize = equal
    lot = close_prize_lot(tournament=tournament, actor=actor, prize=prize)
    changed = {"prize_number": 9, "entrants": [players[1].pk]}[column]
    PublicLot.objects.filter(pk=lot.pk).update(**{column: changed})
    assert any("is not what its list" in fault for fault in lot_faults(tournament))


def test_equal_people_are_drawn_for_when_the_ranking_is_final(equal):
    tournament, _players, actor, prize = equal
    lot = close_prize_lot(tournament=tournament, actor=actor, prize=prize)
    Scoresheet.objects.filter(match__tournament=tournament).update(state="complete")
    versions.bump(tournament)
    with pytest.raises(Refused) as refused:
        draw_lot(lot=lot, actor=actor, numbers=["7"])
    assert refused.value.code == "not_final"
    PublicLot.objects.all().delete()
    assert [one.early for one in needed_lots(tournament)[0]] == [True]
    with pytest.raises(Refused) as refused:
        close_prize_lot(tournament=tournament, actor=actor, prize=prize)
    assert refused.value.code == "not_final"
    # A raffle is drawn in the break.
    (raffle,) = put_out(tournament, 1, "raffle")
    assert draw(tournament, actor, raffle).drawn_at


@pytest.mark.parametrize("numbers", [["1"], ["2"], ["3"], ["4"], ["5"], ["6"]], ids=lambda numbers: numbers[0])
def test_who_stands_equal_later_is_drawn_in(equal, numbers):
    """The order of Bene and Centa stands; Dirk comes before, between or behind them."""
    tournament, (_anna, _bene, _centa, dirk), actor, prize = equal
    first = draw(tournament, actor, prize)
    assert open_lot(tournament, prize) is None
    solos(tournament, [dirk])
    second = draw(tournament, actor, prize, *numbers)
    assert second.kept == [first.order]
    assert [key for key in second.order if key != dirk.pk] == first.order
    assert [award.participant for award in awards_of(tournament).awards] == second.order[:1]
    later, earlier = shown_lots(tournament)
    assert (len(later.winners), earlier.winners) == (1, ())
    assert lots.verify_lot(json.loads(json.dumps(shown_lots(tournament)[0].protocol))) == []
    assert lot_faults(tournament) == []
    with pytest.raises(Refused, match="No lot is needed"):
        close_prize_lot(tournament=tournament, actor=actor, prize=prize)
