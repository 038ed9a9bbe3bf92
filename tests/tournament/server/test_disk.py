"""Whether an error comes from the disk, however it was wrapped."""

import errno
import os
import sqlite3
import tempfile
from collections import namedtuple
from collections.abc import Callable
from pathlib import Path

import pytest
from django.db import DatabaseError, IntegrityError

from tests.damage.write_protected import write_protected
from tournament.models import FailedTry
from tournament.server.disk import LITTLE_BYTES, disk_trouble, fullest_folder, room_left
from tournament.server.folder import free_bytes


def error_of(act) -> BaseException:
    try:
        act()
    except Exception as error:
        return error
    raise AssertionError("nothing was raised")


def fill_database() -> None:
    with sqlite3.connect(":memory:") as database:
        database.execute("CREATE TABLE filling (piece)")
        database.execute("PRAGMA max_page_count=4")
        database.execute("INSERT INTO filling VALUES (zeroblob(100000))")


def count_to_the_end() -> None:
    with sqlite3.connect(":memory:") as database:
        database.execute("CREATE TABLE counted (id integer PRIMARY KEY AUTOINCREMENT)")
        database.execute("INSERT INTO counted VALUES (9223372036854775807)")
        database.execute("INSERT INTO counted DEFAULT VALUES")


def open_in_no_folder() -> None:
    sqlite3.connect("/nowhere/spielliste.sqlite3")


@pytest.mark.parametrize(
    ("number", "code"),
    [
        (errno.ENOSPC, "disk_full"),
        (errno.EDQUOT, "disk_full"),
        (errno.EROFS, "read_only"),
        (errno.EIO, "disk_broken"),
        (errno.ENOENT, ""),
        (errno.EPIPE, ""),
    ],
)
def test_errors_of_files(number: int, code: str) -> None:
    assert disk_trouble(OSError(number, "the disk")) == code


def test_errors_of_sqlite() -> None:
    assert disk_trouble(error_of(open_in_no_folder)) == "disk_broken"
    assert disk_trouble(error_of(lambda: sqlite3.connect(":memory:").execute("no SQL"))) == ""


@pytest.mark.parametrize(("room", "code"), [(0, "disk_full"), (LITTLE_BYTES, "")], ids=["full", "room"])
@pytest.mark.parametrize("act", [fill_database, count_to_the_end])
def test_sqlite_calls_full_what_has_no_key_left(
    monkeypatch: pytest.MonkeyPatch, act: Callable[[], None], room: int, code: str
) -> None:
    monkeypatch.setattr("tournament.server.disk.free_bytes", lambda _folder: room)
    error = error_of(act)
    assert (str(error), disk_trouble(error)) == ("database or disk is full", code)


@pytest.mark.django_db(transaction=True)
def test_errors_that_django_wraps() -> None:
    with write_protected():
        error = error_of(FailedTry.objects.all().delete)
    assert (isinstance(error, DatabaseError), disk_trouble(error)) == (True, "read_only")


def test_an_error_on_the_way_out_does_not_hide_the_first_one() -> None:
    later = IntegrityError("a transaction is broken")
    later.__context__ = OSError(errno.ENOSPC, "the disk")
    assert (disk_trouble(later), disk_trouble(IntegrityError("twice")), disk_trouble(None)) == ("disk_full", "", "")


def test_the_folder_with_the_least_room_is_named(settings, tmp_path: Path) -> None:
    settings.VAR_DIR = tmp_path
    assert free_bytes(fullest_folder()) <= min(free_bytes(tmp_path), free_bytes(Path(tempfile.gettempdir())))


@pytest.mark.parametrize(("number", "code"), [(errno.EROFS, "read_only"), (errno.EIO, "disk_broken")])
def test_an_error_without_a_reason_is_looked_into(monkeypatch: pytest.MonkeyPatch, number: int, code: str) -> None:
    """The disk itself fails, which a test cannot bring about in any other way."""

    def fail(_folder: Path) -> None:
        raise OSError(number, "the disk")

    monkeypatch.setattr(os, "utime", fail)
    assert disk_trouble(error_of(open_in_no_folder)) == code


@pytest.mark.parametrize(("blocks", "left"), [(3 * 256, "3 MB"), (3, "12 KB"), (0, "nothing")])
def test_what_is_left_is_told_in_a_unit_that_is_not_0(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, blocks: int, left: str
) -> None:
    disk = namedtuple("disk", "f_bavail f_frsize")(blocks, 4096)
    monkeypatch.setattr(os, "statvfs", lambda _path: disk)
    assert room_left(tmp_path) == left
