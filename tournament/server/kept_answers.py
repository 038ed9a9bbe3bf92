"""Gives an answer again without Django, as long as the version that it was made from is the newest one.

Who was told that there is nothing new, and asks the same again within seconds, byte for byte, is told it again.
Pages that are the same for everybody without a login are made once for all workers and handed out as finished bytes.

One rule says when such a page is out of date: when there is a newer version. For MOST_AGE seconds more it is handed
out, unless somebody has seen a newer one already; meanwhile one worker makes the next one.
"""

import asyncio
import os
import re
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from tournament.server.answers import Answer, Scope, strings_of
from tournament.server.shelf import Page, Shelf, key_of, page_of
from tournament.server.versions import Versions

# A page that is out of date is not made anew sooner than this, however often it is asked for.
LEAST_AGE = 1.0
# It is handed out until it is as old as this. The ranking on it may be LEAST_AGE older: five seconds in all.
MOST_AGE = 4.0
# A page whose version stands is made anew after this: should it depend on anything else, it is soon right again.
KEPT_SECONDS = 60.0
# More than there are browsers in a hall.
MOST_ANSWERS = 4000
# The public pages, and the questions by which their addresses differ. A search is nobody else's page.
PUBLIC = "/t/"
QUESTION = re.compile(r"(?:(?:q=|number=|page=\d{0,3}|match=\d{0,2})(?:&|$)){0,4}")
# The cookie that says which version of a tournament a browser has seen, for as long as an older page is about.
SEEN, SEEN_SECONDS = "seen", 10
# What a browser without a login sends in cookies beside the language: the token of forms, too.
HARMLESS = {"csrftoken", SEEN}

# The language of a page, by the cookie of the language and the languages that its browser accepts.
Language = Callable[[str, str], str]
# What making a page gave: Django's answer; None where another worker makes it.
Made: TypeAlias = Answer | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What a request asks: the path, the question without the version that the page shows, and that version."""

    path: str
    question: str
    version: str
    headers: Mapping[bytes, bytes]
    cookies: str

    @property
    def by_page(self) -> bool:
        """Whether an open page asks; it understands that there is nothing new."""
        return b"hx-request" in self.headers or self.path.endswith("/version/")

    @property
    def least(self) -> int:
        """The version that this browser has seen; nothing older may follow. 0 where it has seen none lately."""
        seen = next((one[len(SEEN) + 1 :] for one in self.cookies.split("; ") if one.startswith(f"{SEEN}=")), "")
        return max(number(seen), number(self.version) if self.by_page else 0)


def number(text: str) -> int:
    """The version that this text is; 0 if it is none."""
    return int(text) if text.isdecimal() and len(text) < 12 else 0


def read(scope: Scope) -> Asked:
    """Read a request."""
    parts = scope["query_string"].decode("latin-1").split("&")
    version = next((part[2:] for part in parts if part.startswith("v=")), "")
    question = "&".join(part for part in parts if part and not part.startswith("v="))
    headers = dict(scope["headers"])
    cookies = headers.get(b"cookie", b"").decode("latin-1")
    return Asked(path=scope["path"], question=question, version=version, headers=headers, cookies=cookies)


class KeptAnswers:
    """The answers that may be given again.

    The event loop alone uses it. `answer` lets Django answer; it is called in a thread, by way of `in_turn`. While the
    file `barred` is there, only Django says what is to be answered.
    """

    def __init__(
        self,
        shelf: Shelf,
        versions: Versions,
        language: Language,
        *,
        language_cookie: str,
        barred: Path,
        answer: Callable[[dict[str, str]], Answer],
        in_turn: Callable[[Callable[[], Made]], Awaitable[Made]],
    ) -> None:
        self.shelf, self.versions, self.language = shelf, versions, language
        self.language_cookie, self.harmless, self.barred = language_cookie, HARMLESS | {language_cookie}, barred
        self.answer, self.in_turn = answer, in_turn
        self.own: OrderedDict[object, tuple[float, Answer]] = OrderedDict()
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
        if scope["path"].startswith(PUBLIC):
            request = read(scope)
            key = self._key(request)
            if key is not None and time.monotonic() - self.unshared.get(key, -KEPT_SECONDS) >= KEPT_SECONDS:
                return await self._page(scope, request, key)
        return None

    def keep(self, scope: Scope, answer: Answer) -> None:
        """Keep for the one who asked that there is nothing new. A public page tells the browser what it has seen."""
        own = any(name == b"set-cookie" for name, _value in answer.headers)
        if answer.basis is not None and answer.status == 204 and not own:
            _put(self.own, _same(scope), (time.monotonic() + answer.basis.seconds, answer))
        if answer.basis is not None and answer.status == 200 and scope["path"].startswith(PUBLIC):
            answer.headers = [*answer.headers, _seen(scope["path"], answer.basis.version)]

    def _key(self, request: Asked) -> str | None:
        """The key of the page that everybody without a login gets here; None where it is nobody else's."""
        if not QUESTION.fullmatch(request.question):
            return None
        cookies = {one.split("=", 1)[0].strip(): one for one in request.cookies.split(";") if one.strip()}
        if not cookies.keys() <= self.harmless:
            return None
        accepted = request.headers.get(b"accept-language", b"").decode("latin-1")
        return key_of(
            request.path,
            request.question,
            request.headers.get(b"host"),
            self.language(cookies.get(self.language_cookie, ""), accepted),
            b"hx-request" in request.headers,
            b"gzip" in request.headers.get(b"accept-encoding", b""),
        )

    async def _page(self, scope: Scope, request: Asked, key: str) -> Answer | None:
        """The page that everybody gets, made first if it has to be; None where it turns out to be nobody else's."""
        page = self.shelf.look(key)
        if page is not None:
            newest = await self.versions.newest(page.basis)
            if newest == page.basis.version and page.age < KEPT_SECONDS:
                return _answer(page, request)
            # A version that went backwards is that of another database, of which this page knows nothing.
            if newest is not None and newest >= page.basis.version and _will_do(page, request):
                if page.age >= LEAST_AGE:
                    self._begin(scope, request, key, page, wait=False)
                return _answer(page, request)
        first = key not in self.making
        made = await asyncio.shield(self._begin(scope, request, key, page, wait=True))
        page = self.shelf.look(key)
        if page is not None and _will_do(page, request):
            return _answer(page, request)
        if made is not None and first:
            self.keep(scope, made)
            return made
        return None

    def _begin(self, scope: Scope, request: Asked, key: str, last: Page | None, *, wait: bool) -> "asyncio.Task[Made]":
        """Begin to make the page after the `last` one, if that has not begun already."""
        if key not in self.making:
            self.making[key] = asyncio.ensure_future(self._make(scope, request, key, last, wait=wait))
        return self.making[key]

    async def _make(self, scope: Scope, request: Asked, key: str, last: Page | None, *, wait: bool) -> Made:
        strings = strings_of({**scope, "query_string": request.question.encode("latin-1")})

        def make() -> Made:
            with self.shelf.making(key, wait=wait) as held:
                there = self.shelf.read(key)
                if not held or (there is not None and (last is None or there.made > last.made)):
                    return None  # another worker makes it, or has just made it
                began = time.monotonic()
                answer = self.answer(strings)
                page = page_of(answer, began)
                if page is not None:
                    self.shelf.put(key, page)
                return answer

        try:
            made = await self.in_turn(make)
        finally:
            del self.making[key]
        if made is not None and page_of(made, 0.0) is None:
            _put(self.unshared, key, time.monotonic())
        return made


def _will_do(page: Page, request: Asked) -> bool:
    """Whether a page may be handed out although there may be a newer one."""
    return page.age < MOST_AGE and page.basis.version >= request.least


def _answer(page: Page, request: Asked) -> Answer:
    """The page, or that there is nothing new."""
    if request.by_page and request.version == str(page.basis.version):
        return Answer(status=204, headers=[(b"cache-control", b"private, no-cache")], pieces=[b""])
    headers = [*page.headers, _seen(request.path, page.basis.version)]
    return Answer(status=200, headers=headers, pieces=[page.body])


def _seen(path: str, version: int) -> tuple[bytes, bytes]:
    """The header that tells a browser what it has seen of this tournament."""
    below = "/".join(path.split("/")[:3])
    return b"set-cookie", f"{SEEN}={version}; Path={below}/; Max-Age={SEEN_SECONDS}; SameSite=Lax".encode()


def _same(scope: Scope) -> object:
    """What two requests have in common that are the same byte for byte, from the same address."""
    return scope["path"], scope["query_string"], tuple(scope["headers"]), (scope.get("client") or ("",))[0]


def _put(kept: OrderedDict[Any, Any], key: object, value: object) -> None:
    """Add something, and forget the oldest where there are too many."""
    kept[key] = value
    if len(kept) > MOST_ANSWERS:
        kept.popitem(last=False)
