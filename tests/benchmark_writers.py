"""How long a game waits to be written while all tables write: `python -m tests.benchmark_writers [TABLES] [--plain]`.

The threads of the tables run in two processes of four, as in the server. Each game goes through act() into
an SQLite file that survives a power cut. `--plain` uses Django's own backend instead of the one that queues.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

PROCESSES, THREADS, GAMES = 2, 4, 10


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("tables", nargs="?", type=int, default=60)
    parser.add_argument("--plain", action="store_true")
    parser.add_argument("--share", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--first", type=int, default=1, help=argparse.SUPPRESS)
    parser.add_argument("--every", type=float, default=0, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.share is not None:
        print(json.dumps(write_share(asked.tables, asked.share, asked.plain, asked.first, asked.every)))
        return
    with tempfile.TemporaryDirectory() as folder:
        os.environ.update(DJANGO_SETTINGS_MODULE="tournament.settings", SPIELLISTE_VAR=folder, DATABASE_URL="")
        prepare(asked.tables)
        began = time.perf_counter()
        times = times_of_writing(asked.tables, plain=asked.plain)
        passed = time.perf_counter() - began
    p50, p99 = times[len(times) // 2], times[len(times) * 99 // 100]
    print(f"{len(times)} games of {asked.tables} tables in {passed:.1f} s with the processes' start")
    print(f"p50 {1000 * p50:.0f} ms  p99 {1000 * p99:.0f} ms  longest {1000 * times[-1]:.0f} ms")


def times_of_writing(tables: int, *, plain: bool = False, first: int = 1, every: float = 0) -> list[float]:
    """The time of each game, shortest first, while these tables write their games from this number on.

    All tables write at once, with `every` seconds between two games; 0 is as fast as they can.
    """
    command = [sys.executable, "-m", "tests.benchmark_writers", str(tables), "--first", str(first)]
    command += ["--every", str(every)]
    shares = [
        subprocess.Popen(
            [*command, "--share", str(share), *["--plain"] * plain],
            cwd=Path(__file__).parent.parent,
            stdout=subprocess.PIPE,
            text=True,
        )
        for share in range(PROCESSES)
    ]
    return sorted(taken for share in shares for taken in json.loads(share.communicate()[0].splitlines()[-1]))


def prepare(tables: int) -> None:
    """A drawn match with all of its sheets open."""
    import django

    django.setup()
    from django.core.management import call_command

    from tests.played import play

    call_command("migrate", verbosity=0)
    play(tables, [])


def write_share(tables: int, share: int, plain: bool, first: int, every: float) -> list[float]:
    """Write this process's share of the sheets, game by game, and return the seconds that each game took."""
    import django
    from django.conf import settings

    if plain:
        settings.DATABASES["default"]["ENGINE"] = "django.db.backends.sqlite3"
    django.setup()
    from django.db import connection

    from tests.factories import write
    from tournament.models import Scoresheet, User

    actor = User.objects.get()
    sheets = list(Scoresheet.objects.filter(table_number__lte=tables, table_number__gt=0))[share::PROCESSES]

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


if __name__ == "__main__":
    main()
