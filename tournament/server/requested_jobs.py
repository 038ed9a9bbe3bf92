"""Jobs that a web worker files for a reader: the reader gets the document itself, or after some seconds a page with a
bar, which asks again until the document is there.

A page is answered only for the same reader, address and cookies, byte for byte: whatever was made for one request is
handed to nobody else. It is handed over once.
"""

import contextlib
import selectors
import socket
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import IO
from wsgiref.types import WSGIApplication

from tournament.server.answers import answer_of, environ_of
from tournament.server.jobs import LONGEST_SECONDS, Job
from tournament.server.wire import read_request, say, send_file, write_answer

# A reader waits so long for the document itself. A form cannot be sent again by a page, so it waits to the end, unless
# its turn has not come within so many seconds.
BAR_SECONDS, FORM_SECONDS = 3.0, 30.0
# A page with a bar asks each second. Where it has not asked for so long, its reader has gone.
GIVEN_UP_SECONDS = 10.0
# The archive of the largest tournament takes half a minute, more while the tables write.
PAGE_LONGEST = 300.0
# More than a hall needs, of logins, of strangers, and of one stranger's address: whoever comes later is turned away.
MOST_IN_LINE, MOST_STRANGERS, MOST_OF_ONE_ADDRESS = 100, 20, 8
# The header of a page with a bar that only asks whether the document is there.
ASKS = "HTTP_X_WAITING"
# What makes two requests the same.
SAME = ("REQUEST_METHOD", "PATH_INFO", "QUERY_STRING", "HTTP_HOST", "HTTP_COOKIE", "HTTP_ACCEPT_LANGUAGE")
ANSWER = "answer"


@dataclass(slots=True, eq=False, kw_only=True)
class RequestedJob(Job):
    """The job of a request. `connection` is that of the web worker, None once the reader has a page with a bar.

    `last_question` is when that page has asked last. `result` is whether the document was made; it waits to be fetched.
    """

    environ: Mapping[str, str]
    body: IO[bytes]
    address: str
    connection: socket.socket | None
    selector: selectors.BaseSelector | None = None
    last_question: float = 0.0
    result: bool | None = None
    arrival: float = 0.0

    @property
    def waits(self) -> bool:
        return not self.process and self.result is None

    @property
    def is_form(self) -> bool:
        """Whether somebody sent a form, which no page sends again by itself."""
        return self.environ["REQUEST_METHOD"] == "POST"

    @property
    def identity(self) -> tuple[str | None, ...]:
        """What a page that asks again has in common with the request."""
        return (self.reader, self.address, *(self.environ.get(name) for name in SAME))

    def listen(self, selector: selectors.BaseSelector, on_close: Callable[[], None]) -> None:
        """Call `on_close` when the web worker closes its connection, because nobody waits any longer."""
        assert self.connection is not None
        self.selector, connection = selector, self.connection

        def hear() -> None:
            with contextlib.suppress(OSError):
                if connection.recv(1):
                    return
            on_close()

        selector.register(connection, selectors.EVENT_READ, hear)

    def finish(self, success: bool) -> bool:
        self.result = success
        if self.connection is None:
            self.last_question = time.monotonic()
            return False
        self.hand_over(self.connection)
        return True

    def hand_over(self, connection: socket.socket) -> None:
        """Send the answer, or that there is none."""
        try:
            if self.result and self.folder is not None:
                with (self.folder / ANSWER).open("rb") as file:
                    send_file(connection, file)
                return
        except OSError:  # deleted, because somebody is forgotten, or the web worker has gone
            pass
        say(connection, {})

    def is_wanted(self, before: int) -> bool:
        now = time.monotonic()
        if self.connection is None:
            return now - self.last_question < GIVEN_UP_SECONDS
        if self.is_form:
            if self.process or now - self.arrival < FORM_SECONDS:
                return True
            say(self.connection, {"before": before})
            return False
        if now - self.arrival >= BAR_SECONDS:
            say(self.connection, {"before": before})
            self._let_go()
            self.last_question = now
        return True

    def leave(self) -> None:
        self._let_go()
        self.body.close()

    def _let_go(self) -> None:
        if self.connection is None:
            return
        if self.selector is not None:
            self.selector.unregister(self.connection)
        self.connection.close()
        self.connection = None


def read_job(connection: socket.socket, application: WSGIApplication) -> RequestedJob:
    """Read what a web worker files. Raises OSError, ValueError, LookupError or TypeError where it is not whole."""
    request = read_request(connection)
    connection.setblocking(True)
    environ = request.head["environ"]
    job = RequestedJob(
        name=environ["PATH_INFO"], reader=request.head["reader"], address=request.head["address"],
        make=partial(_make, application, environ, request.body), environ=environ, body=request.body,
        connection=connection, longest=LONGEST_SECONDS if environ["REQUEST_METHOD"] == "POST" else PAGE_LONGEST,
    )  # fmt: skip
    job.arrival = job.since
    return job


def answer_at_once(job: RequestedJob, others: Sequence[RequestedJob], end: Callable[[Job], object]) -> bool:
    """Answer what needs no new job: the question of a page, its document, and whoever comes to a full line."""
    assert job.connection is not None
    same = next((one for one in others if one.connection is None and one.identity == job.identity), None)
    if same is not None:
        same.last_question = time.monotonic()
        if same.result is None:
            say(job.connection, {"before": sum(one.waits and one.since < same.since for one in others)})
        elif same.result and ASKS in job.environ:
            say(job.connection, {"ready": True})
        else:
            same.hand_over(job.connection)
            end(same)
        return True
    if ASKS in job.environ:
        say(job.connection, {"ready": True})  # nobody makes it any more, so the page asks anew
        return True
    if _is_full(job, others):
        say(job.connection, {"before": len(others)})
        return True
    return False


def _is_full(job: RequestedJob, others: Sequence[RequestedJob]) -> bool:
    """Whether too many wait for this one to wait, too. Strangers fill the line for each other only."""
    alike = [one for one in others if bool(one.reader) == bool(job.reader)]
    if job.reader:
        return len(alike) >= MOST_IN_LINE
    of_this_address = sum(one.address == job.address for one in alike)
    return len(alike) >= MOST_STRANGERS or of_this_address >= MOST_OF_ONE_ADDRESS


def _make(application: WSGIApplication, environ: Mapping[str, str], body: IO[bytes], folder: Path) -> bool:
    """In a copy of the printer: let the application answer, and keep the answer in the folder."""
    answer = answer_of(application, environ_of(environ, body))
    with (folder / ANSWER).open("wb") as file:
        write_answer(file.write, answer)
    return True
