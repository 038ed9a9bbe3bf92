"""manage.py prepare: make the database, the collected files and the first login, each only where it is missing."""

import hashlib
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.utils.translation import gettext as _

from tournament import stylesheets
from tournament.backup.copies.switching import note_to_tell
from tournament.backup.services.restores import note_pending_restore
from tournament.backup.services.restoring import accepted_faults
from tournament.management.terminal_command import TerminalCommand
from tournament.models import SealCertificate, Tournament, User
from tournament.proof.seals.keys import make_seal_key, seal_folder
from tournament.refusals import Refused
from tournament.services.people import create_first_login, generated_password
from tournament.services.start_check import StartFinding, check_foreign_parts, check_rows, check_schema

ORGANISER = ("turnierleitung", "Turnierleitung", ["organiser", "supervisor"])


class Command(TerminalCommand):
    help = "Prepare the installation: migrate, collect the static files, create the first organiser's login."
    requires_system_checks = []
    stealth_options = ("finding",)  # what `serve` found at its start

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--demo", action="store_true", help="with a demo tournament and logins for trying")
        parser.add_argument(
            "--despite-faults", action="store_true", help="also if the database was changed from outside"
        )

    def handle(
        self, *args: Any, demo: bool, despite_faults: bool, finding: StartFinding | None = None, **options: Any
    ) -> None:
        try:
            self.compare(finding or StartFinding(), despite_faults=despite_faults)
        except Refused as refusal:
            raise CommandError(str(refusal)) from refusal
        note_pending_restore()
        self.collect()
        self.seal()
        if demo:
            self.demonstrate()
        elif not User.objects.filter(is_active=True).exists():
            # In a small club one person both organises and supervises the tournament.
            username, name, roles = ORGANISER
            password = generated_password()
            create_first_login(username=username, full_name=name, roles=roles, password=password)
            credentials = {"username": username, "password": password}
            self.stdout.write(_("Your login, shown only this once:  %(username)s  %(password)s") % credentials)

    def compare(self, finding: StartFinding, *, despite_faults: bool) -> None:
        """Migrate the database, and compare it with its log: its schema always, its rows where it is another one than
        before. Refused: database_changed, unless somebody has just restored it although it has faults."""
        despite_faults = despite_faults or accepted_faults() > 0
        check_foreign_parts(despite_faults=despite_faults)
        self.migrate()
        check_schema(despite_faults=despite_faults)
        moved = finding.moved or note_to_tell() is not None
        if moved or finding.lost:
            check_rows(all_of_them=moved, despite_faults=despite_faults)

    def migrate(self) -> None:
        """Migrate the database to this version of the program."""
        executor = MigrationExecutor(connection)
        if executor.migration_plan(executor.loader.graph.leaf_nodes()):
            self.stdout.write(_("Preparing the database ..."))
            call_command("migrate", verbosity=0, interactive=False)

    def collect(self) -> None:
        """Collect the static files if one of them has changed since the last time."""
        if settings.WHITENOISE_USE_FINDERS:
            return
        stamp = settings.STATIC_ROOT.parent / "static.stamp"
        now = fingerprint()
        if not stamp.exists() or stamp.read_text() != now or not settings.STATIC_ROOT.exists():
            self.stdout.write(_("Collecting the static files ..."))
            call_command("collectstatic", verbosity=0, interactive=False, clear=True)
            stamp.write_text(now)

    def seal(self) -> None:
        """Make the key for seals at the first start. A lost key is not replaced silently: a message reports it."""
        if settings.SEAL_PKCS12 or (seal_folder() / "seal.key").exists():
            return
        if not SealCertificate.objects.filter(imported=False).exists():
            make_seal_key(seal_folder())
            return
        self.stdout.write(
            _("The key that seals documents is missing: put %(file)s back from the backup, or run: %(command)s")
            % {"file": seal_folder() / "seal.key", "command": "manage.py make_seal_key"}
        )

    def demonstrate(self) -> None:
        """Fill an empty database with the demo tournament; print the logins for trying each time."""
        # Imported here, so that a start without the demo need not load its code.
        from tournament.management.commands.seed_demo import demo_logins_text

        if Tournament.objects.exists():
            self.stdout.write(demo_logins_text())
            return
        self.stdout.write(_("Playing the demo tournament ..."))
        call_command("seed_demo", stdout=self.stdout)


def fingerprint() -> str:
    """A hash over the static files, by path, size and time of change, and over what joins some of them."""
    digest = hashlib.sha256(Path(stylesheets.__file__).read_bytes())
    for finder in get_finders():
        for path, storage in finder.list(None):
            digest.update(f"{path} {storage.size(path)} {storage.get_modified_time(path)}\n".encode())
    return digest.hexdigest()
