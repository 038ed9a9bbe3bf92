"""The address from which a request comes."""

from django.conf import settings
from django.http import HttpRequest


def client_address(request: HttpRequest) -> str:
    """Return the address that the request comes from; behind a trusted proxy the one that the proxy names."""
    header = settings.CLIENT_ADDRESS_HEADER
    address = request.headers.get(header, "") if header else request.META.get("REMOTE_ADDR", "")
    # The device itself may have made up any address before the last one.
    return str(address).rsplit(",", 1)[-1].strip()
