"""LibreOffice as a reader of workbooks, started once for several jobs."""

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest


def in_libreoffice(folder: Path, jobs: list[dict[str, Any]]) -> list[Any]:
    """The answers of tests/uno_office.py."""
    python = "/usr/bin/python3"
    if not shutil.which("soffice") or subprocess.run([python, "-c", "import uno"], capture_output=True).returncode:
        pytest.skip("no LibreOffice here that can be asked: apt-get install libreoffice-calc-nogui python3-uno")
    command = [python, str(Path(__file__).parent / "uno_office.py"), str(folder)]
    answered = subprocess.run(command, input=json.dumps(jobs), capture_output=True, text=True, timeout=180)
    assert answered.returncode == 0, answered.stderr
    answers: list[Any] = json.loads(answered.stdout)
    return answers
