"""Lots at the door as the desk and everyone see them, from the first lot to the published draw."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournament.views.reading import messages_of, words
from tests.worlds.factories import make_participants, make_tournament, make_user
from tournament.draw.services.door import announce_tables, close_door, draw_at_door, open_door_lots
from tournament.draw.services.draw import discard_draw
from tournament.models import DoorLots, Match, Tournament, User
from tournament.participants.services.participants import add_participant


@pytest.fixture
def tournament(db: None) -> Tournament:
    tournament = make_tournament()
    make_participants(tournament, 12)
    return tournament


@pytest.fixture
def actor() -> User:
    return make_user("organiser", full_name="Olga Orga")


@pytest.fixture
def organiser(client: Client, tournament: Tournament, actor: User) -> Client:
    client.force_login(actor)
    return client


def match_of(tournament: Tournament) -> Match:
    return tournament.matches.select_related("tournament").get(number=1)


def press(client: Client, name: str, **data: object) -> Any:
    return client.post(reverse(name, args=["feldkirchen-2026", 1]), data, follow=True)


def page(client: Client, name: str = "door_lots", query: str = "") -> Any:
    return client.get(reverse(name, args=["feldkirchen-2026", 1]) + query, follow=True)


def arrive(tournament: Tournament, actor: User, *numbers: int) -> None:
    for number in numbers:
        draw_at_door(participant=tournament.participants.get(start_number=number), actor=actor)


def test_the_desk_draws_for_whoever_comes(organiser: Client, tournament: Tournament) -> None:
    assert "Draw lots at the door" in words(page(organiser, "match"))
    answer = press(organiser, "door_open")
    assert "Nobody has drawn yet." in words(answer)
    assert "Free seats 12 Have a seat 0 On the list, without a lot 12" in words(answer)
    answer = press(organiser, "door_draw", number="7")
    act = DoorLots.objects.get().acts.get()
    assert f"Table {act.table}, seat {act.seat}" in words(answer)
    assert "Have a seat 1 On the list, without a lot 11" in words(answer)
    # Whoever comes twice is told the same seat.
    press(organiser, "door_draw", number="8")
    assert f"Table {act.table}, seat {act.seat}" in words(press(organiser, "door_draw", number="7"))
    assert "To the lots at the door" in words(page(organiser, "match"))
    assert "Close the list" not in words(page(organiser, "match"))


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [("77", "Nobody has this start number."), ("x", "digits only"), ("", "This field is required")],
)
def test_a_number_that_nobody_has(organiser: Client, tournament: Tournament, typed: str, sentence: str) -> None:
    press(organiser, "door_open")
    assert sentence in words(press(organiser, "door_draw", number=typed))
    assert not DoorLots.objects.get().acts.exists()


def test_the_last_tables_and_the_end(organiser: Client, tournament: Tournament, actor: User) -> None:
    press(organiser, "door_open")
    arrive(tournament, actor, *range(1, 12))
    answer = press(organiser, "door_tables", last="1")
    assert "The last tables are open Seats left" in words(answer)
    assert "1 on the list has not drawn yet" in words(answer)
    assert "Close the door and publish the lots" not in words(answer)
    assert "has not drawn yet: 12" in messages_of(press(organiser, "door_close"))[0]
    arrive(tournament, actor, 12)
    answer = page(organiser)
    assert "Close the door and publish the lots" in words(answer)
    movers = answer.context["desk"].movers
    assert ("is dissolved" in words(answer)) == bool(movers)
    answer = press(organiser, "door_close")
    assert messages_of(answer) == ["The lots of match 1 are drawn and published."]
    assert "Drawn at the door, closed by Olga Orga" in words(answer)
    assert messages_of(press(organiser, "door_close")) == [
        "No lots are drawn at the door: it is not open, or it is closed already."
    ]


def test_no_seat_is_left(organiser: Client, tournament: Tournament, actor: User) -> None:
    add_participant(tournament=tournament, first_name="Dora", last_name="Dreizehn", actor=actor)
    press(organiser, "door_open")
    press(organiser, "door_tables", last="1")
    arrive(tournament, actor, *range(1, 13))
    assert "No seat is free any more." in words(press(organiser, "door_draw", number="13"))
    assert "Last tables" in words(press(organiser, "door_tables"))


def test_called_off(organiser: Client, tournament: Tournament, actor: User) -> None:
    press(organiser, "door_open")
    arrive(tournament, actor, 1, 2)
    answer = press(organiser, "door_call_off")
    assert messages_of(answer) == ["The lots at the door are called off; they stay on record."]
    assert "Open the door" in words(answer)
    public = words(page(organiser, "public_draw"))
    assert "Lots at the door that count no more" in public
    assert DoorLots.objects.get().commitment in public
    assert DoorLots.objects.get().secret not in public
    # Nothing is open any more.
    assert page(organiser).redirect_chain
    press(organiser, "door_draw", number="1")
    assert DoorLots.objects.get().acts.count() == 2


def test_the_desk_neither_opens_nor_closes(client: Client, tournament: Tournament, actor: User) -> None:
    client.force_login(make_user("desk", username="desk"))
    for name in ("door_open", "door_close", "door_call_off"):
        assert press(client, name).status_code == 403
    assert "Draw lots at the door" not in words(page(client, "match"))
    open_door_lots(match=match_of(tournament), actor=actor)
    assert press(client, "door_draw", number="3").status_code == 200
    answer = words(page(client))
    assert "The organiser closes the door." in answer
    assert "Call the lots off" not in answer


def test_everyone_sees_what_is_settled_and_never_the_secret(
    client: Client, tournament: Tournament, actor: User
) -> None:
    door = open_door_lots(match=match_of(tournament), actor=actor)
    arrive(tournament, actor, *range(1, 13))
    answer = page(client, "public_draw")
    act = door.acts.first()
    assert act
    assert f"Lot 1: number 1, table {act.table}, seat {act.seat}" in words(answer)
    assert door.commitment in words(answer)
    assert door.list_hash in words(answer)
    assert door.secret not in answer.content.decode()
    version = answer.context["shown"].version
    headers = {"HX-Request": "true"}
    address = reverse("public_draw", args=["feldkirchen-2026", 1])
    assert client.get(f"{address}?v={version}", headers=headers).status_code == 204
    announce_tables(tournament=tournament, last=True, actor=actor)
    assert client.get(f"{address}?v={version}", headers=headers).status_code == 200
    draw = close_door(match=match_of(tournament), actor=actor)
    answer = page(client, "public_draw")
    assert "The lots were drawn at the door" in words(answer)
    assert door.secret in words(answer)
    assert "The lots in the order of arrival" in words(answer)
    protocol = client.get(reverse("draw_protocol", args=["feldkirchen-2026", 1])).json()
    assert protocol["steps"] == draw.protocol["steps"]
    discard_draw(match=match_of(tournament), actor=actor, reason="Saal zu klein")
    assert "Draws that do not hold any more" in words(page(client, "public_draw"))
