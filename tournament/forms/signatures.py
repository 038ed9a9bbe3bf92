"""Reads what a table's device sends when somebody signs or refuses to sign (docs/table.md). Writes nothing."""

import json
from dataclasses import dataclass
from typing import Any

from tournament.devices.forms.messages import number, read_device_message
from tournament.person.strokes import Strokes, read_strokes


@dataclass(frozen=True, slots=True, kw_only=True)
class SigningMessage:
    """The player, the content to sign, and the drawing; or the reason for not signing."""

    seat: int
    content: str
    strokes: Strokes | None
    reason: str


def read_signing(body: bytes) -> SigningMessage:
    """Read the message of a device. Refused: not_a_message, and as strokes.read_strokes."""
    return read_device_message(body, _signing)


def _signing(payload: dict[str, Any]) -> SigningMessage:
    seat, content, reason = number(payload["seat"]), payload["content"], payload.get("reason", "")
    if not isinstance(content, str) or not isinstance(reason, str):
        raise ValueError("no text")
    drawing = payload.get("strokes")
    # Nothing is drawn if somebody who cannot draw confirms with a key.
    strokes = None if drawing is None else read_strokes(drawing)
    return SigningMessage(seat=seat, content=content, strokes=strokes, reason=reason)


def read_drawing(text: str) -> Strokes:
    """Read the strokes in a form's hidden field. Refused: as strokes.read_strokes."""
    try:
        return read_strokes(json.loads(text or "[]"))
    except (ValueError, RecursionError):
        return read_strokes(None)
