"""The sentence in the place of a signature says who had the last word by the rules (5.1.3, H 8)."""

import datetime as dt

import pytest

from tournament.selectors.overruled import Overruled


@pytest.mark.parametrize(
    ("instance", "words"),
    [
        ("tribunal", "refuses to sign, accepted after the decision of the tribunal"),
        ("director", "refuses to sign, accepted after the decision of the tournament management"),
        ("supervisor", "refuses to sign, accepted after the decision of the supervisor"),
    ],
)
def test_who_had_the_last_word(instance: str, words: str) -> None:
    at = dt.datetime(2026, 11, 28, 19, 14, tzinfo=dt.UTC)
    decision = Overruled(dispute=1, instance=instance, decided_by="S. Graf", decided_at=at)
    assert (decision.words, decision.text) == (words, f"{words} · S. Graf, 20:14")
