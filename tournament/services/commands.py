"""Commands from a table's device, applied in the device's order, with an answer for each (docs/table.md).

The device deletes commands that were applied or are duplicates. The first other answer stops the message, and the
device keeps that command and the rest.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournament import permissions
from tournament.models import Actor, Scoresheet, TableDevice
from tournament.refusals import RefusalKind, Refused
from tournament.selectors.sheets import chained
from tournament.selectors.unsent import commands_of, games_that_stood
from tournament.services.acting import decided, is_duplicate, keep_command, write
from tournament.services.locks import lock_scoresheet
from tournament.sheet.commands import RecordGame, TakeBackGame
from tournament.sheet.draft import Answer
from tournament.sheet.games import same_game
from tournament.sheet.sent import DeviceCommand, heart_command
from tournament.sheet.state import Sheet


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandAnswer:
    """The answer to a command: applied, duplicate, conflict or refused; the last two with a code and a sentence."""

    id: str
    answer: str
    code: str = ""
    text: str = ""


def apply_commands(*, scoresheet: Scoresheet, commands: Sequence[DeviceCommand], actor: Actor) -> list[CommandAnswer]:
    """Apply commands in their order, each in a transaction of its own; return an answer for each, up to a failure.

    `actor` is the device, or a login at the desk that enters what the device could not send. The desk uses the
    device's ids, so that the device learns later that these commands are done. Refused as a whole: not_allowed,
    device_locked, device_replaced, sheet_discarded.
    """
    permissions.check_at(scoresheet, permissions.enter_games, actor)
    answers: list[CommandAnswer] = []
    for command in commands:
        try:
            done = _apply(scoresheet, command, actor)
        except Refused as refusal:
            if refusal.kind in (RefusalKind.NOT_ALLOWED, RefusalKind.GONE):
                raise
            answers.append(
                CommandAnswer(id=command.id, answer=refusal.kind.value, code=refusal.code, text=str(refusal))
            )
            break
        answers.append(CommandAnswer(id=command.id, answer=done.value))
    return answers


@transaction.atomic
def _apply(scoresheet: Scoresheet, command: DeviceCommand, actor: Actor) -> Answer:
    sheet = lock_scoresheet(scoresheet)
    permissions.check_at(sheet, permissions.enter_games, actor)
    if is_duplicate(sheet, command):
        return Answer.DUPLICATE
    before = chained(sheet)
    taken_back = command.kind == TakeBackGame.kind
    asked = heart_command(command, games_that_stood(before.sheet, commands_of(sheet)) if taken_back else {})
    if isinstance(actor, TableDevice):
        _check_order(sheet, command, actor, stands=_stands(before.sheet, asked))
    decision = decided(sheet, before, asked, actor)
    # Also for a game that is written already: the device then gets "duplicate", even if the line is corrected later.
    keep_command(sheet, asked, actor, **_place_in_order(command, actor))
    write(sheet, before, decision)
    return decision.answer


def _stands(sheet: Sheet, asked: RecordGame | TakeBackGame) -> bool:
    """Whether the same game is written already, so that the command changes nothing."""
    there = sheet.games.get(asked.number)
    return isinstance(asked, RecordGame) and there is not None and same_game(there.record, asked.record)


def _check_order(sheet: Scoresheet, command: DeviceCommand, device: TableDevice, *, stands: bool) -> None:
    """Refuse a command that was made on a newer sheet than this, or arrives after a later one of the same device."""
    if command.base > sheet.version and not stands:
        raise Refused(
            _(
                "The desk’s computer knows less of this sheet than this device: an older state was put back. "
                "Please call the desk; nothing is lost here."
            ),
            code="sheet_older",
            kind=RefusalKind.CONFLICT,
        )
    last = device.commands.order_by("-sequence").values_list("sequence", flat=True).first() or 0
    if command.sequence <= last:
        raise Refused(
            _("An earlier game of this device arrives after a later one. Please call the desk."),
            code="out_of_sequence",
            kind=RefusalKind.CONFLICT,
        )


def _place_in_order(command: DeviceCommand, actor: Actor) -> dict[str, int]:
    """The command's place in the order of the device; commands from the desk have no such order."""
    return {"sequence": command.sequence, "base": command.base} if isinstance(actor, TableDevice) else {}
