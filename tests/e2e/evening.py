"""An installation of its own for a whole evening: a server that is killed and comes back, and everyone's devices."""

import contextlib
import os
import re
import signal
from pathlib import Path
from typing import Any

from django.conf import settings
from playwright.sync_api import expect

from tests.e2e.conftest import PATIENCE_MS
from tests.installation import Server, run_inside

LAPTOP = {"viewport": {"width": 1280, "height": 900}, "accept_downloads": True}
PHONE = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True}


class Evening:
    """The laptop with Spielliste on it, and the devices around it. `var` keeps everything that is written."""

    def __init__(self, browser: Any, var: Path, port: int) -> None:
        self.browser, self.var, self.port = browser, var, port
        self.server = Server(var, "--port", str(port))
        self.contexts: list[Any] = []

    def first_login(self) -> tuple[str, str]:
        """Name and password of the organiser, as the start printed them."""
        found = re.search(r": +(\S+) {2}(\S+)\n", self.server.printed)
        assert found, self.server.printed
        return found[1], found[2]

    def device(self, **options: Any) -> Any:
        """A page of a new device, in English."""
        context = self.browser.new_context(base_url=self.server.url, locale="en-GB", **(options or LAPTOP))
        context.set_default_timeout(PATIENCE_MS)
        context.add_cookies([{"name": settings.LANGUAGE_COOKIE_NAME, "value": "en", "url": self.server.url}])
        self.contexts.append(context)
        return context.new_page()

    def log_in(self, username: str, password: str, **options: Any) -> Any:
        """A device on which this person is logged in."""
        page = self.device(**options)
        page.goto("/")
        page.locator("#id_username").fill(username)
        page.locator("#id_password").fill(password)
        primary(page).click()
        expect(page).to_have_url(re.compile(r":\d+/$"))
        return page

    def kill(self) -> None:
        """SIGKILL to every process of the server, and a new one in its place: somebody pulled the plug."""
        self._end(signal.SIGKILL)
        self.server = Server(self.var, "--port", str(self.port))

    def inside(self, code: str) -> Any:
        """What this code prints as JSON, run in the installation beside the server."""
        return run_inside(self.var, code)

    def close(self) -> None:
        """Everyone goes home."""
        for context in self.contexts:
            context.close()
        self._end(signal.SIGTERM)

    def _end(self, by: int) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.server.process.pid, by)
        self.server.process.wait(15)
        self.server.process.stdout.close()


def primary(page: Any) -> Any:
    """The one next step of a page."""
    return page.locator("main .btn-primary").first
