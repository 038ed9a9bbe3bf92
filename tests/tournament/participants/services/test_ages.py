"""The minimum age where no date of birth is known: asked once, recorded with who asked and when (5.2.12)."""

import datetime as dt
import json

import pytest

from tests.worlds.factories import make_tournament, make_user
from tournament.models import Event, Participant, Tournament, User
from tournament.participants.services.ages import answer_age
from tournament.participants.services.participants import (
    add_participant,
    edit_participant,
    return_participant,
    withdraw_participant,
)
from tournament.participants.services.retention import forget_participant
from tournament.proof.integrity.names import AGE, names_hash
from tournament.proof.services.audit import audit_tournament
from tournament.proof.services.audit_replay import Act, TournamentAsLogged
from tournament.proof.services.audit_tournament import _ages
from tournament.refusals import Refused


@pytest.fixture
def desk(db: None) -> User:
    return make_user("desk")


@pytest.fixture
def tournament(db: None) -> Tournament:
    return make_tournament()


def enter(tournament: Tournament, actor: User, **more: object) -> Participant:
    return add_participant(tournament=tournament, first_name="Xaver", last_name="Zacherl", actor=actor, **more)


def fits(participant: Participant) -> bool | None:
    return participant.old_enough(participant.tournament)


def log() -> list[tuple[str, dict[str, object]]]:
    events = Event.objects.filter(kind__startswith="participant.age").order_by("sequence")
    return [(event.kind, json.loads(event.payload)) for event in events]


def test_the_answer_is_recorded_with_who_asked(tournament: Tournament, desk: User) -> None:
    xaver = enter(tournament, desk)
    assert fits(xaver) is None
    xaver = answer_age(participant=xaver, answer=True, actor=desk)
    assert (fits(xaver), xaver.age_asked, xaver.age_asked_by) == (True, 16, desk)
    answer_age(participant=xaver, answer=True, actor=make_user("organiser"))
    xaver.refresh_from_db()
    assert (xaver.age_asked_by, len(log())) == (desk, 1)  # asked once
    payload = {"participant": xaver.pk, "start_number": 1}
    # The log has the salted hash: who reads it does not learn who is too young.
    answer = names_hash(xaver, AGE, xaver.birth_salt)
    answer_age(participant=xaver, answer=None, actor=desk)
    assert log() == [
        ("participant.age_answered", payload | {"age": 16, "answer": answer}),
        ("participant.age_reopened", payload),
    ]
    xaver.refresh_from_db()
    assert (fits(xaver), xaver.age_asked_by, xaver.age_asked_at) == (None, None, None)


def faults(tournament: Tournament) -> list[str]:
    """What the audit finds of people: make_tournament writes no log of its own."""
    return [fault for fault in map(str, audit_tournament(tournament).faults) if "articipant" in fault]


def test_a_changed_answer_is_noticed_also_after_an_edit(tournament: Tournament, desk: User) -> None:
    xaver = answer_age(participant=enter(tournament, desk), answer=False, actor=desk)
    edit_participant(
        participant=xaver, first_name="Xaver", last_name="Zacherl", club="Edelweiß",
        fixed_table=None, fixed_seat=None, house=False, actor=desk,
    )  # fmt: skip
    assert faults(tournament) == []
    Participant.objects.filter(pk=xaver.pk).update(age_answer=True)
    [fault] = faults(tournament)
    assert "answer about the age of participant" in fault


def test_a_log_that_holds_the_answer_itself_stays_readable(tournament: Tournament, desk: User) -> None:
    logged = TournamentAsLogged()
    xaver = answer_age(participant=enter(tournament, desk), answer=False, actor=desk)
    logged.ages[xaver.pk] = (16, False)
    logged.acts["age", xaver.pk] = Act(by=desk.pk, at=xaver.age_asked_at)
    assert list(_ages(logged, [xaver], {})) == []
    xaver.age_answer = True
    assert len(list(_ages(logged, [xaver], {}))) == 1


def test_whoever_says_no_does_not_come_back(tournament: Tournament, desk: User) -> None:
    xaver = answer_age(participant=enter(tournament, desk), answer=False, actor=desk)
    withdraw_participant(participant=xaver, actor=desk)
    with pytest.raises(Refused) as refused:
        return_participant(participant=xaver, actor=desk)
    assert refused.value.code == "under_age"


def test_whoever_is_asked_at_the_entry_is_not_asked_again(tournament: Tournament, desk: User) -> None:
    assert fits(enter(tournament, desk, age_confirmed=True)) is True
    # A date of birth needs no answer beside it.
    anna = add_participant(
        tournament=tournament, first_name="Anna", last_name="Huber", birth_date=dt.date(1980, 1, 1),
        age_confirmed=True, actor=desk,
    )  # fmt: skip
    assert (anna.age_answer, fits(anna)) == (None, True)


def test_rules_without_a_minimum_age_ask_nobody(db: None, desk: User) -> None:
    tournament = make_tournament(rules="house-10-60", slug="haus")
    xaver = enter(tournament, desk, age_confirmed=True)
    assert xaver.age_answer is None
    with pytest.raises(Refused) as refused:
        answer_age(participant=xaver, answer=True, actor=desk)
    assert refused.value.code == "no_minimum_age"


def test_the_answer_goes_with_whoever_is_forgotten(tournament: Tournament, desk: User) -> None:
    boss = make_user("organiser")
    xaver = answer_age(participant=enter(tournament, desk), answer=False, actor=desk)
    withdraw_participant(participant=xaver, actor=desk)
    forget_participant(participant=xaver, actor=boss)
    xaver.refresh_from_db()
    assert (xaver.age_answer, xaver.age_asked, xaver.age_asked_by, xaver.age_asked_at) == (None, None, None, None)
    assert faults(tournament) == []
