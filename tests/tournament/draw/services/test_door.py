"""Lots at the door: opened, drawn for whoever comes in, given back, closed with a draw like any other (5.2.2)."""

import datetime as dt
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from tests.together import together
from tests.worlds.factories import make_user
from tournament import lots
from tournament.draw.selectors.door import door_desk, door_lot_of, door_story, open_door
from tournament.draw.selectors.draw import published_draw
from tournament.draw.services.closed_lists import close_list
from tournament.draw.services.door import announce_tables, call_off_door, close_door, draw_at_door, open_door_lots
from tournament.draw.services.draw import discard_draw
from tournament.models import DoorAct, DoorLots, Event, Match, Participant, Scoresheet, Seat, Tournament, User
from tournament.participants.services.mistaken_entries import delete_participant
from tournament.participants.services.participants import add_participant, edit_participant, withdraw_participant
from tournament.proof.services.audit import audit_tournament
from tournament.refusals import Refused
from tournament.services.tournaments import create_tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def anna() -> User:
    return make_user("organiser", username="anna", full_name="Anna Obermaier")


@pytest.fixture
def desk() -> User:
    return make_user("desk", username="desk", full_name="Kasse Eins")


def listed(actor: User, count: int, ruleset: str = "schafkopfschule-2023") -> Tournament:
    """A tournament with so many people on its list, with all its events."""
    tournament = create_tournament(
        actor=actor, name="Feldkirchen", day=dt.date(2026, 11, 28), organiser="SV", ruleset_id=ruleset
    )
    for number in range(count):
        add_participant(tournament=tournament, first_name=f"Vorname{number}", last_name="Huber", actor=actor)
    return tournament


def first(tournament: Tournament) -> Match:
    return tournament.matches.select_related("tournament").get(number=1)


def arrive(tournament: Tournament, actor: User, *numbers: int) -> list[tuple[int, int]]:
    """These start numbers draw, in this order; where they sit then."""
    lots_of_numbers = [
        draw_at_door(participant=tournament.participants.get(start_number=number), actor=actor) for number in numbers
    ]
    return [(lot.table, lot.seat) for lot in lots_of_numbers]


def refused(act: Callable[..., Any], **values: Any) -> str:
    with pytest.raises(Refused) as refusal:
        act(**values)
    assert str(refusal.value)
    return refusal.value.code


def faults(tournament: Tournament) -> list[Any]:
    return list(audit_tournament(Tournament.objects.get(pk=tournament.pk)).faults)


def test_an_evening_from_the_door_to_the_draw(anna: User, desk: User) -> None:
    tournament = listed(anna, 14)
    door = open_door_lots(match=first(tournament), actor=anna)
    assert (door.state, door.commitment) == ("open", lots.door_commitment(door.secret))
    assert open_door_lots(match=first(tournament), actor=anna) == door
    order = [5, 14, 1, 2, 9, 3, 4, 6, 13, 7, 8, 10, 11, 12]
    places = arrive(tournament, desk, *order)
    assert len(set(places)) == 14
    assert arrive(tournament, desk, 5) == places[:1]
    for number in (9, 10):
        withdraw_participant(participant=tournament.participants.get(start_number=number), actor=desk)
    announce_tables(tournament=tournament, last=True, actor=desk)
    announce_tables(tournament=tournament, last=True, actor=desk)
    desk_view = door_desk(door)
    assert (desk_view.drawn, desk_view.last, desk_view.missing, desk_view.waiting) == (12, True, 0, ())
    draw = close_door(match=first(tournament), actor=anna)
    assert lots.verify(draw.protocol) == []
    assert [len(table) for table in draw.lots] == [4, 4, 4]
    assert draw.entrants == [1, 2, 3, 4, 5, 6, 7, 8, 11, 12, 13, 14]
    # The sheets are open, and everyone sits where the door says.
    match = first(tournament)
    assert (match.state, Scoresheet.objects.filter(match=match).count()) == ("drawn", 3)
    for seat in Seat.objects.filter(match=match).select_related("participant", "scoresheet"):
        lot = door_lot_of(seat.participant)
        assert lot is not None
        assert (seat.scoresheet.table_number, seat.number) == (lot.table, lot.seat)
    assert door_lot_of(tournament.participants.get(start_number=9)) is None
    # Those who drew again are told to the hall by their tables.
    story = door_story(DoorLots.objects.get(draw=draw))
    assert [number for table in story.again for number in table.numbers] == [
        one.start_number for one in desk_view.movers
    ]
    assert story.lots == 14 + len(desk_view.movers)
    assert faults(tournament) == []


def test_the_secret_is_in_no_event_before_the_door_closes(anna: User) -> None:
    tournament = listed(anna, 8)
    door = open_door_lots(match=first(tournament), actor=anna)
    arrive(tournament, anna, *range(1, 9))
    assert not Event.objects.filter(payload__contains=door.secret).exists()
    close_door(match=first(tournament), actor=anna)
    assert Event.objects.filter(payload__contains=door.secret).count() == 1


def test_who_may_do_what(anna: User, desk: User) -> None:
    tournament = listed(anna, 8)
    assert refused(open_door_lots, match=first(tournament), actor=desk) == "not_allowed"
    open_door_lots(match=first(tournament), actor=anna)
    arrive(tournament, desk, *range(1, 9))
    nobody = make_user("tribunal", username="t")
    one = tournament.participants.get(start_number=1)
    assert refused(draw_at_door, participant=one, actor=nobody) == "not_allowed"
    assert refused(announce_tables, tournament=tournament, last=True, actor=nobody) == "not_allowed"
    assert refused(close_door, match=first(tournament), actor=desk) == "not_allowed"
    assert refused(call_off_door, match=first(tournament), actor=desk) == "not_allowed"


def test_where_the_door_does_not_open(anna: User) -> None:
    tournament = listed(anna, 8)
    second = tournament.matches.select_related("tournament").get(number=2)
    assert refused(open_door_lots, match=second, actor=anna) == "not_first_match"
    assert refused(draw_at_door, participant=tournament.participants.get(start_number=1), actor=anna) == "door_shut"
    close_list(match=first(tournament), actor=anna)
    assert refused(open_door_lots, match=first(tournament), actor=anna) == "list_closed"


def test_no_list_is_closed_beside_an_open_door(anna: User) -> None:
    tournament = listed(anna, 8)
    open_door_lots(match=first(tournament), actor=anna)
    assert refused(close_list, match=first(tournament), actor=anna) == "door_is_open"
    call_off_door(match=first(tournament), actor=anna)
    assert close_list(match=first(tournament), actor=anna).number == 1
    assert faults(tournament) == []


def test_the_door_does_not_close_on_half_a_table(anna: User) -> None:
    tournament = listed(anna, 9)
    open_door_lots(match=first(tournament), actor=anna)
    arrive(tournament, anna, *range(1, 9))
    assert refused(close_door, match=first(tournament), actor=anna) == "without_lot"
    arrive(tournament, anna, 9)
    assert refused(close_door, match=first(tournament), actor=anna) == "does_not_divide"
    # House players draw the last lots.
    for number in range(3):
        one = add_participant(
            tournament=tournament, first_name=f"Haus{number}", last_name="Wirt", house=True, actor=anna
        )
        draw_at_door(participant=one, actor=anna)
    assert [len(table) for table in close_door(match=first(tournament), actor=anna).lots] == [4, 4, 4]
    assert refused(close_door, match=first(tournament), actor=anna) == "door_shut"
    assert refused(open_door_lots, match=first(tournament), actor=anna) == "already_drawn"
    assert faults(tournament) == []


def test_the_last_seats_are_taken_and_more_tables_open(anna: User) -> None:
    tournament = listed(anna, 16)
    open_door_lots(match=first(tournament), actor=anna)
    announce_tables(tournament=tournament, last=True, actor=anna)
    arrive(tournament, anna, *range(1, 13))
    one = tournament.participants.get(start_number=13)
    assert refused(draw_at_door, participant=one, actor=anna) == "no_seat_left"
    assert not Participant.objects.get(pk=one.pk).arrived
    announce_tables(tournament=tournament, last=False, actor=anna)
    arrive(tournament, anna, *range(13, 17))
    assert len(close_door(match=first(tournament), actor=anna).lots) == 4
    assert faults(tournament) == []


def test_a_fixed_place_is_kept_and_a_later_one_is_honoured(anna: User) -> None:
    tournament = listed(anna, 12)
    keep(tournament, anna, 4, 2, 1)
    door = open_door_lots(match=first(tournament), actor=anna)
    assert door.terms["fixed"] == [[4, 2, 1]]
    keep(tournament, anna, 5, 1, 1)
    keep(tournament, anna, 6, 9, 1)
    assert arrive(tournament, anna, 5, 4, 6) == [(1, 1), (2, 1), (9, 1)]
    arrive(tournament, anna, *[number for number in range(1, 13) if number not in (4, 5, 6)])
    assert refused(close_door, match=first(tournament), actor=anna) == "no_such_place"
    keep(tournament, anna, 6, None, None)
    # The place itself was taken at the door: it is given back, and a lot is drawn.
    assert refused(close_door, match=first(tournament), actor=anna) == "no_such_place"
    one = tournament.participants.get(start_number=6)
    withdraw_participant(participant=one, actor=anna)
    assert door_lot_of(one) is None
    assert faults(tournament) == []


def keep(tournament: Tournament, actor: User, number: int, table: int | None, seat: int | None) -> None:
    one = tournament.participants.get(start_number=number)
    edit_participant(
        participant=one, first_name=one.first_name, last_name=one.last_name, fixed_table=table, fixed_seat=seat,
        house=False, actor=actor,
    )  # fmt: skip


def test_a_fixed_place_where_somebody_sits_is_refused(anna: User) -> None:
    tournament = listed(anna, 8)
    open_door_lots(match=first(tournament), actor=anna)
    [(table, seat)] = arrive(tournament, anna, 1)
    keep(tournament, anna, 2, table, seat)
    assert refused(draw_at_door, participant=tournament.participants.get(start_number=2), actor=anna) == "place_taken"


def test_whoever_has_drawn_is_no_mistaken_entry(anna: User) -> None:
    tournament = listed(anna, 8)
    open_door_lots(match=first(tournament), actor=anna)
    arrive(tournament, anna, 8)
    one = tournament.participants.get(start_number=8)
    withdraw_participant(participant=one, actor=anna)
    assert refused(delete_participant, participant=one, actor=anna) == "was_drawn"


def test_lots_that_were_called_off_and_a_draw_taken_back_seat_nobody(anna: User) -> None:
    tournament = listed(anna, 8)
    open_door_lots(match=first(tournament), actor=anna)
    arrive(tournament, anna, *range(1, 9))
    one = tournament.participants.get(start_number=1)
    call_off_door(match=first(tournament), actor=anna)
    assert door_lot_of(one) is None
    assert open_door(first(tournament)) is None
    second = open_door_lots(match=first(tournament), actor=anna)
    assert second.number == 2
    arrive(tournament, anna, *range(1, 9))
    close_door(match=first(tournament), actor=anna)
    assert door_lot_of(one) is not None
    discard_draw(match=first(tournament), actor=anna, reason="Der Nebenraum ist doch zu")
    assert door_lot_of(one) is None
    assert published_draw(first(tournament)) is None
    assert open_door_lots(match=first(tournament), actor=anna).number == 3
    assert faults(tournament) == []


def test_five_at_a_table_where_the_rules_allow_it(anna: User) -> None:
    tournament = listed(anna, 9, "house-10-60")
    open_door_lots(match=first(tournament), actor=anna)
    arrive(tournament, anna, *range(1, 10))
    assert [len(table) for table in close_door(match=first(tournament), actor=anna).lots] == [5, 4]
    assert faults(tournament) == []


@pytest.mark.parametrize("change", [{"seat": 9}, {"order": 99}, {"kind": "kept"}])
def test_the_audit_notices_a_changed_step(anna: User, change: dict[str, Any]) -> None:
    """The triggers refuse it; whoever drops them is found all the same."""
    tournament = listed(anna, 8)
    door = open_door_lots(match=first(tournament), actor=anna)
    arrive(tournament, anna, 1, 2)
    values = {"door": door, "order": 3, "kind": "lot", "table": 3, "seat": 1, "acted_by": anna}
    one = tournament.participants.get(start_number=3)
    DoorAct.objects.create(**values | change, participant=one, acted_at=door.opened_at)
    assert faults(tournament)


def test_the_audit_notices_another_secret(anna: User) -> None:
    tournament = listed(anna, 8)
    door = open_door_lots(match=first(tournament), actor=anna)
    DoorLots.objects.filter(pk=door.pk).update(secret="5a" * 32)
    assert faults(tournament)


@pytest.mark.django_db(transaction=True)
def test_two_desks_at_once_give_no_seat_twice(anna: User, desk: User) -> None:
    tournament = listed(anna, 12)
    door = open_door_lots(match=first(tournament), actor=anna)
    people = list(tournament.participants.order_by("start_number"))
    for one, other in zip(people[::2], people[1::2], strict=True):
        answers = together(
            partial(draw_at_door, participant=one, actor=anna), partial(draw_at_door, participant=other, actor=desk)
        )
        assert answers == ["done", "done"]
    acts = list(DoorAct.objects.filter(door=door).order_by("order"))
    assert [act.order for act in acts] == list(range(1, 13))
    assert len({(act.table, act.seat) for act in acts}) == 12
    assert lots.verify(close_door(match=first(tournament), actor=anna).protocol) == []
    assert faults(tournament) == []


@pytest.mark.django_db(transaction=True)
def test_one_person_at_two_desks_draws_once(anna: User, desk: User) -> None:
    tournament = listed(anna, 8)
    door = open_door_lots(match=first(tournament), actor=anna)
    one = tournament.participants.get(start_number=1)
    assert together(
        partial(draw_at_door, participant=one, actor=anna), partial(draw_at_door, participant=one, actor=desk)
    ) == [
        "done",
        "done",
    ]
    assert door.acts.count() == 1
