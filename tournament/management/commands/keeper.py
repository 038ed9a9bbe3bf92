"""manage.py keeper: make copies of the installation by itself. `serve` starts it beside the server."""

import logging
import signal
import sys
import time
from argparse import ArgumentParser
from typing import Any

from django.db import close_old_connections
from django.utils import timezone
from django.utils.translation import gettext_lazy

from tournament.address_book.services.people import expire_people
from tournament.backup.copies.status import only_keeper
from tournament.backup.copies.switching import order_given
from tournament.backup.services.keeper import Keeper
from tournament.management.terminal_command import TerminalCommand
from tournament.server.children import end_with_parent, orphaned
from tournament.server.disk import disk_trouble
from tournament.server.priority import Priority, give_way

log = logging.getLogger(__name__)

PAUSE_SECONDS = 2.0
# The pause after an unexpected error, for example if the database is down.
LONG_PAUSE = 30.0


class Command(TerminalCommand):
    help = "Make copies of the installation until it is ended, and bring them to every location."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--parent", type=int, default=0, help="end when this process is gone")

    def handle(self, *args: Any, parent: int, **options: Any) -> None:
        # End at once, even in the middle of a copy: an unfinished one has another name.
        for ending in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(ending, lambda *_: sys.exit(0))
        if parent:
            end_with_parent(parent)
        give_way(Priority.COPIES)
        while not orphaned(parent):
            time.sleep(self.work(parent))

    def work(self, parent: int) -> float:
        """Keep watch until an error occurs, unless another keeper does; return how long to pause after it."""
        try:
            with only_keeper() as alone:
                if alone:
                    keep_watch(parent)
        except Exception as error:
            log.error(gettext_lazy("The keeper pauses: %s"), error, exc_info=bool(disk_trouble(error)))
            return LONG_PAUSE
        return PAUSE_SECONDS


def keep_watch(parent: int) -> None:
    """Make copies whenever one is due, and take who has not played for years out of the address book each day, until
    the parent is gone."""
    keeper, day = Keeper(), None
    while not orphaned(parent):
        if not order_given():
            keeper.look()
            if day != timezone.localdate():
                day = timezone.localdate()
                expire_people()
        close_old_connections()
        time.sleep(PAUSE_SECONDS)
