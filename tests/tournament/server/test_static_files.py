"""Files for browsers come from the event loop, with the headers that Django would give them."""

import os
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from tournament.server.answers import PIECE
from tournament.server.static_files import static_files

SMALL, LARGE = b"body { margin: 0 }", os.urandom(PIECE + 10)


@pytest.fixture
def ask(settings: Any, tmp_path: Path) -> Any:
    """Ask for a file as a browser does; return what is answered."""
    settings.STATIC_ROOT, settings.WHITENOISE_USE_FINDERS, settings.WHITENOISE_AUTOREFRESH = tmp_path, False, False
    (tmp_path / "small.css").write_bytes(SMALL)
    (tmp_path / "large.woff2").write_bytes(LARGE)
    answer = static_files()

    def asked(path: str, method: str = "GET", **headers: str) -> Any:
        fields = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
        scope = {
            "method": method, "path": path, "query_string": b"", "http_version": "1.1", "headers": fields,
            "scheme": "http", "client": ("192.0.2.7", 5000), "server": ("127.0.0.1", 8000),
        }  # fmt: skip
        found = answer(scope)
        if found is None:
            return None
        body = b"".join(found.pieces)
        if found.close:
            found.close()
        return found.status, body, dict(found.headers)

    return asked


def test_a_file_comes_whole_with_the_headers_of_every_page(ask: Any, client: Client, db: None) -> None:
    status, body, headers = ask("/static/small.css")
    assert (status, body, headers[b"content-type"]) == (200, SMALL, b'text/css; charset="utf-8"')
    page = client.get("/login/").headers
    for name in ("X-Content-Type-Options", "Referrer-Policy", "Cross-Origin-Opener-Policy"):
        assert headers[name.lower().encode()].decode() == page[name]
    assert ask("/static/large.woff2")[1] == LARGE


def test_parts_and_what_is_known_already(ask: Any) -> None:
    headers = ask("/static/small.css")[2]
    assert ask("/static/small.css", "HEAD")[:2] == (200, b"")
    assert ask("/static/small.css", range="bytes=0-3")[:2] == (206, SMALL[:4])
    assert ask("/static/large.woff2", range=f"bytes=5-{PIECE + 8}")[:2] == (206, LARGE[5 : PIECE + 9])
    assert ask("/static/small.css", range="bytes=900-")[0] == 416
    assert ask("/static/small.css", range="lines=1-2")[:2] == (200, SMALL)
    assert ask("/static/small.css", if_none_match=headers[b"etag"].decode())[:2] == (304, b"")


@pytest.mark.parametrize("path", ["/static/../secret_key", "/static/%2e%2e/secret_key", "/static/", "/login/", "/t/a/"])
def test_anything_else_is_not_meant(ask: Any, path: str) -> None:
    assert ask(path) is None
    assert ask("/static/small.css", "POST") is None
