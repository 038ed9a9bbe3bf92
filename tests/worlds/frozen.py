"""A world that is the same every time: a clock that moves only when it is told, and chance from a seed.

For tests whose result is looked at or compared as a whole, such as the pictures of the handbook.
"""

import datetime as dt
import random
import secrets
from typing import Any

from django.utils import timezone

EVENING = dt.datetime(2026, 11, 28, 18, 0, tzinfo=dt.UTC)  # 19:00 in the hall


class Clock:
    """The time of day in Django, for all threads. While `step` is set, it goes on with each look at it."""

    def __init__(self, now: dt.datetime = EVENING) -> None:
        self.now, self.step = now, dt.timedelta(0)

    def look(self) -> dt.datetime:
        """What django.utils.timezone.now() returns."""
        self.now += self.step
        return self.now


def freeze(monkeypatch: Any) -> Clock:
    """Take the clock and the chance of the standard library from this process; return the clock."""
    clock, chance = Clock(), random.Random(1)
    monkeypatch.setattr(timezone, "now", clock.look)
    monkeypatch.setattr(secrets, "token_hex", lambda size=32: chance.randbytes(size).hex())
    monkeypatch.setattr(secrets, "token_urlsafe", lambda size=32: chance.randbytes(size).hex())
    monkeypatch.setattr(secrets, "randbelow", chance.randrange)
    return clock
