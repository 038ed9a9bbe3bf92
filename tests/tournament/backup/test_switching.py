"""Putting a copy into place: killed at any moment, what is there is the old one or the new one, whole."""

import os
import signal
import sqlite3
from contextlib import closing

import pytest
from django.conf import settings as django_settings
from django.db import OperationalError, connection

from tournament.backup.copies import switching
from tournament.backup.copies.switching import Order
from tournament.sqlite.watermark import watermark_file

ORDER = Order(staged="restore-checked", aside="replaced-then", note={"file": "copy.zip"})
OLD, NEW = "Anna", "Bene"


def lay(folder, name):
    """A database that holds one name, with keys that go with it."""
    folder.mkdir(exist_ok=True)
    with closing(sqlite3.connect(folder / "spielliste.sqlite3")) as database:
        database.execute("CREATE TABLE person (name TEXT)")
        database.execute("INSERT INTO person VALUES (?)", [name])
        database.commit()
    (folder / "secret_key").write_text(name)
    (folder / "ca").mkdir()
    (folder / "ca" / "seal.key").write_text(name)


def whole(folder):
    """The name that the database, the secret key and the keys of this folder agree on."""
    with closing(sqlite3.connect(folder / "spielliste.sqlite3")) as database:
        ((name,),) = database.execute("SELECT name FROM person")
    assert (folder / "secret_key").read_text() == (folder / "ca" / "seal.key").read_text() == name
    return name


@pytest.fixture
def var(tmp_path, monkeypatch):
    var = tmp_path / "var"
    lay(var, OLD)
    lay(var / ORDER.staged, NEW)
    (var / "print").mkdir()
    (var / "print" / "1.pdf").write_text(OLD)
    monkeypatch.setattr(django_settings, "VAR_DIR", var)
    monkeypatch.setitem(django_settings.DATABASES["default"], "NAME", str(var / "spielliste.sqlite3"))
    return var


def killed_after(count):
    """Carry out the order in a process that is killed after so many steps; return whether there were so many."""
    child = os.fork()
    if not child:
        for number, _step in enumerate(switching.steps(ORDER), 1):
            if number == count:
                os.kill(os.getpid(), signal.SIGKILL)
        os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == -signal.SIGKILL


def with_a_wal(var):
    """What a killed server leaves beside its database."""
    for ending in ("-wal", "-shm"):
        (var / f"spielliste.sqlite3{ending}").write_bytes(b"of the old one")
    watermark_file(var / "spielliste.sqlite3").write_text("{}")


@pytest.mark.parametrize("count", range(1, 15))
def test_killed_after_any_step_the_next_start_finishes_it(var, count):
    with_a_wal(var)
    switching.give_order(ORDER)
    was_killed = killed_after(count)
    assert was_killed == (count <= 13), "the number of steps; each is tried here"
    if switching.order_given():
        # Any process that reads the settings makes a key where none is.
        if not (var / "secret_key").exists():
            (var / "secret_key").write_text("made by a process in between")
        assert switching.carry_out() == var / ORDER.aside
    assert not switching.order_given()
    assert switching.carry_out() is None
    assert whole(var) == NEW
    assert not (var / "spielliste.sqlite3-wal").exists()
    assert not watermark_file(var / "spielliste.sqlite3").exists()
    assert not (var / ORDER.staged).exists()
    aside = var / ORDER.aside
    assert (aside / "spielliste.sqlite3-wal").read_bytes() == b"of the old one"
    (aside / "spielliste.sqlite3-wal").unlink()
    assert whole(aside) == OLD
    assert (aside / "print" / "1.pdf").read_text() == OLD
    assert switching.note_to_tell() == ORDER.note
    switching.forget_note()
    assert switching.note_to_tell() is None


def test_before_the_order_is_given_nothing_is_touched(var):
    assert switching.carry_out() is None
    assert whole(var) == OLD


def test_nobody_opens_the_database_in_the_middle(var):
    switching.give_order(ORDER)
    with pytest.raises(OperationalError, match="start Spielliste"):
        connection.copy().connect()


def test_on_a_laptop_that_never_ran(var):
    for name in ("spielliste.sqlite3", "secret_key"):
        (var / name).unlink()
    (var / "ca" / "seal.key").unlink()
    (var / "ca").rmdir()
    switching.give_order(ORDER)
    switching.carry_out()
    assert whole(var) == NEW
