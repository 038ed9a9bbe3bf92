"""The process that answers strangers: requests and answers go there and back whole, and its death harms nobody."""

import asyncio
import io
import socket
import tempfile
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from tournament.server.answers import BASIS, HttpAnswer
from tournament.server.listening import listen_beside
from tournament.server.stranger_line import StrangerLine
from tournament.server.strangers import answer_one
from tournament.server.versions import Basis

BEGUN: list[str] = []
SEEN = Basis(statement="SELECT 1", parameters=(3,), version=7, shared=True)


def application(environ: dict[str, Any], start_response: Any) -> Any:
    """Answer with the body, or break down."""
    BEGUN.append(environ["PATH_INFO"])
    if environ["PATH_INFO"] == "/break/" or BEGUN == ["/once/"]:
        raise ValueError
    environ[BASIS] = SEEN
    start_response("201 Created", [("X-Größe".encode().decode("latin-1"), environ["CONTENT_LENGTH"])])
    body = environ["wsgi.input"].read()
    return environ["wsgi.file_wrapper"](io.BytesIO(body)) if environ["PATH_INFO"] == "/file/" else [body]


@pytest.fixture
def line() -> Iterator[StrangerLine]:
    """The way to a thread that answers like that process."""
    with tempfile.TemporaryDirectory(prefix="spielliste-") as folder:
        listening = listen_beside(Path(folder), "strangers")

        def answer_all() -> None:
            while True:
                try:
                    connection, _address = listening.accept()
                except OSError:
                    return
                with connection:
                    answer_one(connection, application)

        thread = threading.Thread(target=answer_all)
        thread.start()
        yield StrangerLine(str(Path(folder, "strangers")))
        listening.shutdown(socket.SHUT_RDWR)
        listening.close()
        thread.join()


def ask(line: StrangerLine, path: str, body: bytes = b"", method: str = "GET") -> HttpAnswer | None:
    BEGUN.clear()

    async def asked() -> HttpAnswer | None:
        with tempfile.SpooledTemporaryFile(1000) as kept:
            kept.write(body)
            return await line.ask({"PATH_INFO": path, "REQUEST_METHOD": method}, kept)

    with ThreadPoolExecutor(1) as own:  # browser tests leave a running loop in this thread
        return own.submit(asyncio.run, asked()).result(20)


@pytest.mark.parametrize("path", ["/page/", "/file/"])
@pytest.mark.parametrize("size", [0, 5, 65_536, 3_000_000])
def test_requests_and_answers_go_whole(line: StrangerLine, path: str, size: int) -> None:
    answer = ask(line, path, bytes(size))
    assert answer is not None
    assert (answer.status, answer.headers[0][1]) == (201, str(size).encode())
    assert sum(map(len, answer.pieces)) == size
    assert answer.size == (size if size > 65_536 else 0)
    assert answer.basis == (SEEN if path == "/page/" else None)
    if answer.close:
        answer.close()


def test_what_breaks_down_is_no_answer_and_the_next_is_answered(line: StrangerLine) -> None:
    assert ask(line, "/break/") is None
    assert ask(line, "/page/", b"x") is not None


def test_what_only_reads_is_asked_once_more(line: StrangerLine) -> None:
    """That process may have been killed; what writes is not done twice."""
    assert ask(line, "/once/", b"x") is not None
    assert ask(line, "/once/", b"x", "POST") is None


def test_without_that_process_there_is_no_answer() -> None:
    assert ask(StrangerLine("/nowhere/strangers"), "/page/") is None
