"""The server is killed again and again while sixty tables write: every acknowledged game is there once, in its line.

`python -m tests.attack.killed KILLS [--postgresql]` kills it more often, on either database.
"""

import argparse
import contextlib
import os
import random
import signal
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.attack.figures import Figure
from tests.attack.hall import TABLES_WITH_DEVICES, Table, kill_all
from tests.installation import Server, run_inside
from tests.migrated import lay_installation
from tests.postgresql import server as postgresql

TABLES, KILLS = 60, 8
GIVE_UP_SECONDS = 240.0
# Seconds between two messages of a table: the kill should hit tables that write, not tables that wait for their turn.
PAUSE_SECONDS = 2.0
RESTART_SECONDS = 3.0

MIGRATE = """
from django.core.management import call_command
call_command("migrate", verbosity=0)
print(0)
"""
WHAT_IS_THERE = """
from io import StringIO
from django.core.management import call_command
from tournament.models import Command, Scoresheet
from tournament.devices.views.devices import table_address
call_command("verify_audit", stdout=StringIO())
there = {}
for sheet in Scoresheet.objects.select_related("match__tournament"):
    lines = list(sheet.games.order_by("number").values_list("number", flat=True))
    keys = list(Command.objects.filter(scoresheet=sheet).order_by("sequence").values_list("key", flat=True))
    there[table_address(sheet)] = [lines, keys]
print(json.dumps(there))
"""


class KilledHall:
    """A hall whose server is killed; each kill replaces it with another. `restarts` are the seconds until it answered.

    Reads what is there only if the audit finds no fault.
    """

    def __init__(self, var: Path, *, port: int, tables: int = TABLES, database: str = "") -> None:
        self.var, self.options, self.database = var, ("--port", str(port)), database
        lay_installation(var)
        if database:
            run_inside(var, MIGRATE, database)
        self.known = run_inside(var, TABLES_WITH_DEVICES.format(tables=tables), database)
        self.server = Server(var, *self.options, database=database)
        self.closing, self.written = threading.Event(), threading.Semaphore(0)
        self.tables: list[Table] = []
        self.threads: list[threading.Thread] = []
        self.restarts: list[float] = []
        self.refused: list[str] = []

    def let_write(self, rows: list[list[str]]) -> None:
        """Let these tables write, until the hall is closed and everything is answered."""
        for one in rows:
            table = Table(self.server.port, *one)
            self.tables.append(table)
            self.threads.append(threading.Thread(target=self._write_on, args=[table], daemon=True))
            self.threads[-1].start()

    def _write_on(self, table: Table) -> None:
        chance = random.Random(table.address)
        while table.queue or not self.closing.is_set():
            before = len(table.acknowledged)
            fault = table.write(chance.randint(1, 3))
            for _saved in table.acknowledged[before:]:
                self.written.release()
            if fault.startswith(("4", "{")):
                self.refused.append(fault)
            time.sleep(0.5 if fault else chance.uniform(0, PAUSE_SECONDS))

    def wait_for(self, games: int) -> None:
        """Wait until this many more games are acknowledged."""
        for _ in range(games):
            assert self.written.acquire(timeout=GIVE_UP_SECONDS), "nothing is written any more"

    def kill(self) -> None:
        """Send SIGKILL to every process of the server, and start a new one in its place."""
        kill_all(self.server.process.pid)
        self.server.process.wait()
        self.server.process.stdout.close()
        while self.written.acquire(blocking=False):
            pass  # acknowledged before
        began = time.perf_counter()
        self.server = Server(self.var, *self.options, database=self.database)
        self.restarts.append(time.perf_counter() - began)

    def close(self) -> None:
        """Let every table send what it still has."""
        self.closing.set()
        for thread in self.threads:
            thread.join(GIVE_UP_SECONDS)
        for table in self.tables:
            table.close()

    def end(self) -> None:
        """End the server."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.server.process.pid, signal.SIGTERM)
        self.server.process.wait(15)

    def there(self) -> dict[str, Any]:
        """By address: the numbers of the written games, and the ids of the commands in their order."""
        return dict(run_inside(self.var, WHAT_IS_THERE, self.database))


def run(folder: Path, kills: int = KILLS, database: str = "", port: int = 8530) -> Iterator[Figure]:
    hall = KilledHall(folder, port=port, database=database)
    try:
        hall.let_write(hall.known)
        chance = random.Random(kills)
        for _ in range(kills):
            hall.wait_for(chance.randint(5, 50))
            hall.kill()
        hall.wait_for(TABLES)
        hall.close()
    finally:
        hall.end()
    there = hall.there()
    lost = doubled = misplaced = 0
    for table in hall.tables:
        lines, keys = there[table.address]
        lost += len(set(table.acknowledged) - set(keys))
        doubled += len(keys) - len(set(keys))
        misplaced += lines != list(range(1, len(table.lines) + 1)) or keys != table.acknowledged
    games = sum(len(table.acknowledged) for table in hall.tables)
    value = f"{lost} lost, {doubled} doubled"
    holds = not (lost or doubled or misplaced or hall.refused)
    yield Figure(what=f"{kills} kills, {games} acknowledged", value=value, goal="none, audit holds", holds=holds)
    longest, typical = max(hall.restarts), sorted(hall.restarts)[len(hall.restarts) // 2]
    yield Figure(
        what="from start to the first answer, while all tables try again",
        value=f"{typical:.1f} s, longest {longest:.1f} s",
        goal=f"under {RESTART_SECONDS:.0f} s",
        holds=typical < RESTART_SECONDS,
    )


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.attack.killed")
    parser.add_argument("kills", type=int)
    parser.add_argument("--postgresql", action="store_true")
    options = parser.parse_args()
    with (
        postgresql() if options.postgresql else contextlib.nullcontext("") as url,
        tempfile.TemporaryDirectory() as var,
    ):
        for figure in run(Path(var), options.kills, url, 8540):
            print(figure)


if __name__ == "__main__":
    main()
