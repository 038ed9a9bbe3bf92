"""A window that stays open from test to test of a file: a page of many files loads at about half a new window's cost.

What it keeps are the static files, compiled, which are the same for all tests of a process; other answers have no age
and no date by which a browser would use them again. Cookies, storage, databases, network and mouse are as in a new
window. A test that asks its page or its context for anything but USED (routes, scripts, listeners, the clock, a size,
another page) ends its window.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import BrowserContext, Page

# An empty place of the same server, so that the window's process stays; no script runs there.
EMPTY = "/static/css/print.css"
USED = {
    Page: set(
        "context evaluate expect_navigation expect_request expect_response get_by_label get_by_role get_by_text goto"
        " inner_text is_closed keyboard locator mouse reload title touchscreen url viewport_size"
        " wait_for_function wait_for_timeout wait_for_url".split()
    ),
    BrowserContext: set("add_cookies clear_cookies cookies pages set_default_timeout set_offline".split()),
}


def noting(kind: type[Any]) -> type[Any]:
    """This class of Playwright's, whose objects note that they were asked for anything that is not among USED."""

    def attribute(self: Any, name: str) -> Any:
        if not name.startswith("_") and name not in USED[kind]:
            self._spoilt = True
        return kind.__getattribute__(self, name)

    return type(f"Kept{kind.__name__}", (kind,), {"__getattribute__": attribute})


CLASSES = {kind: noting(kind) for kind in USED}


class Windows:
    """The open windows of a file, one for each kind of device."""

    def __init__(self, browser: Any) -> None:
        self.browser = browser
        self.windows: dict[str, Any] = {}

    @contextmanager
    def open(self, options: dict[str, Any]) -> Iterator[Any]:
        """A context with one empty page, for one test."""
        kind = repr(sorted(options.items()))
        context = self.windows.pop(kind, None) or self.browser.new_context(**options)
        page = context.pages[0] if context.pages else context.new_page()
        for part, kind_of_part in ((context, BrowserContext), (page, Page)):
            part.__class__ = CLASSES[kind_of_part]
            part._spoilt = False
        yield context
        if context._spoilt or page._spoilt or context.pages != [page]:
            context.close()
            return
        empty(page, options["base_url"])
        self.windows[kind] = context

    def close(self) -> None:
        for context in self.windows.values():
            context.close()


def empty(page: Any, server: str) -> None:
    """Leave nothing of a test in its window."""
    page.context.set_offline(False)
    page.goto(EMPTY)
    page.evaluate("() => sessionStorage.clear()")
    session = page.context.new_cdp_session(page)
    session.send("Storage.clearDataForOrigin", {"origin": server, "storageTypes": "all"})
    session.send("Page.resetNavigationHistory")
    session.detach()
    page.context.clear_cookies()
    page.mouse.move(-1, -1)
