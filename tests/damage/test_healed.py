"""The laptop is destroyed and an older copy restored on another: the tables bring back what the copy lacks."""

from tests.attack.healed import HealedHall, compared, destroyed


def test_every_game_that_a_table_was_told_is_saved_is_there_once(tmp_path):
    """One device came after the copy, and one table changed its device. All figures: python -m tests.attack healed."""
    hall = HealedHall(tmp_path, port=8680, tables=4, late=1, pause=0.6)
    late, _down, _seconds = destroyed(hall, late=1, changed=1, before_copy=2.0, after_copy=2.0, at_last=1.0)
    comparison = compared(hall)
    assert late > 0
    assert comparison.again >= late
    assert (comparison.lost, comparison.doubled, comparison.misplaced) == (0, 0, 0)
    assert (comparison.faults, comparison.missing) == ((), 0)
