"""What runs in a web worker, and in the process that answers strangers."""

import contextlib
import os
import signal
import socket
from pathlib import Path
from typing import Any

from tournament.server.beats import STRANGERS_PLACE, Beats
from tournament.server.children import end_with_parent
from tournament.server.listening import BEATS, PRINTER, STRANGERS
from tournament.server.web_server import PLACE

# The name under which both learn the folder with the sockets and the signs of life.
BESIDE = "SPIELLISTE_BESIDE"


def worker_application(_target: str) -> Any:
    """The application of a worker, which ignores Ctrl-C. Ctrl-C reaches every process of a terminal, but only the main
    process may react to it and stop the workers: a worker that gets both requests hangs until it is killed."""
    with contextlib.suppress(ValueError):
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    end_with_parent()
    # Imported in the worker, which reads the settings again.
    from tournament.network.callers import CallersByCookie
    from tournament.server.keeping import keeping, worker_rows
    from tournament.server.print_line import PrintLine
    from tournament.server.static_files import static_files
    from tournament.server.stranger_line import StrangerLine
    from tournament.server.whole_requests import WholeRequests
    from tournament.wsgi import application

    beside, place = Path(os.environ[BESIDE]), int(os.environ[PLACE])
    beats = Beats(beside / BEATS)
    return WholeRequests(
        application,
        printer=PrintLine(str(beside / PRINTER)),
        keeping=keeping,
        callers=CallersByCookie(worker_rows().row),
        strangers=StrangerLine(str(beside / STRANGERS)),
        static=static_files(),
        each_second=lambda: beats.beat(place),
    )


def strangers(listening: socket.socket) -> None:
    """Answer strangers, in a process of its own. Its sign of life stands behind those of the workers."""
    from tournament.server.strangers import serve_strangers

    beats = Beats(Path(os.environ[BESIDE]) / BEATS)
    serve_strangers(listening, lambda: beats.beat(STRANGERS_PLACE))
