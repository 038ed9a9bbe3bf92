"""JSON in the one form that hashes are taken over. Pure."""

import json
from typing import Any


def canonical(value: Any) -> str:
    """Sorted keys, no spaces, ASCII: the same value gives the same text everywhere."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
