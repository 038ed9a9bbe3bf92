"""verify_audit: recompute every chain of the event log and replay it against the rows."""

import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournament.models import Tournament
from tournament.services.audit import Audit, audit_logins, audit_tournament


class Command(BaseCommand):
    """Exit 0: the log holds; 1: it does not, with every link and row that is wrong."""

    help = "Check the event log of one tournament, or of all with the logins: every hash, and every row against it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", nargs="?", help="the short address of one tournament; all when left out")

    def handle(self, *args: Any, **options: Any) -> None:
        slug = options["slug"]
        tournaments = Tournament.objects.order_by("pk")
        if slug:
            tournaments = tournaments.filter(slug=slug)
            if not tournaments:
                raise CommandError(f"There is no tournament “{slug}”.", returncode=2)
        results = [] if slug else [("logins", audit_logins())]
        results += [(tournament.slug, audit_tournament(tournament)) for tournament in tournaments]
        for name, audit in results:
            self._tell(name, audit)
        if any(audit.faults for _name, audit in results):
            sys.exit(1)

    def _tell(self, name: str, audit: Audit) -> None:
        verdict = f"{len(audit.faults)} faults" if audit.faults else "holds"
        self.stdout.write(f"{name}: {audit.chains} chains, {audit.links} links: {verdict}")
        for fault in audit.faults:
            self.stdout.write(f"  {fault}")
