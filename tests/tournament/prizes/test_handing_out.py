"""Handing out: given and owed, all of a person, twice is told, and what changed after it was given."""

import pytest

from tests.worlds.factories import make_user
from tests.worlds.prize_giving import put_out, ranked
from tournament.models import Participant, Prize, PrizeAct, PrizeGroup, PublicLot, Seat
from tournament.prizes.kinds import PrizeActKind
from tournament.prizes.selectors.handing_out import find_receivers, handing_out, owed_to
from tournament.prizes.services.acts import choose, give, give_chosen, put_off, undo, waive
from tournament.prizes.services.groups import change_group, set_sharing
from tournament.prizes.services.lots import close_prize_lot, draw_lot
from tournament.prizes.services.prizes import add_prize, change_prize, delete_prizes, move_prize
from tournament.refusals import Refused
from tournament.services import versions

pytestmark = pytest.mark.django_db


@pytest.fixture
def hall():
    """Ten euros for places 1 and 2, a ham for place 1, and a prize to be chosen."""
    tournament, players, actor = ranked()
    money = put_out(tournament, 1, "place", argument="1-2", cents=1000)
    ham = put_out(tournament, 1, "place", argument="1")
    bottle = put_out(tournament, 1)
    return tournament, players, actor, (*money, *ham, *bottle)


def owed(tournament):
    return [(hand.person.start_number, hand.prize.number) for hand in handing_out(tournament).hands if hand.is_owed]


def test_given_one_by_one_and_all_of_a_person(hall):
    tournament, (anna, bene, *_), actor, (money, _ham, _bottle) = hall
    assert owed(tournament) == [(1, 1), (2, 1), (1, 2)]
    (act,) = give(tournament=tournament, actor=actor, participant=bene.pk, prize=money.pk)
    assert act.cents == 1000
    assert owed(tournament) == [(1, 1), (1, 2)]
    assert len(give(tournament=tournament, actor=actor, participant=anna.pk)) == 2
    assert owed(tournament) == []
    undo(act=act, actor=actor)
    assert owed(tournament) == [(2, 1)]


def test_twice_is_told_with_name_and_time(hall):
    tournament, (anna, _bene, centa, _dirk), actor, (money, *_) = hall
    give(tournament=tournament, actor=make_user("desk", full_name="Lisl Theke"), participant=anna.pk, prize=money.pk)
    with pytest.raises(Refused, match="Given already by Lisl Theke"):
        give(tournament=tournament, actor=actor, participant=anna.pk, prize=money.pk)
    with pytest.raises(Refused, match="Nothing is owed here"):
        give(tournament=tournament, actor=actor, participant=centa.pk)
    with pytest.raises(Refused) as refused:
        give(tournament=tournament, actor=make_user("tribunal"), participant=anna.pk)
    assert refused.value.code == "not_allowed"
    assert PrizeAct.objects.count() == 1


def test_who_waives_lets_the_next_one_get_it(hall):
    tournament, (anna, *_), actor, (_money, ham, _bottle) = hall
    act = waive(tournament=tournament, actor=actor, participant=anna.pk, prize=ham.pk)
    assert (2, 2) in owed(tournament)
    undo(act=act, actor=actor)
    assert (1, 2) in owed(tournament)
    give(tournament=tournament, actor=actor, participant=anna.pk, prize=ham.pk)
    with pytest.raises(Refused, match="Given already"):
        waive(tournament=tournament, actor=actor, participant=anna.pk, prize=ham.pk)


def test_a_waiving_is_not_undone_once_the_next_one_has_the_prize(hall):
    tournament, (anna, bene, *_), actor, (_money, ham, _bottle) = hall
    waived = waive(tournament=tournament, actor=actor, participant=anna.pk, prize=ham.pk)
    (handed_out,) = give(tournament=tournament, actor=actor, participant=bene.pk, prize=ham.pk)
    with pytest.raises(Refused, match=r"Prize 2 was given to 2 Bene Huber") as refused:
        undo(act=waived, actor=actor)
    assert refused.value.code == "handed_out"
    assert (1, 2) not in owed(tournament)
    undo(act=handed_out, actor=actor)
    undo(act=waived, actor=actor)
    assert (1, 2) in owed(tournament)


def test_what_equal_places_get_and_prizes_a_head_stand_once_given():
    """Anna and Bene share ten euros for the highest sheet; the ham of the first place is Anna's, too."""
    tournament, (anna, bene, *_), actor = ranked()
    Seat.objects.filter(participant=bene, match__number=1).update(points=30, plus=30)
    versions.bump(tournament)
    put_out(tournament, 1, "sheet", cents=1000)
    (ham,) = put_out(tournament, 1, "place", argument="1")
    give(tournament=tournament, actor=actor, participant=anna.pk)
    for change in (
        lambda: set_sharing(tournament=tournament, actor=actor, sharing="lot"),
        lambda: change_group(group=ham.group, actor=actor, name="Preise", per_head="one"),
    ):
        with pytest.raises(Refused, match=r"was given to 1 Anna Obermaier") as refused:
            change()
        assert refused.value.code == "handed_out"
    tournament.refresh_from_db()
    assert tournament.sharing == "divided"
    # What takes nothing from anybody goes on: each the same is more than was given, not less.
    set_sharing(tournament=tournament, actor=actor, sharing="same")
    change_group(group=ham.group, actor=actor, name="Sachpreise", per_head="several")


def test_no_other_prize_takes_away_what_was_given():
    """One a head: Anna has the first prize, Bene was given the ham of the first place, for that reason."""
    tournament, (_anna, bene, *_), actor = ranked()
    (first,) = put_out(tournament, 1, "place", argument="1")
    (ham,) = put_out(tournament, 1, "place", argument="1")
    PrizeGroup.objects.update(per_head="one")
    later = add_prize(tournament=tournament, actor=actor, words="Bier", criterion="place", argument="2",
                      group="Sachpreise", number=9)  # fmt: skip
    give(tournament=tournament, actor=actor, participant=bene.pk, prize=ham.pk)
    for change in (
        lambda: change_prize(prize=first, actor=actor, group="Andere"),
        lambda: change_prize(prize=first, actor=actor, argument="3"),
        lambda: delete_prizes(tournament=tournament, actor=actor, prizes=[first.pk]),
        lambda: move_prize(prize=first, actor=actor, number=8),
    ):
        with pytest.raises(Refused, match="Prize 2 was given to 2 Bene Huber") as refused:
            change()
        assert refused.value.code == "handed_out"
    with pytest.raises(Refused) as refused:
        change_prize(prize=ham, actor=actor, group="Andere")
    assert refused.value.code == "prize_has_winner"
    # Behind it everything goes on.
    move_prize(prize=later, actor=actor, number=7)
    change_prize(prize=first, actor=actor, words="Pokal")
    assert [act.participant for act in PrizeAct.objects.filter(kind="given")] == [bene]
    assert handing_out(tournament).misgiven == ()


def test_chosen_prizes_are_taken_along(hall):
    tournament, (anna, bene, *_), actor, (*_others, bottle) = hall
    put_off(tournament=tournament, actor=actor, participant=anna.pk, kind=PrizeActKind.WAIVED)
    act = choose(tournament=tournament, actor=actor, participant=bene.pk, number=bottle.number)
    assert (2, 3) in owed(tournament)
    with pytest.raises(Refused, match="undo the choice"):
        waive(tournament=tournament, actor=actor, participant=bene.pk, prize=bottle.pk)
    assert give_chosen(tournament=tournament, actor=actor) == 1
    assert give_chosen(tournament=tournament, actor=actor) == 0
    with pytest.raises(Refused, match="undo the handing out first"):
        undo(act=act, actor=actor)


def test_what_changed_after_it_was_given(hall):
    tournament, (anna, bene, *_), actor, (_money, ham, _bottle) = hall
    give(tournament=tournament, actor=actor, participant=anna.pk, prize=ham.pk)
    Seat.objects.filter(participant=bene).update(points=90, plus=90, minus=0)
    versions.bump(tournament)
    (wrong,) = handing_out(tournament).misgiven
    assert wrong.act.participant == anna
    assert [hand.person for hand in wrong.now] == [bene]
    assert (2, 2) in owed(tournament)


def test_another_sum_than_was_given(hall):
    tournament, (anna, *_), actor, (money, *_) = hall
    give(tournament=tournament, actor=actor, participant=anna.pk, prize=money.pk)
    money.cents = 750
    money.save()
    versions.bump(tournament)
    assert [(hand.person.start_number, hand.difference) for hand in handing_out(tournament).changed] == [(1, -250)]


def test_by_place_by_name_and_searched(hall):
    tournament, _players, _actor, _prizes = hall
    content = handing_out(tournament)
    assert [one.person.start_number for one in content.receivers()] == [1, 2]
    assert [one.listed for one in content.receivers()] == ["1 Anna Obermaier", "2 Bene Huber"]
    assert [one.listed for one in content.receivers("name")] == ["2 Huber Bene", "1 Obermaier Anna"]
    assert [one.person.start_number for one in find_receivers(content.receivers(), "2")] == [2]
    assert [one.person.start_number for one in find_receivers(content.receivers(), "oberm")] == [1]
    assert find_receivers(content.receivers(), "") == []
    assert content.money == 2000


def test_the_money_that_is_still_to_be_paid(hall):
    """A higher sum than was given counts with the rest, a lower one does not make up for somebody else's."""
    tournament, (anna, *_), actor, (money, _ham, _bottle) = hall
    give(tournament=tournament, actor=actor, participant=anna.pk)
    sums = []
    for cents in (1000, 1250, 750):
        Prize.objects.filter(pk=money.pk).update(cents=cents)
        versions.bump(tournament)
        sums.append(handing_out(tournament).money_owed)
    assert sums == [1000, 250 + 1250, 750]


def test_what_is_owed_to_somebody_and_what_is_due_only_to_who_is_known(hall):
    tournament, (anna, _bene, centa, _dirk), actor, _prizes = hall
    Participant.objects.filter(pk=anna.pk).update(club="SV")
    put_out(tournament, 1, "club", argument="SV")
    assert [(hand.prize.number, hand.is_personal) for hand in owed_to(anna)] == [(1, False), (2, False), (4, True)]
    assert owed_to(centa) == ()
    give(tournament=tournament, actor=actor, participant=anna.pk)
    assert owed_to(anna) == ()


def test_nothing_is_given_before_the_ranking_is_final():
    tournament, players, actor = ranked(state="complete")
    put_out(tournament, 1, "place", argument="1")
    with pytest.raises(Refused, match="not final"):
        give(tournament=tournament, actor=actor, participant=players[0].pk)


def test_what_was_raffled_is_given_and_waived_in_the_break():
    """The ham waits for the final ranking, the two bottles do not."""
    tournament, (anna, *_), actor = ranked(state="complete")
    (ham,) = put_out(tournament, 1, "place", argument="1")
    (bottle,) = put_out(tournament, 1, "raffle")
    Prize.objects.filter(pk=bottle.pk).update(count=2)
    lot = close_prize_lot(tournament=tournament, actor=actor, prize=bottle)
    draw_lot(lot=lot, actor=actor, numbers=["12", "34"])
    first, second, third, _fourth = PublicLot.objects.get().order
    (act,) = give(tournament=tournament, actor=actor, participant=first)
    assert act.prize == bottle
    with pytest.raises(Refused, match="Given already"):
        give(tournament=tournament, actor=actor, participant=first)
    with pytest.raises(Refused, match="not final"):
        give(tournament=tournament, actor=actor, participant=anna.pk, prize=ham.pk)
    assert handing_out(tournament).owed == 2
    waive(tournament=tournament, actor=actor, participant=second, prize=bottle.pk)
    assert give(tournament=tournament, actor=actor, participant=third)[0].prize == bottle
    # Who was drawn and has left since keeps it, until they waive it.
    Participant.objects.filter(pk=third).update(withdrawn=True)
    assert handing_out(tournament).misgiven == ()
