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
    """Answers for a document as a web worker does while the printer is busy: Django makes each page, and the test says
    how many come `before`. "ready" is that the document is there, "failed" that there is none."""

    def __init__(self, tournament: Tournament, actor: User, before: str) -> None:
        self.address, self.before = reverse("standings_pdf", args=[tournament.slug]), before
        self.client, self.questions = Client(), 0
        self.client.force_login(actor)
        self.client.cookies[settings.LANGUAGE_COOKIE_NAME] = "en"

    def answer(self, route: Any) -> None:
        asks = "x-waiting" in route.request.headers
        self.questions += asks
        if self.before == "ready":
            route.fulfill(status=204) if asks else route.continue_()
        else:
            page = self.client.get(self.address, **{NOT_MADE: "" if self.before == "failed" else self.before})
            route.fulfill(status=page.status_code, content_type=page["Content-Type"], body=page.content)


def open_bar(device: Device, before: str) -> tuple[Any, Waiting]:
    tournament, actor = play(2, [])
    page, waiting = device(actor), Waiting(tournament, actor, before)
    page.route(f"**{waiting.address}", waiting.answer)
    page.goto(waiting.address)
    return page, waiting


def test_the_bar_goes_on_by_itself_until_the_document_is_there(device: Device, live_server: Any) -> None:
    page, waiting = open_bar(device, "2")
    expect(page.get_by_role("status")).to_contain_text("2 other documents are being made before yours.")
    expect(page.get_by_role("progressbar")).to_be_visible()
    waiting.before = "1"
    expect(page.get_by_role("status")).to_contain_text("Another document is being made before yours.")
    waiting.before = "0"
    expect(page.get_by_role("status")).to_contain_text("Your document is being made.")
    with page.expect_download() as download:
        waiting.before = "ready"
    assert download.value.path().read_bytes()[:4] == b"%PDF"
    # The browser of this test saves what others show. Then the page stays, and asks no more.
    expect(page.get_by_role("heading", name="Your document is ready")).to_be_visible()
    questions = waiting.questions
    page.wait_for_timeout(1500)
    assert waiting.questions == questions
    with page.expect_download():
        page.get_by_role("link", name="Open the document").click()


def test_the_bar_says_so_where_the_document_could_not_be_made(device: Device, live_server: Any) -> None:
    page, waiting = open_bar(device, "0")
    expect(page.get_by_role("status")).to_contain_text("Your document is being made.")
    waiting.before = "failed"
    expect(page.get_by_role("heading", name="No document")).to_be_visible()
    questions = waiting.questions
    page.wait_for_timeout(1500)
    assert waiting.questions == questions
    waiting.before = "ready"
    with page.expect_download():
        page.get_by_role("link", name="Try again").click()
