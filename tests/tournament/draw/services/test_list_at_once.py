"""A closed list that two people change at the same moment: closed again, opened, drawn from, somebody withdraws."""

import datetime as dt
from functools import partial

import pytest

from tests.together import together
from tests.worlds.factories import make_participants, make_tournament, make_user
from tournament.draw.services.closed_lists import close_list, renew_list, reopen_list
from tournament.draw.services.draw import draw_match
from tournament.enums import ClosedListState
from tournament.models import ClosedList, Draw, Participant, Tournament, User
from tournament.participants.services.participants import FIXED, add_participant, edit_participant, withdraw_participant
from tournament.proof.services.audit import audit_tournament
from tournament.refusals import Refused
from tournament.services.tournaments import create_tournament

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def anna() -> User:
    return make_user("organiser", username="anna", full_name="Anna Obermaier")


@pytest.fixture
def bene() -> User:
    return make_user("organiser", username="bene", full_name="Bene Huber")


def closed(actor: User, name: str = "Feldkirchen") -> ClosedList:
    """A closed list of eight players, with all its events."""
    day = dt.date(2026, 11, 28)
    tournament = create_tournament(
        actor=actor, name=name, day=day, organiser="SV", ruleset_id="schafkopfschule-2023"
    )  # fmt: skip
    for number in range(8):
        add_participant(tournament=tournament, first_name=f"Vorname{number}", last_name="Huber", actor=actor)
    return close_list(match=tournament.matches.get(number=1), actor=actor, avoid_clubs=True, even_seats=False)


def faults(one: ClosedList) -> list[object]:
    return list(audit_tournament(Tournament.objects.get(pk=one.match.tournament_id)).faults)


def states(one: ClosedList) -> list[str]:
    return list(ClosedList.objects.filter(match=one.match).order_by("number").values_list("state", flat=True))


def test_a_list_is_closed_anew_as_it_was(anna: User, bene: User) -> None:
    before = closed(anna)
    for number in (1, 2):
        one = Participant.objects.get(tournament=before.match.tournament, start_number=number)
        values = {name: getattr(one, name) for name in ("first_name", "last_name", "birth_date", *FIXED, "house")}
        edit_participant(participant=one, club="SV", actor=anna, **values)
    new = renew_list(closed=before, actor=bene)
    before.refresh_from_db()
    assert (before.state, before.reopened_by, new.state, new.number) == ("reopened", bene, "closed", 2)
    assert new.secret != before.secret
    assert faults(new) == []


def test_where_it_cannot_be_closed_it_stays_closed(anna: User) -> None:
    before = closed(anna)
    withdraw_participant(participant=Participant.objects.get(start_number=8), actor=anna)
    with pytest.raises(Refused) as refusal:
        renew_list(closed=before, actor=anna)
    assert refusal.value.code == "does_not_divide"
    assert states(before) == ["closed"]
    assert faults(before) == []


def test_closed_anew_twice_at_once_is_closed_once(anna: User, bene: User) -> None:
    before = closed(anna)
    answers = together(
        partial(renew_list, closed=before, actor=anna), partial(renew_list, closed=before, actor=bene)
    )  # fmt: skip
    assert (answers, states(before)) == (["done", "done"], ["reopened", "closed"])
    assert faults(before) == []


def test_drawn_and_opened_at_once(anna: User, bene: User) -> None:
    """Either the lots are drawn and the list stays as it was, or it is open and nothing is drawn."""
    for number in range(4):
        one = closed(anna, f"Halle {number}")
        answers = together(partial(draw_match, closed=one, actor=anna), partial(reopen_list, closed=one, actor=bene))
        assert (answers, states(one), Draw.objects.filter(match=one.match).count()) in (
            (["done", "step_not_allowed"], [ClosedListState.DRAWN], 1),
            (["list_reopened", "done"], [ClosedListState.REOPENED], 0),
        )
        assert faults(one) == []


def test_drawn_and_withdrawn_at_once(anna: User, bene: User) -> None:
    """Either the player has a seat and stays, or has withdrawn and nothing is drawn."""
    for number in range(4):
        one = closed(anna, f"Halle {number}")
        leaving = Participant.objects.get(tournament=one.match.tournament, start_number=5)
        answers = together(
            partial(draw_match, closed=one, actor=anna), partial(withdraw_participant, participant=leaving, actor=bene)
        )
        leaving.refresh_from_db()
        assert (answers, leaving.withdrawn, leaving.seats.count()) in (
            (["done", "seated"], False, 1),
            (["does_not_divide", "done"], True, 0),
        )
        assert faults(one) == []


def test_those_who_come_at_once_fit_their_list_or_not(anna: User, bene: User) -> None:
    """Nobody is half on a closed list: four more are registered before it is closed, or are reported as new."""
    tournament = make_tournament()
    make_participants(tournament, 8)
    match = tournament.matches.get(number=1)
    more = partial(make_participants_of_house, tournament, bene)
    answers = together(partial(close_list, match=match, actor=anna), more)
    one = ClosedList.objects.filter(match=match).first()
    if answers[0] == "done":
        assert len(one.terms["entrants"]) in (8, 12)
    else:
        assert (answers[0], one) == ("does_not_divide", None)


def make_participants_of_house(tournament: Tournament, actor: User) -> None:
    for number in range(4):
        add_participant(tournament=tournament, first_name=f"Xaver{number}", last_name="Wirt", actor=actor)
