"""Every address of the house, and which of them need no login."""

from collections.abc import Iterator

from django.urls import get_resolver
from django.urls.resolvers import URLPattern, URLResolver

from tournament.permissions import public


def patterns(resolver: URLResolver | None = None) -> Iterator[URLPattern]:
    for entry in (resolver or get_resolver()).url_patterns:
        if isinstance(entry, URLPattern):
            yield entry
        else:
            yield from patterns(entry)


def _needs_no_login(name: str) -> bool:
    return getattr(ALL[name].callback, "permission", None) is public


ALL = {pattern.name: pattern for pattern in patterns()}
PUBLIC = sorted(filter(_needs_no_login, ALL))
