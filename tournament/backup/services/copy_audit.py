"""The whole audit of an unpacked copy, its schema included, before anything of it is put into place.

It works on another copy of the database, because one of an older version is migrated first: the audit knows the rows
and the schema of this version. A trigger that is missing or foreign is noticed there, too.
"""

import logging
import secrets
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.core.management import call_command
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.utils.translation import gettext as _

from tournament.backup.copies import packing, postgresql
from tournament.models import Tournament
from tournament.proof.services.audit import audit_installation, audit_tournament
from tournament.refusals import Refused

log = logging.getLogger(__name__)

# A fault has what somebody wrote into a database in it.
LONGEST_FAULT = 300


def copy_faults(database: Path) -> tuple[str, ...] | None:
    """What the audit finds in the unpacked database of a copy; None if the server allows no second database for it.

    Takes some 6 ms for each sheet and 10 ms more for a sealed one. Refused: disk_full. Raises OSError.
    """
    if connection.vendor == "sqlite":
        return _faults_of_file(database)
    return _faults_of_dump(database)


def _faults_of_file(database: Path) -> tuple[str, ...]:
    packing.check_disk_room(database.parent, database.stat().st_size)
    with tempfile.TemporaryDirectory(prefix="audit-", dir=database.parent) as folder:
        copy = shutil.copyfile(database, Path(folder, database.name))
        with _instead(str(copy)):
            return _faults()


def _faults_of_dump(dump: Path) -> tuple[str, ...] | None:
    name = f"spielliste_audit_{secrets.token_hex(4)}"
    try:
        with connection.cursor() as cursor:
            cursor.execute(f"CREATE DATABASE {name}")
    except DatabaseError:
        return None
    try:
        parameters = {**connection.get_connection_params(), "dbname": name}
        postgresql.run(["pg_restore", "--no-owner", "--no-privileges", f"--dbname={name}", str(dump)], parameters)
        with _instead(name):
            return _faults()
    except Refused as error:
        return (_printable(f"the copy cannot be read back: {error}"),)
    finally:
        with connection.cursor() as cursor:
            cursor.execute(f"DROP DATABASE {name} WITH (FORCE)")


@contextmanager
def _instead(name: str) -> Iterator[None]:
    """Inside this context our connection is to the database of this name. Only for a process that serves nobody."""
    present = connection.settings_dict["NAME"]
    connection.close()
    connection.settings_dict["NAME"] = name
    try:
        yield
    finally:
        connection.close()
        connection.settings_dict["NAME"] = present


def _faults() -> tuple[str, ...]:
    try:
        executor = MigrationExecutor(connection)
        if executor.migration_plan(executor.loader.graph.leaf_nodes()):
            call_command("migrate", verbosity=0, interactive=False)
        audits = [audit_installation()]
        audits += [audit_tournament(one, sealed=True) for one in Tournament.objects.order_by("pk")]
    except Exception as error:
        # Whatever a stranger has put into a database: that it cannot be read is a fault of it.
        log.info("The audit of a copy broke down", exc_info=True)
        return (_printable(_("The audit broke down: %(why)s") % {"why": f"{type(error).__name__} {error}"}),)
    return tuple(_printable(str(fault)) for audit in audits for fault in audit.faults)


def _printable(fault: str) -> str:
    """A fault in one line without the signs that a terminal obeys."""
    return "".join(sign if sign.isprintable() else "?" for sign in fault)[:LONGEST_FAULT]
