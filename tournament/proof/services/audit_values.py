"""Comparing how values are stored with what this program writes into their columns. Reads only.

SQLite takes any value for any column, and then Python may read another one than SQL does: 2.5 is true for SQL and
False for us. In JSON 2.0 equals 2 for Python, and of two equal keys the last one counts.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from django.apps import apps
from django.db import models
from django.utils.translation import gettext as _

from tournament.proof.integrity.canonical import strict
from tournament.proof.services.audit_gaps import up_to_gap

# The largest whole number that the scripts of our pages read exactly.
LARGEST = 2**53
DAY = "[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]"
SECOND = f"{DAY} [0-9][0-9]:[0-9][0-9]:[0-9][0-9]"
FRACTION = f"{SECOND}.[0-9][0-9][0-9][0-9][0-9][0-9]"


def value_differences(connection: Any) -> Iterator[str]:
    """A sentence for each value that this program never writes. Three queries for each table; on PostgreSQL, where
    columns have types, one for each table with JSON."""
    for model in apps.get_app_config("tournament").get_models():
        yield from up_to_gap(str(model._meta.model_name), partial(_table_differences, connection, model))
    if connection.vendor == "sqlite":
        yield from up_to_gap("the counters of rows", lambda: _counter_differences(connection))


def _table_differences(connection: Any, model: type[models.Model]) -> Iterator[str]:
    cells = set(_other_json(connection, model))
    if connection.vendor == "sqlite":
        cells |= {*_ill_fitting(connection, model), *_undecodable(connection, model)}
    for key, column in sorted(cells):
        place = {"key": key, "table": model._meta.model_name, "column": column}
        yield _("row %(key)s of %(table)s: “%(column)s” holds what this program never writes") % place


def _ill_fitting(connection: Any, model: type[models.Model]) -> Iterator[tuple[int, str]]:
    """The cells that hold a value of another kind than their column."""
    fields = _fields(model, models.Field)
    fits = [_fits(connection, field) for field in fields]
    for key, *fitting in _rows(connection, model, fits, f" WHERE NOT ({' AND '.join(fits)})"):
        yield from ((key, field.column) for field, fit in zip(fields, fitting, strict=True) if not fit)


def _fits(connection: Any, field: Any) -> str:
    """The condition, in SQL, that a value is of the kind of its column."""
    column, kind = connection.ops.quote_name(field.column), field.db_type(connection)
    if kind == "bool":
        fits = f"typeof({column}) = 'integer' AND {column} IN (0, 1)"
    elif "int" in kind:
        least = 0 if "unsigned" in kind else -LARGEST
        fits = f"typeof({column}) = 'integer' AND {column} BETWEEN {least} AND {LARGEST}"
    elif kind == "datetime":
        fits = f"typeof({column}) = 'text' AND ({column} GLOB '{SECOND}' OR {column} GLOB '{FRACTION}')"
    elif kind == "date":
        fits = f"typeof({column}) = 'text' AND {column} GLOB '{DAY}'"
    else:
        fits = f"typeof({column}) = '{'blob' if kind == 'BLOB' else 'text'}'"
    return f"({column} IS NULL OR {fits})" if field.null else f"({fits})"


def _undecodable(connection: Any, model: type[models.Model]) -> Iterator[tuple[int, str]]:
    """The texts that are not written in UTF-8. Each column is read as one text, by rows only where that is not."""
    fields = _fields(model, models.CharField, models.TextField, models.JSONField)
    columns = [connection.ops.quote_name(field.column) for field in fields]
    joined = [f"CAST(group_concat({column}) AS BLOB)" for column in columns]
    whole = _rows(connection, model, joined)[0][1:] if fields else ()
    for field, column, text in zip(fields, columns, whole, strict=True):
        if not _is_text(text):
            rows = _rows(connection, model, [f"CAST({column} AS BLOB)"])
            yield from ((key, field.column) for key, part in rows if not _is_text(part))


def _is_text(value: bytes | None) -> bool:
    try:
        (value or b"").decode()
    except UnicodeDecodeError:
        return False
    return True


def _other_json(connection: Any, model: type[models.Model]) -> Iterator[tuple[int, str]]:
    """The cells with JSON that is no JSON, not strict, or of another kind than the program's."""
    fields = _fields(model, models.JSONField)
    kinds = [(type(field.get_default()),) if field.has_default() else (dict, list) for field in fields]
    kind = "BLOB" if connection.vendor == "sqlite" else "TEXT"
    texts = [f"CAST({connection.ops.quote_name(field.column)} AS {kind})" for field in fields]
    good: set[tuple[int, Any]] = set()  # most games are written like another one
    for key, *values in _rows(connection, model, texts) if texts else ():
        for place, value in enumerate(values):
            if value is not None and (place, value) not in good:
                if _is_json(value, kinds[place]):
                    good.add((place, value))
                else:
                    yield key, fields[place].column


def _is_json(text: bytes | str, kinds: tuple[type, ...]) -> bool:
    try:
        return isinstance(strict(text.decode() if isinstance(text, bytes) else text), kinds)
    except (ValueError, RecursionError):
        return False


def _counter_differences(connection: Any) -> Iterator[str]:
    """Compare what SQLite has noted as the last key of each table with its rows: from there on it counts new rows."""
    models_of = {model._meta.db_table: model for model in apps.get_models(include_auto_created=True)}
    tables = {name: one for name, one in models_of.items() if isinstance(one._meta.pk, models.AutoField)}
    counters: dict[str, list[int | None]] = defaultdict(list)
    with connection.cursor() as cursor:
        cursor.execute("SELECT name, CASE typeof(seq) WHEN 'integer' THEN seq END FROM sqlite_sequence")
        for name, last in cursor.fetchall():
            counters[name].append(last)
        newest = " UNION ALL ".join(f"SELECT '{name}', max(id) FROM {name}" for name in tables)  # noqa: S608 - ours
        cursor.execute(newest)
        for name, key in cursor.fetchall():
            last = counters[name] or ([0] if key is None else [None])
            if len(last) > 1 or last[0] is None or not (key or 0) <= last[0] <= LARGEST:
                name_of_table = {"table": tables[name]._meta.model_name}
                yield _("the counter of the rows of %(table)s is not one that this program leaves") % name_of_table


def _fields(model: type[models.Model], *kinds: type[Any]) -> list[Any]:
    return [field for field in model._meta.local_concrete_fields if isinstance(field, kinds)]


def _rows(connection: Any, model: type[models.Model], values: Sequence[str], where: str = "") -> list[tuple[Any, ...]]:
    """Key and these values, in SQL, of all rows."""
    table = connection.ops.quote_name(model._meta.db_table)
    key = connection.ops.quote_name(model._meta.pk.column)
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {', '.join([key, *values])} FROM {table}{where}")  # noqa: S608 - names of our own
        return list(cursor.fetchall())
