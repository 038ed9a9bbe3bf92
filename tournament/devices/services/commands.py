"""Applying the commands that a table's device sends: in its own order, with an answer to each (docs/table.md).

At the first answer that is neither applied nor duplicate the server stops, and the device keeps the rest to send.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournament import permissions
from tournament.backup.selectors.restores import newest_restore
from tournament.devices.selectors.unsent import commands_of, games_that_stood
from tournament.models import Actor, Command, Scoresheet, TableDevice
from tournament.refusals import RefusalKind, Refused
from tournament.selectors.premises import Premises, premises_of
from tournament.selectors.sheets import chained
from tournament.services.acting import ActStep, effect_of, is_duplicate, keep_command, reason_given, write
from tournament.services.forecasts import Forecast, forecast_of
from tournament.services.locks import lock_scoresheet
from tournament.sheet.acts.games import RecordGame, same_game
from tournament.sheet.acts.take_backs import TakeBackGame
from tournament.sheet.sent import DeviceCommand, heart_command
from tournament.sheet.state import Sheet


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandAnswer:
    """The answer to a command: applied, duplicate, conflict or refused; the last two with a code and a sentence."""

    id: str
    answer: str
    code: str = ""
    text: str = ""

    @property
    def payload(self) -> dict[str, str]:
        """What the device is sent."""
        parts = {"id": self.id, "answer": self.answer, "code": self.code, "text": self.text}
        return {name: value for name, value in parts.items() if value}


@dataclass(frozen=True, slots=True, kw_only=True)
class Applied:
    """What became of commands, in order: the answers, and the step of each that was applied."""

    answers: list[CommandAnswer]
    steps: list[ActStep]

    def since(self, version: int | None) -> Sheet | None:
        """Return the sheet at this version if these steps are all that was done with it since; else None.

        A command that was not applied may have met somebody else's: then more has changed, too.
        """
        at = version
        for step in self.steps:
            if at is None or not step.follows(at):
                return None
            at = step.row.version
        first = self.steps[0].before if len(self.steps) == len(self.answers) > 0 else None
        return first.sheet if first else None


def apply_commands(*, scoresheet: Scoresheet, commands: Sequence[DeviceCommand], actor: Actor) -> list[CommandAnswer]:
    """Apply commands like apply_message; return the answers alone."""
    return apply_message(scoresheet=scoresheet, commands=commands, actor=actor).answers


def apply_message(*, scoresheet: Scoresheet, commands: Sequence[DeviceCommand], actor: Actor) -> Applied:
    """Apply commands in order, each in its own transaction; return the answers up to the first command that fails.

    `actor` is the device, or a login at the desk that types the commands that the device could not send. The desk uses
    the device's own ids, so that the device later learns that they are applied. Refused as a whole: not_allowed,
    device_locked, device_replaced, sheet_discarded.
    """
    answers: list[CommandAnswer] = []
    steps: list[ActStep] = []
    duplicates = _duplicates(scoresheet, commands, actor)
    for command in commands:
        try:
            step = ActStep.duplicate(scoresheet) if command in duplicates else _apply(scoresheet, command, actor)
        except Refused as refusal:
            if refusal.kind in (RefusalKind.NOT_ALLOWED, RefusalKind.GONE):
                raise
            answers.append(
                CommandAnswer(id=command.id, answer=refusal.kind.value, code=refusal.code, text=str(refusal))
            )
            break
        steps.append(step)
        answers.append(CommandAnswer(id=command.id, answer=step.answer.value))
    return Applied(answers=answers, steps=steps)


def _duplicates(scoresheet: Scoresheet, commands: Sequence[DeviceCommand], actor: Actor) -> list[DeviceCommand]:
    """The commands, sent again after a restore, that the copy has. One query, so that sixty tables do not wait for each
    other with all they ever wrote; none if nothing is sent again."""
    again = [command for command in commands if command.again]
    if not again:
        return []
    permissions.check_at(scoresheet, permissions.enter_games, actor)
    rows = Command.objects.filter(scoresheet=scoresheet, key__in=[command.id for command in again])
    acts = set(rows.values_list("key", "kind", "number"))
    return [command for command in again if (command.id, command.kind, command.number) in acts]


def _apply(scoresheet: Scoresheet, command: DeviceCommand, actor: Actor) -> ActStep:
    recorded = _recorded(command)
    forecast = None if recorded is None else forecast_of(scoresheet, recorded, actor)
    with transaction.atomic():
        return _apply_locked(lock_scoresheet(scoresheet), command, recorded, actor, forecast)


def _apply_locked(
    sheet: Scoresheet,
    command: DeviceCommand,
    recorded: RecordGame | None,
    actor: Actor,
    forecast: Forecast | None,
) -> ActStep:
    device = actor if isinstance(actor, TableDevice) else None
    premises = premises_of(sheet, key=command.id, device=device)
    permissions.check_at(sheet, permissions.enter_games, actor, state=premises.device_state)
    if is_duplicate(sheet, premises, command):
        return ActStep.duplicate(sheet)
    before = chained(sheet, premises.head)
    taken_back = command.kind == TakeBackGame.kind
    stands = games_that_stood(before.sheet, commands_of(sheet)) if taken_back else {}
    act = recorded or _salted(heart_command(command, stands))
    if device is not None:
        _check_order(sheet, premises, command, stands=_stands(before.sheet, act))
    effect = effect_of(sheet, before, act, actor, forecast)
    # The id is kept even if the game is written already. The device then gets "duplicate" next time, even if the line
    # is corrected in between.
    restore = newest_restore() if command.again else None
    keep_command(sheet, act, actor, restore=restore, **_place_in_order(command, actor))
    after = write(sheet, before, effect)
    return ActStep(row=sheet, premises=premises, before=before, after=after, answer=effect.answer)


def _recorded(command: DeviceCommand) -> RecordGame | None:
    """The sheet's command for a recorded game; None if it cannot be read: that is refused under the lock."""
    if command.kind != RecordGame.kind:
        return None
    try:
        act = _salted(heart_command(command, {}))
    except Refused:
        return None
    return act if isinstance(act, RecordGame) else None


def _salted(act: RecordGame | TakeBackGame) -> RecordGame | TakeBackGame:
    """The command with a random salt for the name of whoever approved the game by word of mouth."""
    if isinstance(act, RecordGame) and act.oral is not None:
        return replace(act, oral=reason_given(act.oral.text or ""))
    return act


def _stands(sheet: Sheet, act: RecordGame | TakeBackGame) -> bool:
    """Whether the same game is written already, so that the command would write nothing."""
    there = sheet.games.get(act.number)
    rules = sheet.terms.ruleset
    return isinstance(act, RecordGame) and there is not None and same_game(there.record, act.record, rules)


def _check_order(sheet: Scoresheet, premises: Premises, command: DeviceCommand, *, stands: bool) -> None:
    """Refuse a command that was made on a newer version of the sheet, or that arrives after a later command."""
    if command.base > sheet.version and not stands:
        raise Refused(
            _(
                "The desk’s computer knows less of this sheet than this device: an older state was put back. "
                "Please call the desk; nothing is lost here."
            ),
            code="sheet_older",
            kind=RefusalKind.CONFLICT,
        )
    if command.sequence <= premises.last_sequence:
        raise Refused(
            _("An earlier game of this device arrives after a later one. Please call the desk."),
            code="out_of_sequence",
            kind=RefusalKind.CONFLICT,
        )


def _place_in_order(command: DeviceCommand, actor: Actor) -> dict[str, int]:
    """The position of the command in the device's order; the desk has no such order."""
    return {"sequence": command.sequence, "base": command.base} if isinstance(actor, TableDevice) else {}
