"""A database that takes nothing, as on a write-protected disk."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.db import connection


@contextmanager
def write_protected() -> Iterator[None]:
    """Let every write fail with SQLite's own error. The test needs transactions of its own: such an error ends them."""
    if connection.vendor != "sqlite":
        pytest.skip("SQLite's own error")
    connection.ensure_connection()
    connection.connection.execute("PRAGMA query_only=ON")
    try:
        yield
    finally:
        connection.connection.execute("PRAGMA query_only=OFF")
