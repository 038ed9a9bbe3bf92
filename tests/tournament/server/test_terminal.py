"""The terminal of ./run: each matter once a minute, a fault of ours with its traceback, all workers together."""

import errno
import io
import logging
import multiprocessing
import sqlite3
from typing import Any

import pytest
from django.core.exceptions import TooManyFieldsSent
from django.test import RequestFactory
from django.utils.translation import gettext_lazy

from tournament.server.terminal import COUNT, COUNTS, Terminal


@pytest.fixture
def terminal() -> Terminal:
    handler = Terminal()
    handler.setStream(io.StringIO())
    return handler


def tell(terminal: Terminal, error: BaseException | None, **more) -> list[str]:
    """Log this error as Django does; return the lines that the terminal has by then."""
    record = logging.LogRecord("django.request", logging.ERROR, "", 0, "Fault: /", None, None)
    record.__dict__.update(more)
    if error is not None:
        try:
            raise error
        except BaseException as raised:
            record.exc_info = (type(raised), raised, raised.__traceback__)
    terminal.handle(record)
    return terminal.stream.getvalue().splitlines()


def pass_a_minute(terminal: Terminal) -> None:
    """Let everything be told longer ago than a minute."""
    for place in range(0, COUNT.size * COUNTS, COUNT.size):
        at, count = COUNT.unpack_from(terminal.counts, place)
        COUNT.pack_into(terminal.counts, place, at and at - 61, count)


def test_a_full_disk_is_one_line_a_minute(terminal: Terminal) -> None:
    full = OSError(errno.ENOSPC, "the disk")
    for _ in range(50):
        lines = tell(terminal, full)
    assert len(lines) == 1
    assert lines[0].startswith("The disk is full: ")
    assert len(tell(terminal, OSError(errno.EROFS, "the disk"))) == 2, "another matter"
    pass_a_minute(terminal)
    assert len(tell(terminal, full)) == 3


def test_requests_that_are_refused_are_one_line_a_minute(terminal: Terminal) -> None:
    request = RequestFactory().get("/")
    for _ in range(50):
        lines = tell(terminal, TooManyFieldsSent("of this test"), request=request)
    assert lines == ["A request was refused: TooManyFieldsSent, from 127.0.0.1. Nothing is to be done."]


def test_a_fault_of_ours_has_its_traceback_once(terminal: Terminal) -> None:
    for _ in range(3):
        lines = tell(terminal, ZeroDivisionError("of this test"))
    assert (lines[1], lines[-1]) == ("Traceback (most recent call last):", "ZeroDivisionError: of this test")
    assert lines.count("Fault: /") == 1
    lines = tell(terminal, sqlite3.IntegrityError("of this test"))
    assert lines[-1] == "sqlite3.IntegrityError: of this test"


def test_what_was_counted_is_told_at_the_end_of_the_minute(terminal: Terminal) -> None:
    for _ in range(4):
        tell(terminal, OSError(errno.ENOSPC, "the disk"))
    place = next(
        place for place in range(0, COUNT.size * COUNTS, COUNT.size) if COUNT.unpack_from(terminal.counts, place)[1]
    )
    terminal.write_count("the disk", place)
    assert terminal.stream.getvalue().splitlines()[-1] == "3 more in the last minute: the disk"
    assert len(tell(terminal, OSError(errno.ENOSPC, "the disk"))) == 2, "the next minute counts anew"


def test_a_line_without_an_error_is_always_told(terminal: Terminal) -> None:
    tell(terminal, None)
    assert tell(terminal, None) == ["Fault: /"] * 2
    for _ in range(3):
        lines = tell(terminal, None, status_code=503)
    busy = "A page had to wait: too many asked at once, or a copy is being restored. Nothing is to be done."
    assert lines == ["Fault: /"] * 2 + [busy], "once for all pages that wait for a restore"


def test_the_terminal_speaks_german(terminal: Terminal, settings: Any) -> None:
    """Also where Django says it in English, and whatever the browser of the request speaks."""
    settings.LANGUAGE_CODE = "de"
    request = RequestFactory().get("/v/")
    lines = tell(terminal, None, status_code=503)
    lines = tell(terminal, TooManyFieldsSent("of this test"), request=request)
    for number in (errno.ENOSPC, errno.EROFS, errno.EIO):
        lines = tell(terminal, OSError(number, "the disk"))
    record = logging.LogRecord("tournament", logging.ERROR, "", 0, gettext_lazy("A copy is damaged: %s"), ("x",), None)
    terminal.handle(record)
    lines = tell(terminal, ZeroDivisionError("of this test"), request=request)
    assert [line.split(":")[0].split(" mit /")[0] for line in lines[:7]] == [
        "Eine Seite musste warten",
        "Eine Anfrage wurde abgewiesen",
        "Die Festplatte ist voll",
        "Nichts kann gespeichert werden",
        "Die Festplatte",
        "Eine Sicherung ist beschädigt",
        "Die Seite /v/ ist misslungen; alles andere läuft weiter. Bitte heben Sie diese Zeilen für den auf, der "
        "Spielliste betreut",
    ]


def test_workers_count_together(terminal: Terminal) -> None:
    """They are copies of one process, and share the memory."""
    full = OSError(errno.ENOSPC, "the disk")
    tell(terminal, full)
    worker = multiprocessing.get_context("fork").Process(target=tell, args=[terminal, full])
    worker.start()
    worker.join()
    assert sum(COUNT.unpack_from(terminal.counts, place)[1] for place in range(0, COUNT.size * COUNTS, COUNT.size)) == 1
