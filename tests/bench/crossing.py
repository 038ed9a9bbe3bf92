"""What one game goes through of our own code, and its CPU without the web server: `./run bench crossing [--list]`.

Each request is sent by Django's test client, through the middleware, to a tournament in an SQLite file of its own. The
process is warm, and the sheet has some games already. Counted, while one such request runs:

- files and functions below tournament/ and scoring/ in which at least one line runs (a lambda, a generator and a
  comprehension belong to the function around them);
- queries: every statement that Django sends, with BEGIN, COMMIT and savepoints; executemany() counts once;
- evaluations: calls of scoring.sheets.evaluate_sheet.

CPU is the median of GAMES more requests of the same kind, without counting anything.
"""

import argparse
import json
import os
import secrets
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Any

from tests.installation import ROOT, environment
from tests.migrated import lay_installation

OURS = (f"{ROOT}/tournament/", f"{ROOT}/scoring/")
# So many games of a sheet are written before one is counted, and after it while the time is taken.
WARM, GAMES = 3, 50
RECORD = {"contract": "rufer", "declarer": 1, "partner": 3, "result": "won", "level": "simple"}
INNER = ("<lambda>", "<genexpr>", "<listcomp>", "<dictcomp>", "<setcomp>")

# Sends one request, and raises where it is not answered as it should be.
Send = Callable[[], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Crossing:
    """What one request went through. `functions` are file and name."""

    functions: frozenset[tuple[str, str]]
    queries: tuple[str, ...]
    evaluations: int

    @property
    def files(self) -> frozenset[str]:
        return frozenset(file for file, _name in self.functions)


def crossing_of(send: Send) -> Crossing:
    """Send one request, and count."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    functions, evaluations = set[tuple[str, str]](), 0

    def count(frame: FrameType, event: str, _argument: Any) -> None:
        nonlocal evaluations
        code = frame.f_code
        if event != "call" or not code.co_filename.startswith(OURS):
            return
        evaluations += code.co_name == "evaluate_sheet"
        if code.co_name not in INNER:
            functions.add((os.path.relpath(code.co_filename, ROOT), code.co_qualname))

    with CaptureQueriesContext(connection) as captured:
        sys.setprofile(count)
        try:
            send()
        finally:
            sys.setprofile(None)
    queries = tuple(query["sql"] for query in captured.captured_queries)
    return Crossing(functions=frozenset(functions), queries=queries, evaluations=evaluations)


def desk(sheets: list[Any], actor: Any, *, whole: bool) -> Send:
    """A game at the desk, sheet after sheet; the answer is the `whole` page, or only the changed parts of it."""
    from django.test import Client

    client, versions = Client(), dict[int, int]()
    client.force_login(actor)
    rounds = iter([(number, sheet) for number in range(1, 32) for sheet in sheets])

    def send() -> None:
        number, sheet = next(rounds)
        fields = {"entry": "r13+", "number": str(number), "command": secrets.token_hex(16)}
        headers = {} if whole else {"X-Parts": "1", "X-Version": str(versions.get(sheet.pk, ""))}
        answer = client.post(f"{sheet.get_absolute_url()}games/", fields, headers=headers)
        assert answer.status_code == 200, answer
        if not whole:
            versions[sheet.pk] = answer.json()["version"]
            assert ("changed" in answer.json()) == (number > 1)

    return send


def phone(sheet: Any, token: str) -> Send:
    """A game from the device of a table, which takes the whole sheet back when it is full."""
    from django.conf import settings
    from django.test import Client
    from django.urls import reverse

    place = [sheet.match.tournament.slug, sheet.match.number, sheet.table_number]
    client, path, sent, version = Client(), reverse("table_commands", args=place), 0, 0
    client.cookies[settings.DEVICE_COOKIE_NAME] = token

    def send() -> None:
        nonlocal sent, version
        sent += 1
        command = {"id": secrets.token_hex(16), "sequence": sent, "base": version, "kind": "record", "number": sent}
        body = {"protocol": 1, "restore": "", "version": version, "commands": [command | {"record": RECORD}]}
        answer = client.post(path, json.dumps(body), "application/json")
        assert answer.json()["answers"][0]["answer"] == "applied", answer.content
        assert sent == 1 or "changes" in answer.json()
        version = (answer.json().get("changes") or answer.json()["state"])["version"]

    return send


def in_turn(sends: list[Send]) -> Send:
    """One after the other, in rounds."""
    rounds = iter([send for _round in range(31) for send in sends])
    return lambda: next(rounds)()


def requests() -> dict[str, Send]:
    """What is counted, by name. Needs tables without any game: two for each request."""
    from tournament.devices.services.devices import enrol_device
    from tournament.models import Scoresheet, User

    actor = User.objects.get()
    sheets = list(Scoresheet.objects.filter(table_number__gt=0).select_related("match__tournament"))
    tokens = [
        (sheet, enrol_device(scoresheet=sheet, code=sheet.code, take_over=False, label="Android")[1])
        for sheet in sheets[4:6]
    ]
    return {
        "game at the desk, changed parts": desk(sheets[:2], actor, whole=False),
        "game at the desk, whole page": desk(sheets[2:4], actor, whole=True),
        "game from the phone": in_turn([phone(sheet, token) for sheet, token in tokens]),
    }


def cpu_ms(send: Send, times: int = GAMES) -> float:
    """The median of the CPU of so many requests, in milliseconds."""
    costs = []
    for _ in range(times):
        began = time.thread_time()
        send()
        costs.append(time.thread_time() - began)
    return 1000 * statistics.median(costs)


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="./run bench crossing", description=__doc__)
    parser.add_argument("--list", action="store_true", help="print the files, functions and queries, too")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= environment(lay_installation(Path(folder))) | {"ALLOWED_HOSTS": "testserver"}
        import django

        django.setup()
        from tests.worlds.played import play

        play(6, [])
        print("| request | files | functions | queries | evaluations | CPU ms |\n|---|---|---|---|---|---|")
        for name, send in requests().items():
            for _ in range(2 * WARM):
                send()
            crossing = crossing_of(send)
            print(
                f"| {name} | {len(crossing.files)} | {len(crossing.functions)} | {len(crossing.queries)} "
                f"| {crossing.evaluations} | {cpu_ms(send):.1f} |"
            )
            if options.list:
                print_names(crossing)


def print_names(crossing: Crossing) -> None:
    """Print the files with their functions, and the queries."""
    for file in sorted(crossing.files):
        names = sorted(name for path, name in crossing.functions if path == file)
        print(f"    {file}: {', '.join(names)}")
    for query in crossing.queries:
        print(f"    > {' '.join(query.split())[:110]}")
