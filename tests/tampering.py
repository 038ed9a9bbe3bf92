"""Changes rows as somebody with access to the database could."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection

from tournament.integrity import append_only


@contextmanager
def triggers_off() -> Iterator[None]:
    """Inside this context append-only rows can be changed."""
    connection.check_constraints()  # PostgreSQL does not alter a table with pending checks
    append_only.drop_triggers(connection)
    yield
    connection.check_constraints()
    append_only.create_triggers(connection)


@contextmanager
def defenceless() -> Iterator[None]:
    """Inside this context no trigger is left. Leave it only to roll everything back."""
    connection.check_constraints()
    append_only.drop_triggers(connection)
    append_only.drop_root_triggers(connection)
    append_only.drop_retention_triggers(connection)
    yield
