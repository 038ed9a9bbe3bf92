"""A process beside the web server is started again when it dies, and the server goes on where it cannot be started."""

import sys
import time
from typing import Any

import pytest

from tournament.server import children
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


def test_the_server_goes_on_without_a_process_that_cannot_be_started(
    child: Child, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def no_memory(*_: Any, **__: Any) -> None:
        raise OSError(12, "Cannot allocate memory")

    monkeypatch.setattr(children.subprocess, "Popen", no_memory)
    child.look_after()
    assert "printer cannot be started: [Errno 12] Cannot allocate memory" in caplog.text
    child.end()
