"""The server is killed while sixty tables write: every acknowledged game is there once, in its line.

Two of the tables are phones with the real page; the others send what a page would send (tests/attack/killed.py).
"""

import random

import pytest

from tests.attack.killed import KilledHall
from tests.e2e.waiting import play, ready, sit_down_at, status, waiting_commands

pytestmark = [pytest.mark.e2e, pytest.mark.proof]

PHONES, KILLS = 2, 20


def test_twenty_kills_lose_and_double_nothing(browser, tmp_path):
    hall = KilledHall(tmp_path, port=8480)
    try:
        phones = [sit_down_at(browser, hall.server.url, *one) for one in hall.known[:PHONES]]
        hall.let_write(hall.known[PHONES:])
        chance = random.Random(5)
        for number in range(1, KILLS + 1):
            hall.wait_for(chance.randint(5, 50))
            for phone in phones:
                play(phone, number)
            hall.kill()
        hall.wait_for(len(hall.tables))
        # Together they send more than the server can take, so that a phone's answer may come after it has given up.
        hall.close()
        for phone in phones:
            status(phone.page, "saved")
            assert waiting_commands(phone.page) == []
            phone.page.reload()
            ready(phone.page, KILLS + 1)
            phone.page.context.close()
    finally:
        hall.end()
    there = hall.there()
    for address, _token in hall.known[:PHONES]:
        lines, keys = there.pop(address)
        assert lines == list(range(1, KILLS + 1))
        assert len(keys) == len(set(keys)) == KILLS
    assert hall.refused == []
    assert there == {table.address: [list(range(1, len(table.lines) + 1)), table.acknowledged] for table in hall.tables}
    assert sum(len(table.acknowledged) for table in hall.tables) > len(hall.tables)
