"""Processes beside the web server, and how every process of the server ends with the main one."""

import contextlib
import logging
import multiprocessing
import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Protocol

from django.conf import settings
from django.utils.translation import gettext_lazy

from tournament.server.beats import HUNG_SECONDS, PRINTER_HUNG_SECONDS
from tournament.server.priority import keep_behind

log = logging.getLogger(__name__)

# Time between two checks of a process whether its parent still runs.
PARENT_SECONDS = 0.5
# Time between two starts of one command; doubled while it dies soon, as on a write-protected disk.
AGAIN_SECONDS, MOST_SECONDS = 2.0, 60.0


class Beside(Protocol):
    """A process beside the web server, which begins to look after it `after` so many seconds."""

    after: float

    def look_after(self) -> None:
        """Start it if it does not run."""

    def end(self) -> None:
        """End it."""


class Child:
    """A command of manage.py that runs beside the web server. It is started again when it dies or hangs.

    It has its own session, because Ctrl-C reaches every process of a terminal and could stop it while it writes.
    It starts after so many seconds: what can wait lets the workers answer the tables first. It inherits the `sockets`.
    `silent` and `expect` are those of its sign of life, if it gives one.
    """

    def __init__(
        self,
        *command: str,
        priority: int = 0,
        after: float = 0.0,
        environment: Mapping[str, str] = MappingProxyType({}),
        sockets: Sequence[socket.socket] = (),
        silent: Callable[[], float] = lambda: 0.0,
        expect: Callable[[], None] = lambda: None,
    ) -> None:
        self.command, self.priority, self.after, self.environment = command, priority, after, environment
        self.sockets, self.silent, self.expect = sockets, silent, expect
        self.process: subprocess.Popen[bytes] | None = None
        self.started: float | None = None
        self.pause = AGAIN_SECONDS

    def look_after(self) -> None:
        """Start the command if it does not run, and has not died at its last start a moment ago. End it if it hangs."""
        if self.process is not None and self.process.poll() is None:
            if self.silent() < PRINTER_HUNG_SECONDS:
                return
            log.error(gettext_lazy("The process for %s hangs and is replaced."), self.command[0])
            self.process.kill()
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(3)
        now = time.monotonic()
        if self.started is not None:
            lived = now - self.started
            if lived < self.pause:
                return
            soon = lived < self.pause + MOST_SECONDS
            self.pause = min(2 * self.pause, MOST_SECONDS) if soon else AGAIN_SECONDS
        self.started = now
        self.expect()
        try:
            self.process = self._start()
            keep_behind(self.process.pid, self.priority)
        except OSError as error:  # out of memory, of processes, of files: the server goes on without it
            log.error(gettext_lazy("%s cannot be started: %s"), self.command[0], error)

    def _start(self) -> subprocess.Popen[bytes]:
        command = ["nice", "-n", str(self.priority), sys.executable, "manage.py", *self.command]
        return subprocess.Popen(  # noqa: S603  our own command
            [*command, "--parent", str(os.getpid())],
            cwd=settings.BASE_DIR,
            env=os.environ | dict(self.environment),
            stdin=subprocess.DEVNULL,
            start_new_session=True,
            pass_fds=[one.fileno() for one in self.sockets],
        )

    def end(self) -> None:
        """Ask the process to end, and kill it if it does not end in 3 seconds."""
        if self.process is None:
            return
        self.process.terminate()
        try:
            self.process.wait(3)
        except subprocess.TimeoutExpired:
            self.process.kill()


class Copy:
    """A copy of this process that does its own work beside the web server; another takes its place when it dies or
    hangs. It is there at once and shares the memory. On some systems it is a new process.

    `silent` tells for how many seconds it has given no sign of life; `forget` makes it begin anew.
    """

    after = 0.0

    def __init__(
        self, work: Callable[..., None], *args: Any, silent: Callable[[], float], forget: Callable[[], None]
    ) -> None:
        self.work, self.args, self.silent, self.forget = work, args, silent, forget
        self.process: multiprocessing.Process | None = None

    def look_after(self) -> None:
        """Start it if it does not run, and end one that hangs."""
        if self.process is not None and self.process.is_alive():
            if self.silent() < HUNG_SECONDS:
                return
            log.error(gettext_lazy("The process for %s hangs and is replaced."), self.work.__name__)
            self.process.kill()
            self.process.join(3)
        self.forget()
        try:
            self.process = multiprocessing.Process(target=self.work, args=self.args)
            self.process.start()
        except OSError as error:
            self.process = None
            log.error(gettext_lazy("%s cannot be started: %s"), self.work.__name__, error)

    def end(self) -> None:
        """Ask the process to end, and kill it if it does not end in 3 seconds."""
        if self.process is None:
            return
        self.process.terminate()
        self.process.join(3)
        if self.process.is_alive():
            self.process.kill()


def orphaned(parent: int) -> bool:
    """Whether the process that started this one is gone; never when `parent` is 0."""
    return bool(parent) and os.getppid() != parent


def end_with_parent(parent: int = 0) -> None:
    """Let this process end as soon as the one that started it is gone, however that ended: `parent`, else the present
    one.

    A worker that outlived its parent would keep the port, and the tables would go on writing to it; a keeper would
    still write into the database while the next start checks it.
    """
    parent = parent or os.getppid()

    def watch() -> None:
        while not orphaned(parent):
            time.sleep(PARENT_SECONDS)
        os._exit(1)

    threading.Thread(target=watch, name="end with parent", daemon=True).start()
