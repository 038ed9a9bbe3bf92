"""Reads what a table's device has seen of its sheet, after a restore and before (docs/table.md). Writes nothing."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tournament.devices.forms.messages import number, read_message

KEY = re.compile(r"[0-9a-f]{16}")
VERSION = re.compile(r"[0-9]{1,9}")
MOST_LINES, MOST_SEATS, MOST_POINTS = 200, 5, 2**31 - 1


@dataclass(frozen=True, slots=True, kw_only=True)
class RecollectionMessage:
    """The key of the restore, the version of the sheet as the device knew it, and what it had seen, as JSON."""

    restore: str
    version: int
    seen: dict[str, Any]


def seen_version(query: Mapping[str, str], *, sheet: int, restore: str) -> int:
    """The version of this very sheet that a device says to have seen since this restore; 0 if it says none."""
    version = query.get("v", "")
    same = (query.get("sheet"), query.get("restore")) == (str(sheet), restore)
    return int(version) if same and VERSION.fullmatch(version) else 0


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
