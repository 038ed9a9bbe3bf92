"""Two people at two desks at the same moment: one is noted, the other reads a sentence, nothing is there twice."""

from functools import partial

import pytest

from tests.together import together
from tests.worlds.factories import make_user
from tests.worlds.prize_giving import put_out, ranked
from tournament.models import Event, PrizeAct, PublicLot
from tournament.prizes.kinds import PrizeActKind
from tournament.prizes.services.acts import choose, give, put_off, undo
from tournament.prizes.services.lots import close_prize_lot, draw_lot
from tournament.proof.services.audit import audit_tournament

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def hall():
    tournament, players, anna = ranked()
    return tournament, players, anna, make_user("desk", "organiser", username="lisl", full_name="Lisl Theke")


def test_two_choices_for_the_same_person(hall):
    tournament, (first, second, *_), anna, lisl = hall
    put_out(tournament, 4)
    one = partial(choose, tournament=tournament, participant=first.pk)
    answers = together(partial(one, actor=anna, number=1), partial(one, actor=lisl, number=2))
    assert sorted(answers) == ["done", "not_their_turn"]
    answers = together(
        partial(choose, tournament=tournament, actor=anna, participant=second.pk, number=3),
        partial(put_off, tournament=tournament, actor=lisl, participant=second.pk, kind=PrizeActKind.ABSENT),
    )
    assert sorted(answers) == ["done", "not_their_turn"]
    act = PrizeAct.objects.first()
    assert sorted(together(partial(undo, act=act, actor=anna), partial(undo, act=act, actor=lisl))) == [
        "act_undone",
        "done",
    ]
    assert Event.objects.filter(kind__startswith="prize.act").count() == 3


def test_two_hand_out_the_same_prize(hall):
    tournament, (first, *_), anna, lisl = hall
    put_out(tournament, 1, "place", argument="1")
    answers = together(*[partial(give, tournament=tournament, actor=who, participant=first.pk) for who in (anna, lisl)])
    assert sorted(answers) == ["already_given", "done"]
    assert PrizeAct.objects.count() == 1


def test_two_draw_the_same_lot(hall):
    tournament, _players, anna, lisl = hall
    (prize,) = put_out(tournament, 1, "raffle")
    closing = [partial(close_prize_lot, tournament=tournament, actor=who, prize=prize) for who in (anna, lisl)]
    assert together(*closing) == ["done", "done"]
    lot = PublicLot.objects.get()
    drawing = [partial(draw_lot, lot=lot, actor=who, numbers=["7"]) for who in (anna, lisl)]
    assert sorted(together(*drawing)) == ["done", "lot_drawn"]
    faults = [fault.what for fault in audit_tournament(tournament).faults]
    assert [what for what in faults if "lot" in what] == []
