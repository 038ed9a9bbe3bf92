"""The priority of a process beside the others."""

import pytest

from tournament.server import priority


class Autogroup:
    """The file of a session's priority, which takes an order only at the third attempt."""

    attempts = 0

    def write_text(self, text: str) -> None:
        self.attempts += 1
        if self.attempts < 3:
            raise BlockingIOError
        assert text == "19"


def test_the_priority_of_a_session_is_set_where_the_system_turns_it_away_for_a_moment(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Printer and keeper start in one moment, and Linux takes one such order in a tenth of a second."""
    autogroup = Autogroup()
    monkeypatch.setattr(priority, "Path", lambda _path: autogroup)
    monkeypatch.setattr(priority, "AUTOGROUP_SECONDS", 0.0)
    priority.keep_behind(1, priority.Priority.COPIES)
    assert autogroup.attempts == 3
