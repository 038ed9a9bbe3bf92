"""manage.py serve: prepare what is missing, then become the web server. `./run` starts it."""

import errno
import io
import multiprocessing
import os
import signal
import socket
import subprocess
import sys
import threading
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

import segno
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _
from granian.constants import Interfaces, SSLProtocols
from granian.log import LogLevels
from granian.server import MPServer

from tournament.network import certificates
from tournament.network.trust_door import open_door

EVERYWHERE = {"0.0.0.0", "::"}  # noqa: S104  only on request, by --host
# The time between two checks whether the printer still runs.
PRINTER_SECONDS = 5.0
LOCAL = ["localhost", "127.0.0.1", "::1"]


class PrinterProcess:
    """The process that seals and prints beside the web server. It is started again when it dies.

    It has a session of its own, because Ctrl-C reaches every process of a terminal; `end` asks it to stop instead.
    """

    def __init__(self) -> None:
        self.process: subprocess.Popen[bytes] | None = None

    def look_after(self) -> None:
        """Start the process if it does not run."""
        if self.process is None or self.process.poll() is not None:
            command = ["nice", "-n", "15", sys.executable, "manage.py", "printer", "--parent", str(os.getpid())]
            self.process = subprocess.Popen(  # noqa: S603  our own command
                command, cwd=settings.BASE_DIR, stdin=subprocess.DEVNULL, start_new_session=True
            )

    def end(self) -> None:
        """Ask the process to end, and kill it if it does not within 3 seconds."""
        if self.process is None:
            return
        self.process.terminate()
        try:
            self.process.wait(3)
        except subprocess.TimeoutExpired:
            self.process.kill()


class Interrupt(threading.Event):
    """The event that Granian's main process waits for. While it waits, it looks after the printer."""

    def __init__(self, printer: PrinterProcess) -> None:
        super().__init__()
        self.printer = printer

    def wait(self, timeout: float | None = None) -> bool:
        while timeout is None:
            self.printer.look_after()
            if super().wait(PRINTER_SECONDS):
                return True
        return super().wait(timeout)


class WebServer(MPServer):
    """Granian's server, which also ends on a hangup: after the terminal is closed nothing keeps running."""

    def signal_handler_reload(self, *args: Any, **kwargs: Any) -> None:
        self.signal_handler_interrupt()  # type: ignore[no-untyped-call]


def worker_application(_target: str) -> Any:
    """Return the application that a worker serves, and block Ctrl-C in the worker.

    Ctrl-C reaches every process of a terminal, but only the main process may react and ask the workers to stop. A
    worker that gets both signals at once hangs until it is killed.
    """
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    from tournament.wsgi import application  # imported in the worker, which reads the settings again

    return application


class Command(BaseCommand):
    help = "Prepare the installation and start the web server."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default="127.0.0.1", help="address to listen on; 0.0.0.0 for the whole network")
        parser.add_argument("--port", type=int, default=8000)
        parser.add_argument("--https", action="store_true", help="for tablets: pages may be reloaded without network")
        parser.add_argument("--demo", action="store_true", help="with a demo tournament and logins for trying")

    def handle(self, *args: Any, host: str, port: int, demo: bool, https: bool = False, **options: Any) -> None:
        free = free_port(host, port)
        names = own_names() if host in EVERYWHERE else [host]
        vouched = vouched_names(names) if https else []
        door = free_port(host, free + 1) if https else 0
        call_command("prepare", demo=demo)
        if free != port:
            told = {"port": port, "free": free}
            self.stdout.write(_("Port %(port)s is taken, so it is %(free)s this time.") % told)
        settings.ALLOWED_HOSTS = list(dict.fromkeys([*settings.ALLOWED_HOSTS, *map(bracketed, names)]))
        # Workers are copies of this process, or on some systems new processes that read the settings again.
        os.environ["ALLOWED_HOSTS"] = ",".join(settings.ALLOWED_HOSTS)
        chain = key = None
        if https:
            chain, key = certificates.server_certificate(settings.VAR_DIR / "ca", vouched)
        name = bracketed(vouched[0] if https else names[0])
        address = f"{'https' if https else 'http'}://{name}:{free}/"
        self.stdout.write("\n" + _("Spielliste:  %(address)s   (Ctrl-C ends it)") % {"address": address} + "\n")
        if https:
            os.environ["HTTPS"] = "on"  # for the workers; this process only serves the door
            multiprocessing.set_start_method("spawn", force=True)  # a fork beside the door's threads may hang
            self.tell_of_trust(f"http://{name}:{door}/trust/")
            open_door(host, door, free)
        if host not in ("127.0.0.1", "localhost", "::1"):
            # The address for the codes on paper, for both kinds of workers.
            settings.PUBLIC_ADDRESS = os.environ["PUBLIC_ADDRESS"] = settings.PUBLIC_ADDRESS or address.rstrip("/")
            self.stdout.write(terminal_code(address))
        self.stdout.flush()
        self.serve(host, free, chain, key)

    def tell_of_trust(self, address: str) -> None:
        """Print the address at which a device learns to trust this installation, and the fingerprint to compare."""
        authority = certificates.authority(settings.VAR_DIR / "ca")
        assert authority is not None
        told = {"address": address, "fingerprint": certificates.fingerprint(authority)}
        self.stdout.write(_("Each device first opens:  %(address)s") % told)
        self.stdout.write(_("and shows this fingerprint:  %(fingerprint)s") % told + "\n")

    def serve(self, host: str, port: int, chain: Path | None, key: Path | None) -> None:
        printer = PrinterProcess()
        server = WebServer(
            "tournament.wsgi:application",
            address=host,
            port=port,
            interface=Interfaces.WSGI,
            workers=2,
            blocking_threads=4,
            websockets=False,
            log_level=LogLevels.warning,
            respawn_failed_workers=True,
            # A worker that is interrupted while it starts never reacts to the request to stop.
            workers_kill_timeout=5,
            ssl_cert=chain,
            ssl_key=key,
            ssl_protocol_min=SSLProtocols.tls12,  # older tablets know nothing newer
        )
        server.main_loop_interrupt = Interrupt(printer)
        try:
            server.serve(target_loader=worker_application)
        finally:
            printer.end()


def terminal_code(address: str) -> str:
    """A QR code of this address, drawn in characters."""
    drawn = io.StringIO()
    segno.make(address, micro=False).terminal(out=drawn, compact=True)
    return drawn.getvalue()


def bracketed(name: str) -> str:
    """The name as an address needs it: an IPv6 address gets brackets."""
    return f"[{name}]" if ":" in name else name


def vouched_names(names: list[str]) -> list[str]:
    """The names for the certificate: of `names` and this computer's own, those for which devices trust our authority.

    The first is one of `names`. Raises CommandError where devices would trust none of `names`.
    """
    vouched = [name for name in dict.fromkeys([*names, *own_names(), *LOCAL]) if certificates.permitted(name)]
    if vouched[0] not in names:
        raise CommandError(
            _(
                "--https is for private networks: no device would believe our own certificate for %(name)s. "
                "Please give a private address of this computer: --host ADDRESS."
            )
            % {"name": names[0]}
        )
    return vouched


def free_port(host: str, port: int) -> int:
    """The first free port, counted from `port`."""
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
    """The names by which others on the network reach this machine: its address first, then its host names."""
    name = socket.gethostname()
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # The system picks the address that faces the network. 192.0.2.1 belongs to nobody; nothing is sent.
            probe.connect(("192.0.2.1", 9))
            return [probe.getsockname()[0], name, f"{name}.local"]
        except OSError:
            return [name, f"{name}.local"]
