"""Every command takes one way: lock the sheet, fold its events, decide, append new events, write the changed rows."""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils import timezone

from tournament import permissions
from tournament.enums import IS_OFFICIAL, SETTLED, MatchState
from tournament.models import Actor, Command, Scoresheet, TableDevice, Tournament
from tournament.models.statements import insert, select
from tournament.person.names import with_lines
from tournament.refusals import Refused
from tournament.selectors.sheets import Chained, chained, remember
from tournament.services.events import append_links
from tournament.services.locks import lock_scoresheet
from tournament.services.matches import settle_match
from tournament.services.refusals import with_names
from tournament.services.sheet_rows import write_difference
from tournament.sheet import commands
from tournament.sheet.actors import Reason, reason_of
from tournament.sheet.deciding import decide
from tournament.sheet.draft import Answer, Effect
from tournament.sheet.sent import id_used

# The permission that each command needs. The device of a table may send only the commands in OF_DEVICES.
MAY: Mapping[type, permissions.Predicate] = {
    commands.RecordGame: permissions.enter_games,
    commands.RetypeGame: permissions.enter_games,
    commands.TakeBackGame: permissions.enter_games,
    commands.InsertLine: permissions.enter_games,
    commands.TakeOutLine: permissions.enter_games,
    commands.SetAsideLine: permissions.enter_games,
    commands.TakeUpLine: permissions.enter_games,
    commands.RuleOnLine: permissions.correct_games,
    commands.CloseUnplayed: permissions.correct_games,
    commands.CorrectGame: permissions.correct_games,
    commands.StrikeGame: permissions.correct_games,
    commands.RestoreGame: permissions.correct_games,
    commands.TakeBackCorrection: permissions.correct_games,
    commands.DecideApproval: permissions.decide_approvals,
    commands.RequestApproval: permissions.enter_games,
    commands.WithdrawRequest: permissions.enter_games,
    commands.AnswerRequest: permissions.decide_approvals,
    commands.SignSeats: permissions.confirm_signatures,
    commands.RefuseToSign: permissions.confirm_signatures,
    commands.OverruleRefusal: permissions.accept_scoresheets,
    commands.AcceptSheet: permissions.accept_scoresheets,
    commands.SetSource: permissions.enter_games,
    commands.RecordTotals: permissions.enter_games,
    commands.TakeBackTotals: permissions.enter_games,
    commands.CorrectTotals: permissions.correct_games,
    commands.RecordSecond: permissions.enter_games,
    commands.TakeBackSecond: permissions.enter_games,
    commands.LookAtFirst: permissions.correct_games,
    commands.SettleFirst: permissions.enter_games,
    commands.SettleSecond: permissions.enter_games,
    commands.NameScorekeeper: permissions.arrange_tables,
    commands.IssuePack: permissions.arrange_tables,
    commands.ReplacePack: permissions.arrange_tables,
    commands.RenewCode: permissions.arrange_devices,
    commands.VoidSheet: permissions.void_scoresheets,
    commands.RestoreSheet: permissions.void_scoresheets,
    commands.RaiseDispute: permissions.raise_disputes,
    commands.WithdrawDispute: permissions.raise_disputes,
    commands.DecideDispute: permissions.decide_disputes,
    commands.AppealDispute: permissions.raise_disputes,
    commands.SettleDispute: permissions.have_the_last_word,
    commands.FollowDispute: permissions.decide_disputes,
}
OF_DEVICES = (
    commands.RecordGame,
    commands.TakeBackGame,
    commands.RequestApproval,
    commands.WithdrawRequest,
    commands.SignSeats,
    commands.RefuseToSign,
    commands.RaiseDispute,
)
# These commands change a result that may already be official, or something printed on an official sheet.
LOOKS_AT_OFFICIAL = (
    commands.CorrectGame,
    commands.StrikeGame,
    commands.RestoreGame,
    commands.TakeBackCorrection,
    commands.DecideApproval,
    commands.CorrectTotals,
    commands.NameScorekeeper,
    commands.IssuePack,
    commands.ReplacePack,
    commands.SeatParticipant,
    commands.EnrolDevice,
    commands.SeatSubstitute,
    commands.VoidSheet,
    commands.RestoreSheet,
    commands.RaiseDispute,
    commands.WithdrawDispute,
    commands.DecideDispute,
    commands.AppealDispute,
    commands.SettleDispute,
    commands.FollowDispute,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """A command that was applied: the sheet's row after it, the states before and after, and what became of it.

    A command that was applied already is a duplicate, and `before` is None.
    """

    row: Scoresheet
    before: Chained | None
    after: Chained | None
    answer: Answer

    @classmethod
    def duplicate(cls, row: Scoresheet) -> "Step":
        """The step of a command that was applied before."""
        return cls(row=row, before=None, after=None, answer=Answer.DUPLICATE)

    def follows(self, version: int) -> bool:
        """Whether this version of the row is the one that the command was applied to."""
        return self.before is not None and version == self.row.version - (self.after is not self.before)


def act(scoresheet: Scoresheet, command: Any, *, actor: Actor) -> Answer:
    """Apply a command to this sheet in one transaction. A command that is sent twice is applied once.

    Refused: all codes of decide(), and not_allowed, device_locked, device_replaced, other_table, sheet_discarded,
    tournament_archived, command_used.
    """
    return act_step(scoresheet, command, actor=actor).answer


@transaction.atomic
def act_step(scoresheet: Scoresheet, command: Any, *, actor: Actor) -> Step:
    """Apply a command like `act`, and return the sheet before and after it, for pages that show what changed."""
    sheet = lock_scoresheet(scoresheet)
    check_may(sheet, command, actor)
    return _step(sheet, command, actor)


def check_may(sheet: Scoresheet, command: Any, actor: Actor) -> None:
    """Refuse a command that this login or device may not give. The caller holds the sheet's lock."""
    if isinstance(command, OF_DEVICES):
        permissions.check_at(sheet, MAY[type(command)], actor)
    else:
        permissions.check(MAY[type(command)], actor)


def act_on(sheet: Scoresheet, command: Any, *, actor: Actor | None, **order: Any) -> Answer:
    """Apply a command like `act`. The caller has locked the sheet in this transaction and checked the permission."""
    return _step(sheet, command, actor, **order).answer


def _step(sheet: Scoresheet, command: Any, actor: Actor | None, **order: Any) -> Step:
    if is_duplicate(sheet, command):
        return Step.duplicate(sheet)
    before = chained(sheet)
    effect = effect_of(sheet, before, command, actor)
    keep_command(sheet, command, actor, **order)
    after = write(sheet, before, effect)
    return Step(row=sheet, before=before, after=after, answer=effect.answer)


def effect_of(sheet: Scoresheet, before: Chained, command: Any, actor: Actor | None) -> Effect:
    """The effect of the command, not written yet; the preview needs it too. Adds names to the sentence of a refusal."""
    official = isinstance(command, LOOKS_AT_OFFICIAL) and _is_official(sheet)
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


def is_duplicate(sheet: Scoresheet, command: Any) -> bool:
    """Whether a command with this id was already applied. Refused: command_used, if it was a different command."""
    key = getattr(command, "key", "")
    known = select("SELECT scoresheet_id, number, kind FROM tournament_command WHERE key = %s", key) if key else []
    if not known:
        return False
    if known != [(sheet.pk, command.number or 0, command.kind)]:
        # This is a different command with a used id. It would be lost if it were taken for a repetition.
        raise id_used()
    return True


def keep_command(sheet: Scoresheet, command: Any, actor: Actor | None, **order: Any) -> None:
    """Store the id of an applied command, and its position in the device's order if a device sent it."""
    if getattr(command, "key", ""):
        device = actor if isinstance(actor, TableDevice) else None
        number = command.number or 0
        insert(Command(scoresheet=sheet, key=command.key, kind=command.kind, number=number, device=device, **order))


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
