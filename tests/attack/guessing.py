"""Somebody guesses passwords with 24 clients while tables ask for news: how long do the tables wait?"""

import http.client
import threading
import time
import urllib.parse
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from tests.attack.figures import Figure
from tests.attack.hall import SETTLING, open_hall

GUESSERS, TABLES, SECONDS = 24, 16, 10.0
# What a question of a table took at p99 while they guessed, before guesses were slowed; 0.02 s when it was quiet.
BEFORE_SECONDS = 14.1


def guess(port: int, name: str, until: float, answers: Counter[int]) -> None:
    """Guess passwords of this name, as fast as the answers come."""
    number = 0
    while time.monotonic() < until:
        number += 1
        typed = {"username": name, "password": f"Sommer{number}", "csrfmiddlewaretoken": "c" * 32}
        headers = {"Cookie": f"csrftoken={'c' * 32}", "Content-Type": "application/x-www-form-urlencoded"}
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        try:
            connection.request("POST", "/login/", urllib.parse.urlencode(typed), headers)
            answer = connection.getresponse()
            answer.read()
            answers[answer.status] += 1
        except (OSError, http.client.HTTPException):
            answers[0] += 1
        finally:
            connection.close()


def run(folder: Path) -> Iterator[Figure]:
    with open_hall(folder, TABLES, "--port", "8570") as hall:
        time.sleep(SETTLING)
        hall.asking(TABLES, 3)
        quiet = hall.asking(TABLES, SECONDS)
        yield Figure(what=f"{TABLES} tables ask, quiet", value=str(quiet), goal="", holds=not quiet.errors)
        answers: Counter[int] = Counter()
        until = time.monotonic() + SECONDS
        # Half of them guess one name, the others a name each.
        names = ["reiter" if number % 2 else f"name{number}" for number in range(GUESSERS)]
        guessers = [threading.Thread(target=guess, args=[hall.server.port, name, until, answers]) for name in names]
        for guesser in guessers:
            guesser.start()
        asked = hall.asking(TABLES, SECONDS)
        for guesser in guessers:
            guesser.join()
        yield Figure(
            what=f"the same while {GUESSERS} clients guess passwords",
            value=str(asked),
            goal=f"p99 under 1 s, before {BEFORE_SECONDS:.1f} s",
            holds=asked.quantile(0.99) < 1 and not asked.errors,
        )
        checked, told = answers[200], dict(sorted(answers.items()))
        yield Figure(
            what=f"guesses that were really checked: {told}", value=str(checked), goal="60 at most", holds=checked <= 60
        )
