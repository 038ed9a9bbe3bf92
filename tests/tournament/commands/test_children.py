"""The keeper where nothing can be written: it pauses with one line, and does not end."""

import errno
from contextlib import contextmanager

import pytest

from tournament.management.commands import keeper


@contextmanager
def full():
    raise OSError(errno.ENOSPC, "the disk")
    yield


def test_a_full_disk_is_a_pause(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    """The disk itself fails, which a test cannot bring about in any other way."""
    monkeypatch.setattr(keeper, "only_keeper", full)
    assert keeper.Command().work(0) >= 30
    (record,) = caplog.records
    assert "pauses" in record.getMessage()
    assert record.exc_info, "so that the terminal tells it as a full disk, once a minute"
