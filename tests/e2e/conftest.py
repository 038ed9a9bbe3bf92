"""Shared fixtures of the browser tests: people at their devices, in English, logged in or not."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import expect

from tests.e2e.desk import Desk, sheet_url
from tests.worlds.played import play
from tournament.models import Tournament, User

# A busy machine is slow; a broken page never answers.
PATIENCE_MS = 30_000
expect.set_options(timeout=PATIENCE_MS)

# A device in the hall: a new browser context for this login, or for no login, with options as for browser.new_context.
Device = Callable[..., Any]


@pytest.fixture
def device(browser: Any, live_server: Any) -> Iterator[Device]:
    """device(user) returns a page in a browser context of its own; paths are relative to the server.

    As in a hall on plain http, no service worker keeps its pages; service_workers="allow" permits one.
    """
    contexts = []

    def open_page(user: User | None = None, *, language: str = "en", **options: Any) -> Any:
        defaults: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}, "accept_downloads": True}
        options = defaults | {"service_workers": "block"} | options
        context = browser.new_context(base_url=live_server.url, locale=language, **options)
        contexts.append(context)
        context.set_default_timeout(PATIENCE_MS)
        cookies = {settings.LANGUAGE_COOKIE_NAME: language}
        if user is not None:
            client = Client()
            client.force_login(user)
            cookies[settings.SESSION_COOKIE_NAME] = client.cookies[settings.SESSION_COOKIE_NAME].value
        context.add_cookies([{"name": name, "value": value, "url": live_server.url} for name, value in cookies.items()])
        return context.new_page()

    yield open_page
    for context in contexts:
        context.close()


@pytest.fixture
def hall(live_server: Any) -> tuple[Tournament, User]:
    """Two tables drawn and a login that may do everything."""
    return play(2, ())


@pytest.fixture
def desk(device: Device, hall: tuple[Tournament, User]) -> Desk:
    """The first sheet of the hall, open in a browser of that login."""
    tournament, actor = hall
    desk = Desk(device(actor))
    desk.open(sheet_url(tournament))
    return desk
