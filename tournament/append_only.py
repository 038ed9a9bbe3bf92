"""The triggers that make tables append-only in the database itself, for SQLite and PostgreSQL."""

from collections.abc import Sequence
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
)

_POSTGRESQL_FUNCTION = """
CREATE OR REPLACE FUNCTION spielliste_append_only() RETURNS trigger AS $$
BEGIN
    RAISE EXCEPTION 'append-only: rows of % are never changed', TG_TABLE_NAME;
END;
$$ LANGUAGE plpgsql;
"""


def create_triggers(connection: Any, tables: Sequence[str] = TABLES) -> None:
    """Refuse UPDATE, DELETE (and TRUNCATE) on these tables; a migration names those that exist by then."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(_POSTGRESQL_FUNCTION)
        for table in tables:
            if connection.vendor == "postgresql":
                for name, action, level in (("row", "UPDATE OR DELETE", "ROW"), ("all", "TRUNCATE", "STATEMENT")):
                    cursor.execute(
                        f"CREATE TRIGGER append_only_{name} BEFORE {action} ON {table} "
                        f"FOR EACH {level} EXECUTE FUNCTION spielliste_append_only()"
                    )
            else:
                for action in ("UPDATE", "DELETE"):
                    cursor.execute(
                        f"CREATE TRIGGER {table}_no_{action.lower()} BEFORE {action} ON {table} BEGIN "
                        f"SELECT RAISE(ABORT, 'append-only: rows of {table} are never changed'); END"
                    )


def drop_triggers(connection: Any, tables: Sequence[str] = TABLES) -> None:
    """Take the triggers away. Only a migration backwards and the tests' flush may call this."""
    with connection.cursor() as cursor:
        for table in tables:
            if connection.vendor == "postgresql":
                cursor.execute(f"DROP TRIGGER append_only_row ON {table}")
                cursor.execute(f"DROP TRIGGER append_only_all ON {table}")
            else:
                for action in ("update", "delete"):
                    cursor.execute(f"DROP TRIGGER {table}_no_{action}")
