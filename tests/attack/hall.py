"""A hall to attack: an installation with a device at each table, its server, and tables that write over loopback."""

import contextlib
import http.client
import json
import os
import secrets
import signal
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

from tests.installation import Server, run_inside
from tests.migrated import lay_installation

# No request of a table may take longer; a real page gives up earlier.
GIVE_UP_SECONDS = 20.0
GAMES = 31
# Printer and keeper begin 3 s after the start, and load for some seconds.
SETTLING = 8.0
TABLES_WITH_DEVICES = """
from tests.worlds.played import play
from tournament.models import Scoresheet
from tournament.devices.services.devices import enrol_device
from tournament.devices.views.devices import table_address
play({tables}, [])
sheets = Scoresheet.objects.select_related("match__tournament")
print(json.dumps([
    [table_address(sheet), enrol_device(scoresheet=sheet, code=sheet.code, take_over=False, label="test")[1]]
    for sheet in sheets
]))
"""


@dataclass(slots=True)
class Written:
    """How a time of writing went: the seconds of each answered game, and what was answered instead."""

    seconds: float
    times: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        p50, p99 = 1000 * self.quantile(0.5), 1000 * self.quantile(0.99)
        return f"{self.per_second:.0f}/s p50 {p50:.0f} p99 {p99:.0f} ms"

    @property
    def per_second(self) -> float:
        return len(self.times) / self.seconds

    def quantile(self, share: float) -> float:
        """The time within which this share of the games was answered, in seconds."""
        ordered = sorted(self.times)
        return ordered[min(len(ordered) - 1, int(len(ordered) * share))] if ordered else float("inf")


class Table:
    """A table's device. It makes commands, sends them until they are answered, and forgets only what is saved.

    It keeps its connection, and takes the last game back before the sheet is full. `acknowledged` are the ids of all
    commands that were saved; `lines` those of the games that are written once everything is answered.
    """

    def __init__(self, port: int, address: str, token: str) -> None:
        self.port, self.address, self.token = port, address, token
        self.connection: http.client.HTTPConnection | None = None
        self.made = self.version = 0
        self.acknowledged: list[str] = []
        self.lines: list[str] = []
        self.queue: list[dict[str, Any]] = []

    def write(self, commands: int = 1) -> str:
        """Send what is unanswered, else this many new commands; return "" when all are saved, else what went wrong."""
        self.queue = self.queue or [self._next() for _ in range(commands)]
        body = json.dumps({"protocol": 1, "version": self.version, "commands": self.queue})
        headers = {
            "Content-Type": "application/json",
            "Cookie": f"spielliste_table={self.token}; csrftoken={'c' * 32}",
            "X-CSRFToken": "c" * 32,
        }
        try:
            if self.connection is None:
                self.connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=GIVE_UP_SECONDS)
            self.connection.request("POST", f"{self.address}commands/", body, headers)
            answer = self.connection.getresponse()
            reply_body = answer.read()
        except (OSError, http.client.HTTPException) as error:
            self.close()
            return type(error).__name__
        if answer.status != 200:
            return f"{answer.status} {reply_body[:80]!r}"
        reply = json.loads(reply_body)
        self.version = reply.get("changes", reply.get("state"))["version"]
        for one in reply["answers"]:
            if one["answer"] not in ("applied", "duplicate"):
                return str(one)
            assert self.queue.pop(0)["id"] == one["id"]
            self.acknowledged.append(one["id"])
        return ""

    def ask(self) -> str:
        """Ask whether there is anything new, as the page does every two seconds; return "" or what went wrong."""
        try:
            if self.connection is None:
                self.connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=GIVE_UP_SECONDS)
            headers = {"Cookie": f"spielliste_table={self.token}"}
            self.connection.request("GET", f"{self.address}state.json?v={self.version}", headers=headers)
            answer = self.connection.getresponse()
            body = answer.read()
        except (OSError, http.client.HTTPException) as error:
            self.close()
            return type(error).__name__
        if answer.status == 200:
            self.version = json.loads(body)["version"]
        return "" if answer.status in (200, 204) else str(answer.status)

    def close(self) -> None:
        if self.connection is not None:
            self.connection.close()
            self.connection = None

    def _next(self) -> dict[str, Any]:
        self.made += 1
        command = {"id": secrets.token_hex(16), "sequence": self.made, "base": self.version}
        if len(self.lines) == GAMES:
            return command | {"kind": "take_back", "number": GAMES, "game": self.lines.pop()}
        self.lines.append(str(command["id"]))
        record = {"contract": "rufer", "declarer": 1, "partner": 3, "result": "won", "level": "simple"}
        return command | {"kind": "record", "number": len(self.lines), "record": record}


class Hall:
    """A started server and its tables."""

    def __init__(self, var: Path, server: Server, tables: list[Table]) -> None:
        self.var, self.server, self.tables = var, server, tables

    def writing(self, writers: int, seconds: float, every: float = 0.0) -> Written:
        """Let the first tables write at once for some seconds; `every` is the pause between two games of a table."""
        return self._doing(Table.write, writers, seconds, every)

    def asking(self, tables: int, seconds: float, every: float = 2.0) -> Written:
        """Let the first tables ask for news for some seconds, each with this pause between two questions."""
        return self._doing(Table.ask, tables, seconds, every)

    def _doing(self, act: Callable[[Table], str], tables: int, seconds: float, every: float) -> Written:
        writing = Written(seconds)
        until = time.perf_counter() + seconds

        def go_on(table: Table) -> None:
            time.sleep(secrets.randbelow(1000) / 1000 * every)
            while (began := time.perf_counter()) < until:
                fault = act(table)
                duration = time.perf_counter() - began
                if fault:
                    writing.errors.append(fault)
                else:
                    writing.times.append(duration)
                time.sleep(max(0.0, every - duration))

        threads = [threading.Thread(target=go_on, args=[table]) for table in self.tables[:tables]]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return writing

    @property
    def memory(self) -> int:
        """The resident memory of all of the server's processes, in MB."""
        return sum(_resident(process) for process in processes_of(self.server.process.pid)) // 1024


@contextlib.contextmanager
def open_hall(var: Path, tables: int, *options: str, errors: IO[bytes] | None = None) -> Iterator[Hall]:
    """Lay an installation with this number of tables, start its server, and end it at last."""
    tables_there = run_inside(lay_installation(var), TABLES_WITH_DEVICES.format(tables=tables))
    server = Server(var, *options, errors=errors)
    try:
        yield Hall(var, server, [Table(server.port, *one) for one in tables_there])
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(server.process.pid, signal.SIGTERM)
        server.process.wait(15)


def processes_of(leader: int) -> Iterator[int]:
    """A process and all that it and they have started, whatever group or session they are in."""
    yield leader
    with contextlib.suppress(OSError):
        for thread in os.listdir(f"/proc/{leader}/task"):
            for child in Path(f"/proc/{leader}/task/{thread}/children").read_text().split():
                yield from processes_of(int(child))


def kill_all(leader: int) -> None:
    """Kill a server with all its processes at once, as a power cut does: none can tidy up after the others."""
    for process in list(processes_of(leader)):
        with contextlib.suppress(ProcessLookupError):
            os.kill(process, signal.SIGKILL)


def _resident(process: int) -> int:
    """The resident memory of a process in kB; 0 when it has ended."""
    with contextlib.suppress(OSError):
        for line in Path(f"/proc/{process}/status").read_text().splitlines():
            if line.startswith("VmRSS"):
                return int(line.split()[1])
    return 0
