"""Granian as Spielliste runs it: two workers that take whole requests, and a main process that looks after them."""

import contextlib
import logging
import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, cast

from django.utils.translation import gettext_lazy
from granian import net
from granian.constants import HTTPModes, Interfaces, SSLProtocols
from granian.http import HTTP1Settings
from granian.log import LogLevels
from granian.server import MPServer
from granian.server.embed import Server as EmbeddedServer

from tournament.server.beats import HUNG_SECONDS, WORKERS, Beats
from tournament.server.children import Beside
from tournament.server.listening import BACKLOG, allow_connections, keep_alive, listen
from tournament.server.restart import forget_restart, restart_asked

log = logging.getLogger(__name__)

# The name under which a worker learns which of them it is.
PLACE = "SPIELLISTE_WORKER"
# Connections of each worker; more of them wait. One that is idle costs some kilobytes.
CONNECTIONS = 4096
# A head must be here after this time. It is also the longest pause between two requests on one connection: longer
# than the 15 seconds of the phones in the hall.
HEAD_SECONDS = 20
# What is read of a head at once: a head that is not done after some such pieces is refused. Browsers send a tenth.
MOST_HEAD_BYTES = 32 * 1024
# Time between two looks at the processes beside the server.
LOOK_SECONDS = 1.0
# A server whose workers failed starts afresh, unless it ran for less than this: then something is wrong with it.
STEADY_SECONDS = 60.0


class Interrupt(threading.Event):
    """The event for which Granian's main process waits; while it waits it looks after the other processes."""

    def __init__(self, server: "WebServer", children: Sequence[Beside]) -> None:
        super().__init__()
        self.server, self.children, self.began = server, children, time.monotonic()

    def wait(self, timeout: float | None = None) -> bool:
        while timeout is None:
            for child in self.children:
                if time.monotonic() - self.began >= child.after:
                    child.look_after()
            began = time.monotonic()
            if super().wait(LOOK_SECONDS):
                return True
            # After a pause of the whole computer nobody has beaten; whoever works does so at once.
            if time.monotonic() - began < 2 * LOOK_SECONDS:
                self.server.end_hung_workers()
            if restart_asked():
                self.server.restart_asked = True
                self.server.signal_handler_interrupt()  # type: ignore[no-untyped-call]
        return super().wait(timeout)


class WebServer(MPServer):
    """The web server. `serve_until_ended` says how it ended.

    `tls` are the files of the certificate and its key, `loader` makes the application of a worker; `children` run
    beside it, and each worker beats.
    """

    def __init__(
        self,
        host: str,
        port: int,
        tls: tuple[Path, Path] | None,
        children: Sequence[Beside],
        *,
        beats: Beats,
        loader: Callable[[str], Any],
    ) -> None:
        super().__init__(
            "tournament.wsgi:application",
            address=host,
            port=port,
            # The head of a request is awaited without end where Granian may expect HTTP/2.
            http=HTTPModes.http1,
            http1_settings=HTTP1Settings(header_read_timeout=1000 * HEAD_SECONDS, max_buffer_size=MOST_HEAD_BYTES),
            interface=Interfaces.ASGINL,
            workers=WORKERS,
            backpressure=min(CONNECTIONS, max(64, allow_connections(2 * CONNECTIONS) // 2)),
            websockets=False,
            log_level=LogLevels.warning,
            respawn_failed_workers=True,
            # A worker that is interrupted while it starts would never react to the request to stop.
            workers_kill_timeout=5,
            ssl_cert=tls and tls[0],
            ssl_key=tls and tls[1],
            ssl_protocol_min=SSLProtocols.tls12,  # older tablets have nothing newer
        )
        self.children, self.beats, self.loader = children, beats, loader
        self.listening = list[socket.socket]()
        self._shd: Any = None
        self.restart_asked = False
        self.main_loop_interrupt = Interrupt(self, children)

    def serve_until_ended(self) -> bool:
        """Serve until somebody ends it; return whether to start again, because somebody asked for it or it failed."""
        began = time.monotonic()
        forget_restart()
        try:
            self.serve(target_loader=self.loader)
        except SystemExit:
            if self.interrupt_signal or time.monotonic() - began < STEADY_SECONDS:
                raise
            return True
        finally:
            for child in self.children:
                child.end()
        return self.restart_asked

    def signal_handler_reload(self, *args: Any, **kwargs: Any) -> None:
        """A hangup ends the server, too, so that nothing keeps running when the terminal is closed."""
        self.signal_handler_interrupt()  # type: ignore[no-untyped-call]

    def _init_shared_socket(self) -> None:
        """Make a listening socket for each worker. Elsewhere than on Linux, Granian makes one for all of them."""
        if sys.platform == "linux":
            self.listening = [listen(self.bind_addr, self.bind_port) for _worker in range(self.workers)]
            self._sso = None
            return
        super()._init_shared_socket()
        keep_alive(self._sso)

    def end_hung_workers(self) -> None:
        """Kill each worker that gives no sign of life; another takes its place and its connections."""
        for place, worker in enumerate(self.wrks):
            if self.beats.silent(place) > HUNG_SECONDS:
                log.error(gettext_lazy("A web worker hangs and is replaced."))
                self.beats.forget(place)
                with contextlib.suppress(OSError):
                    os.kill(worker.inner.pid, signal.SIGKILL)

    def _spawn_worker(self, idx: int, *args: Any, **kwargs: Any) -> Any:
        self.beats.forget(idx)
        os.environ[PLACE] = str(idx)
        if self.listening:
            self._shd = cast("Any", net).SocketHolder(self.listening[idx].fileno(), False, BACKLOG)
        return super()._spawn_worker(idx, *args, **kwargs)

    def _drop_shared_socket(self) -> None:
        for one in self.listening:
            one.close()
        super()._drop_shared_socket()  # type: ignore[no-untyped-call]


def door_server(application: Any, host: str, port: int) -> EmbeddedServer:
    """A server in this process, for the guide over plain http."""
    return EmbeddedServer(
        application,
        address=host,
        port=port,
        http=HTTPModes.http1,
        http1_settings=HTTP1Settings(header_read_timeout=1000 * HEAD_SECONDS, max_buffer_size=MOST_HEAD_BYTES),
        interface=Interfaces.ASGINL,
        backpressure=CONNECTIONS,
        websockets=False,
        log_level=LogLevels.warning,
    )
