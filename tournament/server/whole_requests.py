"""Takes each request whole before a thread works on it, and sends each answer without holding a thread.

Django's views run in a few threads. If a thread had to wait for a slow phone, a handful of slow or broken connections
would keep everybody else out. So the event loop waits instead: for the body, for a free thread, and for the client to
take the answer. Each of these waits has an end.
"""

import asyncio
import io
import logging
import sys
import tempfile
from collections.abc import Awaitable, Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import IO, Any
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

log = logging.getLogger(__name__)

Scope = Mapping[str, Any]
Message = dict[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

THREADS = 4
# More than any form of ours takes: the page that checks documents takes 25 MB.
MOST_BYTES = 30 * 2**20
# A body must be here after this many seconds, and one more for each of these bytes: a poor Wi-Fi is faster.
BODY_SECONDS, BYTES_A_SECOND = 15.0, 16 * 1024
# A body beyond this size waits on the disk.
BYTES_IN_MEMORY = 256 * 1024
# A client must take this much of an answer within so many seconds.
PIECE, PIECE_SECONDS = 64 * 1024, 20.0
# A phone gives up sooner than that: the answer to what waited longer for a thread would reach nobody.
TURN_SECONDS = 30.0


class Vanished(Exception):
    """The client closed the connection, or was too slow."""


@dataclass(slots=True)
class Answer:
    """The answer of the application. `pieces` may be a file, which is read only as fast as the client takes it."""

    status: int = 500
    headers: list[tuple[bytes, bytes]] = field(default_factory=list)
    pieces: Iterable[bytes] = ()
    close: Callable[[], None] | None = None


class File:
    """What `wsgi.file_wrapper` makes of a file: its pieces."""

    def __init__(self, file: IO[bytes], block_size: int = PIECE) -> None:
        self.file = file
        if hasattr(file, "close"):
            self.close = file.close

    def __iter__(self) -> "File":
        return self

    def __next__(self) -> bytes:
        if piece := self.file.read(PIECE):
            return piece
        raise StopIteration


class WholeRequests:
    """An ASGI application around a WSGI application."""

    def __init__(self, application: WSGIApplication, threads: int = THREADS) -> None:
        self.application = application
        self.pool = ThreadPoolExecutor(threads, thread_name_prefix="request")
        self.turns = asyncio.Semaphore(threads)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return
        try:
            with tempfile.SpooledTemporaryFile(BYTES_IN_MEMORY) as body:
                refused = await _read_body(scope, receive, body)
                if refused:
                    await _send(send, _plain(refused))
                    return
                body.seek(0)
                answer = await self._answer(scope, receive, body)
            await _send(send, answer)
        except Vanished:
            return

    async def _answer(self, scope: Scope, receive: Receive, body: Any) -> Answer:
        """Wait for a thread and let it work. A request whose client has gone meanwhile needs no answer."""
        if self.turns.locked():
            await self._wait_for_turn(receive)
        else:
            await self.turns.acquire()
        try:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self.pool, _work, self.application, _environ(scope, body))
        finally:
            self.turns.release()

    async def _wait_for_turn(self, receive: Receive) -> None:
        turn = asyncio.ensure_future(self.turns.acquire())
        gone = asyncio.ensure_future(receive())
        await asyncio.wait({turn, gone}, timeout=TURN_SECONDS, return_when=asyncio.FIRST_COMPLETED)
        came = turn.done()
        if not came or gone.done():
            turn.cancel()
            if came:
                self.turns.release()
            raise Vanished
        gone.cancel()


async def _read_body(scope: Scope, receive: Receive, body: IO[bytes]) -> int:
    """Read the whole body into this file; return the status that refuses it, or 0."""
    if _length(scope) > MOST_BYTES:
        return 413
    loop = asyncio.get_running_loop()
    began, taken = loop.time(), 0
    while True:
        left = began + BODY_SECONDS + taken / BYTES_A_SECOND - loop.time()
        try:
            message = await asyncio.wait_for(receive(), max(0.0, left))
        except TimeoutError:
            return 408
        if message["type"] != "http.request":
            raise Vanished
        piece = message.get("body", b"")
        taken += len(piece)
        if taken > MOST_BYTES:
            return 413
        body.write(piece)
        if not message.get("more_body", False):
            return 0


def _length(scope: Scope) -> int:
    """The length of the body that the client announced; 0 if it announced none."""
    told = next((value for name, value in scope["headers"] if name == b"content-length"), b"0")
    return int(told) if told.isdigit() else 0


def _work(application: WSGIApplication, environ: WSGIEnvironment) -> Answer:
    """Let the application answer, in a thread. Only a file is left to be read afterwards."""
    answer = Answer()

    def start_response(status: str, headers: list[tuple[str, str]], *_: Any) -> Callable[[bytes], object]:
        answer.status = int(status.split(" ", 1)[0])
        answer.headers = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers]
        return lambda _: None

    start: StartResponse = start_response
    pieces = application(environ, start)
    close = getattr(pieces, "close", None)
    if isinstance(pieces, File):
        answer.pieces, answer.close = pieces, close
        return answer
    try:
        answer.pieces = [b"".join(pieces)]
    finally:
        if close is not None:
            close()
    return answer


async def _send(send: Send, answer: Answer) -> None:
    """Send an answer as fast as the client takes it."""
    try:
        await _send_piece(send, {"type": "http.response.start", "status": answer.status, "headers": answer.headers})
        for piece in answer.pieces:
            for place in range(0, len(piece), PIECE):
                part = piece[place : place + PIECE]
                await _send_piece(send, {"type": "http.response.body", "body": part, "more_body": True})
        await _send_piece(send, {"type": "http.response.body", "body": b"", "more_body": False})
    finally:
        if answer.close is not None:
            answer.close()


async def _send_piece(send: Send, message: Message) -> None:
    try:
        await asyncio.wait_for(send(message), PIECE_SECONDS)
    except TimeoutError:
        raise Vanished from None


def _plain(status: int) -> Answer:
    """The answer to a request that is not worked on: too large, or its body never came."""
    said = {408: b"Request Timeout", 413: b"Content Too Large"}[status]
    headers = [
        (b"content-type", b"text/plain"),
        (b"content-length", str(len(said)).encode()),
        (b"connection", b"close"),
    ]
    return Answer(status=status, headers=headers, pieces=[said])


def _environ(scope: Scope, body: IO[bytes]) -> WSGIEnvironment:
    """The request as WSGI describes it (PEP 3333)."""
    client, server = scope.get("client") or ("", 0), scope.get("server") or ("localhost", 80)
    environ: WSGIEnvironment = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": scope["path"].encode().decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "SERVER_NAME": server[0],
        "SERVER_PORT": str(server[1] or 80),
        "REMOTE_ADDR": client[0],
        "REMOTE_PORT": str(client[1]),
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope.get("scheme", "http"),
        "wsgi.input": body,
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
        "wsgi.file_wrapper": File,
    }
    for raw_name, raw_value in scope["headers"]:
        # A name with an underscore would pass for another header, such as that of a proxy.
        if b"_" in raw_name:
            continue
        name, value = raw_name.decode("latin-1").upper().replace("-", "_"), raw_value.decode("latin-1")
        key = name if name in ("CONTENT_TYPE", "CONTENT_LENGTH") else f"HTTP_{name}"
        separator = "; " if key == "HTTP_COOKIE" else ","
        environ[key] = f"{environ[key]}{separator}{value}" if key in environ else value
    environ["CONTENT_LENGTH"] = str(_size(body))
    return environ


def _size(body: IO[bytes]) -> int:
    size = body.seek(0, io.SEEK_END)
    body.seek(0)
    return size
