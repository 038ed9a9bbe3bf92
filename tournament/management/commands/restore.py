"""manage.py restore FILE: check a copy, say what it lacks, and put it into the place of what is there."""

import getpass
import os
import secrets
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError
from django.db import connection
from django.utils.translation import gettext as _

from tournament.backup.copies.switching import LOOKED_AT, STAGED
from tournament.backup.selectors.backups import refusal_sentences, restore_cautions, restore_sentences
from tournament.backup.services.restoring import (
    Staged,
    carry_out_restore,
    copy_at,
    note_of,
    only_check,
    order_restore,
    stage,
    unstage,
)
from tournament.management.terminal_command import TerminalCommand
from tournament.refusals import Refused
from tournament.server.disk import os_words
from tournament.server.only_one import AlreadyRunning, only_server
from tournament.services.start_check import way_back_sentence


class Command(TerminalCommand):
    """Exit 0: the copy is in its place, or with --dry-run could be; 1: it is not, and nothing was touched."""

    help = "Put a copy of the installation into the place of what is there, which is moved aside and not deleted."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE", help="the copy, or a folder: its newest copy")
        parser.add_argument("--dry-run", action="store_true", help="check and compare only")
        parser.add_argument(
            "--despite-faults", action="store_true", help="also a copy with faults, or without a tournament of here"
        )
        parser.add_argument(
            "--passphrase-file", type=Path, help="holds the passphrase of a locked copy; else it is asked"
        )

    def handle(self, *args: Any, file: Path, dry_run: bool, **options: Any) -> None:
        self.stdout.write(_("The copy is being checked …"))
        self.stdout.flush()
        copy = file
        wishes = {name: options[name] for name in ("passphrase_file", "despite_faults")}
        try:
            copy = copy_at(file)
            if copy != file:
                self.stdout.write(str(copy))
            if dry_run:
                name = f"{LOOKED_AT}{os.getpid()}-{secrets.token_hex(4)}"
                try:
                    self.stage(copy, name, **wishes)
                finally:
                    unstage(name)
                self.stdout.write(_("Nothing was changed."))
            else:
                with only_check(wait=False), only_server(settings.VAR_DIR):
                    self.restore(copy, **wishes)
        except AlreadyRunning as error:
            hint = _("Please end it first, or restore on its page “Backup”.")
            raise CommandError(f"{error} {hint}") from error
        except Refused as error:
            raise CommandError(" ".join(refusal_sentences(error, copy))) from error
        except OSError as error:
            trouble = {"file": error.filename or copy, "why": os_words(error)}
            raise CommandError(_("%(file)s cannot be read or written: %(why)s") % trouble) from error

    def restore(self, file: Path, **wishes: Any) -> None:
        """Check, compare, and put into place."""
        carry_out_restore()  # one that was interrupted
        staged = self.stage(file, STAGED, **wishes)
        connection.close()
        order_restore(note_of(staged))
        aside = carry_out_restore()
        self.report(aside, empty=staged.empty)

    def report(self, aside: Path | None, *, empty: bool) -> None:
        """Say that the copy is in its place, and where that lies which it replaced, unless nothing was there."""
        if empty:
            self.stdout.write(_("The copy is in its place."))
        else:
            self.stdout.write(_("The copy is in its place. What was there is kept in %(folder)s.") % {"folder": aside})
            if aside is not None and (way_back := way_back_sentence(aside)):
                self.stdout.write(way_back)
        self.stdout.write(_("Now start Spielliste as before: ./run, or with phones in the hall ./run --host 0.0.0.0"))

    def stage(self, file: Path, name: str, *, passphrase_file: Path | None, despite_faults: bool) -> Staged:
        """Check and compare a copy, and say what was found. A passphrase is asked for where it is needed. A copy with
        faults, or without a tournament that is here, ends the command, unless it is wanted `despite_faults`."""
        try:
            staged = stage(file, _passphrase(passphrase_file, ask=False), name)
        except Refused as error:
            if error.code != "passphrase_needed":
                raise
            staged = stage(file, _passphrase(passphrase_file, ask=True), name)
        for sentence in restore_sentences(staged.manifest, staged.lacks, empty=staged.empty, faults=staged.faults):
            self.stdout.write(sentence)
        for caution in restore_cautions(staged.manifest, staged.lacks, empty=staged.empty, faults=staged.faults):
            self.stdout.write(f"{caution}.")
        # On a second laptop, which takes over, every copy is another installation's.
        if (staged.faults or (staged.lacks and staged.lacks.tournaments)) and not despite_faults:
            unstage(name)
            raise CommandError(_("Nothing was changed. To restore this copy all the same, add --despite-faults."))
        return staged


def _passphrase(file: Path | None, *, ask: bool) -> str:
    if file is not None:
        return file.read_text(encoding="utf-8").rstrip("\n")
    return getpass.getpass(_("Passphrase: ")) if ask and sys.stdin.isatty() else ""
