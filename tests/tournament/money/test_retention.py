"""The record of the cash boxes outlives the names, and is deleted after its own eight years."""

import datetime as dt

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.damage.tampering import is_over, tamper
from tests.worlds.cash import cash_tournament
from tournament.models import CashBox, CashCount, CashEntry, Event, FeeKind, Participant, Tournament
from tournament.money.selectors import box_lines, cash_desk, money_kept_until
from tournament.money.services import close_box, delete_money, reverse_entry, take_fee
from tournament.participants.services.retention import forget_participant, purge_tournament
from tournament.proof.integrity.append_only import NO_REASON
from tournament.proof.services.audit import audit_tournament
from tournament.refusals import Refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def world():
    """Two paid, one of them got it back; the box is closed with a difference."""
    world = cash_tournament()
    _first, other = (
        take_fee(participant=player, kind=None, box=world.box, actor=world.actor) for player in world.players[:2]
    )
    reverse_entry(entry=other, reason="Huber ist krank", actor=world.actor)
    close_box(box=world.box, pieces={5000: 1}, witness="Centa Löffler", remark="Huber weiß", actor=world.actor)
    return world


def faults(world):
    tournament = Tournament.objects.get(pk=world.tournament.pk)
    return [fault.what for fault in audit_tournament(tournament).faults if "cash" in fault.what or "fee" in fault.what]


def test_the_purge_takes_names_and_reasons_and_leaves_sums_that_add_up(world):
    is_over(world.tournament)
    purge_tournament(tournament=world.tournament, actor=world.actor)
    assert [line.sum for line in box_lines(world.tournament)] == [6000]
    shown = cash_desk(world.tournament)
    assert [(entry.cents, str(entry.participant)) for entry in shown.entries] == [
        (-1000, "Participant 2"),
        (1000, "Participant 2"),
        (1000, "Participant 1"),
    ]
    assert shown.owing == ()
    count = CashCount.objects.get()
    assert (count.difference, count.remark, count.witness, count.salt) == (-1000, NO_REASON, NO_REASON, None)
    assert set(CashEntry.objects.values_list("reason", "salt")) == {("", None), (NO_REASON, None)}
    assert faults(world) == []


def test_somebody_who_is_forgotten_stays_by_number(world):
    Participant.objects.filter(start_number=1).update(withdrawn=True)
    forget_participant(participant=world.players[0], actor=world.actor)
    assert [line.sum for line in box_lines(world.tournament)] == [6000]
    assert "Participant 1" in {str(entry.participant) for entry in cash_desk(world.tournament).entries}


def test_a_reason_that_names_somebody_who_is_forgotten_is_masked(world):
    Participant.objects.filter(start_number=2).update(withdrawn=True)
    forget_participant(participant=world.players[1], actor=world.actor)
    tournament = Tournament.objects.get(pk=world.tournament.pk)
    shown = [entry.reason for entry in cash_desk(tournament).entries] + [box_lines(tournament)[0].closing.remark]
    assert not any("Huber" in text for text in shown)
    assert CashEntry.objects.filter(reason="Huber ist krank").exists()
    assert faults(world) == []


def test_it_is_kept_to_the_end_of_the_eighth_year(world):
    assert money_kept_until(world.tournament) == dt.date(timezone.localdate().year + 8, 12, 31)
    with pytest.raises(Refused) as refusal:
        delete_money(tournament=world.tournament, actor=world.actor)
    assert refusal.value.code == "not_due"


def test_after_it_everything_goes_and_the_log_says_so(world, client):
    ago = timezone.now().replace(year=timezone.now().year - 9, month=3, day=1)
    Tournament.objects.filter(pk=world.tournament.pk).update(day=ago.date())
    for row, column in ((CashBox, "opened_at"), (CashCount, "counted_at")):
        tamper(f"UPDATE {row._meta.db_table} SET {column} = %s", ago)
    for entry in CashEntry.objects.all():
        tamper("UPDATE tournament_cashentry SET taken_at = %s WHERE id = %s", ago, entry.pk)
    client.force_login(world.actor)
    page = client.get(reverse("retention", args=[world.tournament.slug])).content.decode()
    assert "Delete the record of the cash boxes for good" in page
    client.post(reverse("cash_delete", args=[world.tournament.slug]))
    assert not any(model.objects.exists() for model in (CashBox, CashCount, CashEntry, FeeKind))
    assert Event.objects.filter(kind="money.deleted").count() == 1
    assert faults(world) == []
    delete_money(tournament=world.tournament, actor=world.actor)  # nothing is left to do
    assert Event.objects.filter(kind="money.deleted").count() == 1


def test_a_changed_sum_is_seen(world):
    entry = CashEntry.objects.filter(cents__gt=0).first()
    tamper("UPDATE tournament_cashentry SET cents = 900 WHERE id = %s", entry.pk)
    assert any("cash entry" in fault for fault in faults(world))
