"""What the browser tests share: people at their devices, in English, logged in or not."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import expect

from tournament.models import User

# A busy machine is slow, a broken page never answers.
PATIENCE_MS = 30_000
expect.set_options(timeout=PATIENCE_MS)

# A device in the hall: a new browser context for this login, or for nobody; options as of browser.new_context.
Device = Callable[..., Any]


@pytest.fixture
def device(browser: Any, live_server: Any) -> Iterator[Device]:
    """device(user) -> a page of its own browser context; paths are relative to the server.

    As in a hall on plain http, no service worker keeps its pages: service_workers="allow" asks for one.
    """
    contexts = []

    def open_page(user: User | None = None, *, language: str = "en", **options: Any) -> Any:
        given: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}, "accept_downloads": True}
        options = given | {"service_workers": "block"} | options
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
