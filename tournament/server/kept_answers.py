"""Gives an answer again without Django, as long as the version that it was made from is the newest one.

Two kinds of answers are kept. If a browser learns that there is nothing new, and sends the same request again within
seconds, byte for byte, it gets the same answer. A page that is the same for everybody without a login is made once and
handed out as finished bytes.

Each worker keeps its own. A page is out of date as soon as there is a newer version. For MOST_AGE seconds more it is
handed out, unless its reader has seen a newer one already; meanwhile the next one is made.
"""

import asyncio
import gzip
import hashlib
import os
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from tournament.server.answers import HttpAnswer, Scope
from tournament.server.pages import LONGEST_SECONDS, KeptPage, Pages, page_of
from tournament.server.print_line import PUBLIC
from tournament.server.public_request import SEEN, PublicRequest, Reader
from tournament.server.turns import Turns
from tournament.server.versions import Versions

# A page that is out of date is not made anew sooner than this, however often it is asked for.
LEAST_AGE = 1.0
# It is handed out until it is as old as this. The ranking on it may be LEAST_AGE older: five seconds in all.
MOST_AGE = 4.0
# The cookie that says what a browser has seen lives as long as an older page is about, and some seconds more.
SEEN_SECONDS = 10
# More than there are browsers in a hall.
MOST_ANSWERS = 4000
# Pages that are remembered for readers who take nothing compressed.
MOST_UNPACKED = 10
# So many pages are made at once for others; what is asked for beyond that, Django answers in the ordinary way.
MOST_MAKING = 8


class KeptAnswers:
    """The answers that may be given again.

    The event loop alone uses it. `make` lets Django answer a request, in the turn of the given key. While the file
    `barrier` exists, only Django answers.
    """

    def __init__(
        self,
        versions: Versions,
        read: Reader,
        *,
        barrier: Path,
        make: Callable[[dict[str, str], str], Awaitable[HttpAnswer]],
    ) -> None:
        self.versions, self.read, self.barrier, self.make = versions, read, barrier, make
        self.pages, self.unpacking = Pages(), Turns(1, 1)
        self.unpacked: OrderedDict[str, tuple[bytes, bytes]] = OrderedDict()
        self.own: OrderedDict[bytes, tuple[float, HttpAnswer]] = OrderedDict()
        self.making: dict[str, asyncio.Task[HttpAnswer]] = {}
        self.unshared: OrderedDict[str, float] = OrderedDict()

    async def find(self, scope: Scope) -> HttpAnswer | None:
        """An answer that may be given; None where Django has to answer this request itself."""
        if os.path.exists(self.barrier):
            return None
        digest = _digest(scope)
        until, answer = self.own.get(digest, (0.0, None))
        if answer is not None and answer.basis is not None:
            if time.monotonic() < until and await self.versions.newest(answer.basis) == answer.basis.version:
                return answer
            self.own.pop(digest, None)
        request = self.read(scope)
        if request is None or time.monotonic() - self.unshared.get(request.key, -LONGEST_SECONDS) < LONGEST_SECONDS:
            return None
        answer = await self._page(request)
        if answer is None or not request.plain:
            return answer
        async with self.unpacking.in_turn(request.address):
            return await self._unpacked(request.key, answer)

    async def _unpacked(self, key: str, answer: HttpAnswer) -> HttpAnswer:
        """The same page for a reader who takes nothing compressed. The last ones are remembered as they are."""
        packed = answer.pieces[0] if isinstance(answer.pieces, list) else b""
        if (b"content-encoding", b"gzip") not in answer.headers:
            return answer
        body, origin = self.unpacked.get(key, (b"", b""))
        if origin is not packed:
            body = await asyncio.to_thread(gzip.decompress, packed)
            _put(self.unpacked, key, (body, packed), MOST_UNPACKED)
        own = (b"content-encoding", b"content-length")
        headers = [one for one in answer.headers if one[0] not in own]
        headers.append((b"content-length", str(len(body)).encode()))
        return replace(answer, headers=headers, pieces=[body])

    def keep(self, scope: Scope, answer: HttpAnswer) -> None:
        """Keep for this sender that there is nothing new. A public page tells the browser which version it shows."""
        own = any(name == b"set-cookie" for name, _value in answer.headers)
        if answer.basis is not None and answer.status == 204 and not own:
            _put(self.own, _digest(scope), (time.monotonic() + answer.basis.seconds, answer))
        if answer.basis is not None and answer.status == 200 and scope["path"].startswith(PUBLIC):
            answer.headers = [*answer.headers, _seen_cookie(scope["path"], answer.basis.version)]

    async def _page(self, request: PublicRequest) -> HttpAnswer | None:
        """The page for everybody, made first where necessary; None where it turns out to be nobody else's."""
        page = self.pages.get(request.key)
        if page is not None:
            newest = await self.versions.newest(page.basis)
            if newest == page.basis.version:
                return _answer(page, request)
            # A version that went backwards is that of another database, of which this page knows nothing.
            if newest is not None and newest >= page.basis.version and _may_lag(page, request, newest):
                if page.age >= LEAST_AGE:
                    self._begin(request)
                return _answer(page, request)
        first = request.key not in self.making
        if first and len(self.making) >= MOST_MAKING:
            return None
        answer = await asyncio.shield(self._begin(request))
        page = self.pages.get(request.key)
        if page is not None and _may_lag(page, request, page.basis.version):
            return _answer(page, request)
        if not first:
            return None
        if answer.basis is not None and answer.status == 200:
            answer.headers = [*answer.headers, _seen_cookie(request.path, answer.basis.version)]
        return answer

    def _begin(self, request: PublicRequest) -> "asyncio.Task[HttpAnswer]":
        """Begin to make the next page, if that has not begun already."""
        if request.key not in self.making:
            self.making[request.key] = asyncio.ensure_future(self._make(request))
        return self.making[request.key]

    async def _make(self, request: PublicRequest) -> HttpAnswer:
        began = time.monotonic()
        try:
            answer = await self.make(request.strings(), request.address)
            page = page_of(answer, began)
            if page is not None:
                self.pages.put(request.key, page)
            elif answer.status == 200:
                _put(self.unshared, request.key, time.monotonic())
            return answer
        finally:
            del self.making[request.key]


def _may_lag(page: KeptPage, request: PublicRequest, newest: int) -> bool:
    """Whether a page may be handed out although there may be a newer one. A reader who claims to have seen a version
    beyond the `newest` gets it, too."""
    return page.age < MOST_AGE and (page.basis.version >= request.least or request.least > newest)


def _answer(page: KeptPage, request: PublicRequest) -> HttpAnswer:
    """The page, or that there is nothing new."""
    if request.by_page and request.version == str(page.basis.version):
        return HttpAnswer(status=204, headers=[(b"cache-control", b"private, no-cache")], pieces=[b""])
    headers = [*page.headers, _seen_cookie(request.path, page.basis.version)]
    return HttpAnswer(status=200, headers=headers, pieces=[page.body])


def _seen_cookie(path: str, version: int) -> tuple[bytes, bytes]:
    """The header by which a browser remembers the version of this tournament that it shows."""
    below = "/".join(path.split("/")[:3])
    return b"set-cookie", f"{SEEN}={version}; Path={below}/; Max-Age={SEEN_SECONDS}; SameSite=Lax".encode()


def _digest(scope: Scope) -> bytes:
    """A digest that two requests share which are the same byte for byte and come from the same address."""
    client = (scope.get("client") or ("",))[0]
    parts = (scope["path"], scope["query_string"], list(scope["headers"]), client)
    return hashlib.blake2b(repr(parts).encode(), digest_size=16).digest()


def _put(rows: OrderedDict[Any, Any], key: object, value: object, most: int = MOST_ANSWERS) -> None:
    """Add something, and forget the oldest where there are too many."""
    rows[key] = value
    if len(rows) > most:
        rows.popitem(last=False)
