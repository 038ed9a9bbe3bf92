"""Deleted text leaves the files, too: documents that are kept, and the free pages of the database."""

import logging
import time

from django.core.cache import caches
from django.db import connection


def leave_no_trace() -> None:
    """Delete the documents that are kept, and rewrite SQLite's file, because its free pages and its
    write-ahead log still contain the deleted text.

    PostgreSQL needs no call; its own VACUUM does this. Call it outside a transaction; it waits until nobody writes.
    """
    caches["documents"].clear()
    if connection.vendor == "sqlite":
        _rewrite_file()
    caches["documents"].clear()  # what was begun before the names were erased is finished by now


def _rewrite_file() -> None:
    with connection.cursor() as cursor:
        cursor.execute("VACUUM")
        for _attempt in range(50):
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            busy, *_pages = cursor.fetchone()
            if not busy:
                return
            time.sleep(0.1)  # a reader still uses the old pages
    logging.getLogger(__name__).warning("What was deleted leaves the file beside the database when all have closed it.")
