"""The printer: one process with one line of jobs. Each document is made by a copy of the process, which then ends.

Jobs come from web workers over a Unix socket (requested_jobs.py), and from a function that returns the stored ones
(exports/print_jobs.py). The printer has one thread and has loaded whatever documents need, so a copy begins at once. A
copy writes into a folder of its own, and a pipe that closes tells the printer of its end. A job that nobody wants any
more ends with its copy and its folder.
"""

import logging
import os
import selectors
import shutil
import signal
import socket
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import NoReturn
from wsgiref.types import WSGIApplication

from django.db import connections
from django.utils.translation import gettext_lazy

from tournament.server.children import end_with_parent
from tournament.server.disk import disk_trouble
from tournament.server.jobs import Job
from tournament.server.priority import Priority, keep_behind
from tournament.server.requested_jobs import RequestedJob, answer_at_once, read_job

log = logging.getLogger(__name__)

# Made at once: one for each processor of a usual laptop, and one that takes long. So nobody waits for another's 250
# sheets.
AT_ONCE, LONG_AT_ONCE = 2, 1
# So many readers are remembered.
MOST_READERS = 1000
TICK_SECONDS = 0.2
# Time between two looks at the stored jobs; after one that failed, for example because the database is down.
STORED_SECONDS, PAUSE_SECONDS = 1.0, 60.0

Stored = Callable[[], Mapping[str, Job]]


def no_jobs() -> Mapping[str, Job]:
    """The stored jobs where there are none."""
    return {}


@dataclass(slots=True)
class Printer:
    """The line, and what is being made. `listening` is a Unix socket; the copies' folders lie in `folder`, which is
    ours. `stored_jobs` returns the ones that are wanted now, by their keys."""

    listening: socket.socket
    application: WSGIApplication
    folder: Path
    stored_jobs: Stored = no_jobs
    jobs: list[Job] = field(default_factory=list)
    last_turns: dict[str, float] = field(default_factory=dict)
    look_at: float = 0.0
    selector: selectors.BaseSelector = field(default_factory=selectors.DefaultSelector)

    def work(self, is_over: Callable[[], bool]) -> None:
        """Make documents until it is ended."""
        for folder in self.folder.iterdir():  # of a printer that was killed
            shutil.rmtree(folder, ignore_errors=True)
        self.listening.setblocking(False)
        self.selector.register(self.listening, selectors.EVENT_READ, self._accept)
        try:
            while not is_over():
                for key, _events in self.selector.select(TICK_SECONDS if self.jobs else STORED_SECONDS):
                    # An earlier one of these may have ended what this one was about.
                    if self.selector.get_map().get(key.fileobj) == key:
                        key.data()
                self._tick(time.monotonic())
        finally:
            for job in list(self.jobs):
                self._end(job)
            self.selector.close()

    def _accept(self) -> None:
        """Take a request of a web worker into the line, or answer it at once."""
        try:
            connection, _address = self.listening.accept()
        except OSError:
            return
        try:
            job = read_job(connection, self.application)
        except (OSError, ValueError, LookupError, TypeError):
            connection.close()
            return
        others = [one for one in self.jobs if isinstance(one, RequestedJob)]
        twin = next((one for one in others if one.connection is None and one.identity == job.identity), None)
        if answer_at_once(job, twin, others):
            job.leave()
        elif twin is None:
            job.listen(connection, self.selector, self._end)
            self.jobs.append(job)
        else:
            job.body.close()
            twin.listen(connection, self.selector, self._end)
            twin.hand_over()

    def _tick(self, now: float) -> None:
        """End whatever nobody wants any more or takes too long, and begin the next."""
        if now >= self.look_at:
            self._look_at_stored(now)
            now = time.monotonic()
        for job in [one for one in self.jobs if one.process and now - one.since > one.longest]:
            log.error(gettext_lazy("A document took too long: %s"), job.name)
            self._stop(job)
            self._finish(job, success=False)
        for job in self._next():
            self.last_turns.pop(job.reader, None)
            self.last_turns[job.reader] = job.since = now  # as the newest
            if len(self.last_turns) > MOST_READERS:
                del self.last_turns[next(iter(self.last_turns))]
            self._begin(job)
        running = sum(bool(one.process) and not one.long for one in self.jobs)
        before = {job: running + place for place, job in enumerate(self._line())}
        for job in list(self.jobs):
            if not job.is_wanted(before.get(job, 0)):
                self._end(job)

    def _look_at_stored(self, now: float) -> None:
        """Take new stored jobs into the line, and end those that are no longer wanted."""
        self.look_at = now + STORED_SECONDS
        try:
            open_jobs = self.stored_jobs()
        except Exception as error:
            log.error(gettext_lazy("The printer pauses: %s"), error, exc_info=not disk_trouble(error))
            self.look_at = now + PAUSE_SECONDS
            return
        finally:
            connections.close_all()  # no copy may share one
        present = {job.key: job for job in self.jobs if job.key}
        for key in present.keys() - open_jobs.keys():
            self._end(present[key])
        self.jobs += [job for key, job in open_jobs.items() if key not in present]

    def _line(self) -> list[Job]:
        """The waiting jobs: logins before strangers, least recently served reader first. Strangers come in the order of
        their arrival."""

        def place(job: Job) -> tuple[bool, float, float]:
            return not job.reader, self.last_turns.get(job.reader, job.since) if job.reader else 0.0, job.since

        return sorted((job for job in self.jobs if job.waits), key=place)

    def _next(self) -> Iterator[Job]:
        """The jobs that can begin now. A reader has one at a time, and one that takes long beside it."""
        running = [(job.long, job.reader) for job in self.jobs if job.process]
        for job in self._line():
            most = LONG_AT_ONCE if job.long else AT_ONCE
            if sum(long == job.long for long, _reader in running) < most and (job.long, job.reader) not in running:
                running.append((job.long, job.reader))
                yield job

    def _begin(self, job: Job) -> None:
        ends: tuple[int, ...] = ()
        try:
            job.folder = Path(tempfile.mkdtemp(dir=self.folder))
            ends = job.pipe, open_end = os.pipe()
            job.process = os.fork()
        except OSError as error:  # a full disk, or too many processes
            for end in ends:
                os.close(end)
            log.error(gettext_lazy("The printer pauses: %s"), error)
            self.look_at = time.monotonic() + PAUSE_SECONDS
            self._finish(job, success=False)
            return
        if not job.process:
            # A web worker must see it when the printer closes its connection.
            for one in (self.listening, *(one.connection for one in self.jobs if isinstance(one, RequestedJob))):
                if one is not None:
                    one.close()
            _make(job, job.folder)
        os.close(open_end)
        self.selector.register(job.pipe, selectors.EVENT_READ, partial(self._take_back, job))

    def _take_back(self, job: Job) -> None:
        """The copy that makes this has ended."""
        status = self._wait_for(job)
        if status not in (0, 1):  # a failure that is expected is logged where it happens
            log.error(gettext_lazy("A document could not be made: %s (%s)"), job.name, status)
        if job.key and not status:
            self.look_at = 0.0  # another may have waited for it
        self._finish(job, success=not status)

    def _finish(self, job: Job, *, success: bool) -> None:
        """Take note that nothing works on this job any more, and forget it, unless its reader still has to fetch it."""
        try:
            stays = job.finish(success)
        except Exception as error:
            log.error(gettext_lazy("The printer pauses: %s"), error, exc_info=not disk_trouble(error))
            self.look_at = time.monotonic() + PAUSE_SECONDS
            stays = False
        connections.close_all()
        if not stays:
            self._end(job)

    def _wait_for(self, job: Job) -> int:
        """The exit code of a copy that has ended, or ends at this moment."""
        self.selector.unregister(job.pipe)
        os.close(job.pipe)
        _process, status = os.waitpid(job.process, 0)
        job.process = 0
        return os.waitstatus_to_exitcode(status)

    def _stop(self, job: Job) -> None:
        os.kill(job.process, signal.SIGKILL)
        self._wait_for(job)

    def _end(self, job: Job) -> None:
        """Forget a job, and end whatever still works on it."""
        if job.process:
            self._stop(job)
        self.jobs.remove(job)
        job.leave()
        if job.folder is not None:
            shutil.rmtree(job.folder, ignore_errors=True)


def _make(job: Job, folder: Path) -> NoReturn:
    """In a copy of the printer: make the document."""
    status = 1
    try:
        for ending in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(ending, signal.SIG_DFL)
        end_with_parent()
        if job.key or not job.reader:
            os.setsid()
            keep_behind(os.getpid(), os.nice(Priority.BACK_OF_PRINTER - Priority.PRINTER))
        tempfile.tempdir = str(folder)
        status = 0 if job.make(folder) else 1
        connections.close_all()
    except Exception as error:
        log.exception(gettext_lazy("A document could not be made: %s (%s)"), job.name, error)
    finally:
        os._exit(status)  # what the printer has loaded is not tidied up here
