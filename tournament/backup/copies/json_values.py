"""The values in a copy's list of files, which a stranger may have written: each is of its kind and size."""

import re
from datetime import UTC, datetime
from typing import Any

MOST = 2**53
FIRST, LAST = datetime(2020, 1, 1, tzinfo=UTC), datetime(2200, 1, 1, tzinfo=UTC)
# Each list and each object takes memory beyond its own length.
MOST_OPENED = 300_000


def check_opened(content: bytes) -> None:
    """Raises ValueError if the JSON has more lists and objects than any copy."""
    if content.count(b"[") + content.count(b"{") > MOST_OPENED:
        raise ValueError("too many lists and objects")


def json_number(value: Any, most: int = MOST) -> int:
    """A whole number from 0 to `most`. Raises ValueError."""
    if type(value) is not int or not 0 <= value <= most:
        raise ValueError("not such a number")
    return value


def json_text(value: Any, pattern: re.Pattern[str]) -> str:
    """A text of this pattern. Raises ValueError."""
    if type(value) is not str or not pattern.fullmatch(value):
        raise ValueError("not such a text")
    return value


def moment(value: Any) -> datetime:
    """A moment with its zone, in years that every calendar here knows. Raises ValueError."""
    if type(value) is not str:
        raise ValueError("not a moment")
    at = datetime.fromisoformat(value)
    if at.tzinfo is None or not FIRST <= at <= LAST:
        raise ValueError("not a moment of ours")
    return at
