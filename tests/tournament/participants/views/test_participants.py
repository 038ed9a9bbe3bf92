"""The registration desk's pages: list, search, entering, changing, withdrawing, printing."""

import datetime as dt
import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournament.views.desk import login
from tests.tournament.views.reading import messages_of
from tests.worlds.factories import make_participants, make_tournament, make_user, open_scoresheet, write
from tests.worlds.played import play
from tournament.draw.services.closed_lists import close_list
from tournament.models import Participant, Scoresheet, Tournament, User

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


def focused(response: Any) -> str:
    """The name of the one field that has the cursor."""
    (field,) = re.findall(r'<input[^>]* name="(\w+)"[^>]* autofocus', response.content.decode())
    return field


def test_an_empty_list_leads_to_the_import(desk: Client, tournament: Tournament) -> None:
    page = desk.get(url("participants", tournament)).content.decode()
    assert "Nobody is registered yet" in page
    assert url("participants_import", tournament) in page


def test_the_list_shows_numbers_names_and_years_but_no_dates(desk: Client, tournament: Tournament) -> None:
    make_participants(tournament, 2)
    page = desk.get(url("participants", tournament)).content.decode()
    assert ("Obermaier Anna" in page, "Huber Bene" in page, "1980" in page) == (True, True, True)
    assert ("01.01.1980" in page, "1 January 1980" in page) == (False, False)


def test_the_search_answers_with_the_table_alone(desk: Client, tournament: Tournament) -> None:
    make_participants(tournament, 8)
    html = desk.get(url("participants", tournament), {"q": "löf"}, headers={"HX-Request": "true"}).content.decode()
    assert ("Löffler Centa" in html, "Huber Bene" in html, "<html" in html) == (True, False, False)


def test_the_search_works_without_script_and_says_when_nobody_is_found(desk: Client, tournament: Tournament) -> None:
    make_participants(tournament, 2)
    page = desk.get(url("participants", tournament), {"q": "xyz<"}).content.decode()
    assert ("Nobody is found." in page, 'value="xyz&lt;"' in page) == (True, True)


@pytest.mark.parametrize(
    ("sort", "first"), [("name", "Aigner Gretl"), ("-name", "Zöllner Eva"), ("-start_number", "Reiter")]
)
def test_the_list_is_sorted_by_its_headings(desk: Client, tournament: Tournament, sort: str, first: str) -> None:
    make_participants(tournament, 8)
    page = desk.get(url("participants", tournament), {"sort": sort}).content.decode()
    names = [name for name in ("Aigner Gretl", "Zöllner Eva", "Reiter", "Obermaier") if name in page]
    assert min(names, key=page.index) == first


def test_a_page_takes_a_fixed_number_of_queries(
    desk: Client, tournament: Tournament, django_assert_max_num_queries: Any
) -> None:
    counts = []
    for count in (4, 60):
        Participant.objects.all().delete()
        make_participants(tournament, count)
        with django_assert_max_num_queries(12) as queries:
            desk.get(url("participants", tournament))
        counts.append(len(queries.captured_queries))
    assert counts[0] == counts[1]


def test_a_player_is_entered_and_the_number_is_said(desk: Client, tournament: Tournament) -> None:
    response = desk.post(url("participant_add", tournament), ANNA, follow=True)
    assert response.redirect_chain == [(url("participants", tournament) + "?entered", 302)]
    assert focused(response) == "last_name"
    assert messages_of(response) == ["Start number 1: Anna Huber, born 1 January 1980."]
    anna = Participant.objects.get()
    assert (anna.start_number, anna.last_name, anna.birth_date) == (1, "Huber", dt.date(1980, 1, 1))


def test_the_cursor_stands_in_the_search_and_among_the_first_in_the_form(desk: Client, tournament: Tournament) -> None:
    assert focused(desk.get(url("participants", tournament))) == "last_name"
    make_participants(tournament, 1)
    assert focused(desk.get(url("participants", tournament))) == "q"


def test_without_a_date_of_birth_the_desk_is_asked_for_it(desk: Client, tournament: Tournament) -> None:
    response = desk.post(url("participant_add", tournament), {**ANNA, "birth_date": ""}, follow=True)
    assert messages_of(response) == ["Start number 1: Anna Huber. Please ask for the age."]
    assert "ask for the age" in response.content.decode()


def test_where_everyone_may_play_no_age_is_asked_for(desk: Client, db: None) -> None:
    tournament = make_tournament(rules="asserufen")
    response = desk.post(url("participant_add", tournament), {**ANNA, "birth_date": ""}, follow=True)
    assert messages_of(response) == ["Start number 1: Anna Huber."]
    page = response.content.decode()
    assert ("ask for the age" in page, "to be asked for" in page, "state-warning" in page) == (False, False, False)
    desk.post(url("participant_add", tournament), {**ANNA, "first_name": "Bene", "birth_date": "1.1.1980"})
    assert "1980" in desk.get(url("participants", tournament)).content.decode()


def test_a_second_submit_adds_nobody_and_names_the_start_number(desk: Client, tournament: Tournament) -> None:
    desk.post(url("participant_add", tournament), ANNA)
    response = desk.post(url("participant_add", tournament), ANNA)
    assert response.context["form"].errors["last_name"] == [
        "Anna Huber is registered already, with start number 1. "
        "Another person of this name is told apart by the club or the date of birth, which both need."
    ]
    assert Participant.objects.count() == 1


@pytest.mark.parametrize(
    ("field", "typed", "error"),
    [
        ("last_name", "", "This field is required."),
        ("last_name", "   ", "This field is required."),
        ("first_name", "\x07Anna", "There are characters in it that cannot be printed. Please type it again."),
        (
            "last_name",
            "=cmd()",
            "“=cmd()” begins like a formula of a spreadsheet. Please write it without “=” in front.",
        ),
        ("club", "@SUM", "“@SUM” begins like a formula of a spreadsheet. Please write it without “@” in front."),
        ("last_name", "x" * 61, f"“{'x' * 39}…” is too long: 61 characters, at most 60 have room."),
        (
            "birth_date",
            "31.2.1990",
            "“31.2.1990” is no day of the calendar. Please write the date of birth like 10.07.2004.",
        ),
        ("birth_date", "2011", "Too young: 15 years old on the day of play, the minimum age is 16."),
        ("birth_date", "29.11.2010", "Too young: 15 years old on the day of play, the minimum age is 16."),
    ],
)
def test_bad_input_gets_a_sentence_beside_the_field_and_stays(
    desk: Client, tournament: Tournament, field: str, typed: str, error: str
) -> None:
    response = desk.post(url("participant_add", tournament), {**ANNA, field: typed})
    assert response.context["form"].errors == {field: [error]}
    assert focused(response) == field
    values = {name: response.context["form"][name].value() for name in ANNA}
    assert values == {**ANNA, field: typed}
    assert Participant.objects.count() == 0


def test_an_entry_is_mended(desk: Client, tournament: Tournament) -> None:
    make_participants(tournament, 1)
    page = desk.get(url("participant_edit", tournament, 1))
    typed = {name: page.context["form"][name].value() for name in ANNA}
    assert typed == {
        "last_name": "Obermaier",
        "first_name": "Anna",
        "club": "SV Feldkirchen",
        "birth_date": "01.01.1980",
    }
    response = desk.post(url("participant_edit", tournament, 1), {**typed, "last_name": "Obermayer"}, follow=True)
    assert messages_of(response) == ["Start number 1 was changed."]
    assert Participant.objects.get().last_name == "Obermayer"


def test_mending_keeps_what_was_typed_when_it_is_refused(desk: Client, tournament: Tournament) -> None:
    make_participants(tournament, 2)
    typed = {"last_name": "Obermaier", "first_name": "Anna", "club": "TSV", "birth_date": "01.01.1980"}
    response = desk.post(url("participant_edit", tournament, 2), typed)
    assert list(response.context["form"].errors) == ["last_name"]
    assert response.context["form"]["club"].value() == "TSV"
    assert Participant.objects.get(start_number=2).first_name == "Bene"


def test_a_fixed_place_and_the_mark_of_the_house_are_given_in_the_entry(desk: Client, tournament: Tournament) -> None:
    make_participants(tournament, 2)
    form = desk.get(url("participant_edit", tournament, 1)).context["form"]
    typed = {name: form[name].value() or "" for name in form.fields}
    address = url("participant_edit", tournament, 1)
    desk.post(address, typed | {"fixed_table": "7", "fixed_seat": "2", "house": "on"})
    anna = Participant.objects.get(start_number=1)
    assert (anna.fixed_table, anna.fixed_seat, anna.house) == (7, 2, True)
    form = desk.get(address).context["form"]
    assert (form["fixed_table"].value(), form["fixed_seat"].value(), form["house"].value()) == (7, 2, True)
    assert "registered, house player, fixed place" in desk.get(url("participants", tournament)).content.decode()


@pytest.mark.parametrize(
    ("table", "seat", "field", "sentence"),
    [
        ("7", "", "fixed_seat", "A fixed place is a table and a seat. Please give both, or none."),
        ("", "2", "fixed_table", "A fixed place is a table and a seat. Please give both, or none."),
        ("7", "5", "fixed_seat", "By these rules a table has 4 seats at most: there is no seat 5."),
        ("3", "1", "fixed_table", "Table 3, seat 1 is kept for 2 Huber Bene already."),
        ("x", "1", "fixed_table", "Enter a whole number."),
        ("0", "1", "fixed_table", "Ensure this value is greater than or equal to 1."),
    ],
)
def test_a_place_that_cannot_be_kept_has_its_sentence(
    desk: Client, tournament: Tournament, table: str, seat: str, field: str, sentence: str
) -> None:
    make_participants(tournament, 2)
    Participant.objects.filter(start_number=2).update(fixed_table=3, fixed_seat=1)
    typed = {**ANNA, "last_name": "Obermaier", "fixed_table": table, "fixed_seat": seat}
    form = desk.post(url("participant_edit", tournament, 1), typed).context["form"]
    assert form.errors == {field: [sentence]}
    assert (form["fixed_table"].value(), form["fixed_seat"].value()) == (table, seat)
    assert Participant.objects.get(start_number=1).fixed_table is None


@pytest.mark.parametrize("match", ["2", "x", "", "99999", "-1"])
def test_only_a_match_leads_back_to_a_draw(desk: Client, tournament: Tournament, match: str) -> None:
    make_participants(tournament, 1)
    answer = desk.post(url("participant_withdraw", tournament, 1) + f"?match={match}")
    assert answer.url == (url("match", tournament, 2) if match == "2" else url("participants", tournament))


def test_withdrawing_and_coming_back(desk: Client, tournament: Tournament) -> None:
    make_participants(tournament, 1)
    response = desk.post(url("participant_withdraw", tournament, 1), follow=True)
    assert messages_of(response) == ["Anna Obermaier is withdrawn and keeps start number 1."]
    assert "is-withdrawn" in response.content.decode()
    response = desk.post(url("participant_return", tournament, 1), follow=True)
    assert messages_of(response) == ["Anna Obermaier plays again, with start number 1."]
    assert not Participant.objects.get().withdrawn


def test_a_seated_player_stays_and_the_page_says_why(desk: Client, tournament: Tournament) -> None:
    make_participants(tournament, 4)
    open_scoresheet(tournament)
    response = desk.post(url("participant_withdraw", tournament, 1), follow=True)
    assert messages_of(response) == [
        "Anna Obermaier has a seat at table 1 of match 1, but no game is written yet: the organiser gives the seat "
        "to somebody else, on the page of the entry, or takes the lots back under “Draw anew” on the page of the match."
    ]
    assert not Participant.objects.get(start_number=1).withdrawn


def test_while_the_list_is_closed_the_desk_is_told(desk: Client, tournament: Tournament) -> None:
    make_participants(tournament, 4)
    close_list(match=tournament.matches.get(number=1), actor=make_user("organiser", username="chefin"))
    page = desk.get(url("participants", tournament)).content.decode()
    assert "Whoever is entered now is not among them until the tournament management opens the list again" in page


def test_after_the_draw_the_desk_is_warned(desk: Client, tournament: Tournament) -> None:
    make_participants(tournament, 4)
    open_scoresheet(tournament)
    page = desk.get(url("participants", tournament)).content.decode()
    assert "Whoever is entered now has no seat in match 1 yet. If enough for a table come late, the tournament" in page


def test_until_the_first_game_the_desk_is_told_how_a_late_comer_gets_a_seat(db: None) -> None:
    tournament, everyone = play(tables=2, entries=[])
    desk, boss = make_user("desk", username="door"), make_user("organiser", username="boss")

    def hints_for(user: User) -> list[bool]:
        page = login(user).get(url("participants", tournament)).content.decode()
        return ["Somebody did not come?" in page, "open in the list" in page, "send them to the" in page]

    assert (hints_for(boss), hints_for(desk)) == ([True, True, False], [True, False, True])
    for table, still in ((1, True), (2, False)):
        write(Scoresheet.objects.get(table_number=table), 1, "r12+", everyone)
        assert hints_for(boss) == [still, still, False]


@pytest.mark.parametrize(("order", "first"), [("number", "Obermaier"), ("name", "Aigner")])
def test_the_printed_list_has_everyone_on_one_page(
    desk: Client, tournament: Tournament, order: str, first: str
) -> None:
    make_participants(tournament, 130)
    page = desk.get(url("participants_print", tournament), {"order": order}).content.decode()
    assert page.count('<td class="tick">') == 130
    assert min(["Obermaier", "Aigner"], key=page.index) == first


GETS = [
    ("participants", ()),
    ("participants_print", ()),
    ("seats_left", ()),
    ("presence", (1,)),
    ("participants_import", ()),
    ("participant_edit", (1,)),
    ("participant_delete", (1,)),
]
POSTS = [
    ("participant_add", ()),
    ("participant_age", (1,)),
    ("participant_withdraw", (1,)),
    ("participant_return", (1,)),
    ("arrival", ()),
    ("participant_arrived", (1,)),
    ("participant_left", (1,)),
    ("all_arrived", ()),
    ("all_left", ()),
    ("absent_withdraw", ()),
    ("withdrawn_return", ()),
    ("waiting_call", ()),
    ("participant_call", (1,)),
    ("participant_admit", (1,)),
    ("participant_wait", (1,)),
    ("house_call_in", ()),
    ("left_over", ()),
    ("presence_begin", (1,)),
    ("presence_tick", (1,)),
    ("participants_import_columns", ()),
    ("participants_import_confirm", ()),
]


@pytest.mark.parametrize(("name", "args"), POSTS)
def test_acts_are_posts(desk: Client, tournament: Tournament, name: str, args: tuple) -> None:
    make_participants(tournament, 1)
    assert desk.get(url(name, tournament, *args)).status_code == 405


@pytest.mark.parametrize(("name", "args"), GETS + POSTS)
def test_without_a_role_nothing_is_seen_or_done(client: Client, tournament: Tournament, name: str, args: tuple) -> None:
    make_participants(tournament, 1)
    address = url(name, tournament, *args)
    act = client.post if (name, args) in POSTS else client.get
    answer = act(address, ANNA)
    # A form that was sent is kept in the login page (tests/tournament/middleware/test_logged_out.py).
    assert answer.status_code == 401 if act == client.post else answer.url.startswith(reverse("login"))
    client.force_login(make_user())
    assert act(address, ANNA).status_code == 403
    assert Participant.objects.get().withdrawn is False


@pytest.mark.parametrize("number", [2, 99999999999999999999])
def test_a_start_number_that_was_not_given_is_not_found(desk: Client, tournament: Tournament, number: int) -> None:
    make_participants(tournament, 1)
    assert desk.get(url("participant_edit", tournament, number)).status_code == 404
