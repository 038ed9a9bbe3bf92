"""The press: makes documents beside the web workers, each in a process of its own that ends when its reader is gone.

A web worker hands a request on over a Unix socket (press_line.py). The press is one process with one thread, which has
loaded everything that documents need; for each request it makes a copy of itself, which runs the view and writes the
answer to the socket. Each login has one document made at a time, all strangers together one, and a few are made at
once; the others stand in line, logins first, and of them whoever has waited longest since the last one. Where somebody
closes the connection, the work ends, and the folder goes in which it had its temporary files.
"""

import contextlib
import logging
import os
import selectors
import shutil
import signal
import socket
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO
from wsgiref.types import WSGIApplication

from django.utils.translation import gettext_lazy

from tournament.server.answers import answer_of, environ_of
from tournament.server.children import end_with_parent
from tournament.server.wire import read_request, say, send_answer

log = logging.getLogger(__name__)

# Made at once: one for each processor of a usual laptop. Their priority is that of the press, a low one.
AT_ONCE = 2
STRANGER_NICE = 5
# Who stands in line for so long is told how many are before. A page asks again by itself; a form cannot, so it waits.
TOLD_SECONDS, FORM_TOLD_SECONDS = 3.0, 30.0
# More than a hall needs, of logins, of strangers, and of one stranger's address: whoever comes later is told at once.
MOST_IN_LINE, MOST_STRANGERS, MOST_OF_ONE_ADDRESS = 100, 20, 8
# So many readers are remembered.
MOST_READERS = 1000
# The archive of the largest tournament takes half a minute, more while the tables write; a tournament that is closed
# may have to seal hundreds of sheets first.
MOST_SECONDS, FORM_MOST_SECONDS = 300.0, 1800.0
LOOK_SECONDS = 0.05


@dataclass(slots=True, eq=False)
class Job:
    """A request for a document. `reader` is the login or device that wants it, "" for all strangers, who share one
    place. `process` is 0 while it stands in line, `folder` is empty."""

    connection: socket.socket
    reader: str
    address: str
    environ: dict[str, str]
    body: IO[bytes]
    since: float
    process: int = 0
    folder: str = ""

    @property
    def is_form(self) -> bool:
        """Whether somebody sent a form, which no page sends again by itself."""
        return self.environ["REQUEST_METHOD"] == "POST"


@dataclass(slots=True)
class Press:
    """The line and what is being made. `listening` is a Unix socket; temporary files lie in `folder`, which is ours."""

    listening: socket.socket
    application: WSGIApplication
    folder: Path
    jobs: list[Job] = field(default_factory=list)
    served: dict[str, float] = field(default_factory=dict)

    def work(self, ended: Callable[[], bool]) -> None:
        """Make documents until it is ended."""
        for left in self.folder.iterdir():  # by a press that was killed
            shutil.rmtree(left, ignore_errors=True)
        with selectors.DefaultSelector() as selector:
            self.listening.setblocking(False)
            selector.register(self.listening, selectors.EVENT_READ)
            try:
                while not ended():
                    for key, _events in selector.select(LOOK_SECONDS if self.jobs else 1.0):
                        if key.fileobj is self.listening:
                            self._take(selector)
                        else:
                            self._hear(key.data, selector)
                    self._look(selector)
            finally:
                for job in list(self.jobs):
                    self._end(job, selector)

    def _take(self, selector: selectors.BaseSelector) -> None:
        """Take a new request into the line."""
        with contextlib.suppress(OSError):
            connection, _address = self.listening.accept()
            try:
                job = _read(connection)
            except (OSError, ValueError, LookupError, TypeError):
                connection.close()
                return
            if self._is_full(job):
                say(connection, {"before": len(self.jobs)})
                job.body.close()
                connection.close()
                return
            self.jobs.append(job)
            selector.register(connection, selectors.EVENT_READ, job)

    def _is_full(self, job: Job) -> bool:
        """Whether too many wait for this one to wait, too. Strangers fill the line for each other only."""
        alike = [one for one in self.jobs if bool(one.reader) == bool(job.reader)]
        if job.reader:
            return len(alike) >= MOST_IN_LINE
        of_this_address = sum(one.address == job.address for one in alike)
        return len(alike) >= MOST_STRANGERS or of_this_address >= MOST_OF_ONE_ADDRESS

    def _hear(self, job: Job, selector: selectors.BaseSelector) -> None:
        """The web worker says nothing more: it closed the connection, because nobody waits any longer."""
        with contextlib.suppress(OSError):
            if job.connection.recv(1):
                return
        self._end(job, selector)

    def _look(self, selector: selectors.BaseSelector) -> None:
        """Take back what is done, tell who waits for long, and begin the next."""
        now = time.monotonic()
        for job in [one for one in self.jobs if one.process]:
            done, status = os.waitpid(job.process, os.WNOHANG)
            if done:
                job.process = 0
                if status:
                    log.error(gettext_lazy("A document could not be made: %s (%s)"), job.environ["PATH_INFO"], status)
                self._end(job, selector)
            elif now - job.since > (FORM_MOST_SECONDS if job.is_form else MOST_SECONDS):
                log.error(gettext_lazy("A document took too long: %s"), job.environ["PATH_INFO"])
                self._end(job, selector)
        for job in self._next():
            job.since = now
            self.served.pop(job.reader, None)
            self.served[job.reader] = now  # as the newest
            if len(self.served) > MOST_READERS:
                del self.served[next(iter(self.served))]
            self._begin(job)
        for before, job in enumerate(self._line()):
            if now - job.since > (FORM_TOLD_SECONDS if job.is_form else TOLD_SECONDS):
                running = sum(bool(one.process) for one in self.jobs)
                say(job.connection, {"before": running + before})
                self._end(job, selector)

    def _line(self) -> list[Job]:
        """Who stands in line: logins before strangers, and first whoever got nothing for the longest time. Strangers
        come in the order of their arrival."""

        def place(job: Job) -> tuple[bool, float, float]:
            return not job.reader, self.served.get(job.reader, job.since) if job.reader else 0.0, job.since

        return sorted((job for job in self.jobs if not job.process), key=place)

    def _next(self) -> Iterator[Job]:
        """The requests that can begin now."""
        running = [job.reader for job in self.jobs if job.process]
        for job in self._line():
            if len(running) < AT_ONCE and job.reader not in running:
                running.append(job.reader)
                yield job

    def _begin(self, job: Job) -> None:
        job.folder = tempfile.mkdtemp(dir=self.folder)
        job.process = os.fork()
        if not job.process:
            # Whoever waits for another document must see it when the press closes that connection.
            for other in (self.listening, *(one.connection for one in self.jobs if one is not job)):
                other.close()
            _make(self.application, job)

    def _end(self, job: Job, selector: selectors.BaseSelector) -> None:
        """Forget a request and whatever still works on it."""
        selector.unregister(job.connection)
        self.jobs.remove(job)
        job.connection.close()
        job.body.close()
        if job.process:
            os.kill(job.process, signal.SIGKILL)
            os.waitpid(job.process, 0)
        if job.folder:
            shutil.rmtree(job.folder, ignore_errors=True)


def _read(connection: socket.socket) -> Job:
    request = read_request(connection)
    head = request.head
    job = Job(connection, head["reader"], head["address"], head["environ"], request.body, time.monotonic())
    connection.setblocking(True)
    return job


def _make(application: WSGIApplication, job: Job) -> None:
    """In a process of its own: let the application answer, and send the answer. Never returns."""
    status = 1
    try:
        for ending in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(ending, signal.SIG_DFL)
        end_with_parent()
        if not job.reader:
            os.nice(STRANGER_NICE)
        tempfile.tempdir = job.folder
        job.connection.settimeout(MOST_SECONDS)
        send_answer(job.connection, answer_of(application, environ_of(job.environ, job.body)))
        status = 0
    except Exception:
        log.exception(gettext_lazy("A document could not be made"))
    finally:
        os._exit(status)  # what the press has loaded is not tidied up here
