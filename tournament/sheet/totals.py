"""A sheet that is handed in with totals alone, where the rules allow it: entered, taken back, corrected (5.3.4)."""

from django.utils.translation import gettext_lazy as _

from scoring.errors import ScoringError
from scoring.totals import evaluate_totals, totals_from_json
from tournament.enums import SheetState, Source, TableChangeKind
from tournament.refusals import Refused
from tournament.sheet import commands, events
from tournament.sheet.draft import Answer, Draft
from tournament.sheet.official import check_not_official, check_not_void, check_reason
from tournament.sheet.places import check_no_document, check_open
from tournament.sheet.state import Sheet, Totals
from tournament.words import labels


def record_totals(draft: Draft, command: commands.RecordTotals) -> None:
    sheet = draft.sheet
    if sheet.totals == command.totals:
        draft.answer = Answer.DUPLICATE
        return
    check_open(sheet)
    if sheet.source == Source.LIVE:
        raise Refused(
            _("This sheet is written at the table. Choose “from paper” first if only its totals are known."),
            code="written_at_the_table",
        )
    if sheet.games or sheet.open_paper_lines:
        raise Refused(_("A sheet has games or totals, not both."), code="totals_stand_alone")
    _check(sheet, command.totals)
    draft.say(events.TotalsRecorded(totals=command.totals))


def take_back_totals(draft: Draft, command: commands.TakeBackTotals) -> None:
    totals = _known(draft.sheet)
    check_no_document(draft.sheet)
    if draft.sheet.state != SheetState.COMPLETE or draft.sheet.signed:
        raise Refused(
            _("These totals are signed. Changes are now corrections by the supervisor (5.3.4)."), code="already_signed"
        )
    draft.say(events.TotalsTakenBack(totals=totals))


def correct_totals(draft: Draft, command: commands.CorrectTotals) -> None:
    check_not_void(draft.sheet)
    check_not_official(draft)
    check_reason(command.reason.text)
    old = _known(draft.sheet)
    if old == command.totals:
        raise Refused(_("The sheet already has these totals."), code="nothing_changed")
    _check(draft.sheet, command.totals)
    told = {"old": old, "new": command.totals}
    draft.say(events.TableChanged(change=TableChangeKind.TOTALS, told=told, after_game=0, reason=command.reason))


def _known(sheet: Sheet) -> Totals:
    if sheet.totals is None:
        raise Refused(_("No totals are entered for this sheet."), code="no_totals")
    return sheet.totals


def _check(sheet: Sheet, totals: Totals) -> None:
    """Refused: a code of scoring (totals_not_allowed, checksum_not_zero, ...)."""
    seats = len(sheet.seats)
    if len(totals) != seats:
        raise labels.refused(ScoringError("wrong_number_of_values", found=len(totals), seats=seats))
    problems = evaluate_totals(sheet.terms.ruleset, totals_from_json(list(totals))).problems
    if problems:
        raise labels.refused(problems[0])
