"""What a command does to a sheet: `decide(sheet, command) -> events`, or Refused. It is decided in no other place.

The rules of each command stand in the module of its noun; the table below leads there. The desk's preview is a
decision that nobody keeps.
"""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from tournament.refusals import Refused
from tournament.sheet import (
    acceptance,
    approvals,
    commands,
    corrections,
    disputes,
    events,
    games,
    line_moves,
    paper_lines,
    requests,
    second_entry,
    settling,
    signatures,
    substitutes,
    tables,
    totals,
    void,
)
from tournament.sheet.actors import Actor
from tournament.sheet.consequences import settle
from tournament.sheet.draft import Draft, Effect
from tournament.sheet.state import Sheet


def decide(sheet: Sheet, command: Any, *, by: Actor, at: datetime, official: bool = False) -> Effect:
    """Return what the command does, with all that follows from it. Raises Refused with code, sentence and kind.

    The caller has checked that `by` may ask for it at all (permissions.py). `official` says that the ranking is
    official; only commands that change a result look at it.
    """
    draft = Draft(sheet, by, at, official)
    content = sheet.content_hash if sheet.seats else ""
    DECIDERS[type(command)](draft, command)
    settle(draft, content=content, oral=(getattr(command, "number", 0), getattr(command, "oral", None)))
    disputes.note_corrections(draft, sheet)
    return Effect(links=tuple(draft.links), sheet=draft.sheet, answer=draft.answer)


def is_allowed(sheet: Sheet, command: Any, *, by: Actor, at: datetime, official: bool = False) -> bool:
    """Whether the command would be done: a decision that nobody keeps, so that a page offers what is not refused."""
    try:
        decide(sheet, command, by=by, at=at, official=official)
    except Refused:
        return False
    return True


def _open(draft: Draft, command: commands.OpenSheet) -> None:
    draft.say(events.SheetOpened(match=command.match, table=command.table, seats=tuple(command.seats)))


def _discard(draft: Draft, command: commands.DiscardSheet) -> None:
    draft.say(events.SheetDiscarded())


def _nothing(draft: Draft, command: commands.Settle) -> None:
    """The command itself adds no event; `settle` adds what follows."""


DECIDERS: Mapping[type, Callable[[Draft, Any], None]] = {
    commands.RecordGame: games.record_game,
    commands.RetypeGame: games.retype_game,
    commands.TakeBackGame: games.take_back_game,
    commands.InsertLine: line_moves.insert_line,
    commands.TakeOutLine: line_moves.take_out_line,
    commands.SetAsideLine: paper_lines.set_aside_line,
    commands.TakeUpLine: paper_lines.take_up_line,
    commands.RuleOnLine: paper_lines.rule_on_line,
    commands.CloseUnplayed: paper_lines.close_unplayed,
    commands.CorrectGame: corrections.correct_game,
    commands.StrikeGame: corrections.strike_game,
    commands.RestoreGame: corrections.restore_game,
    commands.TakeBackCorrection: corrections.take_back_correction,
    commands.DecideApproval: approvals.decide_approval,
    commands.RequestApproval: requests.request_approval,
    commands.WithdrawRequest: requests.withdraw_request,
    commands.AnswerRequest: requests.answer_request,
    commands.SignSeats: signatures.sign_seats,
    commands.RefuseToSign: signatures.refuse_to_sign,
    commands.OverruleRefusal: signatures.overrule_refusal,
    commands.AcceptSheet: acceptance.accept_sheet,
    commands.SetSource: tables.set_source,
    commands.RecordTotals: totals.record_totals,
    commands.TakeBackTotals: totals.take_back_totals,
    commands.CorrectTotals: totals.correct_totals,
    commands.RecordSecond: second_entry.record_second,
    commands.TakeBackSecond: second_entry.take_back_second,
    commands.LookAtFirst: second_entry.look_at_first,
    commands.SettleFirst: second_entry.settle_first,
    commands.SettleSecond: settling.settle_second,
    commands.NameScorekeeper: tables.name_scorekeeper,
    commands.IssuePack: tables.issue_pack,
    commands.ReplacePack: tables.replace_pack,
    commands.SeatParticipant: tables.seat_participant,
    commands.SeatSubstitute: substitutes.seat_substitute,
    commands.VoidSheet: void.void_sheet,
    commands.RestoreSheet: void.restore_sheet,
    commands.EnrolDevice: tables.enrol_device,
    commands.LockDevice: tables.lock_device,
    commands.RenewCode: tables.renew_code,
    commands.RaiseDispute: disputes.raise_dispute,
    commands.WithdrawDispute: disputes.withdraw_dispute,
    commands.DecideDispute: disputes.decide_dispute,
    commands.AppealDispute: disputes.appeal_dispute,
    commands.SettleDispute: disputes.settle_dispute,
    commands.FollowDispute: disputes.follow_dispute,
    commands.OpenSheet: _open,
    commands.DiscardSheet: _discard,
    commands.Settle: _nothing,
}
