"""A request for a page that everybody without a login gets: what the page depends on, and nothing else of its sender.

The page is made from these values alone, not from the first request for it. Requests with duplicate or unknown
parameters, headers or cookies are not of this kind: Django answers them, and nobody else gets that answer.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from tournament.server.answers import Scope, strings_of
from tournament.server.callers import address_of
from tournament.server.pages import page_key
from tournament.server.print_line import DOCUMENTS, PUBLIC

# The cookie that says which version of a tournament a browser has seen.
SEEN = "seen"
# The parameters by which the addresses of public pages differ. A search is nobody else's page.
PARAMETERS = {"q": "", "number": "", "page": r"\d{0,3}", "match": r"\d{0,2}"}
# The headers on which a page depends.
DEPENDS = (b"host", b"cookie", b"accept-language", b"accept-encoding", b"hx-request")
# What browsers send of their languages is shorter. The languages are remembered (keeping.py), so their length is
# limited: otherwise anybody could fill the memory.
MOST_LANGUAGES = 300
# As Django's compression reads it.
GZIP = re.compile(rb"\bgzip\b")

# The language in which Django answers, by the cookie of the language and what the browser accepts.
Language = Callable[[str, str], str]
Reader = Callable[[Scope], "PublicRequest | None"]


@dataclass(frozen=True, slots=True, kw_only=True)
class PublicRequest:
    """What a request asks for. `version` is the one that an open page shows, `least` the one its reader has seen.

    `part`: an open page asks for the part of it that changes. `plain`: the reader takes nothing compressed.
    """

    scope: Scope
    path: str
    query: str
    version: str
    least: int
    language: str
    part: bool
    plain: bool
    key: str

    @property
    def by_page(self) -> bool:
        """Whether an open page asks; it understands that there is nothing new."""
        return self.part or self.path.endswith("/version/")

    @property
    def address(self) -> str:
        """The address of the reader, whose turn it takes to make the page."""
        return address_of(self.scope)

    def strings(self) -> dict[str, str]:
        """The request for Django."""
        headers = [(b"accept-encoding", b"gzip"), (b"accept-language", self.language.encode())]
        headers += [(name, value) for name, value in self.scope["headers"] if name == b"host"]
        headers += [(b"hx-request", b"true")] * self.part + [(b"cookie", f"{SEEN}={self.least}".encode())]
        scope = {**self.scope, "query_string": self.query.encode(), "headers": headers, "client": ("127.0.0.1", 0)}
        return strings_of(scope)


def reader(language: Language, language_cookie: str) -> Reader:
    """Return a function that reads requests for public pages, and returns None for all others."""
    harmless = {"csrftoken", SEEN, language_cookie}

    def read(scope: Scope) -> PublicRequest | None:
        if not scope["path"].startswith(PUBLIC) or scope["path"].endswith(DOCUMENTS):
            return None
        parameters, headers = _query(scope["query_string"].decode("latin-1")), _headers(scope)
        if parameters is None or headers is None:
            return None
        cookies = _cookies(headers.get(b"cookie", b"").decode("latin-1"))
        part = headers.get(b"hx-request")
        if cookies is None or not cookies.keys() <= harmless or part not in (None, b"true"):
            return None
        query, version = parameters
        languages = headers.get(b"accept-language", b"").decode("latin-1")
        if len(languages) + len(cookies.get(language_cookie, "")) > MOST_LANGUAGES:
            return None
        code = language(f"{language_cookie}={cookies.get(language_cookie, '')}", languages)
        open_version = version if part or scope["path"].endswith("/version/") else ""
        return PublicRequest(
            scope=scope,
            path=scope["path"],
            query=query,
            version=version,
            least=max(query_number(cookies.get(SEEN, "")), query_number(open_version)),
            language=code,
            part=part is not None,
            plain=not GZIP.search(headers.get(b"accept-encoding", b"")),
            key=page_key(scope["path"], query, headers.get(b"host"), code, part is not None),
        )

    return read


def query_number(text: str) -> int:
    """The version that this text is; 0 if it is none."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 12 else 0


def _query(text: str) -> tuple[str, str] | None:
    """The query without the version that the page shows, and that version; None if it is not one of a public page."""
    parts = [part.partition("=") for part in text.split("&") if part]
    parameters = {name: value for name, _, value in parts}
    if not all(equals for _, equals, _ in parts) or len(parameters) < len(parts):
        return None
    version = parameters.pop("v", "")
    if not all(name in PARAMETERS and re.fullmatch(PARAMETERS[name], value) for name, value in parameters.items()):
        return None
    return "&".join(f"{name}={value}" for name, value in sorted(parameters.items()) if value), version


def _headers(scope: Scope) -> Mapping[bytes, bytes] | None:
    """The headers on which a page depends; None if one of them was sent twice."""
    pairs = [(name, value) for name, value in scope["headers"] if name in DEPENDS]
    headers = dict(pairs)
    return headers if len(headers) == len(pairs) else None


def _cookies(text: str) -> Mapping[str, str] | None:
    """The cookies by name; None if one was sent twice."""
    parts = [one.strip().partition("=") for one in text.split(";") if one.strip()]
    cookies = {name: value for name, _, value in parts}
    return cookies if len(cookies) == len(parts) else None
