"""Triggers that make tables append-only in the database itself, for SQLite and PostgreSQL.

There is one way around them: a row of `tournament_purge`. The database accepts it only for a tournament that is over
and whose `keep_until` is past, and never changes it again. Even then only the columns in PURGED may change, and only to
the values given there. Hashes, numbers and links of chains never change.
"""

from collections.abc import Mapping, Sequence
from typing import Any

TABLES = (
    "tournament_event",
    "tournament_draw",
    "tournament_tielots",
    "tournament_document",
    "tournament_correction",
    "tournament_ownruleset",
    "tournament_rulesetversion",
    "tournament_discardeddraw",
    "tournament_tablechange",
    "tournament_sealcertificate",
    "tournament_importedtournament",
    "tournament_checkpoint",
    "tournament_signature",
    "tournament_purge",
)

# The reason that stands after a purge, because some reasons must not be empty.
NO_REASON = "–"
# The columns that a purge empties, by table, with their values afterwards.
PURGED: Mapping[str, Mapping[str, str | bytes | None]] = {
    "tournament_document": {"pdf": b""},
    "tournament_correction": {"reason": NO_REASON, "salt": None},
    "tournament_discardeddraw": {"reason": NO_REASON},
    "tournament_tablechange": {"reason": NO_REASON, "salt": None},
    "tournament_signature": {"strokes": None},
}
# Columns that may change without a purge: a signature stays as it was given, and `lapsed_at` tells that it lapsed.
FREE: Mapping[str, frozenset[str]] = {"tournament_signature": frozenset({"lapsed_at"})}

_OF_SHEET = (
    "SELECT m.tournament_id FROM tournament_scoresheet s JOIN tournament_match m ON m.id = s.match_id WHERE s.id = {}"
)
# How to find the tournament of a row, from the row before the change.
_TOURNAMENT: Mapping[str, str] = {
    "tournament_document": _OF_SHEET.format("OLD.scoresheet_id"),
    "tournament_tablechange": _OF_SHEET.format("OLD.scoresheet_id"),
    "tournament_correction": _OF_SHEET.format("(SELECT scoresheet_id FROM tournament_game WHERE id = OLD.game_id)"),
    "tournament_signature": _OF_SHEET.format("(SELECT scoresheet_id FROM tournament_seat WHERE id = OLD.seat_id)"),
    "tournament_discardeddraw": (
        "SELECT m.tournament_id FROM tournament_draw d JOIN tournament_match m ON m.id = d.match_id "
        "WHERE d.id = OLD.draw_id"
    ),
}
_PURGED = (
    "EXISTS (SELECT 1 FROM tournament_purge p JOIN tournament_tournament t ON t.id = p.tournament_id "
    "WHERE t.keep_until < {today} AND t.id = ({tournament}))"
)
_OVER = (
    "EXISTS (SELECT 1 FROM tournament_tournament t WHERE t.id = NEW.tournament_id "
    "AND t.state IN ('finished', 'archived') AND t.keep_until < {today})"
)
# The rows through which a purge finds the rows it may empty. By table: the column that names the row's parent, and the
# tables and columns that refer to the row. If such a row could be moved into a purged tournament, or be deleted and
# written again there, everything below it could be emptied.
ROOTED: Mapping[str, tuple[str, Sequence[tuple[str, str]]]] = {
    "tournament_tournament": ("id", [("tournament_match", "tournament_id")]),
    "tournament_match": (
        "tournament_id", [("tournament_scoresheet", "match_id"), ("tournament_draw", "match_id")],
    ),
    "tournament_scoresheet": (
        "match_id", [("tournament_document", "scoresheet_id"), ("tournament_tablechange", "scoresheet_id")],
    ),
    "tournament_seat": ("scoresheet_id", [("tournament_signature", "seat_id")]),
    "tournament_game": ("scoresheet_id", [("tournament_correction", "game_id")]),
}  # fmt: skip
_HANGING = "EXISTS (SELECT 1 FROM {} WHERE {} = OLD.id)"

# The day in UTC, which is never ahead of the calendar where people play by German time.
_TODAY = {"sqlite": "date('now')", "postgresql": "(now() AT TIME ZONE 'UTC')::date"}
# Six months have at least 181 days; selectors/retention.py computes the exact day.
_SHORTEST = {"sqlite": "date(NEW.day, '+181 days')", "postgresql": "(NEW.day + 181)"}
_KEPT, _TOO_SHORT = "retention_purge", "retention_keep_until"


def create_triggers(connection: Any, tables: Sequence[str] = TABLES) -> None:
    """Refuse UPDATE, DELETE (and TRUNCATE) on these tables; a migration names the tables that exist by then."""
    with connection.cursor() as cursor:
        purges = "tournament_purge" in connection.introspection.table_names(cursor)
        for table in tables:
            may = _may_change(connection, cursor, table) if purges and table in PURGED else ""
            said = f"append-only: rows of {table} are never changed"
            if connection.vendor == "postgresql":
                _refuse(cursor, f"spielliste_{table}", may or "FALSE", said)
                for name, action, level in (("row", "UPDATE OR DELETE", "ROW"), ("all", "TRUNCATE", "STATEMENT")):
                    cursor.execute(
                        f"CREATE TRIGGER append_only_{name} BEFORE {action} ON {table} "
                        f"FOR EACH {level} EXECUTE FUNCTION spielliste_{table}()"
                    )
            else:
                for action, unless in (("UPDATE", may), ("DELETE", "")):
                    cursor.execute(
                        f"CREATE TRIGGER {table}_no_{action.lower()} BEFORE {action} ON {table} "
                        f"{f'WHEN NOT ({unless}) ' if unless else ''}BEGIN SELECT RAISE(ABORT, '{said}'); END"
                    )


def drop_triggers(connection: Any, tables: Sequence[str] = TABLES) -> None:
    """Drop the triggers. Only a migration and the tests' flush may call this."""
    with connection.cursor() as cursor:
        for table in tables:
            if connection.vendor == "postgresql":
                cursor.execute(f"DROP TRIGGER append_only_row ON {table}")
                cursor.execute(f"DROP TRIGGER append_only_all ON {table}")
            else:
                for action in ("update", "delete"):
                    cursor.execute(f"DROP TRIGGER {table}_no_{action}")


def create_retention_triggers(connection: Any) -> None:
    """Refuse a purge before its time, and a retention that is too short or becomes shorter."""
    vendor = connection.vendor
    over = _OVER.format(today=_TODAY[vendor])
    long = f"(NEW.keep_until IS NULL OR NEW.keep_until >= {_SHORTEST[vendor]})"
    grown = f"{long} AND (OLD.keep_until IS NULL OR (NEW.keep_until IS NOT NULL AND NEW.keep_until >= OLD.keep_until))"
    early = "retention: a tournament is purged when it is over and its time of retention is past"
    short = "retention: a tournament is kept for six months at least, and its time of retention only grows"
    with connection.cursor() as cursor:
        for name, action, table, may, said in (
            (_KEPT, "INSERT", "tournament_purge", over, early),
            (f"{_TOO_SHORT}_new", "INSERT", "tournament_tournament", long, short),
            (_TOO_SHORT, "UPDATE OF keep_until, day", "tournament_tournament", grown, short),
        ):
            if vendor == "postgresql":
                _refuse(cursor, f"spielliste_{name}", may, said)
                cursor.execute(
                    f"CREATE TRIGGER {name} BEFORE {action} ON {table} "
                    f"FOR EACH ROW EXECUTE FUNCTION spielliste_{name}()"
                )
            else:
                cursor.execute(
                    f"CREATE TRIGGER {name} BEFORE {action} ON {table} WHEN NOT ({may}) "
                    f"BEGIN SELECT RAISE(ABORT, '{said}'); END"
                )


def drop_retention_triggers(connection: Any) -> None:
    """Drop these triggers. Only a reversed migration may call this."""
    with connection.cursor() as cursor:
        for name, table in (
            (_KEPT, "tournament_purge"),
            (f"{_TOO_SHORT}_new", "tournament_tournament"),
            (_TOO_SHORT, "tournament_tournament"),
        ):
            cursor.execute(f"DROP TRIGGER {name}{f' ON {table}' if connection.vendor == 'postgresql' else ''}")


def create_root_triggers(connection: Any) -> None:
    """Refuse to move the rows of ROOTED, and to delete one while other rows refer to it.

    Foreign keys are not enough: the database checks them at the end of a transaction, and a row that is deleted and
    written again, as SQLite's REPLACE does, would pass.
    """
    with connection.cursor() as cursor:
        for table, (column, hanging) in ROOTED.items():
            said = f"retention: rows of {table} stay where they are"
            moved = " OR ".join(f"NEW.{name} <> OLD.{name}" for name in dict.fromkeys(("id", column)))
            held = " OR ".join(_HANGING.format(*one) for one in hanging)
            if connection.vendor == "postgresql":
                cursor.execute(
                    f"CREATE OR REPLACE FUNCTION spielliste_rooted_{table}() RETURNS trigger AS $$ BEGIN "
                    f"IF TG_OP = 'DELETE' THEN IF {held} THEN RAISE EXCEPTION '{said}'; END IF; RETURN OLD; END IF; "
                    f"IF {moved} THEN RAISE EXCEPTION '{said}'; END IF; RETURN NEW; END; $$ LANGUAGE plpgsql;"
                )
                cursor.execute(
                    f"CREATE TRIGGER rooted BEFORE UPDATE OR DELETE ON {table} "
                    f"FOR EACH ROW EXECUTE FUNCTION spielliste_rooted_{table}()"
                )
            else:
                for action, refused in (("UPDATE", moved), ("DELETE", held)):
                    cursor.execute(
                        f"CREATE TRIGGER {table}_rooted_{action.lower()} BEFORE {action} ON {table} WHEN {refused} "
                        f"BEGIN SELECT RAISE(ABORT, '{said}'); END"
                    )


def drop_root_triggers(connection: Any) -> None:
    """Drop these triggers. Only a reversed migration and the tests' flush may call this."""
    with connection.cursor() as cursor:
        for table in ROOTED:
            if connection.vendor == "postgresql":
                cursor.execute(f"DROP TRIGGER rooted ON {table}")
            else:
                for action in ("update", "delete"):
                    cursor.execute(f"DROP TRIGGER {table}_rooted_{action}")


def _may_change(connection: Any, cursor: Any, table: str) -> str:
    """The condition under which a row of the table may change: a purge that is due, or a change of a FREE column."""
    same = "IS" if connection.vendor == "sqlite" else "IS NOT DISTINCT FROM"
    columns = [column.name for column in connection.introspection.get_table_description(cursor, table)]
    free = FREE.get(table, frozenset())
    emptied = {name: value for name, value in PURGED[table].items() if name in columns}  # a later migration adds some
    kept = [f'NEW."{name}" {same} OLD."{name}"' for name in columns if name not in free and name not in emptied]
    full = " AND ".join(f'NEW."{name}" {same} OLD."{name}"' for name in emptied)
    kept += [
        f'(NEW."{name}" {same} OLD."{name}" OR NEW."{name}" {same} {_literal(connection, value)})'
        for name, value in emptied.items()
    ]
    purged = _PURGED.format(today=_TODAY[connection.vendor], tournament=_TOURNAMENT[table])
    return " AND ".join([*kept, f"(({full}) OR {purged})" if free else purged])


def _literal(connection: Any, value: str | bytes | None) -> str:
    if value is None:
        return "NULL"
    if isinstance(value, bytes):
        return f"X'{value.hex()}'" if connection.vendor == "sqlite" else f"'\\x{value.hex()}'::bytea"
    return f"'{value}'"


def _refuse(cursor: Any, function: str, unless: str, said: str) -> None:
    """Create the function of a PostgreSQL trigger that refuses every change unless the condition `unless` holds."""
    delete = f"IF TG_OP = 'DELETE' OR TG_OP = 'TRUNCATE' THEN RAISE EXCEPTION '{said}'; END IF;"
    cursor.execute(
        f"CREATE OR REPLACE FUNCTION {function}() RETURNS trigger AS $$ BEGIN {delete} "
        f"IF NOT ({unless}) THEN RAISE EXCEPTION '{said}'; END IF; RETURN NEW; END; $$ LANGUAGE plpgsql;"
    )
