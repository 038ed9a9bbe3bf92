"""What a game costs as a whole request: its queries, and how often the sheet is evaluated (tests/bench/crossing.py)."""

import pytest

from tests.bench.crossing import WARM, crossing_of, requests
from tests.worlds.played import play

# With BEGIN and COMMIT. At the desk two of them find the session and the login.
MOST_QUERIES = {
    "game at the desk, changed parts": 12,
    "game at the desk, whole page": 22,
    "game from the phone": 10,
}


# A transaction of its own for each game: only what is committed is remembered for the next one.
@pytest.mark.django_db(transaction=True)
def test_a_game_stays_within_its_queries() -> None:
    play(6, [])
    for name, send in requests().items():
        for _ in range(2 * WARM):
            send()
        crossing = crossing_of(send)
        assert len(crossing.queries) <= MOST_QUERIES[name], "\n".join(crossing.queries)
        assert crossing.evaluations == 1, name
