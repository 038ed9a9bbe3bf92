"""A page that was opened before the server was stopped, updated and started again can still write."""

import signal
from typing import Any

import pytest

from tests.e2e.waiting import play, ready, sit_down_at, status, waiting_commands
from tests.installation import Server, run_inside
from tests.migrated import lay_installation

pytestmark = pytest.mark.e2e
PORT = "8460"
TABLE = """
from tests.worlds.played import play
from tournament.models import Scoresheet
from tournament.devices.services.devices import enrol_device
from tournament.devices.views.devices import table_address
play(1, [])
sheet = Scoresheet.objects.select_related("match__tournament").get()
token = enrol_device(scoresheet=sheet, code=sheet.code, take_over=False, label="Android")[1]
print(json.dumps([table_address(sheet), token]))
"""
HELD = """
from io import StringIO
from django.core.management import call_command
from tournament.models import Command, Game
call_command("verify_audit", stdout=StringIO())
games = list(Game.objects.order_by("number").values_list("number", "points_1"))
print(json.dumps([games, Command.objects.count()]))
"""


def test_a_page_outlives_the_server_and_its_files(browser: Any, tmp_path: Any) -> None:
    servers = [Server(lay_installation(tmp_path), "--port", PORT)]
    try:
        address, token = run_inside(tmp_path, TABLE)
        phone = sit_down_at(browser, servers[0].url, address, token)
        page = phone.page
        play(phone, 1)
        status(page, "saved", "saved")
        servers[0].end(by=signal.SIGTERM)
        play(phone, 2)
        status(page, "waiting", "waits for network – 1 game")
        # The update gives every file another name. The files that the old page asks for are gone.
        addresses: list[str] = []
        page.on("request", lambda request: addresses.append(request.url))
        servers.append(Server(tmp_path, "--port", PORT))
        status(page, "saved", "saved")
        play(phone, 3, declarer=2, partner=4)
        status(page, "saved", "saved")
        assert [url for url in addresses if url.endswith((".js", ".mjs", ".css"))] == []
        # The new page goes on where the old one stopped.
        page.reload()
        ready(page, 4)
        assert waiting_commands(page) == []
        assert run_inside(tmp_path, HELD) == [[[1, 1], [2, 1], [3, -1]], 3]
        page.context.close()
    finally:
        for server in servers:
            if server.process.poll() is None:
                server.end(by=signal.SIGINT)
            server.process.stdout.close()
