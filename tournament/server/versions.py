"""Whether the version from which an answer was made is still the newest one, for the price of some microseconds.

A view notes with its answer the query that gives the version (views/answer_versions.py). This module only asks it
again.
"""

import asyncio
import sqlite3
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Protocol

from tournament.server.rows import SqliteRows

# Beyond this the versions that a worker remembers are forgotten, all at once.
MOST_VERSIONS = 5000
# On PostgreSQL a version is asked for at most so often; SQLite tells every change at once.
ASKED_EVERY = 0.25


@dataclass(frozen=True, slots=True, kw_only=True)
class Basis:
    """What an answer was made from: a statement with its parameters, and the version that it gave.

    `shared`: the answer is the same for everybody without a login. `seconds`: how long the same request may get it
    again, even while the version stands; 0 is never.
    """

    statement: str
    parameters: tuple[int, ...]
    version: int
    shared: bool = False
    seconds: float = 20.0


class Versions(Protocol):
    """Where the newest versions come from."""

    async def newest(self, basis: Basis) -> int | None:
        """The version that the query of this basis gives now; None where the database cannot be asked."""


class SqliteVersions:
    """Versions in an SQLite file. `PRAGMA data_version` says whether anybody has written since the last query.

    It is used by one thread only.
    """

    def __init__(self, rows: SqliteRows) -> None:
        self.rows, self.data_version = rows, 0
        self.cache: dict[tuple[str, tuple[int, ...]], int | None] = {}

    async def newest(self, basis: Basis) -> int | None:
        """The version now. A query only where anybody has written since the last one."""
        try:
            return self._newest(basis)
        except sqlite3.Error:
            self.data_version, self.cache = 0, {}
            return None

    def _newest(self, basis: Basis) -> int | None:
        (data_version,) = self.rows.read("PRAGMA data_version") or (0,)
        if data_version != self.data_version or len(self.cache) > MOST_VERSIONS:
            self.data_version, self.cache = data_version, {}
        key = (basis.statement, basis.parameters)
        if key not in self.cache:
            row = self.rows.read(*key)
            self.cache[key] = row[0] if row else None
        return self.cache[key]


class AskedVersions:
    """Versions in a database that must be asked each time, such as PostgreSQL: at most every ASKED_EVERY seconds.

    `row` runs a statement in a thread and returns its first row, None without one.
    """

    def __init__(self, row: Callable[[str, tuple[Any, ...]], Awaitable[tuple[Any, ...] | None]]) -> None:
        self.row = row
        self.cache: dict[tuple[str, tuple[int, ...]], tuple[float, int | None]] = {}
        self.asking: dict[tuple[str, tuple[int, ...]], asyncio.Task[int | None]] = {}

    async def newest(self, basis: Basis) -> int | None:
        """The version as it was a moment ago."""
        key = (basis.statement, basis.parameters)
        read_at, newest = self.cache.get(key, (0.0, None))
        if time.monotonic() - read_at >= ASKED_EVERY:
            if key not in self.asking:
                self.asking[key] = asyncio.ensure_future(self._ask(key))
            newest = await asyncio.shield(self.asking[key])
        return newest

    async def _ask(self, key: tuple[str, tuple[int, ...]]) -> int | None:
        try:
            began = time.monotonic()
            row = await self.row(*key)
            newest = row[0] if row else None
            if len(self.cache) > MOST_VERSIONS:
                self.cache = {}
            self.cache[key] = (began, newest)
            return newest
        finally:
            del self.asking[key]
