"""Corrections, strikes and their undoing: only a supervisor, with a reason, the old value stays (5.3.4, 5.2.17)."""

import dataclasses

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from scoring.games import GameRecord, record_from_json, record_to_json
from tournament import permissions
from tournament.enums import ApprovalState, CorrectionKind, SheetState
from tournament.models import Correction, Game, Scoresheet, User
from tournament.refusals import Refused
from tournament.services.approvals import approve_own_value
from tournament.services.events import write_event
from tournament.services.games import check_seen, placed_record
from tournament.services.locks import lock_scoresheet
from tournament.services.scoresheets import check_not_official, settle


@transaction.atomic
def correct_game(
    *,
    scoresheet: Scoresheet,
    number: int,
    record: GameRecord,
    reason: str,
    actor: User,
    seen: int | None = None,
    approve: bool = False,
) -> None:
    """Replace the value of a written line (5.3.4); signatures lapse and an accepted sheet is reopened, visibly.

    `seen` is the id of the game that the page showed in this line. `approve`: what the new value needs an approval for
    the supervisor grants with it, afterwards as reading 14 has it. Refused: not_allowed, sheet_void,
    tournament_finished, not_written, line_taken where lines were moved meanwhile, reason_missing, nothing_changed, a
    code of scoring.
    """
    sheet, game = _locked_game(scoresheet, number, reason, actor, seen)
    old = game.record
    record = placed_record(sheet, number, record)
    new = record_to_json(record)
    if new == old:
        raise Refused(_("The line already has this value."), code="nothing_changed")
    game.record = new
    game.supervisor = actor if record.sanction is not None else None
    game.save(update_fields=["record", "supervisor"])
    add_correction(sheet, game, CorrectionKind.CORRECTED, old, reason, actor)
    settle(sheet, actor)
    if approve:
        approve_own_value(sheet, number, actor)


@transaction.atomic
def strike_game(*, scoresheet: Scoresheet, number: int, reason: str, actor: User, seen: int | None = None) -> None:
    """Strike a line: it keeps its number, stays visible, scores 0 and is not replayed (5.2.17).

    `seen` as in correct_game. Refused: not_allowed, sheet_void, tournament_finished, not_written, line_taken,
    reason_missing, nothing_changed.
    """
    _set_struck(scoresheet, number, reason, actor, seen, struck=True)


@transaction.atomic
def restore_game(*, scoresheet: Scoresheet, number: int, reason: str, actor: User, seen: int | None = None) -> None:
    """Undo a strike; a line that was no game cannot come back as it stood.

    Refused: as strike_game, approval_refused, a code of scoring.
    """
    _set_struck(scoresheet, number, reason, actor, seen, struck=False)


def add_correction(
    sheet: Scoresheet, game: Game, kind: CorrectionKind, old: dict[str, object], reason: str, actor: User
) -> None:
    """Keep the old value beside the new one and log both; the caller has checked and holds the lock."""
    section = "5.2.17" if kind == CorrectionKind.STRUCK and game.approvals.exists() else "5.3.4"
    correction = Correction.objects.create(
        game=game,
        kind=kind,
        old_record=old,
        new_record=game.record,
        reason=reason.strip(),
        section=section,
        supervisor=actor,
        at=timezone.now(),
    )
    write_event(
        scoresheet=sheet,
        kind=f"game.{kind.value}",
        actor=actor,
        payload={"number": game.number, "old_record": old, "new_record": game.record, "correction": correction.pk},
    )


def check_reason(reason: str) -> None:
    """5.3.4: a supervisor signs off; the sheet says why."""
    if not reason.strip():
        raise Refused(_("Please say why: the reason is printed on the sheet."), code="reason_missing")


def _set_struck(
    scoresheet: Scoresheet, number: int, reason: str, actor: User, seen: int | None, *, struck: bool
) -> None:
    sheet, game = _locked_game(scoresheet, number, reason, actor, seen)
    old = game.record
    record = record_from_json(old)
    refused = game.approvals.filter(state=ApprovalState.REFUSED).exists()
    if bool(record.struck) == struck or (struck and (refused or record.unplayed)):
        raise Refused(_("The line already has this value."), code="nothing_changed")
    if refused:
        raise Refused(
            _("Game %(number)s is struck because its approval was refused: approve it after all, then it counts."),
            code="approval_refused",
            number=number,
        )
    record = dataclasses.replace(record, struck=True if struck else None)
    game.record = record_to_json(placed_record(sheet, number, record))
    game.save(update_fields=["record"])
    add_correction(sheet, game, CorrectionKind.STRUCK if struck else CorrectionKind.RESTORED, old, reason, actor)
    settle(sheet, actor)


def _locked_game(
    scoresheet: Scoresheet, number: int, reason: str, actor: User, seen: int | None
) -> tuple[Scoresheet, Game]:
    permissions.check(permissions.correct_games, actor)
    sheet = lock_scoresheet(scoresheet)
    if sheet.state == SheetState.VOID:
        raise Refused(_("This sheet is void; nothing on it can be changed."), code="sheet_void")
    check_not_official(sheet)
    check_reason(reason)
    check_seen(sheet, number, seen)
    game = sheet.games.filter(number=number).first()
    if game is None:
        raise Refused(_("Game %(number)s is not written."), code="not_written", number=number)
    return sheet, game
