"""manage.py serve: prepare what is missing, then run the web server. `./run` starts this command."""

import io
import os
import shutil
import socket
import sys
import tempfile
from argparse import ArgumentParser
from functools import partial
from pathlib import Path
from typing import Any, NoReturn

import segno
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import DatabaseError, connection
from django.utils.translation import gettext as _

from tournament.backup.selectors.backups import newest_copy_sentence
from tournament.backup.services.restores import note_lost_entries
from tournament.backup.services.restoring import carry_out_restore
from tournament.management.terminal_command import TerminalCommand
from tournament.management.worker import BESIDE, strangers, worker_application
from tournament.network import certificates
from tournament.refusals import Refused
from tournament.server.beats import LOADING_SECONDS, PRINTER_PLACE, STRANGERS_PLACE, Beats
from tournament.server.children import Beside, Child, Copy
from tournament.server.disk import os_words, room_left
from tournament.server.folder import ENOUGH_BYTES, free_bytes
from tournament.server.listening import (
    BEATS,
    BESIDE_FOLDER,
    PRINTER,
    STRANGERS,
    NotListening,
    check_port_free,
    listen_beside,
)
from tournament.server.loading import load_pages
from tournament.server.only_one import AlreadyRunning, ServerLock, only_server
from tournament.server.priority import Priority
from tournament.server.web_server import WebServer
from tournament.services.leftovers import sweep_leftovers
from tournament.services.start_check import check_start, lost_entries_sentence, note_position, way_back_sentence

EVERYWHERE = {"0.0.0.0", "::"}  # noqa: S104  only when asked for by --host
LOCAL = ["localhost", "127.0.0.1", "::1"]
# What was set before this command added names and addresses of its own.
ENVIRONMENT = dict(os.environ)
# The tables must not wait for documents, nor for a copy, so these start some seconds later.
CHILDREN_AFTER = 3.0


class Command(TerminalCommand):
    help = "Prepare the installation and start the web server."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default="127.0.0.1", help="address to listen on; 0.0.0.0 for the whole network")
        parser.add_argument("--port", type=int, default=8000)
        parser.add_argument("--https", action="store_true", help="for tablets: pages may be reloaded without network")
        parser.add_argument("--demo", action="store_true", help="with a demo tournament and logins for trying")
        parser.add_argument(
            "--despite-faults", action="store_true", help="also on a database that was changed from outside"
        )

    def handle(
        self,
        *args: Any,
        host: str,
        port: int,
        demo: bool,
        https: bool = False,
        despite_faults: bool = False,
        **options: Any,
    ) -> None:
        names = own_names() if host in EVERYWHERE else [host]
        vouched = vouched_names(names) if https else names
        if https and not settings.HTTPS:
            start_afresh(HTTPS="on")  # settings are read once, and many depend on this one
        try:
            with only_server(settings.VAR_DIR) as lock:
                again = self.serve(lock, host, port, vouched, demo=demo, https=https, despite_faults=despite_faults)
        except (AlreadyRunning, NotListening, Refused) as error:
            raise CommandError(str(error)) from error
        except (OSError, DatabaseError) as error:
            trouble = {"folder": settings.VAR_DIR, "why": os_words(error)}
            raise CommandError(_("Spielliste cannot work in the folder %(folder)s: %(why)s") % trouble) from error
        if again:
            start_afresh()

    def serve(
        self, lock: ServerLock, host: str, port: int, names: list[str], *, demo: bool, https: bool, despite_faults: bool
    ) -> bool:
        """Prepare, say the address, and serve until it is ended; return whether to start again. Browsers reach it by
        any of these names; for the first one everything is printed."""
        for needed in (port, port + 1) if https else (port,):
            check_port_free(host, needed)
        sweep_leftovers()
        if free_bytes(settings.VAR_DIR) < ENOUGH_BYTES:
            room = {"folder": settings.VAR_DIR, "free": room_left(settings.VAR_DIR)}
            raise CommandError(
                _("The disk is full: %(folder)s has %(free)s left. Please make room, then start again.") % room
            )
        if aside := carry_out_restore():
            self.stdout.write(way_back_sentence(aside))
            self.stdout.flush()
            start_afresh()  # with the secret key of the copy
        finding = check_start()
        call_command("prepare", demo=demo, despite_faults=despite_faults, finding=finding)
        if finding.lost:
            note_lost_entries(finding.lost)
            self.stdout.write(lost_entries_sentence(finding.lost))
        note_position()
        settings.ALLOWED_HOSTS = list(dict.fromkeys([*settings.ALLOWED_HOSTS, *map(bracketed, names)]))
        # Workers are copies of this process. On some systems they are new processes, which read the settings again.
        os.environ["ALLOWED_HOSTS"] = ",".join(settings.ALLOWED_HOSTS)
        name = bracketed(names[0])
        address = f"{'https' if https else 'http'}://{name}:{port}/"
        lock.write_status(address)
        tls = certificates.server_certificate(settings.VAR_DIR / "ca", names) if https else None
        self.stdout.write("\n" + _("Spielliste:  %(address)s   (Ctrl-C ends it)") % {"address": address} + "\n")
        beside = Path(tempfile.mkdtemp(prefix=BESIDE_FOLDER))
        os.environ[BESIDE] = str(beside)
        printing, strange, beats = (
            listen_beside(beside, PRINTER),
            listen_beside(beside, STRANGERS),
            Beats(beside / BEATS),
        )
        children: list[Beside] = [
            Copy(
                strangers,
                strange,
                silent=partial(beats.silent, STRANGERS_PLACE),
                forget=partial(beats.forget, STRANGERS_PLACE),
            ),
            Child(
                "printer",
                str(printing.fileno()),
                priority=Priority.PRINTER,
                after=CHILDREN_AFTER,
                sockets=[printing],
                silent=partial(beats.silent, PRINTER_PLACE),
                expect=partial(beats.expect, PRINTER_PLACE, LOADING_SECONDS),
            ),
            Child("keeper", priority=Priority.COPIES, after=CHILDREN_AFTER),
        ]
        if https:
            self.tell_of_trust(f"http://{name}:{port + 1}/trust/")
            children.append(trust_door(host, port))
        if host not in LOCAL:
            # For the QR codes on paper, both in copies of this process and in workers that read the settings again.
            settings.PUBLIC_ADDRESS = os.environ["PUBLIC_ADDRESS"] = settings.PUBLIC_ADDRESS or address.rstrip("/")
            self.stdout.write(terminal_code(address))
        self.stdout.write(newest_copy_sentence())
        self.stdout.flush()
        load_pages()
        connection.close()  # workers are copies of this process and must not share it
        try:
            server = WebServer(host, port, tls, children, beats=beats, loader=worker_application)
            return server.serve_until_ended()
        finally:
            printing.close()
            strange.close()
            shutil.rmtree(beside, ignore_errors=True)

    def tell_of_trust(self, address: str) -> None:
        """Print the address where a device learns to trust this installation, and the fingerprint to compare."""
        authority = certificates.authority(settings.VAR_DIR / "ca")
        assert authority is not None
        door = {"address": address, "fingerprint": certificates.fingerprint(authority)}
        self.stdout.write(_("Each device first opens:  %(address)s") % door)
        self.stdout.write(_("and shows this fingerprint:  %(fingerprint)s") % door + "\n")


def start_afresh(**environment: str) -> NoReturn:
    """Become a new process with the same command line."""
    sys.stdout.flush()
    os.execve(sys.executable, [sys.executable, *sys.argv], ENVIRONMENT | environment)  # noqa: S606


def trust_door(host: str, port: int) -> Child:
    """The process that serves the guide over plain http, one port further."""
    where = ("--host", host, "--port", str(port + 1), "--https-port", str(port))
    return Child("trust_door", *where, environment={"HTTPS": "off"})


def terminal_code(address: str) -> str:
    """A QR code of this address, drawn with characters for a terminal."""
    drawing = io.StringIO()
    segno.make(address, micro=False).terminal(out=drawing, compact=True)
    return drawing.getvalue()


def bracketed(name: str) -> str:
    """The name as part of a URL: an IPv6 address gets brackets."""
    return f"[{name}]" if ":" in name else name


def vouched_names(names: list[str]) -> list[str]:
    """The names in the certificate: those of `names` and of this computer's own names that a device accepts from us.
    The first one is one of `names`; raises CommandError if a device would accept none of them."""
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


def own_names() -> list[str]:
    """The names of this machine for others on the network: its address first, then its host names."""
    name = socket.gethostname()
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Asks the system which of its addresses faces the network. Nothing is sent; nobody has 192.0.2.1.
            probe.connect(("192.0.2.1", 9))
            return [probe.getsockname()[0], name, f"{name}.local"]
        except OSError:
            return [name, f"{name}.local"]
