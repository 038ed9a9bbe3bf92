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

# A page that is out of date is handed out until it is as old as this.
MOST_AGE = 5.0
# A page that is out of date is not made anew sooner than this, however often it is asked for.
LEAST_AGE = 1.0
# A page whose version stands is made anew after this: should it depend on anything else, it is soon right again.
KEPT_SECONDS = 60.0
# More than there are browsers in a hall.
MOST_ANSWERS = 4000
# The public pages, and the questions by which their addresses differ. A search is nobody else's page.
PUBLIC = "/t/"
QUESTION = re.compile(r"(?:(?:q=|number=|page=\d{0,3}|match=\d{0,2})(?:&|$)){0,4}")
# What a browser without a login sends in cookies: the language, and the token of forms.
HARMLESS = {"csrftoken"}

# The language of a page, by the request's cookies and the languages that its browser accepts.
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

    @property
    def by_page(self) -> bool:
        """Whether an open page asks; it understands that there is nothing new."""
        return b"hx-request" in self.headers or self.path.endswith("/version/")

    @property
    def shows(self) -> int:
        """The version that the open page shows; 0 where somebody opens an address."""
        return int(self.version) if self.by_page and self.version.isdecimal() and len(self.version) < 12 else 0


def read(scope: Scope) -> Asked:
    """Read a request."""
    parts = scope["query_string"].decode("latin-1").split("&")
    version = next((part[2:] for part in parts if part.startswith("v=")), "")
    question = "&".join(part for part in parts if part and not part.startswith("v="))
    return Asked(path=scope["path"], question=question, version=version, headers=dict(scope["headers"]))


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
        self.harmless, self.barred = HARMLESS | {language_cookie}, barred
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
            if time.monotonic() < until and await self.versions.stands(answer.basis):
                return answer
            self.own.pop(same, None)
        if scope["path"].startswith(PUBLIC):
            request = read(scope)
            key = self._key(request)
            if key is not None and time.monotonic() - self.unshared.get(key, -KEPT_SECONDS) >= KEPT_SECONDS:
                return await self._page(scope, request, key)
        return None

    def keep(self, scope: Scope, answer: Answer) -> None:
        """Keep for the one who asked that there is nothing new."""
        own = any(name == b"set-cookie" for name, _value in answer.headers)
        if answer.basis is not None and answer.status == 204 and not own:
            _put(self.own, _same(scope), (time.monotonic() + answer.basis.seconds, answer))

    def _key(self, request: Asked) -> str | None:
        """The key of the page that everybody without a login gets here; None where it is nobody else's."""
        if not QUESTION.fullmatch(request.question):
            return None
        cookies = request.headers.get(b"cookie", b"").decode("latin-1")
        if not {one.split("=", 1)[0].strip() for one in cookies.split(";") if one.strip()} <= self.harmless:
            return None
        accepted = request.headers.get(b"accept-language", b"").decode("latin-1")
        return key_of(
            request.path,
            request.question,
            request.headers.get(b"host"),
            self.language(cookies, accepted),
            b"hx-request" in request.headers,
            b"gzip" in request.headers.get(b"accept-encoding", b""),
        )

    async def _page(self, scope: Scope, request: Asked, key: str) -> Answer | None:
        """The page that everybody gets, made first if it has to be; None where it turns out to be nobody else's."""
        page = self.shelf.look(key)
        if page is not None and page.age < KEPT_SECONDS and await self.versions.stands(page.basis):
            return _answer(page, request)
        if page is not None and _will_do(page, request):
            if page.age >= LEAST_AGE:
                self._begin(scope, request, key, wait=False)
            return _answer(page, request)
        first = key not in self.making
        made = await asyncio.shield(self._begin(scope, request, key, wait=True))
        page = self.shelf.look(key)
        if page is not None and _will_do(page, request):
            return _answer(page, request)
        return made if first else None

    def _begin(self, scope: Scope, request: Asked, key: str, *, wait: bool) -> "asyncio.Task[Made]":
        """Begin to make this page, if that has not begun already."""
        if key not in self.making:
            self.making[key] = asyncio.ensure_future(self._make(scope, request, key, wait=wait))
        return self.making[key]

    async def _make(self, scope: Scope, request: Asked, key: str, *, wait: bool) -> Made:
        strings = strings_of({**scope, "query_string": request.question.encode("latin-1")})

        def make() -> Made:
            with self.shelf.making(key, wait=wait) as held:
                there = self.shelf.read(key)
                if not held or (there is not None and there.age < LEAST_AGE and _will_do(there, request)):
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
    return page.age < MOST_AGE and page.basis.version >= request.shows


def _answer(page: Page, request: Asked) -> Answer:
    """The page, or that there is nothing new."""
    if request.by_page and request.version == str(page.basis.version):
        return Answer(status=204, headers=[(b"cache-control", b"private, no-cache")], pieces=[b""])
    return Answer(status=200, headers=page.headers, pieces=[page.body])


def _same(scope: Scope) -> object:
    """What two requests have in common that are the same byte for byte, from the same address."""
    return scope["path"], scope["query_string"], tuple(scope["headers"]), (scope.get("client") or ("",))[0]


def _put(kept: OrderedDict[Any, Any], key: object, value: object) -> None:
    """Add something, and forget the oldest where there are too many."""
    kept[key] = value
    if len(kept) > MOST_ANSWERS:
        kept.popitem(last=False)
