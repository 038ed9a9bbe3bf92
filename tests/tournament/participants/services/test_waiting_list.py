"""The waiting list of a full tournament, and the players of the house who stand ready."""

import datetime as dt
from collections.abc import Callable
from threading import Barrier, Thread

import pytest
from django.db import connection

from tests.worlds.factories import make_user
from tournament.draw.selectors.draw import preflight
from tournament.imports.columns import find_header
from tournament.imports.files import read_list_file
from tournament.models import Event, Participant, Tournament, User
from tournament.offences import Offence
from tournament.participants.selectors.seats_left import seats_desk, waiting_list
from tournament.participants.services.arrivals import return_withdrawn
from tournament.participants.services.conduct import exclude
from tournament.participants.services.participants import (
    add_participant,
    import_participants,
    return_participant,
    withdraw_participant,
)
from tournament.participants.services.waiting_list import admit, call, call_in, leave_out, wait
from tournament.proof.services.audit import audit_tournament
from tournament.refusals import Refused
from tournament.services.tournaments import create_tournament, edit_tournament

RULES = "schafkopfschule-2023"
BASIS: dict[str, object] = {
    "name": "Feldkirchen", "day": dt.date(2026, 11, 28), "organiser": "SV Feldkirchen", "ruleset_id": RULES,
}  # fmt: skip
BORN = dt.date(1980, 1, 1)


@pytest.fixture
def desk(db: None) -> User:
    return make_user("desk", "organiser")


@pytest.fixture
def tournament(desk: User) -> Tournament:
    """A tournament for four guests at most, made with its log."""
    return create_tournament(actor=desk, most_players=4, **BASIS)


def enter(tournament: Tournament, actor: User, count: int, *, house: bool = False) -> list[Participant]:
    first = tournament.participants.count() + 1
    return [
        add_participant(
            tournament=tournament,
            first_name="Vor",
            last_name=f"Nach{number}",
            birth_date=BORN,
            house=house,
            actor=actor,
        )
        for number in range(first, first + count)
    ]


def queue(tournament: Tournament) -> list[int]:
    return [one.start_number for one in waiting_list(tournament)]


def playing(tournament: Tournament) -> list[int]:
    return list(tournament.participants.filter(withdrawn=False).values_list("start_number", flat=True))


def code_of(act: Callable[[], object]) -> str:
    with pytest.raises(Refused) as refusal:
        act()
    return refusal.value.code


def faults(tournament: Tournament) -> list[str]:
    return [fault.what for fault in audit_tournament(tournament).faults]


def one_of(tournament: Tournament, number: int) -> Participant:
    return tournament.participants.get(start_number=number)


def test_who_comes_when_it_is_full_waits_with_the_next_number(tournament: Tournament, desk: User) -> None:
    enter(tournament, desk, 6)
    assert (playing(tournament), queue(tournament)) == ([1, 2, 3, 4], [5, 6])
    # Whoever waits is not counted and not drawn.
    assert preflight(tournament.matches.get(number=1)).start_numbers == [1, 2, 3, 4]
    assert (seats_desk(tournament).seats.players, seats_desk(tournament).seats.waiting) == (4, 2)
    assert faults(tournament) == []


def test_a_house_player_neither_waits_nor_counts(tournament: Tournament, desk: User) -> None:
    enter(tournament, desk, 4)
    enter(tournament, desk, 4, house=True)
    assert (playing(tournament), queue(tournament)) == ([1, 2, 3, 4, 5, 6, 7, 8], [])


def test_nobody_passes_those_who_wait(tournament: Tournament, desk: User) -> None:
    enter(tournament, desk, 5)
    withdraw_participant(participant=one_of(tournament, 2), actor=desk)
    enter(tournament, desk, 1)
    assert (playing(tournament), queue(tournament)) == ([1, 3, 4], [5, 6])


def test_the_next_one_is_called_for_a_free_seat_and_admitted(tournament: Tournament, desk: User) -> None:
    enter(tournament, desk, 6)
    assert seats_desk(tournament).next_in_line is None
    assert code_of(lambda: call(tournament=tournament, actor=desk)) == "all_called"
    withdraw_participant(participant=one_of(tournament, 2), actor=desk)
    proposal = seats_desk(tournament).next_in_line
    assert proposal is not None
    assert proposal.start_number == 5
    assert call(tournament=tournament, actor=desk).start_number == 5
    assert code_of(lambda: call(tournament=tournament, actor=desk)) == "all_called"
    # Called twice is called once; the one seat may still go to the other.
    assert call(tournament=tournament, participant=one_of(tournament, 5), actor=desk).start_number == 5
    assert faults(tournament) == []
    admit(participant=one_of(tournament, 5), actor=desk)
    assert (playing(tournament), queue(tournament)) == ([1, 3, 4, 5], [6])
    assert code_of(lambda: admit(participant=one_of(tournament, 6), actor=desk)) == "full"
    assert code_of(lambda: admit(participant=one_of(tournament, 5), actor=desk)) == "not_waiting"
    assert code_of(lambda: return_participant(participant=one_of(tournament, 2), actor=desk)) == "full"
    kinds = list(Event.objects.filter(kind__startswith="participant.").values_list("kind", flat=True))
    assert kinds[-3:] == ["participant.withdrawn", "participant.called", "participant.returned"]
    assert faults(tournament) == []


def test_who_is_called_and_does_not_come_goes_to_the_end(tournament: Tournament, desk: User) -> None:
    enter(tournament, desk, 6)
    withdraw_participant(participant=one_of(tournament, 1), actor=desk)
    call(tournament=tournament, actor=desk)
    wait(participant=one_of(tournament, 5), actor=desk)
    assert queue(tournament) == [6, 5]
    assert call(tournament=tournament, actor=desk).start_number == 6
    # Somebody who only waits keeps the place in the queue.
    wait(participant=one_of(tournament, 5), actor=desk)
    wait(participant=one_of(tournament, 2), actor=desk)
    assert (playing(tournament), queue(tournament)) == ([3, 4], [6, 5, 2])
    assert faults(tournament) == []


def test_who_leaves_the_waiting_list_is_withdrawn(tournament: Tournament, desk: User) -> None:
    enter(tournament, desk, 7)
    withdraw_participant(participant=one_of(tournament, 5), actor=desk)
    exclude(participant=one_of(tournament, 6), offence=Offence.CHEATING, actor=desk, reason="zweimal angemeldet")
    assert queue(tournament) == [7]
    assert code_of(lambda: call(tournament=tournament, participant=one_of(tournament, 5), actor=desk)) == "not_waiting"
    assert code_of(lambda: wait(participant=one_of(tournament, 6), actor=desk)) == "excluded"
    assert faults(tournament) == []


def test_a_higher_limit_admits_nobody_by_itself(tournament: Tournament, desk: User) -> None:
    enter(tournament, desk, 6)
    edit_tournament(tournament=tournament, actor=desk, most_players=8, **BASIS)
    tournament.refresh_from_db()
    assert (playing(tournament), queue(tournament)) == ([1, 2, 3, 4], [5, 6])
    assert seats_desk(tournament).free == 4
    assert return_withdrawn(tournament=tournament, actor=desk) == []
    assert faults(tournament) == []


def test_without_a_limit_anybody_who_waits_is_called_and_nobody_else_waits(tournament: Tournament, desk: User) -> None:
    enter(tournament, desk, 6)
    edit_tournament(tournament=tournament, actor=desk, **BASIS)
    tournament.refresh_from_db()
    assert seats_desk(tournament).free is None
    assert [call(tournament=tournament, actor=desk).start_number for _ in range(2)] == [5, 6]
    assert code_of(lambda: call(tournament=tournament, actor=desk)) == "nobody_waits"


def test_an_imported_list_that_is_too_long_waits_from_the_limit_on(tournament: Tournament, desk: User) -> None:
    enter(tournament, desk, 2)
    rows = "Nachname;Vorname;Geburtsdatum\n" + "".join(f"Gast{n};Max{n};01.01.1980\n" for n in range(4))
    table = read_list_file(rows.encode()).table()
    header = find_header(table.texts())
    assert header is not None
    import_participants(tournament=tournament, table=table, header=header, actor=desk)
    assert (playing(tournament), queue(tournament)) == ([1, 2, 3, 4], [5, 6])
    assert faults(tournament) == []


def test_three_left_over_of_forty_five(desk: User) -> None:
    """The door of 45: three players of the house are called in, or one guest is left out, in one act each."""
    tournament = create_tournament(actor=desk, **BASIS)
    enter(tournament, desk, 45)
    match = tournament.matches.get(number=1)
    [obstacle] = preflight(match).obstacles
    assert (obstacle.code, obstacle.refusal.context["missing"]) == ("does_not_divide", 3)
    house = enter(tournament, desk, 3, house=True)
    assert preflight(match).obstacles == ()
    leave_out(participants=house, actor=desk)
    assert [one.start_number for one in seats_desk(tournament).ready] == [46, 47, 48]
    assert [one.start_number for one in preflight(match).fillers] == [46, 47, 48]
    assert [one.start_number for one in call_in(participants=house, actor=desk)] == [46, 47, 48]
    assert code_of(lambda: call_in(participants=house, actor=desk)) == "not_ready"
    assert preflight(match).obstacles == ()
    leave_out(participants=[*house, one_of(tournament, 45)], actor=desk)
    assert (len(playing(tournament)), preflight(match).obstacles) == (44, ())
    assert faults(tournament) == []


@pytest.mark.django_db(transaction=True)
def test_two_desks_call_for_the_same_seat(tournament: Tournament, desk: User) -> None:
    enter(tournament, desk, 6)
    withdraw_participant(participant=one_of(tournament, 2), actor=desk)
    barrier, answers = Barrier(2), []

    def press() -> None:
        barrier.wait()
        try:
            answers.append(str(call(tournament=tournament, actor=desk).start_number))
        except Refused as refused:
            answers.append(refused.code)
        finally:
            connection.close()

    threads = [Thread(target=press) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(answers) == ["5", "all_called"]
    assert [one.start_number for one in waiting_list(tournament) if one.called_at] == [5]
    assert faults(tournament) == []
