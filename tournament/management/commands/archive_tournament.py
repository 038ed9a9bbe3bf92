"""manage.py archive_tournament: close a finished tournament for good and write its archive."""

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError
from django.utils.translation import gettext as _

from tournament.management.terminal_command import TerminalCommand
from tournament.models import Tournament
from tournament.proof.exports.archive import close_tournament, write_archive
from tournament.proof.seals.keys import grouped, seal_key
from tournament.refusals import Refused


class Command(TerminalCommand):
    """Exit 0: written; 1: it cannot be closed or written, with the reason; 2: no such tournament, or FILE exists."""

    help = "Close a finished tournament for good and write everything official of it into one sealed zip."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", help="the short address of the tournament")
        parser.add_argument("file", type=Path, help="where the archive is written; a file that is there is kept")

    def handle(self, *args: Any, slug: str, file: Path, **options: Any) -> None:
        tournament = Tournament.objects.filter(slug=slug).first()
        if tournament is None:
            raise CommandError(_("There is no tournament “%(slug)s”.") % {"slug": slug}, returncode=2)
        if file.exists():
            raise CommandError(_("There is a file already: %(file)s. It is kept.") % {"file": file}, returncode=2)
        try:
            write_archive(tournament=close_tournament(tournament=tournament, actor=None), path=file)
        except Refused as error:
            self.stderr.write(str(error))
            sys.exit(1)
        figures = {"file": file, "size": f"{file.stat().st_size / 1e6:.1f}", "key": grouped(seal_key().fingerprint)}
        self.stdout.write(
            _("The archive is written: %(file)s, %(size)s MB. It is sealed with the key %(key)s") % figures
        )
