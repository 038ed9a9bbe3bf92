"""Requests of an open page that a test answers itself."""

import time
from typing import Any

from tests.e2e.conftest import PATIENCE_MS

# An address that no page asks for.
NOWHERE = "/nowhere-in-the-house/"


def reroute(page: Any, pattern: str, handler: Any, **options: Any) -> None:
    """As page.route, for a page that is open already, with every request from now on.

    Chromium says a moment too early that it hands requests over: of requests that follow at once, one in a hundred
    still reached the server. So the page asks for nothing in particular until the answer is ours. That route stays,
    because a request under way can be lost when the last route goes.
    """
    page.route(f"**{NOWHERE}", lambda route: route.fulfill(body="ours"))
    page.wait_for_function(
        "address => fetch(address).then(answer => answer.text()).then(text => text === 'ours')", arg=NOWHERE
    )
    page.route(pattern, handler, **options)


class HeldRequest:
    """The first request with such an address: the page waits for its answer until the test releases it."""

    def __init__(self, page: Any, pattern: str) -> None:
        self.page = page
        self.routes: list[Any] = []
        reroute(page, pattern, self._hold)

    def _hold(self, route: Any) -> None:
        if self.routes:
            route.continue_()
        else:
            self.routes.append(route)

    def release(self) -> None:
        """Send the request on to the server. It may arrive here only a moment after the key that causes it."""
        until = time.monotonic() + PATIENCE_MS / 1000
        while not self.routes and time.monotonic() < until:
            self.page.wait_for_timeout(20)
        self.routes[0].continue_()
