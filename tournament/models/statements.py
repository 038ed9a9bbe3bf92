"""Statements written by hand, for what every game needs: Django builds a query anew each time it is asked, which takes
many times as long as the database needs to answer (docs/performance.md). Each is right for SQLite and PostgreSQL."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from django.db import connection
from django.db.models import Field, Model


def select(statement: str, *values: Any) -> list[tuple[Any, ...]]:
    """Return the rows of a SELECT as the database gives them: SQLite knows no times and no JSON."""
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        return list(cursor.fetchall())


def insert(row: Model) -> None:
    """Insert a new row as its save() would, and give it its key. No signal is sent; nobody listens to any."""
    statement, fields = _insertion(type(row))
    with connection.cursor() as cursor:
        cursor.execute(statement, [field.get_db_prep_save(field.pre_save(row, True), connection) for field in fields])
        row.pk = cursor.fetchone()[0]
    row._state.adding, row._state.db = False, connection.alias


def update(model: type[Model], columns: Mapping[str, Any], more: Sequence[str] = (), **where: Any) -> None:
    """Set these columns in the rows where all of `where` is so. `more` are settings in SQL: "version = version + 1"."""
    fields = {field.attname: field for field in model._meta.local_concrete_fields}
    settings = [*(f"{_quoted(fields[name])} = %s" for name in columns), *more]
    conditions = " AND ".join(f"{_quoted(fields[name])} = %s" for name in where)
    values = [fields[name].get_db_prep_save(value, connection) for name, value in (*columns.items(), *where.items())]
    with connection.cursor() as cursor:
        cursor.execute(
            f"UPDATE {connection.ops.quote_name(model._meta.db_table)} "  # noqa: S608 - names of our own models
            f"SET {', '.join(settings)} WHERE {conditions}",
            values,
        )


@cache
def _insertion(model: type[Model]) -> tuple[str, list["Field[Any, Any]"]]:
    fields = [field for field in model._meta.local_concrete_fields if not field.primary_key]
    table, key = connection.ops.quote_name(model._meta.db_table), connection.ops.quote_name("id")
    names, marks = ", ".join(map(_quoted, fields)), ", ".join(["%s"] * len(fields))
    return f"INSERT INTO {table} ({names}) VALUES ({marks}) RETURNING {key}", fields  # noqa: S608 - see above


def _quoted(field: Any) -> str:
    return connection.ops.quote_name(field.column)
