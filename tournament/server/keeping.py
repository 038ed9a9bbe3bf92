"""Puts together what a worker needs to give answers again: the database's versions, the languages."""

from functools import lru_cache
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.db import connection
from django.http import parse_cookie
from django.utils.translation import get_language_from_request

from tournament.server.kept_answers import KeptAnswers
from tournament.server.public_request import reader
from tournament.server.rows import ServerRows, SqliteRows
from tournament.server.versions import AskedVersions, SqliteVersions
from tournament.sqlite.base import RESTORE_ORDER

if TYPE_CHECKING:
    from tournament.server.whole_requests import WholeRequests


def keeping(server: "WholeRequests") -> KeptAnswers:
    """The kept answers of this worker."""
    rows = worker_rows()
    return KeptAnswers(
        SqliteVersions(rows) if isinstance(rows, SqliteRows) else AskedVersions(rows.row),
        reader(language_of, settings.LANGUAGE_COOKIE_NAME),
        barrier=Path(settings.VAR_DIR) / RESTORE_ORDER,
        make=server.make,
    )


@lru_cache(maxsize=1000)
def language_of(cookie: str, accepted: str) -> str:
    """The language in which Django answers a request with this cookie, and these languages of the browser."""
    request: Any = SimpleNamespace(COOKIES=parse_cookie(cookie), META={"HTTP_ACCEPT_LANGUAGE": accepted})
    return get_language_from_request(request)


def worker_rows() -> SqliteRows | ServerRows:
    """What asks the database from the event loop."""
    if connection.vendor == "sqlite":
        rows = SqliteRows(str(settings.DATABASES["default"]["NAME"]))
        rows.keep_open()
        return rows
    return ServerRows()
