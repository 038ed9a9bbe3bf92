"""make_seal_key: a new key for the seals, after the old one was lost."""

from typing import Any

from django.core.management.base import CommandError
from django.utils.translation import gettext as _

from tournament.management.terminal_command import TerminalCommand
from tournament.proof.seals.keys import grouped, make_seal_key, seal_folder


class Command(TerminalCommand):
    """Exit 0: made; 1: there is a key already, which is kept, or the new one cannot be written."""

    help = "Make the key that seals documents, where there is none. What the old key sealed stays valid."

    def handle(self, *args: Any, **options: Any) -> None:
        folder = seal_folder()
        if (folder / "seal.key").exists():
            raise CommandError(_("There is a key already: %(file)s. It is kept.") % {"file": folder / "seal.key"})
        try:
            key = make_seal_key(folder)
        except OSError as error:
            raise CommandError(str(error)) from error
        names = {"fingerprint": grouped(key.fingerprint)}
        self.stdout.write(_("The key that seals documents:  %(fingerprint)s") % names)
