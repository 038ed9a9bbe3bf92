"""Reads what a table's device says of the runners of a written game. Writes nothing."""

from typing import Any

from tournament.devices.forms.messages import number, read_device_message
from tournament.sheet.acts.runners import SayRunners


def read_runners(body: bytes) -> SayRunners:
    """Return the command. Refused: not_a_message."""
    return read_device_message(body, _runners)


def _runners(fields: dict[str, Any]) -> SayRunners:
    game, claimed = fields["game"], fields.get("claimed")
    if not isinstance(game, str):
        raise TypeError("no game")
    return SayRunners(
        number=number(fields["number"]),
        runners=number(fields["runners"]),
        claimed=None if claimed is None else number(claimed),
        seen=game or None,
    )
