"""Lots drawn by hand (5.2.2): entered from a closed list, for every match, and said to be what they are."""

from typing import Any

import pytest

from tests.worlds.factories import make_participants, make_tournament, make_user, write
from tournament import lots
from tournament.draw.selectors.draw import seated
from tournament.draw.services.closed_lists import close_list
from tournament.draw.services.draw import discard_draw, draw_match, enter_lots
from tournament.enums import LotSource
from tournament.models import ClosedList, Draw, Match, Participant, Scoresheet, Seat, Tournament, User
from tournament.proof.services.audit import audit_tournament
from tournament.refusals import Refused

PLACES = [(number, 1 + number % 2, (number + 1) // 2) for number in range(1, 9)]
HAND = {"source": LotSource.HAND}


@pytest.fixture
def organiser(db: None) -> User:
    return make_user("organiser", "desk", full_name="Olga Orga")


@pytest.fixture
def tournament(db: None) -> Tournament:
    tournament = make_tournament()
    make_participants(tournament, 8)
    return tournament


def match(tournament: Tournament, number: int = 1) -> Match:
    return tournament.matches.select_related("tournament").get(number=number)


def faults(tournament: Tournament) -> list[str]:
    sentences = [fault.what for fault in audit_tournament(tournament).faults]
    return [what for what in sentences if not what.startswith(("the ", "participant "))]


def enter(tournament: Tournament, actor: User, number: int = 1, **options: Any) -> Draw:
    closed = close_list(match=match(tournament, number), actor=actor, **HAND)
    return enter_lots(**{"closed": closed, "actor": actor, "places": PLACES, **options})


def test_eight_who_drew_from_a_hat_sit_where_their_ticket_says(tournament: Tournament, organiser: User) -> None:
    draw = enter(tournament, organiser, witnesses=[3, 5])
    assert seated(Seat.objects.all()) == (((2, 4, 6, 8), (1, 3, 5, 7)),)
    assert (draw.is_by_hand, draw.drawn_by, draw.protocol["witnesses"]) == (True, organiser, [3, 5])
    assert {"secret", "seed", "commitment", "hall"} & set(draw.protocol) == set()
    assert (draw.closed_list.secret, draw.closed_list.commitment) == ("", "")
    assert (lots.verify(draw.protocol), faults(tournament)) == ([], [])


def test_the_second_match_by_hand_touches_nobodys_fixed_place(tournament: Tournament, organiser: User) -> None:
    enter(tournament, organiser)
    again = enter(tournament, organiser, 2)
    assert (again.lots, again.meetings) == ([[2, 4, 6, 8], [1, 3, 5, 7]], {"again": 12, "clubs": 0, "seats": 0})
    assert not Participant.objects.exclude(fixed_table=None).exists()
    assert (lots.verify(again.protocol), faults(tournament)) == ([], [])


def test_by_hand_first_and_from_this_computer_then(tournament: Tournament, organiser: User) -> None:
    enter(tournament, organiser)
    closed = close_list(match=match(tournament, 2), actor=organiser)
    assert draw_match(closed=closed, actor=organiser).protocol["source"] == "system"
    assert faults(tournament) == []


@pytest.mark.parametrize("places", [PLACES[:-1], [*PLACES, (9, 1, 4)], [*PLACES[:-1], (8, 1, 1)], []])
def test_lots_that_do_not_fit_are_not_published(
    tournament: Tournament, organiser: User, places: list[lots.Place]
) -> None:
    with pytest.raises(Refused, match="do not fit the list") as refusal:
        enter(tournament, organiser, places=places)
    assert (refusal.value.code, Draw.objects.count(), Scoresheet.objects.count()) == ("lots_misfit", 0, 0)


def test_a_list_for_chance_takes_no_lots_by_hand(tournament: Tournament, organiser: User) -> None:
    chance = close_list(match=match(tournament), actor=organiser)
    with pytest.raises(Refused, match="do not fit the list"):
        enter_lots(closed=chance, actor=organiser, places=PLACES)


def test_a_list_for_lots_by_hand_is_not_drawn_by_the_computer(tournament: Tournament, organiser: User) -> None:
    closed = close_list(match=match(tournament), actor=organiser, **HAND)
    with pytest.raises(Refused) as refusal:
        draw_match(closed=closed, actor=organiser)
    assert refusal.value.code == "hall_numbers"


def test_lots_by_hand_are_taken_back_like_others(tournament: Tournament, organiser: User) -> None:
    enter(tournament, organiser)
    discard_draw(match=match(tournament), actor=organiser, reason="Zwei Lose lagen noch im Hut.")
    assert enter(tournament, organiser).number == 2
    assert faults(tournament) == []


def test_the_late_four_draw_by_hand_too(tournament: Tournament, organiser: User) -> None:
    enter(tournament, organiser)
    write(Scoresheet.objects.get(table_number=1), 1, "r12+", organiser)
    make_participants(tournament, 4, first=9)
    closed = close_list(match=match(tournament), actor=organiser, additional=True, **HAND)
    places = [(number, 3, 13 - number) for number in range(9, 13)]
    draw = enter_lots(closed=closed, actor=organiser, places=places)
    assert draw.new_tables == {3: [12, 11, 10, 9]}
    assert (lots.verify(draw.protocol), faults(tournament)) == ([], [])


def test_the_log_notices_lots_by_hand_that_claim_a_seal(tournament: Tournament, organiser: User) -> None:
    enter(tournament, organiser)
    ClosedList.objects.update(source="system", commitment="5a" * 32, secret="5a" * 32)
    assert faults(tournament) != []
