"""One server for each folder of data: a lock, and the status of the server that holds it."""

import contextlib
import datetime as dt
import json
import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.files import take_lock

# A killed server's workers end within a second.
PATIENCE_SECONDS = 5.0


class AlreadyRunning(Exception):
    """Another server works on the same folder; the text says where."""


@contextlib.contextmanager
def only_server(var: Path) -> Iterator["ServerLock"]:
    """Hold the lock on this folder. Raises AlreadyRunning when another server has it.

    Workers that are copies of this process hold the lock as well, so it is free only when all of them have ended.
    """
    descriptor = os.open(var / "server.lock", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        _take(descriptor)
        yield ServerLock(descriptor)
    finally:
        os.close(descriptor)


class ServerLock:
    """The lock, into which its holder writes its status."""

    def __init__(self, descriptor: int) -> None:
        self.descriptor = descriptor

    def write_status(self, address: str) -> None:
        """Write the address, the process and the time, for a second start."""
        status = {"address": address, "process": os.getpid(), "since": timezone.now().isoformat(timespec="seconds")}
        os.ftruncate(self.descriptor, 0)
        os.pwrite(self.descriptor, json.dumps(status).encode(), 0)


def running_server(var: Path) -> dict[str, Any] | None:
    """The status of the server that works on this folder: address, process, since; None when none runs."""
    with contextlib.suppress(FileNotFoundError):
        descriptor = os.open(var / "server.lock", os.O_RDWR)
        try:
            return None if take_lock(descriptor) else _status(descriptor)
        finally:
            os.close(descriptor)
    return None


def _take(descriptor: int) -> None:
    patience = time.monotonic() + PATIENCE_SECONDS
    while not take_lock(descriptor):
        status = _status(descriptor)
        if is_alive(status.get("process")) or time.monotonic() > patience:
            raise AlreadyRunning(_sentence(status))
        time.sleep(0.05)
    os.ftruncate(descriptor, 0)


def _status(descriptor: int) -> dict[str, Any]:
    with contextlib.suppress(ValueError):
        status = json.loads(os.pread(descriptor, 4096, 0))
        if isinstance(status, dict):
            return status
    return {}


def is_alive(process: object) -> bool:
    """Whether a process of this number runs."""
    if not isinstance(process, int):
        return False
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def _sentence(status: dict[str, Any]) -> str:
    if "address" not in status:
        return _("Spielliste is starting here already. Please wait a moment.")
    since = timezone.localtime(dt.datetime.fromisoformat(status["since"]))
    return _(
        "Spielliste runs here already, since %(since)s: %(address)s (process %(process)s). It ends with Ctrl-C "
        "in its window."
    ) % {**status, "since": since.strftime("%H:%M")}
