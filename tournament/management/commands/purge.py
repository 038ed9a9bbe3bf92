"""manage.py purge: delete the personal data of a tournament whose retention has ended (docs/documents.md)."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournament.models import Tournament
from tournament.refusals import Refused
from tournament.selectors.retention import due_tournaments, retention, to_purge
from tournament.services.retention import purge_tournament


class Command(BaseCommand):
    """Exit 0: deleted, or listed; 1: refused, nothing has changed; 2: there is no such tournament."""

    help = "Delete the personal data of one tournament after its time of retention; without a name, list what is due."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", nargs="?", help="the short address of the tournament")
        parser.add_argument("--dry-run", action="store_true", help="say what would be deleted, and delete nothing")

    def handle(self, *args: Any, **options: Any) -> None:
        if not options["slug"]:
            for due in due_tournaments():
                self.stdout.write(f"{due.slug}: kept until {due.keep_until}, can be purged")
            return
        tournament = Tournament.objects.filter(slug=options["slug"]).first()
        if tournament is None:
            raise CommandError(f"There is no tournament “{options['slug']}”.", returncode=2)
        goes = to_purge(tournament)
        told = (
            f"{goes.names} names, {goes.drawings} drawn signatures, {goes.documents} sealed files, "
            f"{goes.reasons} reasons, {goes.devices} devices"
        )
        if options["dry_run"]:
            kept = retention(tournament)
            when = f"{'due' if kept.due else 'not due'}, kept until {kept.until}"
            self.stdout.write(f"{tournament.slug}: {when}; {told} would go")
            return
        try:
            purge_tournament(tournament=tournament, actor=None)
        except Refused as refused:
            raise CommandError(str(refused)) from refused
        self.stdout.write(f"{tournament.slug}: {told} deleted. Your own backups and archives are yours to delete.")
