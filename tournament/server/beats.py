"""Signs of life: each process of the server says every second that it still works, in some bytes that all share.

The main process ends one that has said nothing for long, and another takes its place.
"""

import mmap
import struct
import time
from pathlib import Path

# Longer than anything that an event loop does between two beats, also on a busy laptop. The printer asks the database
# between two of its own, and that may have to wait.
HUNG_SECONDS, PRINTER_HUNG_SECONDS = 8.0, 60.0
# The printer loads before its first beat: some seconds, half a minute on a laptop that is busy.
LOADING_SECONDS = 120.0
# The places: the web workers, whoever answers strangers, the printer.
WORKERS = 2
STRANGERS_PLACE, PRINTER_PLACE = WORKERS, WORKERS + 1
_BEAT = struct.Struct("d")


class Beats:
    """The beats in this file, one place for each process; 0 is none yet. The clock is the one nobody can set."""

    def __init__(self, file: Path) -> None:
        self.file = file
        if not file.exists():
            file.write_bytes(bytes(_BEAT.size * (PRINTER_PLACE + 1)))
        with file.open("r+b") as opened:
            self.bytes = mmap.mmap(opened.fileno(), 0)

    def beat(self, place: int) -> None:
        """Say that this process works."""
        _BEAT.pack_into(self.bytes, place * _BEAT.size, time.monotonic())

    def forget(self, place: int) -> None:
        """Expect nothing of a process that has not begun."""
        _BEAT.pack_into(self.bytes, place * _BEAT.size, 0.0)

    def expect(self, place: int, within: float) -> None:
        """Expect the first beat of a process that begins now, within so many seconds."""
        _BEAT.pack_into(self.bytes, place * _BEAT.size, time.monotonic() + within)

    def silent(self, place: int) -> float:
        """The seconds since its last beat; 0 for a process that has not begun."""
        (last,) = _BEAT.unpack_from(self.bytes, place * _BEAT.size)
        return time.monotonic() - last if last else 0.0
