"""JSON in the one form that we hash. Pure."""

import json
from typing import Any


def canonical(value: Any) -> str:
    """Write JSON with sorted keys, without spaces and in ASCII: the same value gives the same text everywhere."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
