"""Reads the message of a table's device into commands, or says why it is no message (docs/table.md). Writes nothing."""

import re
from dataclasses import dataclass
from typing import Any

from tournament.devices.forms.messages import number, read_device_message
from tournament.person.names import one_line
from tournament.sheet.sent import MOST_COMMANDS, DeviceCommand, other_version

ID = re.compile(r"[0-9a-f]{32}")
RESTORE = re.compile(r"[0-9a-f]{0,16}")
# What a table may say of a game. It never decides whether a game counts, is approved or is struck.
RECORD = frozenset(
    {
        "contract", "declarer", "partner", "called", "suit", "result", "level", "runners", "doublings", "surrender",
        "loser", "second_loser", "durchmarsch", "jungfrauen", "late_tout", "without", "claimed", "announced",
        "doubled_by", "laid", "knocked",
    }
)  # fmt: skip
PROTOCOL = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandsMessage:
    """The commands in their order. `restore` is the key of the newest restore that the device knows, "" for none;
    `version` is that of the state that it has. Each is None if it does not say, as pages of older versions."""

    restore: str | None
    version: int | None
    commands: list[DeviceCommand]


def read_commands(body: bytes) -> CommandsMessage:
    """Read the message of a device. Refused: not_a_message, unknown; the device then keeps all commands."""
    return read_device_message(body, _commands)


def _commands(message: dict[str, Any]) -> CommandsMessage:
    if number(message["protocol"]) != PROTOCOL:
        raise other_version()
    restore, version = message.get("restore"), message.get("version")
    return CommandsMessage(
        restore=None if restore is None else _text(restore, RESTORE),
        version=None if version is None else number(version),
        commands=[_command(fields) for fields in message["commands"][:MOST_COMMANDS]],
    )


def _command(fields: dict[str, Any]) -> DeviceCommand:
    kind, record = fields["kind"], fields.get("record")
    if kind == "record" and not (isinstance(record, dict) and set(record) <= RECORD):
        raise ValueError("no record")
    return DeviceCommand(
        id=_text(fields["id"], ID),
        sequence=number(fields["sequence"]),
        base=number(fields["base"]),
        kind=_text(kind, re.compile("[a-z_]{1,10}")),
        number=number(fields["number"]),
        record=record,
        redeals=tuple(_text(reason, re.compile("[a-z]{1,10}")) for reason in fields.get("redeals", [])[:20]),
        oral=one_line(_text(fields.get("oral", ""), re.compile(r"[^\x00-\x1f]{0,80}"))),
        game=_text(fields.get("game", ""), re.compile(r"[0-9a-f]{0,40}")),
        again=fields.get("again") is True,
    )


def _text(value: Any, pattern: re.Pattern[str]) -> str:
    if not isinstance(value, str) or not pattern.fullmatch(value):
        raise ValueError("no text")
    return value
