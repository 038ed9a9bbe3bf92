"""How many games the server writes over HTTP while nobody disturbs it."""

import time
from collections.abc import Iterator
from pathlib import Path

from tests.attack.figures import Figure
from tests.attack.hall import SETTLING, open_hall

SECONDS = 4.0
# Games a second that the server wrote before requests were read whole, on the same two cores.
BEFORE = {8: 21.0, 32: 26.0, 60: 29.0}


def run(folder: Path) -> Iterator[Figure]:
    with open_hall(folder, 60, "--port", "8510") as hall:
        time.sleep(SETTLING)
        hall.writing(8, 2)
        for writers, before in BEFORE.items():
            writing = hall.writing(writers, SECONDS)
            yield Figure(
                what=f"{writers} tables write at once, {len(writing.errors)} errors",
                value=str(writing),
                goal=f"90 % of {before:.0f}/s before",
                holds=writing.per_second >= 0.9 * before and not writing.errors,
            )
