"""Deleting a mistaken entry: only while no draw knows it, and the log keeps that it was there."""

import datetime as dt

import pytest
from django.utils import timezone

from tests.worlds.factories import make_user
from tournament.draw.services.closed_lists import close_list, reopen_list
from tournament.draw.services.draw import draw_match
from tournament.enums import TournamentState
from tournament.models import Ceremony, Cup, CupWinner, Participant, PrizeAct, PublicLot, Tournament, User
from tournament.offences import Offence
from tournament.participants.services.ages import answer_age
from tournament.participants.services.arrivals import set_arrived
from tournament.participants.services.conduct import warn
from tournament.participants.services.mistaken_entries import delete_participant
from tournament.participants.services.participants import add_participant, withdraw_participant
from tournament.proof.selectors.log import LogFilter, log_page
from tournament.proof.services.audit import audit_tournament
from tournament.refusals import Refused
from tournament.services.tournaments import create_tournament


@pytest.fixture
def management(db: None) -> User:
    return make_user("organiser", "supervisor")


@pytest.fixture
def tournament(management: User) -> Tournament:
    tournament = create_tournament(
        actor=management, name="Feldkirchen 2026", day=dt.date(2026, 11, 28), organiser="SV Feldkirchen",
        ruleset_id="schafkopfschule-2023",
    )  # fmt: skip
    for name in ("Anna", "Bene", "Centa", "Dirk"):
        add_participant(tournament=tournament, first_name=name, last_name="Huber", actor=management)
    return tournament


def on_list(tournament: Tournament) -> list[int]:
    return list(tournament.participants.values_list("start_number", flat=True))


def test_a_mistaken_entry_goes_and_the_log_keeps_that_it_was(tournament: Tournament, management: User) -> None:
    dirk = tournament.participants.get(start_number=4)
    set_arrived(participant=dirk, arrived=True, actor=management)
    answer_age(participant=dirk, answer=True, actor=management)
    delete_participant(participant=dirk, actor=management)
    assert on_list(tournament) == [1, 2, 3]
    assert audit_tournament(tournament).faults == ()
    sentences = [row.line.words for row in log_page(tournament, LogFilter()).lines[:4]]
    assert sentences == [
        "start number 4: mistaken entry deleted",
        "start number 4 was asked for the minimum age (16 years)",
        "start number 4 is present",
        "start number 4 is on the list",
    ]


def close(tournament: Tournament, management: User, _dirk: Participant) -> None:
    close_list(match=tournament.matches.get(number=1), actor=management)


def close_and_reopen(tournament: Tournament, management: User, _dirk: Participant) -> None:
    reopen_list(closed=close_list(match=tournament.matches.get(number=1), actor=management), actor=management)


def note(_tournament: Tournament, management: User, dirk: Participant) -> None:
    warn(participant=dirk, offence=Offence.COUNTED, actor=management)


def come_later(tournament: Tournament, management: User, dirk: Participant) -> None:
    PrizeAct.objects.create(
        tournament=tournament, participant=dirk, kind="later", acted_by=management, acted_at=timezone.now()
    )


def be_in_a_lot(tournament: Tournament, management: User, dirk: Participant) -> None:
    PublicLot.objects.create(
        tournament=tournament, entrants=[dirk.pk], prize_number=0, commitment="c", secret="s", closed_by=management,
        closed_at=timezone.now(),
    )  # fmt: skip


def win_a_cup(_tournament: Tournament, management: User, dirk: Participant) -> None:
    CupWinner.objects.create(
        cup=Cup.objects.create(name="Wanderpokal"), year=2026, name="D. Huber", participant=dirk,
        entered_by=management, entered_at=timezone.now(),
    )  # fmt: skip


def be_announced(tournament: Tournament, _management: User, dirk: Participant) -> None:
    Ceremony.objects.create(tournament=tournament, script={"steps": [{"kind": "x", "awards": [[1, dirk.pk, None]]}]})


def finish(tournament: Tournament, _management: User, _dirk: Participant) -> None:
    Tournament.objects.filter(pk=tournament.pk).update(
        state=TournamentState.FINISHED, frozen_ruleset="x", keep_until=dt.date(2027, 6, 1)
    )


@pytest.mark.parametrize(
    ("before", "code"),
    [
        (close, "was_drawn"),
        (close_and_reopen, "was_drawn"),
        (note, "on_record"),
        (come_later, "in_prize_giving"),
        (be_in_a_lot, "in_prize_giving"),
        (win_a_cup, "in_prize_giving"),
        (be_announced, "in_prize_giving"),
        (finish, "list_closed"),
    ],
)
def test_what_stays_on_record(tournament: Tournament, management: User, before: object, code: str) -> None:
    dirk = tournament.participants.get(start_number=4)
    before(tournament, management, dirk)  # type: ignore[operator]
    with pytest.raises(Refused) as refused:
        delete_participant(participant=dirk, actor=management)
    assert (refused.value.code, on_list(tournament)) == (code, [1, 2, 3, 4])


def test_who_looked_on_while_lots_were_drawn_stays(tournament: Tournament, management: User) -> None:
    closed = close_list(match=tournament.matches.get(number=1), actor=management)
    eva = add_participant(tournament=tournament, first_name="Eva", last_name="Huber", actor=management)
    withdraw_participant(participant=eva, actor=management)
    draw_match(closed=closed, actor=management, witnesses=[eva.start_number])
    with pytest.raises(Refused) as refused:
        delete_participant(participant=eva, actor=management)
    assert (refused.value.code, on_list(tournament)) == ("was_witness", [1, 2, 3, 4, 5])


def test_whoever_looks_at_a_deleted_entry_meets_nobody_else(tournament: Tournament, management: User) -> None:
    dirk = tournament.participants.get(start_number=4)
    delete_participant(participant=tournament.participants.get(start_number=4), actor=management)
    eva = add_participant(tournament=tournament, first_name="Eva", last_name="Zöllner", actor=management)
    assert eva.start_number == 5
    for late in (
        lambda: delete_participant(participant=dirk, actor=management),
        lambda: answer_age(participant=dirk, answer=True, actor=management),
        lambda: set_arrived(participant=dirk, arrived=True, actor=management),
        lambda: withdraw_participant(participant=dirk, actor=management),
    ):
        with pytest.raises(Refused) as refused:
            late()
        assert refused.value.code == "entry_deleted"


def test_an_empty_list_begins_with_number_1(tournament: Tournament, management: User) -> None:
    for one in tournament.participants.all():
        delete_participant(participant=one, actor=management)
    eva = add_participant(tournament=tournament, first_name="Eva", last_name="Zöllner", actor=management)
    assert eva.start_number == 1


def test_a_later_entry_gets_a_number_of_its_own(tournament: Tournament, management: User) -> None:
    delete_participant(participant=tournament.participants.get(start_number=2), actor=management)
    eva = add_participant(tournament=tournament, first_name="Eva", last_name="Huber", actor=management)
    assert eva.start_number == 5


def test_only_the_desk_deletes(tournament: Tournament) -> None:
    with pytest.raises(Refused) as refused:
        delete_participant(participant=tournament.participants.get(start_number=4), actor=make_user("tribunal"))
    assert refused.value.code == "not_allowed"
