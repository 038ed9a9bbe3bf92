"""Two lists never have the same text: otherwise somebody could choose between two draws of one hash afterwards."""

from typing import Any

import pytest

from tests.tournament.lots.fields import SECRET, field
from tournament import lots
from tournament.lots import LotsError, Terms

PLAIN: dict[str, Any] = {"match": 1, "matches": 5, "entrants": tuple(range(1, 17)), "tables": (4, 4, 4, 4)}


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"earlier": ((),)}, "16 entrants do not fill tables of 4,4,4,4"),
        ({"earlier": (((),),)}, "16 entrants do not fill tables of 4,4,4,4"),
        ({"earlier": (((1, 2, 3, 4), ()),)}, "16 entrants do not fill tables of 4,4,4,4"),
        ({"clubs": ((),)}, "a club names somebody twice or nobody on the list"),
        ({"clubs": ((1, 2), ())}, "a club names somebody twice or nobody on the list"),
    ],
)
def test_what_the_text_would_not_show_is_refused(change: dict[str, Any], reason: str) -> None:
    with pytest.raises(LotsError) as refusal:
        Terms(**PLAIN | change)
    assert str(refusal.value) == reason


def test_a_draw_that_looked_ahead_though_nothing_was_before_does_not_hold() -> None:
    """An empty earlier match gives the same hash as none, but a small field would then look at the matches to come."""
    published = lots.protocol(field((4,) * 4, matches=5), secret=SECRET)
    assert lots.verify(published) == []
    assert lots.verify(published | {"earlier": [[]]}) == ["16 entrants do not fill tables of 4,4,4,4"]
