"""Every public page on a phone that sees it for the first time: at most 60 kB, asked for in one go.

From the product's own server and its collected files, compressed as on plain http, where browsers take gzip only.
"""

import contextlib
import signal
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from django.db import connection
from django.urls import reverse

from tests.addresses import PUBLIC
from tests.e2e.hall import NOT_PAGES, make_hall, pages
from tests.e2e.table.at_table import AT_TABLE
from tests.e2e.table.phone import PHONE
from tests.installation import Server
from tests.migrated import DATABASE, lay_installation
from tests.worlds.factories import make_participants, make_scoresheet, make_tournament
from tournament.devices.views.devices import COOKIE, table_address
from tournament.models import Scoresheet

pytestmark = [pytest.mark.e2e, pytest.mark.proof]

MOST_BYTES = 60_000
# A picture of the handbook is asked for when its reader comes near it, and a day later again.
SCROLLED_TO = "/hilfe/bilder/"
# Resolves at the latest after so many milliseconds: a page that draws nothing more may never be called idle.
SETTLED = """() => Promise.race([
    document.fonts.ready.then(() => new Promise((done) => requestIdleCallback(done, { timeout: 3000 }))),
    new Promise((done) => setTimeout(done, 10000)),
])"""
LARGE = "erding-2026"
LARGE_PAGES = [(name,) for name in "public_standings screen_ranking public_tables public_seat screen_seats".split()]
LINES = 200  # as many as the standings show at once
FIRST = "Anna Bene Centa Dirk Eva Franz Gretl Hias Irmgard Josef Korbinian Leonhard Maria Quirin Rosina Vroni".split()
LAST = "Obermaier Huber Löffler Süß Zöllner Bäuml Aigner Kovač Šimůnek Yıldız Lechner Niedermeier Wimmer".split()


def make_large_tournament() -> None:
    """200 lines with many different names, some of them with letters of the neighbours."""
    tournament = make_tournament("Erding 2026", LARGE)
    tournament.frozen_ruleset, tournament.state = tournament.ruleset.text, "running"
    tournament.save()
    players = make_participants(tournament, LINES)
    for index, player in enumerate(players):
        player.first_name, player.last_name = FIRST[index * 7 % len(FIRST)], LAST[index * 5 % len(LAST)]
        player.club = f"SV {LAST[index * 3 % 11]}stetten"
        player.save()
    for match in tournament.matches.all():
        for table in range(LINES // 4):
            totals = [table * 13 % 61 - 20, table * 5 % 31 - 12, table * 3 % 17 - 9]
            make_scoresheet(match, players[4 * table : 4 * table + 4], [*totals, -sum(totals)], table=table + 1)


def begin() -> dict[str, str]:
    """A hall in the middle of its day and a large tournament beside it; every public page by its address."""
    make_hall()
    make_large_tournament()
    names = {reverse(page.name, args=page.args) + page.query: page.name for page in pages() if page.public}
    assert set(PUBLIC) - NOT_PAGES - set(names.values()) == set()
    large = [
        ("public_player", 31),
        ("public_standings",),
        ("public_tables",),
        ("public_seat",),
        ("screen_seats",),
        ("screen_ranking",),
    ]
    names |= {reverse(name, args=[LARGE, *args]): name for name, *args in large}
    return names | {reverse("public_standings", args=[LARGE]) + "?q=31": "one's own line", "/t/nowhere/": "404"}


@pytest.fixture(scope="module")
def started() -> Iterator[list[Server]]:
    """The server of this file, once there is one."""
    servers: list[Server] = []
    yield servers
    for one in servers:
        one.end(by=signal.SIGTERM)


@pytest.fixture
def server(
    transactional_db: None, world: Any, started: list[Server], tmp_path_factory: pytest.TempPathFactory
) -> Server:
    """An installation with the rows of begin(). They are written past the services, so they do not fit the log."""
    if not started:
        var = lay_installation(tmp_path_factory.mktemp("installation"))
        with contextlib.closing(sqlite3.connect(var / DATABASE)) as database:
            connection.connection.backup(database)
        started.append(Server(var, "--port", "8620", "--despite-faults"))
    return started[0]


@dataclass(slots=True)
class FirstView:
    """What a new phone loaded: bytes by address, and what asked for an address that the page itself does not name."""

    bytes: dict[str, float] = field(default_factory=dict)
    late: dict[str, str] = field(default_factory=dict)


def first_view(browser: Any, address: str, *cookies: Any) -> FirstView:
    """Open the page in a browser that knows nothing yet."""
    context = browser.new_context(**PHONE, locale="de", extra_http_headers={"Accept-Encoding": "gzip"})
    context.add_cookies(cookies)
    page = context.new_page()
    session = context.new_cdp_session(page)
    view, addresses = FirstView(), {}

    def ask(event: Any) -> None:
        url = event["request"]["url"]
        if url.startswith("data:") or SCROLLED_TO in url:
            return
        addresses[event["requestId"]] = url
        frames = event["initiator"].get("stack", {}).get("callFrames", [])
        by = event["initiator"].get("url") or (frames[0]["url"] if frames else "")
        if address not in {url, by}:
            view.late[url] = by

    def finish(event: Any) -> None:
        if event["requestId"] in addresses:
            view.bytes[addresses[event["requestId"]]] = event["encodedDataLength"]

    session.on("Network.requestWillBeSent", ask)
    session.on("Network.loadingFinished", finish)
    session.send("Network.enable")
    page.goto(address)
    # Fonts that only the layout asks for, and modules that a script asks for, come after the page has loaded.
    page.evaluate(SETTLED)
    context.close()
    return view


def test_a_public_page_is_small_and_comes_in_one_go(browser: Any, server: Server, world: Any) -> None:
    views = {path: first_view(browser, server.url + path) for path in world}
    sizes = {path: sum(view.bytes.values()) for path, view in views.items()}
    assert {path: view.late for path, view in views.items() if view.late} == {}
    assert {path: size for path, size in sizes.items() if size > MOST_BYTES} == {}
    # All was counted: fonts and style sheet alone are more than this.
    assert {path: size for path, size in sizes.items() if size < 45_000} == {}


def test_what_is_large_and_late_is_found(browser: Any, server: Server, world: Any) -> None:
    """The page of a table's device loads all of its modules: an app, not a public page."""
    sheet = Scoresheet.objects.get(match__tournament__slug=AT_TABLE, table_number=1)
    device = {"name": COOKIE, "value": AT_TABLE, "domain": "127.0.0.1", "path": table_address(sheet)}
    view = first_view(browser, f"{server.url}{reverse('table_page', args=[AT_TABLE, 1, 1])}", device)
    assert sum(view.bytes.values()) > MOST_BYTES
    assert any("/js/table/" in url and "/js/table/" in by for url, by in view.late.items())
