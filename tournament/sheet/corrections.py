"""Correct, strike and restore games: only by a supervisor, with a reason; the old value stays (5.3.4, 5.2.17)."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext_lazy as _

from scoring.games import GameRecord, record_from_json, record_to_json
from tournament.enums import ApprovalState, CorrectionKind
from tournament.refusals import Refused
from tournament.sheet import commands, events
from tournament.sheet.actors import Actor, Reason
from tournament.sheet.approvals import approve_own_value
from tournament.sheet.consequences import settle
from tournament.sheet.draft import Draft
from tournament.sheet.official import check_not_official, check_not_void, check_reason
from tournament.sheet.places import check_game, check_seen, line_place, line_taken, not_written
from tournament.sheet.state import WrittenGame

# What can be taken back as one act: before a ruling the line was no game, and before a close it was empty.
REVERSIBLE = (CorrectionKind.CORRECTED, CorrectionKind.STRUCK, CorrectionKind.RESTORED)


def correct_game(draft: Draft, command: commands.CorrectGame) -> None:
    game = _correctable(draft, command)
    record = line_place(draft.sheet, command.number).put(command.record)
    if record == game.record:
        raise nothing_changed()
    content = draft.sheet.content_hash
    correct(draft, command.number, CorrectionKind.CORRECTED, record_to_json(game.record), record, command.reason)
    check_game(draft.sheet, command.number)
    if command.approve or record.decision.sanction is not None:
        settle(draft, content=content)
        approve_own_value(draft, command.number)


def strike_game(draft: Draft, command: commands.StrikeGame) -> None:
    game = _correctable(draft, command)
    if game.record.decision.struck or _is_refused(game) or game.record.decision.unplayed:
        raise nothing_changed()
    _set_struck(draft, command, game, struck=True)


def restore_game(draft: Draft, command: commands.RestoreGame) -> None:
    game = _correctable(draft, command)
    if not game.record.decision.struck:
        raise nothing_changed()
    if _is_refused(game):
        raise Refused(
            _("Game %(number)s is struck because its approval was refused: approve it after all, then it counts."),
            code="approval_refused",
            number=command.number,
        )
    _set_struck(draft, command, game, struck=False)


def take_back_correction(draft: Draft, command: commands.TakeBackCorrection) -> None:
    """Put back what stood there before the last correction. Signatures that lapsed stay lapsed."""
    game = _correctable(draft, command)
    last = game.corrections[-1] if game.corrections else None
    if last is None or last.kind not in REVERSIBLE:
        raise Refused(
            _("Game %(number)s has no correction that could be taken back."),
            code="no_correction",
            number=command.number,
        )
    record = line_place(draft.sheet, command.number).put(record_from_json(last.old))
    if record == game.record:
        raise nothing_changed()
    correct(draft, command.number, CorrectionKind.UNDONE, record_to_json(game.record), record, command.reason)
    check_game(draft.sheet, command.number)


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
        events.GameCorrected(
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


def _set_struck(
    draft: Draft, command: commands.StrikeGame | commands.RestoreGame, game: WrittenGame, *, struck: bool
) -> None:
    record = line_place(draft.sheet, command.number).put(game.record.decided(struck=True if struck else None))
    change = CorrectionKind.STRUCK if struck else CorrectionKind.RESTORED
    correct(draft, command.number, change, record_to_json(game.record), record, command.reason)
    check_game(draft.sheet, command.number)


def _is_refused(game: WrittenGame) -> bool:
    return any(approval.state == ApprovalState.REFUSED for approval in game.approvals)


def _correctable(
    draft: Draft,
    command: commands.CorrectGame | commands.StrikeGame | commands.RestoreGame | commands.TakeBackCorrection,
) -> WrittenGame:
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
        # Somebody else was quicker: the page that this one looked at shows an older value.
        raise line_taken(command.number, replace(game, by=Actor(login=game.corrections[-1].supervisor)))
    return game
