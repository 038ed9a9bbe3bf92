"""A copy while sixty tables write: how long it takes, how large it is, and how long a game waits meanwhile."""

import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

from tests.attack.figures import Figure
from tests.attack.hall import SETTLING, Written, open_hall
from tests.installation import ROOT, environment, run_inside

SECONDS = 6.0
# As in a hall: each table writes a game every few seconds.
EVERY_SECONDS = 3.0
# Documents of earlier tournaments, so that there is something to copy.
BALLAST_MB = 40
BALLAST = """
import os
from django.db import connection
with connection.cursor() as cursor:
    cursor.execute("CREATE TABLE ballast (content BLOB)")
    for _ in range({pieces}):
        cursor.execute("INSERT INTO ballast VALUES (%s)", [os.urandom(1024 * 1024)])
print("0")
"""
CHECK = """
import time
from tournament.services.start_check import check_start
began = time.monotonic()
check_start()
print(time.monotonic() - began)
"""


def run(folder: Path) -> Iterator[Figure]:
    with open_hall(folder, 60, "--port", "8540") as hall:
        run_inside(folder, BALLAST.format(pieces=BALLAST_MB))
        time.sleep(SETTLING)
        hall.writing(60, 3, every=EVERY_SECONDS)
        quiet = hall.writing(60, SECONDS, every=EVERY_SECONDS)
        results: list[Written] = []
        tables = threading.Thread(target=lambda: results.append(hall.writing(60, SECONDS, every=EVERY_SECONDS)))
        tables.start()
        seconds = []
        while tables.is_alive() and len(seconds) < 3:
            began = time.monotonic()
            command = [sys.executable, "manage.py", "backup"]
            subprocess.run(command, cwd=ROOT, env=environment(folder), stdout=subprocess.DEVNULL, check=True)
            seconds.append(time.monotonic() - began)
        tables.join()
        (busy,) = results
        size = max(file.stat().st_size for file in (folder / "backup").glob("*.zip"))
        database = (folder / "spielliste.sqlite3").stat().st_size
        checked = float(run_inside(folder, CHECK))
    yield Figure(what="60 tables write, quiet", value=str(quiet), goal="no error", holds=not quiet.errors)
    yield Figure(
        what=f"60 tables write, {len(seconds)} copies meanwhile, {len(busy.errors)} errors",
        value=str(busy),
        goal="p99 within 2 x of quiet, no error",
        holds=not busy.errors and busy.quantile(0.99) <= max(0.1, 2 * quiet.quantile(0.99)),
    )
    value = f"{max(seconds):.1f} s, {size / 2**20:.0f} MB of {database / 2**20:.0f} MB"
    yield Figure(
        what="one copy, checked, at the lowest priority", value=value, goal="within 60 s", holds=max(seconds) < 60
    )
    yield Figure(what="the check at the start", value=f"{checked:.2f} s", goal="within 2 s", holds=checked < 2)
