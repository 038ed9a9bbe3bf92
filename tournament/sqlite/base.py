"""SQLite for many writers: they queue for their turn instead of asking again and again whether it has come.

SQLite itself lets one writer in; the others sleep, look again, sleep longer, and some of them wait for long. Here
whoever will write first takes a lock of the operating system on a file beside the database: it wakes the next one at
once, and a killed process cannot keep it. Reads take no lock. What SQLite guarantees does not rest on it.
"""

import fcntl
import os
from collections.abc import Callable
from typing import Any

from django.db.backends.sqlite3 import base
from django.db.backends.sqlite3.schema import DatabaseSchemaEditor

WRITING = ("INSERT", "UPDATE", "DELETE", "REPLACE", "VACUUM")


class SchemaEditor(DatabaseSchemaEditor):
    """Django's own, which keeps all triggers where it builds a table anew.

    Those of the table would be lost without a word, and one of another table that looks into it cannot be renamed by.
    """

    def _remake_table(self, *args: Any, **kwargs: Any) -> None:
        with self.connection.cursor() as cursor:
            cursor.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
            triggers = cursor.fetchall()
        for name, _sql in triggers:
            self.execute(f'DROP TRIGGER "{name}"')
        super()._remake_table(*args, **kwargs)  # type: ignore[misc]
        for _name, sql in triggers:
            self.execute(sql)


class DatabaseWrapper(base.DatabaseWrapper):
    """Django's own, whose transactions (IMMEDIATE) and single writing statements begin in their turn."""

    SchemaEditorClass = SchemaEditor
    transaction_mode: str | None  # DEFERRED while an audit reads
    _queue: int | None = None  # this connection's own descriptor of the file: threads queue as processes do

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.execute_wrappers.append(self._execute_in_turn)

    def _execute_in_turn(self, execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
        """A statement that is a transaction of its own. Beside a queue that never ends it would never find a gap."""
        if self.in_atomic_block or not sql.startswith(WRITING):
            return execute(sql, *rest)
        self._wait()
        try:
            return execute(sql, *rest)
        finally:
            self._leave()

    def _start_transaction_under_autocommit(self) -> None:
        if self.transaction_mode == "IMMEDIATE":
            self._wait()
        try:
            super()._start_transaction_under_autocommit()  # type: ignore[misc]
        except BaseException:
            self._leave()
            raise

    def _commit(self) -> Any:
        try:
            return super()._commit()  # type: ignore[misc]
        finally:
            self._leave()

    def _rollback(self) -> Any:
        try:
            return super()._rollback()  # type: ignore[misc]
        finally:
            self._leave()

    def _close(self) -> None:
        try:
            super()._close()  # type: ignore[misc]
        finally:
            if self._queue is not None:
                os.close(self._queue)
                self._queue = None

    def _wait(self) -> None:
        if self.is_in_memory_db():
            return
        if self._queue is None:
            name = os.fspath(self.settings_dict["NAME"])
            try:
                self._queue = os.open(f"{name}.queue", os.O_RDWR | os.O_CREAT, 0o600)
            except OSError:
                return  # another user's file: then the writers look again and again, as Django has them do
        fcntl.flock(self._queue, fcntl.LOCK_EX)

    def _leave(self) -> None:
        """Wake the next one, unless a transaction goes on because it could not be committed."""
        if self._queue is not None and not (self.connection and self.connection.in_transaction):
            fcntl.flock(self._queue, fcntl.LOCK_UN)
