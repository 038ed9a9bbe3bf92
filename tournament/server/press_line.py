"""Hands a request for a document on to the press, and waits for the answer without holding a thread."""

import asyncio
import json
import tempfile
from collections.abc import Awaitable
from dataclasses import dataclass
from typing import IO

from tournament.server.answers import BYTES_IN_MEMORY, PIECE, Answer, File

DOCUMENTS = (".pdf", ".zip", ".xlsx")
# A form that makes documents: a tournament that is closed seals what is not sealed yet.
ORDERS = ("/archive/",)
# Forms that order a document are smaller than this.
MOST_BYTES = 64 * 1024
# The beginning of the public pages: whoever asks there has no login, so the address counts.
PUBLIC = "/t/"


@dataclass(frozen=True, slots=True)
class NotMade:
    """There is no document. `before` is how many others are made first; None if it could not be made at all."""

    before: int | None = None


def is_document(environ: dict[str, str]) -> bool:
    """Whether the press answers this request."""
    path, method = environ["PATH_INFO"], environ["REQUEST_METHOD"]
    return (path.endswith(DOCUMENTS) and method in ("GET", "POST")) or (path.endswith(ORDERS) and method == "POST")


@dataclass(frozen=True, slots=True)
class PressLine:
    """The way to the press that listens at this Unix socket. `cookie` is the name of the cookie of a login."""

    address: str
    cookie: str

    async def ask(self, environ: dict[str, str], body: IO[bytes], gone: Awaitable[object]) -> Answer | NotMade:
        """Let the press answer. As soon as `gone` ends, so does the work: ConnectionAbortedError."""
        left = asyncio.ensure_future(gone)
        try:
            heard, said = await asyncio.open_unix_connection(self.address)
        except OSError:
            left.cancel()
            return NotMade()
        sent = body.read()
        head = {"reader": self._reader(environ), "environ": environ, "length": len(sent)}
        said.write(json.dumps(head).encode() + b"\n" + sent)
        answer = asyncio.ensure_future(_answer(heard))
        try:
            await asyncio.wait({answer, left}, return_when=asyncio.FIRST_COMPLETED)
            if not answer.done():
                raise ConnectionAbortedError
            return answer.result()
        finally:
            answer.cancel()
            left.cancel()
            said.close()  # the press notices and ends the work

    def _reader(self, environ: dict[str, str]) -> str:
        """Whose turn a request takes: the login's, else the address's."""
        if not environ["PATH_INFO"].startswith(PUBLIC):
            # The last one of this name counts, as it does for Django.
            for cookie in reversed(environ.get("HTTP_COOKIE", "").split(";")):
                name, _, value = cookie.strip().partition("=")
                if name == self.cookie and value:
                    return value
        return environ["REMOTE_ADDR"]


async def _answer(heard: asyncio.StreamReader) -> Answer | NotMade:
    """Read what the press answers. A press that dies leaves it unfinished."""
    try:
        head = json.loads(await heard.readline())
    except (OSError, ValueError):
        return NotMade()
    if "before" in head:
        return NotMade(head["before"])
    kept = tempfile.SpooledTemporaryFile(BYTES_IN_MEMORY)  # noqa: SIM115  the answer closes it
    missing = head["length"]
    while missing and (piece := await heard.read(min(PIECE, missing))):
        kept.write(piece)
        missing -= len(piece)
    if missing:
        kept.close()
        return NotMade()
    kept.seek(0)
    headers = [(name.encode("latin-1"), value.encode("latin-1")) for name, value in head["headers"]]
    return Answer(status=head["status"], headers=headers, pieces=File(kept), close=kept.close)
