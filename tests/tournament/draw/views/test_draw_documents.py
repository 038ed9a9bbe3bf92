"""The printed documents of the draw by their addresses: who gets them, in which sizes and parts, and 404s."""

import io
import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import formats, timezone
from pypdf import PdfReader

from tests.pango import without_pango
from tests.tournament.exports.printed_codes import code_of, modules
from tests.tournament.views.reading import words as read_words
from tests.worlds.factories import draw_lots, make_participants, make_tournament, make_user
from tournament.draw.services.draw import discard_draw
from tournament.draw.services.seats import exchange_seats
from tournament.draw.views import draw_documents
from tournament.enums import ShownName
from tournament.models import Participant, Scoresheet, Seat, TableChange, Tournament, User
from tournament.network.known_browsers import card_key
from tournament.views import documents

NAMES = ("table_plan_pdf", "table_cards_pdf", "announcement", "draw_protocol_pdf")
PDFS = [name for name in NAMES if name != "announcement"]
HALL = {"HTTP_HOST": "192.168.0.7:8000"}


@pytest.fixture
def organiser(db: None) -> User:
    return make_user("organiser", full_name="Olga Orga")


@pytest.fixture
def tournament(organiser: User) -> Tournament:
    """Match 1 is drawn, match 2 is not."""
    tournament = make_tournament()
    make_participants(tournament, 12)
    draw_lots(tournament.matches.get(number=1), organiser)
    return tournament


@pytest.fixture
def desk(client: Client, db: None, settings: Any) -> Client:
    """A browser with the role of the desk only."""
    settings.ALLOWED_HOSTS = ["*"]
    client.force_login(make_user("desk"))
    return client


def address(name: str, number: int = 1, slug: str = "feldkirchen-2026") -> str:
    return reverse(name, args=[slug, number])


def pages(answer: Any) -> list[str]:
    return [" ".join(page.extract_text().split()) for page in PdfReader(io.BytesIO(answer.content)).pages]


@pytest.mark.parametrize("name", NAMES)
def test_what_is_not_drawn_or_not_there_is_not_found(desk: Client, tournament: Tournament, name: str) -> None:
    statuses = [desk.get(address(name, *where)).status_code for where in ((2,), (7,), (1, "nowhere"))]
    assert (statuses, desk.post(address(name)).status_code) == ([404, 404, 404], 405)


@pytest.mark.parametrize(
    ("name", "query", "file"),
    [
        ("table_plan_pdf", "", "feldkirchen-2026-1-names-a3.pdf"),
        ("table_plan_pdf", "?by=table&size=a4", "feldkirchen-2026-1-tables-a4.pdf"),
        ("table_cards_pdf", "", "feldkirchen-2026-1-cards.pdf"),
        ("draw_protocol_pdf", "", "feldkirchen-2026-1-draw.pdf"),
        ("draw_protocol_pdf", "?draw=1", "feldkirchen-2026-1-draw-1.pdf"),
    ],
)
def test_every_file_says_what_it_is(desk: Client, tournament: Tournament, name: str, query: str, file: str) -> None:
    answer = desk.get(address(name) + query)
    head = (answer.status_code, answer["Content-Type"], answer["Content-Disposition"], answer["Cache-Control"])
    assert head == (200, "application/pdf", f'inline; filename="{file}"', "no-store, private")
    assert answer.content[:4] == b"%PDF"


@pytest.mark.parametrize(
    ("name", "query"),
    [
        ("table_plan_pdf", "?by=club"),
        ("table_plan_pdf", "?size=a0"),
        ("table_cards_pdf", "?part=2"),
        ("table_cards_pdf", "?part=x"),
        ("draw_protocol_pdf", "?draw=2"),
        ("draw_protocol_pdf", "?draw=-1"),
        ("draw_protocol_pdf", "?draw=²"),
        ("draw_protocol_pdf", "?draw=99999"),
    ],
)
def test_what_nobody_offers_is_not_found(desk: Client, tournament: Tournament, name: str, query: str) -> None:
    assert desk.get(address(name) + query).status_code == 404


def test_the_posters_are_two(desk: Client, tournament: Tournament) -> None:
    (by_name,) = pages(desk.get(address("table_plan_pdf") + "?by=name"))
    (by_table,) = pages(desk.get(address("table_plan_pdf") + "?by=table"))
    assert ("Where do I sit? · Match 1" in by_name, "A Aigner Gretl 7" in by_name) == (True, True)
    assert ("Tables · Match 1" in by_table, "Aigner Gretl" in by_table) == (True, True)


def test_a_card_shows_scorekeeper_pack_and_the_address_in_the_hall(desk: Client, tournament: Tournament) -> None:
    Scoresheet.objects.filter(table_number=2).update(scorekeeper=3, pack="R7")
    keeper = Participant.objects.get(seats__scoresheet__table_number=2, seats__number=3)
    text = pages(desk.get(address("table_cards_pdf"), **HALL))
    assert f"Scorekeeper 3 {keeper.list_name} First dealer" in " ".join(text)
    code = Scoresheet.objects.get(table_number=2).code
    typed = f"{code}http://192.168.0.7:8000/table/feldkirchen-2026/1/2/"
    assert f"Cards R7 1. Scan 2. Type the code {typed} The scorekeeper" in " ".join(text)
    assert "Seats and standings on your phone: http://192.168.0.7:8000/t/feldkirchen-2026/" in " ".join(text)


def test_cards_hold_codes_and_are_for_those_who_hand_them_out(tournament: Tournament) -> None:
    judge = Client()
    judge.force_login(make_user("tribunal"))
    assert judge.get(address("table_cards_pdf")).status_code == 403
    papers = judge.get(reverse("documents", args=["feldkirchen-2026"])).content.decode()
    assert address("table_plan_pdf") in papers
    assert address("table_cards_pdf") not in papers


def test_a_card_printed_where_no_phone_gets_to_has_no_code(desk: Client, tournament: Tournament) -> None:
    text = " ".join(pages(desk.get(address("table_cards_pdf"), HTTP_HOST="localhost:8000")))
    assert "Type the code" not in text


def test_the_cards_lead_phones_to_the_sheets(desk: Client, tournament: Tournament) -> None:
    pdf = desk.get(address("table_cards_pdf"), **HALL).content
    of = Scoresheet.objects.get(table_number=1)
    sheet = code_of(f"http://192.168.0.7:8000/table/feldkirchen-2026/1/1/?k={card_key(of.pk, of.code)}")
    assert modules(pdf, (9, 105, 33.5, 31.5), len(sheet)) == sheet


@pytest.mark.parametrize("name", ["table_cards_pdf", "draw_protocol_pdf"])
def test_an_address_that_no_phone_reaches_is_not_printed(desk: Client, tournament: Tournament, name: str) -> None:
    answers = [" ".join(pages(desk.get(address(name), HTTP_HOST=host))) for host in ("127.0.0.1:8000", "hall.local")]
    assert ["://" in answer for answer in answers] == [False, True]


def test_many_tables_have_their_cards_in_parts(desk: Client, tournament: Tournament, monkeypatch: Any) -> None:
    monkeypatch.setattr(draw_documents, "CARDS", 2)
    monkeypatch.setattr(documents, "CARDS", 2)
    whole = desk.get(address("table_cards_pdf"))
    assert (whole.status_code, whole["Location"]) == (302, reverse("documents", args=[tournament.slug]))
    parts = [" ".join(pages(desk.get(f"{address('table_cards_pdf')}?part={part}"))) for part in (1, 2)]
    assert [part.count("Scorekeeper") for part in parts] == [2, 1]
    page = desk.get(whole["Location"]).content.decode()
    assert ["Cards 1 to 2" in page, "Cards 3 to 3" in page] == [True, True]


def test_the_list_for_the_microphone(desk: Client, tournament: Tournament) -> None:
    answer = desk.get(address("announcement"))
    tables = tournament.matches.get(number=1).draws.get().lots
    names = {one.start_number: one.list_name for one in Participant.objects.all()}
    for number, table in enumerate(tables, start=1):
        seats = " , ".join(f"Seat {seat} {names[start]}" for seat, start in enumerate(table, start=1))
        assert f"Table {number} {seats}" in read_words(answer).replace(",", " ,").replace("  ", " ")
    assert answer.content.decode().count('type="checkbox"') == 3


def test_who_is_not_named_is_read_by_number_and_marked(desk: Client, tournament: Tournament) -> None:
    assert "not by name" not in read_words(desk.get(address("announcement")))
    for number, naming in ((3, ShownName.NUMBER), (7, ShownName.HIDDEN)):
        tournament.participants.filter(start_number=number).update(shown_name=naming, last_name="Zwiebelbauer")
    answer = desk.get(address("announcement"))
    text = read_words(answer)
    assert "Zwiebelbauer" not in answer.content.decode()
    assert ["No. 3 (not by name)" in text, "No. 7 (not by name)" in text] == [True, True]
    assert text.count("please read the number only") == 1


def test_the_protocol_names_people_as_the_hall_may_read_them(desk: Client, tournament: Tournament) -> None:
    tournament.hall_names = ShownName.HIDDEN
    tournament.save()
    text = " ".join(pages(desk.get(address("draw_protocol_pdf"))))
    assert [name for name in Participant.objects.values_list("last_name", flat=True) if name in text] == []
    assert text.count("without a name") == 12


def test_a_draw_that_was_taken_back_names_nobody_in_its_reason(
    desk: Client, tournament: Tournament, organiser: User
) -> None:
    Participant.objects.filter(start_number=3).update(shown_name=ShownName.HIDDEN, last_name="Zwiebelbauer")
    discard_draw(match=tournament.matches.get(number=1), actor=organiser, reason="Zwiebelbauer fehlte")
    text = " ".join(pages(desk.get(address("draw_protocol_pdf") + "?draw=1")))
    assert ["fehlte" in text, "Zwiebelbauer" in text] == [True, False]


def test_paper_says_when_seats_were_exchanged(desk: Client, tournament: Tournament, organiser: User) -> None:
    def feet() -> list[str]:
        """The feet of the posters, of the cards and of the list to be read out, each page once."""
        papers = [address("table_plan_pdf"), address("table_plan_pdf") + "?by=table", address("table_cards_pdf")]
        texts = [text for paper in papers for text in pages(desk.get(paper))]
        texts.append(read_words(desk.get(address("announcement"))))
        return [" ".join(re.findall(r"Seats changed on \S+ \d\d:\d\d", text)) for text in texts]

    assert set(feet()) == {""}
    seats = Seat.objects.select_related("scoresheet__match__tournament").order_by("pk")
    for other in (4, 8):
        exchange_seats(first=seats[0], second=seats[other], actor=organiser, reason="wrong table")
    newest = TableChange.objects.latest("changed_at").changed_at
    note = "Seats changed on " + formats.date_format(timezone.localtime(newest), "SHORT_DATETIME_FORMAT")
    # Three tables: two cards are on the first page.
    assert feet() == [note, note, f"{note} {note}", note, note]
    discard_draw(match=tournament.matches.get(number=1), actor=organiser, reason="Startnummer 13 fehlte")
    draw_lots(tournament.matches.get(number=1), organiser)
    assert set(feet()) == {""}


def test_a_protocol_of_lots_taken_back(desk: Client, tournament: Tournament, organiser: User) -> None:
    discard_draw(match=tournament.matches.get(number=1), actor=organiser, reason="Startnummer 14 fehlte")
    assert desk.get(address("draw_protocol_pdf")).status_code == 404
    assert "Startnummer 14 fehlte" in pages(desk.get(address("draw_protocol_pdf") + "?draw=1"))[0]
    page = desk.get(reverse("match", args=[tournament.slug, 1])).content.decode()
    assert f'{address("draw_protocol_pdf")}?draw=1"' in page


def test_kept_tables_lead_to_the_public_page_of_their_draw(desk: Client, organiser: User) -> None:
    tournament = make_tournament(rules="house-10-60")
    make_participants(tournament, 8)
    for number in (1, 2):
        draw_lots(tournament.matches.get(number=number), organiser)
    text = " ".join(pages(desk.get(address("draw_protocol_pdf", 2), **HALL)))
    assert "http://192.168.0.7:8000/t/feldkirchen-2026/draw/1/" in text


def test_the_pages_lead_to_all_of_it(desk: Client, tournament: Tournament) -> None:
    page = desk.get(reverse("documents", args=[tournament.slug])).content.decode()
    assert [name for name in NAMES if f'href="{address(name)}' not in page] == []
    plan = desk.get(reverse("table_plan", args=[tournament.slug, 1]) + "?by=name").content.decode()
    assert f'href="{address("table_plan_pdf")}?by=name&amp;size=a3"' in plan
    assert (
        f'href="{address("draw_protocol_pdf")}"'
        in desk.get(reverse("match", args=[tournament.slug, 1])).content.decode()
    )


@pytest.mark.parametrize("name", PDFS)
def test_without_pango_a_sentence_says_so(desk: Client, tournament: Tournament, name: str) -> None:
    with without_pango():
        answer = desk.get(address(name), follow=True)
    assert answer.redirect_chain == [(reverse("tournament", args=[tournament.slug]), 302)]
    assert "Pango is missing" in answer.content.decode()
