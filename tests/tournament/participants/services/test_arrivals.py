"""Ticking off who is there, taking a tick back, and withdrawing those who did not come."""

import datetime as dt
import json

import pytest

from scoring.ruleset import ruleset_text
from tests.worlds.factories import make_participants, make_tournament, make_user, open_scoresheet
from tournament.enums import TournamentState
from tournament.models import Event, Participant, Tournament, User
from tournament.participants.services.arrivals import all_arrived, return_withdrawn, set_arrived, withdraw_absent
from tournament.participants.services.participants import add_participant, names_payload
from tournament.proof.services.audit import audit_tournament
from tournament.refusals import Refused
from tournament.selectors.versions import tournament_version


@pytest.fixture
def desk(db: None) -> User:
    return make_user("desk", full_name="Dora Desk")


@pytest.fixture
def tournament(db: None) -> Tournament:
    return make_tournament()


def there(tournament: Tournament) -> list[int]:
    return list(tournament.participants.filter(arrived=True).values_list("start_number", flat=True))


def log() -> list[tuple[str, dict]]:
    return [(event.kind, json.loads(event.payload)) for event in Event.objects.order_by("pk")]


def test_one_is_ticked_off_and_taken_back(tournament: Tournament, desk: User) -> None:
    bene = make_participants(tournament, 2)[1]
    version = tournament_version(tournament)
    assert set_arrived(participant=bene, arrived=True, actor=desk)
    assert there(tournament) == [2]
    assert tournament_version(tournament) > version
    assert not set_arrived(participant=bene, arrived=True, actor=desk)
    set_arrived(participant=bene, arrived=False, actor=desk)
    who = {"participant": bene.pk, "start_number": 2}
    assert log() == [("participant.arrived", who), ("participant.left", who)]
    assert there(tournament) == []


def test_all_at_once_are_one_link_of_the_log(tournament: Tournament, desk: User) -> None:
    players = make_participants(tournament, 5)
    Participant.objects.filter(pk=players[4].pk).update(withdrawn=True)
    set_arrived(participant=players[0], arrived=True, actor=desk)
    assert all_arrived(tournament=tournament, arrived=True, actor=desk) == 3
    assert there(tournament) == [1, 2, 3, 4]
    assert log()[1:] == [
        ("participants.arrived", {"participants": [[one.pk, one.start_number] for one in players[1:4]]})
    ]
    assert all_arrived(tournament=tournament, arrived=True, actor=desk) == 0
    assert all_arrived(tournament=tournament, arrived=False, actor=desk) == 4
    assert (there(tournament), log()[-1][0], len(log())) == ([], "participants.left", 3)


def test_the_withdrawn_are_taken_back_first(tournament: Tournament, desk: User) -> None:
    (anna,) = make_participants(tournament, 1)
    Participant.objects.update(withdrawn=True)
    with pytest.raises(Refused) as refusal:
        set_arrived(participant=anna, arrived=True, actor=desk)
    assert refusal.value.code == "withdrawn"
    assert str(refusal.value) == "1 Obermaier Anna is withdrawn. Please take them back onto the list first."


def test_whoever_is_entered_while_the_desk_ticks_off_is_there(tournament: Tournament, desk: User) -> None:
    players = make_participants(tournament, 2)
    set_arrived(participant=players[0], arrived=True, actor=desk)
    new = add_participant(tournament=tournament, first_name="Vroni", last_name="Wagner", actor=desk)
    assert there(tournament) == [1, 3]
    payload = {"participant": new.pk, "start_number": 3, "arrived": True, **names_payload(new)}
    assert log()[-1] == ("participant.added", payload)
    # A player who came and then withdrew does not make the club tick off.
    all_arrived(tournament=tournament, arrived=False, actor=desk)
    Participant.objects.filter(pk=new.pk).update(arrived=True, withdrawn=True)
    assert not add_participant(tournament=tournament, first_name="Xaver", last_name="Wirt", actor=desk).arrived


def test_the_absent_are_withdrawn_together(tournament: Tournament, desk: User) -> None:
    players = make_participants(tournament, 6)
    for one in players[:4]:
        set_arrived(participant=one, arrived=True, actor=desk)
    assert [one.start_number for one in withdraw_absent(tournament=tournament, actor=desk)] == [5, 6]
    assert list(tournament.participants.filter(withdrawn=True).values_list("start_number", flat=True)) == [5, 6]
    assert [kind for kind, _payload in log()[4:]] == ["participant.withdrawn"] * 2
    assert withdraw_absent(tournament=tournament, actor=desk) == []


def test_all_who_are_old_enough_come_back_together(tournament: Tournament, desk: User) -> None:
    players = make_participants(tournament, 6)
    set_arrived(participant=players[0], arrived=True, actor=desk)
    withdraw_absent(tournament=tournament, actor=desk)
    Participant.objects.filter(start_number=3).update(birth_date=dt.date(2015, 1, 1))
    version = tournament_version(tournament)
    assert [one.start_number for one in return_withdrawn(tournament=tournament, actor=desk)] == [2, 4, 5, 6]
    assert list(tournament.participants.filter(withdrawn=True).values_list("start_number", flat=True)) == [3]
    assert [kind for kind, _payload in log()[6:]] == ["participant.returned"] * 4
    assert tournament_version(tournament) > version
    assert return_withdrawn(tournament=tournament, actor=desk) == []


def test_the_log_of_it_can_be_replayed(tournament: Tournament, desk: User) -> None:
    for name in ("Anna", "Bene"):
        add_participant(tournament=tournament, first_name=name, last_name="Huber", actor=desk)
    set_arrived(participant=tournament.participants.get(start_number=1), arrived=True, actor=desk)
    withdraw_absent(tournament=tournament, actor=desk)
    all_arrived(tournament=tournament, arrived=False, actor=desk)
    faults = audit_tournament(tournament).faults
    assert [fault for fault in faults if "participant" in fault.what or "replayed" in fault.what] == []


def test_where_nobody_is_ticked_off_nobody_is_missing(tournament: Tournament, desk: User) -> None:
    make_participants(tournament, 4)
    with pytest.raises(Refused) as refusal:
        withdraw_absent(tournament=tournament, actor=desk)
    assert refusal.value.code == "nobody_arrived"
    assert not Participant.objects.filter(withdrawn=True).exists()


def test_all_of_the_absent_or_none(tournament: Tournament, desk: User) -> None:
    """A player who sits at a table of a running match cannot withdraw, so nobody is withdrawn."""
    players = make_participants(tournament, 8)
    open_scoresheet(tournament)
    set_arrived(participant=players[7], arrived=True, actor=desk)
    with pytest.raises(Refused) as refusal:
        withdraw_absent(tournament=Tournament.objects.get(), actor=desk)
    assert refusal.value.code == "seated"
    assert not Participant.objects.filter(withdrawn=True).exists()


def test_after_the_end_and_without_a_role_nothing_is_ticked_off(tournament: Tournament, desk: User) -> None:
    (anna,) = make_participants(tournament, 1)
    stranger = make_user()
    acts = [
        lambda actor: set_arrived(participant=anna, arrived=True, actor=actor),
        lambda actor: all_arrived(tournament=tournament, arrived=True, actor=actor),
        lambda actor: withdraw_absent(tournament=tournament, actor=actor),
        lambda actor: return_withdrawn(tournament=tournament, actor=actor),
    ]
    refused = []
    for state, actor in ((TournamentState.RUNNING, stranger), (TournamentState.FINISHED, desk)):
        Tournament.objects.update(state=state, frozen_ruleset=ruleset_text(tournament.ruleset_id))
        for act in acts:
            with pytest.raises(Refused) as refusal:
                act(actor)
            refused.append(refusal.value.code)
    assert refused == ["not_allowed"] * 4 + ["list_closed"] * 4
    assert (there(tournament), log()) == ([], [])
