"""What the device of a table sends: commands in its own order, an answer for each (docs/table.md).

Applied and duplicate ones the device deletes; the first that is neither stops the message, and the rest waits there.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from scoring.errors import ScoringError
from scoring.records import GameRecord
from tournament import permissions
from tournament.enums import RedealReason, Source
from tournament.models import Actor, Command, Game, Scoresheet, TableDevice
from tournament.refusals import Refused
from tournament.selectors.unsent import same_game, unsent_record
from tournament.services.games import Answer, Line, not_the_last, record_game, take_back_game
from tournament.services.locks import lock_scoresheet
from tournament.words import labels

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


def apply_commands(*, scoresheet: Scoresheet, commands: Sequence[DeviceCommand], actor: Actor) -> list[CommandAnswer]:
    """Apply commands in their order, each in a transaction of its own; an answer for each up to the first that fails.

    `actor` is the device, or a login of the desk that writes for it what it could not send: under the device's own
    ids, so that it later hears that they stand. Refused as a whole: not_allowed, device_locked, device_replaced,
    sheet_discarded.
    """
    permissions.check_at(scoresheet, permissions.enter_games, actor)
    answers: list[CommandAnswer] = []
    for command in commands:
        try:
            done = _apply(scoresheet, command, actor)
        except Refused as refusal:
            if refusal.code in ("device_locked", "device_replaced", "sheet_discarded"):
                raise
            kind = "conflict" if refusal.code in CONFLICTS else "refused"
            answers.append(CommandAnswer(id=command.id, answer=kind, code=refusal.code, text=str(refusal)))
            break
        answers.append(CommandAnswer(id=command.id, answer=done.value))
    return answers


@transaction.atomic
def _apply(scoresheet: Scoresheet, command: DeviceCommand, actor: Actor) -> Answer:
    sheet = lock_scoresheet(scoresheet)
    permissions.check_at(sheet, permissions.enter_games, actor)
    known = Command.objects.filter(key=command.id).first()
    if known is not None:
        if (known.scoresheet_id, known.kind) != (sheet.pk, command.kind):
            raise Refused(_("This command was used for something else already."), code="command_used")
        return Answer.DUPLICATE
    if command.kind == "record":
        return _record(sheet, command, actor)
    if command.kind == "take_back":
        return _take_back(sheet, command, actor)
    raise other_version()


def _record(sheet: Scoresheet, command: DeviceCommand, actor: Actor) -> Answer:
    record = _game_record(command)
    there = sheet.games.filter(number=command.number).first()
    if there is not None and same_game(there.record, record):
        # Read out to the desk while there was no network: it stands there already. The id is kept, so that the device
        # hears so however the line is corrected later.
        if isinstance(actor, TableDevice):
            _check_order(command, actor)
        _keep(sheet, command, actor)
        return Answer.DUPLICATE
    if isinstance(actor, TableDevice):
        _check_written_here(sheet, command, actor)
    line = Line(
        number=command.number,
        record=record,
        command=command.id,
        redeals=command.redeals,
        oral=command.oral,
        **_place_in_order(command, actor),
    )
    return record_game(scoresheet=sheet, line=line, actor=actor)


def _take_back(sheet: Scoresheet, command: DeviceCommand, actor: Actor) -> Answer:
    there = sheet.games.filter(number=command.number).first()
    wrote = Command.objects.filter(scoresheet=sheet, kind="record", number=command.number).order_by("-pk").first()
    if there is None or (wrote.key if wrote else "") != command.game:
        raise Refused(
            _("Game %(number)s is no longer as this device wrote it: nothing was taken back."),
            code="line_changed",
            number=command.number,
        )
    if isinstance(actor, TableDevice):
        _check_written_here(sheet, command, actor)
        # Of what was typed from paper the desk takes back any line: the table only the last, whoever wrote it, and
        # that until the next was written, whether or not it still stands (5.3.4).
        later = {"scoresheet": sheet, "number__gt": command.number}
        if Game.objects.filter(**later).exists() or Command.objects.filter(**later, kind="record").exists():
            raise not_the_last()
    _keep(sheet, command, actor)
    take_back_game(scoresheet=sheet, number=command.number, actor=actor)
    return Answer.APPLIED


def _check_written_here(sheet: Scoresheet, command: DeviceCommand, device: TableDevice) -> None:
    """Refuse what changes lines that the table does not write, or writes upon an older copy of the database."""
    if command.base > sheet.version:
        raise Refused(
            _(
                "The desk’s computer knows less of this sheet than this device: an older state was put back. "
                "Please call the desk; nothing is lost here."
            ),
            code="sheet_older",
        )
    _check_order(command, device)
    if sheet.source != Source.LIVE:
        raise Refused(_("The desk types this sheet from paper now. Please call the desk."), code="sheet_not_live")


def _check_order(command: DeviceCommand, device: TableDevice) -> None:
    """Every place in the device's order is taken once, and none after a later one."""
    last = device.commands.order_by("-sequence").values_list("sequence", flat=True).first() or 0
    if command.sequence <= last:
        raise Refused(
            _("An earlier game of this device arrives after a later one. Please call the desk."),
            code="out_of_sequence",
        )


def _keep(sheet: Scoresheet, command: DeviceCommand, actor: Actor) -> None:
    Command.objects.create(
        scoresheet=sheet,
        key=command.id,
        kind=command.kind,
        number=command.number,
        device=actor if isinstance(actor, TableDevice) else None,
        **_place_in_order(command, actor),
    )


def _place_in_order(command: DeviceCommand, actor: Actor) -> dict[str, Any]:
    """Where the command stood in the device's order; the desk has no such order."""
    return {"sequence": command.sequence, "base": command.base} if isinstance(actor, TableDevice) else {}


def _game_record(command: DeviceCommand) -> GameRecord:
    """The record with its deals thrown in. Refused: a code of scoring, unknown."""
    if not set(command.redeals) <= set(RedealReason.values):
        raise other_version()
    try:
        return unsent_record(command.record, command.redeals)
    except ScoringError as error:
        raise labels.refused(error) from error


def other_version() -> Refused:
    """The refusal of what a page of another version sends."""
    return Refused(_("This page is of another version. Please load it again once everything is saved."), code="unknown")
