"""Files the job of a request for a document with the printer, and waits for it without holding a thread."""

import asyncio
import json
from collections.abc import Awaitable, Mapping
from dataclasses import dataclass
from typing import IO, Any

from tournament.server.answers import HttpAnswer
from tournament.server.callers import Caller
from tournament.server.wire import hand_on, open_answer

DOCUMENTS = (".pdf", ".zip", ".xlsx")
# A form that makes documents: a tournament that is closed seals what is not sealed yet.
ORDERS = ("/archive/",)
# A printer that works says within three seconds how many jobs come before. One that has just been started loads first:
# the reader gets the bar meanwhile, and the page asks again.
SILENT_SECONDS = 10.0
# Forms that order a document are smaller than this.
MOST_BYTES = 64 * 1024
# The beginning of the public pages.
PUBLIC = "/t/"
# Everybody may print the handbook, too.
HANDBOOK = "/hilfe/"
# What a page with a bar is told when its document is there.
READY = HttpAnswer(status=204, headers=[(b"cache-control", b"no-store")], pieces=[b""])


@dataclass(frozen=True, slots=True)
class NotMade:
    """There is no document yet. `before` is how many others are made first; None if it could not be made at all."""

    before: int | None = None


def is_document(environ: dict[str, str], caller: Caller) -> bool:
    """Whether the printer answers this request. For strangers there are public documents only; whatever else they
    invent gets its refusal like any page."""
    path, method = environ["PATH_INFO"], environ["REQUEST_METHOD"]
    if not (caller.is_known or path.startswith((PUBLIC, HANDBOOK))):
        return False
    return (path.endswith(DOCUMENTS) and method in ("GET", "POST")) or (path.endswith(ORDERS) and method == "POST")


@dataclass(frozen=True, slots=True)
class PrintLine:
    """The way to the printer that listens at this Unix socket."""

    address: str

    async def ask(
        self, environ: dict[str, str], body: IO[bytes], departure: Awaitable[object], caller: Caller
    ) -> HttpAnswer | NotMade:
        """Let the printer answer. As soon as `departure` ends, so does the work: ConnectionAbortedError."""
        head = {"environ": environ, "reader": caller.key if caller.is_known else "", "address": caller.key}
        leaving = asyncio.ensure_future(departure)
        try:
            reader, writer = await hand_on(self.address, head, body)
        except OSError:
            leaving.cancel()
            return NotMade()
        line = asyncio.ensure_future(reader.readline())
        try:
            patience = SILENT_SECONDS if environ["REQUEST_METHOD"] == "GET" else None
            await asyncio.wait({line, leaving}, timeout=patience, return_when=asyncio.FIRST_COMPLETED)
            if line.done():
                return _answer(json.loads(line.result() or b"{}"))
            if not leaving.done():
                return NotMade(0)
        except (OSError, ValueError):
            return NotMade()
        finally:
            line.cancel()
            leaving.cancel()
            writer.close()  # the printer notices and ends the job
        raise ConnectionAbortedError


def _answer(status: Mapping[str, Any]) -> HttpAnswer | NotMade:
    if "file" in status:
        return open_answer(status["file"])
    return READY if status.get("ready") else NotMade(status.get("before"))
