"""A second server beside HTTPS. Over plain http it shows only how to make a device trust this installation.

A device must fetch the authority's certificate before it trusts any of our pages. Nothing else is served here, so that
no password is ever sent unencrypted.
"""

import socket
import sys
import threading
from collections.abc import Iterable
from socketserver import TCPServer, ThreadingMixIn
from typing import Any
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

OPEN = ("/trust/", "/static/", "/language/")


def only_trust(application: WSGIApplication, https_port: int) -> WSGIApplication:
    """Limit the application to the guide and its files; every other address redirects to the guide."""

    def door(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        if environ.get("PATH_INFO", "").startswith(OPEN):
            # The last step of the guide links to this port.
            environ["spielliste.https_port"] = https_port
            return application(environ, start_response)
        start_response("302 Found", [("Location", "/trust/"), ("Content-Length", "0")])
        return []

    return door


class _Server(ThreadingMixIn, WSGIServer):
    daemon_threads = True

    def server_bind(self) -> None:
        """Bind without looking up the name of this machine as HTTPServer does: without internet that may hang."""
        TCPServer.server_bind(self)
        self.server_name, self.server_port = str(self.server_address[0]), self.server_address[1]
        self.setup_environ()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Ignore connections that break or time out: browsers open some in advance and never use them."""
        if not isinstance(sys.exc_info()[1], (TimeoutError, ConnectionError)):
            super().handle_error(request, client_address)


class _Server6(_Server):
    address_family = socket.AF_INET6


class _Handler(WSGIRequestHandler):
    timeout = 20  # seconds, for connections on which nothing is sent

    def log_message(self, format: str, *args: Any) -> None:
        """Print nothing: the terminal is for messages to people."""


def door_server(host: str, port: int) -> WSGIServer:
    """Return a server that listens on this host and port; the caller sets its application."""
    return (_Server6 if ":" in host else _Server)((host, port), _Handler)


def open_door(host: str, port: int, https_port: int) -> None:
    """Serve the guide beside the real server, until this process ends."""
    from tournament.wsgi import application  # imported only if this server runs

    server = door_server(host, port)
    server.set_app(only_trust(application, https_port))
    threading.Thread(target=server.serve_forever, name="trust door", daemon=True).start()
