"""manage.py printer: make all documents. `serve` starts it beside the server."""

import contextlib
import gc
import os
import shutil
import signal
import socket
import sys
import tempfile
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.db import connections

from tournament.checks import pango_is_there
from tournament.exports.pdf import PrintError, load_fonts
from tournament.exports.print_jobs import StoredJobs
from tournament.management.terminal_command import TerminalCommand
from tournament.server.beats import PRINTER_PLACE, Beats
from tournament.server.children import orphaned
from tournament.server.folder import printer_folder
from tournament.server.listening import BEATS, BESIDE_FOLDER, PRINTER, listen_beside
from tournament.server.loading import load_pages
from tournament.server.printer import Printer
from tournament.server.priority import Priority, give_way

ENDINGS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class Command(TerminalCommand):
    help = "Make documents until it is ended: those that pages ask for, print jobs, and the seals of accepted sheets."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "socket", type=int, nargs="?", help="the number of the listening socket that this process inherits"
        )
        parser.add_argument("--own-fonts", action="store_true", help="load the fonts in each copy of this process")
        parser.add_argument("--parent", type=int, default=0, help="end when this process is gone")

    def handle(self, *args: Any, parent: int, own_fonts: bool, **options: Any) -> None:
        for ending in ENDINGS:
            signal.signal(ending, lambda *_: sys.exit(0))  # also while it loads
        give_way(Priority.PRINTER)
        for warning in pango_is_there(None):
            self.stderr.write(f"{warning.msg}  ->  {warning.hint}")
        load_pages()
        if not own_fonts:
            with contextlib.suppress(PrintError):  # each page that prints says so
                load_fonts()
            if not is_alone():
                # Newer versions of Pango look for fonts in a thread of their own, which a copy of this process lacks.
                os.execv(sys.executable, [sys.executable, *sys.argv, "--own-fonts"])  # noqa: S606  ourselves
        connections.close_all()
        gc.freeze()
        from tournament.wsgi import application

        signals = []
        for ending in ENDINGS:
            signal.signal(ending, lambda *_: signals.append(True))
        number: int | None = options["socket"]
        beside = Path(tempfile.mkdtemp(prefix=BESIDE_FOLDER)) if number is None else None
        listening = socket.socket(fileno=number) if beside is None else listen_beside(beside, PRINTER)
        folder = Path(listening.getsockname()).parent
        # Started by hand, it must not sweep the folder of the one that `serve` has started.
        printer = Printer(listening, application, beside or printer_folder(), StoredJobs().look)
        beats = Beats(folder / BEATS)

        def is_over() -> bool:
            beats.beat(PRINTER_PLACE)
            return bool(signals) or orphaned(parent)

        printer.work(is_over)
        if beside is not None or orphaned(parent):
            # Else its folder is the main process's to remove.
            shutil.rmtree(folder, ignore_errors=True)


def is_alone() -> bool:
    """Whether this process has one thread only, so that a copy of it has everything; False where nobody can say."""
    try:
        return len(os.listdir("/proc/self/task")) == 1
    except OSError:
        return False
