"""Comparing the schema of the database with the one that the migrations of this version make. Reads only.

On PostgreSQL only the triggers and the list of migrations are compared.
"""

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.utils.translation import gettext as _
from django.utils.translation import pgettext_lazy

from tournament.proof import integrity
from tournament.proof.services.audit_triggers import foreign_triggers, trigger_differences

# One statement a line, printed by tests/schema.py from a migrated database.
SCHEMA = Path(integrity.__file__).with_name("schema.sql")
STATEMENT = re.compile(r'CREATE (?:UNIQUE )?(TABLE|INDEX) "(\w+)" ')
HELD = "SELECT type, name, tbl_name, sql FROM sqlite_master WHERE type <> 'trigger' AND sql IS NOT NULL"
# Tables that SQLite keeps for itself: the last keys, and what other programs have it count.
OF_SQLITE = frozenset({("table", "sqlite_sequence"), ("table", "sqlite_stat1"), ("table", "sqlite_stat4")})
KINDS = {
    "table": pgettext_lazy("database", "table"),
    "index": pgettext_lazy("database", "index"),
    "view": pgettext_lazy("database", "view"),
}
WORD = re.compile(r"""'(?:[^']|'')*'|"(?:[^"]|"")*"|[(),]|[^'"(),]+|.""")


def schema_differences(connection: Any) -> Iterator[str]:
    """A sentence for each trigger, table, column, constraint, index, view and migration that is missing, changed, or
    not ours. Five queries, and the columns twice."""
    yield from trigger_differences(connection)
    if connection.vendor == "sqlite":
        yield from _part_differences(connection)
    yield from _migration_differences(connection)


def foreign_parts(connection: Any) -> Iterator[str]:
    """A sentence for each trigger, view and migration that no version of this program has made, also before a
    migration."""
    yield from foreign_triggers(connection)
    if connection.vendor == "sqlite":
        for (kind, name), (table, _create) in _statements_here(connection).items():
            if kind == "view":
                yield _foreign(kind, name, table)
    yield from _foreign_migrations(connection)


def _part_differences(connection: Any) -> Iterator[str]:
    ours, here = dict(_statements()), _statements_here(connection)
    for (kind, name), create in ours.items():
        table, statement = here.get((kind, name), ("", ""))
        if not statement:
            yield _("%(kind)s %(name)s is missing") % {"kind": KINDS.get(kind, kind), "name": name}
        elif kind == "table":
            yield from _definition_differences(name, create, statement)
        elif statement != create:
            part = {"kind": KINDS.get(kind, kind), "name": name, "table": table}
            yield _("%(kind)s %(name)s of %(table)s is not the one that this version makes") % part
    for (kind, name), (table, _create) in here.items():
        if (kind, name) not in ours:
            yield _foreign(kind, name, table)


def _definition_differences(table: str, create: str, create_here: str) -> Iterator[str]:
    ours, theirs = _definitions(create), _definitions(create_here)
    for definition in ours - theirs:
        yield _("table %(table)s: %(part)s is missing") % {"table": table, "part": definition}
    for definition in theirs - ours:
        yield _("table %(table)s: %(part)s is none of ours") % {"table": table, "part": definition}


def _definitions(create: str) -> Counter[str]:
    """The columns and constraints of a table, and what stands before and behind them. Without their order: older
    releases of SQLite put a new column elsewhere."""
    parts, depth = [""], 0
    for sign in WORD.findall(create):
        outside = depth
        depth += (sign == "(") - (sign == ")")
        if {outside, depth} == {0, 1} or (sign == "," and depth == 1):
            parts.append("")
        else:
            parts[-1] += sign
    return Counter(part.strip() for part in parts)


def _migration_differences(connection: Any) -> Iterator[str]:
    applied = MigrationRecorder(connection).applied_migrations()
    for app, name in MigrationLoader(None).disk_migrations:
        if (app, name) not in applied:
            yield _("migration %(name)s of %(app)s is missing") % {"name": name, "app": app}
    yield from _foreign_migrations(connection)


def _foreign_migrations(connection: Any) -> Iterator[str]:
    ours = MigrationLoader(None).disk_migrations
    for app, name in MigrationRecorder(connection).applied_migrations():
        if (app, name) not in ours:
            migration = {"name": name, "app": app}
            yield (
                _("migration %(name)s of %(app)s is none of this version: a newer one or another program wrote it")
                % migration
            )


def _statements() -> Iterator[tuple[tuple[str, str], str]]:
    for create in SCHEMA.read_text().splitlines():
        statement = STATEMENT.match(create)
        assert statement is not None, create
        yield (statement[1].lower(), statement[2]), create


def _statements_here(connection: Any) -> dict[tuple[str, str], tuple[str, str]]:
    """Table and statement by kind and name; without what SQLite makes for itself."""
    with connection.cursor() as cursor:
        cursor.execute(HELD)
        return {(kind, name): (table, create) for kind, name, table, create in cursor if (kind, name) not in OF_SQLITE}


def _foreign(kind: str, name: str, table: str) -> str:
    part = {"kind": KINDS.get(kind, kind), "name": name, "table": table}
    if kind == "index":
        return _("%(kind)s %(name)s of %(table)s is none of ours") % part
    return _("%(kind)s %(name)s is none of ours") % part
