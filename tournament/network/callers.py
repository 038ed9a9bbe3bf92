"""Tells the web server who sends a request, by the cookies, before a thread works on it.

Whoever can invent an identity is no more than the own address: a session or a token counts only if the database has it.
"""

import hashlib
import re
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping
from importlib import import_module
from typing import Any

from django.conf import settings
from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY, get_user_model
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from tournament.network.known_browsers import CARD_COOKIE, browser_of, is_card_key
from tournament.server.answers import Scope
from tournament.server.callers import Caller, address_of, cookies_of
from tournament.server.print_line import DOCUMENTS

# Runs one statement; returns its first row, None without one or where the database cannot be asked.
Table = tuple[str, int, int]
Row = Callable[[str, tuple[Any, ...]], Awaitable[tuple[Any, ...] | None]]

DEVICE = """
    SELECT 1 FROM tournament_tabledevice device
    JOIN tournament_scoresheet sheet ON sheet.id = device.scoresheet_id
    JOIN tournament_match match ON match.id = sheet.match_id
    JOIN tournament_tournament tournament ON tournament.id = match.tournament_id
    WHERE device.token_hash = %s AND device.state = 'active'
    AND tournament.slug = %s AND match.number = %s AND sheet.table_number = %s
"""
SESSION = "SELECT session_data FROM django_session WHERE session_key = %s AND expire_date > %s"
LOGIN = "SELECT password, switched_off FROM tournament_user WHERE id = %s AND is_active"
SHEET = """
    SELECT sheet.id, sheet.code FROM tournament_scoresheet sheet
    JOIN tournament_match match ON match.id = sheet.match_id
    JOIN tournament_tournament tournament ON tournament.id = match.tournament_id
    WHERE tournament.slug = %s AND match.number = %s AND sheet.table_number = %s AND sheet.state <> 'discarded'
"""
TABLE = re.compile(r"/table/([\w-]{1,60})/(\d{1,3})/(\d{1,4})/")
# A login that was recognised stays known for so long without another question.
KNOWN_SECONDS = 5.0
MOST_KNOWN = 1000
# No token and no key of a session is longer.
LONGEST = 200


class CallersByCookie:
    """Devices and logins by what only they have. `row` asks the database."""

    def __init__(self, row: Row) -> None:
        self.row, self.login = row, reverse("login")
        self.sessions: OrderedDict[str, float] = OrderedDict()

    async def who(self, scope: Scope) -> Caller:
        """The caller. A device is one at its own table only, where browsers send its token.

        A stranger who has scanned a table's card, or was logged in here once, has a turn beside that of the address,
        which a whole hall may share. A browser that was logged in logs in like a login: no stranger keeps it out.
        """
        cookies = cookies_of(scope)
        if not cookies:
            return Caller(key=address_of(scope))
        table = _table(scope["path"])
        if table and (token := cookies.get(settings.DEVICE_COOKIE_NAME, "")[:LONGEST]):
            hashed = hashlib.sha256(token.encode()).hexdigest()
            if await self.row(DEVICE, (hashed, *table)):
                return Caller(key=hashed, is_known=True)
        session = cookies.get(settings.SESSION_COOKIE_NAME, "")[:LONGEST]
        # A document may have been made before its reader was logged out, so nobody is taken at an earlier word.
        if session and await self._is_login(session, asks_again=scope["path"].endswith(DOCUMENTS)):
            return Caller(key=session, is_known=True)
        if browser := browser_of(cookies):
            return Caller(key=browser, is_known=scope["path"] == self.login)
        return Caller(key=await self._card(cookies, table) or address_of(scope))

    async def _card(self, cookies: Mapping[str, str], table: Table | None) -> str:
        """The table whose card this browser has scanned, "" for none."""
        sheet = await self.row(SHEET, table) if table and CARD_COOKIE in cookies else None
        return f"card {sheet[0]}" if sheet and is_card_key(cookies[CARD_COOKIE], *sheet) else ""

    async def _is_login(self, session: str, *, asks_again: bool) -> bool:
        now = time.monotonic()
        if self.sessions.get(session, 0.0) > now and not asks_again:
            return True
        if not await self._belongs_to_login(session):
            self.sessions.pop(session, None)
            return False
        self.sessions[session] = now + KNOWN_SECONDS
        if len(self.sessions) > MOST_KNOWN:
            self.sessions.popitem(last=False)
        return True

    async def _belongs_to_login(self, session: str) -> bool:
        """Whether this session is one of a login that is still let in, as Django decides."""
        row = await self.row(SESSION, (session, _moment()))
        if row is None:
            return False
        stored = import_module(settings.SESSION_ENGINE).SessionStore().decode(row[0])
        login = await self.row(LOGIN, (int(stored[SESSION_KEY]),)) if SESSION_KEY in stored else None
        if login is None:
            return False
        user: Any = get_user_model()(password=login[0], switched_off=login[1])
        return constant_time_compare(stored.get(HASH_SESSION_KEY, ""), user.get_session_auth_hash())


def _table(path: str) -> Table | None:
    """The tournament, match and table of a page at a table."""
    match = TABLE.match(path)
    return (match[1], int(match[2]), int(match[3])) if match else None


def _moment() -> str:
    """The present time as both databases compare it."""
    return timezone.now().strftime("%Y-%m-%d %H:%M:%S.%f")
