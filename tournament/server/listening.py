"""The sockets on which the server listens. The main process holds them, so that a worker that dies loses no client."""

import contextlib
import errno
import resource
import socket
from pathlib import Path

from django.utils.translation import gettext as _

BACKLOG = 1024
# A phone that left the Wi-Fi is noticed after about a minute: 30 + 3 * 10 seconds.
KEEPALIVE = {"TCP_KEEPIDLE": 30, "TCP_KEEPINTVL": 10, "TCP_KEEPCNT": 3}
# How the name of the folder begins in which the processes beside the web workers listen, and what lies in it: their
# sockets, and the signs of life. It is in the system's folder for such things, as the path of a socket must be short.
BESIDE_FOLDER = "spielliste-"
PRINTER, STRANGERS, BEATS = "printer", "strangers", "beats"


class NotListening(Exception):
    """Nothing can listen at this address; the text says why and what to do."""


def check_port_free(host: str, port: int) -> None:
    """Raise NotListening unless this port is free. It never moves to another one by itself, because the QR codes on
    the tables lead to this port."""
    if not 0 < port < 65536:
        raise NotListening(_("There is no port %(port)s: it is a number from 1 to 65535.") % {"port": port})
    with socket.socket(_family(host)) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            if error.errno == errno.EADDRINUSE:
                ports = {"port": port, "free": port + 10}
                raise NotListening(
                    _(
                        "Port %(port)s is taken by another program. The QR codes on the tables lead to this port, so "
                        "Spielliste takes no other one by itself: end that program, or choose a port: --port %(free)s"
                    )
                    % ports
                ) from error
            place = {"address": f"{host}:{port}", "why": error.strerror}
            raise NotListening(_("%(address)s cannot be listened on: %(why)s.") % place) from error


def listen(host: str, port: int) -> socket.socket:
    """A new listening socket. Several may listen at the same port: the system spreads the clients over them."""
    listening = socket.socket(_family(host))
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
    # Its connections inherit it. Else the second piece of an answer waits for the client to acknowledge the first one:
    # 40 ms, as long as the system delays that.
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    keep_alive(listening)
    listening.bind((host, port))
    listening.listen(BACKLOG)
    listening.setblocking(False)
    return listening


def listen_beside(folder: Path, name: str) -> socket.socket:
    """A new Unix socket in this folder that only processes of this user reach. The main process holds it, so that
    nothing is refused while the process that listens there starts."""
    listening = socket.socket(socket.AF_UNIX)
    listening.bind(str(folder / name))
    listening.listen(BACKLOG)
    return listening


def keep_alive(listening: socket.socket) -> None:
    """Let the system ask silent clients of this socket whether they are still there."""
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for name, value in KEEPALIVE.items():
        if hasattr(socket, name):
            listening.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), value)


def allow_connections(number: int) -> int:
    """Allow each process this many open files, or as many as the system permits; return that number."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    limit = number if hard == resource.RLIM_INFINITY else min(number, hard)
    with contextlib.suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, limit), hard))
    return resource.getrlimit(resource.RLIMIT_NOFILE)[0]


def _family(host: str) -> socket.AddressFamily:
    return socket.AF_INET6 if ":" in host else socket.AF_INET
