"""A process of the server that gives no sign of life is ended, and another takes its place."""

import os
import subprocess
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tournament.server import beats, children, web_server
from tournament.server.beats import Beats
from tournament.server.children import Copy
from tournament.server.web_server import WebServer


@pytest.fixture
def signs(tmp_path: Path) -> Beats:
    return Beats(tmp_path / "beats")


def test_who_has_not_begun_is_not_silent(signs: Beats) -> None:
    assert signs.silent(0) == 0
    signs.beat(0)
    time.sleep(0.02)
    assert 0.02 <= signs.silent(0) < 5
    assert signs.silent(1) == 0
    signs.forget(0)
    assert signs.silent(0) == 0


def test_the_beats_are_seen_by_other_processes(signs: Beats, tmp_path: Path) -> None:
    other = Beats(tmp_path / "beats")
    signs.beat(3)
    time.sleep(0.02)
    assert other.silent(3) >= 0.02


def test_only_a_worker_that_hangs_is_ended(signs: Beats, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(web_server, "HUNG_SECONDS", 0.1)
    workers = [subprocess.Popen(["sleep", "60"]) for _ in range(3)]  # one hangs, one works, one has not begun
    signs.beat(0)
    time.sleep(0.15)
    signs.beat(1)
    server: Any = SimpleNamespace(beats=signs, wrks=[SimpleNamespace(inner=worker) for worker in workers])
    try:
        WebServer.end_hung_workers(server)
        assert workers[0].wait(5) == -9
        assert [worker.poll() for worker in workers[1:]] == [None, None]
        assert signs.silent(0) == 0  # the next one begins anew
    finally:
        for worker in workers:
            worker.kill()
            worker.wait()


def hang(_file: str) -> None:
    """Work that never gives a sign of life again."""
    time.sleep(60)


def test_a_copy_that_hangs_or_dies_is_replaced(signs: Beats, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(children, "HUNG_SECONDS", 0.1)
    copy = Copy(hang, "", silent=lambda: signs.silent(0), forget=lambda: signs.forget(0))
    processes: list[int] = []

    def look() -> None:
        copy.look_after()
        assert copy.process is not None
        processes.append(copy.process.pid or 0)

    try:
        look()
        look()
        signs.beat(0)
        time.sleep(0.15)
        look()
        os.kill(processes[-1], 9)
        assert copy.process is not None
        copy.process.join(5)
        look()
        assert processes[0] == processes[1] != processes[2] != processes[3]
    finally:
        copy.end()
    assert not copy.process.is_alive()
    assert beats.HUNG_SECONDS > 5
