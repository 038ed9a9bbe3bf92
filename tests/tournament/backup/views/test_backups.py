"""The page “Backup”: what it warns of, adding a location, choosing and ordering a copy."""

import datetime as dt
import json
import os
import re
import shutil
from collections import namedtuple
from dataclasses import replace

import pytest
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format

from tests.worlds.factories import make_tournament, make_user
from tests.worlds.played import play
from tournament.backup.copies import status, switching
from tournament.backup.copies.contents import COUNTED
from tournament.backup.copies.locations import add_location, copies_folder, locations
from tournament.backup.copies.locking import make_lock
from tournament.backup.copies.names import copies_in, copy_name, replaced_name
from tournament.backup.copies.status import (
    FAILED,
    MISSING,
    THERE,
    BackupStatus,
    LocationStatus,
    copy_ordered,
    only_keeper,
    write_status,
)
from tournament.backup.copies.summaries import Summary
from tournament.backup.selectors.backups import TOO_OLD, backup_state
from tournament.backup.selectors.copies import REASONS, ListedCopy, _holds, copy_list
from tournament.backup.services import checked_restores
from tournament.backup.services.backups import make_copy
from tournament.backup.services.keeper import AT_ONCE, Keeper
from tournament.backup.services.restoring import unstage
from tournament.models import Event, Game
from tournament.server.only_one import only_server

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def empty_folder():
    shutil.rmtree(copies_folder())
    yield
    unstage()
    (copies_folder().parent / switching.RESTORE_ORDER).unlink(missing_ok=True)
    (copies_folder().parent / "restart").unlink(missing_ok=True)
    shutil.rmtree(copies_folder(), ignore_errors=True)


@pytest.fixture
def organiser(client):
    user = make_user("organiser")
    client.force_login(user)
    return client


def place_status(minutes, *, key="own", state=THERE, problem="", elsewhere=False):
    at = timezone.now() - dt.timedelta(minutes=minutes)
    return LocationStatus(
        key=key, state=state, folder=f"/media/{key}", elsewhere=elsewhere, copies=(copy_name(at),), problem=problem
    )


def state_with(*locations, **more):
    """Tell of these locations; in the own folder there are the copies that are told of."""
    for earlier in copies_folder().glob("spielliste-*"):
        earlier.unlink()
    for name in (name for one in locations if one.key == "own" for name in one.copies):
        (copies_folder() / name).touch()
    write_status(BackupStatus(at=timezone.now(), locations=locations, **more))
    return backup_state()


@pytest.fixture
def stick(tmp_path):
    return add_location(tmp_path, None)


def leave(monkeypatch, megabytes):
    """Let the disk have this much room left, which a test cannot bring about in any other way."""
    disk = namedtuple("disk", "f_bavail f_bfree f_blocks f_frsize")(megabytes * 256, megabytes * 256, 10**7, 4096)
    monkeypatch.setattr(os, "statvfs", lambda _path: disk)


def test_a_disk_that_is_almost_full_is_told_before_it_is(client, stick, monkeypatch):
    """On the overview to everybody who is logged in, because whoever sees it first can say it."""
    tournament = make_tournament()
    leave(monkeypatch, 499)
    state = state_with(place_status(3), place_status(3, key=stick.key, elsewhere=True))
    (warning,) = state.warnings
    assert warning.startswith("The disk is almost full: ")
    assert warning.endswith(" has 499 MB left. Please make room.")
    pages = []
    for role in ("organiser", "desk"):
        client.force_login(make_user(role, username=role))
        pages.append(client.get(reverse("tournament", args=[tournament.slug])).content.decode())
    assert [page.count("has 499 MB left. Please make room.") for page in pages] == [1, 1]
    leave(monkeypatch, 500)
    assert backup_state().warnings == ()


def test_no_copy_takes_the_last_room(monkeypatch):
    play(1, [])
    leave(monkeypatch, 40)
    keeper = Keeper()
    keeper.look()
    assert (status.read_status().problem, copies_in(copies_folder())) == ("disk_full", {})
    assert "The disk is full: please make room." in backup_state().warnings
    monkeypatch.undo()
    assert keeper.copy("again") == ("", "")


def test_all_is_well_with_a_fresh_copy_elsewhere(stick):
    state = state_with(place_status(3), place_status(3, key=stick.key, elsewhere=True))
    assert (state.warnings, state.age) == ((), "3 minutes ago")


def test_what_is_warned_of(stick):
    own = place_status(3)
    only_here = ("All copies are on the disk of this computer. Please add a stick or another folder.",)
    assert state_with(own).warnings == only_here
    missing = place_status(30, key=stick.key, elsewhere=True, state=MISSING)
    assert state_with(own, missing).warnings == (f"/media/{stick.key}: Not there; last copy 30 minutes ago.",)
    full = place_status(30, key=stick.key, elsewhere=True, state=FAILED, problem="disk_full")
    assert state_with(own, full).warnings == (f"/media/{stick.key}: The disk is full: please make room.",)
    failed = state_with(own, place_status(3, key=stick.key, elsewhere=True), problem="copy_damaged")
    assert failed.warnings == ("The last copy was damaged when it was read back. It is made again.",)
    assert state_with().warnings == ("There is no copy yet.",)


def test_a_copy_is_too_old_only_while_play_runs(stick):
    minutes = TOO_OLD.total_seconds() / 60
    old, fresh = place_status(minutes + 1), place_status(minutes - 1)
    safe = place_status(minutes + 1, key=stick.key, elsewhere=True)
    assert state_with(old, safe).warnings == ()
    play(tables=1)
    assert state_with(old, safe).warnings == ("The newest copy is too old: 21 minutes ago.",)
    assert state_with(fresh, safe).warnings == ()


def test_a_keeper_that_is_gone_is_told():
    write_status(BackupStatus(at=timezone.now() - dt.timedelta(minutes=3), locations=(place_status(3),)))
    assert backup_state().warnings[0].startswith("No copies are made")
    with only_keeper():
        assert not backup_state().warnings[0].startswith("No copies are made")


def test_a_server_that_has_just_begun_may_not_have_its_keeper_yet(settings):
    write_status(BackupStatus(at=timezone.now() - dt.timedelta(minutes=3), locations=(place_status(3),)))
    with only_server(settings.VAR_DIR) as lock:
        lock.write_status("http://127.0.0.1:8000/")
        assert not backup_state().warnings[0].startswith("No copies are made")
        # On a busy computer the keeper begins late: only after two minutes somebody should look after it.
        for seconds, missed in ((100, False), (130, True)):
            since = timezone.now() - dt.timedelta(seconds=seconds)
            server = json.loads((settings.VAR_DIR / "server.lock").read_text())
            (settings.VAR_DIR / "server.lock").write_text(json.dumps(server | {"since": since.isoformat()}))
            assert backup_state().warnings[0].startswith("No copies are made") == missed
            assert not missed or "please look again in two minutes" in backup_state().warnings[0]


def test_the_page_asks_for_a_copy_and_is_polled(organiser):
    state_with(place_status(3))
    page = organiser.get(reverse("backup"))
    assert "3 minutes ago" in page.content.decode()
    mark = page.context["state"].mark
    again = organiser.get(reverse("backup"), {"seen": mark}, headers={"HX-Request": "true"})
    assert again.status_code == 204
    assert organiser.post(reverse("backup_copy")).status_code == 302
    assert copy_ordered()
    page = organiser.get(reverse("backup"), {"seen": mark}, headers={"HX-Request": "true"})
    assert "A copy is being made" in page.content.decode()


def test_a_location_is_added_and_removed(organiser, tmp_path):
    def add(**typed):
        return organiser.post(reverse("backup_location"), typed)

    assert "choose a stick" in add(folder="").content.decode()
    assert "no folder" in add(folder=str(tmp_path / "none")).content.decode()
    assert "differ" in add(folder=str(tmp_path), passphrase="Eichel sticht", again="Gras sticht").content.decode()
    assert "10" in add(folder=str(tmp_path), passphrase="kurz", again="kurz").content.decode()
    assert len(locations()) == 1
    assert add(folder=str(tmp_path), passphrase="Eichel sticht", again="Eichel sticht").status_code == 302
    (added,) = locations()[1:]
    assert added.folder == tmp_path / "spielliste"
    assert added.lock is not None
    assert "Eichel" not in (copies_folder() / "locations.json").read_text()
    organiser.post(reverse("backup_location_remove", args=[added.key]))
    assert len(locations()) == 1


def test_what_a_restore_replaced_is_listed_by_what_it_is_and_never_counted(organiser):
    replaced, usual = replaced_name("replaced-2026-11-28T03-10-00Z"), place_status(30)
    state = state_with(replace(usual, copies=(replaced,)))
    assert (state.newest, state.warnings, state.places[0].sentence) == (
        None,
        ("There is no copy yet.",),
        "No copy yet.",
    )
    page = organiser.get(reverse("backup_copies", args=["own"])).content.decode()
    assert re.search(r"state before the restore at \d", page)
    state = state_with(replace(usual, copies=(replaced, *usual.copies)))
    assert (state.age, state.places[0].newest) == ("30 minutes ago", "30 minutes ago")
    page = organiser.get(reverse("backup_restore"), {"key": "own", "name": replaced})
    assert page.context["copy"].name == replaced, "the way back"


def test_a_list_of_copies_is_true_when_it_is_opened_and_is_polled(organiser):
    state_with(place_status(30))
    page = organiser.get(reverse("backup_copies", args=["own"]))
    assert len(page.context["list"].copies) == 1
    newest = make_copy("command")
    query = {"seen": page.context["list"].mark}
    page = organiser.get(reverse("backup_copies", args=["own"]), query, headers={"HX-Request": "true"})
    assert next(iter(page.context["list"].copies)).name == newest.name, "the keeper has not looked yet"
    query = {"seen": page.context["list"].mark}
    again = organiser.get(reverse("backup_copies", args=["own"]), query, headers={"HX-Request": "true"})
    assert again.status_code == 204


@pytest.mark.django_db(transaction=True)
def test_each_line_says_when_why_what_the_copy_holds_and_the_name_of_its_file(organiser, tmp_path):
    """The name carries UTC. On a stick the same copy is known by its name, also when it is gone here."""
    play(1)
    stick = add_location(tmp_path, make_lock("Eichel sticht Gras"))
    keeper = Keeper()
    keeper.copy("match.closed")
    keeper.look()
    ((at, copy),) = copies_in(copies_folder()).items()
    entry = timezone.localtime(Event.objects.last().at)
    counts = f"Tournaments: 1 · matches: 2 · sheets: 1 · games: {Game.objects.count()} · newest entry: "
    holds = counts + date_format(entry, "TIME_FORMAT")
    listed = ListedCopy(name=copy.name, at=at, locked=False, reason="at the end of a match", holds=holds)
    assert copy_list("own").copies == (listed,)
    locked = replace(listed, name=f"{copy.name}.locked", locked=True)
    copy.unlink()
    assert (copy_list(stick.key).copies, copy_list(stick.key).looked_at) == ((locked,), "just now")
    keeper.copied_at = 0.0
    (copies_folder() / copy_name(timezone.now() + dt.timedelta(minutes=1))).write_text("Eichel")
    keeper.look()
    assert [one.holds for one in copy_list(stick.key).copies if one.name == locked.name] == [holds]
    page = organiser.get(reverse("backup_copies", args=[stick.key])).content.decode()
    local = date_format(timezone.localtime(at), "SHORT_DATETIME_FORMAT")
    assert all(part in page for part in (f"{local} · at the end of a match · locked", locked.name, holds, "UTC"))


def test_the_day_of_the_newest_entry_is_said_where_it_is_another_one():
    at = dt.datetime(2026, 11, 28, 23, 30, tzinfo=dt.UTC)  # half past midnight of the 29th, here
    summary = Summary(why="regular", counts=dict.fromkeys(COUNTED, 3), newest_at=at - dt.timedelta(minutes=10))
    assert _holds(summary, at).endswith("newest entry: 00:20")
    assert _holds(summary, at + dt.timedelta(days=1)).endswith("newest entry: 29/11/2026 00:20")


def test_a_copy_that_cannot_be_read_is_listed_by_its_name(organiser):
    state_with(place_status(3))
    Keeper().look()
    (*_newer, damaged) = copy_list("own").copies
    assert (damaged.reason, damaged.holds) == ("", "")


def test_every_reason_for_which_the_keeper_makes_a_copy_has_its_words():
    assert {*AT_ONCE, "match.closed", "regular", "again", "page", "restored", "command"} == set(REASONS)


def test_a_stick_that_is_there_is_offered(organiser, tmp_path):
    state_with(place_status(3), media=(str(tmp_path),))
    # Also in the part that asks again, so that a stick plugged in later is seen.
    page = organiser.get(reverse("backup"), headers={"HX-Request": "true"}).content.decode()
    assert f'name="medium" value="{tmp_path}"' in page
    assert list(tmp_path.iterdir()) == []
    assert organiser.post(reverse("backup_location"), {"medium": str(tmp_path)}).status_code == 302
    assert organiser.post(reverse("backup_location"), {"medium": "/etc"}).status_code == 200
    assert len(locations()) == 2


@pytest.mark.parametrize("name", ["../../secret_key", "spielliste-2020-01-01T00-00-00Z.zip", ""])
def test_only_a_copy_that_is_listed_can_be_restored(organiser, name):
    state_with(place_status(3))
    assert organiser.get(reverse("backup_restore"), {"key": "own", "name": name}).status_code == 302
    assert organiser.get(reverse("backup_copies", args=["nowhere"])).status_code == 404


def test_the_report_of_a_refused_copy(organiser, tmp_path):
    (tmp_path / "copy.zip").write_text("Eichel")
    checked_restores.check_and_report(tmp_path / "copy.zip", "", mark="abc")
    page = organiser.get(reverse("backup_checked")).content.decode()
    assert "damaged or incomplete" in page
    assert "Restore this copy now" not in page


def ready(mark):
    """As the check leaves it when a copy is good."""
    (copies_folder().parent / switching.STAGED).mkdir()
    report = checked_restores.Report(
        mark=mark, file="copy.zip", state="ready", began=0.0, sentences=("Good.",), note={}
    )
    checked_restores._keep(report)


def test_what_was_checked_is_ordered_once_and_only_where_a_server_starts_again(organiser, settings):
    ready("abc")
    order, restart = (copies_folder().parent / name for name in (switching.RESTORE_ORDER, "restart"))
    assert "manage.py restore" in organiser.get(reverse("backup_checked")).content.decode()
    organiser.post(reverse("backup_restore_now"), {"mark": "abc"})
    assert not order.exists()
    with only_server(settings.VAR_DIR):
        checked = organiser.get(reverse("backup_checked")).content.decode()
        assert "Restore this copy now" in checked
        # The next page's script is fetched now: then the server may be gone already.
        assert re.search(r'rel="modulepreload" href="[^"]*wait', checked)
        organiser.post(reverse("backup_restore_now"), {"mark": "another"})
        assert not order.exists()
        answer = organiser.post(reverse("backup_restore_now"), {"mark": "abc"})
        assert "replaced-" in answer.content.decode()
        assert 'http-equiv="refresh"' in answer.content.decode(), "it goes on even without its script"
    assert order.exists()
    assert restart.exists()
    waiting = organiser.get(reverse("home"))
    assert (waiting.status_code, waiting["Retry-After"]) == (503, "3")
    assert "One moment" in waiting.content.decode()
    assert organiser.post(reverse("backup_copy")).status_code == 503
    order.unlink()
    assert organiser.get(reverse("backup_checked")).status_code == 302, "nothing is checked any more"


def test_the_overview_says_how_old_the_newest_copy_is(organiser):
    tournament, _actor = play(tables=1, entries=[])
    state_with(place_status(3))
    assert "3 minutes ago" in organiser.get(tournament.get_absolute_url()).content.decode()
    organiser.force_login(make_user("desk"))
    assert "3 minutes ago" not in organiser.get(tournament.get_absolute_url()).content.decode()
    assert len(copies_in(copies_folder())) == 1, "a page makes none"
    assert status.read_status().at is not None
