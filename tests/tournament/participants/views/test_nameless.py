"""The desk hands out a card without a name, finds who has none, and enters the name from wherever it is missing."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournament.views.reading import messages_of
from tests.worlds.factories import make_participants, make_tournament, make_user, open_scoresheet
from tests.worlds.played import finished_tournament
from tournament.models import Participant, Tournament
from tournament.participants.services.nameless import add_nameless

NAME = {"last_name": "Huber", "first_name": "Xaver", "club": "SV Aying", "birth_date": "1980"}


@pytest.fixture
def tournament(db: None) -> Tournament:
    return make_tournament()


@pytest.fixture
def desk(client: Client, db: None) -> Client:
    client.force_login(make_user("desk"))
    return client


@pytest.fixture
def card(tournament: Tournament) -> Participant:
    return add_nameless(tournament=tournament, start_number=87, actor=make_user("desk", username="dora"))


def address(name: str, tournament: Tournament, *args: object) -> str:
    return reverse(name, args=[tournament.slug, *args])


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ("", "Nr. 1 steht auf der Liste; der Name kann folgen."),
        ("87", "Nr. 87 steht auf der Liste; der Name kann folgen."),
        ("10000", "Startnummern gehen von 1 bis 9999: 10000 gibt es nicht."),
        ("x", "Bitte eine ganze Zahl eingeben."),
    ],
)
def test_a_card_is_handed_out_with_one_button(desk: Client, tournament: Tournament, typed: str, message: str) -> None:
    german = {"accept-language": "de"}
    answer = desk.post(address("nameless_add", tournament), {"start_number": typed}, headers=german, follow=True)
    assert [one.replace("\xa0", " ") for one in messages_of(answer)] == [message]


def test_a_number_is_chosen_while_somebody_is_entered(desk: Client, tournament: Tournament, card: Participant) -> None:
    add = address("participant_add", tournament)
    refused = desk.post(add, NAME | {"start_number": "87"})
    assert refused.context["form"].errors["start_number"] == [
        "Start number 87 is taken: No. 87. The next free one is 88."
    ]
    desk.post(add, NAME | {"start_number": "12"})
    assert tournament.participants.get(start_number=12).list_name == "Huber Xaver"


def test_the_list_marks_and_filters_who_has_no_name(desk: Client, tournament: Tournament, card: Participant) -> None:
    make_participants(tournament, 2)
    everybody = desk.get(address("participants", tournament)).content.decode()
    assert 'href="?nameless"' in everybody
    assert "registered, without a name" in everybody
    alone = desk.get(address("participants", tournament) + "?nameless")
    assert [row.record.start_number for row in alone.context["table"].rows] == [87]


@pytest.mark.parametrize(
    ("query", "back"),
    [
        ("", "/participants/"),
        ("?match=1&table=3", "/1/3/"),
        ("?from=standings", "/standings/"),
        ("?from=ceremony", "/ceremony/"),
        ("?from=people", "/participants/"),
        ("?match=x&table=3", "/participants/"),
    ],
)
def test_naming_leads_back_to_where_the_name_was_missing(
    desk: Client, tournament: Tournament, card: Participant, query: str, back: str
) -> None:
    page = address("participant_name", tournament, 87) + query
    shown = desk.get(page)
    assert f'href="/tournaments/{tournament.slug}{back}"' in shown.content.decode()
    answer = desk.post(page, NAME)
    assert answer["Location"] == f"/tournaments/{tournament.slug}{back}"
    assert str(tournament.participants.get(start_number=87)) == "Xaver Huber"
    # Whoever opens the page again comes to the entry.
    assert desk.get(page)["Location"] == address("participant_edit", tournament, 87)


def test_what_is_wrong_with_the_name_stands_at_its_field(
    desk: Client, tournament: Tournament, card: Participant
) -> None:
    make_participants(tournament, 1)
    page = address("participant_name", tournament, 87)
    anna = {"last_name": "Obermaier", "first_name": "Anna"}
    assert "start number 1" in str(desk.post(page, anna).context["form"].errors["last_name"])
    assert desk.post(page, {"last_name": "", "first_name": "Anna"}).context["form"].errors["last_name"]


def test_the_page_of_the_entry_keeps_or_ends_the_namelessness(
    desk: Client, tournament: Tournament, card: Participant
) -> None:
    page = address("participant_edit", tournament, 87)
    assert 'value="%87"' not in desk.get(page).content.decode()
    desk.post(page, {"last_name": "", "first_name": "", "remark": "red jacket"})
    row = tournament.participants.get(start_number=87)
    assert (row.nameless, row.remark) == (True, "red jacket")
    desk.post(page, {"last_name": "", "first_name": "Xaver"})
    assert tournament.participants.get(start_number=87).nameless
    desk.post(page, NAME)
    assert str(tournament.participants.get(start_number=87)) == "Xaver Huber"


def test_the_sheet_leads_to_the_name_of_a_seat_without_one(
    desk: Client, tournament: Tournament, card: Participant
) -> None:
    make_participants(tournament, 3)
    sheet = open_scoresheet(tournament)
    content = desk.get(sheet.get_absolute_url()).content.decode()
    assert content.count(address("participant_name", tournament, 87) + "?match=1&amp;table=1") == 1
    assert address("participant_name", tournament, 1) not in content


def test_before_the_ranking_is_official_the_pages_list_who_is_nameless(client: Client, db: None) -> None:
    tournament, actor = finished_tournament()
    tournament.participants.filter(start_number=2).update(first_name="", last_name="%2", name_key="%2")
    client.force_login(actor)
    link = address("participant_name", tournament, 2) + "?from="
    for page, args in (("tournament", ()), ("standings", ()), ("ceremony", ())):
        assert f"{link}{page}" in client.get(address(page, tournament, *args)).content.decode(), page
