"""Puts together what a worker needs to give answers again: the database's versions, the shelf, the languages."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.db import DatabaseError, connection
from django.http import parse_cookie
from django.utils.translation import get_language_from_request

from tournament.server.kept_answers import KeptAnswers
from tournament.server.public_request import reader
from tournament.server.shelf import Shelf, shelf_folder
from tournament.server.versions import AskedVersions, SqliteVersions, Versions
from tournament.sqlite.base import RESTORE_ORDER

if TYPE_CHECKING:
    from tournament.server.whole_requests import WholeRequests


def keeping(server: "WholeRequests") -> KeptAnswers:
    """The kept answers of this worker."""
    return KeptAnswers(
        Shelf(shelf_folder(settings.VAR_DIR)),
        _versions(),
        reader(language_of, settings.LANGUAGE_COOKIE_NAME),
        barred=Path(settings.VAR_DIR) / RESTORE_ORDER,
        answer=server.answer,
        in_turn=server.in_turn,
    )


@lru_cache(maxsize=1000)
def language_of(cookie: str, accepted: str) -> str:
    """The language in which Django answers a request with this cookie, and these languages of the browser."""
    request: Any = SimpleNamespace(COOKIES=parse_cookie(cookie), META={"HTTP_ACCEPT_LANGUAGE": accepted})
    return get_language_from_request(request)


def _versions() -> Versions:
    if connection.vendor == "sqlite":
        return SqliteVersions(str(settings.DATABASES["default"]["NAME"]))
    thread = ThreadPoolExecutor(1, thread_name_prefix="versions")

    async def ask(statement: str, parameters: tuple[int, ...]) -> Any:
        return await asyncio.get_running_loop().run_in_executor(thread, _asked, statement, parameters)

    return AskedVersions(ask)


def _asked(statement: str, parameters: tuple[int, ...]) -> Any:
    """The first column of the row; None without a row, or where the database cannot be asked."""
    try:
        with connection.cursor() as cursor:
            cursor.execute(statement, parameters)
            found = cursor.fetchone()
        return found[0] if found else None
    except DatabaseError:
        connection.close()  # the next question opens it again
        return None
