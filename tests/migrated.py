"""An installation's empty database: migrated once, copied by every process of the tests that begins with one."""

import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

import django

ROOT = Path(__file__).resolve().parent.parent
KEPT = ROOT / ".pytest_cache"
MAKE = """
import sys
import django
django.setup()
from django.core.management import call_command
from django.db import connection
call_command("migrate", verbosity=0, interactive=False, run_syncdb=True)
connection.cursor().execute("VACUUM INTO %s", [sys.argv[1]])
"""


def lay_database(file: Path) -> None:
    """Put an empty SQLite database there. The first to ask makes it, with all migrations, while the others wait."""
    KEPT.mkdir(exist_ok=True)
    made = KEPT / f"migrated-{_version()}.sqlite3"
    with (KEPT / "migrated.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not made.exists():
            for old in KEPT.glob("migrated-*.sqlite3*"):
                old.unlink()
            env = os.environ | {"DJANGO_SETTINGS_MODULE": "tests.settings", "TEST_DATABASE_URL": ""}
            begun = made.with_suffix(".sqlite3-begun")
            subprocess.run([sys.executable, "-c", MAKE, begun], cwd=ROOT, env=env, check=True)
            begun.rename(made)
        shutil.copyfile(made, file)


def _version() -> str:
    """Other migrations, or anything that they may import, make another database."""
    sources = sorted((ROOT / "tournament").rglob("*.py"))
    code = b"\0".join(path.read_bytes() for path in sources)
    return hashlib.sha256(django.__version__.encode() + code).hexdigest()[:16]


if __name__ == "__main__":
    lay_database(Path(os.devnull))
