"""Restoring with real servers: on the page, and on a second laptop that has never run."""

import os
import re
import signal
import subprocess
import sys
import time

import pytest
from playwright.sync_api import TimeoutError as TimedOut

from tests.installation import ROOT, Server, environment, run_inside
from tests.migrated import lay_installation

PLAY = """
from tests.worlds.played import play
from tournament.models import Game
play(1, ["r12+", "r13-"])
print(json.dumps(Game.objects.count()))
"""
MORE = """
from tests.worlds.factories import write
from tournament.models import Game, Scoresheet, User
write(Scoresheet.objects.get(), 3, "r12+", User.objects.get(username="reiter"))
print(json.dumps(Game.objects.count()))
"""
THERE = """
from tournament.models import Game, Tournament
from tournament.proof.services.audit import audit_tournament
faults = [str(fault) for one in Tournament.objects.all() for fault in audit_tournament(one).faults]
print(json.dumps([Game.objects.count(), faults]))
"""
KEY = """
from tournament.backup.selectors.backups import backup_state
print(json.dumps(backup_state().key))
"""
KNOWN = """
from tournament.models import Event
print(json.dumps(json.loads(Event.objects.get(kind="installation.restored").payload)["sheets"]))
"""


def command(var, *arguments):
    """What a command of manage.py says."""
    process = subprocess.run(
        [sys.executable, "manage.py", *map(str, arguments)],
        cwd=ROOT,
        env=environment(var),
        capture_output=True,
        text=True,
    )
    return process.returncode, process.stdout + process.stderr


@pytest.fixture
def started():
    servers = []
    yield servers
    for server in servers:
        if server.process.poll() is None:
            os.killpg(server.process.pid, signal.SIGKILL)


def test_a_second_laptop_takes_over_from_a_stick(tmp_path, started):
    first, second, stick = tmp_path / "first", tmp_path / "Zweiter Laptop #2", tmp_path / "stick"
    assert run_inside(lay_installation(first), PLAY) == 2
    command(first, "prepare")
    code, printout = command(first, "backup")
    assert code == 0, printout
    stick.mkdir()
    (copy,) = (first / "backup").glob("*.zip")
    copy.rename(stick / copy.name)

    code, printout = command(second, "restore", stick)
    assert code == 0, printout
    assert "Hier ist noch nichts, was sie ersetzen könnte." in printout.splitlines()
    assert "Ihre Daten passen zu ihrem Protokoll." in printout.splitlines()
    key = re.search(
        r"Eine andere Installation hat sie geschrieben.* der Schlüssel ([0-9A-F]{4}(?: [0-9A-F]{4}){3}),", printout
    )
    assert key[1] == run_inside(first, KEY), "what its page “Backup” shows"
    assert (second / "backup" / "copy-asked").read_text() == "restored", "the keeper makes a copy of it at once"
    server = Server(second, "--port", "8570")
    started.append(server)
    assert run_inside(second, THERE) == [2, []]
    assert run_inside(second, KNOWN) is None, "nobody here knows what came after the copy"
    for key in ("seal.key", "seal.pem"):
        assert (second / "ca" / key).read_bytes() == (first / "ca" / key).read_bytes()
    code, printout = command(second, "restore", stick)
    assert code == 1
    assert "Seite „Sicherung“" in printout
    # The keeper makes a copy of what was restored, by itself.
    until = time.monotonic() + 60  # at the lowest priority
    while not list((second / "backup").glob("spielliste-*.zip")):
        assert time.monotonic() < until
        time.sleep(0.1)
    assert server.end(by=signal.SIGTERM) == (0, False)


def test_restored_on_the_page(tmp_path, started, browser):
    assert run_inside(lay_installation(tmp_path), PLAY) == 2
    assert command(tmp_path, "backup")[0] == 0
    assert run_inside(tmp_path, MORE) == 3
    server = Server(tmp_path, "--port", "8575")
    started.append(server)
    page = browser.new_context(locale="de-DE").new_page()
    page.goto(f"{server.url}/login/")
    page.locator("[name=username]").fill("reiter")
    page.locator("[name=password]").fill("geheim-genug-1")
    page.get_by_role("button", name="Anmelden").click()
    page.goto(f"{server.url}/backup/")
    page.get_by_role("link", name="Dieser Rechner").click()
    page.locator(".found a").last.click()
    page.get_by_role("button", name="Diese Kopie prüfen").click()
    page.get_by_role("button", name="Diese Kopie jetzt wiederherstellen").wait_for(timeout=30_000)
    assert "Ihr fehlt 1 Spiel" in page.locator("main").inner_text()
    server.printed = ""
    page.get_by_role("button", name="Diese Kopie jetzt wiederherstellen").click()
    page.get_by_role("heading", name="Die Kopie kommt an ihren Platz").wait_for()
    server.printed_until("Spielliste:  ")
    # The page goes on by itself, with the login of the copy.
    try:
        page.get_by_role("heading", name="Feldkirchen 2026").or_(page.locator("[name=username]")).wait_for(
            timeout=60_000
        )
    except TimedOut as error:
        error.add_note(f"{page.url}: {page.locator('body').inner_text()}\n{server.printed}")
        raise
    page.context.close()
    assert run_inside(tmp_path, THERE) == [2, []]
    (aside,) = tmp_path.glob("replaced-*")
    assert (aside / "spielliste.sqlite3").exists()
    assert run_inside(tmp_path, KNOWN) == [["feldkirchen-2026", 1, 1, 3]]
    # The way back: what was replaced is a copy as well.
    printouts = [command(tmp_path, "restore", copy, "--dry-run")[1] for copy in (tmp_path / "backup").glob("*.zip")]
    assert sum("Spiele: 3." in one for one in printouts) == 1
    (replaced,) = (tmp_path / "backup").glob("*-replaced.zip")
    assert "Spiele: 3." in command(tmp_path, "restore", replaced, "--dry-run")[1]
    assert "Spiele: 2." in command(tmp_path, "restore", tmp_path / "backup", "--dry-run")[1]
    assert server.end(by=signal.SIGTERM) == (0, False)
