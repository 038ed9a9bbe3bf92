"""The disk runs full while 16 tables write, and has room again some seconds later."""

import contextlib
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from tests.attack.figures import Figure
from tests.attack.hall import SETTLING, open_hall
from tests.installation import ROOT, environment, run_inside

TABLES, PORT = 16, "8670"
SECONDS = 5.0
# In 6 s, before one place caught it: 763 tracebacks.
BEFORE = 38_914
WRITTEN = """
from tournament.models import Command
print(json.dumps([command.key for command in Command.objects.all()]))
"""


def run(folder: Path) -> Iterator[Figure]:
    disk, terminal = folder / "disk", folder / "terminal"
    disk.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=200m", "tmpfs", str(disk)], check=False).returncode:
        yield Figure(what="a disk of 200 MB", value="cannot be mounted", goal="needs root", holds=True)
        return
    try:
        yield from _run(disk, terminal)
    finally:
        subprocess.run(["umount", "-l", str(disk)], check=True)


def _run(disk: Path, terminal: Path) -> Iterator[Figure]:
    var = disk / "var"
    with terminal.open("wb") as errors, open_hall(var, TABLES, "--port", PORT, errors=errors) as hall:
        time.sleep(SETTLING)
        hall.writing(TABLES, 1)
        before = terminal.stat().st_size
        fill(disk / "filling")
        full, reading = hall.writing(TABLES, SECONDS), hall.asking(TABLES, 1, every=0.5)
        (disk / "filling").unlink()
        began = time.monotonic()
        first = hall.writing(TABLES, 1)
        room = time.monotonic() - began
        after = hall.writing(TABLES, 2)
        lines = terminal.read_text()[before:].splitlines()
        acknowledged = {one for table in hall.tables for one in table.acknowledged}
    lost = acknowledged - set(run_inside(var, WRITTEN))
    audit = subprocess.run([sys.executable, "manage.py", "verify_audit"], cwd=ROOT, env=environment(var), check=False)
    yield Figure(
        what=f"full for {SECONDS:.0f} s: lines in the terminal (before: {BEFORE})", value=str(len(lines)),
        goal="one a process", holds=len(lines) <= 3,
    )  # fmt: skip
    kinds = Counter(error[:26] for error in full.errors)
    yield Figure(
        what=f"{len(full.errors)} refused games: kinds of answers", value=", ".join(kinds), goal="503 with a sentence",
        holds=len(kinds) == 1 and "disk_full" in next(iter(kinds)),
    )  # fmt: skip
    yield Figure(
        what=f"{len(reading.times)} questions for news meanwhile: errors", value=str(len(reading.errors)), goal="none",
        holds=not reading.errors,
    )  # fmt: skip
    yield Figure(
        what=f"with room again: games in the first {room:.1f} s, errors of 3 s",
        value=f"{len(first.times)}, {len(first.errors + after.errors)}", goal="goes on by itself",
        holds=bool(first.times) and not first.errors + after.errors,
    )  # fmt: skip
    yield Figure(
        what=f"{len(acknowledged)} acknowledged games: lost; audit", value=f"{len(lost)}; {audit.returncode}",
        goal="0; 0", holds=not lost and not audit.returncode,
    )  # fmt: skip


def fill(file: Path) -> None:
    """Leave no byte on the disk of this file."""
    for piece in (2**16, 2**9):
        with contextlib.suppress(OSError), file.open("ab", buffering=0) as filling:
            while True:
                filling.write(bytes(piece))
