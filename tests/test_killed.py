"""The server is killed while sixty tables write: every acknowledged game is there once, in its line.

Two of the tables are phones with the real page; the others send what a page would send.
"""

import contextlib
import http.client
import json
import os
import random
import secrets
import signal
import threading
import time

import pytest

from tests.e2e.waiting import kept, play, ready, sit_down_at, status
from tests.installation import Server, run_inside
from tests.migrated import lay_installation

pytestmark = [pytest.mark.e2e, pytest.mark.long]

TABLES, PHONES, KILLS = 60, 2, 20
# From this line on a table takes its last game back and writes it again, so that no sheet is ever complete.
GAMES = 31
GIVE_UP_SECONDS = 240
# Seconds between two messages of a table.
PAUSE_SECONDS = 2

# A drawn match with a device at each table; the address of each and its token.
TABLES_WITH_DEVICES = f"""
from tests.played import play
from tournament.models import Scoresheet
from tournament.services.devices import enrol_device
from tournament.views.devices import table_address
play({TABLES}, [])
sheets = Scoresheet.objects.select_related("match__tournament")
print(json.dumps([
    [table_address(sheet), enrol_device(scoresheet=sheet, code=sheet.code, take_over=False, label="test")[1]]
    for sheet in sheets
]))
"""

WHAT_IS_THERE = """
from io import StringIO
from django.core.management import call_command
from tournament.models import Command, Scoresheet
from tournament.views.devices import table_address
call_command("verify_audit", stdout=StringIO())
there = {}
for sheet in Scoresheet.objects.select_related("match__tournament"):
    lines = list(sheet.games.order_by("number").values_list("number", flat=True))
    keys = list(Command.objects.filter(scoresheet=sheet).order_by("sequence").values_list("key", flat=True))
    there[table_address(sheet)] = [lines, keys]
print(json.dumps(there))
"""


class Table(threading.Thread):
    """The device of a table. It makes commands, sends them until they are answered, and deletes only what is saved.

    `lines` are the ids of the games that are written once everything is answered.
    """

    def __init__(self, hall, address, token):
        super().__init__(daemon=True)
        self.hall, self.address, self.token = hall, address, token
        self.acknowledged, self.queue, self.lines = [], [], []
        self.made = self.version = 0
        self.chance = random.Random(address)

    def run(self):
        while self.queue or not self.hall.closing.is_set():
            if not self.queue:
                self.queue = [self.next_command() for _ in range(self.chance.randint(1, 3))]
            reply = self.send()
            if reply is None:
                time.sleep(0.5)
                continue
            self.version = reply["state"]["version"]
            for answer in reply["answers"]:
                assert answer["answer"] in ("applied", "duplicate"), answer
                assert self.queue.pop(0)["id"] == answer["id"]
                self.acknowledged.append(answer["id"])
                self.hall.written.release()
            # Not sooner: the kill should hit tables that write, not tables that wait for their turn.
            time.sleep(self.chance.uniform(0, PAUSE_SECONDS))

    def next_command(self):
        self.made += 1
        command = {"id": secrets.token_hex(16), "sequence": self.made, "base": self.version}
        if len(self.lines) == GAMES:
            return command | {"kind": "take_back", "number": GAMES, "game": self.lines.pop()}
        self.lines.append(command["id"])
        record = {"contract": "rufer", "declarer": 1, "partner": 3, "result": "won", "level": "simple"}
        return command | {"kind": "record", "number": len(self.lines), "record": record}

    def send(self):
        """The answer, or None if there was none or it was not from our server."""
        headers = {
            "Content-Type": "application/json",
            "Cookie": f"spielliste_table={self.token}; csrftoken={'c' * 32}",
            "X-CSRFToken": "c" * 32,
        }
        connection = http.client.HTTPConnection("127.0.0.1", self.hall.server.port, timeout=20)
        with contextlib.closing(connection), contextlib.suppress(OSError, http.client.HTTPException):
            body = json.dumps({"protocol": 1, "commands": self.queue})
            connection.request("POST", f"{self.address}commands/", body, headers)
            answer = connection.getresponse()
            said = answer.read()
            if answer.status < 500:
                assert answer.status == 200, said
                return json.loads(said)
        return None


class Hall:
    """The server that all tables write to; each kill replaces it with another."""

    def __init__(self, var):
        self.var, self.server = var, Server(lay_installation(var), "--port", "8480")
        self.closing, self.written = threading.Event(), threading.Semaphore(0)

    def wait_for(self, games):
        """Wait until this many more games are acknowledged."""
        for _ in range(games):
            assert self.written.acquire(timeout=GIVE_UP_SECONDS), "nothing is written any more"

    def kill(self):
        """Send SIGKILL to every process of the server, and start a new one in its place."""
        os.killpg(self.server.process.pid, signal.SIGKILL)
        self.server.process.wait()
        self.server.process.stdout.close()
        while self.written.acquire(blocking=False):
            pass  # acknowledged before
        self.server = Server(self.var, "--port", "8480")


def test_twenty_kills_lose_and_double_nothing(browser, tmp_path):
    hall = Hall(tmp_path)
    try:
        known = run_inside(tmp_path, TABLES_WITH_DEVICES)
        phones = [sit_down_at(browser, hall.server.url, *one) for one in known[:PHONES]]
        tables = [Table(hall, *one) for one in known[PHONES:]]
        for table in tables:
            table.start()
        chance = random.Random(5)
        for number in range(1, KILLS + 1):
            hall.wait_for(chance.randint(5, 50))
            for phone in phones:
                play(phone, number)
            hall.kill()
        hall.wait_for(TABLES)
        # Together they send more than the server can take, so that a phone's answer may come after it has given up.
        hall.closing.set()
        for table in tables:
            table.join(GIVE_UP_SECONDS)
        for phone in phones:
            status(phone.page, "saved")
            assert kept(phone.page) == []
            phone.page.reload()
            ready(phone.page, KILLS + 1)
            phone.page.context.close()
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(hall.server.process.pid, signal.SIGTERM)
        hall.server.process.wait(15)
    there = run_inside(tmp_path, WHAT_IS_THERE)
    for address, _token in known[:PHONES]:
        lines, keys = there.pop(address)
        assert lines == list(range(1, KILLS + 1))
        assert len(keys) == len(set(keys)) == KILLS
    assert there == {table.address: [list(range(1, len(table.lines) + 1)), table.acknowledged] for table in tables}
    assert sum(len(table.acknowledged) for table in tables) > TABLES
