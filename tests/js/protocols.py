"""Protocols as people copy them."""

from collections.abc import Callable
from typing import Any

Change = Callable[[dict[str, Any]], dict[str, Any]]
SECRET = "5a" * 32


def spaced(name: str) -> Change:
    """Sixty-four digits with spaces, as a copy from a page has them."""

    def change(protocol: dict[str, Any]) -> dict[str, Any]:
        return protocol | {name: " ".join(protocol[name][start : start + 8] for start in range(0, 64, 8))}

    return change
