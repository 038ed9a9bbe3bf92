"""What a public page depends on is read as Django reads it, and the page is made from nothing else."""

from typing import Any

import pytest

from tournament.server.keeping import language_of
from tournament.server.public_request import PublicRequest, reader

read = reader(language_of, "django_language")
USUAL = [(b"host", b"127.0.0.1"), (b"accept-encoding", b"gzip, br"), (b"accept-language", b"de")]


def request(
    *headers: tuple[str, str], query: str = "", path: str = "/t/a/", usual: bool = True
) -> PublicRequest | None:
    fields = [(name.encode(), value.encode()) for name, value in headers]
    names = {name for name, _ in fields} if not usual else set()
    scope: dict[str, Any] = {
        "type": "http", "method": "GET", "path": path, "query_string": query.encode(), "http_version": "1.1",
        "headers": [one for one in USUAL if one[0] not in names] + fields,
        "client": ("192.0.2.7", 5000), "server": ("127.0.0.1", 8000), "scheme": "http",
    }  # fmt: skip
    return read(scope)


def same(*headers: tuple[str, str], **more: Any) -> bool:
    """Whether this is a request for the usual page."""
    one, usual = request(*headers, **more), request()
    assert usual is not None
    return one is not None and one.key == usual.key


@pytest.mark.parametrize(
    "headers",
    [
        [("host", "127.0.0.1:8000")],
        [("cookie", "django_language=en"), ("cookie", "seen=0")],
        [("cookie", "sessionid=abc"), ("cookie", "seen=0")],
        [("cookie", "seen=1; seen=2")],
        [("cookie", "sessionid=abc")],
        [("accept-language", "en")],
        [("cookie", f"django_language={'e' * 301}")],
        [("accept-encoding", "identity")],
        [("hx-request", "true"), ("hx-request", "true")],
        [("hx-request", "false")],
        [("hx-request", "")],
        [("hx-request", "TRUE")],
    ],
)
def test_what_is_sent_twice_or_in_a_way_of_its_own_is_answered_by_django(headers: list[tuple[str, str]]) -> None:
    assert request(*headers) is None


@pytest.mark.parametrize("encoding", ["identity", "xgzip", "gzipped", "br", ""])
def test_a_browser_that_takes_nothing_compressed_gets_the_same_page(encoding: str) -> None:
    """Else whoever reads no gzip has a page made for each request."""
    usual, plain = request(usual=True), request(("accept-encoding", encoding), usual=False)
    assert usual is not None
    assert plain is not None
    assert (usual.plain, plain.plain) == (False, True)


def test_nothing_long_is_remembered_of_a_language() -> None:
    assert request(("accept-language", "de," + "x" * 297), usual=False) is not None
    assert request(("accept-language", "de," + "x" * 298), usual=False) is None


@pytest.mark.parametrize("path", ["/t/a/rules.pdf", "/tournaments/a/", "/login/", "/"])
def test_documents_and_pages_behind_the_login_are_not_meant(path: str) -> None:
    assert request(path=path) is None


@pytest.mark.parametrize(
    "query", ["q=huber", "page=1&page=2", "v=1&v=2", "page=1234", "x=1", "page", "%71=1", "page=1%20"]
)
def test_other_questions_are_answered_by_django(query: str) -> None:
    assert request(query=query) is None


def test_the_same_question_asked_in_other_words_is_the_same_page() -> None:
    assert same(query="v=7")
    assert same(query="q=&v=7&number=")
    one, other = request(query="page=2&match=1"), request(query="match=1&q=&page=2&v=3")
    assert one is not None
    assert other is not None
    assert one.key == other.key
    assert not same(query="page=2")


@pytest.mark.parametrize(
    "headers",
    [[("cookie", "csrftoken=abc; seen=7")], [("user-agent", "x")], [("x-forwarded-host", "x")], [("cookie", "seen=٣")]],
)
def test_what_no_page_depends_on_makes_no_other_page(headers: list[tuple[str, str]]) -> None:
    assert same(*headers)


def test_django_is_asked_with_nothing_of_the_sender() -> None:
    one = request(
        ("cookie", "csrftoken=abc; seen=7; django_language=en"), ("hx-request", "true"), ("user-agent", "x"),
        ("x-forwarded-for", "192.0.2.9"), ("referer", "http://x/"), query="v=9&page=2&q=",
    )  # fmt: skip
    assert one is not None
    strings = one.strings()
    assert {name: value for name, value in strings.items() if name.startswith("HTTP_")} == {
        "HTTP_HOST": "127.0.0.1",
        "HTTP_ACCEPT_ENCODING": "gzip",
        "HTTP_ACCEPT_LANGUAGE": "en",
        "HTTP_HX_REQUEST": "true",
        "HTTP_COOKIE": "seen=9",
    }
    assert (strings["QUERY_STRING"], strings["REMOTE_ADDR"]) == ("page=2", "127.0.0.1")


@pytest.mark.parametrize(
    ("cookie", "query", "least"),
    [("seen=7", "", 7), ("seen=7", "v=9", 9), ("seen=-7", "", 0), ("seen=7x", "", 0), ("seen=999999999999", "", 0)],
)
def test_what_a_browser_has_seen(cookie: str, query: str, least: int) -> None:
    one = request(("cookie", cookie), ("hx-request", "true"), query=query)
    assert one is not None
    assert one.least == least
