"""Steps shown again after a jump: going back announces nothing, and nobody is called twice."""

import pytest

from tests.tournament.ceremony.hall import Hall

pytestmark = pytest.mark.django_db


def test_going_back_after_a_jump_shows_nothing_that_was_skipped(hall: Hall) -> None:
    hall.begin()
    hall.step(1)
    hall.step(5)
    assert hall.running.preceding == 1
    for step in (4, 3, 2):
        hall.step(step)
    assert (hall.running.preceding, hall.running.is_next_known, hall.running.is_rest_known) == (1, True, True)
    hall.step(4)
    assert not hall.running.is_rest_known  # the honour roll is the next step
    hall.step(0)
    assert hall.running.preceding is None


def test_nobody_is_called_who_was_announced_already(hall: Hall) -> None:
    hall.begin()
    hall.step(2)
    assert "Please come to the front" in hall.screen()
    for step in (3, 4, 2):
        hall.step(step)
    assert "Please come to the front" not in hall.screen()
