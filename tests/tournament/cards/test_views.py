"""The player's own page: what it shows when, and to whom; the desk's page of start cards and their print."""

import io
import shutil
import subprocess
from typing import Any

import pytest
import zxingcpp
from django.test import Client
from django.urls import reverse
from PIL import Image
from pypdf import PdfReader

from tests.worlds.factories import make_participants, make_tournament, make_user, open_scoresheet
from tests.worlds.sheets import fill, fresh, live
from tournament.cards.services import make_cards, renew_card
from tournament.cards.tokens import token_of
from tournament.models import DisputeStep, Participant, Scoresheet, Signature, StartCard, Tournament, User
from tournament.standings.services.release import freeze

pytestmark = pytest.mark.django_db
HALL = {"HTTP_HOST": "192.168.0.7:8000"}


@pytest.fixture(autouse=True)
def any_host(settings: Any) -> None:
    settings.ALLOWED_HOSTS = ["*"]


@pytest.fixture
def boss() -> User:
    return make_user("organiser", "desk", "supervisor")


@pytest.fixture
def tournament(boss: User) -> Tournament:
    tournament = make_tournament()
    make_participants(tournament, 8)
    Participant.objects.filter(start_number=1).update(phone="0171 123", remark="zahlt später", woman=True)
    make_cards(tournament=tournament, first=1, last=12, actor=boss)
    return tournament


@pytest.fixture
def desk(boss: User) -> Client:
    client = Client()
    client.force_login(boss)
    return client


@pytest.fixture
def sheet(tournament: Tournament, boss: User) -> Scoresheet:
    return fill(live(open_scoresheet(tournament), boss), boss)


def address(number: int) -> str:
    card = StartCard.objects.get(number=number, locked_at=None)
    return reverse("own_page", args=[token_of(card.salt)])


def codes_on(pdf: bytes) -> set[str]:
    """The codes on the first page."""
    if shutil.which("pdftoppm") is None:
        pytest.skip("no pdftoppm here: apt-get install poppler-utils")
    command = ["pdftoppm", "-gray", "-r", "150", "-l", "1", "-singlefile", "-"]
    shades = subprocess.run(command, input=pdf, capture_output=True, check=True).stdout
    return {code.text for code in zxingcpp.read_barcodes(Image.open(io.BytesIO(shades)))}


def text_of(answer: Any) -> str:
    return " ".join(answer.content.decode().split())


def test_before_the_draw_the_page_says_so_and_tells_nothing_private(tournament: Tournament) -> None:
    answer = Client().get(address(1))
    text = text_of(answer)
    assert "Anna Obermaier" in text
    assert "Not drawn yet." in text
    assert [word for word in ("0171", "zahlt") if word in text] == []
    heads = (answer["Cache-Control"], answer["Referrer-Policy"], answer["X-Robots-Tag"])
    assert heads == ("private, no-store", "same-origin", "noindex, nofollow")


def test_a_number_that_nobody_has_says_so(tournament: Tournament) -> None:
    assert "This card has not been given out yet." in text_of(Client().get(address(12)))


def test_a_wrong_token_costs_one_query_and_none_if_it_cannot_be_one(
    tournament: Tournament, django_assert_num_queries: Any
) -> None:
    with django_assert_num_queries(1):
        assert Client().get(reverse("own_page", args=["A" * 22])).status_code == 404
    with django_assert_num_queries(0):
        assert Client().get(reverse("own_page", args=["A" * 21])).status_code == 404


def test_a_locked_card_leads_to_the_desk_and_tells_no_name(tournament: Tournament, boss: User) -> None:
    old = address(1)
    renew_card(tournament=tournament, number=1, actor=boss)
    text = text_of(Client().get(old))
    assert "This start card is locked." in text
    assert "Obermaier" not in text
    assert "Obermaier" in text_of(Client().get(address(1)))


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"withdrawn": True}, "You are withdrawn"),
        ({"withdrawn": True, "excluded": True}, "You are excluded from the tournament."),
    ],
)
def test_whoever_is_out_sees_that(tournament: Tournament, changes: dict[str, bool], sentence: str) -> None:
    Participant.objects.filter(start_number=1).update(**changes)
    assert sentence in text_of(Client().get(address(1)))


def test_the_page_shows_the_seat_and_asks_for_the_signature(sheet: Scoresheet) -> None:
    client, own = Client(), address(1)
    text = text_of(client.get(own))
    assert "Your points" in text
    assert "I have checked the sheet and confirm that it is right" in text
    answer = client.post(own, {"act": "confirm", "content": sheet.content_hash})
    assert (answer.status_code, answer.url) == (302, own)
    assert Signature.objects.get().seat.participant.start_number == 1
    assert "Confirm without drawing" not in text_of(client.get(own))
    assert client.post(own, {"act": "confirm", "content": fresh(sheet).content_hash}).status_code in (302, 409)
    assert client.post(own, {"act": "confirm", "content": "wrong"}).status_code == 409


def test_the_page_is_quiet_until_something_of_its_own_changes(sheet: Scoresheet, boss: User) -> None:
    client, own = Client(), address(1)
    version = client.get(own).context["version"]
    assert client.get(f"{own}?v={version}").status_code == 204
    tournament = sheet.match.tournament
    other = open_scoresheet(tournament, table=2)
    version = client.get(own).context["version"]
    fill(live(other, boss), boss, ["r12+"])
    client.post(own, {"act": "confirm", "content": sheet.content_hash})
    assert client.get(f"{own}?v={version}").status_code == 200


def test_what_is_held_back_from_the_hall_is_held_back_here(sheet: Scoresheet, boss: User) -> None:
    tournament = sheet.match.tournament
    freeze(tournament=tournament, actor=boss)
    version = Client().get(address(8)).context["version"]
    text = text_of(Client().get(address(1)))
    assert "Whatever follows comes at the prize-giving." in text or "comes at the prize-giving" in text
    assert reverse("public_player", args=[tournament.slug, 1]) not in text
    fill(live(open_scoresheet(tournament, table=2), boss), boss, ["r12+"])
    number = sheet.seats.get(number=1).participant.start_number
    assert Client().get(address(number)).context["version"] % 2 == 1
    assert version % 2 == 1


def test_an_objection_comes_from_the_own_page(sheet: Scoresheet) -> None:
    client, token = Client(), address(1).split("/")[2]
    there = reverse("own_objection", args=[token, 1])
    command = client.get(there).context["form"].initial["command"]
    answer = client.post(there, {"number": "5", "reason": "das war ein Wenz", "command": command})
    assert answer.status_code == 302
    assert DisputeStep.objects.get().card == 1
    assert client.get(reverse("own_objection", args=[token, 2])).status_code == 404


def test_the_desk_makes_prints_and_renews_cards(desk: Client, tournament: Tournament) -> None:
    page = reverse("start_cards", args=[tournament.slug])
    assert "12 cards" in text_of(desk.get(page))
    made = desk.post(reverse("start_cards_make", args=[tournament.slug]), {"first": 1, "last": 14}, follow=True)
    assert "2 start cards made." in text_of(made)
    lost = desk.post(reverse("start_card_lost", args=[tournament.slug]), {"number": 3})
    assert "Card 3 is locked, and a new one is made." in text_of(lost)
    wrong = desk.post(reverse("start_card_lost", args=[tournament.slug]), {"number": 999})
    assert "There is no start card with number 999." in text_of(wrong)
    assert Client().get(page).status_code == 302


def test_the_print_has_eight_cards_on_a_page_and_their_codes_open_the_pages(
    desk: Client, tournament: Tournament
) -> None:
    answer = desk.get(reverse("start_cards_pdf", args=[tournament.slug]), **HALL)
    pages = PdfReader(io.BytesIO(answer.content)).pages
    texts = [" ".join(page.extract_text().split()) for page in pages]
    assert ["Anna Obermaier" in texts[0], len(pages), texts[0].count("Start number")] == [True, 2, 8]
    assert "Name" in texts[1]
    assert codes_on(answer.content) == {f"http://192.168.0.7:8000{address(number)}" for number in range(1, 9)}


@pytest.mark.parametrize(("query", "count"), [("?named", 8), ("?first=3&last=4", 2), ("?first=x&last=1", None)])
def test_only_some_cards_are_printed(desk: Client, tournament: Tournament, query: str, count: int | None) -> None:
    answer = desk.get(reverse("start_cards_pdf", args=[tournament.slug]) + query, **HALL)
    if count is None:
        assert answer.status_code == 404
        return
    text = "".join(page.extract_text() for page in PdfReader(io.BytesIO(answer.content)).pages)
    assert text.count("Start number") == count


def test_where_no_phone_gets_to_the_cards_have_no_code(desk: Client, tournament: Tournament) -> None:
    answer = desk.get(reverse("start_cards_pdf", args=[tournament.slug]), HTTP_HOST="localhost:8000")
    text = "".join(page.extract_text() for page in PdfReader(io.BytesIO(answer.content)).pages)
    assert "Scan" not in text
    assert "The cards have no code yet" in text_of(
        desk.get(reverse("start_cards", args=[tournament.slug]), HTTP_HOST="localhost:8000")
    )
