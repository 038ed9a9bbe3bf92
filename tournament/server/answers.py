"""Requests and answers between the web server and the WSGI application, in whichever process that works."""

import io
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import IO, Any
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from tournament.server.versions import Basis

Scope = Mapping[str, Any]

# Under this name a view notes the version that its answer is made from (server/versions.py).
BASIS = "spielliste.basis"
# Why there is no document, for the page that says so: how many others are made before it, "" if it failed.
NOT_MADE = "spielliste.not_made"
# Why what somebody hands in was not read, for the page that says so.
NOT_READ = "spielliste.not_read"
PIECE = 64 * 1024
# A body beyond this size waits on the disk.
BYTES_IN_MEMORY = 64 * 1024


@dataclass(slots=True)
class HttpAnswer:
    """The answer of the application. `pieces` may be a file, which is read only as fast as the client takes it.

    `basis` is the version that it was made from, if its view noted one. `size` counts the bytes of a temporary file.
    """

    status: int = 500
    headers: list[tuple[bytes, bytes]] = field(default_factory=list)
    pieces: Iterable[bytes] = ()
    close: Callable[[], None] | None = None
    basis: Basis | None = None
    size: int = 0


class File:
    """What `wsgi.file_wrapper` makes of a file: its pieces."""

    def __init__(self, file: IO[bytes], block_size: int = PIECE) -> None:
        self.file = file
        if hasattr(file, "close"):
            self.close = file.close

    def __iter__(self) -> "File":
        return self

    def __next__(self) -> bytes:
        if piece := self.file.read(PIECE):
            return piece
        raise StopIteration


def answer_of(application: WSGIApplication, environ: WSGIEnvironment) -> HttpAnswer:
    """Let the application answer. Only a file is left to be read afterwards."""
    answer = HttpAnswer()

    def start_response(status: str, headers: list[tuple[str, str]], *_: Any) -> Callable[[bytes], object]:
        answer.status = int(status.split(" ", 1)[0])
        answer.headers = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers]
        return lambda _: None

    start: StartResponse = start_response
    pieces = application(environ, start)
    close = getattr(pieces, "close", None)
    if isinstance(pieces, File):
        answer.pieces, answer.close = pieces, close
        return answer
    try:
        answer.pieces, answer.basis = [b"".join(pieces)], environ.get(BASIS)
    finally:
        if close is not None:
            close()
    return answer


def strings_of(scope: Scope) -> dict[str, str]:
    """The strings that describe a request to WSGI (PEP 3333)."""
    client, server = scope.get("client") or ("", 0), scope.get("server") or ("localhost", 80)
    strings = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": scope["path"].encode().decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "SERVER_NAME": server[0],
        "SERVER_PORT": str(server[1] or 80),
        "REMOTE_ADDR": client[0],
        "REMOTE_PORT": str(client[1]),
        "wsgi.url_scheme": scope.get("scheme", "http"),
    }
    for raw_name, raw_value in scope["headers"]:
        # A name with an underscore would pass for another header, such as that of a proxy.
        if b"_" in raw_name:
            continue
        name, value = raw_name.decode("latin-1").upper().replace("-", "_"), raw_value.decode("latin-1")
        key = name if name in ("CONTENT_TYPE", "CONTENT_LENGTH") else f"HTTP_{name}"
        separator = "; " if key == "HTTP_COOKIE" else ","
        strings[key] = f"{strings[key]}{separator}{value}" if key in strings else value
    return strings


def environ_of(strings: Mapping[str, str], body: IO[bytes]) -> WSGIEnvironment:
    """The whole request as WSGI describes it, with its body."""
    return {
        **strings,
        "CONTENT_LENGTH": str(_size(body)),
        "wsgi.version": (1, 0),
        "wsgi.input": body,
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
        "wsgi.file_wrapper": File,
    }


def _size(body: IO[bytes]) -> int:
    size = body.seek(0, io.SEEK_END)
    body.seek(0)
    return size
