"""Copies of the installation: whole while others write, checked, carried to every location, made when they are due."""

import contextlib
import errno
import json
import os
import shutil
import sqlite3
import threading
import zipfile
from contextlib import closing
from pathlib import Path

import pytest
from django.db import connection
from django.utils import timezone

from tests.worlds.factories import draw_lots, make_participants, make_tournament, make_user, open_scoresheet, write
from tests.worlds.sheets import accept, fill, sign
from tournament.backup.copies import packing, status
from tournament.backup.copies.locations import add_location, copies_folder, found_at, locations, remove_location
from tournament.backup.copies.locking import make_lock
from tournament.backup.copies.names import copies_in
from tournament.backup.selectors.backups import backup_state
from tournament.backup.services.backups import carry, check_copy, make_copy, newest_event, sqlite_path
from tournament.backup.services.keeper import AGAIN, EVERY, Keeper
from tournament.models import Event, Game, Scoresheet
from tournament.refusals import Refused
from tournament.services.start_check import note_position
from tournament.sqlite.watermark import watermark, watermark_file

pytestmark = pytest.mark.django_db(transaction=True)
PASSPHRASE = "Eichel sticht Gras"


@pytest.fixture(autouse=True)
def empty_folder():
    """No copies and no locations from another test."""
    shutil.rmtree(copies_folder())
    yield
    shutil.rmtree(copies_folder(), ignore_errors=True)


@pytest.fixture
def sheet():
    tournament = make_tournament()
    make_participants(tournament, 4)
    return open_scoresheet(tournament)


@pytest.fixture
def anna():
    return make_user("organiser", "desk", "supervisor", username="anna")


def refused(call, *arguments):
    with pytest.raises(Refused) as error:
        call(*arguments)
    return error.value.code


def test_a_copy_holds_everything_and_only_its_owner_can_read_it(sheet, anna):
    write(sheet, 1, "r12+", anna)
    copy = make_copy("asked")
    assert copy.stat().st_mode & 0o777 == 0o600
    assert copies_folder().stat().st_mode & 0o777 == 0o700
    assert list(copies_folder().iterdir()) == [copy], "nothing is left of its making"
    manifest = check_copy(copy)
    assert manifest.why == "asked"
    assert manifest.contents.counts == {
        "tournament": 1, "match": 2, "scoresheet": 1, "participant": 4, "game": 1, "event": Event.objects.count()
    }  # fmt: skip
    assert manifest.contents.newest_event == newest_event()
    head = Event.objects.filter(scoresheet=sheet).last()
    assert [one.hash for one in manifest.contents.heads if one.sheet == sheet.pk] == [head.hash]
    assert {"ca/seal.key", "ca/seal.pem"} < manifest.parts.keys()
    assert not {name for name in manifest.parts if "static" in name or "print" in name}


@pytest.mark.skipif(connection.vendor != "sqlite", reason="of a file that is written")
def test_copies_made_while_others_write_are_each_of_one_moment(sheet, anna):
    """A copy that held half of a transaction would fail its own check; each holds what was there when it began."""
    ended = threading.Event()

    def write_on():
        try:
            number = 0
            while not ended.is_set() and number < 32:
                number += 1
                write(sheet, number, "r12+", anna)
        finally:
            connection.close()

    writer = threading.Thread(target=write_on)
    writer.start()
    try:
        for _ in range(4):
            before = Event.objects.count()
            manifest = check_copy(make_copy("asked"))
            assert before <= manifest.contents.counts["event"] <= Event.objects.count()
            for file in copies_folder().glob("*.zip"):
                file.unlink()
    finally:
        ended.set()
        writer.join(30)


@pytest.mark.skipif(connection.vendor != "sqlite", reason="changes the file of the database")
@pytest.mark.parametrize(
    "change",
    [
        "UPDATE tournament_event SET payload = '{}' WHERE id = (SELECT max(id) FROM tournament_event)",
        "DELETE FROM tournament_event WHERE id = (SELECT max(id) - 1 FROM tournament_event)",
    ],
)
def test_a_copy_with_a_broken_log_is_kept_aside_and_told(sheet, anna, change):
    write(sheet, 1, "r12+", anna)
    write(sheet, 2, "r12+", anna)
    with closing(sqlite3.connect(sqlite_path())) as behind:
        triggers = behind.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
        for name, _sql in triggers:
            behind.execute(f'DROP TRIGGER "{name}"')
        behind.execute(change)
        for _name, sql in triggers:
            behind.execute(sql)
        behind.commit()
    keeper = Keeper()
    keeper.look()
    assert keeper.status.problem == status.read_status().problem == "log_damaged"
    assert keeper.due() == ""
    keeper.failed_at -= AGAIN.total_seconds()
    assert keeper.due() == "again"
    keeper.look()
    assert [file.suffix for file in copies_folder().glob("spielliste-*")] == [".damaged"], "the newest one"


def test_a_damaged_file_is_noticed(sheet):
    """In every part; and in the directory of the zip, where some bytes (times, kinds of files) say nothing about it."""
    copy = make_copy("asked")
    whole, manifest = copy.read_bytes(), check_copy(copy)
    with zipfile.ZipFile(copy) as packed:
        begins = [(one.filename, one.header_offset) for one in packed.infolist()]
        directory = packed.start_dir
    assert {name for name, _begin in begins} == {"manifest.json", "manifest.sig", *manifest.parts}
    for (name, begin), (_next, end) in zip(begins, [*begins[1:], ("", directory)], strict=True):
        copy.write_bytes(flipped(whole, begin + (end - begin) * 2 // 3))
        assert refused(check_copy, copy) == "copy_damaged", name
    for place in range(directory, len(whole), 37):
        copy.write_bytes(flipped(whole, place))
        # A fault of another kind would be the program's own.
        with contextlib.suppress(Refused):
            assert check_copy(copy) == manifest, place


def flipped(content, place):
    return content[:place] + bytes([content[place] ^ 0xFF]) + content[place + 1 :]


@pytest.mark.parametrize("share", [0, 0.3, 0.999])
def test_a_file_that_was_cut_off_is_noticed(sheet, share):
    copy = make_copy("asked")
    copy.write_bytes(copy.read_bytes()[: int(copy.stat().st_size * share)])
    assert refused(check_copy, copy) == "copy_damaged"


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"format": 2}, "copy_newer"),
        ({"parts": {"../../evil": [1, "x"], "spielliste.sqlite3": [1, "x"]}}, "copy_damaged"),
        ({"parts": {"secret_key": [1, "x"]}}, "copy_damaged"),
        ({"contents": []}, "copy_damaged"),
        ({"made_at": "soon"}, "copy_damaged"),
    ],
)
def test_what_a_manifest_may_not_say(tmp_path, change, code):
    manifest = {
        "format": 1, "made_at": "2026-11-28T14:30:00+00:00", "why": "", "program": "", "parts": {},
        "contents": {"heads": [], "counts": {}, "newest_event": 0},
    } | change  # fmt: skip
    with zipfile.ZipFile(tmp_path / "copy.zip", "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("manifest.json", json.dumps(manifest))
        packed.writestr("../../evil", "x")
    with (tmp_path / "copy.zip").open("rb") as file:
        assert refused(packing.unpack_copy, file, tmp_path / "in") == code
    assert {path.name for path in tmp_path.iterdir()} == {"copy.zip"}


def test_a_copy_reaches_every_location_and_a_missing_one_when_it_is_back(sheet, tmp_path):
    for name in ("stick", "safe"):
        (tmp_path / name).mkdir()
    plain, locked = add_location(tmp_path / "stick", None), add_location(tmp_path / "safe", make_lock(PASSPHRASE))
    keeper = Keeper()
    keeper.look()
    assert keeper.copied_at > 0
    (copy,) = copies_in(copies_folder()).values()
    assert (plain.folder / copy.name).read_bytes() == copy.read_bytes()
    assert copy.read_bytes()[:200] not in (locked.folder / f"{copy.name}.locked").read_bytes()

    (tmp_path / "stick").rename(tmp_path / "away")
    status.ask_copy("asked")
    keeper.look()
    newest = next(iter(copies_in(copies_folder()).values()))
    assert newest != copy
    places = {one.key: one for one in status.read_status().locations}
    assert (places[plain.key].state, places[plain.key].copies) == (status.MISSING, (copy.name,))
    assert places[locked.key].copies == (f"{newest.name}.locked", f"{copy.name}.locked")

    (tmp_path / "away").rename(tmp_path / "stick")
    keeper.look()
    assert set(copies_in(plain.folder).values()) == {plain.folder / copy.name, plain.folder / newest.name}
    assert {one.key: one.state for one in status.read_status().locations}[plain.key] == status.THERE
    remove_location(plain.key)
    assert [one.key for one in locations()] == ["own", locked.key]
    assert copies_in(plain.folder), "its copies stay"


def test_a_place_whose_passphrase_an_older_version_set_gets_no_copy_and_says_so(sheet, tmp_path):
    location = add_location(tmp_path, make_lock(PASSPHRASE))
    listed = copies_folder() / "locations.json"
    entries = json.loads(listed.read_text())
    entries[0]["lock"] = dict.fromkeys(("public", "salt", "nonce", "wrapped"), "AAAA")
    listed.write_text(json.dumps(entries))
    Keeper().look()
    [_own, place] = status.read_status().locations
    assert (place.key, place.state, place.problem, place.copies) == (location.key, status.FAILED, "lock_outdated", ())
    assert [path.name for path in location.folder.iterdir()] == ["location.json"], "nothing in the clear, either"
    assert backup_state().places[1].sentence == (
        "An older version set this passphrase: please take the place off the list and add it again."
    )


def test_folders_of_the_settings_are_added_once(tmp_path, settings):
    settings.BACKUP_FOLDERS = [tmp_path, tmp_path / "missing"]
    Keeper()
    Keeper()
    assert [location.folder for location in locations()[1:]] == [tmp_path / "spielliste"]


def test_what_a_killed_keeper_has_left_goes_after_an_hour(sheet):
    old, young = copies_folder() / "work-1.part", copies_folder() / "spielliste-2026-11-28T14-30-00Z.zip.7.part"
    old.mkdir()
    young.touch()
    os.utime(old, (0, 0))
    Keeper().look()
    assert (old.exists(), young.exists()) == (False, True)


def test_another_stick_at_the_same_path_is_not_taken_for_it(tmp_path):
    (tmp_path / "stick").mkdir()
    location = add_location(tmp_path / "stick", None)
    copy = make_copy("asked")
    (tmp_path / "stick").rename(tmp_path / "first")
    (tmp_path / "stick").mkdir()
    assert carry(copy, location) is None
    (tmp_path / "stick" / "spielliste").mkdir()
    (tmp_path / "stick" / "spielliste" / "location.json").write_text('{"key": "another"}')
    assert carry(copy, location) is None
    assert copies_in(tmp_path / "stick" / "spielliste") == {}


@pytest.mark.parametrize("marker", [os.mkfifo, os.mkdir, lambda path: path.symlink_to("/dev/zero")])
def test_a_stick_whose_marker_is_no_file_holds_up_nothing_and_leaves_nothing_open(tmp_path, marker):
    location = add_location(tmp_path, None)
    (tmp_path / "spielliste" / "location.json").unlink()
    marker(tmp_path / "spielliste" / "location.json")
    before = os.listdir("/proc/self/fd")
    assert found_at(location) is None
    assert os.listdir("/proc/self/fd") == before


def test_where_copies_cannot_go(tmp_path, settings):
    assert refused(add_location, tmp_path / "none", None) == "folder_missing"
    assert refused(add_location, copies_folder(), None) == "folder_inside"
    assert refused(add_location, settings.BASE_DIR / "tournament" / "static", None) == "folder_inside"
    assert refused(add_location, Path("/dev/"), None) == "folder_not_kept"
    assert refused(add_location, Path(f"/proc/self/root{settings.BASE_DIR}"), None) == "folder_inside"
    assert refused(add_location, copies_folder().relative_to("/"), None) == "folder_relative"
    add_location(tmp_path, None)
    assert refused(add_location, tmp_path, None) == "location_known"
    assert refused(add_location, tmp_path / "spielliste", None) == "location_known"


@pytest.mark.parametrize(
    ("number", "code"), [(errno.ENOSPC, "disk_full"), (errno.EROFS, "read_only"), (errno.EIO, "not_stored")]
)
def test_a_stick_on_which_nothing_can_be_stored_is_told(sheet, tmp_path, monkeypatch, number, code):
    """The disk itself fails, which a test cannot bring about in any other way."""
    location = add_location(tmp_path, None)
    broken = packing.writing

    def writing(target):
        if target.is_relative_to(tmp_path):
            raise OSError(number, "the disk")
        return broken(target)

    monkeypatch.setattr(packing, "writing", writing)
    keeper = Keeper()
    keeper.look()
    keeper.look()
    places = {one.key: one for one in status.read_status().locations}
    assert (places[location.key].state, places[location.key].problem) == (status.FAILED, code)
    assert (places["own"].state, status.read_status().problem) == (status.THERE, ""), "the own copy is made"
    monkeypatch.setattr(packing, "writing", broken)
    keeper.failed[location.key] -= AGAIN.total_seconds()
    keeper.look()
    assert {one.key: one.state for one in status.read_status().locations}[location.key] == status.THERE


def test_when_a_copy_is_due(anna):
    """At the start, every ten minutes while something is written, and right after a draw or the end of a match."""
    tournament = make_tournament()
    make_participants(tournament, 4)
    keeper = Keeper()
    assert keeper.due() == "regular"
    keeper.look()
    assert keeper.due() == ""
    draw_lots(tournament.matches.first(), anna)
    assert keeper.due() == "draw.published"
    keeper.copy("draw.published")
    sheet = Scoresheet.objects.get()
    fill(sheet, anna)
    assert keeper.due() == "", "games alone are not worth one before its time"
    keeper.copied_at -= EVERY.total_seconds()
    assert keeper.due() == "regular"
    keeper.copy("regular")
    sign(sheet, anna)
    accept(sheet, anna)
    assert keeper.due() == "match.closed"
    keeper.copy("match.closed")
    keeper.copied_at -= EVERY.total_seconds()
    assert keeper.due() == "", "nothing was written since, and nobody plays"
    status.ask_copy("asked")
    assert keeper.due() == "asked"
    assert keeper.due() == ""


def test_a_match_that_is_played_is_copied_even_if_nothing_is_written(sheet, anna):
    write(sheet, 1, "r12+", anna)
    keeper = Keeper()
    keeper.look()
    assert keeper.due() == ""
    keeper.copied_at -= EVERY.total_seconds()
    assert keeper.due() == "regular"
    assert Game.objects.count() == 1


def test_a_clock_that_is_set_back_stops_no_copy(sheet, tmp_path, monkeypatch):
    location = add_location(tmp_path, None)
    keeper = Keeper()
    keeper.look()
    (first,) = copies_in(copies_folder())
    now = timezone.now
    monkeypatch.setattr(timezone, "now", lambda: now() - EVERY * 6)
    keeper.copied_at -= EVERY.total_seconds()
    write(sheet, 1, "r12+", make_user("desk"))
    keeper.look()
    newest = max(copies_in(copies_folder()))
    assert newest > first, "the newest copy has the newest name"
    assert max(copies_in(location.folder)) == newest


@pytest.mark.skipif(connection.vendor != "sqlite", reason="of a file")
def test_the_keeper_brings_to_the_disk_how_far_the_log_has_come(sheet, anna, monkeypatch):
    note_position()
    write(sheet, 1, "r12+", anna)
    settled, fsync = [], os.fsync
    monkeypatch.setattr(os, "fsync", lambda file: settled.append(os.fstat(file).st_ino) or fsync(file))
    Keeper().look()
    assert watermark_file(sqlite_path()).stat().st_ino in settled
    assert watermark(sqlite_path()).newest_event == newest_event()
    assert watermark(sqlite_path()).file == sqlite_path().stat().st_ino
