"""Clients that ask over loopback as fast as they are answered. They cost little, because the server shares their cores.

A request is a byte string that was made before; of an answer only status, length and body are read.
"""

import re
import socket
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

LENGTH = re.compile(rb"\r\ncontent-length: *(\d+)", re.IGNORECASE)
GIVE_UP_SECONDS = 20.0

# What a client does with one turn: it may ask several times, and returns "" or what went wrong.
Turn = Callable[["Wire"], str]


@dataclass(slots=True)
class Load:
    """How some clients fared: the seconds of each turn that went well, and what went wrong in the others."""

    seconds: float = 0.0
    times: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)

    @property
    def rate(self) -> float:
        """Turns a second."""
        return len(self.times) / self.seconds

    def quantile(self, share: float) -> float:
        """The milliseconds within which this share of the turns was done."""
        ordered = sorted(self.times)
        return 1000 * ordered[min(len(ordered) - 1, int(len(ordered) * share))] if ordered else float("inf")


class Wire:
    """One connection that is kept open, as a browser does."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.socket: socket.socket | None = None

    def ask(self, request: bytes) -> tuple[int, bytes]:
        """Send a request; return the status and the body as it came, compressed or not."""
        if self.socket is None:
            self.socket = socket.create_connection(("127.0.0.1", self.port), GIVE_UP_SECONDS)
            self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.socket.sendall(request)
        said = self.socket.recv(65536)
        while (end := said.find(b"\r\n\r\n")) < 0:
            said += self._more()
        status, length = int(said[9:12]), LENGTH.search(said, 0, end)
        pieces, missing = [said[end + 4 :]], int(length[1]) if length else 0
        missing -= len(pieces[0])
        while missing > 0:
            pieces.append(self._more())
            missing -= len(pieces[-1])
        return status, b"".join(pieces)

    def close(self) -> None:
        if self.socket is not None:
            self.socket.close()
            self.socket = None

    def _more(self) -> bytes:
        assert self.socket is not None
        piece = self.socket.recv(262144)
        if not piece:
            raise ConnectionError("the server closed the connection")
        return piece


def get(path: str, *headers: str) -> bytes:
    """A request of a browser that takes compressed answers."""
    lines = [f"GET {path} HTTP/1.1", "Host: 127.0.0.1", "Accept-Encoding: gzip", "Accept-Language: de", *headers]
    return "\r\n".join([*lines, "", ""]).encode()


def post(path: str, body: str, kind: str, *headers: str) -> bytes:
    """A request that sends this body."""
    sent = body.encode()
    head = get(path, f"Content-Type: {kind}", f"Content-Length: {len(sent)}", *headers)
    return head.replace(b"GET", b"POST", 1) + sent


def asking(request: bytes, *expected: int) -> Turn:
    """A turn that asks for the same again and expects one of these statuses."""

    def turn(wire: Wire) -> str:
        status, body = wire.ask(request)
        return "" if status in expected else f"{status} {body[:80]!r}"

    return turn


def load(port: int, turns: list[Turn], seconds: float, every: float = 0.0) -> Load:
    """Let each turn be taken again and again by a client of its own, all at once; `every` is from start to start."""
    found = Load()
    began = time.perf_counter()
    threads = [threading.Thread(target=_go_on, args=(port, turn, began + seconds, every, found)) for turn in turns]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    found.seconds = time.perf_counter() - began
    return found


def _go_on(port: int, turn: Turn, until: float, every: float, found: Load) -> None:
    wire, times = Wire(port), list[float]()
    for began in _moments(until, every):
        try:
            fault = turn(wire)
        except (OSError, ValueError) as error:
            wire.close()
            fault = f"{type(error).__name__}: {error}"
        if fault:
            found.errors.append(fault)
        else:
            times.append(time.perf_counter() - began)
    wire.close()
    found.times += times


def _moments(until: float, every: float) -> Iterator[float]:
    """The moment of each turn."""
    while (now := time.perf_counter()) < until:
        yield now
        if every:
            time.sleep(max(0.0, min(now + every, until) - time.perf_counter()))
