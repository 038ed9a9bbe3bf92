"""What the device of a table sends: commands in its own order, an answer for each (docs/table.md).

Applied and duplicate ones the device deletes; the first that is neither stops the message, and the rest waits there.
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
from tournament.services.acting import effect_of, is_duplicate, keep_command, write
from tournament.services.locks import lock_scoresheet
from tournament.sheet.commands import RecordGame, TakeBackGame
from tournament.sheet.draft import Answer
from tournament.sheet.games import same_game
from tournament.sheet.sent import DeviceCommand, heart_command
from tournament.sheet.state import Sheet


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
    effect = effect_of(sheet, before, asked, actor)
    # Also of a game that stands there already: so the device hears it however the line is corrected later.
    keep_command(sheet, asked, actor, **_place_in_order(command, actor))
    write(sheet, before, effect)
    return effect.answer


def _stands(sheet: Sheet, asked: RecordGame | TakeBackGame) -> bool:
    """Whether the game stands there already, so that nothing would be written."""
    there = sheet.games.get(asked.number)
    return isinstance(asked, RecordGame) and there is not None and same_game(there.record, asked.record)


def _check_order(sheet: Scoresheet, command: DeviceCommand, device: TableDevice, *, stands: bool) -> None:
    """Refuse what was made on a newer sheet than this one, or arrives after a later command of the same device."""
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
    """Where the command stood in the device's order; the desk has no such order."""
    return {"sequence": command.sequence, "base": command.base} if isinstance(actor, TableDevice) else {}
