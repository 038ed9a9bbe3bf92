"""What killed processes left is gone after the next start; what somebody may still need is not."""

import json
import os
import socket
import subprocess
import sys
import tempfile
import time

import pytest
from django.core.files.uploadedfile import TemporaryUploadedFile

from tournament.backup.copies import switching
from tournament.backup.copies.locations import copies_folder
from tournament.backup.services.checked_restores import CHECKING, READY, REFUSED
from tournament.services.leftovers import sweep_leftovers

HERE = os.getpid()


@pytest.fixture
def var(settings, tmp_path, monkeypatch):
    settings.VAR_DIR = tmp_path / "var"
    settings.VAR_DIR.mkdir()
    system = tmp_path / "tmp"
    system.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(system))
    settings.FILE_UPLOAD_TEMP_DIR = settings.VAR_DIR / "uploads"
    settings.FILE_UPLOAD_TEMP_DIR.mkdir()
    return settings.VAR_DIR


@pytest.fixture
def ended_process():
    """The number of a process that has ended."""
    process = subprocess.Popen([sys.executable, "-c", ""])
    process.wait()
    return process.pid


def left_in(folder):
    return sorted(path.name for path in folder.iterdir())


def test_begun_copies_of_processes_that_are_gone(var, ended_process):
    folder = copies_folder()
    copy = "spielliste-2026-11-28T14-30-00Z.zip"
    for process in (ended_process, HERE):
        (folder / f"work-{process}-a7_x.part").mkdir()
        (folder / f"work-{process}-a7_x.part" / "spielliste.sqlite3").touch()
        (folder / f"{copy}.{process}.part").touch()
    for name in (copy, f"{copy}.damaged", "a1b2c3d4.part", "locations.json"):
        (folder / name).touch()
    sweep_leftovers()
    there = [copy, f"{copy}.damaged", "a1b2c3d4.part", "locations.json"]
    assert left_in(folder) == sorted([*there, f"work-{HERE}-a7_x.part", f"{copy}.{HERE}.part"])


def test_a_list_that_was_being_read(var, settings):
    with TemporaryUploadedFile("Teilnehmer.xlsx", "", 9, "") as upload:
        assert os.path.dirname(upload.temporary_file_path()) == str(settings.FILE_UPLOAD_TEMP_DIR)
        sweep_leftovers()
        assert not os.path.exists(upload.temporary_file_path())
        open(upload.temporary_file_path(), "x").close()  # closing deletes it


@pytest.mark.parametrize(
    ("state", "ordered", "stays"),
    [(None, False, False), (REFUSED, False, False), (CHECKING, False, True), (READY, False, True), (None, True, True)],
)
def test_an_unpacked_copy_that_nobody_waits_for(var, state, ordered, stays):
    (var / switching.STAGED).mkdir()
    if state:
        report = {
            "mark": "a",
            "file": "copy.zip",
            "state": state,
            "began": time.time(),
            "sentences": [],
            "cautions": [],
        }
        (var / "restore-report.json").write_text(json.dumps(report))
    if ordered:
        switching.give_order(switching.Order(staged=switching.STAGED, aside="replaced-then", note={}))
    sweep_leftovers()
    assert (var / switching.STAGED).exists() is stays


def test_a_copy_that_was_only_looked_at_goes_with_its_process(var, ended_process):
    for process in (ended_process, HERE):
        (var / f"{switching.LOOKED_AT}{process}-a1b2c3d4" / "ca").mkdir(parents=True)
    sweep_leftovers()
    assert [path.name for path in var.glob(f"{switching.LOOKED_AT}*")] == [f"{switching.LOOKED_AT}{HERE}-a1b2c3d4"]


def test_sockets_of_servers_that_are_gone_and_no_others(var):
    """Another installation on this computer may be serving a tournament."""
    folders = {}
    for name in ("gone", "serving"):
        folders[name] = tempfile.mkdtemp(prefix="spielliste-")
        listening = socket.socket(socket.AF_UNIX)
        listening.bind(f"{folders[name]}/printer")
        listening.listen()
        if name == "gone":
            listening.close()
    others = tempfile.mkdtemp(prefix="spielliste-pg-")
    sweep_leftovers()
    assert [os.path.exists(folder) for folder in (folders["gone"], folders["serving"], others)] == [False, True, True]


def test_folders_of_earlier_versions_go(var):
    """They hold finished pages and documents, with names."""
    for name in ("pages", "press"):
        (var / name / "left").mkdir(parents=True)
        (var / name / "left" / "a1b2").write_text("Obermaier")
    sweep_leftovers()
    assert [name for name in ("pages", "press") if (var / name).exists()] == []
