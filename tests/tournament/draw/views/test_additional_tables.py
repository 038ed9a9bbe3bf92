"""Late for a table of their own, at the desk and for everyone: the case of four who come after the first game."""

from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournament.views.reading import messages_of, words
from tests.worlds.factories import draw_lots, make_participants, make_tournament, make_user, write
from tournament import lots
from tournament.imports.columns import find_header
from tournament.imports.files import read_list_file
from tournament.models import Draw, Scoresheet, Tournament, User
from tournament.participants.services.participants import import_participants

SLUG = "feldkirchen-2026"
LIST = Path(__file__).parents[4] / "fixtures" / "nachzuegler.csv"


@pytest.fixture
def organiser(client: Client, db: None) -> Client:
    client.force_login(make_user("organiser", "desk", full_name="Olga Orga"))
    return client


@pytest.fixture
def tournament(organiser: Client) -> Tournament:
    """Twelve players at three tables, and a game written at table 1."""
    tournament = make_tournament()
    make_participants(tournament, 12)
    actor = make_user("organiser", "desk", username="bene", full_name="Bene Huber")
    draw_lots(tournament.matches.get(number=1), actor)
    write(Scoresheet.objects.get(table_number=1), 1, "r12+", actor)
    return tournament


def page(client: Client, name: str, **query: object) -> str:
    return words(client.get(reverse(name, args=[SLUG, 1]), query))


def press(client: Client, name: str, **data: object) -> Any:
    return client.post(reverse(name, args=[SLUG, 1]), data, follow=True)


def come_late(tournament: Tournament) -> None:
    """Four more, from a list as the club's desk keeps it."""
    table = read_list_file(LIST.read_bytes()).table()
    header = find_header(table.texts())
    assert header is not None
    import_participants(tournament=tournament, table=table, header=header, actor=User.objects.get(username="bene"))


def test_nobody_is_late_where_everyone_has_a_seat(organiser: Client, tournament: Tournament) -> None:
    assert "has no seat" not in page(organiser, "match")
    assert "Everyone has a seat in match 1." in page(organiser, "additional_tables")


def test_the_four_of_a_list_are_drawn_in_two_presses(organiser: Client, tournament: Tournament) -> None:
    come_late(tournament)
    assert "4 people on the list have no seat. 13 Lechner Anton; 14 Moser Barbara; " in page(organiser, "match")
    closed = press(organiser, "list_close", source="system", additional="1")
    assert "Participants 4 Tables 1 table of 4 · from table 4 on" in words(closed)
    assert "Additional table 4 The list is closed" in page(Client(), "public_draw")
    answer = press(organiser, "draw", closing=2)
    assert messages_of(answer) == ["The lots of match 1 are drawn and published."]
    assert "Additional table 4 Drawn by Olga Orga" in words(answer)
    assert "have no seat" not in words(answer)


def test_both_protocols_are_published(organiser: Client, tournament: Tournament) -> None:
    make_participants(tournament, 4, first=13)
    press(organiser, "list_close", source="system", additional="1")
    press(organiser, "draw", closing=2)
    first, second = Draw.objects.order_by("number")
    address = reverse("draw_protocol", args=[SLUG, 1])
    assert Client().get(address).json()["draw"] == 1
    published = Client().get(address, {"draw": 2}).json()
    assert (lots.verify(published), published["lots"][:3]) == ([], first.lots)
    html = Client().get(reverse("public_draw", args=[SLUG, 1]), {"number": 14}).content.decode()
    assert (html.count("data-recompute"), f'{address}?draw=2"' in html) == (2, True)
    assert f"14 Nachname14 Vorname14 Table 4 Seat {second.lots[3].index(14) + 1}" in page(
        Client(), "public_draw", number=14
    )
    assert page(Client(), "screen_draw").count("Table 4") > 0


@pytest.mark.parametrize(
    ("late", "sentence"),
    [
        (3, "1 is missing for a table of their own: 3 have no seat."),
        (5, "3 are missing for full tables: 5 have no seat. Or too many: 1; registered last: 17 "),
    ],
)
def test_the_house_fills_up(organiser: Client, tournament: Tournament, late: int, sentence: str) -> None:
    make_participants(tournament, late, first=13)
    assert sentence in page(organiser, "additional_tables")
    answer = press(organiser, "house_player", last_name="Wirt", first_name="Sepp", additional="1")
    assert answer.redirect_chain[-1][0].startswith(reverse("additional_tables", args=[SLUG, 1]))


def test_taking_one_off_the_list_leads_back(organiser: Client, tournament: Tournament) -> None:
    make_participants(tournament, 5, first=13)
    address = reverse("participant_withdraw", args=[SLUG, 17]) + "?match=1&tables"
    assert address.replace("&", "&amp;") in organiser.get(reverse("additional_tables", args=[SLUG, 1])).content.decode()
    answer = organiser.post(address, follow=True)
    assert answer.redirect_chain[-1][0] == reverse("additional_tables", args=[SLUG, 1])
    assert "Participants 4" in words(answer)


def test_only_the_additional_table_is_taken_back(organiser: Client, tournament: Tournament) -> None:
    make_participants(tournament, 4, first=13)
    assert "lots hold" in page(organiser, "match")
    press(organiser, "list_close", source="system", additional="1")
    press(organiser, "draw", closing=2)
    assert "Take the additional tables back" in page(organiser, "match")
    answer = press(organiser, "draw_discard", reason="Zwei fuhren wieder heim.")
    assert "4 people on the list have no seat." in words(answer)
    assert "Draw 2 of " in words(answer)
    assert Scoresheet.objects.in_force().count() == 3


def test_an_undrawn_match_has_no_additional_tables(organiser: Client, tournament: Tournament) -> None:
    answer = organiser.get(reverse("additional_tables", args=[SLUG, 2]))
    assert (answer.status_code, answer.url) == (302, reverse("match", args=[SLUG, 2]))


def test_the_desk_alone_sees_no_button(client: Client, tournament: Tournament) -> None:
    make_participants(tournament, 4, first=13)
    desk = Client()
    desk.force_login(make_user("desk"))
    assert "Draw an additional table" not in page(desk, "match")
    assert desk.get(reverse("additional_tables", args=[SLUG, 1])).status_code == 403
