"""One stranger's laptop sends ordinary requests, as many as it can: do the tables and the desk notice?

Each attack stands beside a quiet time of the same run. Where a game takes more than three times as long, it stands
beside a control, too: as many plain 404s a second from the same laptop, which computes on the same two cores.
"""

import http.client
import json
import subprocess
import sys
import threading
import time
import urllib.parse
from collections.abc import Iterator
from pathlib import Path

from tests.attack.figures import Figure
from tests.attack.hall import SETTLING, Hall, Written, open_hall
from tests.attack.printing import LOGINS, PLACE, seconds_until
from tests.attack.strangers import FORM, KINDS, NEVER_READ, TOKEN
from tests.installation import ROOT, run_inside

TABLES, WRITERS, EVERY, SECONDS = 60, 32, 1.0, 4.0
# How many times longer a game took, p99, while tables and strangers shared their threads.
BEFORE = {
    NEVER_READ: 194, "login_page": 225, "wrong_login": 59, "wrong_code": 34, "search": 15, "pages_not_kept": 46,
    "upload": 20,
}  # fmt: skip
DOCUMENT, LOGINS_OF_MANY = "junk_document", "many_logins"
PASSWORD = "Kastanie und Laub"
KNOW_PASSWORD = f"""
from tournament.models import User
user = User.objects.get(username="reiter")
user.set_password("{PASSWORD}")
user.save()
print(json.dumps(True))
"""


def attacked(hall: Hall, kind: str, rate: float = 0.0, seconds: float = SECONDS) -> tuple[Written, dict[str, int]]:
    """Let the tables write while a stranger asks; return how that went, and what the stranger was answered."""
    for table in hall.tables:
        table.close()  # the server ends a connection that was idle since the attack before
    command = [sys.executable, "-m", "tests.attack.strangers", str(hall.server.port), kind, str(seconds + 1), str(rate)]
    stranger = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    time.sleep(1)
    writing = hall.writing(WRITERS, seconds, EVERY)
    printout, _ = stranger.communicate(timeout=90)
    return writing, json.loads(printout)


def run(folder: Path) -> Iterator[Figure]:
    with open_hall(folder, TABLES, "--port", "8520") as hall:
        login, _other = run_inside(hall.var, LOGINS)
        seconds_until(hall, login, f"{PLACE}standings.pdf")  # whatever is loaded once
        time.sleep(SETTLING)
        hall.writing(8, 2)
        quiet = hall.writing(WRITERS, 2 * SECONDS, EVERY)
        yield Figure(what=f"{WRITERS} tables, quiet", value=str(quiet), goal="", holds=not quiet.errors)
        for kind in (NEVER_READ, *KINDS):
            if kind not in (DOCUMENT, LOGINS_OF_MANY):
                yield _figure(hall, kind, quiet)
        yield from _documents(hall, login, quiet)
        yield _logins(hall)


def _figure(hall: Hall, kind: str, quiet: Written) -> Figure:
    writing, answers = attacked(hall, kind)
    times = writing.quantile(0.99) / quiet.quantile(0.99)
    goal = f"3 x quiet ({BEFORE.get(kind, '-')} x before)"
    holds = times <= 3 and not writing.errors
    value = f"{writing}: {times:.1f} x"
    if times > 3 and kind != "nothing_there":
        rate = sum(answers.values()) / (SECONDS + 1)
        control, _ = attacked(hall, "nothing_there", rate)
        beside = writing.quantile(0.99) / control.quantile(0.99)
        value, goal = f"{value}, {beside:.1f} x control", f"{goal}, or 1.5 x control"
        holds = beside <= 1.5 and not writing.errors
    return Figure(
        what=f"{kind} {json.dumps(answers)}, errors {sorted(set(writing.errors))}", value=value, goal=goal,
        holds=holds or kind == "nothing_there",
    )  # fmt: skip


def longest_wait(hall: Hall, login: str) -> float:
    """The longest wait for the ranking as a document, of three."""
    return max(seconds_until(hall, login, f"{PLACE}standings.pdf") for _ in range(3))


def _beside(hall: Hall, login: str, kind: str, rate: float = 0.0) -> tuple[float, Written, dict[str, int]]:
    """The wait for documents while a stranger asks; how the tables wrote, and what the stranger was answered."""
    waits: list[float] = []
    desk = threading.Thread(target=lambda: waits.append(longest_wait(hall, login)))
    threading.Timer(2, desk.start).start()
    writing, answers = attacked(hall, kind, rate)
    desk.join()
    return waits[0], writing, answers


def _documents(hall: Hall, login: str, quiet: Written) -> Iterator[Figure]:
    """Strangers with invented cookies ask for documents that do not exist, while the desk asks for one that does."""
    alone, (beside, writing, answers) = longest_wait(hall, login), _beside(hall, login, DOCUMENT)
    control, _, _ = _beside(hall, login, "nothing_there", sum(answers.values()) / (SECONDS + 1))
    yield Figure(
        what=f"a document for the desk beside {json.dumps(answers)}",
        value=f"{beside:.1f} s, {alone:.1f} alone, {control:.1f} control",
        goal="3 x alone or 1.5 x control (32 s before)",
        holds=beside <= max(3 * alone, 1.5 * control),
    )
    times = writing.quantile(0.99) / quiet.quantile(0.99)
    yield Figure(
        what=f"{DOCUMENT}, errors {sorted(set(writing.errors))}", value=f"{writing}: {times:.1f} x",
        goal="3 x quiet, or 0.5 s",
        holds=(times <= 3 or writing.quantile(0.99) < 0.5) and not writing.errors,
    )  # fmt: skip


def log_in(hall: Hall, browser_cookie: str = "") -> tuple[int, float, str]:
    """Log in with the right password; return the status, the seconds, and the cookie by which the browser is known."""
    typed = {"username": "reiter", "password": PASSWORD, "csrfmiddlewaretoken": TOKEN}
    headers = FORM | {"Cookie": f"csrftoken={TOKEN}; {browser_cookie}"}
    connection, began = http.client.HTTPConnection("127.0.0.1", hall.server.port, timeout=60), time.monotonic()
    connection.request("POST", "/login/", urllib.parse.urlencode(typed), headers)
    answer = connection.getresponse()
    answer.read()
    connection.close()
    cookies = [value.partition(";")[0] for name, value in answer.getheaders() if name.lower() == "set-cookie"]
    browser = next((cookie for cookie in cookies if cookie.startswith("spielliste_known=")), "")
    return answer.status, time.monotonic() - began, browser


def _logins(hall: Hall) -> Figure:
    """Somebody logs in again on the own browser while strangers from 20 addresses log in with invented names."""
    run_inside(hall.var, KNOW_PASSWORD)
    _status, quiet, cookie = log_in(hall)
    logins: list[tuple[int, float, str]] = []
    desk = threading.Thread(target=lambda: logins.extend(log_in(hall, cookie) for _ in range(4)))
    threading.Timer(2, desk.start).start()
    attacked(hall, LOGINS_OF_MANY, seconds=6.0)
    desk.join()
    longest = max(seconds for _status, seconds, _cookie in logins)
    return Figure(
        what=f"logins on a known browser beside those of 20 addresses, {quiet:.1f} s quiet",
        value=f"{[status for status, _seconds, _cookie in logins]}, {longest:.1f} s",
        goal="all let in within 3 s; refused before",
        holds=all(status == 302 for status, *_ in logins) and longest <= 3,
    )
