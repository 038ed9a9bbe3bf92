"""The command line of scoring in a process of its own."""

import json
import subprocess
import sys
from pathlib import Path

RULES = "schafkopfschule-2023"
ROOT = Path(__file__).parents[2]


def run(*arguments: str, given: str | bytes = "") -> tuple[int, list[dict[str, object]], str]:
    """Return (exit status, JSON lines, standard error)."""
    done = raw(*arguments, given=given)
    answers = [json.loads(line) for line in done.stdout.decode("utf-8").splitlines()]
    return done.returncode, answers, done.stderr.decode("utf-8")


def raw(*arguments: str, given: str | bytes = "") -> subprocess.CompletedProcess[bytes]:
    data = given.encode("utf-8") if isinstance(given, str) else given
    return subprocess.run(
        [sys.executable, "-m", "scoring", *arguments], input=data, capture_output=True, cwd=ROOT, check=False
    )
