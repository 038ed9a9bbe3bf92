"""The addresses under which phones in the hall find the public pages."""

from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse


def hall_address(request: HttpRequest) -> str:
    """Return the beginning of the addresses that phones open; "" if no phone reaches the server.

    A person at the server itself may use an address of this computer, while the hall uses the one that the start has
    printed.
    """
    if request.get_host().rsplit(":", 1)[0] in ("localhost", "127.0.0.1", "[::1]"):
        return str(settings.PUBLIC_ADDRESS)
    return request.build_absolute_uri("/").rstrip("/")


def local_only(request: HttpRequest) -> bool:
    """Whether the server is reached on its own computer only."""
    return not hall_address(request)


def printed_address(request: HttpRequest, name: str, *args: object) -> str:
    """Return the whole address of a public page, to be printed; "" if no phone can reach it."""
    beginning = hall_address(request)
    return beginning and beginning + reverse(name, args=args)
