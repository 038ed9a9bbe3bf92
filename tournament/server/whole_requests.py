"""Takes each request whole before a thread works on it, and sends each answer without holding a thread.

Django's views run in a few threads. If a thread had to wait for a slow phone, a handful of slow or broken connections
would keep everybody else out. So the event loop waits instead: for the body, for a free thread, and for the client to
take the answer. Each of these waits has an end.
"""

import asyncio
import io
import tempfile
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from os import SEEK_END
from typing import IO, Any, TypeVar
from wsgiref.types import WSGIApplication

from tournament.server.answers import BYTES_IN_MEMORY, NOT_MADE, PIECE, Answer, Scope, answer_of, environ_of, strings_of
from tournament.server.kept_answers import KeptAnswers
from tournament.server.press_line import MOST_BYTES as MOST_PRESS_BYTES
from tournament.server.press_line import PressLine, is_document

Message = dict[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Done = TypeVar("Done")

THREADS = 4
# More than any form of ours takes: the page that checks documents takes 25 MB.
MOST_BYTES = 30 * 2**20
# What is beyond BYTES_IN_MEMORY of all bodies that a worker holds: nobody may fill the disk, however slowly.
MOST_LARGE_BYTES = 200 * 2**20
# A body must be here after this many seconds, and one more for each of these bytes: a poor Wi-Fi is faster.
BODY_SECONDS, BYTES_A_SECOND = 15.0, 16 * 1024
# A client must take a piece of an answer within so many seconds.
PIECE_SECONDS = 20.0
# An answer of this size needs nobody to wait for the client.
AT_ONCE = 64 * 1024
# Games are written one after the other in a worker. The thread that holds the database's lock, for which all tables
# wait, would else wait for Python's own lock behind threads that only prepare the next game.
GAMES = ("/commands/", "/games/")
# A phone gives up sooner than that: the answer to what waited longer for a thread would reach nobody.
TURN_SECONDS = 30.0


class Vanished(Exception):
    """The client closed the connection, or was too slow."""


class WholeRequests:
    """An ASGI application around a WSGI application. Documents are made by the `press`, if there is one.

    `keeping` makes the KeptAnswers, if answers are to be given again.
    """

    def __init__(
        self,
        application: WSGIApplication,
        threads: int = THREADS,
        press: PressLine | None = None,
        keeping: Callable[["WholeRequests"], KeptAnswers] | None = None,
    ) -> None:
        self.application, self.press, self.large = application, press, 0
        self.kept = keeping(self) if keeping else None
        self.pool = ThreadPoolExecutor(threads, thread_name_prefix="request")
        self.turns, self.games = asyncio.Semaphore(threads), asyncio.Semaphore(1)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return
        try:
            kept = self.kept if scope["method"] == "GET" else None
            if kept and (again := await kept.find(scope)) is not None:
                return await _send(send, again)
            with tempfile.SpooledTemporaryFile(BYTES_IN_MEMORY) as body:
                try:
                    refused = await self._read_body(scope, receive, body)
                    answer = _plain(refused) if refused else await self._answer(scope, receive, body)
                finally:
                    self.large -= _beyond(body.seek(0, SEEK_END))
            if kept:
                kept.keep(scope, answer)
            await _send(send, answer)
        except Vanished:
            return

    async def _read_body(self, scope: Scope, receive: Receive, body: IO[bytes]) -> int:
        """Read the whole body into this file; return the status that refuses it, or 0."""
        if _length(scope) > MOST_BYTES:
            return 413
        loop = asyncio.get_running_loop()
        began, taken = loop.time(), 0
        while True:
            left = began + BODY_SECONDS + taken / BYTES_A_SECOND - loop.time()
            try:
                async with asyncio.timeout(max(0.0, left)):  # cheaper than wait_for, which makes a task
                    message = await receive()
            except TimeoutError:
                return 408
            if message["type"] != "http.request":
                raise Vanished
            piece = message.get("body", b"")
            grown = _beyond(taken + len(piece)) - _beyond(taken)
            taken += len(piece)
            if taken > MOST_BYTES:
                return 413
            if grown and self.large + grown > MOST_LARGE_BYTES:
                return 503
            body.write(piece)
            self.large += grown
            if not message.get("more_body", False):
                return 0

    async def _answer(self, scope: Scope, receive: Receive, body: Any) -> Answer:
        """Let the press make a document; for anything else, or to say that there is none, wait for a thread.

        A request whose client has gone meanwhile needs no answer.
        """
        strings = strings_of(scope)
        if self.press is not None and is_document(strings):
            if body.seek(0, SEEK_END) > MOST_PRESS_BYTES:
                return _plain(413)
            body.seek(0)
            try:
                made = await self.press.ask(strings, body, receive())
            except ConnectionAbortedError:
                raise Vanished from None
            if isinstance(made, Answer):
                return made
            strings[NOT_MADE] = "" if made.before is None else str(made.before)
        body.seek(0)
        if strings["REQUEST_METHOD"] == "POST" and strings["PATH_INFO"].endswith(GAMES):
            async with _Turn(self.games, receive):
                return await self._in_thread(strings, body, receive)
        return await self._in_thread(strings, body, receive)

    async def _in_thread(self, strings: dict[str, str], body: Any, receive: Receive) -> Answer:
        async with _Turn(self.turns, receive):
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self.pool, answer_of, self.application, environ_of(strings, body))

    async def in_turn(self, work: Callable[[], Done]) -> Done:
        """Do this in a thread, after those who wait already."""
        async with self.turns:
            return await asyncio.get_running_loop().run_in_executor(self.pool, work)

    def answer(self, strings: dict[str, str]) -> Answer:
        """The application's answer to a request without a body."""
        return answer_of(self.application, environ_of(strings, io.BytesIO()))


class _Turn:
    """A turn of one of these, as long as the client waits for it: who has gone, or waited too long, is Vanished."""

    def __init__(self, turns: asyncio.Semaphore, receive: Receive) -> None:
        self.turns, self.receive = turns, receive

    async def __aenter__(self) -> None:
        if not self.turns.locked():
            await self.turns.acquire()
            return
        turn = asyncio.ensure_future(self.turns.acquire())
        gone = asyncio.ensure_future(self.receive())
        await asyncio.wait({turn, gone}, timeout=TURN_SECONDS, return_when=asyncio.FIRST_COMPLETED)
        came = turn.done()
        if not came or gone.done():
            turn.cancel()
            if came:
                self.turns.release()
            raise Vanished
        gone.cancel()

    async def __aexit__(self, *_: object) -> None:
        self.turns.release()


def _beyond(taken: int) -> int:
    """The bytes of a body of this size that count as large ones."""
    return max(0, taken - BYTES_IN_MEMORY)


def _length(scope: Scope) -> int:
    """The length of the body that the client announced; 0 if it announced none."""
    told = next((value for name, value in scope["headers"] if name == b"content-length"), b"0")
    return int(told) if told.isdigit() else 0


async def _send(send: Send, answer: Answer) -> None:
    """Send an answer as fast as the client takes it. A small one the system takes at once."""
    if isinstance(answer.pieces, list) and sum(map(len, answer.pieces)) <= AT_ONCE:
        await send({"type": "http.response.start", "status": answer.status, "headers": answer.headers})
        await send({"type": "http.response.body", "body": b"".join(answer.pieces), "more_body": False})
        return
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
    """The answer to a request that is not worked on: too large, too many large ones, or its body never came."""
    said = {408: b"Request Timeout", 413: b"Content Too Large", 503: b"Service Unavailable"}[status]
    headers = [
        (b"content-type", b"text/plain"),
        (b"content-length", str(len(said)).encode()),
        (b"connection", b"close"),
    ]
    return Answer(status=status, headers=headers, pieces=[said])
