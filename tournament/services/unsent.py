"""The desk writes what a table's device could not send, under the device's own ids: it later hears that it stands."""

from collections.abc import Sequence

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from scoring.errors import ScoringError
from tournament import labels, permissions
from tournament.models import Command, Scoresheet, User
from tournament.refusals import Refused
from tournament.selectors.unsent import same_game, unsent_record
from tournament.services.commands import CONFLICTS, CommandAnswer, DeviceCommand
from tournament.services.games import Answer, Line, record_game, take_back_game
from tournament.services.locks import lock_scoresheet


def write_unsent(*, scoresheet: Scoresheet, commands: Sequence[DeviceCommand], actor: User) -> list[CommandAnswer]:
    """Write a device's commands for it, each in a transaction of its own; answers up to the first that fails.

    Answers as services.commands.apply_commands. Refused as a whole: not_allowed.
    """
    permissions.check(permissions.enter_games, actor)
    answers: list[CommandAnswer] = []
    for command in commands:
        try:
            done = _write(scoresheet, command, actor)
        except Refused as refusal:
            kind = "conflict" if refusal.code in CONFLICTS else "refused"
            answers.append(CommandAnswer(id=command.id, answer=kind, code=refusal.code, text=str(refusal)))
            break
        answers.append(CommandAnswer(id=command.id, answer=done.value))
    return answers


@transaction.atomic
def _write(scoresheet: Scoresheet, command: DeviceCommand, actor: User) -> Answer:
    sheet = lock_scoresheet(scoresheet)
    if Command.objects.filter(key=command.id, scoresheet=sheet, kind=command.kind).exists():
        return Answer.DUPLICATE
    there = sheet.games.filter(number=command.number).first()
    if command.kind == "take_back":
        wrote = Command.objects.filter(scoresheet=sheet, kind="record", number=command.number).order_by("-pk").first()
        if there is None or (wrote.key if wrote else "") != command.game:
            raise Refused(
                _("Game %(number)s is no longer as this device wrote it: nothing was taken back."),
                code="line_changed",
                number=command.number,
            )
        take_back_game(scoresheet=sheet, number=command.number, actor=actor)
        _keep(sheet, command)
        return Answer.APPLIED
    try:
        record = unsent_record(command.record, command.redeals)
    except ScoringError as error:
        raise labels.refused(error) from error
    if there is not None and same_game(there.record, record):
        # Read out before: the id is kept, so that the device hears so however the line is corrected later.
        _keep(sheet, command)
        return Answer.DUPLICATE
    line = Line(number=command.number, record=record, command=command.id, redeals=command.redeals, oral=command.oral)
    return record_game(scoresheet=sheet, line=line, actor=actor)


def _keep(sheet: Scoresheet, command: DeviceCommand) -> None:
    Command.objects.create(scoresheet=sheet, key=command.id, kind=command.kind, number=command.number)
