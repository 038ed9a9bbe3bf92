"""What a table's device sends when somebody signs or refuses to, read (docs/table.md). Writes nothing."""

import json
from dataclasses import dataclass
from typing import Any

from tournament.forms.messages import number, read_message
from tournament.person.strokes import Strokes, read_strokes


@dataclass(frozen=True, slots=True, kw_only=True)
class SigningMessage:
    """Whose signature under which content; what was drawn, or why not."""

    seat: int
    content: str
    strokes: Strokes | None
    reason: str


def read_signing(body: bytes) -> SigningMessage:
    """The message of a device. Refused: not_a_message, and as strokes.read_strokes."""
    return read_message(body, _signing)


def _signing(said: dict[str, Any]) -> SigningMessage:
    seat, content, reason = number(said["seat"]), said["content"], said.get("reason", "")
    if not isinstance(content, str) or not isinstance(reason, str):
        raise ValueError("no text")
    drawn = said.get("strokes")
    # Nothing drawn: who cannot draw confirms by a key.
    strokes = None if drawn is None else read_strokes(drawn)
    return SigningMessage(seat=seat, content=content, strokes=strokes, reason=reason)


def read_drawing(text: str) -> Strokes:
    """The strokes of a form's hidden field. Refused: as strokes.read_strokes."""
    try:
        return read_strokes(json.loads(text or "[]"))
    except (ValueError, RecursionError):
        return read_strokes(None)
