"""Requests of an open page that a test answers itself."""

from typing import Any

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
