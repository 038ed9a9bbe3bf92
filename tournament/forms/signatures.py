"""What a table's device sends when somebody signs or refuses to, read (docs/table.md). Writes nothing."""

import json
from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

from tournament.refusals import Refused
from tournament.strokes import Strokes, read_strokes


@dataclass(frozen=True, slots=True, kw_only=True)
class SigningMessage:
    """Whose signature under which content; what was drawn, or why not."""

    seat: int
    content: str
    strokes: Strokes | None
    reason: str


def read_signing(body: bytes) -> SigningMessage:
    """The message of a device. Refused: not_a_message, and as strokes.read_strokes."""
    try:
        said = json.loads(body)
        seat, content, reason = said["seat"], said["content"], said.get("reason", "")
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise _not_understood() from error
    if type(seat) is not int or not isinstance(content, str) or not isinstance(reason, str):
        raise _not_understood()
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


def _not_understood() -> Refused:
    return Refused(_("The message was not understood. Please call the desk."), code="not_a_message")
