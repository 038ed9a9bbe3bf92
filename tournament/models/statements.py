"""SQL written by hand for the statements that every game needs.

Django builds a query anew for each call, which takes many times as long as the database needs to answer
(docs/performance.md). Each statement works on SQLite and PostgreSQL.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache, cached_property
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.models import (
    CharField,
    Field,
    ForeignKey,
    IntegerField,
    Model,
    PositiveIntegerField,
    PositiveSmallIntegerField,
    TextField,
)

# Columns of these kinds take and hold values as they are.
PLAIN: Mapping[type, type] = {
    CharField: str,
    TextField: str,
    ForeignKey: int,
    IntegerField: int,
    PositiveIntegerField: int,
    PositiveSmallIntegerField: int,
}


def select(statement: str, *values: Any) -> list[tuple[Any, ...]]:
    """Return the rows of a SELECT as the database gives them: SQLite knows no times and no JSON."""
    with connections[DEFAULT_DB_ALIAS].cursor() as cursor:
        cursor.execute(statement, values)
        return list(cursor.fetchall())


class Reading:
    """A SELECT whose rows become rows of models.

    `{sheet}` in the statement stands for the columns of the model that is given as `sheet`, in the table of this name.
    Other selected values stand behind them and stay as they are.
    """

    def __init__(self, statement: str, **models: type[Model]) -> None:
        self.statement, self.models = statement, models

    def rows(self, *values: Any, ending: str = "") -> list[list[Any]]:
        """Run the statement. A model whose key is NULL, as a LEFT JOIN leaves it, becomes None."""
        return [[*self._models(row), *row[self._columns :]] for row in select(self._text + ending, *values)]

    def _models(self, row: Sequence[Any]) -> list[Model | None]:
        instances, first = [], 0
        for model in self.models.values():
            names, _conversions = _columns_of(model)
            instances.append(_model(model, row[first : first + len(names)]))
            first += len(names)
        return instances

    @cached_property
    def _text(self) -> str:
        return self.statement.format(
            **{
                table: ", ".join(f"{table}.{_quoted(field)}" for field in model._meta.concrete_fields)
                for table, model in self.models.items()
            }
        )

    @cached_property
    def _columns(self) -> int:
        return sum(len(model._meta.concrete_fields) for model in self.models.values())


def _model(model: type[Model], columns: Sequence[Any]) -> Model | None:
    """Make the row of a model, as Django does from the database's values."""
    if columns[0] is None:
        return None
    (names, conversions), values = _columns_of(model), list(columns)
    here = connections[DEFAULT_DB_ALIAS]
    for place, column, convert in conversions:
        values[place] = convert(values[place], column, here)
    return model.from_db(DEFAULT_DB_ALIAS, names, values)


@cache
def _columns_of(model: type[Model]) -> tuple[list[str], list[tuple[int, Any, Callable[..., Any]]]]:
    """Return the names of a model's columns, and the conversions that the database's values of some of them need."""
    fields = model._meta.concrete_fields
    conversions = [
        (place, field.cached_col, convert)
        for place, field in enumerate(fields)
        for convert in (
            *connection.ops.get_db_converters(field.cached_col),
            *field.get_db_converters(connection),
        )
    ]
    return [field.attname for field in fields], conversions


def insert(row: Model) -> None:
    """Insert a new row as its save() would, and give it its key. It sends no signal; nobody listens to any."""
    statement, fields = _insertion(type(row))
    here = connections[DEFAULT_DB_ALIAS]
    with here.cursor() as cursor:
        cursor.execute(statement, [_saved(field, field.pre_save(row, True), here) for field in fields])
        row.pk = cursor.fetchone()[0]
    row._state.adding, row._state.db = False, DEFAULT_DB_ALIAS


def update(model: type[Model], columns: Mapping[str, Any], more: Sequence[str] = (), **where: Any) -> None:
    """Set these columns in the rows that match all of `where`. `more` are settings in SQL: "version = version + 1"."""
    statement, fields = _updating(model, (*columns,), (*more,), (*where,))
    here, values = connections[DEFAULT_DB_ALIAS], (*columns.values(), *where.values())
    with here.cursor() as cursor:
        cursor.execute(statement, [_saved(field, value, here) for field, value in zip(fields, values, strict=True)])


def _saved(field: "Field[Any, Any]", value: Any, here: Any) -> Any:
    """Return the value for the database: unchanged if Django would only check that it is a number or a text."""
    plain = value is None or type(value) is PLAIN.get(type(field))
    return value if plain else field.get_db_prep_save(value, here)


@cache
def _updating(
    model: type[Model], columns: tuple[str, ...], more: tuple[str, ...], where: tuple[str, ...]
) -> tuple[str, list["Field[Any, Any]"]]:
    fields = {field.attname: field for field in model._meta.local_concrete_fields}
    settings = [*(f"{_quoted(fields[name])} = %s" for name in columns), *more]
    conditions = " AND ".join(f"{_quoted(fields[name])} = %s" for name in where)
    table = connection.ops.quote_name(model._meta.db_table)
    statement = f"UPDATE {table} SET {', '.join(settings)} WHERE {conditions}"  # noqa: S608 - our own models' names
    return statement, [fields[name] for name in (*columns, *where)]


@cache
def _insertion(model: type[Model]) -> tuple[str, list["Field[Any, Any]"]]:
    fields = [field for field in model._meta.local_concrete_fields if not field.primary_key]
    table, key = connection.ops.quote_name(model._meta.db_table), connection.ops.quote_name("id")
    names, marks = ", ".join(map(_quoted, fields)), ", ".join(["%s"] * len(fields))
    return f"INSERT INTO {table} ({names}) VALUES ({marks}) RETURNING {key}", fields  # noqa: S608 - see above


def _quoted(field: Any) -> str:
    return connection.ops.quote_name(field.column)
