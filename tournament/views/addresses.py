"""The addresses under which phones in the hall find the public pages."""

from django.http import HttpRequest
from django.urls import reverse

from tournament.permissions import Request


def local_only(request: HttpRequest) -> bool:
    """Whether the address in use works only on this computer."""
    return request.get_host().rsplit(":", 1)[0] in ("localhost", "127.0.0.1", "[::1]")


def printed_address(request: Request, name: str, *args: object) -> str:
    """Return the whole address of a public page, to be printed; "" where no phone can reach it."""
    return "" if local_only(request) else request.build_absolute_uri(reverse(name, args=args))
