"""The supervisor rules on what stands on the paper and is no game: its right value, struck, or not played (5.3.4)."""

import secrets
from collections.abc import Sequence
from dataclasses import replace

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from scoring.games import GameRecord, record_from_json
from tournament import permissions
from tournament.enums import CorrectionKind
from tournament.models import Command, PaperLine, Scoresheet, User
from tournament.refusals import Refused
from tournament.selectors.paper_lines import (
    AS_TYPED,
    CLOSE_END,
    NOT_PLAYED,
    STRIKE,
    Proposal,
    missing_end,
    proposals,
    why_it_counts,
)
from tournament.selectors.remarks import correction_told
from tournament.selectors.scoresheets import corrections_of, short_names
from tournament.services.approvals import approve_own_value
from tournament.services.corrections import add_correction, check_reason
from tournament.services.games import Answer, Line, check_free, is_duplicate, write_line
from tournament.services.locks import lock_scoresheet
from tournament.services.paper_lines import not_set_aside
from tournament.services.scoresheets import check_open, settle

KINDS = {STRIKE: CorrectionKind.STRUCK, NOT_PLAYED: CorrectionKind.UNPLAYED}


@transaction.atomic
def rule_on_line(
    *, scoresheet: Scoresheet, line: Line, written: list[int], reason: str, actor: User, struck: bool = False
) -> Answer:
    """What stands on the paper is no game: the supervisor enters the right value or strikes the line (5.3.4, 5.3.6).

    `written` is the points of all seats as they stand on paper, kept for ever; `line.record` the right value, ignored
    when `struck`. Refused: not_allowed, sheet_not_open, line_taken, line_out_of_turn, no_such_line, reason_missing, a
    code of scoring.
    """
    permissions.check(permissions.correct_games, actor)
    sheet = lock_scoresheet(scoresheet)
    if is_duplicate(sheet, line.number, line.command):
        return Answer.DUPLICATE
    check_open(sheet)
    check_free(sheet, line.number)
    check_reason(reason)
    record = GameRecord(written=tuple(written), struck=True) if struck else line.record
    kind = CorrectionKind.STRUCK if struck else CorrectionKind.RULED
    write_ruling(sheet, replace(line, record=record), kind, written, reason, actor)
    settle(sheet, actor)
    return Answer.APPLIED


def write_ruling(
    sheet: Scoresheet, line: Line, kind: CorrectionKind, written: Sequence[int], reason: str, actor: User
) -> None:
    """Write a line as the supervisor ruled, with what stands on the paper (nothing: it is empty or unreadable).

    The caller has checked, holds the lock and settles. Refused: a code of scoring.
    """
    game = write_line(sheet, line, actor)
    add_correction(sheet, game, kind, {"written": list(written)}, reason, actor)


@transaction.atomic
def decide_paper_line(
    *,
    paper_line: PaperLine,
    choice: str,
    reason: str,
    command: str,
    actor: User,
    record: GameRecord | None = None,
    approve: bool = False,
) -> Answer:
    """Decide on a line that the desk has set aside, by one of its proposals; nothing is typed again.

    `choice` is the key of a proposal, STRIKE, NOT_PLAYED, or AS_TYPED for the `record` that the supervisor typed. An
    empty `reason` becomes that of the choice; `approve` as in correct_game. The same command twice is one ruling.
    Refused: not_allowed, sheet_not_open, not_set_aside (decided or taken up meanwhile), not_proposed, reason_missing,
    a code of scoring.
    """
    permissions.check(permissions.correct_games, actor)
    sheet = lock_scoresheet(paper_line.scoresheet)
    known = Command.objects.filter(key=command).first()
    if known is not None and is_duplicate(sheet, known.number, command):
        return Answer.DUPLICATE
    check_open(sheet)
    row = sheet.paper_lines.filter(pk=paper_line.pk, closed_at=None).first()
    if row is None:
        raise _decided_already(sheet, paper_line.number)
    row.scoresheet = sheet
    chosen = _chosen(row, choice, record)
    reason = reason.strip() or chosen.reason
    check_reason(reason)
    if chosen.key == CLOSE_END:
        _close(sheet, missing_end(sheet), reason, command, actor)
    else:
        line = Line(number=row.number, record=_ruled(row, chosen), command=command)
        write_ruling(sheet, line, KINDS.get(chosen.key, CorrectionKind.RULED), row.written or (), reason, actor)
    settle(sheet, actor)
    if approve:
        approve_own_value(sheet, row.number, actor)
    return Answer.APPLIED


def _decided_already(sheet: Scoresheet, number: int) -> Refused:
    """Who was first is told what was decided and by whom; nobody, where the desk freed the line or wrote a game."""
    decided = [row for row in corrections_of(sheet) if row.game.number == number]
    if not decided:
        return not_set_aside(number)
    last = decided[-1]
    players = sheet.seats.values_list("participant__first_name", "participant__last_name")
    told = correction_told(sheet.match.tournament.ruleset, number, last, short_names(list(players)))
    return Refused(_("This line is decided already. %(told)s. Yours was not written."), code="not_set_aside", told=told)


def _chosen(row: PaperLine, choice: str, record: GameRecord | None) -> Proposal:
    known = {proposal.key: proposal for proposal in proposals(row)}
    if choice == AS_TYPED and record is not None:
        return Proposal(key=AS_TYPED, words="", points=(), reason=why_it_counts(row), record=record)
    if choice not in known and choice not in KINDS:
        raise Refused(
            _("The paper says something else meanwhile. Please choose once more."), code="not_proposed", choice=choice
        )
    return known.get(choice) or Proposal(key=choice, words="", points=(), reason="")


def _ruled(row: PaperLine, chosen: Proposal) -> GameRecord:
    if chosen.key == NOT_PLAYED:
        return GameRecord(unplayed=True)
    if chosen.key == STRIKE:
        stood = record_from_json(row.record) if row.record else GameRecord(written=tuple(row.written or ()))
        return replace(stood, struck=True)
    assert chosen.record is not None  # every other choice is a game
    return chosen.record


@transaction.atomic
def close_unplayed(*, scoresheet: Scoresheet, numbers: Sequence[int], reason: str, command: str, actor: User) -> Answer:
    """The match ended early: close all lines after the last game as not played; they count for nothing (5.3.4).

    `numbers` are those lines as the supervisor saw them. Refused: not_allowed, sheet_not_open, reason_missing,
    no_game_yet, line_taken where the end of the sheet is another one meanwhile.
    """
    permissions.check(permissions.correct_games, actor)
    sheet = lock_scoresheet(scoresheet)
    if numbers and is_duplicate(sheet, numbers[0], command):
        return Answer.DUPLICATE
    check_open(sheet)
    check_reason(reason)
    if not sheet.games.exists():
        raise Refused(_("No game is written yet: there is nothing to close."), code="no_game_yet")
    if not numbers or tuple(numbers) != missing_end(sheet):
        raise Refused(
            _("Other lines are missing at the end of the sheet meanwhile. Please look once more."), code="line_taken"
        )
    _close(sheet, numbers, reason, command, actor)
    settle(sheet, actor)
    return Answer.APPLIED


def _close(sheet: Scoresheet, numbers: Sequence[int], reason: str, command: str, actor: User) -> None:
    for number in numbers:
        line = Line(number=number, record=GameRecord(unplayed=True), command=command)
        write_ruling(sheet, line, CorrectionKind.UNPLAYED, (), reason, actor)
        command = secrets.token_hex(16)  # the supervisor's own stands for the first line
