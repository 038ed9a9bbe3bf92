"""A window kept from test to test is as empty as a new one, and one with which a test did anything unusual ends."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.e2e.kept_window import EMPTY, Windows

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]

FILL = """async () => {
  localStorage.setItem("a", "b");
  sessionStorage.setItem("a", "b");
  document.cookie = "a=b; path=/";
  await caches.open("a");
  await new Promise((resolve) => {
    const opened = indexedDB.open("a");
    opened.onsuccess = () => resolve(opened.result.close());
  });
}"""
CONTENT = """async () => [
  localStorage.length, sessionStorage.length, document.cookie, (await caches.keys()).length,
  (await indexedDB.databases()).length, history.length, navigator.onLine, typeof mark,
]"""


def test_a_kept_window_is_as_empty_as_a_new_one(browser: Any, live_server: Any) -> None:
    windows, options = Windows(browser), {"base_url": live_server.url}
    contents = []
    contexts = []
    for _ in range(2):
        with windows.open(options) as context:
            page = context.pages[0]
            page.goto(EMPTY)
            contents.append(page.evaluate(CONTENT))
            page.evaluate(FILL)
            page.evaluate("() => { window.mark = 1; }")
            page.goto(f"{EMPTY}?2")
            context.set_offline(True)
            contexts.append(context)
    windows.close()
    assert contexts[0] is contexts[1]
    assert contents[0][:5] == [0, 0, "", 0, 0]
    # A new window counts its empty first page as well.
    assert contents[1][:5] + contents[1][6:] == contents[0][:5] + contents[0][6:]
    assert contents[1][5] <= 2


@pytest.mark.parametrize(
    "act",
    [
        lambda page: page.route("**/none", lambda route: route.abort()),
        lambda page: page.clock.install(),
        lambda page: page.add_init_script("0"),
        lambda page: page.on("dialog", lambda dialog: dialog.dismiss()),
        lambda page: page.set_viewport_size({"width": 400, "height": 400}),
        lambda page: page.emulate_media(color_scheme="dark"),
        lambda page: page.context.new_page(),
        lambda page: page.context.new_cdp_session(page),
        lambda page: page.close(),
    ],
)
def test_a_window_that_was_changed_is_not_kept(browser: Any, live_server: Any, act: Callable[[Any], Any]) -> None:
    windows = Windows(browser)
    with windows.open({"base_url": live_server.url}) as context:
        act(context.pages[0])
    assert windows.windows == {}
