"""Jobs that a web worker files for a reader: the reader gets the document itself, or after some seconds a page with a
bar, which asks again until the document is there.

A document is handed over once, and only for the same request: the same reader, address, cookies and language, byte for
byte. The cookie with the version that a public page has shown changes meanwhile, and no document depends on it.
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
from tournament.server.public_request import SEEN
from tournament.server.wire import read_wire_request, say, write_answer

# A reader waits so long for the document itself. A form cannot be sent again by a page, so it waits to the end, unless
# its turn has not come within so many seconds.
BAR_SECONDS, FORM_SECONDS = 3.0, 30.0
# A page with a bar asks each second. Where it has not asked for so long, its reader has gone.
GIVEN_UP_SECONDS = 10.0
# The archive of the largest tournament takes half a minute, more while the tables write.
PAGE_LONGEST = 300.0
# More than a hall needs, of logins and devices, of one of them, of strangers, and of one stranger's address: whoever
# comes later is turned away.
MOST_IN_LINE, MOST_OF_ONE_READER, MOST_STRANGERS, MOST_OF_ONE_ADDRESS = 200, 20, 20, 8
# The header of a page with a bar that only asks whether the document is there.
QUESTION = "HTTP_X_WAITING"
# What makes two requests the same.
SAME = ("REQUEST_METHOD", "PATH_INFO", "QUERY_STRING", "HTTP_HOST", "HTTP_ACCEPT_LANGUAGE")
ANSWER = "answer"


@dataclass(slots=True, eq=False, kw_only=True)
class RequestedJob(Job):
    """The job of a request. `connection` is that of the web worker, None while the reader has a page with a bar.

    `last_sign` is when its reader gave the last sign of life. `result` is whether the document was made.
    """

    environ: Mapping[str, str]
    body: IO[bytes]
    address: str
    connection: socket.socket | None
    selector: selectors.BaseSelector | None = None
    arrival: float = 0.0
    last_sign: float = 0.0
    result: bool | None = None

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
        cookies = "; ".join(
            one for one in self.environ.get("HTTP_COOKIE", "").split("; ") if not one.startswith(f"{SEEN}=")
        )
        return (self.reader, self.address, cookies, *(self.environ.get(name) for name in SAME))

    def listen(self, connection: socket.socket, selector: selectors.BaseSelector, end: Callable[[Job], None]) -> None:
        """End the job when the web worker closes this connection: it has the answer, or nobody waits any longer."""

        def hear() -> None:
            with contextlib.suppress(OSError):
                if connection.recv(1):
                    return
            end(self)

        self.connection, self.selector = connection, selector
        selector.register(connection, selectors.EVENT_READ, hear)

    def finish(self, success: bool) -> bool:
        self.result, self.last_sign = success, time.monotonic()
        self.hand_over()
        return True

    def hand_over(self) -> None:
        """Name the file of the answer to the web worker, if one waits for it, or say that there is none."""
        if self.connection is not None:
            say(self.connection, {"file": f"{self.folder}/{ANSWER}"} if self.result else {})

    def is_wanted(self, before: int) -> bool:
        now = time.monotonic()
        if self.connection is None or self.result is not None:
            return now - self.last_sign < GIVEN_UP_SECONDS
        if self.is_form and (self.process or now - self.arrival < FORM_SECONDS):
            return True
        if now - self.arrival >= BAR_SECONDS:
            say(self.connection, {"before": before})
            self.let_go()
            self.last_sign = now
        return not self.is_form

    def leave(self) -> None:
        self.let_go()
        self.body.close()

    def let_go(self) -> None:
        """Close the connection."""
        if self.connection is not None:
            if self.selector is not None:
                self.selector.unregister(self.connection)
            self.connection.close()
            self.connection = None


def read_job(connection: socket.socket, application: WSGIApplication) -> RequestedJob:
    """Read what a web worker files. Raises OSError, ValueError, LookupError or TypeError where it is not whole."""
    request = read_wire_request(connection)
    connection.setblocking(True)
    environ, now = request.head["environ"], time.monotonic()
    return RequestedJob(
        name=environ["PATH_INFO"], reader=request.head["reader"], address=request.head["address"],
        make=partial(_make, application, environ, request.body), environ=environ, body=request.body, arrival=now,
        connection=connection, longest=LONGEST_SECONDS if environ["REQUEST_METHOD"] == "POST" else PAGE_LONGEST,
    )  # fmt: skip


def answer_at_once(job: RequestedJob, twin: RequestedJob | None, others: Sequence[RequestedJob]) -> bool:
    """Answer what needs no new job: whoever asks for what is being made, and whoever comes to a full line."""
    assert job.connection is not None
    if twin is not None and twin.result is None:
        twin.last_sign = time.monotonic()
        say(job.connection, {"before": sum(one.waits and one.since < twin.since for one in others)})
    elif twin is None and _is_full(job, others):
        say(job.connection, {"before": len(others)})
    elif QUESTION in job.environ and (twin is None or twin.result):
        say(job.connection, {"ready": True})  # a page whose job was given up asks anew
    else:
        return False
    return True


def _is_full(job: RequestedJob, others: Sequence[RequestedJob]) -> bool:
    """Whether too many wait for this one to wait, too.

    Strangers fill the line for each other only, and a login or a device for itself.
    """
    alike = [one for one in others if bool(one.reader) == bool(job.reader)]
    if job.reader:
        of_this_reader = sum(one.reader == job.reader for one in alike)
        return len(alike) >= MOST_IN_LINE or of_this_reader >= MOST_OF_ONE_READER
    of_this_address = sum(one.address == job.address for one in alike)
    return len(alike) >= MOST_STRANGERS or of_this_address >= MOST_OF_ONE_ADDRESS


def _make(application: WSGIApplication, environ: Mapping[str, str], body: IO[bytes], folder: Path) -> bool:
    """In a copy of the printer: let the application answer, and keep the answer in the folder."""
    answer = answer_of(application, environ_of(environ, body))
    with (folder / ANSWER).open("wb") as file:
        write_answer(file.write, answer)
    return True
