"""A request for a page that everybody without a login gets: what it depends on, and nothing else of its sender.

The page is made from these values alone, not from the request of the one who happens to ask first. Whatever is sent
twice, or in a way of its own, is no such request: Django answers it, and nobody else gets that answer.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from tournament.server.answers import Scope, strings_of
from tournament.server.callers import address_of
from tournament.server.press_line import DOCUMENTS, PUBLIC
from tournament.server.shelf import key_of

# The cookie that says which version of a tournament a browser has seen.
SEEN = "seen"
# The questions by which the addresses of public pages differ. A search is nobody else's page.
QUESTIONS = {"q": "", "number": "", "page": r"\d{0,3}", "match": r"\d{0,2}"}
# The headers on which a page depends.
DEPENDS = (b"host", b"cookie", b"accept-language", b"accept-encoding", b"hx-request")
# What browsers say of their languages is shorter; it is remembered (keeping.py), so nobody may fill the memory with it.
MOST_SAID = 300
# As Django's compression reads it.
GZIP = re.compile(rb"\bgzip\b")

# The language in which Django answers, by the cookie of the language and what the browser accepts.
Language = Callable[[str, str], str]
Reader = Callable[[Scope], "PublicRequest | None"]


@dataclass(frozen=True, slots=True, kw_only=True)
class PublicRequest:
    """What a request asks. `version` is what an open page says that it shows, `least` what its reader has seen."""

    scope: Scope
    path: str
    question: str
    version: str
    least: int
    language: str
    part: bool
    """Whether an open page asks for the part that changes."""
    plain: bool
    """Whether the reader takes nothing compressed."""
    key: str

    @property
    def by_page(self) -> bool:
        """Whether an open page asks; it understands that there is nothing new."""
        return self.part or self.path.endswith("/version/")

    @property
    def address(self) -> str:
        """Where the reader asks from: whose turn it takes to make the page."""
        return address_of(self.scope)

    def strings(self) -> dict[str, str]:
        """The request for Django."""
        headers = [(b"accept-encoding", b"gzip"), (b"accept-language", self.language.encode())]
        headers += [(name, value) for name, value in self.scope["headers"] if name == b"host"]
        headers += [(b"hx-request", b"true")] * self.part + [(b"cookie", f"{SEEN}={self.least}".encode())]
        scope = {**self.scope, "query_string": self.question.encode(), "headers": headers, "client": ("127.0.0.1", 0)}
        return strings_of(scope)


def reader(language: Language, language_cookie: str) -> Reader:
    """Return what reads requests for public pages, and gives None for all others."""
    harmless = {"csrftoken", SEEN, language_cookie}

    def read(scope: Scope) -> PublicRequest | None:
        if not scope["path"].startswith(PUBLIC) or scope["path"].endswith(DOCUMENTS):
            return None
        asked, headers = _question(scope["query_string"].decode("latin-1")), _headers(scope)
        if asked is None or headers is None:
            return None
        cookies = _cookies(headers.get(b"cookie", b"").decode("latin-1"))
        part = headers.get(b"hx-request")
        if cookies is None or not cookies.keys() <= harmless or part not in (None, b"true"):
            return None
        question, version = asked
        accepted = headers.get(b"accept-language", b"").decode("latin-1")
        if len(accepted) + len(cookies.get(language_cookie, "")) > MOST_SAID:
            return None
        spoken = language(f"{language_cookie}={cookies.get(language_cookie, '')}", accepted)
        shown = version if part or scope["path"].endswith("/version/") else ""
        return PublicRequest(
            scope=scope,
            path=scope["path"],
            question=question,
            version=version,
            least=max(number(cookies.get(SEEN, "")), number(shown)),
            language=spoken,
            part=part is not None,
            plain=not GZIP.search(headers.get(b"accept-encoding", b"")),
            key=key_of(scope["path"], question, headers.get(b"host"), spoken, part is not None),
        )

    return read


def number(text: str) -> int:
    """The version that this text is; 0 if it is none."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 12 else 0


def _question(query: str) -> tuple[str, str] | None:
    """The question without the version that the page shows, and that version; None for any other question."""
    parts = [part.partition("=") for part in query.split("&") if part]
    told = {name: value for name, _, value in parts}
    if not all(equals for _, equals, _ in parts) or len(told) < len(parts):
        return None
    version = told.pop("v", "")
    if not all(name in QUESTIONS and re.fullmatch(QUESTIONS[name], value) for name, value in told.items()):
        return None
    return "&".join(f"{name}={value}" for name, value in sorted(told.items()) if value), version


def _headers(scope: Scope) -> Mapping[bytes, bytes] | None:
    """The headers on which a page depends; None if one of them was sent twice."""
    found = [(name, value) for name, value in scope["headers"] if name in DEPENDS]
    headers = dict(found)
    return headers if len(headers) == len(found) else None


def _cookies(text: str) -> Mapping[str, str] | None:
    """The cookies by name; None if one was sent twice."""
    parts = [one.strip().partition("=") for one in text.split(";") if one.strip()]
    cookies = {name: value for name, _, value in parts}
    return cookies if len(cookies) == len(parts) else None
