"""Rows that many tests start from: written once in a run through the product's services, then copied back."""

import copyreg
import functools
import hashlib
import inspect
import os
import pickle
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import MappingProxyType
from typing import Any, ParamSpec, TypeVar

from django.apps import apps
from django.conf import settings
from django.core.management.color import no_style
from django.db import connection, models, transaction
from django.utils import timezone, translation

from tournament.models import CashEntry, Purge, Removal
from tournament.proof.integrity import append_only

Row = tuple[Any, ...]
# The rows of a table by their keys.
Rows = dict[Any, Row]
# The change of a table by an act: new rows, changed rows, and the keys of rows that are gone.
Change = tuple[list[Row], list[Row], list[Any]]

# Columns of a login that change from test to test and that no act reads: rows that differ only here count as equal.
IDLE = {"last_login", "date_joined", "password"}

CLOCK = timezone.now

# What other settings and files of an installation make of the same act.
SETTINGS = ["LANGUAGE_CODE", "SEAL_PKCS12", "PUBLIC_ADDRESS", "HTTPS"]

# Where the processes of a run of tests find what others made; a server that a test starts shares nothing.
SHARED = Path(os.environ["TEST_RUN"]) if settings.SETTINGS_MODULE == "tests.settings" else None

Given, Result = ParamSpec("Given"), TypeVar("Result")

# A result may hold what nobody can change, like the view of a sheet.
copyreg.pickle(MappingProxyType, lambda mapping: (MappingProxyType, (dict(mapping),)))

# By the hash of act, arguments and rows before it: the changes, and the result as a pickle.
_changes_by_key: dict[str, tuple[list[Change], bytes]] = {}


def remembered(act: Callable[Given, Result]) -> Callable[Given, Result]:
    """Run `act` once in a run of all tests; when it is called with the same arguments on the same rows again, in
    whichever process, copy its rows and its result back.

    Use it for what takes long and is not what a test looks at, such as a full sheet: 32 games through the services
    take a second. Its result is rows and plain values. Its arguments are rows, compared by their key, and values whose
    repr says all. A test that sets the clock shares no rows with other tests.
    """
    signature = inspect.signature(act)

    @functools.wraps(act)
    def again(*args: Given.args, **options: Given.kwargs) -> Result:
        if timezone.now is not CLOCK:
            return act(*args, **options)
        before = _all_rows()
        call = signature.bind(*args, **options)
        call.apply_defaults()
        arguments = {name: _plain(value) for name, value in call.arguments.items()}
        case = repr((act.__module__, act.__qualname__, arguments, _house(), _compared(before)))
        key = hashlib.sha256(case.encode()).hexdigest()
        if memory := _changes_by_key.get(key) or _made_elsewhere(key):
            _changes_by_key[key] = memory
            changes, result = memory
            with transaction.atomic(), _guards_down(changes):
                for model, change in zip(_models(), changes, strict=True):
                    _put_back(model, *change)
            return pickle.loads(result)  # type: ignore[no-any-return]
        outcome = act(*args, **options)
        changes = [_change(old, new) for old, new in zip(before, _all_rows(), strict=True)]
        _changes_by_key[key] = changes, pickle.dumps(outcome)
        _tell_others(key)
        return outcome

    return again


def _house() -> tuple[Any, ...]:
    """What beside rows and arguments decides what an act makes: languages, settings, and the key that seals."""
    key = settings.VAR_DIR / "ca" / "seal.pem"
    own = key.read_bytes() if key.exists() else b""
    return translation.get_language(), [getattr(settings, name, None) for name in SETTINGS], own


def _made_elsewhere(key: str) -> tuple[list[Change], bytes] | None:
    """What another process of this run remembers under this key."""
    if SHARED is None:
        return None
    try:
        return pickle.loads((SHARED / key).read_bytes())  # type: ignore[no-any-return]
    except FileNotFoundError:
        return None


def _tell_others(key: str) -> None:
    """Lay what this process remembers where the others of this run find it."""
    if SHARED is not None:
        draft = SHARED / f"{key}-{os.getpid()}"
        draft.write_bytes(pickle.dumps(_changes_by_key[key]))
        draft.rename(SHARED / key)


@contextmanager
def _guards_down(changes: list[Change]) -> Iterator[None]:
    """Inside this context rows of purges, removals and cash boxes are taken whatever is beside them by now."""
    new = {model for model, (rows, _changed, _removed) in zip(_models(), changes, strict=True) if rows}
    if Purge in new:
        append_only.drop_retention_triggers(connection)
    if CashEntry in new:
        append_only.drop_cash_triggers(connection)
    if Removal in new:
        append_only.drop_removal_triggers(connection)
    yield
    if Purge in new:
        append_only.create_retention_triggers(connection)
    if CashEntry in new:
        append_only.create_cash_triggers(connection)
    if Removal in new:
        append_only.create_removal_triggers(connection)


@functools.cache
def _models() -> tuple[type[models.Model], ...]:
    return tuple(apps.get_app_config("tournament").get_models(include_auto_created=True))


def _columns(model: type[models.Model]) -> list[str]:
    return [field.column for field in model._meta.local_concrete_fields]


def _key(model: type[models.Model]) -> str:
    assert model._meta.pk is not None
    return model._meta.pk.column


def _plain(value: Any) -> Any:
    if isinstance(value, models.Model):
        return value._meta.label, value.pk
    return [_plain(one) for one in value] if isinstance(value, (list, tuple)) else value


def _all_rows() -> list[Rows]:
    """The rows of every table; an empty table costs hardly anything."""
    tests = ", ".join(f"EXISTS (SELECT 1 FROM {model._meta.db_table})" for model in _models())
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {tests}")
        return [_rows(model) if any_row else {} for model, any_row in zip(_models(), cursor.fetchone(), strict=True)]


def _compared(tables: list[Rows]) -> list[list[Row]]:
    """The rows without the columns in IDLE."""
    rows_compared = []
    for model, rows in zip(_models(), tables, strict=True):
        at = [place for place, column in enumerate(_columns(model)) if column not in IDLE]
        rows_compared.append([tuple(row[place] for place in at) for row in rows.values()])
    return rows_compared


def _rows(model: type[models.Model]) -> Rows:
    """All rows as the database has them, ordered by key."""
    columns = _columns(model)
    at = columns.index(_key(model))
    with connection.cursor() as cursor:
        cursor.execute(f'SELECT {_names(columns)} FROM {model._meta.db_table} ORDER BY "{_key(model)}"')
        rows = (tuple(map(_plain_value, row)) for row in cursor.fetchall())
        return {row[at]: row for row in rows}


def _plain_value(value: Any) -> Any:
    """A value that can be given to another process."""
    return bytes(value) if isinstance(value, memoryview) else value


def _change(before: Rows, after: Rows) -> Change:
    new = [row for key, row in after.items() if key not in before]
    changed = [row for key, row in after.items() if key in before and row != before[key]]
    return new, changed, [key for key in before if key not in after]


def _put_back(model: type[models.Model], new: list[Row], changed: list[Row], removed: list[Any]) -> None:
    table, columns, key = model._meta.db_table, _columns(model), _key(model)
    at = columns.index(key)
    with connection.cursor() as cursor:
        if removed:
            cursor.executemany(f'DELETE FROM {table} WHERE "{key}" = %s', [[value] for value in removed])
        if changed:
            values = ", ".join(f'"{column}" = %s' for column in columns)
            rows = [(*row, row[at]) for row in changed]
            cursor.executemany(f'UPDATE {table} SET {values} WHERE "{key}" = %s', rows)
        if new:
            places = ", ".join(["%s"] * len(columns))
            cursor.executemany(f"INSERT INTO {table} ({_names(columns)}) VALUES ({places})", new)
            # PostgreSQL counts keys apart from the rows: the next row must not get one of these.
            for statement in connection.ops.sequence_reset_sql(no_style(), [model]):
                cursor.execute(statement)


def _names(columns: list[str]) -> str:
    return ", ".join(f'"{column}"' for column in columns)
