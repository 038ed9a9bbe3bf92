"""How long documents take and how much memory they need: `./run bench documents [PART] [--tables TABLES]`.

The tournament has two matches of 250 tables. Each part runs in a process of its own, so its peak of memory is its own;
the last one lets tables write while the printer works (writers.py).
"""

import argparse
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from tests.bench.writers import times_of_writing
from tests.installation import ROOT, environment, run_inside
from tests.migrated import lay_installation

ALONE = ("workbook", "prefilled", "sealed")
BESIDE = "tables"
# How many tables write at once, and the seconds between two games of each: faster than real ones, but slowly enough
# for the printer, which comes last, to get its turn.
WRITERS, EVERY = 60, 4.0


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="./run bench documents", description=__doc__)
    parser.add_argument("part", nargs="?", choices=[*ALONE, BESIDE])
    parser.add_argument("--tables", type=int, default=250)
    options = parser.parse_args(arguments)
    parts = [part for part in ALONE if options.part in (None, part)]
    if parts:
        with tempfile.TemporaryDirectory() as folder:
            var = lay_installation(Path(folder))
            _call(var, f"play_out({options.tables})")
            for part in parts:
                print(_call(var, f"measure({part!r})"), flush=True)
    if options.part in (None, BESIDE):
        with tempfile.TemporaryDirectory() as folder:
            print(_beside_the_printer(lay_installation(Path(folder)), options.tables))


def _beside_the_printer(var: Path, tables: int) -> str:
    """How long a game waits while tables write every few seconds, first alone, then while the printer works."""
    writers = min(WRITERS, tables // 2)
    _call(var, f"play_halfway({tables})")
    times_of_writing(var, writers, first=1)  # warms the disk's cache
    quiet = times_of_writing(var, writers, first=11, every=EVERY)
    _call(var, "order_documents()")
    printer = subprocess.Popen([sys.executable, "manage.py", "printer"], cwd=ROOT, env=environment(var))
    began = time.perf_counter()
    try:
        busy = times_of_writing(var, writers, first=21, every=EVERY)
    finally:
        printer.terminate()
        printer.wait()
    passed = time.perf_counter() - began
    sealed, printed = _call(var, "documents_made()")
    return (
        f"{BESIDE}: p99 of a game {_p99(quiet):.0f} ms when it is quiet, {_p99(busy):.0f} ms beside the printer, "
        f"which sealed {sealed} sheets and printed {printed} in {passed:.0f} s"
    )


def _call(var: Path, call: str) -> Any:
    return run_inside(var, f"from tests.bench import made_documents\nprint(json.dumps(made_documents.{call}))")


def _p99(times: list[float]) -> float:
    return 1000 * times[len(times) * 99 // 100]
