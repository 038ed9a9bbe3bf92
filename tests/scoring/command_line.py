"""The command line of scoring in a process of its own."""

import json
import subprocess
import sys
from pathlib import Path

RULES = "schafkopfschule-2023"
ROOT = Path(__file__).parents[2]


def run(*arguments: str, text: str | bytes = "") -> tuple[int, list[dict[str, object]], str]:
    """Return (exit status, JSON lines, standard error)."""
    process = raw(*arguments, text=text)
    answers = [json.loads(line) for line in process.stdout.decode("utf-8").splitlines()]
    return process.returncode, answers, process.stderr.decode("utf-8")


def raw(*arguments: str, text: str | bytes = "") -> subprocess.CompletedProcess[bytes]:
    data = text.encode("utf-8") if isinstance(text, str) else text
    return subprocess.run(
        [sys.executable, "-m", "scoring", *arguments], input=data, capture_output=True, cwd=ROOT, check=False
    )
