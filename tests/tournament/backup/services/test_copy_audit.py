"""A copy that was changed is not called good: the audit runs on it before it is put into place, and it is signed."""

import json
import logging
import os
import shutil
import sqlite3
import time
import zipfile
from contextlib import closing, suppress
from datetime import timedelta

import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey
from django.conf import settings as django_settings
from django.core.management import CommandError, call_command
from django.db import connection
from django.urls import reverse

from tests.damage.forging import FORGED, drop_triggers, execute, forge, without_triggers, write_copy
from tests.worlds.played import play
from tournament.backup.copies import switching
from tournament.backup.copies.locations import copies_folder
from tournament.backup.copies.names import copy_name, made_at
from tournament.backup.copies.packing import SIGNATURE
from tournament.backup.copies.signing import KEY, own_short_key
from tournament.backup.selectors.backups import restore_sentences
from tournament.backup.services import checked_restores, copy_audit
from tournament.backup.services.backups import make_copy
from tournament.backup.services.copy_audit import _instead, copy_faults
from tournament.backup.services.restoring import accepted_faults, note_of, only_check, stage, unstage
from tournament.models import Event, Game, User
from tournament.network.certificates import server_certificate
from tournament.refusals import Refused
from tournament.services.people import create_person
from tournament.services.start_check import best_copy

pytestmark = pytest.mark.django_db(transaction=True)
on_sqlite = pytest.mark.skipif(connection.vendor != "sqlite", reason="changes the file in a copy")


@pytest.fixture
def copy():
    shutil.rmtree(copies_folder(), ignore_errors=True)
    _tournament, organiser = play(1, ["r12+", "r13-"])
    create_person(actor=organiser, username="anna", full_name="Anna", roles=["desk"])
    yield make_copy("asked")
    unstage()
    shutil.rmtree(copies_folder(), ignore_errors=True)
    (django_settings.VAR_DIR / switching.NOTE).unlink(missing_ok=True)


def sentences(staged):
    lines = restore_sentences(staged.manifest, staged.lacks, empty=staged.empty, faults=staged.faults)
    return list(lines)[1:]


def test_a_copy_of_ours_holds(copy):
    staged = stage(copy)
    assert staged.faults == ()
    assert sentences(staged)[:2] == [
        "This installation wrote it, and nothing was changed in it since.",
        "Its rows fit its log.",
    ]
    assert Game.objects.count() == 2, "the connection is to our own database again"


@on_sqlite
@pytest.mark.parametrize("name", FORGED)
def test_a_forged_copy_is_told(copy, tmp_path, name):
    staged = stage(forge(copy, tmp_path / "forged.zip", FORGED[name]))
    # The audit does not know passwords (docs/audit.md): that nobody vouches for the copy says it.
    assert bool(staged.faults) == (name != "a password replaced"), staged.faults
    assert sentences(staged)[0].startswith("It is not signed")
    assert {path.name for path in (django_settings.VAR_DIR / switching.STAGED).glob("audit*")} == set()
    with pytest.raises(Refused) as refusal:
        stage(forge(copy, tmp_path / "kept.zip", FORGED[name], "kept"))
    assert refusal.value.code == "signature_wrong"


def as_older_version(database):
    """Take the database of a copy back to what an older version had."""
    with _instead(database.execute("PRAGMA database_list").fetchone()[2]):
        call_command("migrate", "tournament", "0035", verbosity=0)


@on_sqlite
@pytest.mark.parametrize("name", ["", "triggers dropped", "a foreign trigger", "an index that stops tables"])
def test_a_copy_of_an_older_version_is_migrated_for_its_audit_alone(copy, tmp_path, name):
    def changed(database):
        as_older_version(database)
        FORGED[name](database) if name else None

    staged = stage(forge(copy, tmp_path / "older.zip", changed))
    assert bool(staged.faults) == bool(name), staged.faults
    with closing(sqlite3.connect(django_settings.VAR_DIR / switching.STAGED / "spielliste.sqlite3")) as database:
        newest = "SELECT max(name) FROM django_migrations WHERE app = 'tournament'"
        assert database.execute(newest).fetchone() == ("0035_login_links",)


@on_sqlite
def test_a_copy_of_another_installation_is_told_with_its_key(copy, tmp_path):
    key = django_settings.VAR_DIR / KEY
    theirs, own_key = own_short_key(), key.read_bytes()
    try:
        for ours in (None, bytes(range(32))):
            key.unlink() if ours is None else key.write_bytes(ours)
            staged = stage(copy)
            assert f"the key {theirs}" in sentences(staged)[0]
            assert not staged.manifest.origin.own
        assert own_short_key() not in ("", theirs)
    finally:
        key.write_bytes(own_key)
    assert stage(copy).manifest.origin.own


def test_the_key_is_in_no_copy(copy):
    with zipfile.ZipFile(copy) as packed:
        key = (django_settings.VAR_DIR / KEY).read_bytes()
        assert not any(
            key in packed.read(name) or key.hex().encode() in packed.read(name) for name in packed.namelist()
        )
    assert KEY not in stage(copy).manifest.parts


def test_a_copy_without_its_signature_is_one_of_an_older_version(copy, tmp_path):
    with zipfile.ZipFile(copy) as packed:
        files = {name: packed.read(name) for name in packed.namelist() if name != SIGNATURE}
    write_copy(tmp_path / "old.zip", files)
    staged = stage(tmp_path / "old.zip")
    assert staged.faults == ()
    assert sentences(staged)[0].startswith("It is not signed: an older version wrote it")


@on_sqlite
def test_the_start_names_a_copy_of_its_own_before_a_newer_one_that_nobody_signed(copy):
    newer = copies_folder() / copy_name(made_at(copy.name) + timedelta(hours=1))
    forge(copy, newer, FORGED["a password replaced"])
    assert best_copy() == copy
    copy.unlink()
    assert best_copy() == newer


@on_sqlite
def test_faults_must_be_accepted_on_the_command_line(copy, tmp_path, capsys):
    forged = forge(copy, tmp_path / "forged.zip", FORGED["a role raised"])
    with pytest.raises(CommandError, match="--despite-faults"):
        call_command("restore", forged, dry_run=True)
    output = capsys.readouterr().out
    assert "the audit found 1 fault" in output
    assert "the roles of login" in output
    with pytest.raises(CommandError, match="--despite-faults"):
        call_command("restore", forged)
    assert not switching.order_given()
    assert not (django_settings.VAR_DIR / switching.STAGED).exists()
    call_command("restore", forged, dry_run=True, despite_faults=True)


@on_sqlite
def test_faults_must_be_accepted_on_the_page(copy, tmp_path, client, monkeypatch):
    client.force_login(User.objects.get(username="reiter"))
    monkeypatch.setattr(checked_restores, "may_restart", lambda: True)
    forged = forge(copy, tmp_path / "forged.zip", FORGED["a game's points changed"])
    checked_restores.check_and_report(forged, "", mark="abc")
    page = client.get(reverse("backup_checked")).content.decode()
    assert "The copy has faults" in page
    assert 'name="despite_faults" required' in page
    order = django_settings.VAR_DIR / switching.RESTORE_ORDER
    answer = client.post(reverse("backup_restore_now"), {"mark": "abc"}, follow=True)
    assert "Please confirm" in answer.content.decode()
    assert not order.exists()
    organiser = User.objects.get(username="reiter")
    with only_check(wait=False), pytest.raises(Refused, match="checked or restored here"):
        checked_restores.order_checked(mark="abc", actor=organiser, despite_faults=True)
    assert not order.exists()
    checked_restores.order_checked(mark="abc", actor=organiser, despite_faults=True)
    assert order.exists()
    order.unlink()


def test_the_start_goes_on_where_faults_were_accepted(copy):
    User.objects.filter(username="anna").update(organiser=True)
    note = note_of(stage(copy))
    assert note["faults"] == 0
    (django_settings.VAR_DIR / switching.NOTE).write_text(json.dumps(note))
    with pytest.raises(CommandError, match="does not fit its log"):
        call_command("prepare")
    (django_settings.VAR_DIR / switching.NOTE).write_text(json.dumps(note | {"faults": 1}))
    call_command("prepare")
    assert accepted_faults() == 0, "the next start asks again"
    logged = json.loads(Event.objects.get(kind="installation.restored").payload)
    assert (logged["faults"], logged["signed_by"]) == (1, note["signed_by"])
    assert note["signed_by"]


def test_a_check_that_broke_down_is_told(client, copy, monkeypatch):
    client.force_login(User.objects.get(username="reiter"))
    monkeypatch.setattr(checked_restores.sys, "executable", "false")
    mark = checked_restores.begin_check(copy, "", language="en")
    until = time.monotonic() + 20
    while checked_restores.report().state == checked_restores.CHECKING:
        assert time.monotonic() < until
        time.sleep(0.05)
    assert checked_restores.report().mark == mark
    page = client.get(reverse("backup_checked")).content.decode()
    assert "broke down" in page
    assert "Restore this copy now" not in page


@on_sqlite
@pytest.mark.parametrize(
    "statement",
    [
        "DROP TABLE tournament_participant",
        "ALTER TABLE tournament_event RENAME COLUMN hash TO hashed",
        "UPDATE tournament_event SET at = 'soon'",
        "UPDATE tournament_event SET payload = CAST(x'ff' AS TEXT)",
        "UPDATE tournament_event SET sequence = 'x' WHERE id = 1",
        "UPDATE tournament_event SET payload = '{}' WHERE id = 1",
        "UPDATE tournament_user SET salt = x'00ff'",
        "DROP TABLE tournament_tielots",
        "UPDATE tournament_tournament SET state = '?', version = 'x'",
        "PRAGMA user_version = 1",
    ],
)
def test_a_database_that_is_none_of_ours(copy, tmp_path, statement):
    """It is refused with a sentence, or the audit tells that it breaks down or what it finds."""

    def changed(database):
        drop_triggers(database)
        database.execute("PRAGMA legacy_alter_table = ON")
        database.execute(statement)

    try:
        assert stage(forge(copy, tmp_path / "forged.zip", changed)).faults
    except Refused as refusal:
        assert refusal.code in ("copy_damaged", "log_damaged")  # noqa: PT017  either will do


@on_sqlite
def test_where_the_audit_breaks_down_one_sentence_says_so(copy, tmp_path, caplog):
    """And no traceback stands before it: the first of these migrations makes a table that is there."""
    newest = "SELECT id FROM django_migrations WHERE app = 'tournament' ORDER BY id DESC LIMIT 3"
    changed = execute(f"DELETE FROM django_migrations WHERE id IN ({newest})")
    (fault,) = stage(forge(copy, tmp_path / "forged.zip", changed)).faults
    assert fault.startswith("The audit broke down: OperationalError")
    assert [record for record in caplog.records if record.levelno >= logging.WARNING] == []


@on_sqlite
def test_a_view_that_never_ends_is_not_read(copy, tmp_path):
    def changed(database):
        drop_triggers(database)
        database.execute("ALTER TABLE tournament_event RENAME TO events")
        database.execute(
            "CREATE VIEW tournament_event AS WITH RECURSIVE n(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n) "
            "SELECT id, id AS sequence, 1 AS tournament_id, NULL AS scoresheet_id, '' AS hash FROM n"
        )

    with pytest.raises(Refused) as refusal:
        stage(forge(copy, tmp_path / "forged.zip", changed, contents=False))
    assert refusal.value.code == "copy_damaged"


@on_sqlite
@pytest.mark.parametrize("secret", [b"", b" \n", b"\xff\xfe"])
def test_a_secret_key_that_no_server_starts_with(copy, tmp_path, secret):
    with pytest.raises(Refused) as refusal:
        stage(forge(copy, tmp_path / "forged.zip", lambda database: None, more={"secret_key": secret}))
    assert refusal.value.code == "copy_damaged"


AUTHORITY = {"ca/authority.pem": b"junk", "ca/authority.key": b"junk"}
OTHER_KEY = X25519PrivateKey.generate().private_bytes(
    serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
)


@on_sqlite
@pytest.mark.parametrize(
    "more",
    [AUTHORITY, {"ca/server.key": b"junk"}, {"ca/seal.key": b""}, {"ca/seal.key": OTHER_KEY}, {"ca/seal.pem": b"junk"}],
    ids=["authority", "server", "no seal", "another kind", "certificate"],
)
def test_keys_that_cannot_be_read(copy, tmp_path, more):
    with pytest.raises(Refused) as refusal:
        stage(forge(copy, tmp_path / "forged.zip", lambda database: None, more=more))
    assert refusal.value.code == "copy_damaged"


@on_sqlite
def test_keys_that_fit_their_certificates_and_no_others(copy, tmp_path):
    pairs = []
    for name in ("one", "two"):
        server_certificate(tmp_path / name, ["localhost"])
        pairs.append({f"ca/{file.name}": file.read_bytes() for file in (tmp_path / name).iterdir()})
    assert stage(forge(copy, tmp_path / "fits.zip", lambda database: None, more=pairs[0])).faults == ()
    mixed = pairs[0] | {"ca/authority.key": pairs[1]["ca/authority.key"]}
    with pytest.raises(Refused) as refusal:
        stage(forge(copy, tmp_path / "mixed.zip", lambda database: None, more=mixed))
    assert refusal.value.code == "copy_damaged"


def test_who_asks_for_another_copy_meanwhile_cannot_order_the_first(copy, tmp_path, monkeypatch):
    """Both are unpacked in the same folder."""
    marks = []

    def staged(*arguments):
        monkeypatch.setattr(checked_restores.sys, "executable", "true")
        marks.append(checked_restores.begin_check(copy, "", language="en"))
        return stage(*arguments)

    monkeypatch.setattr(checked_restores, "stage", staged)
    checked_restores.check_and_report(copy, "", mark="first")
    current = checked_restores.report()
    assert (current.mark, current.state) == (marks[0], checked_restores.CHECKING)


@on_sqlite
def test_what_a_stranger_wrote_obeys_no_terminal(copy, tmp_path):
    hostile = without_triggers(
        execute("UPDATE tournament_event SET kind = 'people.' || char(27) || '[2J' WHERE id = 1")
    )
    forged = forge(copy, tmp_path / "forged.zip", hostile)
    with suppress(Refused):  # the newest links are recomputed before
        assert all(fault.isprintable() for fault in stage(forged).faults)


@pytest.mark.skipif(connection.vendor != "postgresql", reason="of a server")
def test_a_dump_is_audited_in_a_database_of_its_own(copy, monkeypatch):
    database = f"spielliste_audit_of_process_{os.getpid()}"

    def databases():
        with connection.cursor() as cursor:
            cursor.execute("SELECT datname FROM pg_database WHERE datname = %s", [database])
            return cursor.fetchall()

    # Other processes of the tests may be auditing at the same moment, on the same server.
    monkeypatch.setattr(copy_audit.secrets, "token_hex", lambda _size: f"of_process_{os.getpid()}")
    assert stage(copy).faults == ()
    assert databases() == []
    with connection.cursor() as cursor:
        cursor.execute("CREATE ROLE modest LOGIN")
        cursor.execute("SET ROLE modest")
        try:
            assert copy_faults(django_settings.VAR_DIR / switching.STAGED / "spielliste.dump") is None
        finally:
            cursor.execute("RESET ROLE")
            cursor.execute("DROP ROLE modest")
    assert databases() == []
