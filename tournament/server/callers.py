"""Who sends a request: a login or a device of this installation, or a stranger."""

from dataclasses import dataclass
from typing import Protocol

from django.conf import settings

from tournament.server.answers import Scope


@dataclass(frozen=True, slots=True)
class Caller:
    """Who sends a request. `key` is whose turn it takes: of a login, a device, or an address."""

    key: str
    is_known: bool = False


class Callers(Protocol):
    """Finds out who sends a request (network/callers.py)."""

    async def who(self, scope: Scope) -> Caller:
        """The caller."""


class Strangers:
    """Takes everybody for a stranger, as where there is nothing but public pages."""

    async def who(self, scope: Scope) -> Caller:
        """A caller of whom only the address is known."""
        return Caller(key=address_of(scope))


def cookies_of(scope: Scope) -> dict[str, str]:
    """The cookies of a request by name; the last one of a name counts, as it does for Django."""
    header = b";".join(value for name, value in scope["headers"] if name == b"cookie").decode("latin-1")
    parts = (part.strip().partition("=") for part in header.split(";")) if header else ()
    return {name: value for name, _, value in parts}


def address_of(scope: Scope) -> str:
    """The address that a request comes from; behind a trusted proxy the last one that the proxy names."""
    header = settings.CLIENT_ADDRESS_HEADER.lower().encode()
    if not header:
        return str((scope.get("client") or ("",))[0])
    addresses = [value for name, value in scope["headers"] if name == header]
    return addresses[-1].decode("latin-1").rsplit(",", 1)[-1].strip() if addresses else ""
