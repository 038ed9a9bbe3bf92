"""The message of a table's device, read: its commands, or why it is none (docs/table.md). Writes nothing."""

import json
import re
from typing import Any

from django.utils.translation import gettext_lazy as _

from tournament.names import printable
from tournament.refusals import Refused
from tournament.services.commands import MOST_COMMANDS, DeviceCommand

ID = re.compile(r"[0-9a-f]{32}")
# What a table may say of a game; whether it counts, is approved or struck is never the table's word.
RECORD = frozenset(
    {
        "contract", "declarer", "partner", "called", "suit", "result", "level", "runners", "doublings", "surrender",
        "loser", "durchmarsch", "jungfrauen",
    }
)  # fmt: skip
LARGEST = 2**31 - 1


def read_commands(body: bytes) -> list[DeviceCommand]:
    """The commands of a message in their order. Refused: not_a_message; the device keeps all of them."""
    try:
        message = json.loads(body)
        return [_command(said) for said in message["commands"][:MOST_COMMANDS]]
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise Refused(_("The message was not understood. Please call the desk."), code="not_a_message") from error


def _command(said: dict[str, Any]) -> DeviceCommand:
    kind, record = said["kind"], said.get("record")
    if kind == "record" and not (isinstance(record, dict) and set(record) <= RECORD):
        raise ValueError("no record")
    return DeviceCommand(
        id=_text(said["id"], ID),
        sequence=_number(said["sequence"]),
        base=_number(said["base"]),
        kind=_text(kind, re.compile("[a-z_]{1,10}")),
        number=_number(said["number"]),
        record=record,
        redeals=tuple(_text(reason, re.compile("[a-z]{1,10}")) for reason in said.get("redeals", [])[:20]),
        oral=printable(_text(said.get("oral", ""), re.compile(r"[^\x00-\x1f]{0,80}"))).strip(),
        game=_text(said.get("game", ""), re.compile(r"[0-9a-f]{0,40}")),
    )


def _number(value: Any) -> int:
    # A bool is an int to Python, and no number to anyone.
    if type(value) is not int or not 0 <= value <= LARGEST:
        raise ValueError("no number")
    return value


def _text(value: Any, pattern: re.Pattern[str]) -> str:
    if not isinstance(value, str) or not pattern.fullmatch(value):
        raise ValueError("no text")
    return value
