"""The door beside HTTPS: plain http serves only the page that tells how a device comes to trust this installation.

A device must fetch the authority's certificate before it trusts any page of ours. Nothing else is served here, so that
no password ever travels in readable form.
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
    """Wrap the application so that it serves only the guide and its files; everything else redirects to the guide."""

    def door(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        if environ.get("PATH_INFO", "").startswith(OPEN):
            # The last step of the guide leads to this port.
            environ["spielliste.https_port"] = https_port
            return application(environ, start_response)
        start_response("302 Found", [("Location", "/trust/"), ("Content-Length", "0")])
        return []

    return door


class _Server(ThreadingMixIn, WSGIServer):
    daemon_threads = True

    def server_bind(self) -> None:
        """Skip HTTPServer's lookup of this machine's name, which may hang in a hall without internet."""
        TCPServer.server_bind(self)
        self.server_name, self.server_port = str(self.server_address[0]), self.server_address[1]
        self.setup_environ()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Print no error when a browser leaves a connection that it opened in advance: this is no fault."""
        if not isinstance(sys.exc_info()[1], (TimeoutError, ConnectionError)):
            super().handle_error(request, client_address)


class _Server6(_Server):
    address_family = socket.AF_INET6


class _Handler(WSGIRequestHandler):
    timeout = 20  # seconds for a client that opens a connection and sends nothing

    def log_message(self, format: str, *args: Any) -> None:
        """Log nothing: the terminal is for people."""


def door_server(host: str, port: int) -> WSGIServer:
    """A server that listens at this host and port, still without an application."""
    return (_Server6 if ":" in host else _Server)((host, port), _Handler)


def open_door(host: str, port: int, https_port: int) -> None:
    """Serve the guide beside the web server, until this process ends."""
    from tournament.wsgi import application  # only needed where there is a door

    server = door_server(host, port)
    server.set_app(only_trust(application, https_port))
    threading.Thread(target=server.serve_forever, name="trust door", daemon=True).start()
