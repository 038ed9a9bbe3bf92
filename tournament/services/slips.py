"""Correcting a slip on a list, as the error finder proposed: one act, whatever it takes."""

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from scoring.games import GameRecord
from tournament import permissions
from tournament.enums import SlipAct
from tournament.models import Scoresheet, User
from tournament.refusals import RefusalKind, Refused
from tournament.selectors.paper_lines import AS_TYPED
from tournament.selectors.scoresheets import sheet_view
from tournament.selectors.slips import Remedy, finding
from tournament.services.acting import act, new_keys, reason_given
from tournament.services.locks import lock_scoresheet
from tournament.services.rulings import decide_paper_line
from tournament.sheet.acts.corrections import CorrectGame
from tournament.sheet.acts.games import RecordGame, RetypeGame
from tournament.sheet.acts.line_moves import InsertLine, TakeOutLine
from tournament.sheet.commands import Command
from tournament.sheet.draft import Answer

NEEDS_SUPERVISOR = (SlipAct.CORRECT, SlipAct.DECIDE)


@transaction.atomic
def take_remedy(
    *,
    scoresheet: Scoresheet,
    totals: dict[int, tuple[int, ...]],
    remedy: str,
    seen: str,
    reason: str,
    command: str,
    actor: User,
) -> Answer:
    """Do what the error finder proposes for a list with these running totals (5.3.3).

    `totals` are those of the paper by the game after which they stand, `remedy` is the key of the chosen proposal,
    `seen` the command that wrote the game shown there. A correction has the `reason` that will stand on the sheet.
    Refused: not_proposed if the sheet changed meanwhile, not_allowed, all codes of the commands it gives.
    """
    sheet = lock_scoresheet(scoresheet)
    remedies = {one.key: one for slip in finding(sheet_view(sheet), totals).slips for one in slip.remedies}
    choice = remedies.get(remedy)
    if choice is None or choice.seen != seen:
        raise Refused(
            _("The sheet has changed meanwhile. Please look once more."),
            code="not_proposed",
            kind=RefusalKind.CONFLICT,
        )
    if choice.act in NEEDS_SUPERVISOR:
        permissions.check(permissions.correct_games, actor)
    if choice.act == SlipAct.DECIDE:
        return _decide(sheet, choice, reason, command, actor)
    if choice.act == SlipAct.INSERT:
        act(sheet, InsertLine(number=choice.number, key=new_keys(1)[0]), actor=actor)
    return act(sheet, _command(choice, reason, command), actor=actor)


def _decide(sheet: Scoresheet, remedy: Remedy, reason: str, command: str, actor: User) -> Answer:
    line = sheet.paper_lines.get(pk=remedy.paper_line or 0)
    line.scoresheet = sheet
    return decide_paper_line(
        paper_line=line, choice=AS_TYPED, reason=reason, command=command, actor=actor, record=remedy.record
    )


def _command(remedy: Remedy, reason: str, command: str) -> Command:
    number, seen = remedy.number, remedy.seen or None
    if remedy.act == SlipAct.TAKE_OUT:
        return TakeOutLine(number=number, key=command, seen=seen)
    record = remedy.record or GameRecord()
    if remedy.act == SlipAct.CORRECT:
        return CorrectGame(number=number, record=record, reason=reason_given(reason), seen=seen)
    if remedy.act == SlipAct.RETYPE:
        return RetypeGame(number=number, record=record, key=command, seen=seen)
    return RecordGame(number=number, record=record, key=command)
