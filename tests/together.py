"""Acts that begin at the same moment, as two desks or devices do them."""

import threading
from collections.abc import Callable

from django.db import connection

from tournament.refusals import Refused


def together(*acts: Callable[[], object]) -> list[str]:
    """The results of acts that begin at the same moment, each in a thread of its own: "done" or the refusal's code."""
    barrier = threading.Barrier(len(acts))
    answers = [""] * len(acts)

    def run(index: int, act: Callable[[], object]) -> None:
        try:
            barrier.wait(10)
            act()
            answers[index] = "done"
        except Refused as refusal:
            answers[index] = refusal.code
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=pair) for pair in enumerate(acts)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    return answers
