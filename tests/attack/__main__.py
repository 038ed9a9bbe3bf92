"""Run the attacks, all or the named ones, and print the figures of each."""

import argparse
import importlib
import itertools
import subprocess
import sys
import tempfile
import time
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
# They measure nothing that other work could spoil, so they go on beside the two minutes of this one, two at a time.
LONGEST = "uploads"
BESIDE = (
    ("tampered", "forged"),
    ("damaged", "copied"),
)
# fmt: on


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.attack", description=__doc__)
    names = (*ATTACKS, *itertools.chain(*BESIDE))
    parser.add_argument("attacks", nargs="*", metavar="NAME", help=f"of {', '.join(names)}; all when left out")
    attacks = parser.parse_args().attacks
    if unknown := sorted(set(attacks) - set(names)):
        parser.error(f"there is no attack {', '.join(unknown)}")
    began, missed = time.monotonic(), 0
    for name in attacks or ATTACKS:
        missed += attack_beside(name) if not attacks and name == LONGEST else attack(name)
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


def attack_beside(name: str) -> int:
    """Run one attack, and others meanwhile in processes of their own; return how many figures are missed."""
    commands = [[sys.executable, "-m", "tests.attack", *others] for others in BESIDE]
    beside = [
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) for command in commands
    ]
    missed = attack(name)
    for process in beside:
        print(process.communicate()[0].rstrip().rsplit("\n", 1)[0])
        missed += process.returncode
    return missed


if __name__ == "__main__":
    main()
