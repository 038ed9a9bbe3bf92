"""Files that are written whole or not at all, and locks between processes. Knows nothing of the program."""

import fcntl
import glob
import os
import secrets
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

# Nobody writes one of these files for so long: a new one that is older was left by a power cut.
LEFT_SECONDS = 60.0


def write_whole(path: Path, content: bytes, mode: int) -> None:
    """Write a file completely or not at all, so that a power cut leaves no half of it. Two may write at once."""
    for old in path.parent.glob(f"{glob.escape(path.name)}.*.new"):
        with suppress(OSError):  # another writer was faster, or it is no file of ours
            if time.time() - old.stat().st_mtime > LEFT_SECONDS:
                old.unlink()
    new = path.with_name(f"{path.name}.{secrets.token_hex(8)}.new")
    try:
        with open(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        new.replace(path)
    except BaseException:
        new.unlink(missing_ok=True)
        raise


@contextmanager
def hold_lock(path: Path, *, wait: bool = False) -> Iterator[bool]:
    """Hold the lock of this file, which is made if it is missing; yield whether this process got it."""
    with path.open("w") as file:
        yield take_lock(file, wait=wait)


def take_lock(file: int | IO[str], *, wait: bool = False) -> bool:
    """Take the lock of an open file; return whether this process has it. It ends when the file is closed."""
    try:
        fcntl.flock(file, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
    except BlockingIOError:
        return False
    return True


def release_lock(file: int) -> None:
    """Let another process take the lock of this open file."""
    fcntl.flock(file, fcntl.LOCK_UN)
