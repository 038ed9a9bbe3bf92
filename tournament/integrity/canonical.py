"""JSON in canonical form, the input of all hashes. Pure."""

import json
from typing import Any


def canonical(value: Any) -> str:
    """Write JSON with sorted keys, no spaces, in ASCII, so that the same value always gives the same text."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
