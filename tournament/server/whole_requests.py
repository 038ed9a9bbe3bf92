"""Takes each request whole before a thread works on it, and sends each answer without holding a thread.

Django's views run in a few threads. If a thread had to wait for a slow phone, a handful of slow or broken connections
would keep everybody else out. So the event loop waits instead: for the body, for a turn, and for the client to take the
answer. Each of these waits has an end.

The threads are for devices and logins. Strangers have turns of their own, and another process answers them.
"""

import asyncio
import contextlib
import io
import logging
import tempfile
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from os import SEEK_END
from typing import IO, Any
from wsgiref.types import WSGIApplication

from django.utils.translation import gettext_lazy

from tournament.server.answers import (
    BYTES_IN_MEMORY,
    NOT_MADE,
    NOT_READ,
    PIECE,
    HttpAnswer,
    Scope,
    answer_of,
    environ_of,
    strings_of,
)
from tournament.server.callers import Caller, Callers, Strangers
from tournament.server.disk import disk_trouble
from tournament.server.kept_answers import KeptAnswers
from tournament.server.print_line import MOST_BYTES as MOST_ORDER_BYTES
from tournament.server.print_line import PrintLine, is_document
from tournament.server.stranger_line import StrangerLine
from tournament.server.turns import Full, Pace, Turns, Vanished

log = logging.getLogger(__name__)

Message = dict[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

THREADS = 4
# Strangers whom a worker hands on at once, how many of them from one address, and who may wait for it.
STRANGERS, STRANGERS_OF_ONE, STRANGERS_WAITING, WAITING_OF_ONE = 4, 2, 600, 200
# Files and kept pages cost little, but a laptop can ask for so many that the event loop has time for nothing else, and
# a game waits for it again and again. So there are no more a second where a device or a login was at work a moment
# ago; 1,000 phones ask for 67.
AT_HAND_A_SECOND, WORKED_SECONDS = 400, 0.25
# More than any form of ours takes: the page that checks documents takes 25 MB.
MOST_BYTES = 30 * 2**20
# Its hashes keep a processor busy for long: one stranger of a worker logs in at a time, and the others get their pages.
LOGIN = "/login/"
# The page where strangers may hand in what is larger than BYTES_IN_MEMORY. Few such bodies are read at once, so that
# they fill neither memory nor disk: what comes beyond that is refused before it is read.
HAND_IN = "/v/"
HAND_INS, HAND_INS_WAITING = 1, 4
# All that a worker keeps of bodies and answers; strangers may take three quarters of it.
MOST_KEPT = 200 * 2**20
# A body must be here after this many seconds, and one more for each of these bytes: a poor Wi-Fi is faster.
BODY_SECONDS, BYTES_A_SECOND = 15.0, 16 * 1024
# A client must take a piece of an answer within so many seconds.
PIECE_SECONDS = 20.0
# An answer of this size needs nobody to wait for the client.
AT_ONCE = 64 * 1024
# Games are written one after the other in a worker. The thread that holds the database's lock, for which all tables
# wait, would else wait for Python's own lock behind threads that only prepare the next game.
GAMES = ("/commands/", "/games/")


class WholeRequests:
    """An ASGI application around a WSGI application.

    Documents are made by the `printer` and strangers are answered by way of `strangers`, if there are such processes;
    `callers` tells who is one. `keeping` makes the KeptAnswers, if answers are to be given again, and `static` answers
    what is a file. `each_second` is called as long as the event loop works.
    """

    def __init__(
        self,
        application: WSGIApplication,
        threads: int = THREADS,
        printer: PrintLine | None = None,
        keeping: Callable[["WholeRequests"], KeptAnswers] | None = None,
        *,
        callers: Callers | None = None,
        strangers: StrangerLine | None = None,
        static: Callable[[Scope], HttpAnswer | None] | None = None,
        each_second: Callable[[], None] | None = None,
    ) -> None:
        self.application, self.printer, self.strangers = application, printer, strangers
        self.callers, self.static, self.each_second = callers or Strangers(), static, each_second
        self.kept = keeping(self) if keeping else None
        self.size = 0
        self.pool = ThreadPoolExecutor(threads if strangers else threads + STRANGERS, thread_name_prefix="request")
        self.turns = Turns(threads, max(1, threads // 2))
        self.games = Turns(1, 1)
        self.stranger_turns = Turns(
            STRANGERS, STRANGERS_OF_ONE, waiting=STRANGERS_WAITING, waiting_of_one=WAITING_OF_ONE
        )
        self.logins = Turns(1, 1, waiting=STRANGERS_WAITING, waiting_of_one=WAITING_OF_ONE)
        self.hand_ins = Turns(HAND_INS, 1, waiting=HAND_INS_WAITING, waiting_of_one=1)
        self.pace, self.worked = Pace(AT_HAND_A_SECOND), 0.0
        self.beating: asyncio.Task[None] | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return
        if self.beating is None and self.each_second:
            self.beating = asyncio.ensure_future(_each_second(self.each_second))
        with contextlib.suppress(Vanished):
            kept_answers = self.kept if scope["method"] == "GET" else None
            answer = self.static(scope) if self.static else None
            if answer is None and kept_answers:
                answer = await kept_answers.find(scope)
            if answer and answer.status == 200 and asyncio.get_running_loop().time() - self.worked < WORKED_SECONDS:
                await self.pace.wait()
            caller = Caller(key="") if answer else await self.callers.who(scope)
            with Kept(self, caller) as room:
                if answer is None:
                    answer = await self._answer(scope, receive, caller, room)
                    if kept_answers:
                        kept_answers.keep(scope, answer)
                await _send(send, answer if room.take(_size_of(answer)) else _instead_of(answer))

    async def _answer(self, scope: Scope, receive: Receive, caller: Caller, room: "Kept") -> HttpAnswer:
        """The answer, also where there is no turn, or where something fails outside of Django."""
        try:
            return await self._whole_answer(scope, receive, caller, room)
        except Full:
            return _plain(503)
        except Vanished:
            raise
        except Exception as error:
            log.exception(gettext_lazy("A request failed: %s"), scope["path"])
            return _plain(503 if disk_trouble(error) else 500)

    async def _whole_answer(self, scope: Scope, receive: Receive, caller: Caller, room: "Kept") -> HttpAnswer:
        """Read the body and work on the request. A large body of a stranger waits for its turn before it is read."""
        async with contextlib.AsyncExitStack() as cleanup:
            if _length(scope) > MOST_BYTES:
                return _plain(413)
            why = ""
            if not caller.is_known and _length(scope) > BYTES_IN_MEMORY:
                if not scope["path"].startswith(HAND_IN):
                    return _plain(413)
                try:
                    await cleanup.enter_async_context(self.hand_ins.in_turn(caller.key))
                except (Full, Vanished):
                    why = "busy"
            body = cleanup.enter_context(tempfile.SpooledTemporaryFile(BYTES_IN_MEMORY))  # noqa: SIM115
            if not why and (refused := await _read_body(scope, receive, body, room)):
                return _plain(refused)
            strings = strings_of(scope)
            if why:
                strings[NOT_READ] = why
            # Where a body is unread, whoever asks for the next message gets a piece of it and no word of the client.
            return await self._work(strings, body, None if why else receive, caller)

    async def _work(self, strings: dict[str, str], body: Any, receive: Receive | None, caller: Caller) -> HttpAnswer:
        """Let the printer make a document; for anything else, or for the page that stands in for it, wait for a turn.

        A request whose client has gone meanwhile needs no answer. Raises Full.
        """
        if self.printer is not None and receive is not None and is_document(strings, caller):
            if body.seek(0, SEEK_END) > MOST_ORDER_BYTES:
                return _plain(413)
            body.seek(0)
            try:
                result = await self.printer.ask(strings, body, receive(), caller)
            except ConnectionAbortedError:
                raise Vanished from None
            if isinstance(result, HttpAnswer):
                return result
            strings[NOT_MADE] = "" if result.before is None else str(result.before)
        body.seek(0)
        async with contextlib.AsyncExitStack() as turns:
            if not caller.is_known:
                if strings["REQUEST_METHOD"] == "POST" and strings["PATH_INFO"] == LOGIN:
                    await turns.enter_async_context(self.logins.in_turn(caller.key, receive))
                await turns.enter_async_context(self.stranger_turns.in_turn(caller.key, receive))
                return await self._answer_stranger(strings, body)
            if strings["REQUEST_METHOD"] == "POST" and strings["PATH_INFO"].endswith(GAMES):
                await turns.enter_async_context(self.games.in_turn(caller.key, receive))
            await turns.enter_async_context(self.turns.in_turn(caller.key, receive))
            self.worked = asyncio.get_running_loop().time()
            return await self._in_thread(strings, body)

    async def make(self, strings: dict[str, str], key: str) -> HttpAnswer:
        """The application's answer to a request without a body, for all strangers, in the turn of whoever asked."""
        try:
            async with self.stranger_turns.in_turn(key):
                return await self._answer_stranger(strings, io.BytesIO())
        except Full:
            return _plain(503)

    async def _answer_stranger(self, strings: dict[str, str], body: Any) -> HttpAnswer:
        if self.strangers is None:
            return await self._in_thread(strings, body)
        return await self.strangers.ask(strings, body) or _plain(503)

    async def _in_thread(self, strings: dict[str, str], body: Any) -> HttpAnswer:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self.pool, answer_of, self.application, environ_of(strings, body))


class Kept:
    """The room that a request takes in its worker, for its body and its answer, until the client has the answer."""

    def __init__(self, server: WholeRequests, caller: Caller) -> None:
        self.server, self.size = server, 0
        self.most = MOST_KEPT if caller.is_known else MOST_KEPT * 3 // 4

    def __enter__(self) -> "Kept":
        return self

    def __exit__(self, *_: object) -> None:
        self.server.size -= self.size

    def take(self, size: int) -> bool:
        """Take so many bytes more; whether there is room for them."""
        if self.server.size + size > self.most:
            return False
        self.server.size += size
        self.size += size
        return True


async def _read_body(scope: Scope, receive: Receive, body: IO[bytes], room: Kept) -> int:
    """Read the whole body into this file; return the status that refuses it, or 0.

    A stranger's body may be larger than BYTES_IN_MEMORY only if its length was announced, so that it had its turn.
    """
    loop = asyncio.get_running_loop()
    most = MOST_BYTES if _length(scope) > BYTES_IN_MEMORY or room.most == MOST_KEPT else BYTES_IN_MEMORY
    began, size = loop.time(), 0
    while True:
        remaining = began + BODY_SECONDS + size / BYTES_A_SECOND - loop.time()
        try:
            async with asyncio.timeout(max(0.0, remaining)):  # cheaper than wait_for, which makes a task
                message = await receive()
        except TimeoutError:
            return 408
        if message["type"] != "http.request":
            return 400  # gone, or nonsense instead of a piece
        piece = message.get("body", b"")
        size += len(piece)
        if size > most:
            return 413
        if not room.take(len(piece)):
            return 503
        body.write(piece)
        if not message.get("more_body", False):
            return 0


async def _each_second(call: Callable[[], None]) -> None:
    while True:
        call()
        await asyncio.sleep(1)


def _length(scope: Scope) -> int:
    """The length of the body that the client announced; 0 if it announced none."""
    announced = next((value for name, value in scope["headers"] if name == b"content-length"), b"0")
    return int(announced) if announced.isdigit() else 0


def _size_of(answer: HttpAnswer) -> int:
    """The bytes of an answer that wait in memory or in a temporary file; none of a file that lies there anyway."""
    return sum(map(len, answer.pieces)) if isinstance(answer.pieces, list) else answer.size


def _instead_of(answer: HttpAnswer) -> HttpAnswer:
    """What is sent instead of an answer for which there is no room now: the client asks again."""
    if answer.close is not None:
        answer.close()
    return _plain(503)


async def _send(send: Send, answer: HttpAnswer) -> None:
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


def _plain(status: int) -> HttpAnswer:
    """The answer where no page can be made: too large, too many at once, never came whole, or something failed."""
    body = SENTENCES[status].encode()
    headers = [
        (b"content-type", b"text/plain; charset=utf-8"),
        (b"content-length", str(len(body)).encode()),
        (b"connection", b"close"),
    ]
    if status == 503:
        headers.append((b"retry-after", b"2"))
    return HttpAnswer(status=status, headers=headers, pieces=[body])


# Both languages: no page is made, so nothing knows which one the reader speaks.
SENTENCES = {
    400: "Das war nicht zu verstehen.\nThis could not be understood.\n",
    500: "Das hat nicht geklappt: Der Fehler liegt bei uns.\nThis went wrong: the fault is ours.\n",
    408: "Es kam zu wenig an. Bitte noch einmal versuchen.\nToo little arrived. Please try again.\n",
    413: f"Das ist zu groß: zusammen höchstens {MOST_BYTES // 2**20} MB, ohne Anmeldung viel weniger. "
    "„Zurück“ im Browser führt zur Seite davor.\n"
    f"This is too large: at most {MOST_BYTES // 2**20} MB in all, much less without a login. "
    "“Back” in the browser leads to the page before.\n",
    503: "Gerade fragen zu viele auf einmal. Bitte gleich noch einmal versuchen.\n"
    "Too many are asking at once. Please try again in a moment.\n",
}
