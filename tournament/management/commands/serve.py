"""manage.py serve: prepare what is missing, then become the web server. What `./run` starts."""

import errno
import os
import socket
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

EVERYWHERE = {"0.0.0.0", "::"}  # noqa: S104  only when asked for by --host
# Measured best on two cores; statically served files and pages need no websockets.
GRANIAN = ["--interface", "wsgi", "--workers", "2", "--blocking-threads", "4", "--no-ws", "--log-level", "warning"]
APP = "tournament.wsgi:application"


class Command(BaseCommand):
    help = "Prepare the installation and start the web server."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default="127.0.0.1", help="address to listen on; 0.0.0.0 for the whole network")
        parser.add_argument("--port", type=int, default=8000)
        parser.add_argument("--demo", action="store_true", help="with a demo tournament and logins for trying")

    def handle(self, *args: Any, host: str, port: int, demo: bool, **options: Any) -> None:
        call_command("prepare", demo=demo, skip_checks=True)
        free = free_port(host, port)
        if free != port:
            self.stdout.write(f"Port {port} is taken, so it is {free} this time.")
        names = own_names() if host in EVERYWHERE else [f"[{host}]" if ":" in host else host]
        self.stdout.write(f"\nSpielliste:  http://{names[0]}:{free}/   (Ctrl-C ends it)\n")
        self.stdout.flush()
        os.environ["ALLOWED_HOSTS"] = ",".join(dict.fromkeys([*settings.ALLOWED_HOSTS, *names]))
        command = [str(Path(sys.executable).with_name("granian")), *GRANIAN, "--host", host, "--port", str(free), APP]
        # This process becomes the server: Ctrl-C reaches it directly and nothing is left behind.
        os.execv(command[0], command)  # noqa: S606  no shell is meant


def free_port(host: str, port: int) -> int:
    """The first free port from `port` on."""
    for candidate in range(port, min(port + 50, 65536)):
        with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((host, candidate))
            except OSError as error:
                if error.errno == errno.EADDRINUSE:
                    continue
                raise CommandError(f"{host}:{candidate} cannot be listened on: {error.strerror}.") from error
            return candidate
    raise CommandError(f"Every port from {port} to {candidate} is taken.")


def own_names() -> list[str]:
    """What others on the network may call this machine: its address first, then its name."""
    name = socket.gethostname()
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Asks the system which of its addresses faces the network (192.0.2.1 is nobody); nothing is sent.
            probe.connect(("192.0.2.1", 9))
            return [probe.getsockname()[0], name, f"{name}.local"]
        except OSError:
            return [name, f"{name}.local"]
