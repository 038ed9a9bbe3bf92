"""The check before a start: nothing is served from a database that is damaged, older than it was, or changed."""

import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from tests.worlds.factories import make_participants, make_tournament, make_user, open_scoresheet, write
from tournament.backup.copies import status, switching
from tournament.backup.copies.locations import add_location, copies_folder
from tournament.backup.copies.locking import make_lock
from tournament.backup.copies.names import ASIDE, copies_in, made_at, names_in, replaced_in
from tournament.backup.selectors.backups import backup_state, newest_copy_sentence
from tournament.backup.services.backups import carry, check_copy, copy_replaced, make_copy, newest_event, sqlite_path
from tournament.backup.services.keeper import Keeper
from tournament.backup.services.restoring import copy_at
from tournament.models import Game, Restore, Scoresheet, User
from tournament.refusals import Refused
from tournament.services.start_check import (
    StartFinding,
    best_copy,
    check_foreign_parts,
    check_rows,
    check_schema,
    check_start,
    note_position,
    way_back_sentence,
)
from tournament.sqlite.watermark import note_watermark, watermark, watermark_file

pytestmark = pytest.mark.django_db(transaction=True)
on_sqlite = pytest.mark.skipif(connection.vendor != "sqlite", reason="of the file of a database")
PASSPHRASE = "Eichel sticht Gras"


@pytest.fixture(autouse=True)
def empty_folder():
    yield
    shutil.rmtree(copies_folder(), ignore_errors=True)
    if sqlite_path():
        watermark_file(sqlite_path()).unlink(missing_ok=True)


@pytest.fixture
def sheet():
    tournament = make_tournament()
    make_participants(tournament, 4)
    sheet = open_scoresheet(tournament)
    write(sheet, 1, "r12+", make_user("desk", "supervisor", username="anna"))
    return sheet


class Laid:
    """A copy of the test's database that a start finds."""

    def __init__(self, monkeypatch):
        self.file = sqlite_path().with_name("found.sqlite3")
        with closing(sqlite3.connect(sqlite_path())) as source, closing(sqlite3.connect(self.file)) as target:
            source.backup(target)
        connection.close()
        monkeypatch.setitem(connection.settings_dict, "NAME", str(self.file))

    def change(self, *statements):
        """Change it behind our back."""
        connection.close()
        with closing(sqlite3.connect(self.file)) as behind:
            for statement in statements:
                behind.execute(statement)
            behind.commit()

    def remove(self):
        connection.close()
        for file in self.file.parent.glob("found.sqlite3*"):
            file.unlink()


@pytest.fixture
def world(sheet, monkeypatch):
    world = Laid(monkeypatch)
    yield world
    world.remove()


def refusal(call):
    with pytest.raises(Refused) as error:
        call()
    return error.value.code, str(error.value)


def write_another():
    write(Scoresheet.objects.get(), 2, "r13+", User.objects.get(username="anna"))


@on_sqlite
def test_a_whole_database_is_served(world):
    assert check_start() == StartFinding(moved=True)
    note_position()
    assert check_start() == StartFinding()


@on_sqlite
def test_a_folder_of_an_older_version_is_not_damaged(world):
    """Before imports there was no table of them: its chains are compared when it has been migrated."""
    world.change("PRAGMA foreign_keys=OFF", "DROP TABLE tournament_importedtournament")
    assert check_start() == StartFinding(moved=True)
    content = bytearray(world.file.read_bytes())
    content[len(content) // 2 :] = bytes(len(content) - len(content) // 2)
    world.file.write_bytes(content)
    assert refusal(check_start)[0] == "database_damaged"


@on_sqlite
def test_nothing_is_served_from_a_damaged_one_and_the_newest_good_copy_is_named(world):
    note_position()
    good = make_copy("asked")
    worse = make_copy("asked")
    worse.write_bytes(worse.read_bytes()[:-100])
    content = bytearray(world.file.read_bytes())
    content[len(content) // 2 :] = bytes(len(content) - len(content) // 2)
    world.file.write_bytes(content)
    code, sentence = refusal(check_start)
    assert code == "database_damaged"
    assert f"./run restore {good}" in sentence
    assert world.file.read_bytes() == content, "it is left as it is"


@on_sqlite
def test_a_schema_that_cannot_be_read_is_a_sentence(world):
    world.change(
        "PRAGMA writable_schema=ON",
        "UPDATE sqlite_master SET sql = sql || cast(x'ff00' AS text) WHERE name = 'tournament_printjob'",
    )
    assert refusal(check_start)[0] == "database_damaged"
    with pytest.raises(CommandError, match="is damaged, so that it cannot be read") as error:
        call_command("verify_audit")
    assert error.value.returncode == 1


@on_sqlite
@pytest.mark.parametrize("content", [b"", b"x" * 5000])
def test_a_file_that_is_no_database(world, content):
    make_copy("asked")
    world.file.write_bytes(content)
    assert refusal(check_start)[0] == ("database_damaged" if content else "database_missing")


@on_sqlite
def test_a_wal_without_its_database(world):
    world.file.unlink()
    assert check_start() == StartFinding(), "an empty folder is a first start"
    world.file.with_name("found.sqlite3-wal").write_bytes(b"x")
    code, sentence = refusal(check_start)
    assert code == "database_missing"
    assert "There is no good copy" in sentence
    assert not world.file.exists()


@on_sqlite
def test_every_writer_notes_how_far_the_log_has_come(world):
    """At once, and not only with the next copy: what is damaged a moment later was acknowledged already."""
    note_position()
    write_another()
    assert watermark(world.file).newest_event == newest_event()
    connection.close()
    assert check_start() == StartFinding()


@on_sqlite
def test_a_writer_never_notes_less_than_is_noted(world):
    """Else the first login of a start would hide what the start has not told yet."""
    watermark_before = newest_event() + 100
    note_watermark(world.file, watermark_before)
    write_another()
    assert watermark(world.file).newest_event == watermark_before


@on_sqlite
def test_a_mark_of_an_older_version_is_read_and_not_written_over(world):
    mark = {"newest_event": 3, "file": world.file.stat().st_ino}
    watermark_file(world.file).write_text(json.dumps(mark))
    write_another()
    assert json.loads(watermark_file(world.file).read_text()) == mark
    connection.close()
    assert check_start() == StartFinding()


@on_sqlite
def test_entries_that_no_copy_has_are_counted_and_the_rest_is_served(world):
    make_copy("asked")
    note_watermark(world.file, newest_event() + 3)
    assert check_start() == StartFinding(lost=3)


@on_sqlite
def test_where_entries_are_lost_the_whole_file_is_checked(world):
    """A damaged WAL can leave pages of different moments in the database: here an index that does not know a row."""
    note_position()
    hidden = "type = 'index' AND tbl_name = 'django_session' AND sql IS NOT NULL"
    with closing(sqlite3.connect(world.file)) as behind:
        rows = behind.execute(f"SELECT * FROM sqlite_master WHERE {hidden}").fetchall()
    world.change("PRAGMA writable_schema=ON", f"DELETE FROM sqlite_master WHERE {hidden}")
    world.change("INSERT INTO django_session VALUES ('a', 'b', '2026-11-28')")
    world.change("PRAGMA writable_schema=ON", *[f"INSERT INTO sqlite_master VALUES {row}" for row in rows])
    assert check_start() == StartFinding(), "a usual start does not compare indexes"
    note_watermark(world.file, newest_event() + 3)
    assert refusal(check_start)[0] == "database_damaged"


@on_sqlite
def test_where_a_copy_has_more_it_is_named(world):
    note_position()
    copy = make_copy("asked")
    world.change("UPDATE sqlite_sequence SET seq = seq - 3 WHERE name = 'tournament_event'")
    code, sentence = refusal(check_start)
    assert code == "database_older"
    assert "3 entries" in sentence
    assert f"./run restore {copy}" in sentence


@on_sqlite
@pytest.mark.parametrize(
    ("change", "foreign"),
    [
        ("DROP TRIGGER tournament_event_no_update", False),
        ("CREATE TRIGGER friend AFTER INSERT ON tournament_game BEGIN DELETE FROM tournament_loginlink; END", True),
        ("CREATE UNIQUE INDEX zz ON tournament_game(number) WHERE number > 31", False),
        ("CREATE VIEW friend AS SELECT 1", True),
        ("INSERT INTO django_migrations (app, name, applied) VALUES ('tournament', '9999_next', '2030-01-01')", True),
    ],
)
def test_the_schema_is_compared_at_every_start(world, change, foreign):
    check_foreign_parts()
    check_schema()
    copy = make_copy("asked")
    world.change(change)
    code, sentence = refusal(check_schema)
    assert code == "database_changed"
    assert f"./run restore {copy}" in sentence
    assert "./run --despite-faults" in sentence
    check_schema(despite_faults=True)
    # A migration would set a foreign trigger off. What is ours may come with a migration.
    if foreign:
        assert refusal(check_foreign_parts)[0] == "database_changed"
    else:
        check_foreign_parts()
    with pytest.raises(CommandError, match="--despite-faults"):
        call_command("prepare")


@on_sqlite
@pytest.mark.parametrize(("tables", "more"), [(20, False), (21, True)])
def test_many_faults_are_not_all_told(world, caplog, tables, more):
    world.change(*(f"CREATE TABLE foreign_{number} (id)" for number in range(tables)))
    refusal(check_schema)
    assert len([line for line in caplog.messages if "foreign_" in line]) == 20
    assert ("There are more; manage.py verify_audit names all." in caplog.messages) is more


@on_sqlite
@pytest.mark.parametrize("all_of_them", [True, False])
def test_rows_that_lack_what_the_log_tells(world, all_of_them):
    """As they may be in a folder that was copied while it was written, although every page of the file is well."""
    world.change("DELETE FROM tournament_game")
    assert check_start() == StartFinding(moved=True)
    assert refusal(lambda: check_rows(all_of_them=all_of_them))[0] == "database_changed"
    check_rows(all_of_them=all_of_them, despite_faults=True)


def test_after_a_restore_every_row_is_compared_before_the_restore_is_noted(sheet, settings, tmp_path, caplog):
    settings.VAR_DIR = tmp_path
    note = tmp_path / switching.NOTE
    note.write_text(json.dumps({"file": "spielliste-1.zip", "made_at": "2026-11-28T18:05:00+00:00"}))
    Game.objects.update(points_1=-1, points_3=1)
    with pytest.raises(CommandError, match="--despite-faults"):
        call_command("prepare")
    assert "match 1, table 1" in caplog.text
    assert (note.exists(), Restore.objects.count()) == (True, 0), "the next start looks again"
    call_command("prepare", despite_faults=True)
    assert (note.exists(), Restore.objects.count()) == (False, 1)
    # Whoever ordered the restore has seen the faults of the copy and accepted them.
    note.write_text(json.dumps({"file": "1.zip", "made_at": "2026-11-28T18:05:00+00:00", "faults": 3}))
    call_command("prepare")
    assert (note.exists(), Restore.objects.count()) == (False, 2)


@on_sqlite
def test_the_best_copy_is_an_open_one_if_there_is_one(sheet, tmp_path):
    location = add_location(tmp_path, make_lock(PASSPHRASE))
    first = make_copy("asked")
    locked = carry(make_copy("asked"), location)
    assert best_copy() != locked
    shutil.rmtree(copies_folder())
    assert best_copy() is None, "the list of locations is gone, too"
    add_location(tmp_path, None)
    assert best_copy() == locked
    assert not first.exists()


def replace(world):
    """The copy of a database that a restore moves aside, and that folder."""
    aside = world.file.with_name(f"{ASIDE}2030-11-28T18-05-00Z")
    aside.mkdir()
    connection.close()
    shutil.copy(world.file, aside / world.file.name)
    try:
        return copy_replaced(aside)
    finally:
        shutil.rmtree(aside)


@on_sqlite
def test_what_a_restore_replaced_is_named_by_no_start_while_there_is_another_copy(world):
    """It is whole, newer and signed by us, but somebody has just thrown it away."""
    good = make_copy("asked")
    replaced = replace(world)
    assert check_copy(replaced).why == "replaced"
    assert (list(copies_in(copies_folder()).values()), list(replaced_in(copies_folder()).values())) == (
        [good],
        [replaced],
    )
    assert best_copy() == good
    assert str(good) in newest_copy_sentence()
    assert backup_state().newest == made_at(good.name)
    good.unlink()
    assert newest_copy_sentence() == "No copy of the database yet; the first one is made now."
    assert best_copy() == replaced
    assert way_back_sentence(Path(f"{ASIDE}2030-11-28T18-05-00Z")) == (
        f"The way back to what was here: ./run restore {replaced}"
    )
    world.file.write_bytes(b"x" * 5000)
    sentence = refusal(check_start)[1]
    assert "There is only the state before the restore of" in sentence
    assert sentence.endswith(f"./run restore {replaced}")
    assert "good copy" not in sentence
    replaced.unlink()
    assert way_back_sentence(Path(f"{ASIDE}2030-11-28T18-05-00Z")) == ""


@on_sqlite
def test_what_a_restore_replaced_goes_to_no_stick_and_is_taken_for_no_folder(world, tmp_path):
    replaced, stick = replace(world), add_location(tmp_path, None)
    status.ask_copy("restored")
    keeper = Keeper()
    keeper.look()
    (fresh,) = copies_in(copies_folder()).values()
    assert names_in(stick.folder) == [fresh.name], "the keeper has made a copy of what is restored at once"
    assert check_copy(fresh).why == "restored"
    assert [copy.name for copy in backup_state().places[0].copies] == [replaced.name, fresh.name]
    assert copy_at(copies_folder()) == fresh
    assert copy_at(replaced) == replaced, "the way back"
