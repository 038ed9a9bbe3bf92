"""A process beside the web server is started again when it dies, and the server goes on where it cannot be started."""

import itertools
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tournament.server import children
from tournament.server.beats import LOADING_SECONDS, PRINTER_HUNG_SECONDS, PRINTER_PLACE, Beats
from tournament.server.children import Child


@pytest.fixture
def child(monkeypatch: pytest.MonkeyPatch) -> Child:
    """A child that ends at once."""
    monkeypatch.setattr(children, "AGAIN_SECONDS", 0.3)
    monkeypatch.setattr(sys, "executable", "true")
    return Child("printer")


def test_a_process_that_dies_at_once_is_not_started_without_a_pause(child: Child) -> None:
    child.look_after()
    first = child.process
    assert first is not None
    first.wait(10)
    child.look_after()
    assert child.process is first
    time.sleep(0.35)
    child.look_after()
    assert child.process is not first
    child.end()


def test_a_process_that_always_dies_is_started_less_and_less_often(
    child: Child, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a write-protected disk each start is a line in the terminal."""
    now, starts = 1000.0, []
    monkeypatch.setattr(children.time, "monotonic", lambda: now)
    while now < 1300:
        before = child.process
        child.look_after()
        if child.process is not before:
            starts.append(now - 1000)
            child.process.wait(10)
        now += 0.5
    gaps = [later - earlier for earlier, later in itertools.pairwise(starts)]
    assert gaps == [0.5, 1, 1.5, 2.5, 5, 10, 19.5, 38.5, 60, 60, 60]
    now += 3600
    child.look_after()
    assert child.pause == 0.3
    child.end()


def test_the_server_goes_on_without_a_process_that_cannot_be_started(
    child: Child, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def no_memory(*_: Any, **__: Any) -> None:
        raise OSError(12, "Cannot allocate memory")

    monkeypatch.setattr(children.subprocess, "Popen", no_memory)
    child.look_after()
    assert "printer cannot be started: [Errno 12] Cannot allocate memory" in caplog.text
    child.end()


def test_a_process_that_hangs_is_ended_and_replaced(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """The printer stood still, and nobody got a document any more."""
    beats, now = Beats(tmp_path / "beats"), 1000.0
    child = Child(
        "printer",
        silent=partial(beats.silent, PRINTER_PLACE),
        expect=partial(beats.expect, PRINTER_PLACE, LOADING_SECONDS),
    )
    monkeypatch.setattr(Child, "_start", lambda _: subprocess.Popen(["sleep", "60"]))
    monkeypatch.setattr(children.time, "monotonic", lambda: now)
    child.look_after()
    first = child.process
    now += LOADING_SECONDS
    child.look_after()
    assert child.process is first, "it still loads"
    beats.beat(PRINTER_PLACE)
    now += PRINTER_HUNG_SECONDS - 1
    child.look_after()
    assert child.process is first
    now += 2
    child.look_after()
    assert first.returncode == -signal.SIGKILL
    assert "printer hangs and is replaced" in caplog.text
    second = child.process
    assert second.poll() is None
    now += LOADING_SECONDS + PRINTER_HUNG_SECONDS + 1
    child.look_after()
    assert second.returncode == -signal.SIGKILL, "it hung while it loaded"
    child.end()
