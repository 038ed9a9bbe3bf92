"""manage.py serve: prepare what is missing, then become the web server. What `./run` starts."""

import errno
import os
import signal
import socket
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _
from granian.constants import Interfaces
from granian.log import LogLevels
from granian.server import MPServer

EVERYWHERE = {"0.0.0.0", "::"}  # noqa: S104  only when asked for by --host


class WebServer(MPServer):
    """Granian, but a hangup ends it too: whoever closes the terminal leaves nothing running."""

    def signal_handler_reload(self, *args: Any, **kwargs: Any) -> None:
        self.signal_handler_interrupt()  # type: ignore[no-untyped-call]


def worker_application(_target: str) -> Any:
    """What a worker serves. Ctrl-C reaches every process of a terminal: only the first one is to answer it and ask the
    workers to stop; asked by both at once, a worker hangs until it is killed."""
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    from tournament.wsgi import application  # in the worker, which reads its settings afresh

    return application


class Command(BaseCommand):
    help = "Prepare the installation and start the web server."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default="127.0.0.1", help="address to listen on; 0.0.0.0 for the whole network")
        parser.add_argument("--port", type=int, default=8000)
        parser.add_argument("--demo", action="store_true", help="with a demo tournament and logins for trying")

    def handle(self, *args: Any, host: str, port: int, demo: bool, **options: Any) -> None:
        free = free_port(host, port)
        call_command("prepare", demo=demo)
        if free != port:
            told = {"port": port, "free": free}
            self.stdout.write(_("Port %(port)s is taken, so it is %(free)s this time.") % told)
        names = own_names() if host in EVERYWHERE else [f"[{host}]" if ":" in host else host]
        # The workers read their settings afresh.
        os.environ["ALLOWED_HOSTS"] = ",".join(dict.fromkeys([*settings.ALLOWED_HOSTS, *names]))
        address = f"http://{names[0]}:{free}/"
        self.stdout.write("\n" + _("Spielliste:  %(address)s   (Ctrl-C ends it)") % {"address": address} + "\n")
        self.stdout.flush()
        WebServer(
            "tournament.wsgi:application",
            address=host,
            port=free,
            interface=Interfaces.WSGI,
            workers=2,
            blocking_threads=4,
            websockets=False,
            log_level=LogLevels.warning,
            respawn_failed_workers=True,
            # A worker interrupted while it starts would never answer the request to stop.
            workers_kill_timeout=5,
        ).serve(target_loader=worker_application)


def free_port(host: str, port: int) -> int:
    """The first free port from `port` on."""
    for candidate in range(max(port, 1), min(port + 50, 65536)):
        with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((host, candidate))
            except OSError as error:
                if error.errno == errno.EADDRINUSE:
                    continue
                told = {"address": f"{host}:{candidate}", "why": error.strerror}
                raise CommandError(_("%(address)s cannot be listened on: %(why)s.") % told) from error
            return candidate
    raise CommandError(_("There is no free port from %(port)s on.") % {"port": port})


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
