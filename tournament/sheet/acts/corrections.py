"""Correct, strike and restore games: only by a supervisor, with a reason; the old value stays (5.3.4, 5.2.17)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext_lazy as _

from scoring.games import GameRecord, record_from_json, record_to_json
from tournament.enums import ApprovalState, CorrectionKind
from tournament.refusals import Refused
from tournament.sheet.actors import Actor, Reason
from tournament.sheet.acts.approvals import approve_own_value
from tournament.sheet.acts.consequences import settle_sheet
from tournament.sheet.commands import command
from tournament.sheet.draft import Draft
from tournament.sheet.events import Link, event
from tournament.sheet.official import check_not_official, check_not_void, check_reason
from tournament.sheet.parts import with_game
from tournament.sheet.places import check_game_in_line, check_seen, line_place, line_taken, not_written
from tournament.sheet.state import Correction, Sheet, WrittenGame

# Only these can be taken back as one act: before a ruling the line held no game, and before a close it was empty.
REVERSIBLE = (CorrectionKind.CORRECTED, CorrectionKind.STRUCK, CorrectionKind.RESTORED)


@dataclass(frozen=True, slots=True, kw_only=True)
class LineCorrection:
    """What every correction names: the line, why, and how the page showed it."""

    number: int
    reason: Reason
    seen: str | None = None
    corrected: int | None = None


@command(may="correct_games", official=True)
@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectGame(LineCorrection):
    """Replace the value of a written line (5.3.4). `approve`: the supervisor also grants the approval that it needs."""

    record: GameRecord
    approve: bool = False

    def decide(self, draft: Draft) -> None:
        game = _correctable(draft, self)
        record = line_place(draft.sheet, self.number).put(self.record)
        if record == game.record:
            raise nothing_changed()
        content = draft.sheet.content_hash
        correct(draft, self.number, CorrectionKind.CORRECTED, record_to_json(game.record), record, self.reason)
        check_game_in_line(draft.sheet, self.number)
        if self.approve or record.decision.sanction is not None:
            settle_sheet(draft, content=content)
            approve_own_value(draft, self.number)


@command(may="correct_games", official=True)
@dataclass(frozen=True, slots=True, kw_only=True)
class StrikeGame(LineCorrection):
    """Strike a line: it keeps its number, stays visible, scores 0 and is not replayed (5.2.17)."""

    def decide(self, draft: Draft) -> None:
        game = _correctable(draft, self)
        if game.record.decision.struck or _is_refused(game) or game.record.decision.unplayed:
            raise nothing_changed()
        _set_struck(draft, self, game, struck=True)


@command(may="correct_games", official=True)
@dataclass(frozen=True, slots=True, kw_only=True)
class RestoreGame(LineCorrection):
    """Undo a strike. A line that was no game cannot be restored to what it said."""

    def decide(self, draft: Draft) -> None:
        game = _correctable(draft, self)
        if not game.record.decision.struck:
            raise nothing_changed()
        if _is_refused(game):
            raise Refused(
                _("Game %(number)s is struck because its approval was refused: approve it after all, then it counts."),
                code="approval_refused",
                number=self.number,
            )
        _set_struck(draft, self, game, struck=False)


@command(may="correct_games", official=True)
@dataclass(frozen=True, slots=True, kw_only=True)
class TakeBackCorrection(LineCorrection):
    """Undo the last correction, strike or restoring of a line: the line reads as it did before (5.3.4)."""

    def decide(self, draft: Draft) -> None:
        """Put back what stood there before the last correction. Signatures that lapsed stay lapsed."""
        game = _correctable(draft, self)
        last = game.corrections[-1] if game.corrections else None
        if last is None or last.kind not in REVERSIBLE:
            raise Refused(
                _("Game %(number)s has no correction that could be taken back."),
                code="no_correction",
                number=self.number,
            )
        record = line_place(draft.sheet, self.number).put(record_from_json(last.old))
        if record == game.record:
            raise nothing_changed()
        correct(draft, self.number, CorrectionKind.UNDONE, record_to_json(game.record), record, self.reason)
        check_game_in_line(draft.sheet, self.number)


@event(field="change", kinds={change: f"game.{change.value}" for change in CorrectionKind})
@dataclass(frozen=True, slots=True, kw_only=True)
class GameCorrected:
    """A supervisor changed what a line says; the old value stays readable (5.3.4, 5.2.17).

    `old_record` is the record before the change, as JSON, or `{"written": [...]}` as the paper had it.
    """

    number: int
    change: CorrectionKind
    old_record: Mapping[str, Any]
    new_record: GameRecord
    section: str | None = None
    reason: Reason | None = None

    def fold(self, sheet: Sheet, link: Link) -> Sheet:
        correction = Correction(
            kind=self.change,
            old=self.old_record,
            new=record_to_json(self.new_record),
            section=self.section,
            reason=self.reason,
            supervisor=link.by.login,
            at=link.at,
        )
        game = sheet.games[self.number]
        issued = game.supervisor
        if self.change == "corrected":
            issued = link.by.login if self.new_record.decision.sanction is not None else None
        elif self.change == "undone":
            issued = (issued or link.by.login) if self.new_record.decision.sanction is not None else None
        return with_game(
            sheet, self.number, record=self.new_record, corrections=(*game.corrections, correction), supervisor=issued
        )


def correct(
    draft: Draft,
    number: int,
    change: CorrectionKind,
    old: Mapping[str, Any],
    record: GameRecord,
    reason: Reason,
) -> None:
    """Put the new value beside the old one. The caller has checked the reason."""
    struck_by_rule = change == CorrectionKind.STRUCK and bool(draft.sheet.games[number].approvals)
    draft.say(
        GameCorrected(
            number=number,
            change=change,
            old_record=old,
            new_record=record,
            section="5.2.17" if struck_by_rule else "5.3.4",
            reason=reason,
        )
    )


def nothing_changed() -> Refused:
    """The refusal of a correction that changes nothing."""
    return Refused(_("The line already has this value."), code="nothing_changed")


def _set_struck(draft: Draft, command: LineCorrection, game: WrittenGame, *, struck: bool) -> None:
    record = line_place(draft.sheet, command.number).put(game.record.decided(struck=True if struck else None))
    change = CorrectionKind.STRUCK if struck else CorrectionKind.RESTORED
    correct(draft, command.number, change, record_to_json(game.record), record, command.reason)
    check_game_in_line(draft.sheet, command.number)


def _is_refused(game: WrittenGame) -> bool:
    return any(approval.state == ApprovalState.REFUSED for approval in game.approvals)


def _correctable(draft: Draft, command: LineCorrection) -> WrittenGame:
    """Return the written game that may be corrected.

    Refused: sheet_void, tournament_finished, reason_missing, line_taken, not_written.
    """
    check_not_void(draft.sheet)
    check_not_official(draft)
    check_reason(command.reason.text)
    check_seen(draft.sheet, command.number, command.seen)
    game = draft.sheet.games.get(command.number)
    if game is None:
        raise not_written(command.number)
    if command.corrected is not None and command.corrected < len(game.corrections):
        # Somebody else was quicker: this user's page shows an older value.
        raise line_taken(command.number, replace(game, by=Actor(login=game.corrections[-1].supervisor)))
    return game
