"""manage.py backup: make one copy of the installation now, and bring it to every location that is there."""

from typing import Any

from django.core.management.base import CommandError
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.backup.copies.locations import copies_folder, locations
from tournament.backup.services.backups import carry, make_copy, thin
from tournament.management.terminal_command import TerminalCommand
from tournament.refusals import Refused
from tournament.server.priority import Priority, give_way


class Command(TerminalCommand):
    """Exit 0: the copy is made, checked, and at every location that is there; 1: it is not."""

    help = "Make a copy of the installation now, check it, and bring it to every location that is there."
    requires_system_checks = []

    def handle(self, *args: Any, **options: Any) -> None:
        give_way(Priority.COPIES)
        try:
            copy = make_copy("command")
            thin(copies_folder(), timezone.now(), spare=copy)
            self.stdout.write(_("Copied and checked: %(file)s") % {"file": copy})
            for location in locations():
                if not location.own:
                    target = carry(copy, location)
                    copied = {"file": target, "folder": location.folder}
                    missing, there = _("Not there: %(folder)s"), _("Copied and checked: %(file)s")
                    self.stdout.write((there if target else missing) % copied)
        except (Refused, OSError) as error:
            raise CommandError(_("The copy failed: %(why)s") % {"why": error}) from error
