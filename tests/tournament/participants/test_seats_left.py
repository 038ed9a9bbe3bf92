"""Seats left, as sentences: seats to the next full table, and what the limit leaves."""

import pytest

from tournament.participants.seats_left import SeatsLeft


def seats(
    players: int, missing: int, tables: int, most: int | None = None, house: int = 0, waiting: int = 0
) -> SeatsLeft:
    return SeatsLeft(players=players, house=house, missing=missing, tables=tables, most=most, waiting=waiting)


# Players, missing, tables, limit, of the house, waiting; left, full, whether who comes now waits; the sentences.
CASES = [
    (seats(137, 3, 35), None, False, False, ["3 more until table 35", "", ""]),
    (seats(136, 0, 34), None, False, False, ["34 full tables", "", ""]),
    (seats(4, 0, 1), None, False, False, ["1 full table", "", ""]),
    (seats(0, 4, 1), None, False, False, ["4 more until table 1", "", ""]),
    (seats(137, 3, 35, 140), 3, False, False, ["3 more until table 35", "3 seats left, full at 140", ""]),
    (seats(139, 1, 35, 140), 1, False, False, ["1 more until table 35", "1 seat left, full at 140", ""]),
    (seats(140, 0, 35, 140, waiting=2), 0, True, True,
     ["35 full tables", "Full: 140 players", "2 on the waiting list"]),
    # A house player takes no guest's seat.
    (seats(140, 0, 35, 140, house=2), 2, False, False, ["35 full tables", "2 seats left, full at 140", ""]),
    # Somebody left: who waits goes first.
    (seats(139, 1, 35, 140, waiting=1), 1, False, True,
     ["1 more until table 35", "1 seat left, full at 140", "1 on the waiting list"]),
    # A limit that went down sends nobody home.
    (seats(140, 0, 35, 120), 0, True, True, ["35 full tables", "Full: 120 players", ""]),
]  # fmt: skip


@pytest.mark.parametrize(("here", "left", "full", "waits", "sentences"), CASES)
def test_the_seats_that_are_left(
    here: SeatsLeft, left: int | None, full: bool, waits: bool, sentences: list[str]
) -> None:
    assert (here.left, here.full, here.takes_nobody) == (left, full, waits)
    assert [here.next_table, here.limit, here.queue] == sentences
