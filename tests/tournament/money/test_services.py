"""Fees are taken once, reversed with a reason and never overwritten; a box is counted by two and closed."""

import contextlib
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from tests.worlds.cash import cash_tournament
from tests.worlds.factories import make_user
from tournament.models import CashCount, CashEntry, Event, Participant
from tournament.money.box import PIECES
from tournament.money.selectors import FeeState, box_lines, expected_in, fees_of
from tournament.money.services import (
    choose_fee,
    close_box,
    open_again,
    open_box,
    reverse_entry,
    set_fees,
    take_fee,
    withdraw_with_fee,
)
from tournament.offences import Offence
from tournament.participants.services.conduct import exclude
from tournament.proof.services.audit import audit_tournament
from tournament.refusals import Refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def world():
    return cash_tournament()


def code(act, **values):
    with pytest.raises(Refused) as refusal:
        act(**values)
    return refusal.value.code


def states(world, *numbers):
    fees = fees_of(world.tournament)
    return [fees.status(world.tournament.participants.get(start_number=number)).state.value for number in numbers]


def take(world, player=0, kind=None, box=None):
    return take_fee(participant=world.players[player], kind=kind, box=box or world.box, actor=world.actor)


def pieces_of(cents):
    pieces = {}
    for piece in reversed(PIECES):
        pieces[piece], cents = divmod(cents, piece)
    return pieces


def close(world, cents=None, **values):
    pieces = pieces_of(expected_in(world.box) if cents is None else cents)
    return close_box(**{"box": world.box, "pieces": pieces, "witness": "Bene Huber", "actor": world.actor} | values)


def faults(world):
    return [fault.what for fault in audit_tournament(world.tournament).faults if "cash" in fault.what]


def test_who_owes_what(world):
    house, free, gone = world.players[1:4]
    Participant.objects.filter(pk=house.pk).update(house=True)
    Participant.objects.filter(pk=free.pk).update(paid=True)
    Participant.objects.filter(pk=gone.pk).update(withdrawn=True)
    take(world)
    assert states(world, 1, 2, 3, 4, 5) == ["paid", "free", "advance", "free", "owed"]
    assert code(take, world=world, player=1) == "nothing_owed"
    assert code(take, world=world, player=2) == "paid_in_advance"


def test_whoever_is_excluded_without_having_paid_still_owes_it(world):
    Participant.objects.filter(pk=world.players[0].pk).update(withdrawn=True, excluded=True)
    assert states(world, 1) == ["owed"]


def test_without_kinds_of_fee_there_is_only_the_tick(world):
    set_fees(tournament=world.tournament, fees=[], actor=world.actor)
    Participant.objects.filter(pk=world.players[0].pk).update(paid=True)
    assert states(world, 1, 2) == ["advance", "free"]


def test_the_other_fee_is_chosen_by_taking_it(world):
    entry = take(world, kind=world.guests)
    assert (entry.cents, entry.participant.fee_kind) == (1500, world.guests)
    assert code(choose_fee, participant=world.players[0], kind=world.members, actor=world.actor) == "fee_taken"
    choose_fee(participant=world.players[1], kind=world.guests, actor=world.actor)
    assert take(world, 1).cents == 1500


def test_the_second_desk_reads_who_took_it(world):
    take(world)
    with pytest.raises(Refused, match=r"Anna Obermaier has paid already: 10.00.€ at .*, Kasse 1, taken by Anna Kasse"):
        take(world)
    assert code(take, world=world, kind=world.guests) == "fee_taken"


def test_a_reversal_gives_back_exactly_that_and_the_first_entry_stays(world):
    entry = take(world, kind=world.guests)
    assert code(reverse_entry, entry=entry, reason=" ", actor=world.actor) == "no_reason"
    reversal = reverse_entry(entry=entry, reason="versehentlich", actor=world.actor)
    assert (reversal.cents, reversal.reverses, reversal.turn) == (-1500, entry, 2)
    for one in (entry, reversal):
        assert code(reverse_entry, entry=one, reason="noch mal", actor=world.actor) == "reversed_already"
    assert states(world, 1) == ["owed"]
    assert take(world).cents == 1500  # the fee that was chosen stays
    assert expected_in(world.box) == 6500


def test_withdrawn_with_the_fee_back_in_one_act(world):
    take(world)
    withdraw_with_fee(participant=world.players[0], reason="krank", actor=world.actor)
    one = world.tournament.participants.get(start_number=1)
    assert (one.withdrawn, expected_in(world.box), states(world, 1)) == (True, 5000, ["free"])
    values = {"participant": world.players[1], "reason": "krank", "actor": world.actor}
    assert code(withdraw_with_fee, **values) == "nothing_paid"


def test_5_1_4_the_fee_of_an_excluded_participant_is_kept(world):
    entry = take(world)
    judge = make_user("supervisor", "organiser", username="richter")
    exclude(participant=world.players[0], offence=Offence.CHEATING, actor=judge, reason="zinkt")
    values = {"reason": "will es wieder", "actor": world.actor}
    assert code(reverse_entry, entry=entry, **values) == "fee_kept"
    assert code(withdraw_with_fee, participant=world.players[0], **values) == "fee_kept"
    assert expected_in(world.box) == 6000


def test_a_fee_that_was_paid_keeps_its_sum(world):
    take(world)
    for fees in ([("Mitglieder", 1200)], [], [("", 0), ("Gäste", 1500)]):
        assert code(set_fees, tournament=world.tournament, fees=fees, actor=world.actor) == "fee_used"
    kinds = set_fees(tournament=world.tournament, fees=[("Gäste", 1000), ("Mitglieder", 0)], actor=world.actor)
    assert [(kind.name, kind.cents) for kind in kinds] == [("Gäste", 1000), ("Mitglieder", 0)]


@pytest.mark.parametrize(
    ("fees", "expected"),
    [
        ([("A", -500)], "bad_fee"),
        ([("A", 100_000_000)], "bad_fee"),
        ([("A", 1), ("A", 2)], "fee_twice"),
        ([("A", 1)] * 5, "too_many_fees"),
    ],
)
def test_fees_that_cannot_be(world, fees, expected):
    assert code(set_fees, tournament=world.tournament, fees=fees, actor=world.actor) == expected


@pytest.mark.parametrize(
    ("name", "cents", "expected"),
    [("", 0, "no_box_name"), ("Kasse 1", 0, "box_twice"), ("Kasse 2", -1, "bad_float"), ("K", 1_000_001, "bad_float")],
)
def test_boxes_that_cannot_be(world, name, cents, expected):
    values = {"tournament": world.tournament, "name": name, "float_cents": cents, "actor": world.actor}
    assert code(open_box, **values) == expected


def test_a_closed_box_takes_nothing_until_it_is_opened_again(world):
    entry = take(world)
    count = close(world)
    assert (count.counted_cents, count.expected_cents, count.difference) == (6000, 6000, 0)
    assert code(take, world=world, player=1) == "box_closed"
    assert code(close, world=world) == "box_closed"
    assert code(reverse_entry, entry=entry, reason="krank", actor=world.actor) == "box_closed"
    other = open_box(tournament=world.tournament, name="Kasse 2", float_cents=2000, actor=world.actor)
    reverse_entry(entry=entry, reason="krank", actor=world.actor, box=other)
    assert [(line.sum, line.is_open) for line in box_lines(world.tournament)] == [(6000, False), (1000, True)]
    assert code(open_again, box=world.box, reason="", actor=world.actor) == "no_reason"
    open_again(box=world.box, reason="einer kam noch", actor=world.actor)
    assert code(open_again, box=world.box, reason="noch mal", actor=world.actor) == "box_open"
    take(world, 1)
    assert close(world).expected_cents == 7000
    assert CashCount.objects.filter(reopened_at=None).count() == 1
    assert faults(world) == []


def test_a_difference_is_said_and_two_people_count(world):
    assert code(close, world=world, cents=4900) == "no_remark"
    assert code(close, world=world, witness="") == "no_witness"
    assert code(close, world=world, witness="anna  KASSE") == "same_witness"
    assert code(close, world=world, pieces={3: 1}) == "bad_count"
    assert code(close, world=world, pieces={100: -1}) == "bad_count"
    count = close(world, 4900, remark="ein Euro fehlt")
    assert (count.difference, count.pieces) == (-100, {"200": 2, "500": 1, "2000": 2})


def test_only_organiser_and_desk_open_and_count_and_a_supervisor_takes_fees(world):
    supervisor, tribunal = make_user("supervisor"), make_user("tribunal")
    take_fee(participant=world.players[0], kind=None, box=world.box, actor=supervisor)
    assert code(take_fee, participant=world.players[1], kind=None, box=world.box, actor=tribunal) == "not_allowed"
    for act, values in (
        (set_fees, {"tournament": world.tournament, "fees": []}),
        (open_box, {"tournament": world.tournament, "name": "K", "float_cents": 0}),
        (close_box, {"box": world.box, "pieces": {}, "witness": "B"}),
        (open_again, {"box": world.box, "reason": "r"}),
    ):
        assert code(act, actor=supervisor, **values) == "not_allowed"


def test_the_log_has_sums_and_no_names(world):
    entry = take(world)
    reverse_entry(entry=entry, reason="Huber war es", actor=world.actor)
    close(world, remark="stimmt")
    links = Event.objects.filter(kind__startswith="money.").order_by("pk")
    assert [link.kind for link in links] == [
        "money.fees_set", "money.box_opened", "money.taken", "money.reversed", "money.closed",
    ]  # fmt: skip
    text = "".join(link.payload for link in links)
    assert not any(word in text for word in ("Huber", "Kasse", "Mitglieder", "stimmt"))
    assert '"cents":-1000' in text
    assert faults(world) == []


class RandomEvenings(TestCase):
    """Whatever is done in whatever order: the box holds what it opened with and every entry, and each fee is there
    once."""

    @settings(max_examples=25, deadline=None)
    @given(st.integers(0, 2**32))
    def test_the_sum_of_a_box(self, seed):
        world, chance = cash_tournament(people=4), random.Random(seed)
        standing = {}
        for _act in range(12):
            player = chance.choice(world.players)
            act = chance.choice(["take", "take", "reverse", "close", "open"])
            with contextlib.suppress(Refused):
                match act:
                    case "take":
                        kind = chance.choice([None, world.members, world.guests])
                        entry = take_fee(participant=player, kind=kind, box=world.box, actor=world.actor)
                        assert player.pk not in standing
                        standing[player.pk] = entry
                    case "reverse" if player.pk in standing:
                        reverse_entry(entry=standing[player.pk], reason="r", actor=world.actor)
                        del standing[player.pk]
                    case "close":
                        close(world)
                    case "open":
                        open_again(box=world.box, reason="r", actor=world.actor)
            assert expected_in(world.box) == 5000 + sum(entry.cents for entry in standing.values())
            paid = {one.pk for one in world.players if fees_of(world.tournament).status(one).state == FeeState.PAID}
            assert paid == standing.keys()
        assert sum(CashEntry.objects.values_list("cents", flat=True)) == expected_in(world.box) - 5000
