"""verify_audit: recompute every chain of the event log, replay it and compare it with the rows."""

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.management.terminal_command import TerminalCommand
from tournament.models import Tournament
from tournament.person.names import printable
from tournament.proof.seals.checkpoints import PREFIX, read_checkpoint
from tournament.proof.seals.photo import PictureError, codes_on, is_picture
from tournament.proof.services.audit import Audit, audit_installation, audit_tournament
from tournament.proof.services.audit_checkpoints import witnessed_differences
from tournament.refusals import Refused
from tournament.rehearsals.selectors import removal_of
from tournament.server.disk import os_words

# The most that is read of a file; no photo is larger.
MOST_BYTES = 200 * 1024 * 1024


class Command(TerminalCommand):
    """Exit 0: the log holds; 1: it does not, with every wrong link and row; 2: no such tournament or file, or a
    database of an older version."""

    help = (
        "Check the event log of one tournament, or of all with the installation: every hash, and every row against it."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", nargs="?", help="the short address of one tournament; all when left out")
        question = "a photo or the text of a checkpoint: does the log still hold all that it witnessed?"
        parser.add_argument("--checkpoint", metavar="FILE", type=Path, help=question)

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            self._audit(**options)
        except (DatabaseError, UnicodeDecodeError) as error:
            unreadable = _("The database is damaged, so that it cannot be read: %(why)s")
            raise CommandError(unreadable % {"why": printable(str(error))}, returncode=1) from error

    def _audit(self, **options: Any) -> None:
        slug = options["slug"]
        executor = MigrationExecutor(connection)
        if executor.migration_plan(executor.loader.graph.leaf_nodes()):
            raise CommandError(
                _("The database is one of an older version. Please start Spielliste once."), returncode=2
            )
        checkpoints = [] if options["checkpoint"] is None else [self._read_checkpoint(options["checkpoint"])]
        tournaments = Tournament.objects.order_by("pk")
        if slug:
            tournaments = tournaments.filter(slug=slug)
            if not tournaments:
                raise CommandError(_missing(slug), returncode=2)
        results = [] if slug else [(_("installation"), audit_installation())]
        results += [(tournament.slug, audit_tournament(tournament, sealed=True)) for tournament in tournaments]
        for name, audit in results:
            self._write_verdict(name, audit)
        for name, differences in checkpoints:
            verdict = _("%(name)s: does not hold") if differences else _("%(name)s: holds")
            self.stdout.write(verdict % {"name": name})
            self.stdout.writelines(f"  {printable(difference)}" for difference in differences)
        if any(audit.faults for _name, audit in results) or any(differences for _name, differences in checkpoints):
            sys.exit(1)

    def _read_checkpoint(self, file: Path) -> tuple[str, list[str]]:
        """The name of the checkpoint in this file, and every sign that the log no longer holds all of it."""
        try:
            with file.open("rb") as content:
                signed = read_checkpoint(_text_of(content.read(MOST_BYTES)))
        except (OSError, Refused, PictureError) as error:
            raise CommandError(f"{file}: {os_words(error)}", returncode=2) from None
        checkpoint = signed.checkpoint
        figures = {
            "number": checkpoint.number,
            "match": checkpoint.match,
            "at": f"{checkpoint.at:%Y-%m-%d %H:%M:%S} UTC",
            "events": checkpoint.events,
        }
        name = _("checkpoint %(number)s of match %(match)s, %(at)s, %(events)s events in the log until then") % figures
        return name, list(witnessed_differences(signed))

    def _write_verdict(self, name: str, audit: Audit) -> None:
        count = len(audit.faults)
        verdict = ngettext(
            "%(name)s: %(chains)s chains, %(links)s links: %(count)s fault",
            "%(name)s: %(chains)s chains, %(links)s links: %(count)s faults",
            count,
        )
        if not count:
            verdict = _("%(name)s: %(chains)s chains, %(links)s links: holds")
        figures = {"name": name, "chains": audit.chains, "links": audit.links, "count": count}
        self.stdout.write(verdict % figures)
        for fault in audit.faults:
            # A row can hold the signs that a terminal obeys.
            self.stdout.write(f"  {printable(str(fault))}")


def _missing(slug: str) -> str:
    """Say that there is no such tournament, or what became of it."""
    removal = removal_of(slug)
    if removal is None:
        return _("There is no tournament “%(slug)s”.") % {"slug": slug}
    facts = {"slug": slug, "when": f"{removal.removed_at:%Y-%m-%d %H:%M} UTC", "reason": printable(removal.reason)}
    if removal.rehearsal:
        return _("“%(slug)s” was a rehearsal, which ended on %(when)s.") % facts
    return _("“%(slug)s” was deleted on %(when)s, before anything was drawn: %(reason)s") % facts


def _text_of(content: bytes) -> str:
    """The text of a file, or of the QR code on a photo; "" if there is no code on it."""
    if not is_picture(content):
        return content.decode(errors="replace")
    return next((text for text in codes_on(content) if text.upper().startswith(PREFIX)), "")
