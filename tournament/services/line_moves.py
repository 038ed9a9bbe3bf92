"""Lines typed one too high or too low: insert a line, or take one out, and move those that follow, as one act."""

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext_lazy as _

from scoring.sheets import EvaluatedSheet
from tournament import permissions
from tournament.enums import SheetState, Source
from tournament.models import Command, Scoresheet, Signature, User
from tournament.refusals import Refused
from tournament.selectors.records import approvals_in_force, evaluate
from tournament.services.events import write_event
from tournament.services.games import Answer, check_line, check_typist, clear_line, close_paper_line, is_duplicate
from tournament.services.locks import lock_scoresheet
from tournament.services.scoresheets import check_open, settle
from tournament.words import labels

# Beyond every sheet: lines step aside there while they move, for no two may ever have one number.
ASIDE = 1000


@transaction.atomic
def insert_line(*, scoresheet: Scoresheet, number: int, command: str, actor: User) -> Answer:
    """Make room for a line that was left out: it is free, and all from there on move down by one.

    Games keep their approvals and corrections, and lines that wait for the supervisor go with them. Refused:
    not_allowed, sheet_not_open, not_paper, no_such_line, last_line_taken, a code of scoring where a game would be none
    in its new line, as record_game for the typist.
    """
    sheet = _locked(scoresheet, number, actor)
    if is_duplicate(sheet, number, command):
        return Answer.DUPLICATE
    last = sheet.match.tournament.ruleset.games(sheet.seats.count())
    if sheet.games.filter(number=last).exists() or sheet.paper_lines.filter(number=last, closed_at=None).exists():
        raise Refused(
            _("Line %(number)s is taken: there is no room for one more. Please take out a line first."),
            code="last_line_taken",
            number=last,
        )
    Command.objects.create(scoresheet=sheet, key=command, kind="insert", number=number)
    write_event(scoresheet=sheet, kind="lines.inserted", actor=actor, payload={"number": number})
    problems = len(_evaluated(sheet).problems)
    _move(sheet, number, by=1)
    _settle(sheet, problems, actor)
    return Answer.APPLIED


@transaction.atomic
def take_out_line(*, scoresheet: Scoresheet, number: int, command: str, actor: User, seen: int | None = None) -> Answer:
    """Take out a line that does not stand on the paper, whatever is in it; all that follow move up by one.

    `seen` is the id of the game that the page showed there, None for an empty line. What is taken out is logged, not
    struck. A supervisor may do it on a complete sheet that nobody has signed. Refused: as insert_line, line_taken where
    something else stands there meanwhile, decided_by_supervisor.
    """
    sheet = _locked(scoresheet, number, actor)
    if is_duplicate(sheet, number, command):
        return Answer.DUPLICATE
    Command.objects.create(scoresheet=sheet, key=command, kind="take_out", number=number)
    problems = len(_evaluated(sheet).problems)
    close_paper_line(sheet, number, actor, "line.taken_up")
    game = clear_line(sheet, number, seen, actor)
    told = {} if game is None else {"record": game.record, "redeals": game.redeals}
    write_event(scoresheet=sheet, kind="lines.taken_out", actor=actor, payload={"number": number, **told})
    _move(sheet, number + 1, by=-1)
    _settle(sheet, problems, actor)
    return Answer.APPLIED


def _locked(scoresheet: Scoresheet, number: int, actor: User) -> Scoresheet:
    permissions.check(permissions.enter_games, actor)
    sheet = lock_scoresheet(scoresheet)
    check_line(sheet, number)
    unsigned = not Signature.objects.filter(seat__scoresheet=sheet, lapsed_at=None).exists()
    if not (sheet.state == SheetState.COMPLETE and unsigned and permissions.correct_games(actor)):
        check_open(sheet)
    check_typist(sheet, actor)
    at_table = sheet.games.filter(number__gte=number).exclude(source=Source.PAPER)
    if sheet.source != Source.PAPER or at_table.exists():
        raise Refused(
            _("Only lines typed from paper can be moved; what the table wrote stands where it was played."),
            code="not_paper",
        )
    return sheet


def _move(sheet: Scoresheet, first: int, *, by: int) -> None:
    """Give the games and paper lines from `first` on their new numbers; decided ones go with what was ruled there."""
    for rows in (sheet.games.all(), sheet.paper_lines.all()):
        rows.filter(number__gte=first).update(number=F("number") + ASIDE)
        rows.filter(number__gte=ASIDE).update(number=F("number") - ASIDE + by)


def _evaluated(sheet: Scoresheet) -> EvaluatedSheet:
    return evaluate(sheet, list(sheet.games.all()), approvals_in_force(sheet), seats=sheet.seats.count())


def _settle(sheet: Scoresheet, problems: int, actor: User) -> None:
    """Bring everything in line with the new order; refuse one in which another game would be none (5.2.15)."""
    evaluated = settle(sheet, actor)
    if len(evaluated.problems) > problems:
        found = evaluated.problems[0]
        raise Refused(
            _("In line %(number)s this is no game: %(why)s"),
            code=found.code,
            number=found.game,
            why=labels.sentence(found),
        )
