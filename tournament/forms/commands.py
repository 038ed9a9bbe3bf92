"""Reads the message of a table's device into commands, or says why it is no message (docs/table.md). Writes nothing."""

import re
from typing import Any

from tournament.forms.messages import number, read_message
from tournament.person.names import printable
from tournament.sheet.sent import MOST_COMMANDS, DeviceCommand, other_version

ID = re.compile(r"[0-9a-f]{32}")
# What a table may say of a game. It never decides whether a game counts, is approved or is struck.
RECORD = frozenset(
    {
        "contract", "declarer", "partner", "called", "suit", "result", "level", "runners", "doublings", "surrender",
        "loser", "durchmarsch", "jungfrauen",
    }
)  # fmt: skip
PROTOCOL = 1


def read_commands(body: bytes) -> list[DeviceCommand]:
    """Read the commands of a message in order. Refused: not_a_message, unknown; the device then keeps all of them."""
    return read_message(body, _commands)


def _commands(message: dict[str, Any]) -> list[DeviceCommand]:
    if number(message["protocol"]) != PROTOCOL:
        raise other_version()
    return [_command(said) for said in message["commands"][:MOST_COMMANDS]]


def _command(said: dict[str, Any]) -> DeviceCommand:
    kind, record = said["kind"], said.get("record")
    if kind == "record" and not (isinstance(record, dict) and set(record) <= RECORD):
        raise ValueError("no record")
    return DeviceCommand(
        id=_text(said["id"], ID),
        sequence=number(said["sequence"]),
        base=number(said["base"]),
        kind=_text(kind, re.compile("[a-z_]{1,10}")),
        number=number(said["number"]),
        record=record,
        redeals=tuple(_text(reason, re.compile("[a-z]{1,10}")) for reason in said.get("redeals", [])[:20]),
        oral=printable(_text(said.get("oral", ""), re.compile(r"[^\x00-\x1f]{0,80}"))).strip(),
        game=_text(said.get("game", ""), re.compile(r"[0-9a-f]{0,40}")),
    )


def _text(value: Any, pattern: re.Pattern[str]) -> str:
    if not isinstance(value, str) or not pattern.fullmatch(value):
        raise ValueError("no text")
    return value
