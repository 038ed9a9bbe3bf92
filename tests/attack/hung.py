"""One of the two web workers is stopped and never goes on, while tables write: how long do they wait?"""

import os
import signal
import threading
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from tests.attack.figures import Figure
from tests.attack.hall import SETTLING, Hall, open_hall

TABLES, EVERY, SECONDS = 16, 0.5, 15.0


def worker_of(hall: Hall) -> int:
    """One of the processes that answer the tables: copies of the main one that listen at the port."""
    leader = hall.server.process.pid
    children = Path(f"/proc/{leader}/task/{leader}/children").read_text().split()
    return min(int(child) for child in children)


def run(folder: Path) -> Iterator[Figure]:
    with open_hall(folder, TABLES, "--port", "8530") as hall:
        time.sleep(SETTLING)
        hall.writing(8, 2)
        stopped = worker_of(hall)
        threading.Timer(3, os.kill, [stopped, signal.SIGSTOP]).start()
        writing = hall.writing(TABLES, SECONDS, EVERY)
        errors = dict(Counter(writing.errors))
        late = Counter(error for error in writing.errors if error not in ("ConnectionResetError", "RemoteDisconnected"))
        yield Figure(
            what=f"{TABLES} tables, {len(writing.times)} games, longest wait",
            value=f"{max(writing.times):.1f} s", goal="12 s (25 s before)", holds=max(writing.times) <= 12,
        )  # fmt: skip
        yield Figure(
            what=f"requests that ran out of time, errors {errors}", value=str(sum(late.values())),
            goal="none (5 of 543 before)", holds=not late,
        )  # fmt: skip
        yield Figure(
            what="the stopped worker is replaced", value=str(worker_of(hall) != stopped), goal="True",
            holds=worker_of(hall) != stopped,
        )  # fmt: skip
