"""A value that is stored otherwise than this program stores it is named, whatever Python or SQL takes it for."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.apps import apps
from django.db import connection

from tests.damage.tampering import defenceless
from tests.worlds.everything import everything
from tests.worlds.played import play
from tournament.models import Game, Match, Participant, Tournament, User
from tournament.proof.services.audit import audit_installation, audit_tournament
from tournament.proof.services.audit_values import value_differences

pytestmark = pytest.mark.django_db
of_sqlite = pytest.mark.skipif(
    connection.vendor != "sqlite", reason="PostgreSQL takes only values of the column's type"
)
SAYS = "holds what this program never writes"
LAST = 2**63 - 1


@pytest.fixture(autouse=True)
def no_triggers(db: None) -> Iterator[None]:
    with defenceless():
        if connection.vendor == "sqlite":
            write("PRAGMA ignore_check_constraints = ON")
        yield
        if connection.vendor == "sqlite":
            write("PRAGMA ignore_check_constraints = OFF")


def write(statement: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement)


def faults() -> list[str]:
    return [fault.what for fault in audit_installation().faults if fault.where == "stored values"]


def assert_named(model: Any, column: str, value: str) -> None:
    """Write this value, in SQL, into the column of a row: the audit names the cell."""
    play(entries=["r12+"])
    key = model.objects.values_list("pk", flat=True).first()
    assert faults() == []
    write(f"UPDATE {model._meta.db_table} SET {column} = {value} WHERE id = {key}")
    assert faults() == [f"row {key} of {model._meta.model_name}: “{column}” {SAYS}"]


@pytest.mark.parametrize(
    ("model", "column", "value"),
    [
        (Game, "record", """'{"written": [2.0, 2, -2, -2]}'"""),
        (Game, "record", "'7'"),
        (Game, "redeals", "'{}'"),
        (Game, "redeals", "'null'"),
        (Tournament, "forgotten_words", "'[]'"),
    ],
)
def test_json_of_another_kind_is_named(model: Any, column: str, value: str) -> None:
    assert_named(model, column, value)


@of_sqlite
@pytest.mark.parametrize(
    ("model", "column", "value"),
    [
        (Game, "record", """'{"written": [9, 9, -9, -9], "written": [2, 2, -2, -2]}'"""),
        (Game, "record", "'[1'"),
        (Game, "redeals", "'[NaN]'"),
        (Game, "redeals", "x'5b5d'"),
        (Game, "points_1", "2.5"),
        (Game, "points_1", "'two'"),
        (Game, "written_at", "'2026-11-28T20:00:00'"),
        (Game, "written_at", "'2026-11-28 20:00:00+00:00'"),
        (Game, "written_at", "1.5"),
        (Tournament, "day", "'2026-11-28 '"),
        (Tournament, "wifi_name", "CAST(x'ff41' AS TEXT)"),
        (Tournament, "wifi_name", "x'41'"),
        (Match, "version", str(LAST)),
        (Match, "version", str(2**53 + 1)),
        (Match, "version", "-1"),
        (Participant, "withdrawn", "2.5"),
        (Participant, "house", "2"),
        (User, "supervisor", "2.5"),
        (User, "organiser", "'yes'"),
        (User, "is_active", "x'31'"),
        (User, "password", "x'31'"),
    ],
)  # fmt: skip
def test_a_value_of_another_kind_is_named(model: Any, column: str, value: str) -> None:
    assert_named(model, column, value)


@of_sqlite
@pytest.mark.parametrize("one", ["json('true')", "1.0"], ids=["true", "fraction"])
def test_a_record_that_python_takes_for_the_same_is_compared_strictly(one: str) -> None:
    """Every start compares the running tournaments with their logs, but not how all values are stored."""
    tournament, _actor = play(entries=["r12+"])
    before = Game.objects.get().record
    write(f"UPDATE tournament_game SET record = json_set(record, '$.declarer', {one})")
    assert Game.objects.get().record == before
    [fault] = audit_tournament(tournament).faults
    assert "game 1: record is" in fault.what


@of_sqlite
@pytest.mark.parametrize("seq", [str(LAST), str(2**53 + 1), "0", "'many'", "1.5", "NULL"])
def test_a_counter_that_leaves_no_key_or_a_used_one_is_named(seq: str) -> None:
    play(entries=["r12+"])
    write(f"UPDATE sqlite_sequence SET seq = {seq} WHERE name = 'tournament_event'")
    assert faults() == ["the counter of the rows of event is not one that this program leaves"]


@of_sqlite
@pytest.mark.parametrize(
    "change",
    [
        "DELETE FROM sqlite_sequence WHERE name = 'tournament_event'",
        "INSERT INTO sqlite_sequence SELECT * FROM sqlite_sequence WHERE name = 'tournament_event'",
    ],
    ids=["missing", "twice"],
)
def test_a_counter_that_is_missing_or_stands_twice_is_named(change: str) -> None:
    play(entries=["r12+"])
    write(change)
    assert faults() == ["the counter of the rows of event is not one that this program leaves"]


@of_sqlite
def test_one_fault_hides_no_other() -> None:
    play(entries=["r12+"])
    write("INSERT INTO sqlite_sequence VALUES (CAST(x'ff' AS TEXT), 1)")
    write("UPDATE tournament_user SET organiser = 2.5, desk = 'yes'")
    sentences = faults()
    key = User.objects.values_list("pk", flat=True).get()
    assert sentences[:2] == [f"row {key} of user: “{column}” {SAYS}" for column in ("desk", "organiser")]
    assert sentences[2].startswith("the counters of rows cannot be compared to the end: ")


@of_sqlite
@pytest.mark.proof
def test_whatever_the_program_writes_is_stored_as_it_should_be_and_each_column_is_looked_at() -> None:
    everything()
    assert list(value_differences(connection)) == []
    columns = {
        model: [field for field in model._meta.local_concrete_fields if not field.primary_key]
        for model in apps.get_app_config("tournament").get_models()
    }
    with connection.cursor() as cursor:
        cursor.execute("SELECT name FROM sqlite_master WHERE sql LIKE 'CREATE UNIQUE INDEX%'")
        for [name] in cursor.fetchall():
            cursor.execute(f'DROP INDEX "{name}"')
    # One column of every table at a time: a look at all values takes a while.
    for number in range(max(map(len, columns.values()))):
        write("SAVEPOINT change")
        sentences = []
        for model, fields in columns.items():
            for field in fields[number : number + 1]:
                key = model._base_manager.values_list("pk", flat=True).first()
                other = "x'ff'" if field.db_type(connection) != "BLOB" else "'text'"
                write(f'UPDATE {model._meta.db_table} SET "{field.column}" = {other} WHERE id = {key}')
                sentences.append(f"row {key} of {model._meta.model_name}: “{field.column}” {SAYS}")
        assert list(value_differences(connection)) == sentences
        write("ROLLBACK TO change")
    assert sum(map(len, columns.values())) > 250
