"""What of a list is read can be chosen in the preview: hidden rows, sheets, the encoding of the letters."""

from typing import Any

import pytest
from django.test import Client

from tests.tournament.views.handed_in import carried, confirm, upload, url
from tests.worlds.factories import make_tournament, make_user
from tournament.models import Participant, Tournament


@pytest.fixture
def tournament(db: None) -> Tournament:
    return make_tournament()


@pytest.fixture
def desk(client: Client, db: None) -> Client:
    client.force_login(make_user("desk"))
    return client


def read_again(desk: Client, tournament: Tournament, response: Any, **choices: str) -> Any:
    data = {"list": carried(response), "choices": "1", **choices}
    return desk.post(url("participants_import_reading", tournament), data)


def names(response: Any) -> list[str]:
    return [line.last_name for line in response.context["taken"]]


def test_hidden_rows_are_named_and_can_be_read(desk: Client, tournament: Tournament) -> None:
    response = upload(desk, tournament, "lists/filtered-rows.xlsx")
    assert (names(response), response.context["refused"]) == (["Huber", "Reiter", "Lang", "Wolf"], [])
    page = response.content.decode()
    for text in [
        "4 hidden rows are not taken.",
        "Read 4 hidden rows, too",
        "Maier Bene, Zeller Dirk, Kurz Franz, Fuchs Hias",
        "“dabei” (ja: 4)",
    ]:
        assert text in page
    response = read_again(desk, tournament, response, hidden_row="on")
    assert ("Read 4 cancelled rows, too" in response.content.decode(), len(names(response))) == (True, 4)
    response = read_again(desk, tournament, response, hidden_row="on", cancelled="on")
    assert len(names(response)) == 8
    confirm(desk, tournament, carried(response))
    assert Participant.objects.count() == 8


def test_a_choice_that_nobody_looked_at_is_shown_before_anybody_is_registered(
    desk: Client, tournament: Tournament
) -> None:
    text = carried(upload(desk, tournament, "lists/filtered-rows.xlsx"))
    data = {"list": text, "choices": "1", "hidden_row": "on"}
    response = desk.post(url("participants_import_confirm", tournament), data)
    assert [str(message) for message in response.context["messages"]] == [
        "What is read of the file has changed. Please look at the list once more."
    ]
    assert Participant.objects.count() == 0
    response = desk.post(
        url("participants_import_confirm", tournament), {**data, "list": carried(response)}, follow=True
    )
    assert Participant.objects.count() == 4


def test_sheets_with_names_are_named_and_one_or_all_can_be_chosen(desk: Client, tournament: Tournament) -> None:
    response = upload(desk, tournament, "lists/two-sheets.xlsx")
    page = response.content.decode()
    for text in ["Only “A-K” is read.", "L-Z (4 lines)", "All as one list (8 lines)"]:
        assert text in page
    response = read_again(desk, tournament, response, sheet="1")
    assert names(response) == ["Lang", "Kurz", "Wolf", "Fuchs"]
    response = read_again(desk, tournament, response, sheet="all")
    assert (len(names(response)), "L-Z 2" in response.content.decode()) == (8, True)
    confirm(desk, tournament, carried(response))
    assert Participant.objects.count() == 8


def test_a_hidden_sheet_is_offered_and_not_read(desk: Client, tournament: Tournament) -> None:
    response = upload(desk, tournament, "lists/hidden-first-sheet.xlsx")
    page = response.content.decode()
    assert (names(response)[0], "Vorjahr (hidden, 4 lines)" in page, "Only “" in page) == ("Huber", True, False)


def test_the_encoding_is_shown_with_samples_and_can_be_chosen(desk: Client, tournament: Tournament) -> None:
    response = upload(desk, tournament, "lists/macroman-lf.csv")
    page = response.content.decode()
    for text in [
        "The letters were read as Mac (Mac Roman).",
        'Windows (CP1252): <span translate="no">MŸller, Jšrg, GrŠfelfing</span>',
    ]:
        assert text in page
    response = read_again(desk, tournament, response, encoding="cp1252")
    assert names(response)[0] == "MŸller"
    assert "“MŸller Jšrg”: are the letters right?" in response.content.decode()


def test_a_list_of_utf_8_asks_nothing_about_letters(desk: Client, tournament: Tournament) -> None:
    response = upload(desk, tournament, "liste.csv", "Nachname;Vorname\nMüller;Jörg\n".encode())
    assert (response.context["reading"].letters, "letters" in response.content.decode()) == (None, False)


@pytest.mark.parametrize("choice", [{"sheet": "9"}, {"sheet": "x"}, {"encoding": "rot13"}, {}])
def test_forged_choices_change_nothing(desk: Client, tournament: Tournament, choice: dict[str, str]) -> None:
    for name in ["two-sheets.xlsx", "macroman-lf.csv"]:
        response = upload(desk, tournament, f"lists/{name}")
        assert names(read_again(desk, tournament, response, **choice)) == names(response)


def test_columns_chosen_by_hand_stay_when_hidden_rows_are_read(desk: Client, tournament: Tournament) -> None:
    response = upload(desk, tournament, "lists/filtered-rows.xlsx")
    columns = {"first_line": "2", "column_1": "first_name", "column_2": "last_name"}
    response = desk.post(
        url("participants_import_columns", tournament), {"list": carried(response), "choices": "1", **columns}
    )
    response = read_again(desk, tournament, response, hidden_row="on")
    response = read_again(desk, tournament, response, hidden_row="on", cancelled="on")
    assert names(response)[:2] == ["Anna", "Bene"]
