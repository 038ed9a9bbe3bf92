"""How long a game waits while all tables write, without HTTP: `./run bench writers [TABLES] [--plain]`.

The threads of the tables run in two processes of four, as in the server. Each game goes through act() into an SQLite
file that survives a power cut. `--plain` uses Django's own backend instead of the one that queues.
"""

import argparse
import json
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tests.installation import ROOT, environment, run_inside
from tests.migrated import lay_installation

PROCESSES, THREADS, GAMES = 2, 4, 10
# A drawn match with all of its sheets open.
PREPARE = "from tests.worlds.played import play; play({tables}, []); print(1)"
WRITE = """
import json, django
from django.conf import settings
settings.DATABASES["default"]["ENGINE"] = "{engine}"
django.setup()
from tests.bench.writers import write_share
print(json.dumps(write_share({tables}, {share}, {first}, {every})))
"""


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="./run bench writers", description=__doc__)
    parser.add_argument("tables", nargs="?", type=int, default=60)
    parser.add_argument("--plain", action="store_true")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        var = lay_installation(Path(folder))
        run_inside(var, PREPARE.format(tables=options.tables))
        began = time.perf_counter()
        times = times_of_writing(var, options.tables, plain=options.plain)
        passed = time.perf_counter() - began
    p50, p99 = times[len(times) // 2], times[len(times) * 99 // 100]
    print(f"{len(times)} games of {options.tables} tables in {passed:.1f} s with the processes' start")
    print(f"p50 {1000 * p50:.0f} ms  p99 {1000 * p99:.0f} ms  longest {1000 * times[-1]:.0f} ms")


def times_of_writing(var: Path, tables: int, *, plain: bool = False, first: int = 1, every: float = 0) -> list[float]:
    """The time of each game, shortest first, while the last tables write their games from this number on.

    All tables write at once, with `every` seconds between two games; 0 is as fast as they can.
    """
    engine = "django.db.backends.sqlite3" if plain else "tournament.sqlite"
    codes = [
        WRITE.format(engine=engine, tables=tables, share=share, first=first, every=every) for share in range(PROCESSES)
    ]
    shares = [
        subprocess.Popen(
            [sys.executable, "-c", code], cwd=ROOT, env=environment(var), stdout=subprocess.PIPE, text=True
        )
        for code in codes
    ]
    return sorted(taken for share in shares for taken in json.loads(share.communicate()[0].splitlines()[-1]))


def write_share(tables: int, share: int, first: int, every: float) -> list[float]:
    """Write this process's share of the sheets, game by game, and return the seconds that each game took."""
    from django.db import connection

    from tests.worlds.factories import write
    from tournament.models import Scoresheet, User

    actor = User.objects.get()
    sheets = Scoresheet.objects.in_force().order_by("-match__number", "-table_number")[:tables][share::PROCESSES]

    def write_next(number: int, sheet: Scoresheet) -> float:
        began = time.perf_counter()
        write(sheet, number, "r12+", actor)
        return time.perf_counter() - began

    connection.close()
    times, began = [], time.perf_counter()
    with ThreadPoolExecutor(THREADS) as threads:
        for number in range(first, first + GAMES):
            times += threads.map(write_next, [number] * len(sheets), sheets)
            time.sleep(max(0.0, began + every * (number - first + 1) - time.perf_counter()))
    return times
