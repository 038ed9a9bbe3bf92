"""Runs work on strangers' files in a process of its own, with limits of time and memory: beyond them only it ends.

The process is a new one and not a fork: a fork copies the locks that other threads of the web server hold, and would
wait for them forever.
"""

import importlib
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from tournament.server.priority import Priority

HOUSE = Path(__file__).parents[2]
OUT_OF_MEMORY = 3
TIME, MEMORY, CRASHED = "time", "memory", "crashed"


@dataclass(frozen=True, slots=True, kw_only=True)
class ProcessLimits:
    """`computing` counts seconds of the processor, `seconds` those of the clock, which are more on a busy server.

    `memory` counts bytes of address space. macOS does not enforce it; there, time is what ends the process.
    """

    computing: int
    seconds: float
    memory: int


class Exceeded(Exception):
    """The process was ended. `what` is TIME, MEMORY, or CRASHED where the reader itself broke down."""

    def __init__(self, what: str) -> None:
        super().__init__(what)
        self.what = what


def run_apart(work: Callable[[bytes], bytes], content: IO[bytes], limits: ProcessLimits) -> bytes:
    """Return what `work` makes of the content, a function of a module that needs no settings. Raises Exceeded.

    The content is a file, which only that process reads: here it takes no memory.
    """
    command = [sys.executable, "-m", __name__, f"{work.__module__}:{work.__qualname__}"]
    content.seek(0)
    try:
        # The process gets no environment: a reader of strangers' files must know no passphrase and no secret key.
        process = subprocess.run(  # noqa: S603  our own module
            [*command, str(limits.computing), str(limits.memory)],
            stdin=content,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            timeout=limits.seconds,
            cwd=HOUSE,
            env={},
        )
    except subprocess.TimeoutExpired:
        raise Exceeded(TIME) from None
    except OSError:
        raise Exceeded(CRASHED) from None
    if process.returncode:
        ended = {-signal.SIGXCPU: TIME, -signal.SIGKILL: TIME, OUT_OF_MEMORY: MEMORY}
        raise Exceeded(ended.get(process.returncode, CRASHED))
    return process.stdout


def _bound(computing: int, memory: int) -> None:
    """Limit this process. Where a limit is not known, `run_apart` limits its time anyway."""
    os.nice(Priority.READER)
    try:
        import resource
    except ImportError:
        return
    for what, most in (
        (resource.RLIMIT_CPU, (computing, computing + 1)),
        (resource.RLIMIT_CORE, (0, 0)),
        (resource.RLIMIT_AS, (memory, memory)),
    ):
        try:
            resource.setrlimit(what, most)
        except (ValueError, OSError):
            continue


def _work(name: str, computing: str, memory: str) -> None:
    _bound(int(computing), int(memory))
    try:
        # Imported within the limits.
        module, _, function = name.partition(":")
        answer = getattr(importlib.import_module(module), function)(sys.stdin.buffer.read())
    except MemoryError:
        os._exit(OUT_OF_MEMORY)
    sys.stdout.buffer.write(answer)
    sys.stdout.buffer.flush()
    os._exit(0)  # without tidying up a large heap


if __name__ == "__main__":
    _work(*sys.argv[1:])
