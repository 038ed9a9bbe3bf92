"""Reads the QR code that a table's device shows: the commands that it could not send. Writes nothing.

The text is that of static/js/table/compact.js: commands joined by "~", their parts by ".": id, number, fields.
"""

import base64
import binascii
import re
from typing import Any

from django.utils.translation import gettext_lazy as _

from tournament.enums import RedealReason
from tournament.person.names import one_line
from tournament.refusals import Refused
from tournament.sheet.sent import MOST_COMMANDS, DeviceCommand

LATE = "y"
FIELDS = {
    "c": "contract",
    "d": "declarer",
    "p": "partner",
    "k": "called",
    "s": "suit",
    "r": "result",
    "l": "level",
    "n": "runners",
    "b": "doublings",
    "x": "surrender",
    "o": "loser",
    "v": "second_loser",
    "u": "durchmarsch",
    "j": "jungfrauen",
    LATE: "late_tout",
    "w": "without",
    "f": "claimed",
    "a": "announced",
    "q": "doubled_by",
    "e": "laid",
    "h": "knocked",
}
WORDS = {
    "r": {"w": "won", "l": "lost", "d": "drawn"},
    "l": {"e": "simple", "r": "schneider", "z": "schwarz"},
    "x": {"a": "accepted", "r": "refused"},
}
ID_BYTES = 16
LONGEST_NAME = 80
NUMBERS = frozenset("dpnbouvfqeh")
FLAGS = frozenset(f"{LATE}wa")
REDEALS = {reason.value[0]: reason.value for reason in RedealReason}


def read_unsent(text: str) -> list[DeviceCommand]:
    """Read the commands in order. Refused: unsent_unreadable."""
    try:
        commands = [_command(part) for part in text.split("~")]
        if len(commands) > MOST_COMMANDS:
            raise ValueError("too many")
    except (ValueError, KeyError, IndexError, binascii.Error) as error:
        raise Refused(
            _("This code was not read completely. Please scan it once more, or let the table read the games out."),
            code="unsent_unreadable",
        ) from error
    return commands


def _command(text: str) -> DeviceCommand:
    packed, number, *parts = text.split(".")
    fields: dict[str, Any] = {"id": _id(packed), "number": _integer(number), "sequence": 0, "base": 0}
    if len(parts) == 1 and parts[0].startswith("t"):
        return DeviceCommand(kind="take_back", game=_id(parts[0][1:]) if parts[0][1:] else "", **fields)
    record: dict[str, Any] = {}
    for part in parts:
        letter, value = part[0], part[1:]
        if letter == "z":
            fields["redeals"] = tuple(REDEALS[reason] for reason in value)
        elif letter == "m":
            fields["oral"] = one_line(_bytes(value).decode())[:LONGEST_NAME]
        else:
            record[FIELDS[letter]] = _value(letter, value)
    return DeviceCommand(kind="record", record=record, **fields)


def _value(letter: str, value: str) -> object:
    if letter in WORDS:
        return WORDS[letter][value]
    if letter in FLAGS:
        if value != "1":
            raise ValueError("neither yes nor no")
        return True
    if letter == "j":
        return [_integer(seat) for seat in value]
    return _integer(value) if letter in NUMBERS else value


def _id(text: str) -> str:
    raw = _bytes(text)
    if len(raw) != ID_BYTES:
        raise ValueError("no id")
    return raw.hex()


def _integer(text: str) -> int:
    # int() would also read blanks, underscores and digits of other scripts.
    if not re.fullmatch("[0-9]{1,3}", text):
        raise ValueError("no number")
    return int(text)


def _bytes(text: str) -> bytes:
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
