"""The newest commits are damaged while the server is down: the start says so, and the tables send them again."""

from tests.attack.damaged import DAMAGES, damage_again_and_again
from tests.attack.healed import HealedHall, compared


def test_acknowledged_games_in_a_wal_that_is_gone_come_back(tmp_path):
    """All kinds of damage: python -m tests.attack damaged."""
    hall = HealedHall(tmp_path, port=8650, tables=4, late=0, pause=0.6)
    damaged = damage_again_and_again(hall, DAMAGES[-1:], games=8)
    comparison = compared(hall)
    assert damaged.lost > (0,)
    assert damaged.silent == 0
    assert (comparison.lost, comparison.doubled, comparison.misplaced) == (0, 0, 0)
    assert comparison.faults == ()
