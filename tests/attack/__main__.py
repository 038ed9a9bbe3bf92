"""Run the attacks, all or the named ones, and print the figures of each."""

import argparse
import importlib
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable
from pathlib import Path

# fmt: off
ATTACKS = (
    "throughput",
    "lanes",
    "hung",
    "slow",
    "doors",
    "orphaned",
    "killed",
    "backup",
    "healed",
    "printing",
    "spreadsheets",
    "full",
    "noise",
    "uploads",
)
# They measure nothing that other work could spoil, so they go on beside the two minutes of this one.
LONGEST, BESIDE = "uploads", (
    "tampered",
    "damaged",
    "copied",
    "forged",
)
# fmt: on


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.attack", description=__doc__)
    names = ", ".join((*ATTACKS, *BESIDE))
    parser.add_argument("attacks", nargs="*", metavar="NAME", help=f"of {names}; all when left out")
    asked = parser.parse_args().attacks
    if unknown := sorted(set(asked) - {*ATTACKS, *BESIDE}):
        parser.error(f"there is no attack {', '.join(unknown)}")
    began, missed = time.monotonic(), 0
    for name in asked or ATTACKS:
        missed += attack_beside(name, BESIDE) if not asked and name == LONGEST else attack(name)
    print(f"\n{time.monotonic() - began:.0f} s, {missed} figures missed")
    sys.exit(min(missed, 100))


def attack(name: str) -> int:
    """Run one attack; return how many of its figures are missed."""
    module = importlib.import_module(f"tests.attack.{name}")
    print(f"\n{name}: {module.__doc__}", flush=True)
    started, missed = time.monotonic(), 0
    with tempfile.TemporaryDirectory() as folder:
        for figure in module.run(Path(folder)):
            print(figure, flush=True)
            missed += not figure.holds
    print(f"    {time.monotonic() - started:.0f} s", flush=True)
    return missed


def attack_beside(name: str, others: Iterable[str]) -> int:
    """Run one attack, and the others meanwhile in a process of their own; return how many figures are missed."""
    command = [sys.executable, "-m", "tests.attack", *others]
    beside = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    missed = attack(name)
    print(beside.communicate()[0].rstrip().rsplit("\n", 1)[0])
    return missed + beside.returncode


if __name__ == "__main__":
    main()
