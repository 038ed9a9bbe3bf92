"""What a browser shows in place of a document that is not made yet, or not at all."""

import pytest
from django.urls import reverse

from tests.worlds.factories import make_tournament, make_user
from tournament.server.answers import NOT_MADE

ADDRESS = reverse("standings_pdf", args=["feldkirchen-2026"])


@pytest.fixture
def desk(client, db):
    make_tournament()
    client.force_login(make_user("desk"))
    return client


@pytest.mark.parametrize(
    ("before", "sentence"),
    [
        ("0", "Your document is being made. This page goes on by itself."),
        ("1", "Another document is being made before yours. This page goes on by itself."),
        ("2", "2 other documents are being made before yours. This page goes on by itself."),
    ],
)
def test_who_waits_is_told_and_asks_again(desk, before, sentence):
    answer = desk.get(f"{ADDRESS}?part=1", **{NOT_MADE: before})
    page = answer.content.decode()
    assert (answer.status_code, answer["Retry-After"], answer["Cache-Control"]) == (202, "1", "no-store")
    assert sentence in page
    assert f'href="{ADDRESS}?part=1"' in page
    assert "js/again" in page


def test_what_was_sent_is_not_sent_again_by_itself(desk):
    page = desk.post(ADDRESS, **{NOT_MADE: "1"}).content.decode()
    assert "Please go back and try again." in page
    assert "js/again" not in page


def test_the_page_knows_what_to_show_when_the_document_is_there(desk):
    page = desk.get(ADDRESS, **{NOT_MADE: "0"}).content.decode()
    assert "<template data-there><h1>Your document is ready</h1>" in page
    assert "data-failed" not in page
    assert "data-failed" in desk.get(ADDRESS, **{NOT_MADE: ""}).content.decode()


def test_what_failed_is_not_asked_for_again_by_itself(desk):
    answer = desk.get(ADDRESS, **{NOT_MADE: ""})
    page = answer.content.decode()
    assert answer.status_code == 503
    assert "The document could not be made." in page
    assert "js/again" not in page


def test_a_browser_cannot_say_so_itself(desk):
    answer = desk.get(ADDRESS, headers={"spielliste.not_made": "1"})
    assert answer.status_code == 200
