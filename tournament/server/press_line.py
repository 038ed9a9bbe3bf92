"""Hands a request for a document on to the press, and waits for the answer without holding a thread."""

import asyncio
from collections.abc import Awaitable
from dataclasses import dataclass
from typing import IO

from tournament.server.answers import Answer
from tournament.server.callers import Caller
from tournament.server.wire import hand_on, read_answer

DOCUMENTS = (".pdf", ".zip", ".xlsx")
# A form that makes documents: a tournament that is closed seals what is not sealed yet.
ORDERS = ("/archive/",)
# Forms that order a document are smaller than this.
MOST_BYTES = 64 * 1024
# The beginning of the public pages.
PUBLIC = "/t/"


@dataclass(frozen=True, slots=True)
class NotMade:
    """There is no document. `before` is how many others are made first; None if it could not be made at all."""

    before: int | None = None


def is_document(environ: dict[str, str], caller: Caller) -> bool:
    """Whether the press answers this request. For strangers there are documents among the public pages only; whatever
    else they invent gets its refusal like any page."""
    path, method = environ["PATH_INFO"], environ["REQUEST_METHOD"]
    if not (caller.known or path.startswith(PUBLIC)):
        return False
    return (path.endswith(DOCUMENTS) and method in ("GET", "POST")) or (path.endswith(ORDERS) and method == "POST")


@dataclass(frozen=True, slots=True)
class PressLine:
    """The way to the press that listens at this Unix socket."""

    address: str

    async def ask(
        self, environ: dict[str, str], body: IO[bytes], gone: Awaitable[object], caller: Caller
    ) -> Answer | NotMade:
        """Let the press answer. As soon as `gone` ends, so does the work: ConnectionAbortedError."""
        head = {"environ": environ, "reader": caller.key if caller.known else "", "address": caller.key}
        left = asyncio.ensure_future(gone)
        try:
            heard, said = await hand_on(self.address, head, body)
        except OSError:
            left.cancel()
            return NotMade()
        answer = asyncio.ensure_future(read_answer(heard))
        try:
            await asyncio.wait({answer, left}, return_when=asyncio.FIRST_COMPLETED)
            if not answer.done():
                raise ConnectionAbortedError
            made = answer.result()
        finally:
            answer.cancel()
            left.cancel()
            said.close()  # the press notices and ends the work
        if made is None or isinstance(made, Answer):
            return made or NotMade()
        return NotMade(made.get("before"))
