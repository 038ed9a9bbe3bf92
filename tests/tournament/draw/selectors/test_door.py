"""What the desk and the hall are told of those who draw again when the door closes."""

import datetime as dt

import pytest

from tests.worlds.factories import make_user
from tournament.draw.selectors.door import door_desk, door_story, doors
from tournament.draw.services.door import close_door, draw_at_door, open_door_lots
from tournament.participants.services.participants import add_participant
from tournament.services.tournaments import create_tournament

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("count", [8, 9, 10, 11])
def test_what_the_desk_sees_before_is_what_the_hall_is_told_after(count: int) -> None:
    """At tables of four, or of five where nothing else fills them; with 11 nobody is named."""
    actor = make_user("organiser")
    tournament = create_tournament(
        actor=actor, name="Feldkirchen", day=dt.date(2026, 11, 28), organiser="SV", ruleset_id="house-10-60"
    )
    match = tournament.matches.select_related("tournament").get(number=1)
    door = open_door_lots(match=match, actor=actor)
    for number in range(count):
        one = add_participant(tournament=tournament, first_name=f"Vorname{number}", last_name="Huber", actor=actor)
        draw_at_door(participant=one, actor=actor)
    desk = door_desk(door)
    if count == 11:
        assert (desk.again, desk.movers, desk.missing) == ((), (), 1)
        return
    draw = close_door(match=match, actor=actor)
    story = door_story(doors(match)[0])
    assert story.again == desk.again
    assert all(one.is_dissolved == (one.table > len(draw.lots)) for one in story.again)
    assert [number for one in story.again for number in one.numbers] == [one.start_number for one in desk.movers]
