"""A page has one language: no English sentence on a German page, and no German one on an English page."""

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from tests.e2e.conftest import Device
from tests.e2e.hall import make_hall, pages
from tests.e2e.languages import foreign, foreign_texts, foreign_to
from tests.e2e.read_aloud import as_sent, in_browser
from tests.worlds.factories import make_user
from tournament.models import User

pytestmark = [pytest.mark.e2e, pytest.mark.proof]


def browse(language: str, user: User | None = None) -> Client:
    """A client without a browser that reads pages in this language."""
    client = Client()
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = language
    if user:
        client.force_login(user)
    return client


def test_every_page_speaks_english(device: Device) -> None:
    """Every page is in English. test_accessible.py checks the German pages, which it opens in a browser anyway.

    Only pages that need an act first are opened in a browser here; the others are read as the server sends them.
    """
    actor, wrong = make_hall(), foreign_to("en")
    inside, outside = device(actor), device()
    logged_in, anyone = browse("en", actor), browse("en")
    foreign = {}
    for target in pages():
        if target.act:
            page = outside if target.public else inside
            target.open(page)
            reading = in_browser(page)
        else:
            client = anyone if target.public else logged_in
            reading = as_sent(
                client.get(reverse(target.name, args=target.args) + target.query, follow=True).content.decode()
            )
        foreign[target.label] = foreign_texts(reading, "en", wrong)
    assert {label: texts for label, texts in foreign.items() if texts} == {}


def test_the_language_is_chosen_on_the_page(device: Device) -> None:
    page = device(make_user("organiser", full_name="K. Reiter"), language="de")
    page.goto("/")
    page.locator('.languages button[value="en"]').click()
    assert page.locator("html").get_attribute("lang") == "en"
    page.locator('.languages button[value="de"]').click()
    assert page.locator("html").get_attribute("lang") == "de"


def test_the_check_finds_a_foreign_sentence(device: Device) -> None:
    page = device(make_user("organiser", full_name="K. Reiter"), language="de")
    page.goto("/")
    assert foreign(page, "de", foreign_to("de")) == []
    page.evaluate("() => { document.querySelector('h1, h2').textContent = 'Game 7 was struck.'; }")
    assert foreign(page, "de", foreign_to("de")) == ["Game 7 was struck."]


@pytest.mark.parametrize(
    ("added", "foreign_words"),
    [
        ("<p>Game 7 was<br>\n struck.</p>", []),
        ("<p>Game 7\n was struck.", ["Game 7 was struck."]),
        ("<ul><li>Game 7 was struck.</ul>", ["Game 7 was struck."]),
        ('<span lang="en"><b>Game 7 was struck.</b></span>', []),
        ('<p translate="no">Game 7 was struck.</p>', []),
        ("<script>Game 7 was struck.</script>", []),
        ('<img src="x" alt="Game 7 was struck.">', ["Game 7 was struck."]),
        ('<input lang="en"><p aria-label="Game 7 was struck.">Game 8 was struck.</p>',
         ["Game 7 was struck.", "Game 8 was struck."]),
        ('<div data-new="x" data-old="Game 7 was struck."></div>', ["Game 7 was struck."]),
        ('<div data-old="Game 7 was struck."></div>', []),
        ("<title>Game 7 was struck.</title>", ["Game 7 was struck."]),
    ],
)  # fmt: skip
def test_both_ways_of_reading_find_the_same(device: Device, added: str, foreign_words: list[str]) -> None:
    """The texts in the browser are those that the server sends."""
    user, wrong = make_user("organiser", full_name="K. Reiter"), foreign_to("de")
    html = browse("de", user).get("/").content.decode()
    assert foreign_texts(as_sent(html), "de", wrong) == []
    html = html.replace("</body>", f"{added}</body>")
    page = device(user, language="de")
    page.route("**/*", lambda route: route.fulfill(body=html, content_type="text/html; charset=utf-8"))
    page.goto("/")
    assert foreign(page, "de", wrong) == foreign_words
    assert foreign_texts(as_sent(html), "de", wrong) == foreign_words
