"""Reads what a table's device counted on its sheet, after a restore and before (docs/table.md). Writes nothing."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tournament.devices.forms.messages import number, read_device_message

KEY = re.compile(r"[0-9a-f]{16}")
VERSION = re.compile(r"[0-9]{1,9}")
COUNTS = ("games", "corrections", "signed")


@dataclass(frozen=True, slots=True, kw_only=True)
class RecollectionMessage:
    """The key of the restore, the version of the sheet as the device knew it, and what it counted there, as JSON."""

    restore: str
    version: int
    counts: dict[str, Any]


def seen_version(query: Mapping[str, str], *, sheet: int, restore: str) -> int:
    """The version of this very sheet that a device says to have seen since this restore; 0 if it says none."""
    version = query.get("v", "")
    same = (query.get("sheet"), query.get("restore")) == (str(sheet), restore)
    return int(version) if same and VERSION.fullmatch(version) else 0


def read_recollection(body: bytes) -> RecollectionMessage:
    """Read the message of a device. Refused: not_a_message."""
    return read_device_message(body, _recollection)


def _recollection(fields: dict[str, Any]) -> RecollectionMessage:
    if type(fields["accepted"]) is not bool or not KEY.fullmatch(fields["restore"]):
        raise ValueError("no recollection")
    counts = {**{name: number(fields[name]) for name in COUNTS}, "accepted": fields["accepted"]}
    return RecollectionMessage(restore=fields["restore"], version=number(fields["version"]), counts=counts)
