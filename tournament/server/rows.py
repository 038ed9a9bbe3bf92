"""Asks the database for single rows from the event loop, which must not wait for it."""

import asyncio
import contextlib
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from django.db import DatabaseError, connection


class SqliteRows:
    """Rows of an SQLite file: they take some microseconds each and wait for no writer. One thread uses it."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.connection: sqlite3.Connection | None = None

    async def row(self, statement: str, parameters: tuple[Any, ...] = ()) -> tuple[Any, ...] | None:
        """The first row; None without one, or where the file cannot be asked."""
        try:
            return self.read(statement, parameters)
        except sqlite3.Error:
            return None

    def read(self, statement: str, parameters: tuple[Any, ...] = ()) -> tuple[Any, ...] | None:
        """The first row. Raises sqlite3.Error; the next question opens the file again."""
        try:
            if self.connection is None:
                self.connection = sqlite3.connect(self.file, timeout=0, isolation_level=None)
                self.connection.execute("PRAGMA query_only=ON")
            row: tuple[Any, ...] | None = self.connection.execute(statement.replace("%s", "?"), parameters).fetchone()
        except sqlite3.Error:
            self.close()
            raise
        return row

    def keep_open(self) -> None:
        """Open the file now: SQLite makes files beside it. On a full disk it could not, and nobody could read."""
        with contextlib.suppress(sqlite3.Error):
            self.read("SELECT 1 FROM sqlite_master")

    def close(self) -> None:
        """Let go of the file."""
        if self.connection is not None:
            self.connection.close()
        self.connection = None


class ServerRows:
    """Rows of a database that is another program, such as PostgreSQL; a thread waits for them."""

    def __init__(self) -> None:
        self.thread = ThreadPoolExecutor(1, thread_name_prefix="rows")

    async def row(self, statement: str, parameters: tuple[Any, ...] = ()) -> tuple[Any, ...] | None:
        """The first row; None without one, or where the database cannot be asked."""
        return await asyncio.get_running_loop().run_in_executor(self.thread, self._read, statement, parameters)

    def _read(self, statement: str, parameters: tuple[Any, ...]) -> tuple[Any, ...] | None:
        try:
            with connection.cursor() as cursor:
                cursor.execute(statement, parameters)
                row: tuple[Any, ...] | None = cursor.fetchone()
        except DatabaseError:
            connection.close()  # the next question opens it again
            return None
        return row
