"""Choosing in order: two desks at once get a sentence, nothing is chosen twice, and each act is one link of the log."""

import pytest
from django.db import IntegrityError, transaction

from tests.worlds.factories import make_user
from tests.worlds.prize_giving import put_out, ranked
from tournament.models import Event, Prize, PrizeAct, PrizeGroup, Tournament
from tournament.prizes.kinds import PrizeActKind
from tournament.prizes.selectors.awards import awards_of
from tournament.prizes.selectors.turns import choosing_of
from tournament.prizes.services.acts import allow_choosing, call_again, choose, put_off, undo, waive
from tournament.prizes.services.lots import close_prize_lot, draw_lot
from tournament.proof.selectors.event_words import event_lines
from tournament.proof.services.audit_prize_acts import prize_act_differences
from tournament.proof.services.audit_replay import replay_tournament
from tournament.refusals import Refused
from tournament.selectors.versions import hall_version
from tournament.services.events import chain

pytestmark = pytest.mark.django_db


@pytest.fixture
def hall():
    tournament, players, actor = ranked()
    put_out(tournament, 3)
    return tournament, players, actor


def turn_of(tournament):
    turn = choosing_of(tournament).turn
    return turn and turn.start_number


def test_the_first_place_chooses_first(hall):
    tournament, (anna, *_), actor = hall
    assert turn_of(tournament) == 1
    choose(tournament=tournament, actor=actor, participant=anna.pk, number=2)
    choosing = choosing_of(tournament)
    assert choosing.turn.start_number == 2
    assert [prize.number for prize in choosing.free] == [1, 3]
    assert [line.start_number for line in choosing.next_ones] == [3]
    assert choosing.acts[0].acted_by == actor


@pytest.mark.parametrize(
    ("who", "number", "code"),
    [(1, 9, "no_such_prize"), (0, 1, "not_their_turn"), (2, 1, "not_their_turn"), (1, 2, "prize_gone")],
)
def test_what_cannot_be_chosen(hall, who, number, code):
    """Number 1 (Anna) has chosen prize 2; now it is the turn of the second (Bene)."""
    tournament, players, actor = hall
    choose(tournament=tournament, actor=actor, participant=players[0].pk, number=2)
    before = Event.objects.count()
    with pytest.raises(Refused) as refused:
        choose(tournament=tournament, actor=actor, participant=players[who].pk, number=number)
    assert refused.value.code == code
    assert str(refused.value)
    assert Event.objects.count() == before


def test_the_second_desk_reads_who_was_faster(hall):
    tournament, (anna, *_), actor = hall
    other = make_user("desk", full_name="Lisl Theke")
    choose(tournament=tournament, actor=other, participant=anna.pk, number=2)
    with pytest.raises(Refused, match=r"Lisl Theke.*1 Anna Obermaier") as refused:
        choose(tournament=tournament, actor=actor, participant=anna.pk, number=3)
    assert refused.value.kind.value == "conflict"


def test_later_absent_and_called_again(hall):
    tournament, (anna, bene, centa, dirk), actor = hall
    put_off(tournament=tournament, actor=actor, participant=anna.pk, kind=PrizeActKind.LATER)
    put_off(tournament=tournament, actor=actor, participant=bene.pk, kind=PrizeActKind.ABSENT)
    put_off(tournament=tournament, actor=actor, participant=centa.pk, kind=PrizeActKind.WAIVED)
    choose(tournament=tournament, actor=actor, participant=dirk.pk, number=1)
    assert turn_of(tournament) == 1
    with pytest.raises(Refused, match="Nobody else is left"):
        put_off(tournament=tournament, actor=actor, participant=anna.pk, kind=PrizeActKind.LATER)
    call_again(tournament=tournament, actor=actor, participant=bene.pk)
    assert turn_of(tournament) == 2
    with pytest.raises(Refused, match="in the row already"):
        call_again(tournament=tournament, actor=actor, participant=bene.pk)


def test_undone_stays_on_record_and_is_undone_once(hall):
    tournament, (anna, *_), actor = hall
    act = choose(tournament=tournament, actor=actor, participant=anna.pk, number=2)
    undo(act=act, actor=actor)
    assert turn_of(tournament) == 1
    assert PrizeAct.objects.get().undone_by == actor
    with pytest.raises(Refused, match=r"K\. Reiter has undone this already"):
        undo(act=act, actor=actor)
    assert list(Event.objects.filter(kind__startswith="prize.").values_list("kind", flat=True)) == [
        "prize.act",
        "prize.act_undone",
    ]


def test_the_database_itself_gives_no_prize_twice(hall):
    tournament, (anna, bene, *_), actor = hall
    act = choose(tournament=tournament, actor=actor, participant=anna.pk, number=2)
    act.pk, act.participant = None, bene
    with pytest.raises(IntegrityError), transaction.atomic():
        act.save(force_insert=True)


def test_a_ranking_that_is_not_final_waits_for_the_management():
    tournament, players, actor = ranked(state="complete")
    put_out(tournament, 3)
    desk = make_user("desk")
    with pytest.raises(Refused, match="not final") as refused:
        choose(tournament=tournament, actor=actor, participant=players[0].pk, number=1)
    assert refused.value.code == "not_final"
    with pytest.raises(Refused) as refused:
        allow_choosing(tournament=tournament, actor=desk)
    assert refused.value.code == "not_allowed"
    allow_choosing(tournament=tournament, actor=actor)
    choose(tournament=tournament, actor=desk, participant=players[0].pk, number=1)
    # Another ranking is another decision.
    players[1].seats.update(points=999, plus=999, minus=0)
    with pytest.raises(Refused, match="not final"):
        choose(tournament=tournament, actor=desk, participant=players[1].pk, number=2)


def test_the_audit_notices_a_changed_act(hall):
    tournament, (anna, *_), actor = hall
    act = choose(tournament=tournament, actor=actor, participant=anna.pk, number=2)
    put_off(tournament=tournament, actor=actor, participant=hall[1][1].pk, kind=PrizeActKind.LATER)
    undo(act=act, actor=actor)
    logged = replay_tournament(chain(tournament, None))
    assert list(prize_act_differences(logged, tournament)) == []
    PrizeAct.objects.filter(pk=act.pk).update(undone_at=None, undone_by=None)
    assert len(list(prize_act_differences(logged, tournament))) == 1
    assert [line.words for line in event_lines(tournament)][-1] == "1 Anna Obermaier, undone: Chosen (prize 2)"


def test_the_log_says_who_came_later_was_not_here_and_wants_none(hall):
    tournament, (anna, bene, centa, _dirk), actor = hall
    for one, kind in ((anna, PrizeActKind.LATER), (bene, PrizeActKind.ABSENT), (centa, PrizeActKind.WAIVED)):
        put_off(tournament=tournament, actor=actor, participant=one.pk, kind=kind)
    (ham,) = put_out(tournament, 1, "place", argument="1")
    waive(tournament=tournament, actor=actor, participant=anna.pk, prize=ham.pk)
    assert [line.words for line in event_lines(tournament)][-4:] == [
        f"1 {anna}: Comes later", f"2 {bene}: Not here", f"3 {centa}: Wants none", f"1 {anna}: Waived (prize 4)",
    ]  # fmt: skip
    with pytest.raises(Refused, match=r"for 3 .*: Wants none\.$"):
        choose(tournament=tournament, actor=actor, participant=centa.pk, number=1)
    assert list(prize_act_differences(replay_tournament(chain(tournament, None)), tournament)) == []


def test_without_prizes_nobody_chooses():
    tournament, players, actor = ranked()
    with pytest.raises(Refused, match="no prize to be chosen"):
        choose(tournament=tournament, actor=actor, participant=players[0].pk, number=1)
    with pytest.raises(Refused) as refused:
        choose(tournament=tournament, actor=make_user("tribunal"), participant=players[0].pk, number=1)
    assert refused.value.code == "not_allowed"


@pytest.mark.parametrize(
    ("rule", "same_group", "first"),
    [("several", True, 1), ("one", True, 2), ("one", False, 1), ("overall", True, 2), ("overall", False, 2)],
)
def test_one_prize_a_head(rule, same_group, first):
    """The first has won money already; whether the first chooses, too, is what the groups say."""
    tournament, _players, _actor = ranked()
    (money,) = put_out(tournament, 1, "place", argument="1", cents=1000)
    put_out(tournament, 2)
    PrizeGroup.objects.update(per_head=rule)
    if not same_group:
        Prize.objects.filter(pk=money.pk).update(
            group=PrizeGroup.objects.create(tournament=tournament, name="Geld", per_head=rule)
        )
    assert turn_of(tournament) == first


@pytest.mark.parametrize(("money", "gifts"), [("one", "several"), ("overall", "overall"), ("overall", "one")])
def test_one_a_head_where_prizes_to_choose_lie_in_two_groups(money, gifts):
    """Money (1) and a ham (2) lie in one group, a bottle (3) in the other: Anna has the money, so no ham for her."""
    tournament, (anna, *_), actor = ranked()
    put_out(tournament, 1, "place", argument="1", cents=1000)
    put_out(tournament, 2)
    PrizeGroup.objects.update(per_head=money, name="Geld")
    other = PrizeGroup.objects.create(tournament=tournament, name="Flaschen", per_head=gifts)
    Prize.objects.filter(number=3).update(group=other)
    if (money, gifts) == ("overall", "overall"):
        assert turn_of(tournament) == 2
        return
    assert turn_of(tournament) == 1
    with pytest.raises(Refused, match="Geld everybody gets one prize only") as refused:
        choose(tournament=tournament, actor=actor, participant=anna.pk, number=2)
    assert refused.value.code == "one_a_head"
    choose(tournament=tournament, actor=actor, participant=anna.pk, number=3)
    assert turn_of(tournament) == 2


@pytest.mark.parametrize(("criterion", "argument", "counts"), [("place", "1", False), ("raffle", "", True)])
def test_the_hall_is_told_only_of_a_waiver_that_it_sees(criterion, argument, counts):
    tournament, _players, actor = ranked()
    (prize,) = put_out(tournament, 1, criterion, argument=argument)
    if criterion == "raffle":
        lot = close_prize_lot(tournament=tournament, actor=actor, prize=prize)
        draw_lot(lot=lot, actor=actor, numbers=["7"])
    Tournament.objects.filter(pk=tournament.pk).update(release="frozen")
    before = hall_version(tournament)
    (award,) = awards_of(tournament).awards
    waived = waive(tournament=tournament, actor=actor, participant=award.participant, prize=prize.pk)
    undo(act=waived, actor=actor)
    assert (hall_version(tournament) > before) == counts
