"""Writers wait in a queue: one after the other, none for ever, and readers do not wait at all."""

import fcntl
import subprocess
import sys
import threading
import time
from contextlib import nullcontext
from pathlib import Path

import pytest
from django.db import IntegrityError, OperationalError, connection, transaction

from tests.installation import ROOT, environment
from tests.migrated import lay_installation
from tests.worlds.factories import make_user
from tournament.models import User

HOLD = """
import django, time
django.setup()
from django.db import transaction
with transaction.atomic():
    print("mine", flush=True)
    time.sleep(60)
"""


class Writer(threading.Thread):
    """Makes a login in a transaction of its own; `done` is the time when it has."""

    def __init__(self, name: str) -> None:
        super().__init__(name=name, daemon=True)
        self.done = 0.0

    def run(self) -> None:
        with transaction.atomic():
            make_user("desk", username=self.name)
        self.done = time.monotonic()
        connection.close()


def test_a_writer_waits_for_its_turn_and_a_reader_does_not(transactional_db: None) -> None:
    waiting = Writer("bene")
    with transaction.atomic():
        make_user("desk", username="anna")
        waiting.start()
        waiting.join(0.5)
        assert waiting.is_alive()
        counts: list[int] = []
        reader = threading.Thread(target=lambda: (counts.append(User.objects.count()), connection.close()))
        reader.start()
        reader.join(5)
        assert counts == [0], "what is not committed is not read, and nobody waits to read"
    ended = time.monotonic()
    waiting.join(5)
    assert set(User.objects.values_list("username", flat=True)) == {"anna", "bene"}
    assert waiting.done - ended < 0.5


def test_a_single_statement_waits_in_the_same_queue(transactional_db: None) -> None:
    """Otherwise it would look for a gap between transactions that follow each other at once, and give up."""
    anna = make_user("desk", username="anna")

    def rename() -> None:
        User.objects.filter(pk=anna.pk).update(full_name="Anna Huber")
        connection.close()

    renaming = threading.Thread(target=rename, daemon=True)
    # Another writer's turn, without anything in the database that would hold the statement up.
    with open(f"{connection.settings_dict['NAME']}.queue", "w") as queue:
        fcntl.flock(queue, fcntl.LOCK_EX)
        renaming.start()
        renaming.join(0.5)
        assert renaming.is_alive()
    renaming.join(5)
    assert User.objects.get().full_name == "Anna Huber"


def make_twice(name: str) -> None:
    for _time in range(2):
        make_user("desk", username=name)


def test_a_turn_ends_however_the_transaction_does(transactional_db: None) -> None:
    """Rolled back, failed inside, nested, or with its connection closed."""
    with pytest.raises(IntegrityError), transaction.atomic():
        make_twice("anna")
    with transaction.atomic():
        with pytest.raises(IntegrityError), transaction.atomic():
            make_twice("anna")
        make_user("desk", username="centa")
    with transaction.atomic():
        connection.close()
    connection.close()
    writer = Writer("bene")
    writer.start()
    writer.join(5)
    assert set(User.objects.values_list("username", flat=True)) == {"bene", "centa"}


def test_a_killed_writer_keeps_nobody_waiting(tmp_path: Path) -> None:
    run = [sys.executable, "-c"]
    lay_installation(tmp_path)
    with subprocess.Popen([*run, HOLD], cwd=ROOT, env=environment(tmp_path), stdout=subprocess.PIPE) as first:
        assert first.stdout is not None
        assert first.stdout.readline() == b"mine\n"
        second = subprocess.Popen([*run, HOLD], cwd=ROOT, env=environment(tmp_path), stdout=subprocess.PIPE)
        with pytest.raises(subprocess.TimeoutExpired):
            second.wait(2)
        first.kill()
    assert second.stdout is not None
    assert second.stdout.readline() == b"mine\n"
    second.kill()
    second.wait()
    second.stdout.close()


@pytest.mark.parametrize(("version", "count"), [((3, 40, 1), 0), ((3, 51, 3), 2)])
def test_without_a_queue_only_a_safe_version_writes(
    transactional_db: None, monkeypatch: pytest.MonkeyPatch, version: tuple[int, int, int], count: int
) -> None:
    """An older SQLite may damage the database when a checkpoint meets a commit, which the queue prevents."""
    monkeypatch.setattr("sqlite3.sqlite_version_info", version)
    queue = Path(f"{connection.settings_dict['NAME']}.queue")
    connection.close()
    queue.unlink(missing_ok=True)
    queue.mkdir()
    try:
        with nullcontext() if count else pytest.raises(OperationalError, match="queue cannot be opened"):
            make_user("desk", username="anna")
            writer = Writer("bene")
            writer.start()
            writer.join(5)
        assert User.objects.count() == count
    finally:
        connection.close()
        queue.rmdir()


def test_commits_and_checkpoints_have_one_turn(transactional_db: None) -> None:
    """What SQLite's WAL-reset fault needs, a commit beside a checkpoint, cannot happen: both hold the queue."""
    connection.ensure_connection()
    in_turn: dict[str, bool] = {}

    def traced(statement: str) -> None:
        with open(f"{connection.settings_dict['NAME']}.queue", "a") as queue:
            try:
                fcntl.flock(queue, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                in_turn[statement.split("(")[0].split(" ")[0]] = True
            else:
                in_turn[statement.split("(")[0].split(" ")[0]] = False

    with connection.cursor() as cursor:
        connection.connection.set_trace_callback(traced)
        cursor.execute("PRAGMA wal_autocheckpoint=1")  # every commit is followed by a checkpoint
        with transaction.atomic():
            make_user("desk", username="anna")
        cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        User.objects.count()
        connection.connection.set_trace_callback(None)
    assert {name: in_turn[name] for name in ("BEGIN", "INSERT", "COMMIT", "SELECT")} == {
        "BEGIN": True, "INSERT": True, "COMMIT": True, "SELECT": False,
    }  # fmt: skip
    assert in_turn["PRAGMA"]
    connection.close()
