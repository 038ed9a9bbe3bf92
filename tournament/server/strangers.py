"""The process that answers strangers: everybody who has neither a login here nor the device of a table.

Their pages, their passwords and codes, and the documents that they hand in to be checked are computed here, in a
process of lower priority, so that tables and desk never wait for them (stranger_line.py hands the requests on).
"""

import contextlib
import logging
import os
import signal
import socket
import threading
import time
from collections.abc import Callable
from wsgiref.types import WSGIApplication

from tournament.server.answers import answer_of, environ_of
from tournament.server.children import end_with_parent
from tournament.server.priority import Priority, keep_behind
from tournament.server.wire import has_left, read_wire_request, write_answer

log = logging.getLogger(__name__)

# As many as the workers hand on at once (whole_requests.py).
THREADS = 8
# A worker takes an answer at once.
SEND_SECONDS = 20.0
BEAT_SECONDS = 1.0


def serve_strangers(listening: socket.socket, beat: Callable[[], None]) -> None:
    """Answer until this process is ended. `beat` says each second that it still works."""
    for ending in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(ending, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches the whole terminal; the main process ends this one
    end_with_parent()
    os.setsid()  # of its own, for its priority beside the printer
    os.nice(Priority.STRANGERS)
    keep_behind(os.getpid(), Priority.STRANGERS)
    from tournament.wsgi import application

    listening.setblocking(True)
    for number in range(THREADS):
        threading.Thread(target=_answer_all, args=[listening, application], name=f"stranger {number}").start()
    while True:
        beat()
        time.sleep(BEAT_SECONDS)


def _answer_all(listening: socket.socket, application: WSGIApplication) -> None:
    while True:
        try:
            connection, _address = listening.accept()
        except OSError:  # too many open files
            time.sleep(0.1)
            continue
        with connection:
            answer_one(connection, application)


def answer_one(connection: socket.socket, application: WSGIApplication) -> None:
    """Answer the request that comes on this connection; a failure closes it without an answer."""
    try:
        request = read_wire_request(connection)
        with contextlib.ExitStack() as cleanup:
            cleanup.callback(request.body.close)
            if has_left(connection):
                return
            answer = answer_of(application, environ_of(request.head["environ"], request.body))
            if answer.close is not None:
                cleanup.callback(answer.close)
            connection.settimeout(SEND_SECONDS)
            write_answer(connection.sendall, answer)
    except (OSError, ValueError, LookupError, TypeError) as error:
        log.debug("A stranger was not answered: %s", error)
