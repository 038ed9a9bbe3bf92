"""manage.py press: make the documents that pages ask for. `serve` starts it beside the server."""

import contextlib
import gc
import os
import shutil
import signal
import socket
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.db import connections

from tournament.exports.pdf import PrintError, load_fonts
from tournament.management.terminal_command import TerminalCommand
from tournament.server.children import orphaned
from tournament.server.folder import press_folder
from tournament.server.loading import load_pages
from tournament.server.press import Press


class Command(TerminalCommand):
    help = "Make the documents that the web workers hand on, until it is ended."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("socket", type=int, help="the number of the listening socket that this process inherits")
        parser.add_argument("--own-fonts", action="store_true", help="load the fonts in each copy of this process")
        parser.add_argument("--parent", type=int, default=0, help="end when this process is gone")

    def handle(self, *args: Any, parent: int, own_fonts: bool, **options: Any) -> None:
        ending = []
        for one in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(one, lambda *_: ending.append(True))
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

        listening = socket.socket(fileno=options["socket"])
        Press(listening, application, press_folder()).work(lambda: bool(ending) or orphaned(parent))
        if orphaned(parent):
            # Its folder is the main process's to remove, but that was killed.
            shutil.rmtree(Path(listening.getsockname()).parent, ignore_errors=True)


def is_alone() -> bool:
    """Whether this process has one thread only, so that a copy of it has everything; False where nobody can say."""
    try:
        return len(os.listdir("/proc/self/task")) == 1
    except OSError:
        return False
