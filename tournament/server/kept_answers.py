"""Gives an answer again without Django, as long as the version that it was made from is the newest one.

Who was told that there is nothing new, and asks the same again within seconds, byte for byte, is told it again.
Pages that are the same for everybody without a login are made once for all workers and handed out as finished bytes.

One rule says when such a page is out of date: when there is a newer version. For MOST_AGE seconds more it is handed
out, unless its reader has seen a newer one already; meanwhile one worker makes the next one.
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
from typing import Any, TypeAlias

from tournament.server.answers import Answer, Scope
from tournament.server.press_line import PUBLIC
from tournament.server.public_request import SEEN, PublicRequest, Reader
from tournament.server.shelf import Page, Shelf, page_of
from tournament.server.turns import Turns
from tournament.server.versions import Versions

# A page that is out of date is not made anew sooner than this, however often it is asked for.
LEAST_AGE = 1.0
# It is handed out until it is as old as this. The ranking on it may be LEAST_AGE older: five seconds in all.
MOST_AGE = 4.0
# A page whose version stands is made anew after this: should it depend on anything else, it is soon right again.
KEPT_SECONDS = 60.0
# The cookie that says what a browser has seen lives as long as an older page is about, and some seconds more.
SEEN_SECONDS = 10
# More than there are browsers in a hall.
MOST_ANSWERS = 4000
# Pages that are remembered for readers who take nothing compressed.
MOST_UNPACKED = 10
# So many pages are made at once for others; what is asked for beyond that, Django answers in the ordinary way.
MOST_MAKING = 8
# A worker waits so long for a page that another one makes, and looks so often; then it makes the page itself.
PATIENCE, LOOK_EVERY = 2.0, 0.02

# What making a page gave: Django's answer; None where another worker makes it.
Made: TypeAlias = Answer | None


class KeptAnswers:
    """The answers that may be given again.

    The event loop alone uses it. `make` lets Django answer a request, in the turn of whoever is named. While the file
    `barred` is there, only Django says what is to be answered.
    """

    def __init__(
        self,
        shelf: Shelf,
        versions: Versions,
        read: Reader,
        *,
        barred: Path,
        make: Callable[[dict[str, str], str], Awaitable[Answer]],
    ) -> None:
        self.shelf, self.versions, self.read, self.barred = shelf, versions, read, barred
        self.make, self.unpacking = make, Turns(1, 1)
        self.unpacked: OrderedDict[str, tuple[bytes, bytes]] = OrderedDict()
        self.own: OrderedDict[bytes, tuple[float, Answer]] = OrderedDict()
        self.making: dict[str, asyncio.Task[Made]] = {}
        self.unshared: OrderedDict[str, float] = OrderedDict()

    async def find(self, scope: Scope) -> Answer | None:
        """An answer that may be given; None where Django has to answer this request itself."""
        if os.path.exists(self.barred):
            return None
        same = _same(scope)
        until, answer = self.own.get(same, (0.0, None))
        if answer is not None and answer.basis is not None:
            if time.monotonic() < until and await self.versions.newest(answer.basis) == answer.basis.version:
                return answer
            self.own.pop(same, None)
        request = self.read(scope)
        if request is None or time.monotonic() - self.unshared.get(request.key, -KEPT_SECONDS) < KEPT_SECONDS:
            return None
        answer = await self._page(request)
        if answer is None or not request.plain:
            return answer
        async with self.unpacking.in_turn(request.address):
            return await self._unpacked(request.key, answer)

    async def _unpacked(self, key: str, answer: Answer) -> Answer:
        """The same page for a reader who takes nothing compressed. The last ones are remembered as they are."""
        packed = answer.pieces[0] if isinstance(answer.pieces, list) else b""
        if (b"content-encoding", b"gzip") not in answer.headers:
            return answer
        body, of = self.unpacked.get(key, (b"", b""))
        if of is not packed:
            body = await asyncio.to_thread(gzip.decompress, packed)
            _put(self.unpacked, key, (body, packed), MOST_UNPACKED)
        own = (b"content-encoding", b"content-length")
        headers = [one for one in answer.headers if one[0] not in own]
        headers.append((b"content-length", str(len(body)).encode()))
        return replace(answer, headers=headers, pieces=[body])

    def keep(self, scope: Scope, answer: Answer) -> None:
        """Keep for the one who asked that there is nothing new. A public page tells the browser what it has seen."""
        own = any(name == b"set-cookie" for name, _value in answer.headers)
        if answer.basis is not None and answer.status == 204 and not own:
            _put(self.own, _same(scope), (time.monotonic() + answer.basis.seconds, answer))
        if answer.basis is not None and answer.status == 200 and scope["path"].startswith(PUBLIC):
            answer.headers = [*answer.headers, _seen(scope["path"], answer.basis.version)]

    async def _page(self, request: PublicRequest) -> Answer | None:
        """The page that everybody gets, made first if it has to be; None where it turns out to be nobody else's."""
        page = self.shelf.look(request.key)
        if page is not None:
            newest = await self.versions.newest(page.basis)
            if newest == page.basis.version and page.age < KEPT_SECONDS:
                return _answer(page, request)
            # A version that went backwards is that of another database, of which this page knows nothing.
            if newest is not None and newest >= page.basis.version and _will_do(page, request, newest):
                if page.age >= LEAST_AGE:
                    self._begin(request, page, wait=False)
                return _answer(page, request)
        first = request.key not in self.making
        if first and len(self.making) >= MOST_MAKING:
            return None
        made = await asyncio.shield(self._begin(request, page, wait=True))
        page = self.shelf.look(request.key)
        if page is not None and _will_do(page, request, page.basis.version):
            return _answer(page, request)
        if made is None or not first:
            return None
        if made.basis is not None and made.status == 200:
            made.headers = [*made.headers, _seen(request.path, made.basis.version)]
        return made

    def _begin(self, request: PublicRequest, last: Page | None, *, wait: bool) -> "asyncio.Task[Made]":
        """Begin to make the page after the `last` one, if that has not begun already."""
        if request.key not in self.making:
            self.making[request.key] = asyncio.ensure_future(self._make(request, last, wait=wait))
        return self.making[request.key]

    async def _make(self, request: PublicRequest, last: Page | None, *, wait: bool) -> Made:
        key, until = request.key, time.monotonic() + (PATIENCE if wait else 0.0)
        try:
            while (lock := self.shelf.hold(key)) is None and time.monotonic() < until:
                await asyncio.sleep(LOOK_EVERY)
            try:
                there = self.shelf.read(key)
                if (lock is None and not wait) or (there and (last is None or there.made > last.made)):
                    return None  # another worker makes it, or has just made it
                began = time.monotonic()
                made = await self.make(request.strings(), request.address)
                page = page_of(made, began)
                if page is not None:
                    self.shelf.put(key, page)
                elif made.status == 200:
                    _put(self.unshared, key, time.monotonic())
                return made
            finally:
                if lock is not None:
                    os.close(lock)
        finally:
            del self.making[key]


def _will_do(page: Page, request: PublicRequest, newest: int) -> bool:
    """Whether a page may be handed out although there may be a newer one. Who claims to have seen a version that is
    newer than the `newest` is not believed."""
    return page.age < MOST_AGE and (page.basis.version >= request.least or request.least > newest)


def _answer(page: Page, request: PublicRequest) -> Answer:
    """The page, or that there is nothing new."""
    if request.by_page and request.version == str(page.basis.version):
        return Answer(status=204, headers=[(b"cache-control", b"private, no-cache")], pieces=[b""])
    headers = [*page.headers, _seen(request.path, page.basis.version)]
    return Answer(status=200, headers=headers, pieces=[page.body])


def _seen(path: str, version: int) -> tuple[bytes, bytes]:
    """The header that tells a browser what it has seen of this tournament."""
    below = "/".join(path.split("/")[:3])
    return b"set-cookie", f"{SEEN}={version}; Path={below}/; Max-Age={SEEN_SECONDS}; SameSite=Lax".encode()


def _same(scope: Scope) -> bytes:
    """A digest of what two requests have in common that are the same byte for byte, from the same address."""
    client = (scope.get("client") or ("",))[0]
    asked = (scope["path"], scope["query_string"], list(scope["headers"]), client)
    return hashlib.blake2b(repr(asked).encode(), digest_size=16).digest()


def _put(kept: OrderedDict[Any, Any], key: object, value: object, most: int = MOST_ANSWERS) -> None:
    """Add something, and forget the oldest where there are too many."""
    kept[key] = value
    if len(kept) > most:
        kept.popitem(last=False)
