"""A job of the printer: one document that a copy of the printer makes."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

# A tournament that is closed may have to seal hundreds of sheets first, and a hall has hundreds of sheets to print.
LONGEST_SECONDS = 1800.0


def nothing(_success: bool) -> None:
    """What most jobs do when they have ended."""


@dataclass(slots=True, eq=False, kw_only=True)
class Job:
    """A document to make. `reader` is the login or device that wants it, "" for all strangers, who share one place.

    `make` runs in a copy of the printer, with a folder for its files, and returns whether it succeeded; `on_end` gets
    that in the printer itself. `key` is the name of a stored job. `process` and `folder` are those of the copy.
    """

    name: str
    reader: str
    make: Callable[[Path], bool]
    on_end: Callable[[bool], None] = nothing
    key: str = ""
    long: bool = False
    longest: float = LONGEST_SECONDS
    since: float = field(default_factory=time.monotonic)
    process: int = 0
    pipe: int = -1
    folder: Path | None = None

    @property
    def waits(self) -> bool:
        """Whether its turn has not come yet."""
        return not self.process

    def finish(self, success: bool) -> bool:
        """Take note that the copy has ended; return whether the job stays, because its reader still has to fetch it."""
        self.on_end(success)
        return False

    def is_wanted(self, before: int) -> bool:
        """Whether anybody still waits for it, with so many jobs before it. Asked some times a second."""
        return True

    def leave(self) -> None:
        """Let go of whatever the job holds; the printer forgets it."""
