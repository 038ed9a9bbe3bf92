"""A hall of workers that give answers again: what Django would answer is counted, the versions stand in a real file."""

import asyncio
import gzip
import sqlite3
import threading
import time
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from tournament.server.answers import HttpAnswer
from tournament.server.kept_answers import KeptAnswers
from tournament.server.public_request import reader
from tournament.server.rows import SqliteRows
from tournament.server.versions import Basis, SqliteVersions

QUESTION = "SELECT version FROM tournament WHERE id = %s"


class Database:
    """One tournament and its version, in an SQLite file that others write to."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "versions.sqlite3"
        self.write("PRAGMA journal_mode=WAL; CREATE TABLE tournament (id INTEGER, version INTEGER)")
        self.write("INSERT INTO tournament VALUES (1, 7)")

    def write(self, statements: str) -> None:
        database = sqlite3.connect(self.file)
        database.executescript(statements)
        database.close()

    def set_version(self, version: int) -> None:
        self.write(f"UPDATE tournament SET version = {version}")

    def version(self) -> int:
        database = sqlite3.connect(self.file)
        (version,) = database.execute("SELECT version FROM tournament").fetchone()
        database.close()
        return int(version)


class Worker:
    """One worker. `django` makes the answer to a request from the version that it reads; `asked` are its requests.

    A page says which version it shows and how often pages were made here: "v7 made 1".
    """

    def __init__(self, database: Database, *, seconds: float = 0.0, **headers: str) -> None:
        self.database, self.seconds, self.headers = database, seconds, headers
        self.asked: list[dict[str, str]] = []
        self.shared, self.status, self.packed, self.going = True, 200, False, threading.Event()
        self.pool = ThreadPoolExecutor(4)
        self.kept = KeptAnswers(
            SqliteVersions(SqliteRows(str(database.file))),
            reader(lambda cookie, accepted: "en" if "en" in cookie.partition("=")[2] + accepted else "de", "language"),
            barrier=database.file.with_name("restore-next"),
            make=self.make,
        )

    def django(self, strings: dict[str, str]) -> HttpAnswer:
        self.asked.append(strings)
        version = self.database.version()
        if self.status != 200:
            return HttpAnswer(status=self.status, pieces=[b"no page"])
        self.going.set()
        time.sleep(self.seconds)
        basis = Basis(statement=QUESTION, parameters=(1,), version=version, shared=self.shared)
        headers = [(name.replace("_", "-").encode(), value.encode()) for name, value in self.headers.items()]
        if f"v={version}" in strings["QUERY_STRING"].split("&"):
            return HttpAnswer(status=204, headers=headers, pieces=[b""], basis=basis)
        body = f"v{version} made {len(self.asked)}".encode()
        return HttpAnswer(
            status=200, headers=headers, pieces=[gzip.compress(body) if self.packed else body], basis=basis
        )

    async def make(self, strings: dict[str, str], _key: str) -> HttpAnswer:
        return await asyncio.get_running_loop().run_in_executor(self.pool, self.django, strings)

    async def answer(self, query: str = "", path: str = "/t/a/", **headers: str) -> str:
        """What a browser is told: the body, or the status without one; by what is kept, else by Django."""
        answer = await self.full(query, path, **headers)
        return (b"".join(answer.pieces) or str(answer.status).encode()).decode()

    async def full(self, query: str = "", path: str = "/t/a/", **headers: str) -> HttpAnswer:
        headers = {"accept_encoding": "gzip"} | headers
        scope = {
            "type": "http", "method": "GET", "path": path, "query_string": query.encode(), "http_version": "1.1",
            "headers": [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()],
            "client": ("192.0.2.7", 5000),
        }  # fmt: skip
        if (answer := await self.kept.find(scope)) is not None:
            return answer
        answer = await self.make({"QUERY_STRING": query, "HTTP_COOKIE": headers.get("cookie", "")}, "")
        self.kept.keep(scope, answer)
        return answer


def run(what: Coroutine[Any, Any, None]) -> None:
    """Run this in a thread of its own: browser tests leave a running loop in this one."""
    with ThreadPoolExecutor(1) as own:
        own.submit(asyncio.run, what).result()
