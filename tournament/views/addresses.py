"""Where the public pages are found from the phones in the hall."""

from django.http import HttpRequest
from django.urls import reverse

from tournament.permissions import Request


def local_only(request: HttpRequest) -> bool:
    """Whether the address in use works on this computer only."""
    return request.get_host().rsplit(":", 1)[0] in ("localhost", "127.0.0.1", "[::1]")


def printed_address(request: Request, name: str, *args: object) -> str:
    """The whole address of a public page for paper, "" where no phone would reach it."""
    return "" if local_only(request) else request.build_absolute_uri(reverse(name, args=args))
