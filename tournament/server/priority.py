"""Whose turn at the processor comes first: the priorities of the house's processes, as the system counts them (nice).

Workers come first, because tables and desk wait for nobody. The larger the number, the later the turn.
"""

import os
import time
from enum import IntEnum
from pathlib import Path

# How often, and after which pause, the priority of a session is set where the system turns it away.
AUTOGROUP_ATTEMPTS, AUTOGROUP_SECONDS = 5, 0.15


class Priority(IntEnum):
    """How far behind the workers a process waits."""

    # Not far: somebody waits for most documents, and where other programs keep the processors busy, 10 left the printer
    # a tenth of them.
    PRINTER = 5
    # A list that somebody hands in.
    READER = PRINTER
    # Everybody without a login or the device of a table.
    STRANGERS = 10
    # Stored jobs (prints of a match, seals, checkpoints) and strangers' documents give way to what a login waits for.
    BACK_OF_PRINTER = 15
    # Copies of the installation, and the checks of copies.
    COPIES = 19


def give_way(priority: int) -> None:
    """Lower this process to that priority, if it is not as low already."""
    os.nice(max(0, priority - os.nice(0)))


def keep_behind(process: int, priority: int) -> None:
    """Let a process with a session of its own be of low priority beside the others. Where the system shares out the
    processor by sessions (autogroup), the priority of a process counts inside its session only."""
    for _attempt in range(AUTOGROUP_ATTEMPTS):
        try:
            Path(f"/proc/{process}/autogroup").write_text(str(priority))
        except BlockingIOError:  # Linux takes one such order in a tenth of a second, of whichever process
            time.sleep(AUTOGROUP_SECONDS)
        except OSError:  # elsewhere than on Linux
            return
        else:
            return
