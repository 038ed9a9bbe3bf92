"""What the desk knows beside a name: title, year of birth, age, phone, remark, payment; and deleting an entry."""

import datetime as dt

import pytest
from django.test import Client
from django.urls import reverse

from tests.worlds.factories import make_participants, make_tournament, make_user
from tests.worlds.played import play
from tournament.models import Participant, Tournament
from tournament.proof.selectors.archive import archive_rows

ANNA = {"last_name": "Huber", "first_name": "Anna", "club": "SV Feldkirchen", "birth_date": "1.1.80"}


@pytest.fixture
def tournament(db: None) -> Tournament:
    return make_tournament()


@pytest.fixture
def desk(client: Client, db: None) -> Client:
    client.force_login(make_user("desk"))
    return client


def url(name: str, tournament: Tournament, *args: object) -> str:
    return reverse(name, args=[tournament.slug, *args])


def test_a_year_a_title_and_the_answer_about_the_age_are_typed_at_once(desk: Client, tournament: Tournament) -> None:
    entry = {"last_name": "Maier", "first_name": "Dr. Hans", "birth_date": "2010", "age_confirmed": "on"}
    desk.post(url("participant_add", tournament), entry)
    hans = Participant.objects.get()
    assert (str(hans), hans.first_name, hans.birth_year, hans.age_answer) == ("Dr. Hans Maier", "Hans", 2010, True)
    assert "ask for the age" not in desk.get(url("participants", tournament)).content.decode()


def test_the_age_is_asked_once_on_the_page_of_the_entry(desk: Client, tournament: Tournament) -> None:
    desk.post(url("participant_add", tournament), ANNA | {"birth_date": ""})
    assert "#age" in desk.get(url("participants", tournament)).content.decode()
    page = desk.get(url("participant_edit", tournament, 1)).content.decode()
    assert "at least 16 years old on the day of play?" in page
    for answer, sentence in [
        ("yes", "1 Anna Huber is at least 16 years old: recorded."),
        ("", "1 Anna Huber has to be asked for the age again."),
        ("no", "1 Anna Huber is younger than 16: recorded. Whoever is too young is not drawn."),
    ]:
        response = desk.post(url("participant_age", tournament, 1), {"answer": answer}, follow=True)
        assert [str(message) for message in response.context["messages"]] == [sentence]
    assert desk.post(url("participant_age", tournament, 1), {"answer": "maybe"}).status_code == 400
    assert Participant.objects.get().age_answer is False
    assert "asked by Desk" in response.content.decode()
    Tournament.objects.update(state="finished", keep_until=dt.date(2027, 6, 1), frozen_ruleset=tournament.ruleset.text)
    assert "Take the answer back" not in desk.get(url("participant_edit", tournament, 1)).content.decode()


def test_the_draw_names_whose_age_is_open_and_takes_the_answer(client: Client, tournament: Tournament) -> None:
    client.force_login(make_user("organiser"))
    make_participants(tournament, 4)
    Participant.objects.filter(start_number=3).update(birth_date=None)
    Participant.objects.filter(start_number=4).update(birth_date=None, birth_year=1980)
    page = client.get(url("match", tournament, 1)).content.decode()
    assert "1 participant has not been asked for the age (at least 16, 5.2.12)." in page
    address = url("participant_age", tournament, 3) + "?match=1"
    assert address in page
    assert client.post(address, {"answer": "yes"}).url == url("match", tournament, 1)
    assert "asked for the age" not in client.get(url("match", tournament, 1)).content.decode().split("<main")[1]
    client.post(address, {"answer": "no"})
    assert (
        "Younger than 16 on the day of play (5.2.12): 3 Löffler Centa."
        in client.get(url("match", tournament, 1)).content.decode()
    )


def test_what_only_the_desk_sees_is_kept_and_shown(desk: Client, tournament: Tournament) -> None:
    make_participants(tournament, 1)
    more = {"title": "Dr.", "phone": "0171 1234567", "remark": "Rollstuhl", "paid": "on"}
    desk.post(url("participant_edit", tournament, 1), ANNA | more)
    anna = Participant.objects.get()
    assert (anna.title, anna.phone, anna.remark, anna.paid) == ("Dr.", "0171 1234567", "Rollstuhl", True)
    page = desk.get(url("participants", tournament), {"ticking": "1"}).content.decode()
    assert ("Rollstuhl" in page, "paid" in page, "0171" in page) == (True, True, False)
    ticked = desk.post(url("arrival", tournament), {"q": "1"}, headers={"HX-Request": "true"}).content.decode()
    assert '<p class="remark">Rollstuhl</p>' in ticked
    wrong = desk.post(url("participant_edit", tournament, 1), ANNA | {"phone": "beim Wirt"}).content.decode()
    assert "beim Wirt” is no phone number" in wrong


@pytest.mark.django_db
def test_no_public_page_print_or_archive_knows_phone_remark_and_birth(client: Client) -> None:
    tournament, _actor = play(tables=1, entries=[])
    Participant.objects.update(phone="0171 7654321", remark="Rollstuhlplatz", birth_date=None, birth_year=1953)
    pages = ["public_standings", "public_tables", "public_seat", "screen_seats", "screen_ranking", "public_log"]
    addresses = [reverse(name, args=[tournament.slug]) for name in pages]
    for address in [
        *addresses,
        *(reverse(name, args=[tournament.slug, 1]) for name in ("public_draw", "draw_protocol")),
    ]:
        page = client.get(address, {"q": "1"}).content.decode()
        assert not [secret for secret in ("7654321", "Rollstuhl", "1953") if secret in page]
    rows = [row for row in archive_rows(tournament) if row["model"] == "participant"]
    assert rows
    assert not {"phone", "remark", "birth_date", "birth_year", "paid"} & rows[0].keys()


def test_a_mistaken_entry_is_deleted_after_a_question(desk: Client, tournament: Tournament) -> None:
    make_participants(tournament, 2)
    assert url("participant_delete", tournament, 2) in desk.get(url("participant_edit", tournament, 2)).content.decode()
    assert "Delete for good" in desk.get(url("participant_delete", tournament, 2)).content.decode()
    response = desk.post(url("participant_delete", tournament, 2), follow=True)
    assert [str(message) for message in response.context["messages"]] == ["The entry 2 Bene Huber is deleted."]
    assert list(Participant.objects.values_list("start_number", flat=True)) == [1]


@pytest.mark.django_db
def test_whoever_was_drawn_cannot_be_deleted(client: Client) -> None:
    tournament, _actor = play(tables=1, entries=[])
    client.force_login(make_user("organiser", "desk", username="otto"))
    assert (
        url("participant_delete", tournament, 1)
        not in client.get(url("participant_edit", tournament, 1)).content.decode()
    )
    page = client.post(url("participant_delete", tournament, 1)).content.decode()
    assert "stands in a closed list of the draw" in page
    assert Participant.objects.filter(start_number=1).exists()
