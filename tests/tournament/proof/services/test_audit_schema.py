"""Whatever somebody adds to the schema of the database, drops or changes in it is named; a migrated one has nothing."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from django.core.management import call_command
from django.db import connection, transaction

from tests.migrated import lay_database
from tests.schema import page
from tournament.backup.services.copy_audit import _instead
from tournament.proof.services.audit import audit_installation
from tournament.proof.services.audit_schema import SCHEMA, foreign_parts, schema_differences

pytestmark = pytest.mark.django_db(transaction=True)
on_sqlite = pytest.mark.skipif(connection.vendor != "sqlite", reason="of the file of a database")

GAME = "table tournament_game: "
ZERO = (
    'CHECK (("points_1" = ((((0 - "points_2") - "points_3") - "points_4") - "points_5") OR ("points_1" >= 0 AND '
    '"points_2" >= 0 AND "points_3" >= 0 AND "points_4" >= 0 AND "points_5" >= 0)))'
)
UNKNOWN = "INSERT INTO django_migrations (app, name, applied) VALUES ('tournament', '9999_next', '2030-01-01')"
NEWER = "migration 9999_next of tournament is none of this version: a newer one or another program wrote it"
# By statement: what is said of it, and what of that also before a migration.
CHANGES = [
    (
        "CREATE UNIQUE INDEX zz ON tournament_game(number) WHERE number > 31",
        ["index zz of tournament_game is none of ours"],
        [],
    ),
    (
        "CREATE INDEX zz ON tournament_game(abs(points_1))",
        ["index zz of tournament_game is none of ours"],
        [],
    ),
    ("DROP INDEX one_approval_in_force_a_game", ["index one_approval_in_force_a_game is missing"], []),
    ("DROP INDEX command_wrote_one_game", ["index command_wrote_one_game is missing"], []),
    (
        "UPDATE sqlite_master SET sql = replace(sql, 'UNIQUE INDEX', 'INDEX') WHERE name = 'command_wrote_one_game'",
        ["index command_wrote_one_game of tournament_game is not the one that this version makes"],
        [],
    ),
    ("CREATE TABLE friend (id)", ["table friend is none of ours"], []),
    ("DROP TABLE tournament_printjob", None, []),
    ("CREATE VIEW friend AS SELECT 1", ["view friend is none of ours"], ["view friend is none of ours"]),
    (
        "ALTER TABLE tournament_game ADD COLUMN friend text NULL",
        [f'{GAME}friend text NULL is none of ours'],
        [],
    ),
    (
        f"UPDATE sqlite_master SET sql = replace(sql, '{ZERO}', 'CHECK (1)') WHERE name = 'tournament_game'",
        [
            f'{GAME}CONSTRAINT "points_of_a_game_sum_to_0_or_none_is_negative" {ZERO} is missing',
            f'{GAME}CONSTRAINT "points_of_a_game_sum_to_0_or_none_is_negative" CHECK (1) is none of ours',
        ],
        [],
    ),
    (UNKNOWN, [NEWER], [NEWER]),
    (
        "DELETE FROM django_migrations WHERE name = '0037_correction_of_dispute_undone'",
        ["migration 0037_correction_of_dispute_undone of tournament is missing"],
        [],
    ),
    ("ANALYZE", [], []),
]  # fmt: skip


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Path]:
    file = tmp_path / "laid.sqlite3"
    lay_database(file)
    with _instead(str(file)):
        yield file


def change(file: Path, statement: str) -> None:
    with closing(sqlite3.connect(file)) as database:
        database.execute("PRAGMA writable_schema = ON")
        database.execute(statement)
        database.commit()


def test_the_schema_is_the_one_that_the_migrations_make() -> None:
    """After a migration: `python -m tests.schema > tournament/proof/integrity/schema.sql`."""
    assert SCHEMA.read_text() == page()


def test_a_migrated_database_holds() -> None:
    assert list(schema_differences(connection)) == []


@on_sqlite
@pytest.mark.parametrize(("statement", "sentences", "before"), CHANGES)
def test_what_is_changed_is_named(
    database: Path, statement: str, sentences: list[str] | None, before: list[str]
) -> None:
    change(database, statement)
    if sentences is None:
        assert "table tournament_printjob is missing" in list(schema_differences(connection))
    else:
        assert list(schema_differences(connection)) == sentences
        assert [fault.what for fault in audit_installation().faults if fault.where == "database"] == sentences
    assert list(foreign_parts(connection)) == before


def test_a_migration_of_a_newer_version_is_named_on_every_database() -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(UNKNOWN)
        answers = [list(schema_differences(connection)), list(foreign_parts(connection))]
        transaction.set_rollback(True)
    assert answers == [[NEWER], [NEWER]]


@on_sqlite
def test_nothing_is_foreign_in_a_database_without_tables(tmp_path: Path) -> None:
    with _instead(str(tmp_path / "new.sqlite3")):
        assert list(foreign_parts(connection)) == []


@on_sqlite
def test_a_database_that_came_up_from_an_older_version_holds(database: Path) -> None:
    call_command("migrate", "tournament", "0031", verbosity=0)
    assert list(foreign_parts(connection)) == []
    call_command("migrate", verbosity=0)
    assert list(schema_differences(connection)) == []


@on_sqlite
def test_the_order_of_columns_does_not_matter(database: Path) -> None:
    """Older releases of SQLite drop a column by making the table anew."""
    first, second = '"on_paper" bool NOT NULL, ', '"decided_at" datetime NULL, '
    change(
        database,
        f"UPDATE sqlite_master SET sql = replace(sql, '{first}{second}', '{second}{first}') "
        "WHERE name = 'tournament_approval'",
    )
    assert list(schema_differences(connection)) == []
