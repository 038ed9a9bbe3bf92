"""What the device of a table sends: commands in its own order, an answer for each (docs/table.md).

Applied and duplicate ones the device deletes; the first that is neither stops the message, and the rest waits there.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from scoring.errors import ScoringError
from scoring.records import GameRecord, record_from_json
from tournament import labels, permissions
from tournament.enums import RedealReason, Source
from tournament.models import Command, Scoresheet, TableDevice
from tournament.refusals import Refused
from tournament.services.games import Answer, Line, record_game, take_back_game
from tournament.services.locks import lock_scoresheet
from tournament.services.scoresheets import check_open

CONFLICTS = frozenset(
    {
        "line_taken",
        "line_out_of_turn",
        "sheet_not_open",
        "out_of_sequence",
        "sheet_older",
        "not_the_last",
        "line_changed",
        "sheet_not_live",
    }
)
"""Somebody else was first: what the device did is kept there and shown, a person decides."""

MOST_COMMANDS = 40


@dataclass(frozen=True, slots=True, kw_only=True)
class DeviceCommand:
    """A command as the device sent it. `kind` is record or take_back; `base` the version of the sheet it was made on.

    Of a record: `record`, `redeals` (reasons) and `oral` (whom the table names who approved it by word of mouth). Of a
    take_back: `game`, the id of the command that wrote the line, "" where the desk did.
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


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandAnswer:
    """What became of a command: applied, duplicate, conflict or refused; of the last two the code and the sentence."""

    id: str
    answer: str
    code: str = ""
    text: str = ""


def apply_commands(*, device: TableDevice, commands: Sequence[DeviceCommand]) -> list[CommandAnswer]:
    """Apply commands in their order, each in a transaction of its own; an answer for each up to the first that fails.

    Refused as a whole: device_locked, device_replaced.
    """
    answers: list[CommandAnswer] = []
    for command in commands:
        try:
            done = _apply(device, command)
        except Refused as refusal:
            if refusal.code in ("device_locked", "device_replaced"):
                raise
            kind = "conflict" if refusal.code in CONFLICTS else "refused"
            answers.append(CommandAnswer(id=command.id, answer=kind, code=refusal.code, text=str(refusal)))
            break
        answers.append(CommandAnswer(id=command.id, answer=done.value))
    return answers


@transaction.atomic
def _apply(device: TableDevice, command: DeviceCommand) -> Answer:
    sheet = lock_scoresheet(device.scoresheet)
    permissions.check_at(sheet, permissions.enter_games, device)
    known = Command.objects.filter(key=command.id).first()
    if known is not None:
        if (known.scoresheet_id, known.kind) != (sheet.pk, command.kind):
            raise Refused(_("This command was used for something else already."), code="command_used")
        return Answer.DUPLICATE
    if command.kind == "record":
        return _record(sheet, device, command)
    if command.kind == "take_back":
        return _take_back(sheet, device, command)
    raise Refused(_("This page is of another version. Please load it again once everything is saved."), code="unknown")


def _record(sheet: Scoresheet, device: TableDevice, command: DeviceCommand) -> Answer:
    line = Line(
        number=command.number,
        record=_game_record(command),
        command=command.id,
        redeals=command.redeals,
        oral=command.oral,
        sequence=command.sequence,
        base=command.base,
    )
    there = sheet.games.filter(number=command.number).first()
    if there is not None and _is_same(there.record, line.record):
        # Read out to the desk while there was no network: it stands there already.
        _keep(sheet, device, command)
        return Answer.DUPLICATE
    _check_base(sheet, device, command)
    if sheet.source != Source.LIVE:
        raise Refused(_("The desk types this sheet from paper now. Please call the desk."), code="sheet_not_live")
    return record_game(scoresheet=sheet, line=line, actor=device)


def _take_back(sheet: Scoresheet, device: TableDevice, command: DeviceCommand) -> Answer:
    check_open(sheet)
    there = sheet.games.filter(number=command.number).first()
    wrote = Command.objects.filter(scoresheet=sheet, kind="record", number=command.number).order_by("-pk").first()
    if there is None or (wrote.key if wrote else "") != command.game:
        raise Refused(
            _("Game %(number)s is no longer as this device wrote it: nothing was taken back."),
            code="line_changed",
            number=command.number,
        )
    _check_base(sheet, device, command)
    _keep(sheet, device, command)
    take_back_game(scoresheet=sheet, number=command.number, actor=device)
    return Answer.APPLIED


def _check_base(sheet: Scoresheet, device: TableDevice, command: DeviceCommand) -> None:
    """A device that has seen more than there is: an older copy of the database was put back."""
    if command.base > sheet.version:
        raise Refused(
            _(
                "The desk’s computer knows less of this sheet than this device: an older state was put back. "
                "Please call the desk; nothing is lost here."
            ),
            code="sheet_older",
        )
    last = device.commands.order_by("-sequence").values_list("sequence", flat=True).first() or 0
    if command.sequence <= last:
        raise Refused(
            _("An earlier game of this device arrives after a later one. Please call the desk."),
            code="out_of_sequence",
        )


def _keep(sheet: Scoresheet, device: TableDevice, command: DeviceCommand) -> None:
    Command.objects.create(
        scoresheet=sheet,
        key=command.id,
        kind=command.kind,
        number=command.number,
        device=device,
        sequence=command.sequence,
        base=command.base,
    )


def _game_record(command: DeviceCommand) -> GameRecord:
    """The record with its deals thrown in. Refused: a code of scoring, unknown_reason."""
    if not set(command.redeals) <= set(RedealReason.values):
        raise Refused(
            _("This page is of another version. Please load it again once everything is saved."), code="unknown"
        )
    try:
        record = record_from_json(command.record)
    except ScoringError as error:
        raise labels.refused(error) from error
    return replace(record, passed=command.redeals.count(RedealReason.PASSED) or None)


def _is_same(held: dict[str, Any], record: GameRecord) -> bool:
    """Whether the line says this very game; where it sits on the sheet and what was decided on it is not the game."""
    placed = {"seats": None, "sits_out": None, "struck": None, "approved": None}
    return replace(record_from_json(held), **placed) == replace(record, **placed)
