"""Reads what a table's device had seen of its sheet before a restore (docs/table.md). Writes nothing."""

import re
from dataclasses import dataclass
from typing import Any

from tournament.forms.messages import number, read_message

KEY = re.compile(r"[0-9a-f]{16}")
MOST_LINES, MOST_SEATS, MOST_POINTS = 200, 5, 2**31 - 1


@dataclass(frozen=True, slots=True, kw_only=True)
class RecollectionMessage:
    """The key of the restore, the version of the sheet as the device knew it, and what it had seen, as JSON."""

    restore: str
    version: int
    seen: dict[str, Any]


def read_recollection(body: bytes) -> RecollectionMessage:
    """Read the message of a device. Refused: not_a_message."""
    return read_message(body, _recollection)


def _recollection(said: dict[str, Any]) -> RecollectionMessage:
    lines = [_line(line) for line in said["lines"]]
    signed = [number(seat) for seat in said["signed"]]
    if len(lines) > MOST_LINES or len(signed) > MOST_SEATS or not KEY.fullmatch(said["restore"]):
        raise ValueError("no recollection")
    seen = {"lines": lines, "signed": signed, "accepted": _flag(said["accepted"])}
    return RecollectionMessage(restore=said["restore"], version=number(said["version"]), seen=seen)


def _line(said: dict[str, Any]) -> dict[str, Any]:
    points = said["points"]
    if len(points) > MOST_SEATS or any(type(value) is not int or abs(value) > MOST_POINTS for value in points):
        raise ValueError("no points")
    return {
        "number": number(said["number"]),
        "points": points,
        "corrections": number(said["corrections"]),
        "pending": _flag(said["pending"]),
    }


def _flag(value: Any) -> bool:
    if type(value) is not bool:
        raise ValueError("no flag")
    return value
