"""One login clicks “sheets of the match” again and again, and leaves each time: do the tables and the others wait?"""

import http.client
import os
import threading
import time
from collections.abc import Iterator
from pathlib import Path

from tests.attack.figures import Figure
from tests.attack.hall import SETTLING, Hall, Written, open_hall, processes_of
from tests.installation import run_inside

TABLES = 40
CLICKS, PATIENCE_SECONDS = 12, 0.5
SECONDS = 10.0
# Before documents were made outside the web workers: p99 of the tables, the longest page of another login, and how long
# the server went on computing for nobody.
BEFORE = {"tables": "2.6 s", "page": "0.2 s", "document": "13 s", "after": "30 s"}
LOGINS = """
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from tournament.models import User
from tournament.services.people import create_person
actor = User.objects.get(username="reiter")
create_person(actor=actor, full_name="Olga Orga", username="other", roles=["organiser", "desk"])
keys = []
for name in ("reiter", "other"):
    user, session = User.objects.get(username=name), SessionStore()
    session[SESSION_KEY], session[BACKEND_SESSION_KEY] = str(user.pk), settings.AUTHENTICATION_BACKENDS[0]
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.save()
    keys.append(session.session_key)
print(json.dumps(keys))
"""
PLACE = "/tournaments/feldkirchen-2026/"


def run(folder: Path) -> Iterator[Figure]:
    with open_hall(folder, TABLES, "--port", "8580") as hall:
        impatient, other = run_inside(hall.var, LOGINS)
        seconds_until(hall, impatient, f"{PLACE}standings.pdf")  # whatever is loaded once
        time.sleep(SETTLING)
        quiet = hall.writing(32, 5, 2.0)
        alone = seconds_until(hall, other, f"{PLACE}standings.pdf")
        clicks = threading.Thread(target=_click, args=[hall, impatient])
        pages: list[float] = []
        documents: list[float] = []
        looks = threading.Thread(target=_look, args=[hall, other, pages, documents])
        clicks.start()
        looks.start()
        writing = hall.writing(32, SECONDS, 2.0)
        clicks.join()
        looks.join()
        goes_on = _computing(hall)
        yield from _figures(quiet, writing, pages, documents, alone, goes_on)


def _figures(
    quiet: Written, writing: Written, pages: list[float], documents: list[float], alone: float, goes_on: float
) -> Iterator[Figure]:
    calm, p99 = quiet.quantile(0.99), writing.quantile(0.99)
    yield Figure(
        what=f"games of 32 tables meanwhile, {len(writing.errors)} errors",
        value=f"p99 {1000 * p99:.0f} ms, {1000 * calm:.0f} quiet",
        goal=f"3 x quiet, or 0.5 s ({BEFORE['tables']} before)",
        holds=p99 < max(3 * calm, 0.5) and not writing.errors,
    )
    yield Figure(
        what="longest wait of another login for a page", value=f"{max(pages):.2f} s",
        goal=f"under 1 s ({BEFORE['page']} before)", holds=max(pages) < 1,
    )  # fmt: skip
    yield Figure(
        what=f"another login’s standings as PDF, {alone:.1f} s alone", value=f"{max(documents):.1f} s",
        goal=f"under 10 s ({BEFORE['document']} before)", holds=max(documents) < 10,
    )  # fmt: skip
    yield Figure(
        what=f"computing for {CLICKS} renders given up goes on for", value=f"{goes_on:.1f} s",
        goal=f"under 2 s ({BEFORE['after']} before)", holds=goes_on < 2,
    )  # fmt: skip


def _click(hall: Hall, key: str) -> None:
    for _ in range(CLICKS):
        connection = http.client.HTTPConnection("127.0.0.1", hall.server.port)
        connection.request("GET", f"{PLACE}1/sheets.pdf?filled", headers={"Cookie": f"sessionid={key}"})
        time.sleep(PATIENCE_SECONDS)
        connection.close()


def _look(hall: Hall, key: str, pages: list[float], documents: list[float]) -> None:
    until = time.monotonic() + CLICKS * PATIENCE_SECONDS
    while time.monotonic() < until:
        pages.append(seconds_until(hall, key, PLACE))
        documents.append(seconds_until(hall, key, f"{PLACE}standings.pdf"))


def seconds_until(hall: Hall, key: str, path: str) -> float:
    """The seconds until this page or document is there. A page that says to wait is asked for again, as it does."""
    began = time.monotonic()
    while True:
        connection = http.client.HTTPConnection("127.0.0.1", hall.server.port, timeout=60)
        connection.request("GET", path, headers={"Cookie": f"sessionid={key}"})
        answer = connection.getresponse()
        body = answer.read()
        connection.close()
        if answer.status != 202:
            assert answer.status == 200, (answer.status, path)
            assert not path.endswith(".pdf") or body.startswith(b"%PDF")
            return time.monotonic() - began
        time.sleep(1)


def _computing(hall: Hall) -> float:
    """The seconds for which the server goes on computing, with nobody asking; at most 30."""
    began = time.monotonic()
    while time.monotonic() - began < 30:
        before = _computed(hall)
        time.sleep(0.5)
        if _computed(hall) - before < 0.2:
            break
    return time.monotonic() - began - 0.5


def _computed(hall: Hall) -> float:
    """The seconds of computing that the processes of the server have taken."""
    ticks = 0
    for process in processes_of(hall.server.process.pid):
        try:
            ticks += sum(map(int, Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[11:13]))
        except OSError:
            continue
    return ticks / os.sysconf("SC_CLK_TCK")
