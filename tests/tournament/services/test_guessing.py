"""Guessing is slowed, and nobody who knows the password is locked out by somebody else's guesses."""

import datetime as dt
import itertools
import re
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from django.utils import timezone

from tournament.enums import Secret
from tournament.models import FailedTry
from tournament.refusals import Refused
from tournament.services import guessing
from tournament.services.guessing import Visitor, forgive, one_at_a_time, subject_of, trying

pytestmark = pytest.mark.django_db
GUESSER, HONEST = Visitor(address="192.168.0.66", label="Linux"), Visitor(address="192.168.0.7", browser="a1b2")


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Any:
    """A clock that stands until it is moved by some seconds."""

    class Clock:
        now = timezone.now()

        def move(self, seconds: float) -> None:
            self.now += dt.timedelta(seconds=seconds)

    moved = Clock()
    monkeypatch.setattr(timezone, "now", lambda: moved.now)
    return moved


def wait(subject: str, visitor: Visitor, secret: Secret = Secret.PASSWORD) -> int:
    """The seconds that a try would have to wait."""
    try:
        guessing._check_may_try(secret, subject, visitor)
    except Refused as refusal:
        return int(refusal.context["seconds"])
    return 0


def fail(times: int, subject: str, visitor: Visitor, secret: Secret = Secret.PASSWORD) -> None:
    """Fail so often, without regard to any wait."""
    for _ in range(times):
        guessing._count(secret, subject, visitor)


def test_the_wait_grows_and_ends(clock: Any) -> None:
    waits = []
    for _ in range(11):
        fail(1, "reiter", GUESSER)
        waits.append(wait("reiter", GUESSER))
    assert waits == [0, 0, 0, 0, 15, 30, 60, 120, 240, 300, 300]
    clock.move(300)
    assert wait("reiter", GUESSER) == 0
    clock.move(3600)
    fail(1, "reiter", GUESSER)
    assert wait("reiter", GUESSER) == 0, "an hour later it begins afresh"


def test_a_known_browser_waits_for_its_own_failures_only(clock: Any) -> None:
    fail(100, "reiter", GUESSER)
    assert (wait("reiter", GUESSER), wait("reiter", HONEST)) == (300, 0)
    fail(5, "reiter", HONEST)
    assert wait("reiter", HONEST) == 15
    forgive(Secret.PASSWORD, "reiter", HONEST)
    assert (wait("reiter", GUESSER), wait("reiter", HONEST)) == (300, 0)


def test_a_known_browser_is_the_same_one_in_every_wifi(clock: Any) -> None:
    fail(5, "reiter", HONEST)
    elsewhere = Visitor(address="10.0.0.7", browser=HONEST.browser)
    assert wait("reiter", elsewhere) == 15
    forgive(Secret.PASSWORD, "reiter", elsewhere)
    assert wait("reiter", HONEST) == 0


def test_a_name_that_nobody_has_is_kept_as_a_hash() -> None:
    """People type their password there; and what is typed may bring a terminal into disorder."""
    subject = subject_of("Geheim-genug-1\x1b[2J", None)
    assert subject == subject_of("geheim-genug-1\x1b[2j", None) != subject_of("other", None)
    assert re.fullmatch(r"\?[0-9a-f]{20}", subject)


def test_who_is_told_to_wait_for_a_turn_has_tried_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guessing, "PATIENCE_SECONDS", 0.1)
    with one_at_a_time(), pytest.raises(Refused) as refused, trying(Secret.PASSWORD, "reiter", GUESSER):
        raise AssertionError("it was looked at")
    assert (refused.value.code, FailedTry.objects.count()) == ("busy", 0)


def test_strangers_from_many_addresses_wait_together_but_briefly(clock: Any) -> None:
    for number in range(20):
        fail(1, "reiter", Visitor(address=f"192.168.0.{number}"))
    new_phone = Visitor(address="192.168.0.99")
    assert (wait("reiter", new_phone), wait("huber", new_phone)) == (5, 0)
    clock.move(5)
    assert wait("reiter", new_phone) == 0


def test_one_address_with_many_names_is_slowed_and_its_hall_goes_on(clock: Any) -> None:
    for number in range(30):
        fail(1, f"name{number}", GUESSER)
    neighbour = Visitor(address=GUESSER.address)
    assert wait("huber", neighbour) == 2
    clock.move(2)
    assert wait("huber", neighbour) == 0
    assert wait("huber", Visitor(address=GUESSER.address, browser="c3d4")) == 0


def test_codes_of_a_supervisor_are_slowed_over_all_tables(clock: Any) -> None:
    fail(5, "7", Visitor(address="table 1"), Secret.SUPERVISOR_CODE)
    assert wait("7", Visitor(address="table 12"), Secret.SUPERVISOR_CODE) == 0, "one device locks nobody out elsewhere"
    for table in (2, 3):
        fail(5, "7", Visitor(address=f"table {table}"), Secret.SUPERVISOR_CODE)
    assert wait("7", Visitor(address="table 12"), Secret.SUPERVISOR_CODE) == 60
    assert wait("8", Visitor(address="table 12"), Secret.SUPERVISOR_CODE) == 0
    clock.move(60)
    assert wait("7", Visitor(address="table 12"), Secret.SUPERVISOR_CODE) == 0


def test_one_phone_at_many_tables_waits_and_the_tables_do_not(clock: Any) -> None:
    tables = [str(number) for number in range(12)]
    for table in tables[:5]:
        fail(1, table, GUESSER, Secret.TABLE_CODE)
    waits = [wait(table, GUESSER, Secret.TABLE_CODE) for table in tables]
    assert waits == [15] * 12, "it waits everywhere"
    assert [wait(table, Visitor(address="192.168.0.8"), Secret.TABLE_CODE) for table in tables] == [0] * 12
    same_address = Visitor(address=GUESSER.address, card=True)
    assert [wait(table, same_address, Secret.TABLE_CODE) for table in tables] == [0] * 12


def test_endless_addresses_guess_few_codes(clock: Any) -> None:
    for number in range(60):
        fail(1, str(number % 12), Visitor(address=f"10.0.0.{number}"), Secret.TABLE_CODE)
    assert wait("3", Visitor(address="10.0.1.1"), Secret.TABLE_CODE) == 60
    assert wait("3", Visitor(address="10.0.1.1", card=True), Secret.TABLE_CODE) == 0


def test_all_with_the_card_of_a_table_are_counted_together(clock: Any) -> None:
    """The card's address gives a new cookie to whoever comes without one."""
    fail(5, "3", Visitor(address=GUESSER.address, card=True), Secret.TABLE_CODE)
    assert wait("3", Visitor(address=GUESSER.address, card=True), Secret.TABLE_CODE) == 15
    for number in range(10):
        fail(1, "3", Visitor(address=f"10.0.0.{number}", card=True), Secret.TABLE_CODE)
    assert wait("3", Visitor(address="10.0.1.1", card=True), Secret.TABLE_CODE) == 60
    assert wait("4", Visitor(address=GUESSER.address, card=True), Secret.TABLE_CODE) == 0, "at its table alone"
    clock.move(60)
    assert wait("3", Visitor(address="10.0.1.1", card=True), Secret.TABLE_CODE) == 0


def test_a_hall_behind_one_address_mistypes_at_every_table_and_goes_on(clock: Any) -> None:
    phone, tables = Visitor(address="192.168.0.1", card=True), [str(number) for number in range(60)]
    fail(60, "3", Visitor(address=phone.address), Secret.TABLE_CODE)
    for table in tables:
        fail(4, table, phone, Secret.TABLE_CODE)
    assert {wait(table, phone, Secret.TABLE_CODE) for table in tables} == {0}


def typed_in_an_evening(clock: Any, secret: Secret, visitors: Iterator[Visitor], tables: int) -> int:
    """How many codes somebody types in six hours who never waits longer than told; each with the next visitor."""
    typed, until = 0, clock.now + dt.timedelta(hours=6)
    while clock.now < until:
        subject, visitor = str(typed % tables), next(visitors)
        if seconds := wait(subject, visitor, secret):
            clock.move(seconds)
        else:
            fail(1, subject, visitor, secret)
            typed += 1
    return typed


def endless(*, card: bool = False) -> Iterator[Visitor]:
    return (Visitor(address=f"10.0.{number // 250}.{number % 250}", card=card) for number in itertools.count())


@pytest.mark.parametrize(
    ("visitors", "tables", "most"),
    [
        (itertools.repeat(GUESSER), 60, 80),
        (endless(), 60, 420),
        (itertools.repeat(Visitor(address=GUESSER.address, card=True)), 1, 80),
        (endless(card=True), 1, 375),
    ],
    ids=["one address", "endless addresses", "one address with the card", "endless addresses with the card"],
)
def test_what_can_be_typed_in_an_evening(clock: Any, visitors: Iterator[Visitor], tables: int, most: int) -> None:
    """The figures of services/guessing.py."""
    assert typed_in_an_evening(clock, Secret.TABLE_CODE, visitors, tables) == pytest.approx(most, rel=0.02)


def test_a_clock_set_back_makes_nobody_wait(clock: Any) -> None:
    fail(30, "reiter", GUESSER)
    clock.move(-3600)
    assert wait("reiter", GUESSER) == 0


def test_little_is_kept_and_not_for_long(clock: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guessing, "MOST_ROWS", 10)
    for number in range(25):
        clock.move(1)
        fail(1, f"name{number}", GUESSER)
    assert set(FailedTry.objects.values_list("subject", flat=True)) == {f"name{number}" for number in range(15, 25)}
    clock.move(4 * 24 * 3600)
    fail(1, "reiter", GUESSER)
    assert list(FailedTry.objects.values_list("subject", flat=True)) == ["reiter"]


def test_invented_names_make_no_other_failure_forgotten(clock: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guessing, "MOST_ROWS", 20)
    fail(5, "reiter", GUESSER)
    for number in range(60):
        fail(1, str(number % 12), Visitor(address=f"10.0.0.{number % 12}"), Secret.TABLE_CODE)
    for number in range(40):
        clock.move(1)
        fail(1, subject_of(f"name{number}", None), Visitor(address=f"10.0.1.{number}"))
    assert wait("3", Visitor(address="10.0.2.1"), Secret.TABLE_CODE) > 0
    assert FailedTry.objects.filter(subject="reiter").exists()
    assert FailedTry.objects.filter(secret=Secret.PASSWORD).count() == 20


def test_one_hash_at_a_time_the_others_wait_and_who_waits_for_long_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guessing, "PATIENCE_SECONDS", 5.0)
    release, finished = threading.Event(), []

    def hold(name: str) -> None:
        with one_at_a_time():
            finished.append(name)
            assert release.wait(5)

    threads = [threading.Thread(target=hold, args=[name]) for name in ("first", "second", "third")]
    for thread in threads:
        thread.start()
    while not finished:
        pass
    monkeypatch.setattr(guessing, "PATIENCE_SECONDS", 0.1)
    with pytest.raises(Refused, match="Somebody else is logging in"), one_at_a_time():
        pytest.fail("two at once")
    assert len(finished) == 1
    release.set()
    for thread in threads:
        thread.join()
    assert sorted(finished) == ["first", "second", "third"]
