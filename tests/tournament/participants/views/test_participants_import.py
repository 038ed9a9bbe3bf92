"""Importing a list: preview, columns chosen by hand, confirmation, and files that are not lists."""

import datetime as dt
import io
import json
import re
import tracemalloc
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from django.core.files.uploadedfile import TemporaryUploadedFile
from django.test import Client
from openpyxl.styles import PatternFill

from tests.tournament.imports.lists import PICTURE
from tests.tournament.views.handed_in import carried, confirm, upload, url
from tests.worlds.factories import make_participants, make_tournament, make_user
from tournament.models import Event, Participant, Tournament
from tournament.participants.forms.participants import ListForm

FIXTURES = Path(__file__).parents[4] / "fixtures"
HEADERLESS = b"Schafkopf 2026;;\n1;Huber;Anna\n2;Maier;Bene\n"


@pytest.fixture
def tournament(db: None) -> Tournament:
    return make_tournament()


@pytest.fixture
def desk(client: Client, db: None) -> Client:
    client.force_login(make_user("desk"))
    return client


def test_the_preview_shows_every_line_and_writes_nothing(desk: Client, tournament: Tournament) -> None:
    response = upload(desk, tournament, "teilnehmer-feldkirchen.xlsx")
    assert [line.start_number for line in response.context["taken"]] == list(range(1, 65))
    assert [line.number for line in response.context["refused"]] == [72, 73, 74, 75, 77]
    page = response.content.decode()
    for sentence in [
        "5 lines are not taken",
        "“Wohnort” is taken only where the club is missing.",
        "Register 64 participants",
        "Too young: 14 years old on the day of play, the minimum age is 16.",
        "Stands on the list already: Elisabeth Pichler, line 10. The first entry holds.",
        "The name is missing.",
        "The name is a formula, and its result is not in the file.",
        "“14.04.83” was read as 14 April 1983.",
        "Read as first name “Franz”, last name “de la Rosa”.",
    ]:
        assert sentence in page
    assert (Participant.objects.count(), Event.objects.count()) == (0, 0)


def test_the_confirmation_registers_and_a_second_submit_adds_nobody(desk: Client, tournament: Tournament) -> None:
    text = carried(upload(desk, tournament, "teilnehmer-feldkirchen.xlsx"))
    assert confirm(desk, tournament, text) == [
        "64 participants were registered with the start numbers 1 to 64. 5 lines were not taken."
    ]
    assert confirm(desk, tournament, text) == [
        "Nobody was added: everyone on this list is registered already or cannot be taken."
    ]
    assert [row.start_number for row in Participant.objects.all()] == list(range(1, 65))
    assert Event.objects.count() == 1


def test_last_years_list_afterwards_offers_nobody(desk: Client, tournament: Tournament) -> None:
    confirm(desk, tournament, carried(upload(desk, tournament, "teilnehmer-feldkirchen.xlsx")))
    response = upload(desk, tournament, "teilnehmer-alt.csv")
    assert (response.context["taken"], len(response.context["refused"])) == ([], 20)
    page = response.content.decode()
    assert ("Nobody new." in page, "Register" in page) == (True, False)
    confirm(desk, tournament, carried(response))
    assert Participant.objects.count() == 64


def test_who_was_entered_between_preview_and_confirmation_is_not_added_again(
    desk: Client, tournament: Tournament
) -> None:
    text = carried(
        upload(desk, tournament, "liste.csv", b"Name;geboren\nHuber, Bene;1.1.1980\nHuber, Xaver;2.2.1980\n")
    )
    make_participants(tournament, 2)
    assert confirm(desk, tournament, text) == [
        "1 participant was registered with start number 3. 1 line was not taken."
    ]


def test_a_changed_preview_is_refused(desk: Client, tournament: Tournament) -> None:
    text = carried(upload(desk, tournament, "teilnehmer-alt.csv"))
    for changed in ["", "x", text[:-2], text.replace(text[10], "?", 1)]:
        assert confirm(desk, tournament, changed) == [
            "The preview cannot be read any more. Please choose the file again."
        ]
    assert Participant.objects.count() == 0


def test_the_preview_of_one_tournament_registers_in_no_other(desk: Client, tournament: Tournament) -> None:
    text = carried(upload(desk, tournament, "teilnehmer-alt.csv"))
    other = make_tournament("Grafing", "grafing")
    assert confirm(desk, other, text) == ["The preview cannot be read any more. Please choose the file again."]


def test_without_a_header_the_columns_are_asked_for(desk: Client, tournament: Tournament) -> None:
    response = upload(desk, tournament, "liste.csv", HEADERLESS)
    page = response.content.decode()
    assert ("Header not found." in page, '<details class="sheet" open>' in page) == (True, True)
    assert confirm(desk, tournament, carried(response)) == []
    columns = {
        "list": carried(response),
        "first_line": "2",
        "column_0": "number",
        "column_1": "last_name",
        "column_2": "first_name",
    }
    response = desk.post(url("participants_import_columns", tournament), columns)
    assert [line.written for line in response.context["taken"]] == ["Huber Anna", "Maier Bene"]
    confirm(desk, tournament, carried(response))
    assert [str(row) for row in Participant.objects.all()] == ["Anna Huber", "Bene Maier"]


@pytest.mark.parametrize(
    ("columns", "error"),
    [
        ({}, "Please say which column holds the name, or which ones last name and first name."),
        ({"column_1": "last_name"}, "Please say which column holds the name, or which ones last name and first name."),
        (
            {"column_1": "name", "column_2": "name"},
            "Two columns have the same meaning. Please choose each only once.",
        ),
    ],
)
def test_columns_that_name_nobody_are_asked_for_again(
    desk: Client, tournament: Tournament, columns: dict[str, str], error: str
) -> None:
    text = carried(upload(desk, tournament, "liste.csv", HEADERLESS))
    response = desk.post(url("participants_import_columns", tournament), {"list": text, "first_line": "2", **columns})
    assert response.context["columns"].non_field_errors() == [error]
    assert response.context["columns"]["column_1"].value() == columns.get("column_1")


@pytest.mark.parametrize("answer", [{"first_line": "99"}, {"first_line": "x"}, {"column_0": "nonsense"}, {}])
def test_forged_columns_are_no_error_of_ours(desk: Client, tournament: Tournament, answer: dict[str, str]) -> None:
    text = carried(upload(desk, tournament, "liste.csv", HEADERLESS))
    response = desk.post(url("participants_import_columns", tournament), {"list": text, **answer})
    assert (response.status_code, response.context["columns"].is_valid()) == (200, False)


@pytest.mark.parametrize(
    ("name", "data", "error"),
    [
        (
            "liste.xlsx",
            PICTURE,
            "This is a picture. Please ask for the list as Excel or CSV, or enter the participants by hand.",
        ),
        ("liste.csv", b"", "The file is empty. Is it the right one?"),
        (
            "liste.xls",
            b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1",
            "This is an Excel file of the old kind (.xls). "
            "Please open it in Excel or LibreOffice, save it as .xlsx and choose that file.",
        ),
    ],
)
def test_what_is_no_list_gets_a_sentence_beside_the_field(
    desk: Client, tournament: Tournament, name: str, data: bytes, error: str
) -> None:
    response = upload(desk, tournament, name, data)
    assert response.context["form"].errors == {"list_file": [error]}


def test_no_file_at_all_gets_a_sentence(desk: Client, tournament: Tournament) -> None:
    response = desk.post(url("participants_import", tournament))
    assert response.context["form"].errors == {"list_file": ["This field is required."]}


def test_a_list_with_a_header_and_nobody_on_it_is_said(desk: Client, tournament: Tournament) -> None:
    page = upload(desk, tournament, "liste.csv", b"Name;Verein\n").content.decode()
    assert ("There is no participant on this list." in page, "Register" in page) == (True, False)


def test_50_megabytes_are_refused_by_their_size_and_never_read() -> None:
    size = 50 * 1024 * 1024
    upload = TemporaryUploadedFile("liste.xlsx", "application/octet-stream", size, None)
    upload.file.truncate(size)
    tracemalloc.start()
    form = ListForm({}, {"list_file": upload})
    errors = form.errors
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert errors == {
        "list_file": ["The file has 50 MB; a list of participants has at most 5 MB. Is it the right file?"]
    }
    assert (upload.file.tell(), peak < 1_000_000) == (0, True)


def test_50_megabytes_sent_to_the_page_get_the_sentence(desk: Client, tournament: Tournament) -> None:
    response = upload(desk, tournament, "liste.xlsx", b"PK\x03\x04" + bytes(50 * 1024 * 1024))
    assert list(response.context["form"].errors) == ["list_file"]


def test_markup_in_a_list_is_text_on_the_page(desk: Client, tournament: Tournament) -> None:
    data = b'Name;Verein\n"Huber, <script>x</script>";<b>SV</b>\n'
    page = upload(desk, tournament, "liste.csv", data).content.decode()
    assert ("<script>x" in page, "<b>SV" in page, "&lt;b&gt;SV" in page) == (False, False, True)


def test_1000_lines_pass_through_the_page(desk: Client, tournament: Tournament) -> None:
    lines = "".join(f"{n};Nachname{n};Vorname{n};SV Feldkirchen;1.1.1980\n" for n in range(1, 1001))
    data = ("Nr;Nachname;Vorname;Verein;geboren\n" + lines).encode()
    text = carried(upload(desk, tournament, "liste.csv", data))
    assert confirm(desk, tournament, text) == ["1000 participants were registered with the start numbers 1 to 1000."]
    assert Participant.objects.count() == 1000


def test_lines_that_the_desk_leaves_out_are_not_registered(desk: Client, tournament: Tournament) -> None:
    text = carried(upload(desk, tournament, "list.csv", b"Name\nAnna Huber\nBene Maier\nCenta Reiter\n"))
    desk.post(url("participants_import_confirm", tournament), {"list": text, "leave": ["3", "99", "x"]})
    assert list(Participant.objects.values_list("start_number", "first_name")) == [(1, "Anna"), (2, "Centa")]


def test_what_was_left_out_stays_ticked_when_the_list_is_read_anew(desk: Client, tournament: Tournament) -> None:
    text = carried(upload(desk, tournament, "list.csv", b"Name\nHuber Anna\nMaier Bene\n"))
    response = desk.post(url("participants_import_columns", tournament), {"list": text, "leave": ["3"], "turn": "1"})
    assert [(line.last_name, line.start_number) for line in response.context["taken"]] == [
        ("Huber", 1),
        ("Maier", None),
    ]
    page = response.content.decode()
    assert "Register 1 participant<" in page
    assert re.findall(r'name="leave" value="(\d)"( checked)?', page) == [("2", ""), ("3", " checked")]


def test_the_other_order_of_names_is_offered(desk: Client, tournament: Tournament) -> None:
    response = upload(desk, tournament, "lists/last-first.csv")
    assert "Read the last name first" in response.content.decode()
    turned = desk.post(url("participants_import_columns", tournament), {"list": carried(response), "turn": "1"})
    page = turned.content.decode()
    assert [line.last_name for line in turned.context["taken"]] == ["Huber", "Maier", "Reiter", "Zeller"]
    assert ("Read the last name first" in page, "Read the first name first" in page) == (False, False)
    # The choice above the column shows it, and it can be chosen there.
    form = {"list": carried(turned), "first_line": "2", "column_0": "name_last_first", "column_1": "town"}
    answer = desk.post(url("participants_import_columns", tournament), form)
    assert [line.last_name for line in answer.context["taken"]] == ["Huber", "Maier", "Reiter", "Zeller"]
    assert '<option value="name_last_first" selected>' in answer.content.decode()


def test_what_is_kept_beside_the_name(desk: Client, tournament: Tournament) -> None:
    data = b"Name;geboren;Telefon;Bemerkung;Bezahlt\nDr. Anna Huber;1980;0171 1234;Rollstuhl;ja\n"
    confirm(desk, tournament, carried(upload(desk, tournament, "list.csv", data)))
    anna = Participant.objects.get()
    assert (anna.title, anna.last_name, anna.first_name, anna.birth_date, anna.birth_year) == (
        "Dr.", "Huber", "Anna", None, 1980,
    )  # fmt: skip
    assert (anna.phone, anna.remark, anna.paid) == ("0171 1234", "Rollstuhl", True)


def test_the_words_of_a_status_are_asked_about(desk: Client, tournament: Tournament) -> None:
    data = b"Name;Status;\nHuber, Anna;vorgemerkt;Bus\nMaier, Bene;vorgemerkt;\n"
    page = upload(desk, tournament, "list.csv", data).content.decode()
    for text in [
        "The columns “Status” (vorgemerkt: 2), C (without a heading) (Bus: 1) are not taken.",
        "Does “vorgemerkt”, “Bus” mean that somebody does not come?",
    ]:
        assert text in page


FIRST_DAY = b"Nachname;Vorname;Verein;geboren\nHuber;Anna;SV Aying;2.1.1960\nMaier;Bernd;FC Haar;\n"
NEXT_DAY = (
    b"Nachname;Vorname;Verein;geboren;bezahlt;Telefon\n"
    b"Huber;Anna;SV Aying;2.1.1960;ja;0171 1234\nMaier;Bernd;FC Haar e.V.;3.4.1955;;\n"
)


@pytest.mark.parametrize("newcomer", ["", "Neu;Norbert;;1.1.1970;;\n"])
def test_what_the_next_list_knows_of_those_who_are_registered_can_be_entered(
    desk: Client, tournament: Tournament, newcomer: str
) -> None:
    confirm(desk, tournament, carried(upload(desk, tournament, "list.csv", FIRST_DAY)))
    Participant.objects.filter(last_name="Huber").update(phone="08095 1")
    response = upload(desk, tournament, "list.csv", NEXT_DAY + newcomer.encode())
    page = response.content.decode()
    for text in ["New in this line: paid.", "New in this line: date of birth 3 April 1955.", 'name="complete"']:
        assert text in page
    text = carried(response)
    confirm(desk, tournament, text)
    assert not Participant.objects.filter(paid=True).exists()
    data = {"list": carried(upload(desk, tournament, "list.csv", NEXT_DAY)), "complete": "1"}
    answer = desk.post(url("participants_import_confirm", tournament), data, follow=True)
    assert "2 entries were completed." in answer.content.decode()
    entries = Participant.objects.order_by("start_number")[:2]
    assert [(one.paid, one.phone, one.club, one.birth_date) for one in entries] == [
        (True, "08095 1", "SV Aying", dt.date(1960, 1, 2)),
        (False, "", "FC Haar", dt.date(1955, 4, 3)),
    ]
    changed = Event.objects.filter(kind="participant.changed").values_list("payload", flat=True)
    assert [json.loads(payload)["fields"] for payload in changed] == [["paid"], ["birth_date"]]
    again = upload(desk, tournament, "list.csv", NEXT_DAY).content.decode()
    assert ("New in this line" in again, 'name="complete"' in again) == (False, False)


def test_lines_in_colour_are_named_for_colours_are_not_read(desk: Client, tournament: Tournament) -> None:
    book = openpyxl.Workbook()
    for row in [["Name"], ["Huber, Anna"], ["Maier, Bene"], ["Reiter, Centa"]]:
        book.active.append(row)
    book.active["A3"].fill = PatternFill("solid", fgColor="FFFF0000")
    stream = io.BytesIO()
    book.save(stream)
    page = upload(desk, tournament, "list.xlsx", stream.getvalue()).content.decode()
    assert ("are not read. Please compare" in page, "In colour: line 3." in page) == (True, True)


def send(desk: Client, tournament: Tournament, response: Any) -> Any:
    """The answer to the button of the preview, with all that the page sends."""
    hidden = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', response.content.decode()))
    return desk.post(url("participants_import_confirm", tournament), hidden)


def test_a_preview_that_promised_others_is_shown_again(desk: Client, tournament: Tournament) -> None:
    data = b"Name;geboren\nHuber, Bene;1.1.1980\nHuber, Xaver;2.2.1980\n"
    response = upload(desk, tournament, "list.csv", data)
    make_participants(tournament, 2)
    again = send(desk, tournament, response)
    assert [str(message) for message in again.context["messages"]] == [
        "The list of participants has changed meanwhile. Please look at the preview once more."
    ]
    assert Participant.objects.count() == 2
    send(desk, tournament, again)
    assert Participant.objects.count() == 3


def test_nobody_is_registered_before_the_order_of_the_names_is_answered(desk: Client, tournament: Tournament) -> None:
    response = upload(desk, tournament, "lists/last-first.csv")
    again = send(desk, tournament, response)
    assert ("Which name is in front?" in again.content.decode(), Participant.objects.count()) == (True, 0)
    send(desk, tournament, again)
    assert Participant.objects.count() == 4


@pytest.mark.parametrize(
    ("heading", "sentence"),
    [("Geschlecht", "Who is a woman is ticked"), ("w/m", "Who is a woman is ticked"),
     ("Neuling", "Who is here for the first time is ticked"), ("Lieblingsfarbe", "")],
)  # fmt: skip
def test_a_column_that_only_a_prize_needs_is_not_read_and_the_page_says_how(
    desk: Client, tournament: Tournament, heading: str, sentence: str
) -> None:
    response = upload(desk, tournament, "liste.csv", f"Name;Vorname;{heading}\nHuber;Anna;w\nMaier;Bene;m\n".encode())
    title, text = response.context["unused"]
    assert heading in title
    assert ("is ticked under “Prizes”" in text) == bool(sentence)
    assert sentence in text
