"""manage.py purge: delete the personal data of a tournament whose retention has ended (docs/documents.md)."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError
from django.utils.translation import gettext as _

from tournament.management.terminal_command import TerminalCommand
from tournament.models import Tournament
from tournament.participants.selectors.retention import due_tournaments, retention, to_purge
from tournament.participants.services.retention import purge_tournament
from tournament.refusals import Refused


class Command(TerminalCommand):
    """Exit 0: deleted, or listed; 1: refused, nothing has changed; 2: there is no such tournament."""

    help = "Delete the personal data of one tournament after its time of retention; without a name, list what is due."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", nargs="?", help="the short address of the tournament")
        parser.add_argument("--dry-run", action="store_true", help="say what would be deleted, and delete nothing")

    def handle(self, *args: Any, **options: Any) -> None:
        if not options["slug"]:
            for due in due_tournaments():
                figures = {"slug": due.slug, "until": due.keep_until}
                self.stdout.write(_("%(slug)s: kept until %(until)s, can be purged") % figures)
            return
        tournament = Tournament.objects.filter(slug=options["slug"]).first()
        if tournament is None:
            raise CommandError(_("There is no tournament “%(slug)s”.") % options, returncode=2)
        goes = to_purge(tournament)
        what = _(
            "%(names)s names, %(drawings)s drawn signatures, %(documents)s sealed files, %(reasons)s reasons, "
            "%(devices)s devices"
        ) % {name: getattr(goes, name) for name in ("names", "drawings", "documents", "reasons", "devices")}
        if options["dry_run"]:
            data = retention(tournament)
            figures = {"slug": tournament.slug, "until": data.until, "what": what}
            is_due = _("%(slug)s: due, kept until %(until)s; %(what)s would go")
            not_due = _("%(slug)s: not due, kept until %(until)s; %(what)s would go")
            self.stdout.write((is_due if data.due else not_due) % figures)
            return
        try:
            purge_tournament(tournament=tournament, actor=None)
        except Refused as refused:
            raise CommandError(str(refused)) from refused
        deleted = _("%(slug)s: %(what)s deleted. Your own backups and archives are yours to delete.")
        self.stdout.write(deleted % {"slug": tournament.slug, "what": what})
