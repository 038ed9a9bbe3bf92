"""A command in the queue of a table's device, and the sheet's command that it stands for (docs/table.md)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy as _

from scoring.errors import ScoringError
from scoring.records import record_from_json
from tournament.enums import RedealReason
from tournament.refusals import Refused
from tournament.sheet.actors import reason_of
from tournament.sheet.acts.games import RecordGame
from tournament.sheet.acts.take_backs import TakeBackGame
from tournament.words import labels

MOST_COMMANDS = 40


@dataclass(frozen=True, slots=True, kw_only=True)
class DeviceCommand:
    """A command as the device sent it. `kind` is record or take_back; `base` is the sheet's version when it was made.

    A record has `record`, `redeals` (reasons) and `oral` (the person who, as the table says, approved it by word of
    mouth). A take_back has `game`, the id of the command that wrote the line, "" if the desk wrote it. `again`: it was
    acknowledged before a restore and is sent again in case the copy lacks it.
    """

    id: str
    sequence: int
    base: int
    kind: str
    number: int
    record: dict[str, Any] | None = None
    redeals: tuple[str, ...] = ()
    oral: str = ""
    game: str = ""
    again: bool = False

    @property
    def key(self) -> str:
        return self.id


def heart_command(command: DeviceCommand, already_written: Mapping[str, str]) -> RecordGame | TakeBackGame:
    """Return the sheet's command for a device's command. Refused: a code of scoring, unknown.

    `already_written` maps the ids of games that the device sent, but that stood there before, to the commands that
    wrote them.
    """
    if command.kind == TakeBackGame.kind:
        return TakeBackGame(
            number=command.number, seen=already_written.get(command.game, command.game), key=command.id, sent=True
        )
    if command.kind != RecordGame.kind or not set(command.redeals) <= set(RedealReason.values):
        raise other_version()
    try:
        record = record_from_json(command.record)
    except ScoringError as error:
        raise labels.refused(error) from error
    return RecordGame(
        number=command.number,
        record=record.placed(passed=command.redeals.count(RedealReason.PASSED) or None),
        key=command.id,
        redeals=command.redeals,
        oral=reason_of(command.oral, "") if command.oral else None,
        sent=True,
    )


def id_used() -> Refused:
    """Return the refusal for an id under which something else was done."""
    return Refused(_("This page was used for another line already. Please load it again."), code="command_used")


def other_version() -> Refused:
    """The refusal of a command from a page of another version."""
    return Refused(_("This page is of another version. Please load it again once everything is saved."), code="unknown")
