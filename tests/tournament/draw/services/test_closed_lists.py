"""Closing the list and opening it again, and the numbers that the hall adds to a closed list."""

from typing import Any

import pytest

from tests.together import together
from tests.worlds.factories import make_participants, make_tournament, make_user
from tournament import lots
from tournament.draw.services.closed_lists import close_list, reopen_list
from tournament.draw.services.draw import draw_match
from tournament.enums import ClosedListState, LotSource
from tournament.models import ClosedList, Draw, Event, Match, Scoresheet, Seat, Tournament, User
from tournament.refusals import Refused


@pytest.fixture
def organiser(db: None) -> User:
    return make_user("organiser", full_name="Olga Orga")


@pytest.fixture
def tournament(db: None) -> Tournament:
    return make_tournament()


def match(tournament: Tournament, number: int = 1) -> Match:
    return tournament.matches.get(number=number)


def nothing_drawn() -> bool:
    return not (Draw.objects.exists() or Scoresheet.objects.exists() or Seat.objects.exists())


def refused(act: Any, **arguments: Any) -> tuple[str, str]:
    """The code and sentence with which an act is refused."""
    with pytest.raises(Refused) as refusal:
        act(**arguments)
    return refusal.value.code, str(refusal.value)


# ------------------------------------------------------------------------------------------------ what the hall adds


def test_three_numbers_of_the_hall_are_part_of_the_seed(tournament: Tournament, organiser: User) -> None:
    make_participants(tournament, 8)
    closed = close_list(match=match(tournament), actor=organiser, source=LotSource.NUMBERS)
    draw = draw_match(closed=closed, actor=organiser, hall=["7", "0815", "42"], witnesses=[3, 1, 8])
    assert (draw.protocol["hall"], draw.protocol["witnesses"]) == (["7", "0815", "42"], [3, 1, 8])
    expected = lots.draw_seed(list_hash=closed.list_hash, secret=closed.secret, hall=["7", "0815", "42"])
    assert draw.protocol["seed"] == expected
    assert lots.verify(draw.protocol) == []


@pytest.mark.parametrize(
    ("source", "hall", "witnesses", "code"),
    [
        (LotSource.NUMBERS, ["7", "8"], [1, 2, 3], "hall_numbers"),
        (LotSource.NUMBERS, ["7", "8", "x"], [1, 2, 3], "hall_numbers"),
        (LotSource.NUMBERS, ["7", "8", "1 2"], [1, 2, 3], "hall_numbers"),
        (LotSource.NUMBERS, ["7", "8", "9"], [1, 2], "witnesses"),
        (LotSource.NUMBERS, ["7", "8", "9"], [1, 2, 2], "witnesses"),
        (LotSource.NUMBERS, ["7", "8", "9"], [1, 2, 99], "unknown_witness"),
        (LotSource.LOTTERY, [], [], "hall_numbers"),
        (LotSource.LOTTERY, ["1"] * 13, [], "hall_numbers"),
        (LotSource.SYSTEM, ["7"], [], "hall_numbers"),
        (LotSource.SYSTEM, [], [1, 2, 3, 4], "witnesses"),
    ],
)
def test_what_the_hall_adds_must_fit_the_source(
    tournament: Tournament, organiser: User, source: LotSource, hall: list[str], witnesses: list[int], code: str
) -> None:
    make_participants(tournament, 8)
    closed = close_list(match=match(tournament), actor=organiser, source=source, note="Lotto am Samstag")
    assert refused(draw_match, closed=closed, actor=organiser, hall=hall, witnesses=witnesses)[0] == code
    assert nothing_drawn()


def test_a_lottery_is_named_before_its_numbers(tournament: Tournament, organiser: User) -> None:
    make_participants(tournament, 8)
    lottery = {"match": match(tournament), "actor": organiser, "source": LotSource.LOTTERY}
    assert refused(close_list, **lottery)[0] == "lottery_unnamed"
    closed = close_list(**lottery, note="Lotto 6 aus 49, Samstag 28.11.")
    assert closed.note == "Lotto 6 aus 49, Samstag 28.11."
    assert draw_match(closed=closed, actor=organiser, hall=["4", "17"]).protocol["hall"] == ["4", "17"]


# ------------------------------------------------------------------------------------------------ closing and opening


def test_a_list_is_closed_once_and_stays_as_it_was(tournament: Tournament, organiser: User) -> None:
    make_participants(tournament, 8)
    closed = close_list(match=match(tournament), actor=organiser)
    again = close_list(match=match(tournament), actor=organiser, source=LotSource.NUMBERS)
    assert (again.pk, again.source) == (closed.pk, LotSource.SYSTEM)
    assert Event.objects.filter(kind="list.closed").count() == 1
    assert closed.commitment == lots.commitment(closed.secret)
    assert closed.list_hash == closed.drawn_from.list_hash


def test_an_opened_list_leaves_its_trace_and_another_secret(tournament: Tournament, organiser: User) -> None:
    make_participants(tournament, 8)
    first = close_list(match=match(tournament), actor=organiser)
    reopen_list(closed=first, actor=organiser)
    reopen_list(closed=first, actor=organiser)
    refusal = refused(draw_match, closed=first, actor=organiser)
    assert refusal == ("list_reopened", "The list was opened again in the meantime. Please close it, then draw.")
    second = close_list(match=match(tournament), actor=organiser)
    assert (second.number, second.list_hash) == (2, first.list_hash)
    assert second.commitment != first.commitment
    draw = draw_match(closed=second, actor=organiser)
    assert draw.closed_list == second
    states = list(ClosedList.objects.order_by("number").values_list("number", "state"))
    assert states == [(1, ClosedListState.REOPENED), (2, ClosedListState.DRAWN)]
    assert refused(reopen_list, closed=second, actor=organiser)[0] == "step_not_allowed"


@pytest.mark.django_db(transaction=True)
def test_two_close_the_same_list_at_once() -> None:
    tournament = make_tournament()
    make_participants(tournament, 8)
    anna, bene = make_user("organiser", username="anna"), make_user("organiser", username="bene")
    answers = together(*(lambda who=who: close_list(match=match(tournament), actor=who) for who in (anna, bene)))
    assert answers == ["done", "done"]
    assert ClosedList.objects.count() == 1
