"""Rules that draw once and then move everyone on by place or by seat (reading 49)."""

import json

import pytest

from scoring.ruleset import ruleset_text
from tests.worlds.factories import draw_lots, make_participants, make_tournament, make_user
from tournament import lots
from tournament.draw.selectors.draw import preflight
from tournament.draw.services.closed_lists import close_list
from tournament.draw.services.draw import discard_draw, draw_match, move_tables
from tournament.enums import SheetState
from tournament.models import Draw, Match, Participant, Scoresheet, Seat, Tournament, User
from tournament.proof.services.audit import audit_tournament
from tournament.refusals import Refused
from tournament.rulesets.services import create_ruleset
from tournament.services.events import chain

pytestmark = pytest.mark.django_db


@pytest.fixture
def anna() -> User:
    """The organiser."""
    return make_user("organiser", username="anna")


def moving_tournament(actor: User, seating: str = "by-place", tables: int = 5) -> tuple[Tournament, Match, Match]:
    """A tournament by the rules of 2023 with this seating, its first match drawn; and both matches."""
    text = ruleset_text("schafkopfschule-2023").replace(
        'seating = { value = "drawn"', f'seating = {{ value = "{seating}"'
    )
    create_ruleset(actor=actor, text=text.replace('id = "schafkopfschule-2023"', 'id = "moving"'))
    tournament = make_tournament(rules="moving")
    make_participants(tournament, 4 * tables)
    one, two = tournament.matches.all()
    draw_lots(one, actor)
    tournament.refresh_from_db()
    for match in (one, two):
        match.tournament = tournament
    return tournament, one, two


def finish(match: Match) -> None:
    """All sheets of a match are complete; at every table seat 3 was first, then 1, 4 and 2."""
    Scoresheet.objects.filter(match=match).update(state=SheetState.COMPLETE)
    for seat, points in ((1, 4), (2, -9), (3, 7), (4, -2)):
        seats = Seat.objects.filter(match=match, number=seat)
        seats.update(points=points, plus=max(points, 0), minus=max(-points, 0))


def homes(match: Match) -> dict[int, tuple[int, int]]:
    seats = Seat.objects.filter(match=match).values_list(
        "participant__start_number", "scoresheet__table_number", "number"
    )
    return {number: (table, seat) for number, table, seat in seats}


@pytest.mark.parametrize(("seating", "order"), [("by-place", (3, 1, 4, 2)), ("by-seat", (1, 2, 3, 4))])
def test_reading_49_everyone_moves_on(anna: User, seating: str, order: tuple[int, ...]) -> None:
    tournament, one, two = moving_tournament(anna, seating)
    finish(one)
    before, check = homes(one), preflight(two)
    assert check.obstacles == ()
    assert (check.moving.everyone, check.moving.step, check.moving.again) == (True, 1, 0)
    shown = {one.start_number: (table, seat) for table, people in check.moving.arrivals for seat, one in people}
    draw = move_tables(match=two, actor=anna)
    after = homes(two)
    assert shown == after
    for number, (table, seat) in before.items():
        place = order.index(seat) + 1
        assert after[number] == ((table - 1 + place) % 5 + 1, place)
    assert lots.verify(json.loads(json.dumps(draw.protocol))) == []
    assert (draw.is_moved, draw.moves_by_seat, draw.closed_list) == (True, seating == "by-seat", None)
    link = chain(tournament, None).last()
    assert (link.kind, json.loads(link.payload)) == ("draw.moved", draw.protocol)
    assert [fault.what for fault in audit_tournament(tournament).faults if "draw" in fault.what] == []


def test_the_places_must_be_known(anna: User) -> None:
    _tournament, one, two = moving_tournament(anna)
    finish(one)
    Scoresheet.objects.filter(match=one, table_number__in=(2, 3)).update(state=SheetState.OPEN)
    [obstacle] = preflight(two).obstacles
    assert obstacle.code == "places_open"
    assert str(obstacle.refusal) == (
        "The places at the tables of match 1 decide who moves where. Not complete yet: tables 2 and 3."
    )
    for act in (lambda: move_tables(match=two, actor=anna), lambda: close_list(match=two, actor=anna)):
        with pytest.raises(Refused) as refusal:
            act()
        assert refusal.value.code == "places_open"


def test_by_seat_nobody_waits_for_points(anna: User) -> None:
    _tournament, _one, two = moving_tournament(anna, "by-seat")
    assert preflight(two).obstacles == ()
    assert move_tables(match=two, actor=anna).is_moved


def test_a_void_sheet_moves_its_players_by_seat(anna: User) -> None:
    _tournament, one, two = moving_tournament(anna)
    finish(one)
    Scoresheet.objects.filter(match=one, table_number=1).update(state=SheetState.VOID)
    before = {seat: number for number, (table, seat) in homes(one).items() if table == 1}
    move_tables(match=two, actor=anna)
    after = homes(two)
    assert [after[before[seat]] for seat in (1, 2, 3, 4)] == [(2, 1), (3, 2), (4, 3), (5, 4)]


def test_a_free_seat_is_drawn_among_those_who_have_none(anna: User) -> None:
    """One leaves, another comes: the newcomer gets the empty chair, everyone else moves on."""
    tournament, one, two = moving_tournament(anna)
    finish(one)
    before = homes(one)
    Participant.objects.filter(tournament=tournament, start_number=7).update(withdrawn=True)
    make_participants(tournament, 1, first=21)
    moving = preflight(two).moving
    assert (moving.everyone, moving.fits, moving.moved) == (False, True, 19)
    with pytest.raises(Refused) as refusal:
        move_tables(match=two, actor=anna)
    assert refusal.value.code == "list_changed"
    draw = draw_match(closed=close_list(match=two, actor=anna), actor=anna)
    after = homes(two)
    table, seat = before[7]
    place = (3, 1, 4, 2).index(seat) + 1
    assert after[21] == ((table - 1 + place) % 5 + 1, place)
    assert all(after[number][1] == (3, 1, 4, 2).index(before[number][1]) + 1 for number in before if number != 7)
    assert (draw.is_moved, lots.verify(json.loads(json.dumps(draw.protocol)))) == (False, [])


def test_who_cannot_walk_keeps_the_place_and_the_other_gets_a_lot(anna: User) -> None:
    tournament, one, two = moving_tournament(anna)
    finish(one)
    number = 5
    table, seat = homes(one)[number]
    Participant.objects.filter(tournament=tournament, start_number=number).update(fixed_table=table, fixed_seat=seat)
    moving = preflight(two).moving
    assert (moving.everyone, moving.fits, moving.moved) == (False, True, 18)
    draw_match(closed=close_list(match=two, actor=anna), actor=anna)
    assert homes(two)[number] == (table, seat)


def test_more_people_than_chairs_are_all_drawn_anew(anna: User) -> None:
    tournament, one, two = moving_tournament(anna)
    finish(one)
    make_participants(tournament, 4, first=21)
    check = preflight(two)
    assert (check.moving.fits, check.moved_places, check.choices[0].sizes) == (False, (), (4,) * 6)
    draw_match(closed=close_list(match=two, actor=anna), actor=anna)
    assert len(homes(two)) == 24


def test_moved_tables_can_be_taken_back_and_moved_again(anna: User) -> None:
    _tournament, one, two = moving_tournament(anna)
    finish(one)
    move_tables(match=two, actor=anna)
    after = homes(two)
    discard_draw(match=two, actor=anna, reason="zu früh")
    move_tables(match=Match.objects.get(pk=two.pk), actor=anna)
    assert (homes(two), Draw.objects.filter(match=two).count()) == (after, 2)


def test_other_rules_move_nobody(anna: User) -> None:
    tournament = make_tournament()
    make_participants(tournament, 8)
    one, two = tournament.matches.all()
    draw_lots(one, anna)
    assert preflight(two).moving is None
    with pytest.raises(Refused) as refusal:
        move_tables(match=two, actor=anna)
    assert refusal.value.code == "list_changed"
