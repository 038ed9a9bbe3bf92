"""Restoring: a copy is checked before anything is touched, and says what it lacks of the present database."""

import datetime as dt
import json
import shutil
import sqlite3
from contextlib import closing

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from tests.factories import make_participants, make_tournament, make_user, open_scoresheet, write
from tournament.backups import postgresql, switching
from tournament.backups.locations import add_location, own_folder
from tournament.backups.locking import make_lock
from tournament.backups.watermark import note_watermark, watermark_file
from tournament.refusals import Refused
from tournament.selectors.backups import restore_sentences
from tournament.server.only_one import only_server
from tournament.services.backups import carry, make_copy, newest_event, sqlite_path
from tournament.services.restoring import _compare, _switch_server, note_of, stage, unstage
from tournament.services.start_check import best_copy, check_rows, check_start, note_position

pytestmark = pytest.mark.django_db(transaction=True)
on_sqlite = pytest.mark.skipif(connection.vendor != "sqlite", reason="of the file of a database")
PASSPHRASE = "Eichel sticht Gras"


@pytest.fixture(autouse=True)
def empty_folder():
    yield
    unstage()
    shutil.rmtree(own_folder(), ignore_errors=True)
    if sqlite_path():
        watermark_file(sqlite_path()).unlink(missing_ok=True)


@pytest.fixture
def anna():
    return make_user("desk", "supervisor", username="anna")


@pytest.fixture
def sheet(anna):
    tournament = make_tournament()
    make_participants(tournament, 4)
    sheet = open_scoresheet(tournament)
    write(sheet, 1, "r12+", anna)
    return sheet


def refused(call, *arguments):
    with pytest.raises(Refused) as error:
        call(*arguments)
    return error.value


def sentences(staged):
    return list(restore_sentences(staged.manifest, staged.lacks, empty=staged.empty))[1:]


def test_what_a_copy_lacks(sheet, anna):
    copy = make_copy("asked")
    assert sentences(stage(copy)) == ["It lacks nothing of what is here."]
    write(sheet, 2, "r12+", anna)
    write(sheet, 3, "r12+", anna)
    make_tournament(name="Second", slug="second")
    staged = stage(copy)
    assert (staged.lacks.games, staged.lacks.sheets) == (2, (("feldkirchen-2026", 1, 1, 2),))
    assert sentences(staged) == [
        "It lacks 2 games of what is here (2 entries of the log).",
        "Feldkirchen 2026, match 1: newer sheets at table 1.",
    ]


def test_the_note_of_a_copy_that_lacks_nothing_can_be_written(sheet):
    """On the second laptop the database is new: the copy lacks nothing of it."""
    note = json.loads(json.dumps(note_of(stage(make_copy("test")))))
    assert note["lacks"] is None
    assert dt.datetime.fromisoformat(note["made_at"])


def test_a_newer_copy_is_told_and_a_missing_tournament(sheet, anna):
    copy = make_copy("asked")
    manifest = stage(copy).manifest
    assert not stage(copy).lacks.strange
    head = manifest.contents.heads[-1]
    object.__setattr__(head, "hash", "f" * 64)
    lacks, empty = _compare(manifest.contents)
    assert (lacks.strange, empty) == (1, False)


@pytest.mark.parametrize("place", [0.2, 0.8])
def test_a_damaged_copy_touches_nothing(sheet, place):
    copy = make_copy("asked")
    content = bytearray(copy.read_bytes())
    content[int(len(content) * place)] ^= 0xFF
    copy.write_bytes(content)
    assert refused(stage, copy).code == "copy_damaged"
    assert not (own_folder().parent / switching.STAGED).exists()
    assert not switching.order_given()


def test_what_is_no_copy(tmp_path):
    (tmp_path / "notes.txt").write_text("Eichel")
    assert refused(stage, tmp_path / "none.zip").code == "copy_missing"
    assert refused(stage, tmp_path).code == "copy_missing"
    assert refused(stage, tmp_path / "notes.txt").code == "copy_damaged"


def test_a_folder_means_its_newest_copy_and_a_locked_one_needs_its_passphrase(sheet, tmp_path):
    location = add_location(tmp_path, make_lock(PASSPHRASE))
    carry(make_copy("asked"), location)
    newest = carry(make_copy("asked"), location)
    assert refused(stage, tmp_path).code == "passphrase_needed"
    assert refused(stage, tmp_path, "Gras").code == "passphrase_wrong"
    assert stage(tmp_path, PASSPHRASE).file == str(newest)
    (own_folder().parent / "passphrase").write_text(f"{PASSPHRASE}\n")
    call_command("restore", tmp_path, dry_run=True, passphrase_file=own_folder().parent / "passphrase")


def test_a_dry_run_changes_nothing_and_says_so(sheet, capsys):
    copy, before = make_copy("asked"), newest_event()
    call_command("restore", copy, dry_run=True)
    assert capsys.readouterr().out.splitlines()[-1] == "Nothing was changed."
    assert newest_event() == before
    assert not (own_folder().parent / switching.STAGED).exists()


def test_not_while_a_server_works_on_the_same_folder(sheet, settings):
    copy = make_copy("asked")
    with only_server(settings.VAR_DIR):
        with pytest.raises(CommandError, match="end it first"):
            call_command("restore", copy)
        call_command("restore", copy, dry_run=True)


@on_sqlite
def test_where_the_present_database_cannot_be_read_it_says_so(sheet, monkeypatch, tmp_path):
    copy = make_copy("asked")
    staged = stage(copy)
    broken = sqlite_path().with_name("broken.sqlite3")
    broken.write_bytes(b"SQLite format 3\0" + bytes(5000))
    monkeypatch.setitem(connection.settings_dict, "NAME", str(broken))
    staged = stage(copy)
    broken.unlink()
    assert (staged.lacks, staged.empty) == (None, False)
    assert sentences(staged) == ["The present database cannot be read, so nobody can say what the copy lacks."]
    staged = stage(copy)
    assert sentences(staged) == ["There is nothing here yet that it could replace."]


@pytest.mark.skipif(connection.vendor != "postgresql", reason="of a server")
def test_on_postgresql_one_transaction_exchanges_the_schemas(sheet, anna, monkeypatch):
    """Twice, as after a kill between the transaction and what follows: the second time finds it done."""
    copy = make_copy("asked")
    write(sheet, 2, "r12+", anna)
    folder = own_folder().parent / switching.STAGED
    stage(copy)
    parameters = connection.get_connection_params()
    postgresql.run(["createdb", "restored"], parameters)
    there = parameters | {"dbname": "restored"}
    try:
        postgresql.run(["pg_restore", "--no-owner", "--dbname=restored", str(folder / "spielliste.dump")], there)
        ask = ["psql", "--tuples-only", "--no-align", "--command"]
        postgresql.run([*ask, "UPDATE tournament_user SET full_name = 'Old'"], there)
        monkeypatch.setattr(connection, "get_connection_params", lambda: there)
        for _ in range(2):
            _switch_server(folder / "spielliste.dump", "replaced-2026-11-28T14-30-00Z")
        names = (
            "SELECT full_name FROM public.tournament_user",
            "SELECT full_name FROM replaced_2026_11_28t14_30_00z.tournament_user",
        )
        assert [postgresql.run([*ask, sql], there).strip() for sql in names] == ["Anna", "Old"]
    finally:
        postgresql.run(["dropdb", "--force", "restored"], parameters)


class Laid:
    """A copy of the test's database that a start finds."""

    def __init__(self, monkeypatch):
        self.file = sqlite_path().with_name("found.sqlite3")
        with closing(sqlite3.connect(sqlite_path())) as source, closing(sqlite3.connect(self.file)) as target:
            source.backup(target)
        monkeypatch.setitem(connection.settings_dict, "NAME", str(self.file))

    def remove(self):
        connection.close()
        for file in self.file.parent.glob("found.sqlite3*"):
            file.unlink()


@pytest.fixture
def laid(sheet, monkeypatch):
    laid = Laid(monkeypatch)
    yield laid
    laid.remove()


@on_sqlite
def test_a_whole_database_is_served(laid):
    assert check_start() is False
    note_position()
    assert check_start() is False


@on_sqlite
def test_nothing_is_served_from_a_damaged_one_and_the_newest_good_copy_is_named(laid):
    note_position()
    good = make_copy("asked")
    worse = make_copy("asked")
    worse.write_bytes(worse.read_bytes()[:-100])
    content = bytearray(laid.file.read_bytes())
    content[len(content) // 2 :] = bytes(len(content) - len(content) // 2)
    laid.file.write_bytes(content)
    refusal = refused(check_start)
    assert refusal.code == "database_damaged"
    assert f"./run restore {good}" in str(refusal)
    assert laid.file.read_bytes() == content, "it is left as it is"


@on_sqlite
@pytest.mark.parametrize("content", [b"", b"x" * 5000])
def test_a_file_that_is_no_database(laid, content):
    make_copy("asked")
    laid.file.write_bytes(content)
    assert refused(check_start).code == ("database_damaged" if content else "database_missing")


@on_sqlite
def test_a_wal_without_its_database(laid):
    laid.file.unlink()
    assert check_start() is False, "an empty folder is a first start"
    laid.file.with_name("found.sqlite3-wal").write_bytes(b"x")
    refusal = refused(check_start)
    assert refusal.code == "database_missing"
    assert "There is no good copy" in str(refusal)
    assert not laid.file.exists()


@on_sqlite
def test_a_database_without_its_newest_entries(laid):
    note_watermark(laid.file, newest_event() + 3)
    refusal = refused(check_start)
    assert refusal.code == "database_older"
    assert "3 entries" in str(refusal)


@on_sqlite
def test_rows_that_lack_what_the_log_tells(laid):
    """As they may be in a folder that was copied while it was written, although every page of the file is well."""
    with closing(sqlite3.connect(laid.file)) as behind:
        behind.execute("DROP TRIGGER IF EXISTS append_only_game_delete")
        behind.execute("DELETE FROM tournament_game")
        behind.commit()
    connection.close()
    assert check_start() is False
    assert refused(check_rows).code == "database_damaged"


@on_sqlite
def test_the_best_copy_is_an_open_one_if_there_is_one(sheet, tmp_path):
    location = add_location(tmp_path, make_lock(PASSPHRASE))
    first = make_copy("asked")
    locked = carry(make_copy("asked"), location)
    assert best_copy() != locked
    shutil.rmtree(own_folder())
    assert best_copy() is None, "the list of locations is gone, too"
    add_location(tmp_path, None)
    assert best_copy() == locked
    assert not first.exists()
