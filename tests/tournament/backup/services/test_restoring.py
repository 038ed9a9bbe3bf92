"""Restoring: a copy is checked before anything is touched, and says what it lacks of the present database."""

import datetime as dt
import json
import shutil
from io import StringIO
from pathlib import Path

import pytest
from django.conf import settings as django_settings
from django.core.management import CommandError, call_command
from django.db import connection
from django.utils import timezone
from django.utils.formats import date_format

from tests.worlds.factories import make_participants, make_tournament, make_user, open_scoresheet, write
from tournament.backup.copies import postgresql, switching
from tournament.backup.copies.locations import add_location, copies_folder
from tournament.backup.copies.locking import make_lock
from tournament.backup.copies.names import made_at
from tournament.backup.selectors.backups import restore_sentences
from tournament.backup.services import restoring
from tournament.backup.services.backups import carry, make_copy, newest_event, sqlite_path
from tournament.backup.services.checked_restores import REFUSED, check_and_report, report
from tournament.backup.services.copy_audit import copy_faults
from tournament.backup.services.restoring import (
    _compare,
    _note_sheets,
    _switch_server,
    note_of,
    only_check,
    order_restore,
    stage,
    unstage,
)
from tournament.management.commands.restore import Command
from tournament.models import Tournament
from tournament.refusals import Refused
from tournament.server.only_one import only_server
from tournament.services.events import write_event
from tournament.sqlite.watermark import watermark_file

pytestmark = pytest.mark.django_db(transaction=True)
on_sqlite = pytest.mark.skipif(connection.vendor != "sqlite", reason="of the file of a database")
PASSPHRASE = "Eichel sticht Gras"


@pytest.fixture(autouse=True)
def empty_folder():
    yield
    unstage()
    shutil.rmtree(copies_folder(), ignore_errors=True)
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
    """What is said of the copy beside the present database. The rows of these tests are in no log."""
    return list(restore_sentences(staged.manifest, staged.lacks, empty=staged.empty, faults=()))[3:]


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
        "Feldkirchen 2026, match 1: newer entries at table 1.",
    ]


def test_lots_for_a_tie_that_a_copy_lacks_are_to_be_noted(sheet, anna):
    """5.4.2: the hall has seen them; drawn anew, they would be others."""
    tournament = sheet.match.tournament
    write_event(tournament=tournament, kind="tournament.started", actor=anna, payload={})
    one, two, three, four = tournament.participants.order_by("start_number")
    for order in ([two, one], [three, four]):
        copy = make_copy("asked")
        assert not [sentence for sentence in sentences(stage(copy)) if "tie" in sentence]
        payload = {"order": [person.pk for person in order]}
        write_event(tournament=tournament, kind="tie.lots_drawn", actor=anna, payload=payload)
        *_before, sentence, names = sentences(stage(copy))
        assert sentence.startswith("Lots for a tie were drawn after the copy.")
        assert names == f"Feldkirchen 2026: {order[0].start_number} {order[0]}, {order[1].start_number} {order[1]}"


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
    assert not (copies_folder().parent / switching.STAGED).exists()
    assert not switching.order_given()


def test_what_is_no_copy(tmp_path):
    (tmp_path / "notes.txt").write_text("Eichel")
    assert refused(stage, tmp_path / "none.zip").code == "copy_missing"
    assert refused(stage, tmp_path).code == "copy_missing"
    assert refused(stage, tmp_path / "notes.txt").code == "copy_damaged"


def test_a_folder_means_its_newest_copy_and_a_locked_one_needs_its_passphrase(sheet, tmp_path, capsys):
    location = add_location(tmp_path, make_lock(PASSPHRASE))
    carry(make_copy("asked"), location)
    newest = carry(make_copy("asked"), location)
    assert refused(stage, tmp_path).code == "passphrase_needed"
    assert refused(stage, tmp_path, "Gras").code == "passphrase_wrong"
    assert stage(tmp_path, PASSPHRASE).file == str(newest)
    (copies_folder().parent / "passphrase").write_text(f"{PASSPHRASE}\n")
    passphrase = copies_folder().parent / "passphrase"
    call_command("restore", tmp_path, dry_run=True, passphrase_file=passphrase, despite_faults=True)
    output, local = capsys.readouterr().out, timezone.localtime(made_at(newest.name))
    assert str(newest) in output.splitlines(), "which one that is"
    assert date_format(local, "SHORT_DATETIME_FORMAT") in output, "the name carries UTC"


def test_a_dry_run_changes_nothing_and_says_so(sheet, capsys):
    copy, before = make_copy("asked"), newest_event()
    call_command("restore", copy, dry_run=True, despite_faults=True)
    assert capsys.readouterr().out.splitlines()[-1] == "Nothing was changed."
    assert newest_event() == before
    assert not (copies_folder().parent / switching.STAGED).exists()


def test_only_what_was_there_is_said_to_be_kept(tmp_path):
    out = StringIO()
    Command(stdout=out).report(tmp_path, empty=True)
    begin = "The copy is in its place.\nNow start Spielliste as before: ./run"
    assert out.getvalue() == f"{begin}, or with phones in the hall ./run --host 0.0.0.0\n"
    Command(stdout=out).report(tmp_path, empty=False)
    assert f"What was there is kept in {tmp_path}." in out.getvalue()


def test_two_dry_runs_at_once_do_not_disturb_each_other(sheet, monkeypatch, capsys):
    copy, audited = make_copy("asked"), []

    def faults(database):
        """The second begins, and ends, while the first one audits."""
        audited.append(database)
        if len(audited) == 1:
            call_command("restore", copy, dry_run=True, despite_faults=True)
        return copy_faults(database)

    monkeypatch.setattr(restoring, "copy_faults", faults)
    call_command("restore", copy, dry_run=True, despite_faults=True)
    assert capsys.readouterr().out.splitlines().count("Nothing was changed.") == 2
    assert len({database.parent for database in audited}) == 2
    assert list(copies_folder().parent.glob(f"{switching.LOOKED_AT}*")) == []


def test_one_restore_at_a_time_on_the_page_and_as_a_command(sheet, capsys):
    copy = make_copy("asked")
    staged = stage(copy)
    with only_check(wait=False), pytest.raises(CommandError, match="Another copy is being checked or restored here"):
        call_command("restore", copy)
    assert Path(django_settings.VAR_DIR, switching.STAGED, staged.manifest.database).exists()
    assert not switching.order_given()


def test_the_page_checks_no_copy_over_one_that_is_ordered(sheet):
    copy = make_copy("asked")
    staged = stage(copy)
    order_restore(note_of(staged))
    try:
        check_and_report(copy, "", mark="abc")
        assert report().state == REFUSED
        assert Path(django_settings.VAR_DIR, switching.STAGED, staged.manifest.database).exists()
    finally:
        Path(django_settings.VAR_DIR, switching.RESTORE_ORDER).unlink()


def test_the_note_tells_what_the_hall_was_told_of_what_is_replaced(sheet, anna, monkeypatch):
    tournament = sheet.match.tournament
    write_event(tournament=tournament, kind="tournament.created", actor=anna, payload={})
    note = note_of(stage(make_copy("asked")))
    person = tournament.participants.first()
    tournament.participants.filter(pk=person.pk).update(shown_name="hidden")
    Tournament.objects.update(release="frozen")
    try:
        order_restore(note)
        _note_sheets()
        [status] = switching.order().note["shown"]
        assert (status["release"], status["frozen_by"], status["wishes"]) == (
            "frozen",
            None,
            {str(person.pk): "hidden"},
        )
        monkeypatch.setattr("tournament.backup.copies.shown.WISHES", "SELECT of_an FROM older_version")
        order_restore(note)
        _note_sheets()
        assert switching.order().note["shown"] == []
    finally:
        Path(django_settings.VAR_DIR, switching.RESTORE_ORDER).unlink()


def test_not_while_a_server_works_on_the_same_folder(sheet, settings):
    copy = make_copy("asked")
    with only_server(settings.VAR_DIR):
        with pytest.raises(CommandError, match="end it first"):
            call_command("restore", copy)
        call_command("restore", copy, dry_run=True, despite_faults=True)


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
    folder = copies_folder().parent / switching.STAGED
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
