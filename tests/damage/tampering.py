"""Changes rows as somebody with access to the database could, or as time does."""

import datetime as dt
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection

from tournament.models import Tournament
from tournament.proof.integrity import append_only


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
    append_only.drop_cash_triggers(connection)
    append_only.drop_removal_triggers(connection)
    yield


def tamper(sql: str, *values: object) -> None:
    """Change rows as somebody with access to the database could: triggers off, then plain SQL."""
    with triggers_off(), connection.cursor() as cursor:
        cursor.execute(sql, values)
        assert cursor.rowcount == 1


def is_over(tournament: Tournament) -> None:
    """Finish the tournament and let its time of retention pass."""
    changes = {"day": dt.date(2024, 11, 30), "keep_until": dt.date(2025, 5, 30), "state": "finished"}
    Tournament.objects.filter(pk=tournament.pk).update(frozen_ruleset=tournament.ruleset.text, **changes)
