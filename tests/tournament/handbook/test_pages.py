"""The pages of the handbook: open to everybody, in both languages, without the database.

Most tests here ask for no database, so a single query would fail them.
"""

import re
from typing import Any

import pytest
from django.test import Client

from tests.worlds.factories import make_user
from tournament.handbook.pages import handbook_pages

LANGUAGES = ["de", "en"]


def get(address: str, language: str = "de", status: int = 200) -> Any:
    answer = Client().get(address, headers={"Accept-Language": language})
    assert answer.status_code == status
    return answer


def text(address: str, language: str = "de", status: int = 200) -> str:
    content: str = get(address, language, status).content.decode()
    return content


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_contents_name_every_page(language: str) -> None:
    page = text("/hilfe/", language)
    assert f'<html lang="{language}">' in page
    links = re.findall(r'<li><a href="(/hilfe/\w+/)">([^<]+)</a><p>', page)
    assert links == [(one.address, one.title) for one in handbook_pages(language)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_has_its_headings_and_its_neighbours(language: str) -> None:
    pages = handbook_pages(language)
    for before, one, after in zip([None, *pages], pages, [*pages[1:], None], strict=False):
        page = text(one.address, language)
        assert f"<h1>{one.title}</h1>" in page
        for section in one.contents:
            assert (f'<a href="#{section.anchor}">' in page) == (len(one.contents) > 1)
            assert f'<h2 id="{section.anchor}">' in page
        assert re.findall(r'rel="(prev|next)" href="([^"]+)"', page) == [
            *([("prev", before.address)] if before else []),
            *([("next", after.address)] if after else []),
        ]


def test_the_search_answers_on_the_page() -> None:
    page = text("/hilfe/?q=pruefsumme")
    assert "<mark>Prüfsumme</mark>" in page
    assert 'value="pruefsumme"' in page


def test_an_empty_result_says_what_to_do() -> None:
    page = text("/hilfe/?q=Xylophon")
    assert 'Nichts mit „<span translate="no">Xylophon</span>“' in page
    assert 'href="/hilfe/begriffe/"' in page
    assert 'value="&lt;b&gt;"' in text("/hilfe/?q=<b>")


@pytest.mark.parametrize(
    "address", ["/hilfe/nirgends/", "/hilfe/bilder/nirgends.png", "/hilfe/notfallblatt.pdf?lang=xx"]
)
def test_what_is_not_there_is_said_in_words(address: str) -> None:
    assert "Diese Seite gibt es nicht" in text(address, status=404)


def test_a_picture_is_kept_by_the_browser() -> None:
    answer = get("/hilfe/bilder/standings.png")
    assert answer["Content-Type"] == "image/png"
    assert answer["Cache-Control"] == "public, max-age=86400"
    assert b"".join(answer.streaming_content).startswith(b"\x89PNG")


@pytest.mark.parametrize("name", ["nothing", "x" * 300, "-"])
def test_a_picture_that_is_none_is_not_found(name: str) -> None:
    """A name that is longer than any file's may be, too."""
    assert Client().get(f"/hilfe/bilder/{name}.png").status_code == 404


def test_headers() -> None:
    answer = get("/hilfe/")
    assert answer["X-Robots-Tag"] == "noindex, nofollow"
    assert "default-src 'none'" in answer["Content-Security-Policy"]
    assert {"Accept-Language", "Cookie"} <= set(answer["Vary"].replace(" ", "").split(","))
    assert answer.cookies == {}


@pytest.mark.parametrize("method", ["post", "put", "delete"])
def test_nobody_writes_here(method: str) -> None:
    assert getattr(Client(), method)("/hilfe/").status_code == 405


def test_a_login_sees_the_same(db: None) -> None:
    client = Client()
    client.force_login(make_user("desk"))
    assert client.get("/hilfe/abend/").status_code == 200
