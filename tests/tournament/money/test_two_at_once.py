"""Two desks take the same fee at the same moment: one entry, and the other desk reads who took it."""

from functools import partial

import pytest

from tests.together import together
from tests.worlds.cash import cash_tournament
from tests.worlds.factories import make_user
from tournament.models import CashEntry, Event
from tournament.money.services import close_box, open_box, reverse_entry, take_fee
from tournament.proof.services.audit import audit_tournament

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def world():
    return cash_tournament()


def test_the_same_fee(world):
    lisl = make_user("desk", username="lisl", full_name="Lisl Theke")
    other = open_box(tournament=world.tournament, name="Kasse 2", float_cents=0, actor=lisl)
    take = partial(take_fee, participant=world.players[0], kind=None)
    answers = together(partial(take, box=world.box, actor=world.actor), partial(take, box=other, actor=lisl))
    assert sorted(answers) == ["done", "fee_taken"]
    entry = CashEntry.objects.get()
    back = partial(reverse_entry, entry=entry, reason="doppelt")
    assert sorted(together(partial(back, actor=world.actor), partial(back, actor=lisl))) == ["done", "reversed_already"]
    assert sorted(CashEntry.objects.values_list("cents", flat=True)) == [-1000, 1000]
    assert Event.objects.filter(kind__in=["money.taken", "money.reversed"]).count() == 2


def test_taking_while_the_box_is_closed(world):
    take = partial(take_fee, participant=world.players[0], kind=None, box=world.box, actor=world.actor)
    close = partial(close_box, box=world.box, pieces={5000: 1}, witness="Bene", remark="so gezählt", actor=world.actor)
    answers = together(take, close)
    assert answers[1] == "done"
    taken = sum(CashEntry.objects.values_list("cents", flat=True))
    assert taken == (1000 if answers[0] == "done" else 0)
    assert world.box.counts.get().expected_cents == 5000 + taken
    assert [fault.what for fault in audit_tournament(world.tournament).faults if "cash" in fault.what] == []
