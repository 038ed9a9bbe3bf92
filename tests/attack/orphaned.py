"""Only the main process is killed, then the server starts again: do old workers keep the port, what stays behind?"""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from tests.attack.figures import Figure
from tests.attack.hall import processes_of
from tests.installation import ROOT, Server, environment
from tests.migrated import lay_installation

PORT = 8560
SECONDS = 3.0


def run(folder: Path) -> Iterator[Figure]:
    lay_installation(folder)
    system = folder / "tmp"
    system.mkdir()
    os.environ["TMPDIR"] = str(system)
    try:
        yield from _killed_and_started(folder, system)
    finally:
        del os.environ["TMPDIR"]


def _killed_and_started(folder: Path, system: Path) -> Iterator[Figure]:
    first = Server(folder, "--port", str(PORT))
    command = [sys.executable, "manage.py", "serve", "--port", str(PORT + 1)]
    second = subprocess.run(command, cwd=ROOT, env=environment(folder), capture_output=True, text=True, timeout=30)
    refusal = f"{PORT}/ " in second.stderr and second.returncode == 1
    yield Figure(
        what="a second start on the same folder", value="says where it runs" if refusal else "starts",
        goal="says where it runs, and ends", holds=refusal,
    )  # fmt: skip
    workers = [process for process in processes_of(first.process.pid) if process != first.process.pid]
    os.kill(first.process.pid, signal.SIGKILL)
    first.process.wait()
    # As if it had been killed while its keeper made a copy.
    remnant = folder / "backup" / f"work-{first.process.pid}-killed.part"
    remnant.mkdir(parents=True)
    began = time.monotonic()
    while any(Path(f"/proc/{worker}").exists() for worker in workers) and time.monotonic() - began < 10:
        time.sleep(0.02)
    passed = time.monotonic() - began
    yield Figure(
        what=f"{len(workers)} processes end after their parent was killed", value=f"{passed:.1f} s",
        goal=f"within {SECONDS:.0f} s", holds=passed < SECONDS,
    )  # fmt: skip
    again = Server(folder, "--port", str(PORT))
    yield Figure(
        what="the next start", value=f"answers at port {again.port}", goal="the same port", holds=again.port == PORT
    )
    folders = [*remnant.parent.glob("*.part"), *system.glob("spielliste-*")]
    yield Figure(
        what="folders of the killed server that are left",
        value=str(len(folders) - 1),
        goal="none",
        holds=len(folders) == 1,
    )
    again.end(signal.SIGTERM)
