"""16 phones hand in 24 MB each at `/v/`, again and again for two minutes: how much memory does the server take?"""

import contextlib
import http.client
import threading
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from tests.attack.figures import Figure
from tests.attack.hall import SETTLING, open_hall, processes_of
from tests.attack.strangers import upload

PHONES, SECONDS = 16, 120.0
LOADED_SECONDS = 60.0


def hand_in(port: int, address: str, until: float, answers: Counter[str]) -> None:
    """Hand in as fast as it is taken, from this address of the loopback."""
    method, path, body, headers = upload(0)
    while time.monotonic() < until:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=90, source_address=(address, 0))
        try:
            connection.request(method, path, body, dict(headers))
            answers[str(connection.getresponse().status)] += 1
        except (OSError, http.client.HTTPException) as error:
            answers[type(error).__name__] += 1
        finally:
            connection.close()


def memory_of(leader: int) -> int:
    """The memory of a process and all that it started, in MB: what they share is counted once."""
    kilobytes = 0
    for process in processes_of(leader):
        with contextlib.suppress(OSError):
            lines = Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()
            kilobytes += sum(int(line.split()[1]) for line in lines if line.startswith("Pss:"))
    return kilobytes // 1024


def settled_memory_of(leader: int) -> int:
    """The same, once printer and keeper are loaded: when two looks, five seconds apart, see no more."""
    time.sleep(SETTLING)
    settled, until = 0, time.monotonic() + LOADED_SECONDS
    while (now := memory_of(leader)) > settled and time.monotonic() < until:
        settled = now
        time.sleep(5)
    return now


def run(folder: Path) -> Iterator[Figure]:
    with open_hall(folder, 1, "--port", "8535") as hall:
        leader, answers = hall.server.process.pid, Counter[str]()
        before = most = settled_memory_of(leader)
        until = time.monotonic() + SECONDS
        phones = [
            threading.Thread(target=hand_in, args=[hall.server.port, f"127.0.1.{number + 1}", until, answers])
            for number in range(PHONES)
        ]
        for phone in phones:
            phone.start()
        while time.monotonic() < until:
            most = max(most, memory_of(leader))
            time.sleep(0.5)
        for phone in phones:
            phone.join()
        yield Figure(
            what=f"{PHONES} phones, {SECONDS:.0f} s: {dict(answers)}", value=f"{before} -> {most} MB",
            goal="+400 MB at most: 200 a worker (2.5 GB before)", holds=most - before <= 400,
        )  # fmt: skip
        time.sleep(5)
        yield Figure(
            what="and five seconds later", value=f"{memory_of(leader)} MB", goal="+50 MB at most",
            holds=memory_of(leader) - before <= 50,
        )  # fmt: skip
