"""The bar in place of a document that takes long: it says how many come before, and opens the document at last."""

from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from playwright.sync_api import expect

from tests.e2e.conftest import Device
from tests.worlds.played import play
from tournament.models import Tournament, User
from tournament.server.answers import NOT_MADE

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]


class Waiting:
    """Answers for a document as a web worker does while the printer is busy: Django makes each page, and the printer's
    words are given. "ready" is that it is there; after the last one the document itself is made."""

    def __init__(self, tournament: Tournament, actor: User, *words: str) -> None:
        self.address, self.words = reverse("standings_pdf", args=[tournament.slug]), list(words)
        self.client, self.questions = Client(), 0
        self.client.force_login(actor)
        self.client.cookies[settings.LANGUAGE_COOKIE_NAME] = "en"

    def answer(self, route: Any) -> None:
        self.questions += "x-waiting" in route.request.headers
        word = self.words.pop(0) if self.words else ""
        if word == "ready":
            route.fulfill(status=204)
        elif word:
            page = self.client.get(self.address, **{NOT_MADE: "" if word == "failed" else word})
            route.fulfill(status=page.status_code, content_type=page["Content-Type"], body=page.content)
        else:
            route.continue_()


def open_bar(device: Device, *words: str) -> tuple[Any, Waiting]:
    tournament, actor = play(2, [])
    page, waiting = device(actor), Waiting(tournament, actor, *words)
    page.route(f"**{waiting.address}", waiting.answer)
    page.goto(waiting.address)
    return page, waiting


def test_the_bar_goes_on_by_itself_until_the_document_is_there(device: Device, live_server: Any) -> None:
    page, waiting = open_bar(device, "2", "1", "0", "ready")
    expect(page.get_by_role("status")).to_contain_text("2 other documents are being made before yours.")
    with page.expect_download() as download:
        expect(page.get_by_role("status")).to_contain_text("Another document is being made before yours.")
        expect(page.get_by_role("status")).to_contain_text("Your document is being made.")
        expect(page.get_by_role("progressbar")).to_be_visible()
    assert download.value.path().read_bytes()[:4] == b"%PDF"
    assert waiting.questions == 3
    # The browser of this test saves what others show. Then the page stays, and asks no more.
    expect(page.get_by_role("heading", name="Your document is ready")).to_be_visible()
    page.wait_for_timeout(1500)
    assert waiting.questions == 3
    with page.expect_download():
        page.get_by_role("link", name="Open the document").click()


def test_the_bar_says_so_where_the_document_could_not_be_made(device: Device, live_server: Any) -> None:
    page, waiting = open_bar(device, "0", "failed")
    expect(page.get_by_role("heading", name="No document")).to_be_visible()
    page.wait_for_timeout(1500)
    assert waiting.questions == 1
    with page.expect_download():
        page.get_by_role("link", name="Try again").click()
