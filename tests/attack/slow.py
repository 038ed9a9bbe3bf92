"""Half-sent requests, answers that nobody reads, phones that vanish: do the tables notice?

100 connections send half a head, 100 a head and 10 of 5,000 bytes, 100 one byte a second, and 100 ask for the largest
static file and read nothing. A connection that the server ends is opened again.
"""

import contextlib
import re
import socket
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from tests.attack.figures import Figure
from tests.attack.hall import SETTLING, Hall, open_hall

WRITERS, EVERY, SECONDS = 32, 2.0, 8.0
GROUP = 100
# With the cookie, Django reads the body for the token that belongs to it.
HEAD = (
    "POST /login/ HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/x-www-form-urlencoded\r\n"
    f"Cookie: csrftoken={'c' * 32}\r\n"
)
BODY = f"{HEAD}Content-Length: 5000\r\n\r\n"


class Crowd:
    """Connections that never finish what they began; those that the server ends are opened again."""

    def __init__(self, hall: Hall) -> None:
        self.port, self.file = hall.server.port, largest_static_file(hall)
        self.over = threading.Event()
        self.sockets: dict[int, socket.socket] = {}
        self.kinds: list[Callable[[socket.socket, int], None]] = [
            self._half_head, self._half_body, self._drip, self._never_read,
        ]  # fmt: skip
        self.thread = threading.Thread(target=self._keep_up, daemon=True)
        self.reopened = -4 * GROUP

    def __enter__(self) -> "Crowd":
        self.thread.start()
        while self.reopened < 0 and self.thread.is_alive():
            time.sleep(0.1)
        return self

    def __exit__(self, *_: object) -> None:
        self.over.set()
        self.thread.join()
        for one in self.sockets.values():
            one.close()

    def _keep_up(self) -> None:
        tick = 0
        while not self.over.wait(1):
            tick += 1
            for number in range(4 * GROUP):
                if self.over.is_set():
                    return
                kind = self.kinds[number // GROUP]
                with contextlib.suppress(OSError):
                    if number not in self.sockets or self._ended(number):
                        self._open(number)
                        kind(self.sockets[number], 0)
                    elif kind == self._drip:
                        kind(self.sockets[number], tick)

    def _open(self, number: int) -> None:
        if number in self.sockets:
            self.sockets.pop(number).close()
        opened = socket.create_connection(("127.0.0.1", self.port), timeout=2)
        opened.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        self.sockets[number] = opened
        self.reopened += 1

    def _ended(self, number: int) -> bool:
        """Whether the server ended this connection. One that is never read is ended when it cannot be written."""
        one = self.sockets[number]
        try:
            if number // GROUP == 3:
                one.setblocking(False)
                return one.send(b"") != 0 or bool(one.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR)) or _closed(one)
            one.setblocking(False)
            return one.recv(4096) == b""
        except BlockingIOError:
            return False
        except OSError:
            return True
        finally:
            one.settimeout(2)

    def _half_head(self, one: socket.socket, _tick: int) -> None:
        one.sendall(HEAD.encode()[:60])

    def _half_body(self, one: socket.socket, _tick: int) -> None:
        one.sendall(BODY.encode() + b"username=x")

    def _drip(self, one: socket.socket, tick: int) -> None:
        one.sendall(b"x" if tick else BODY.encode())

    def _never_read(self, one: socket.socket, _tick: int) -> None:
        one.sendall(f"GET {self.file} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode() * 4)


def _closed(one: socket.socket) -> bool:
    """Whether the other side has closed this connection, without reading from it (TCP_INFO: not established)."""
    return one.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 1)[0] != 1


def largest_static_file(hall: Hall) -> str:
    """The address of the largest static file that is collected."""
    root = hall.var / "static"
    largest = max((file for file in root.rglob("*.*") if file.suffix != ".gz"), key=lambda file: file.stat().st_size)
    return f"/static/{largest.relative_to(root)}"


def vanished(hall: Hall, times: int) -> None:
    """Let this many phones vanish in the middle of a POST: half of the body is sent, the rest never comes."""
    table = hall.tables[0]
    head = (
        f"POST {table.address}commands/ HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
        f"Cookie: spielliste_table={table.token}\r\nContent-Length: 400\r\n\r\n"
    )
    for _ in range(times):
        with socket.create_connection(("127.0.0.1", hall.server.port), timeout=2) as one:
            one.sendall(head.encode() + b'{"protocol": 1,')


def run(folder: Path) -> Iterator[Figure]:
    with open_hall(folder, 60, "--port", "8520") as hall:
        time.sleep(SETTLING)
        hall.writing(8, 2)
        quiet = hall.writing(WRITERS, SECONDS, EVERY)
        yield Figure(what=f"{WRITERS} tables, quiet", value=str(quiet), goal="", holds=not quiet.errors)
        before = hall.memory
        with Crowd(hall) as crowd:
            vanished(hall, 20)
            writing = hall.writing(WRITERS, SECONDS, EVERY)
            memory = hall.memory
        yield Figure(
            what="the same while 400 connections are stuck, p99",
            value=str(writing),
            goal="p99 at most 2 x quiet",
            holds=writing.quantile(0.99) <= 2 * quiet.quantile(0.99),
        )
        yield Figure(
            what="tables that got an error", value=str(len(writing.errors)), goal="none", holds=not writing.errors
        )
        yield Figure(
            what=f"memory of the server, {crowd.reopened} opened again",
            value=f"{before} -> {memory} MB",
            goal="+100 MB at most",
            holds=memory - before <= 100,
        )
        assert re.search("Spielliste", hall.server.read("/login/"))
