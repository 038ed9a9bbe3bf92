"""The one way of every command: lock the sheet, fold its events, decide, append new events, write the changed rows."""

import secrets
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils import timezone

from tournament import permissions
from tournament.enums import IS_OFFICIAL, SETTLED, MatchState
from tournament.models import Actor, Scoresheet, TableDevice, Tournament
from tournament.models import Command as CommandRow
from tournament.models.statements import insert
from tournament.person.names import with_lines
from tournament.refusals import Refused
from tournament.selectors.premises import Premises, premises_of
from tournament.selectors.sheets import Chained, chained, remember
from tournament.services.events import append_links
from tournament.services.forecasts import Forecast, forecast_of
from tournament.services.locks import lock_scoresheet
from tournament.services.matches import settle_match
from tournament.services.refusals import with_names
from tournament.services.sheet_rows import write_difference
from tournament.sheet.actors import Reason, reason_of
from tournament.sheet.commands import COMMANDS, Command
from tournament.sheet.deciding import decide
from tournament.sheet.draft import Answer, Effect
from tournament.sheet.sent import id_used


@dataclass(frozen=True, slots=True, kw_only=True)
class ActStep:
    """A command that was applied: the sheet's row after it, the states before and after, and the answer.

    A command that was applied already is a duplicate; then there are no premises and no states.
    """

    row: Scoresheet
    premises: Premises | None
    before: Chained | None
    after: Chained | None
    answer: Answer

    @classmethod
    def duplicate(cls, row: Scoresheet) -> "ActStep":
        """The step of a command that was applied before."""
        return cls(row=row, premises=None, before=None, after=None, answer=Answer.DUPLICATE)

    def follows(self, version: int) -> bool:
        """Whether this version of the row is the one that the command was applied to."""
        return self.before is not None and version == self.row.version - (self.after is not self.before)


def act(scoresheet: Scoresheet, command: Command, *, actor: Actor) -> Answer:
    """Apply a command to this sheet in one transaction. A command that is sent twice is applied once.

    Refused: all codes of decide(), and not_allowed, device_locked, device_replaced, other_table, sheet_discarded,
    tournament_archived, command_used.
    """
    return act_step(scoresheet, command, actor=actor).answer


def act_step(scoresheet: Scoresheet, command: Command, *, actor: Actor) -> ActStep:
    """Apply a command like `act`, and return the sheet before and after it, for pages that show what changed."""
    forecast = forecast_of(scoresheet, command, actor)
    with transaction.atomic():
        sheet = lock_scoresheet(scoresheet)
        check_may(sheet, command, actor)
        return _step(sheet, command, actor, forecast)


def check_may(sheet: Scoresheet, command: Command, actor: Actor) -> None:
    """Refuse a command that this login or device may not give. The caller holds the sheet's lock."""
    predicate = permission_of(type(command))
    if COMMANDS[type(command)].device:
        permissions.check_at(sheet, predicate, actor)
    else:
        permissions.check(predicate, actor)


def permission_of(command_class: type[Command]) -> permissions.Predicate:
    """The permission that a command needs. Raises LookupError if only services give it: they check by themselves."""
    name = COMMANDS[command_class].may
    if name is None:
        raise LookupError(f"{command_class.__name__} has no permission of its own")
    predicate: permissions.Predicate = getattr(permissions, name)
    return predicate


def act_on(sheet: Scoresheet, command: Command, *, actor: Actor | None, **order: Any) -> Answer:
    """Apply a command like `act`. The caller has locked the sheet in this transaction and checked the permission."""
    return _step(sheet, command, actor, **order).answer


def _step(
    sheet: Scoresheet, command: Command, actor: Actor | None, forecast: Forecast | None = None, **order: Any
) -> ActStep:
    premises = premises_of(sheet, key=getattr(command, "key", ""))
    if is_duplicate(sheet, premises, command):
        return ActStep.duplicate(sheet)
    before = chained(sheet, premises.head)
    effect = effect_of(sheet, before, command, actor, forecast)
    keep_command(sheet, command, actor, **order)
    after = write(sheet, before, effect)
    return ActStep(row=sheet, premises=premises, before=before, after=after, answer=effect.answer)


def effect_of(
    sheet: Scoresheet, before: Chained, command: Command, actor: Actor | None, forecast: Forecast | None = None
) -> Effect:
    """Return the effect of the command without writing it; the preview needs it too. Adds names to the sentence of a
    refusal.

    Takes the effect of the forecast if that was made on the same state.
    """
    official = COMMANDS[type(command)].official and _is_official(sheet)
    if forecast is not None and forecast.before is before and not official:
        return forecast.effect
    try:
        return decide(before.sheet, command, by=permissions.acting(actor), at=timezone.now(), official=official)
    except Refused as refusal:
        raise with_names(sheet, refusal) from refusal


def write(sheet: Scoresheet, before: Chained, effect: Effect) -> Chained:
    """Append the events, update the rows to the state after them, and return it."""
    if not effect.links:
        return before
    after = Chained(sheet=effect.sheet, hash=append_links(sheet, before, effect.links))
    write_difference(sheet, before.sheet, effect.sheet)
    transaction.on_commit(lambda: remember(sheet, after))
    # One more game on an open sheet does not change the state of the match. Leaving it alone spares sixty tables a
    # wait for the match's row.
    settled = {before.sheet.state, effect.sheet.state} & SETTLED
    if settled or len(effect.sheet.games) <= 1 or sheet.match.state != MatchState.PLAYING:
        settle_match(match=sheet.match)
    return after


def is_duplicate(sheet: Scoresheet, premises: Premises, command: Any) -> bool:
    """Whether a command with this id was already applied. Refused: command_used, if it was a different command."""
    if premises.known is None:
        return False
    if premises.known != (sheet.pk, command.number or 0, command.kind):
        # This is a different command with a used id. It would be lost if it counted as a repetition.
        raise id_used()
    return True


def keep_command(sheet: Scoresheet, command: Any, actor: Actor | None, **order: Any) -> None:
    """Store the id of an applied command, and its position in the device's order if a device sent it."""
    if getattr(command, "key", ""):
        device = actor if isinstance(actor, TableDevice) else None
        number = command.number or 0
        insert(CommandRow(scoresheet=sheet, key=command.key, kind=command.kind, number=number, device=device, **order))


def reason_given(text: str) -> Reason:
    """The reason that a person typed, as it can be printed, with a random salt for its hash in the log."""
    return reason_of(with_lines(text), secrets.token_hex(16))


def new_keys(count: int) -> tuple[str, ...]:
    """Ids for commands that do not come from a page."""
    return tuple(secrets.token_hex(16) for _number in range(count))


def ordinal_of(rows: Any, pk: int | None) -> int | None:
    """The position, from 1, of a row among the rows of its sheet, in the order of writing. Two queries at most."""
    return None if pk is None else rows.filter(pk__lte=pk).count() if rows.filter(pk=pk).exists() else None


def _is_official(sheet: Scoresheet) -> bool:
    # Read again: the tournament that was joined to the sheet's row may be older than the lock.
    return Tournament.objects.values_list("state", flat=True).get(pk=sheet.match.tournament_id) in IS_OFFICIAL
