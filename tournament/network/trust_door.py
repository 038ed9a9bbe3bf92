"""The door beside HTTPS: plain http serves only the page that tells how a device comes to trust this installation.

A device must fetch the authority's certificate before it trusts any page of ours. Nothing else is served here, so that
no password ever travels in readable form.
"""

from collections.abc import Iterable
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
