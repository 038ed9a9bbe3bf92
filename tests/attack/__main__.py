"""Run the attacks, all or the named ones, and print the figures of each."""

import argparse
import importlib
import sys
import tempfile
import time
from pathlib import Path

# fmt: off
ATTACKS = (
    "throughput",
    "lanes",
    "hung",
    "uploads",
    "slow",
    "guessing",
    "doors",
    "orphaned",
    "killed",
    "damaged",
    "copied",
    "forged",
    "backup",
    "healed",
    "printing",
    "tampered",
    "spreadsheets",
    "full",
    "noise",
)
# fmt: on


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.attack", description=__doc__)
    parser.add_argument("attacks", nargs="*", metavar="NAME", help=f"of {', '.join(ATTACKS)}; all when left out")
    asked = parser.parse_args().attacks or ATTACKS
    if unknown := sorted(set(asked) - set(ATTACKS)):
        parser.error(f"there is no attack {', '.join(unknown)}")
    began, missed = time.monotonic(), 0
    for name in asked:
        print(f"\n{name}: {importlib.import_module(f'tests.attack.{name}').__doc__}", flush=True)
        started = time.monotonic()
        with tempfile.TemporaryDirectory() as folder:
            for figure in importlib.import_module(f"tests.attack.{name}").run(Path(folder)):
                print(figure, flush=True)
                missed += not figure.holds
        print(f"    {time.monotonic() - started:.0f} s", flush=True)
    print(f"\n{time.monotonic() - began:.0f} s, {missed} figures missed")
    sys.exit(bool(missed))


if __name__ == "__main__":
    main()
