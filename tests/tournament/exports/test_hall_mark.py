"""Prints while results are held back: what the hall may see, or the mark that they are not for the hall."""

import io
from typing import Any

import pytest
from django.test import Client
from pypdf import PdfReader

from tests.worlds.played import accepted_tournament, finished_tournament, play_match
from tournament.exports.hall_mark import marked_name
from tournament.models import Tournament, User
from tournament.proof.seals.keys import SealKey
from tournament.standings.exports.standings import issue_standings
from tournament.standings.services.release import freeze, unfreeze

pytestmark = pytest.mark.django_db
BASE = "/tournaments/feldkirchen-2026/"
Evening = tuple[Tournament, Client]


def page_texts(answer: Any) -> list[str]:
    return [page.extract_text() for page in PdfReader(io.BytesIO(answer.content)).pages]


@pytest.fixture
def held_back() -> Evening:
    """Frozen after match 1; match 2 was played since."""
    tournament, actor = accepted_tournament()
    freeze(tournament=tournament, actor=actor)
    play_match(tournament, 2, ["r12+"] * 32, actor)
    client = Client()
    client.force_login(User.objects.get(username="reiter"))
    tournament.refresh_from_db()
    return tournament, client


def test_the_ranking_to_hang_up_is_the_one_that_stands_still(held_back: Evening) -> None:
    _tournament, client = held_back
    answer = client.get(f"{BASE}standings.pdf")
    (text,) = page_texts(answer)
    assert "missing on purpose" in text
    assert "provisional" in text
    assert "NOT FOR THE HALL" not in text.upper()
    assert "not-for-the-hall" not in answer["Content-Disposition"]


@pytest.mark.parametrize(
    "path", ["standings.pdf?all", "2/sheets.pdf?filled=1", "1/1/sheet.pdf", "2/1/sheet.pdf", "log.pdf"]
)
def test_what_the_hall_does_not_know_says_so_on_each_page(held_back: Evening, path: str) -> None:
    _tournament, client = held_back
    answer = client.get(BASE + path)
    pages = page_texts(answer)
    assert pages
    assert all("NOT FOR THE HALL" in page.upper() for page in pages)
    assert "not-for-the-hall" in answer["Content-Disposition"]


def test_the_ranking_of_a_freeze_after_the_last_sheet_is_not_called_final() -> None:
    tournament, actor = finished_tournament()
    freeze(tournament=tournament, actor=actor)
    client = Client()
    client.force_login(actor)
    (text,) = page_texts(client.get(f"{BASE}standings.pdf"))
    assert "provisional" in text
    assert "Final" not in text


def test_a_sealed_document_stays_as_it_is_and_its_file_says_so(seal: SealKey) -> None:
    tournament, actor = finished_tournament()
    document = issue_standings(tournament=tournament, actor=actor)
    freeze(tournament=tournament, actor=actor)
    client = Client()
    client.force_login(actor)
    answer = client.get(f"{BASE}standings/version-1.pdf")
    assert answer.content == bytes(document.pdf)
    assert "not-for-the-hall" in answer["Content-Disposition"]
    assert client.get(f"{BASE}standings.pdf").content != bytes(document.pdf)
    unfreeze(tournament=tournament, actor=actor)
    assert client.get(f"{BASE}standings.pdf").content == bytes(document.pdf)


def test_the_workbook_says_so(held_back: Evening) -> None:
    tournament, client = held_back
    answer = client.get(f"{BASE}workbook.xlsx")
    assert "not-for-the-hall" in answer["Content-Disposition"]
    assert marked_name("a.pdf", tournament) == "not-for-the-hall-a.pdf"
