"""An installation before its first login: migrations and static files, made once and copied wherever needed."""

import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

from tests.installation import ROOT, environment

DATABASE = "spielliste.sqlite3"
KEPT = ROOT / ".pytest_cache"
# The database and the collected static files. Pages and services are read anew by whoever uses the copy.
MADE_FROM = ["migrations", "models", "integrity", "static", "sqlite", "enums.py", "settings.py", "stylesheets.py"]
MAKE = """
import django
django.setup()
from django.core.management import call_command
from django.db import connection
from tournament.management.commands.prepare import Command
call_command("migrate", verbosity=0, interactive=False, run_syncdb=True)
connection.close()
Command().collect()
"""


def lay_database(file: Path) -> None:
    """Copy an empty, migrated SQLite database to this path."""
    shutil.copyfile(_installation() / DATABASE, file)


def lay_installation(var: Path) -> Path:
    """Copy a new installation into this folder, for tests that are not about the first start."""
    shutil.copytree(_installation(), var, dirs_exist_ok=True)
    return var


def _installation() -> Path:
    """The folder of the installation. The first process to ask makes it; the others wait."""
    KEPT.mkdir(exist_ok=True)
    folder = KEPT / f"installation-{_version()}"
    with (KEPT / "installation.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not folder.exists():
            for old in KEPT.glob("installation-*"):
                shutil.rmtree(old)
            draft = folder.with_name(f"{folder.name}-draft")
            draft.mkdir()
            make = [sys.executable, "-c", MAKE]
            subprocess.run(make, cwd=ROOT, env=environment(draft), stdout=subprocess.DEVNULL, check=True)
            (draft / "secret_key").unlink(missing_ok=True)  # each installation has its own
            draft.rename(folder)
    return folder


def _version() -> str:
    """The state of what an installation is made from, by path, size and time; any difference makes another one."""
    files = [ROOT / "tournament" / name for name in MADE_FROM]
    for room in [file for file in files if file.is_dir()]:
        files += (Path(folder, name) for folder, _, names in os.walk(room) for name in names)
    sources = sorted(
        (str(file), file.stat().st_size, file.stat().st_mtime_ns)
        for file in files
        if file.is_file() and file.suffix != ".pyc"
    )
    return hashlib.sha256(repr(sources).encode()).hexdigest()[:16]


if __name__ == "__main__":
    _installation()
