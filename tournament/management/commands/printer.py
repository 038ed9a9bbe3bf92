"""manage.py printer: seal accepted sheets and make the files of print jobs. `serve` starts it beside the server."""

import logging
import os
import signal
import sys
import time
from argparse import ArgumentParser
from typing import Any

from django.db import close_old_connections
from django.utils.translation import gettext_lazy

from tournament.checks import pango_is_there
from tournament.exports.print_jobs import Printer, only_printer
from tournament.management.terminal_command import TerminalCommand
from tournament.server.children import end_with_parent, orphaned
from tournament.server.disk import disk_trouble
from tournament.services.print_jobs import take_up_prints

log = logging.getLogger(__name__)

# Low priority: the tables must not wait for the printer.
NICE = 15
PAUSE_SECONDS = 1.0
# The pause after an unexpected error, for example if the database is down.
LONGEST_PAUSE = 60.0


class Command(TerminalCommand):
    help = "Seal accepted sheets and make the files of print jobs until it is ended."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--parent", type=int, default=0, help="end when this process is gone")

    def handle(self, *args: Any, parent: int, **options: Any) -> None:
        # End at once, even while it renders: an unfinished job is taken up again.
        for ending in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(ending, lambda *_: sys.exit(0))
        if parent:
            end_with_parent(parent)
        os.nice(max(0, NICE - os.nice(0)))
        for warning in pango_is_there(None):
            self.stderr.write(f"{warning.msg}  ->  {warning.hint}")
        while not orphaned(parent):
            time.sleep(self.work(parent))

    def work(self, parent: int) -> float:
        """Look for work until an error occurs, unless another printer does; return how long to pause after it."""
        try:
            with only_printer() as alone:
                if alone:
                    look_for_work(parent)
        except Exception as error:
            log.error(gettext_lazy("The printer pauses: %s"), error, exc_info=bool(disk_trouble(error)))
            return LONGEST_PAUSE
        return PAUSE_SECONDS


def look_for_work(parent: int) -> None:
    """Do what is to do, until the parent is gone."""
    printer = Printer()
    take_up_prints()
    while not orphaned(parent):
        if not printer.look():
            time.sleep(PAUSE_SECONDS)
        close_old_connections()
