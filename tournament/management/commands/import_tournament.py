"""manage.py import_tournament: import an archived tournament, or say why that is impossible."""

import resource
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.core.management.base import CommandError
from django.utils.translation import gettext as _

from tournament.management.terminal_command import TerminalCommand
from tournament.models import Document, Event
from tournament.person.names import printable
from tournament.proof.seals.archive import open_archive
from tournament.proof.services.archive_import import import_tournament
from tournament.refusals import Refused
from tournament.selectors.closing import origin

# A hall of 1,000 tables needs half of it.
MOST_MEMORY = 4 * 2**30


class Command(TerminalCommand):
    """Exit 0: imported; 1: does not verify, or is here already, nothing was changed; 2: there is no such file."""

    help = "Check an archive and rebuild its tournament here. Nothing is changed by a file that does not verify."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="the archive, a zip")

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        if not file.is_file():
            raise CommandError(_("There is no file %(file)s.") % {"file": file}, returncode=2)
        try:
            with limited_memory(), open_archive(file) as archive:
                # An installation that was never started has no database tables yet.
                call_command("migrate", verbosity=0, interactive=False)
                imported = import_tournament(archive=archive, actor=None)
        except Refused as error:
            self.stderr.write(printable(str(error)))
            sys.exit(1)
        tournament = imported.tournament
        figures = {
            "name": printable(tournament.name),
            "slug": tournament.slug,
            "links": Event.objects.filter(tournament=tournament).count(),
            "sheets": Document.objects.filter(scoresheet__match__tournament=tournament).count(),
        }
        self.stdout.write(
            _("“%(name)s” is imported as %(slug)s: %(links)s links of the log, %(sheets)s sealed sheets. All holds.")
            % figures
        )
        source = origin(tournament)
        assert source is not None  # an imported tournament has an origin
        for key in source.sheets:
            self.stdout.write(_("Its sheets are sealed with the key") + f"  {key}")
        self.stdout.write(_("Compare it with the one on the poster of the rules that hung in the hall."))
        if source.handed_on:
            words = _("It went through other hands: another installation signed its archive, with the key")
            self.stdout.write(f"{words}  {source.handed_on}")


@contextmanager
def limited_memory() -> Iterator[None]:
    """Inside this context a hostile archive ends in a MemoryError and not in a laptop that swaps."""
    before = resource.getrlimit(resource.RLIMIT_AS)
    _soft, hard = before
    most = MOST_MEMORY if hard == resource.RLIM_INFINITY else min(MOST_MEMORY, hard)
    with suppress(ValueError, OSError):  # macOS sets no such limit
        resource.setrlimit(resource.RLIMIT_AS, (most, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, before)
