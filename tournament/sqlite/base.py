"""SQLite for many writers: they wait in a queue instead of trying again and again.

SQLite itself allows one writer; the others sleep, try again and sleep longer, so some of them wait very long. Here a
writer first takes a lock of the operating system on a file beside the database. The system wakes the next writer at
once and frees the lock of a killed process. Reads take no lock.

Until version 3.51.3 SQLite has a fault ("WAL-reset bug"): a checkpoint that runs while another connection commits may
damage the database. Here a commit, the checkpoint that may follow it, and a requested checkpoint share one turn, so no
two of them run at once. The checkpoint at the last closing of a database excludes everybody by itself. So a newer
SQLite is not needed. Without the queue an older one would not be safe, so nothing is written then.
"""

import contextlib
import os
import sqlite3
from collections.abc import Callable
from typing import Any

from django.db import OperationalError
from django.db.backends.sqlite3 import base
from django.db.backends.sqlite3.schema import DatabaseSchemaEditor

from tournament.files import release_lock, take_lock
from tournament.sqlite.watermark import RaisedWatermark, log_position, raised_watermark

WRITING = ("INSERT", "UPDATE", "DELETE", "REPLACE", "VACUUM", "PRAGMA wal_checkpoint")
# From this version on SQLite needs no queue for its safety.
SAFE_ALONE = (3, 51, 3)
# The order to put a copy in the place of the database (tournament/backup/copies/switching.py).
RESTORE_ORDER = "restore-next"


class SchemaEditor(DatabaseSchemaEditor):
    """Django's schema editor, but all triggers survive when it rebuilds a table.

    Otherwise the table's own triggers would be lost silently, and a trigger of another table that reads this one would
    make the renaming fail.
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
    """Django's wrapper; IMMEDIATE transactions and single writing statements wait in the queue before they begin."""

    SchemaEditorClass = SchemaEditor
    transaction_mode: str | None  # DEFERRED while an audit reads
    _queue: int | None = None  # each connection has its own descriptor of the file, so threads queue as processes do
    _watermark: RaisedWatermark | None = None

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.execute_wrappers.append(self._execute_in_turn)

    def get_new_connection(self, conn_params: Any) -> Any:
        """Open the database, but never in the middle of a restore, which is about to put another file in its place."""
        if os.path.exists(os.path.join(os.path.dirname(os.fspath(self.settings_dict["NAME"])), RESTORE_ORDER)):
            raise OperationalError("A restore is not finished: start Spielliste, which finishes it.")
        return super().get_new_connection(conn_params)

    def _execute_in_turn(self, execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
        """Queue a single statement outside a transaction, too: without a turn it would never get in between a long
        queue."""
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
        """Commit, then note how far the log has come, in the same turn."""
        writes = self._queue is not None and self.transaction_mode == "IMMEDIATE"
        newest = log_position(self.connection) if writes else 0
        try:
            super()._commit()  # type: ignore[misc]
            if newest:
                self._raise_watermark(newest)
        finally:
            self._leave()

    def _raise_watermark(self, newest: int) -> None:
        self._watermark = self._watermark or raised_watermark(os.fspath(self.settings_dict["NAME"]))
        if self._watermark is not None:
            with contextlib.suppress(OSError):  # what is committed is written
                self._watermark.raise_to(newest)

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
            if self._watermark is not None:
                self._watermark.close()
                self._watermark = None

    def _wait(self) -> None:
        if self.is_in_memory_db():
            return
        if self._queue is None:
            name = os.fspath(self.settings_dict["NAME"])
            try:
                self._queue = _open_queue(name)
            except OSError as error:
                if sqlite3.sqlite_version_info < SAFE_ALONE:
                    raise OperationalError(f"{name}.queue cannot be opened: {error.strerror}") from error
                return  # without a queue the writers try again and again, as in Django
        take_lock(self._queue, wait=True)

    def _leave(self) -> None:
        """Let the next writer begin, unless a transaction is still open because its commit failed."""
        if self._queue is not None and not (self.connection and self.connection.in_transaction):
            release_lock(self._queue)


def _open_queue(name: str) -> int:
    """Open the file that writers lock. If an administrator creates it, it belongs to the owner of the database."""
    queue = os.open(f"{name}.queue", os.O_RDWR | os.O_CREAT, 0o600)
    with contextlib.suppress(OSError):
        owner = os.stat(name)
        if os.geteuid() == 0 and os.fstat(queue).st_uid != owner.st_uid:
            os.fchown(queue, owner.st_uid, owner.st_gid)
    return queue
