"""Keeper and printer where nothing can be written: they pause with one line, and do not end."""

import errno
from contextlib import contextmanager

import pytest

from tournament.management.commands import keeper, printer


@contextmanager
def full():
    raise OSError(errno.ENOSPC, "the disk")
    yield


@pytest.mark.parametrize(("command", "lock"), [(keeper, "only_keeper"), (printer, "only_printer")])
def test_a_full_disk_is_a_pause(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, command, lock
) -> None:
    """The disk itself fails, which a test cannot bring about in any other way."""
    monkeypatch.setattr(command, lock, full)
    assert command.Command().work(0) >= 30
    (record,) = caplog.records
    assert "pauses" in record.getMessage()
    assert record.exc_info, "so that the terminal tells it as a full disk, once a minute"
