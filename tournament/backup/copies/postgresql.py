"""A PostgreSQL database as a file, by PostgreSQL's own programs: pg_dump, pg_restore, psql."""

import os
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from django.utils.translation import gettext_lazy as _

from tournament.backup.copies.damage import damaged_copy
from tournament.refusals import Refused

SECONDS = 1800


def dump(parameters: Mapping[str, Any], snapshot: str, target: Path) -> None:
    """Write the database as it is in this exported snapshot. Refused: program_missing, dump_failed."""
    run(
        ["pg_dump", "--format=custom", "--no-owner", "--no-privileges", f"--snapshot={snapshot}", f"--file={target}"],
        parameters,
    )


def check_dump(file: Path) -> None:
    """Read the whole dump, without a server. Refused: program_missing, copy_damaged."""
    try:
        run(["pg_restore", "--file=/dev/null", str(file)], {})
    except Refused as error:
        raise error if error.code == "program_missing" else damaged_copy() from None


def run(command: Sequence[str], parameters: Mapping[str, Any]) -> str:
    """Run one of PostgreSQL's programs with the parameters of our connection; return its output.

    Refused: program_missing, postgresql_failed.
    """
    names = {"dbname": "PGDATABASE", "user": "PGUSER", "password": "PGPASSWORD", "host": "PGHOST", "port": "PGPORT"}
    variables = {names[name]: str(value) for name, value in parameters.items() if name in names and value}
    try:
        process = subprocess.run(  # noqa: S603  our own command
            command, env=os.environ | variables, capture_output=True, text=True, timeout=SECONDS, check=False
        )
    except FileNotFoundError:
        raise Refused(
            _(
                "The program %(program)s is missing; it comes with PostgreSQL: "
                "sudo apt-get install -y postgresql-client"
            ),
            code="program_missing",
            program=command[0],
        ) from None
    if process.returncode:
        lines = process.stderr.strip().splitlines() or ["?"]
        raise Refused("%(program)s: %(said)s", code="postgresql_failed", program=command[0], said=lines[-1])
    return process.stdout
