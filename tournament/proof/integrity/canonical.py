"""JSON in the one form that we hash, and JSON that somebody else may have written. Pure."""

import json
from typing import Any


def canonical(value: Any) -> str:
    """Write JSON with sorted keys, without spaces and in ASCII: the same value gives the same text everywhere."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True)


def strict(text: str) -> Any:
    """Read JSON in which each value is written as we do: no key stands twice, and a whole number has no fraction.

    Else Python reads what equals our own value and is another one. ValueError, RecursionError for what is no JSON too.
    """
    return _STRICT.decode(text)


def _fraction(text: str) -> float:
    number = float(text)
    if number.is_integer():
        raise ValueError(f"a whole number that is written as {text}")
    return number


def _constant(text: str) -> None:
    raise ValueError(f"{text} is no JSON")


def _single_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    values = dict(pairs)
    if len(values) < len(pairs):
        raise ValueError("a key stands twice")
    return values


_STRICT = json.JSONDecoder(parse_float=_fraction, parse_constant=_constant, object_pairs_hook=_single_keys)
